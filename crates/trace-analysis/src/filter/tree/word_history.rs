//! The concurrency history that costs nothing to keep: FastTrack's own words, which say of each
//! location which thread has accessed it last, where, and when. This is the history of the runtime
//! (`Tree.java`), where the words lie in the program's objects and go with them.
//!
//! An access is redundant if the word of its kind is of the same thread and site, of a clock since
//! which no message of that thread stands, and if it races with nothing that is remembered. Its word
//! would stand in the same order to whatever comes later as the one that is there.
//!
//! Differs from [`Tree`](super::Tree):
//! - one place is remembered for each location and kind, and for reads that nothing orders one for each
//!   thread: what FastTrack forgets is let through;
//! - lock sets are not compared, so that this is for [`Races::HappensBefore`](super::Races) alone;
//! - only so many accesses in a row are skipped ([`MOST`]). A loop that would ask here each time is
//!   let through, and is from then on settled by the test for the same epoch.

use rustc_hash::FxHashMap;

use super::context::ConcurrencyContexts;
use crate::event::{Event, ThreadId};
use crate::read_state::Epoch;

/// How many accesses a thread skips until it acquires or releases something.
pub const MOST: u32 = 16;

#[derive(Debug, Default)]
pub struct WordHistory {
    contexts: ConcurrencyContexts,
    /// By each thread, since it last acquired a lock or sent a message.
    skipped: FxHashMap<ThreadId, u32>,
}

impl WordHistory {
    /// Any event; accesses say nothing here.
    pub fn step(&mut self, event: &Event) {
        self.contexts.step(event);
        let sends = matches!(event, Event::Fork { .. } | Event::VolatileWrite { .. });
        if sends || matches!(event, Event::Acquire { .. } | Event::Release { .. }) {
            self.skipped.remove(&event.thread());
        }
    }

    /// Whether the access of this epoch is redundant to one that is remembered of the same thread.
    /// Clocks and moments are the same: both begin with 1, and advance at each message.
    pub fn is_redundant(&mut self, remembered: &Epoch, now: &Epoch) -> bool {
        let messages = self.contexts.of(now.thread).messages();
        assert_eq!(messages.now(), now.clock, "the clock of {}", now.thread);
        let is_redundant = (remembered.thread, remembered.site) == (now.thread, now.site)
            && remembered.clock != now.clock
            && remembered.clock >= messages.since();
        let skipped = self.skipped.entry(now.thread).or_default();
        if !is_redundant || *skipped == MOST {
            return false;
        }
        *skipped += 1;
        true
    }
}
