//! Happens-before by its definition, for tests: every pair of events is looked at.
//!
//! [ShrinkWrap §2.1]: the transitive closure of program order and synchronisation order. Shares
//! nothing with [`crate::fasttrack`] but the events.

use crate::event::{Event, LocationId};

/// The order of all pairs of events of one trace.
pub struct HappensBefore {
    /// `before[b][a]`: event `a` happens before event `b`.
    before: Vec<Vec<bool>>,
}

/// Two conflicting accesses that nothing orders, by the indices of their events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnorderedPair {
    pub location: LocationId,
    pub first: usize,
    pub second: usize,
}

pub fn happens_before(trace: &[Event]) -> HappensBefore {
    let mut before: Vec<Vec<bool>> = Vec::with_capacity(trace.len());
    for (later, step) in trace.iter().enumerate() {
        let mut row = vec![false; later];
        for (earlier, other) in trace[..later].iter().enumerate() {
            if in_program_order(other, step) || in_synchronisation_order(other, step) {
                row[earlier] = true;
                for (known, &ordered) in row.iter_mut().zip(&before[earlier]) {
                    *known |= ordered;
                }
            }
        }
        before.push(row);
    }
    HappensBefore { before }
}

impl HappensBefore {
    /// Whether one event happens before a later one of the trace.
    pub fn ordered(&self, earlier: usize, later: usize) -> bool {
        self.before[later][earlier]
    }
}

/// All races of a trace, by rising second access and then by rising first.
pub fn unordered_pairs(trace: &[Event], order: &HappensBefore) -> Vec<UnorderedPair> {
    let mut pairs = Vec::new();
    for (second, later) in trace.iter().enumerate() {
        let Some((location, write)) = access(later) else { continue };
        for (first, earlier) in trace[..second].iter().enumerate() {
            let conflicts = access(earlier)
                .is_some_and(|(same, also_write)| same == location && (write || also_write));
            if conflicts && !order.ordered(first, second) {
                pairs.push(UnorderedPair { location, first, second });
            }
        }
    }
    pairs
}

fn in_program_order(earlier: &Event, later: &Event) -> bool {
    earlier.thread() == later.thread()
}

fn in_synchronisation_order(earlier: &Event, later: &Event) -> bool {
    match (*earlier, *later) {
        (Event::Release { lock, .. }, Event::Acquire { lock: same, .. }) if lock == same => true,
        (Event::VolatileWrite { variable, .. }, Event::VolatileRead { variable: same, .. })
            if variable == same =>
        {
            true
        }
        // A thread that takes no step still begins after its fork and ends before its join.
        (Event::Fork { child, .. }, Event::Join { child: same, .. }) if child == same => true,
        (Event::Fork { child, .. }, _) if child == later.thread() => true,
        (_, Event::Join { child, .. }) => child == earlier.thread(),
        _ => false,
    }
}

/// The location of an access, and whether it writes.
pub fn access(event: &Event) -> Option<(LocationId, bool)> {
    match *event {
        Event::Read { location, .. } => Some((location, false)),
        Event::Write { location, .. } => Some((location, true)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{LockId, SiteId, ThreadId, VariableId};

    const T0: ThreadId = ThreadId(0);
    const T1: ThreadId = ThreadId(1);
    const T2: ThreadId = ThreadId(2);
    const V: VariableId = VariableId(0);

    fn read(thread: ThreadId) -> Event {
        Event::Read { thread, location: LocationId(0), site: SiteId(0) }
    }

    fn write(thread: ThreadId) -> Event {
        Event::Write { thread, location: LocationId(0), site: SiteId(0) }
    }

    #[track_caller]
    fn check(trace: &[Event], expected: &[(usize, usize)]) {
        let pairs = unordered_pairs(trace, &happens_before(trace));
        let pairs: Vec<_> = pairs.iter().map(|pair| (pair.first, pair.second)).collect();
        assert_eq!(pairs, expected);
    }

    #[test]
    fn conflicts_without_order_are_races() {
        // Trace A of [ShrinkWrap Figure 2.2].
        check(&[read(T1), write(T1), read(T2), write(T2)], &[(1, 2), (0, 3), (1, 3)]);
        check(&[read(T1), read(T2)], &[]);
    }

    #[test]
    fn locks_order_what_is_under_them() {
        let lock = LockId(0);
        let acquire = |thread| Event::Acquire { thread, lock };
        let release = |thread| Event::Release { thread, lock };
        // Trace A of [ShrinkWrap Figure 2.5].
        let under = |thread| [acquire(thread), read(thread), write(thread), release(thread)];
        check(&[under(T1), under(T2)].concat(), &[]);
        check(&[acquire(T1), release(T1), write(T1), acquire(T2), write(T2)], &[(2, 4)]);
    }

    #[test]
    fn a_volatile_write_orders_later_reads_only() {
        let vread = |thread| Event::VolatileRead { thread, variable: V };
        let vwrite = |thread| Event::VolatileWrite { thread, variable: V };
        check(&[write(T1), vwrite(T1), vread(T2), write(T2)], &[]);
        check(&[write(T1), vread(T1), vwrite(T2), write(T2)], &[(0, 3)]);
        check(&[write(T1), vwrite(T1), vwrite(T2), write(T2)], &[(0, 3)]);
    }

    #[test]
    fn fork_and_join_order_through_a_thread_without_steps() {
        let fork = Event::Fork { thread: T0, child: T1 };
        let join = Event::Join { thread: T2, child: T1 };
        check(&[write(T0), fork, read(T1), join, write(T2)], &[]);
        check(&[write(T0), fork, join, write(T2)], &[]);
        check(&[write(T0), fork, write(T0), join, write(T2)], &[(2, 4)]);
    }
}
