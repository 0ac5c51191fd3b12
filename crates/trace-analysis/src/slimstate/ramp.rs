//! Ramps: segments of which each element was accessed in the step of its thread's clock that came after the
//! step of the element before.
//!
//! That is what a loop leaves behind that synchronises once for each element, as one does that fills an array
//! with random numbers: `java.util.Random` keeps its seed in an atomic variable. Else such an array would
//! have a range for each element.
//!
//! A ramp says exactly what its elements' own states would say. It is cut where a footprint begins or ends, and
//! falls into its elements when some accesses of it happen before a new one and others do not.
//!
//! Differs from the thesis, which has nothing of the kind.

use crate::fasttrack::Location;
use crate::read_state::{Epoch, ReadState};
use crate::vector_clock::VectorClock;

/// The state of a segment.
#[derive(Debug, Clone, Default)]
pub struct Segment {
    /// The state of the first element; of all, where nothing rises.
    pub first: Location,
    /// Whether the clock of the last write is one larger at each further element; and the read's, which is
    /// exclusive then. Neither is so of a single element.
    pub write_rises: bool,
    pub read_rises: bool,
}

impl Segment {
    pub fn rises(&self) -> bool {
        self.write_rises || self.read_rises
    }

    /// What begins so many elements after the first and has so many elements.
    pub fn part(&self, offset: u32, count: u32) -> Segment {
        let mut part = self.clone();
        if let Some(write) = part.first.write.as_mut().filter(|_| self.write_rises) {
            write.clock += offset;
        }
        if let ReadState::Exclusive(read) = &mut part.first.read
            && self.read_rises
        {
            read.clock += offset;
        }
        part.write_rises &= count > 1;
        part.read_rises &= count > 1;
        part
    }

    /// Whether all that rises in so many elements happens before what has that clock.
    pub fn is_before(&self, count: u32, clock: &VectorClock) -> bool {
        let last = self.part(count - 1, 1).first;
        (!self.write_rises || last.write.is_none_or(|write| write.happens_before(clock)))
            && (!self.read_rises
                || last.read.exclusive().is_none_or(|read| read.happens_before(clock)))
    }

    /// Whether the last of so many elements was accessed in this very step, and others before.
    pub fn ends_in(&self, count: u32, now: &Epoch) -> bool {
        let last = self.part(count - 1, 1).first;
        self.write_rises && last.write.is_some_and(|write| write.same(now))
            || self.read_rises && last.read.exclusive().is_some_and(|read| read.same(now))
    }

    /// Both as one, of so many elements and one more, if that says the same.
    pub fn joined(&self, count: u32, next: &Location) -> Option<Segment> {
        let joins = |mine: Option<&Epoch>, next: Option<&Epoch>, rises: bool| match (mine, next) {
            (None, None) => Some(false),
            (Some(mine), Some(next)) if (mine.thread, mine.site) == (next.thread, next.site) => {
                let is_same = next.clock == mine.clock && !rises;
                let is_next = next.clock == mine.clock + count && (rises || count == 1);
                (is_same || is_next).then_some(is_next)
            }
            _ => None,
        };
        if self.first.read.is_shared() || next.read.is_shared() {
            return None;
        }
        let (read, next_read) = (self.first.read.exclusive(), next.read.exclusive());
        Some(Segment {
            first: self.first.clone(),
            write_rises: joins(self.first.write.as_ref(), next.write.as_ref(), self.write_rises)?,
            read_rises: joins(read, next_read, self.read_rises)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{SiteId, ThreadId};

    fn written(clock: u32) -> Location {
        let write = Epoch { thread: ThreadId(1), clock, site: SiteId(2) };
        Location { write: Some(write), read: ReadState::None }
    }

    #[test]
    fn steps_in_a_row_are_a_ramp() {
        let one = Segment { first: written(5), ..Segment::default() };
        let two = one.joined(1, &written(6)).expect("the next step");
        assert!(two.write_rises && !two.read_rises);
        let three = two.joined(2, &written(7)).expect("the next step");
        assert_eq!(three.part(2, 1).first.write, written(7).write);
        assert!(!three.part(2, 1).rises() && three.part(1, 2).rises());
        assert!(two.joined(2, &written(6)).is_none() && two.joined(2, &written(8)).is_none());
        assert!(one.joined(3, &written(8)).is_none(), "three of one step");
        assert!(one.joined(3, &written(5)).is_some_and(|same| !same.rises()));
    }

    #[test]
    fn a_ramp_is_before_what_comes_after_its_end() {
        let ramp = Segment { first: written(5), write_rises: true, read_rises: false };
        let mut clock = VectorClock::default();
        (0..7).for_each(|_| clock.increment(ThreadId(1)));
        assert!(ramp.is_before(3, &clock) && !ramp.is_before(4, &clock));
    }
}
