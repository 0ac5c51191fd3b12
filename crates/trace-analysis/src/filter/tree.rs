//! TREE [TREE ch. 3]: drops accesses that cannot show a race between two places that no access which
//! was let through shows.
//!
//! [`Tree::step`] is Algorithm 1, [`ConcurrencyHistory::detect_redundancy`] Algorithm 2. Two accesses
//! are concurrentially equivalent if they agree in five things [TREE §3.3]: (1) the place in the code,
//! (2) reading or writing, (3) the memory location, (4) the locks held, (5) the order with events of
//! other threads. (1) to (4) are in the key of the history, (5) is what a message that stands between
//! two accesses of a thread takes away.
//!
//! Differs from the thesis, where its Theorem 3.3.1 does not hold for what its algorithms remember:
//! - The history is of a place *and a location*, as condition (3) says; Algorithm 2 asks for the place
//!   alone.
//! - A release of a lock is a message to whoever acquires it next. Without that, a second access under
//!   a lock passes for the first one, though another thread has come after the first one meanwhile.
//!   Where the releasing thread acquires the lock again before anybody else, nobody has got the
//!   message, and it stands no longer ([`messages`]).
//! - Received messages are left out of a context: what has happened before the earlier of two accesses
//!   of a thread has happened before the later one, too.
//! - Where order makes a race, an access of one thread never speaks for one of another: whether the
//!   first thread will be joined, and the second not, shows only later. So the stack of two threads
//!   belongs to [`Races::Lockset`], and each thread has a stack of its own otherwise.
//! - The set of contexts of a place is a table and no trie; it is bounded. What is forgotten lets more
//!   events through, and never fewer.
//!
//! Keeps: of every pair of a racing access and its partner, with [`Options::span`] off, one pair of the
//! same two places, kinds and location. With it on, one race for each location that has any, and the
//! earliest one.

mod context;
mod history;
mod messages;
mod word_history;

use crate::event::{Event, LocationId, SiteId, ThreadId};
use crate::fasttrack::AccessKind;

pub use context::{ConcurrencyContext, ConcurrencyContexts};
pub use history::{ConcurrencyHistory, Context, Place};
pub use word_history::WordHistory;

/// What a detector behind the filter calls a race of two conflicting accesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Races {
    /// That nothing orders them.
    HappensBefore,
    /// That they are of different threads, which hold no lock in common.
    Lockset,
    /// Either of these, or both at once.
    Both,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    pub races: Races,
    /// So many places with their contexts are remembered; beyond that the first ones are forgotten.
    pub places: usize,
    /// Span redundancy [TREE §3.6]: places do not count. For detectors that promise no more than the
    /// first race of each location.
    pub span: bool,
}

impl Options {
    /// For a detector of these races, with room for the places of large programs.
    pub fn for_races(races: Races) -> Options {
        Options { races, places: 1 << 20, span: false }
    }
}

/// What becomes of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Advance,
    Discard,
}

/// The filter, event by event.
pub struct Tree {
    options: Options,
    contexts: ConcurrencyContexts,
    history: ConcurrencyHistory,
}

impl Tree {
    pub fn new(options: Options) -> Tree {
        let history = ConcurrencyHistory::new(options.places);
        Tree { options, contexts: ConcurrencyContexts::default(), history }
    }

    /// The next event of a [well-formed](crate::event::check_well_formed) trace.
    pub fn step(&mut self, event: &Event) -> Decision {
        let (kind, thread, location, site) = match *event {
            Event::Read { thread, location, site } => (AccessKind::Read, thread, location, site),
            Event::Write { thread, location, site } => (AccessKind::Write, thread, location, site),
            _ => {
                self.contexts.step(event);
                return Decision::Advance;
            }
        };
        match self.is_redundant(kind, thread, location, site) {
            true => Decision::Discard,
            false => Decision::Advance,
        }
    }

    fn is_redundant(
        &mut self,
        kind: AccessKind,
        thread: ThreadId,
        location: LocationId,
        site: SiteId,
    ) -> bool {
        let Options { races, span, .. } = self.options;
        let (by_order, by_locks) = match races {
            Races::HappensBefore => (true, false),
            Races::Lockset => (false, true),
            Races::Both => (true, true),
        };
        let place = Place { location, kind, site: (!span).then_some(site) };
        let context = self.contexts.of(thread);
        let key = Context {
            place,
            locks: by_locks.then(|| context.locks()),
            thread: by_order.then_some(thread),
        };
        let since = if by_order { context.messages().since() } else { 0 };
        self.history.detect_redundancy(key, thread, since, context.messages().now())
    }
}

/// The indices of the events that are let through.
pub fn tree(trace: &[Event], options: Options) -> Vec<usize> {
    let mut tree = Tree::new(options);
    (0..trace.len()).filter(|&index| tree.step(&trace[index]) == Decision::Advance).collect()
}
