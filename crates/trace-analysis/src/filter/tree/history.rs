//! Concurrency histories [TREE Definition 3.3.4]: in which contexts each place has accessed each
//! location, and which threads those were.

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::event::{LocationId, LockId, SiteId, ThreadId};
use crate::fasttrack::AccessKind;

/// What the first three conditions compare; the site is left out for span redundancy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    pub location: LocationId,
    pub kind: AccessKind,
    pub site: Option<SiteId>,
}

/// A place with what it is accessed under: each part is there if it makes a difference to races.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Context {
    pub place: Place,
    pub locks: Option<Rc<[LockId]>>,
    pub thread: Option<ThreadId>,
}

/// `Θ` of all places.
pub struct ConcurrencyHistory {
    capacity: usize,
    stacks: FxHashMap<Context, ThreadStack>,
    /// The contexts by age.
    oldest_first: VecDeque<Context>,
}

/// At most two threads that have made the access, each with the moment at which it did so last.
#[derive(Default)]
struct ThreadStack([Option<(ThreadId, u32)>; 2]);

impl ConcurrencyHistory {
    pub fn new(capacity: usize) -> ConcurrencyHistory {
        let (stacks, oldest_first) = (FxHashMap::default(), VecDeque::new());
        ConcurrencyHistory { capacity, stacks, oldest_first }
    }

    /// Algorithm 2. If the access is not redundant it is remembered, with the moment `now`. What the
    /// thread has remembered before `since` does not speak for it.
    pub fn detect_redundancy(
        &mut self,
        context: Context,
        thread: ThreadId,
        since: u32,
        now: u32,
    ) -> bool {
        if let Some(ThreadStack(stack)) = self.stacks.get_mut(&context) {
            for entry in stack {
                match entry {
                    Some((other, moment)) if *other == thread => {
                        let is_redundant = *moment >= since;
                        if !is_redundant {
                            *moment = now;
                        }
                        return is_redundant;
                    }
                    Some(_) => {}
                    None => {
                        *entry = Some((thread, now));
                        return false;
                    }
                }
            }
            return true;
        }
        if self.capacity > 0 {
            if self.oldest_first.len() == self.capacity
                && let Some(oldest) = self.oldest_first.pop_front()
            {
                self.stacks.remove(&oldest);
            }
            self.oldest_first.push_back(context.clone());
            self.stacks.insert(context, ThreadStack([Some((thread, now)), None]));
        }
        false
    }
}
