//! Ramps: segments of which each element was accessed so many steps of its thread's clock after the element
//! before, always as many.
//!
//! That is what a loop leaves behind that synchronises for each element, as one does that fills an array with new
//! objects whose fields are final; and a triangular loop, which leaves one element behind in each phase. Else such
//! an array would have a range for each element.
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
    /// How much larger the clock of the last write is at each further element; and the read's, which is
    /// exclusive then. 0 in a single element.
    pub write_rise: u32,
    pub read_rise: u32,
}

/// Steps that are larger make no ramp.
const MOST_RISE: u32 = 15;

impl Segment {
    pub fn rises(&self) -> bool {
        self.write_rise > 0 || self.read_rise > 0
    }

    /// What begins so many elements after the first and has so many elements.
    pub fn part(&self, offset: u32, count: u32) -> Segment {
        let mut part = self.clone();
        if let Some(write) = part.first.write.as_mut() {
            write.clock += offset * self.write_rise;
        }
        if let ReadState::Exclusive(read) = &mut part.first.read {
            read.clock += offset * self.read_rise;
        }
        if count == 1 {
            part.write_rise = 0;
            part.read_rise = 0;
        }
        part
    }

    /// Whether all that rises in so many elements happens before what has that clock.
    pub fn is_before(&self, count: u32, clock: &VectorClock) -> bool {
        let last = self.part(count - 1, 1).first;
        (self.write_rise == 0 || last.write.is_none_or(|write| write.happens_before(clock)))
            && (self.read_rise == 0
                || last.read.exclusive().is_none_or(|read| read.happens_before(clock)))
    }

    /// Whether the last of so many elements was accessed in this very step, and others before.
    pub fn ends_in(&self, count: u32, now: &Epoch) -> bool {
        let last = self.part(count - 1, 1).first;
        self.write_rise > 0 && last.write.is_some_and(|write| write.same(now))
            || self.read_rise > 0 && last.read.exclusive().is_some_and(|read| read.same(now))
    }

    /// Both as one, of so many elements and so many more, if that says the same.
    pub fn joined(&self, count: u32, next: &Segment, more: u32) -> Option<Segment> {
        if self.first.read.is_shared() || next.first.read.is_shared() {
            return None;
        }
        let write = |segment: &Segment, count| (segment.first.write, segment.write_rise, count);
        let read = |segment: &Segment, count| {
            (segment.first.read.exclusive().copied(), segment.read_rise, count)
        };
        Some(Segment {
            first: self.first.clone(),
            write_rise: joined_rise(write(self, count), write(next, more))?,
            read_rise: joined_rise(read(self, count), read(next, more))?,
        })
    }
}

/// What all of one and of another rise by, given the first access, the rise and the number of each.
fn joined_rise(
    (first, rise, count): (Option<Epoch>, u32, u32),
    (next, next_rise, more): (Option<Epoch>, u32, u32),
) -> Option<u32> {
    let (Some(first), Some(next)) = (first, next) else {
        return (first.is_none() && next.is_none()).then_some(0);
    };
    let rise = if count == 1 { next.clock.checked_sub(first.clock)? } else { rise };
    let goes_on = (first.thread, first.site) == (next.thread, next.site)
        && next.clock == first.clock + count * rise
        && (more == 1 || next_rise == rise);
    (goes_on && rise <= MOST_RISE).then_some(rise)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{SiteId, ThreadId};

    fn one(clock: u32) -> Segment {
        let write = Epoch { thread: ThreadId(1), clock, site: SiteId(2) };
        let first = Location { write: Some(write), read: ReadState::None };
        Segment { first, ..Segment::default() }
    }

    #[test]
    fn steps_in_a_row_are_a_ramp() {
        for step in [1, 4] {
            let after = |steps: u32| one(5 + steps * step);
            let two = after(0).joined(1, &after(1), 1).expect("the next step");
            assert_eq!((two.write_rise, two.read_rise), (step, 0));
            let three = two.joined(2, &after(2), 1).expect("the next step");
            assert_eq!(three.part(2, 1).first.write, after(2).first.write);
            assert!(!three.part(2, 1).rises() && three.part(1, 2).rises());
            assert!(two.joined(2, &after(1), 1).is_none() && two.joined(2, &after(3), 1).is_none());
            assert!(after(0).joined(3, &after(3), 1).is_none(), "three of one step");
            assert!(after(0).joined(3, &after(0), 7).is_some_and(|same| !same.rises()));
            let next_two = after(2).joined(1, &after(3), 1).expect("the next step");
            assert_eq!(two.joined(2, &next_two, 2).map(|four| four.write_rise), Some(step));
            assert!(two.joined(2, &after(2), 2).is_none(), "two of one step");
        }
        assert!(one(5).joined(1, &one(4), 1).is_none() && one(5).joined(1, &one(21), 1).is_none());
    }

    #[test]
    fn a_ramp_is_before_what_comes_after_its_end() {
        let ramp = Segment { write_rise: 1, ..one(5) };
        let mut clock = VectorClock::default();
        (0..7).for_each(|_| clock.increment(ThreadId(1)));
        assert!(ramp.is_before(3, &clock) && !ramp.is_before(4, &clock));
    }
}
