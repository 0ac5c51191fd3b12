//! Races of locks by their definition, for tests [TREE §3.3]: two conflicting accesses of different
//! threads that hold no lock in common, in whatever order they come.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::event::{Event, LockId, ThreadId};
use crate::oracle::{UnorderedPair, access};

/// All such pairs, by rising second access and then by rising first.
pub fn unlocked_pairs(trace: &[Event]) -> Vec<UnorderedPair> {
    let lock_sets = lock_sets(trace);
    let mut pairs = Vec::new();
    for (second, later) in trace.iter().enumerate() {
        let Some((location, write)) = access(later) else { continue };
        for (first, earlier) in trace[..second].iter().enumerate() {
            let conflicts = access(earlier)
                .is_some_and(|(same, also_write)| same == location && (write || also_write));
            if conflicts
                && earlier.thread() != later.thread()
                && lock_sets[first].is_disjoint(&lock_sets[second])
            {
                pairs.push(UnorderedPair { location, first, second });
            }
        }
    }
    pairs
}

/// What the thread of each event holds before it.
fn lock_sets(trace: &[Event]) -> Vec<BTreeSet<LockId>> {
    let mut held: FxHashMap<ThreadId, BTreeSet<LockId>> = FxHashMap::default();
    let before = |event: &Event| {
        let locks = held.entry(event.thread()).or_default();
        let before = locks.clone();
        match *event {
            Event::Acquire { lock, .. } => {
                locks.insert(lock);
            }
            Event::Release { lock, .. } => {
                locks.remove(&lock);
            }
            _ => {}
        }
        before
    };
    trace.iter().map(before).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{LocationId, SiteId};

    #[test]
    fn a_common_lock_makes_no_race() {
        let access = |thread| Event::Write { thread, location: LocationId(0), site: SiteId(0) };
        let acquire = |thread, lock| Event::Acquire { thread, lock };
        let release = |thread, lock| Event::Release { thread, lock };
        let (t0, t1, m, n) = (ThreadId(0), ThreadId(1), LockId(0), LockId(1));
        let under = |thread, lock| [acquire(thread, lock), access(thread), release(thread, lock)];
        assert_eq!(unlocked_pairs(&[under(t0, m), under(t1, m)].concat()), []);
        let pairs = unlocked_pairs(&[under(t0, m), under(t1, n)].concat());
        assert_eq!((pairs.len(), pairs[0].first, pairs[0].second), (1, 1, 4));
        let pairs = unlocked_pairs(&[under(t0, m).as_slice(), &[access(t0), access(t1)]].concat());
        assert_eq!(pairs.len(), 2, "of the same thread there is none");
    }
}
