//! The events of a trace, and what makes a sequence of them a trace [ShrinkWrap §2.1].
//!
//! Differs from the thesis: fork, join and volatile accesses are there too, as in FastTrack.

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

id!(
    /// A thread of one trace: `t1`.
    ThreadId, "t"
);
id!(
    /// A memory location, a field of one object or an element of one array: `x3`.
    LocationId, "x"
);
id!(
    /// The place of an access in the code, numbered for one run: `s7`.
    SiteId, "s"
);
id!(
    /// A monitor or another lock that one thread holds at a time: `m2`.
    LockId, "m"
);
id!(
    /// A volatile variable: `v0`.
    VariableId, "v"
);

/// One step of one thread. Its text is the line that traces of tests are written in
/// (`read t1 x3 s7`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Read {
        thread: ThreadId,
        location: LocationId,
        site: SiteId,
    },
    Write {
        thread: ThreadId,
        location: LocationId,
        site: SiteId,
    },
    /// The outermost acquire of a lock; re-entering a monitor is no event.
    Acquire {
        thread: ThreadId,
        lock: LockId,
    },
    /// The outermost release of a lock.
    Release {
        thread: ThreadId,
        lock: LockId,
    },
    Fork {
        thread: ThreadId,
        child: ThreadId,
    },
    Join {
        thread: ThreadId,
        child: ThreadId,
    },
    VolatileRead {
        thread: ThreadId,
        variable: VariableId,
    },
    VolatileWrite {
        thread: ThreadId,
        variable: VariableId,
    },
}

impl Event {
    /// The thread that takes this step.
    pub fn thread(&self) -> ThreadId {
        match *self {
            Event::Read { thread, .. }
            | Event::Write { thread, .. }
            | Event::Acquire { thread, .. }
            | Event::Release { thread, .. }
            | Event::Fork { thread, .. }
            | Event::Join { thread, .. }
            | Event::VolatileRead { thread, .. }
            | Event::VolatileWrite { thread, .. } => thread,
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Read { thread, location, site } => write!(f, "read {thread} {location} {site}"),
            Event::Write { thread, location, site } => {
                write!(f, "write {thread} {location} {site}")
            }
            Event::Acquire { thread, lock } => write!(f, "acquire {thread} {lock}"),
            Event::Release { thread, lock } => write!(f, "release {thread} {lock}"),
            Event::Fork { thread, child } => write!(f, "fork {thread} {child}"),
            Event::Join { thread, child } => write!(f, "join {thread} {child}"),
            Event::VolatileRead { thread, variable } => write!(f, "vread {thread} {variable}"),
            Event::VolatileWrite { thread, variable } => write!(f, "vwrite {thread} {variable}"),
        }
    }
}

/// Why a sequence of events is not a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IllFormed {
    /// The index of the event that cannot follow those before it.
    pub event: usize,
    pub problem: Problem,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// A thread acts after another has seen its end.
    ActsAfterItsEnd(ThreadId),
    /// A thread is forked that has acted, was forked already, or is the forking thread.
    ForkedTooLate(ThreadId),
    /// A thread is joined that nobody has forked and that has not acted, or by itself.
    JoinedTooEarly(ThreadId),
    /// A lock is acquired while some thread holds it.
    NotFree(LockId, ThreadId),
    /// A lock is released by a thread that does not hold it.
    NotHeld(LockId, ThreadId),
}

impl fmt::Display for IllFormed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: ", self.event)?;
        match self.problem {
            Problem::ActsAfterItsEnd(thread) => {
                write!(f, "{thread} acts, expected nothing of it after it was joined")
            }
            Problem::ForkedTooLate(thread) => {
                write!(f, "{thread} is forked, expected a thread that has not begun")
            }
            Problem::JoinedTooEarly(thread) => {
                write!(f, "{thread} is joined, expected another thread that has begun")
            }
            Problem::NotFree(lock, holder) => {
                write!(f, "{lock} is acquired, expected that {holder} had released it")
            }
            Problem::NotHeld(lock, thread) => {
                write!(f, "{lock} is released, expected that {thread} held it")
            }
        }
    }
}

impl std::error::Error for IllFormed {}

/// Whether a sequence of events is one that a run can show.
///
/// A thread that nobody forks is there from the start: the main thread, and those that native code
/// attached. A thread may end while it holds a lock, which then stays held.
pub fn check_well_formed(trace: &[Event]) -> Result<(), IllFormed> {
    let mut begun: FxHashSet<ThreadId> = FxHashSet::default();
    let mut ended: FxHashSet<ThreadId> = FxHashSet::default();
    let mut holders: FxHashMap<LockId, ThreadId> = FxHashMap::default();
    for (event, step) in trace.iter().enumerate() {
        let ill_formed = |problem| Err(IllFormed { event, problem });
        let thread = step.thread();
        if ended.contains(&thread) {
            return ill_formed(Problem::ActsAfterItsEnd(thread));
        }
        begun.insert(thread);
        match *step {
            Event::Fork { child, .. } if !begun.insert(child) => {
                return ill_formed(Problem::ForkedTooLate(child));
            }
            Event::Join { child, .. } => {
                if child == thread || !begun.contains(&child) {
                    return ill_formed(Problem::JoinedTooEarly(child));
                }
                ended.insert(child);
            }
            Event::Acquire { lock, .. } => {
                if let Some(holder) = holders.insert(lock, thread) {
                    return ill_formed(Problem::NotFree(lock, holder));
                }
            }
            Event::Release { lock, .. } if holders.remove(&lock) != Some(thread) => {
                return ill_formed(Problem::NotHeld(lock, thread));
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const T0: ThreadId = ThreadId(0);
    const T1: ThreadId = ThreadId(1);
    const M: LockId = LockId(0);
    const ACT: Event = Event::VolatileRead { thread: T1, variable: VariableId(0) };

    #[track_caller]
    fn check(trace: &[Event], expected: Result<(), (usize, Problem)>) {
        let found = check_well_formed(trace).map_err(|ill| (ill.event, ill.problem));
        assert_eq!(found, expected);
    }

    #[test]
    fn threads_begin_and_end_once() {
        let fork = Event::Fork { thread: T0, child: T1 };
        let join = Event::Join { thread: T0, child: T1 };
        check(&[fork, ACT, join, join], Ok(()));
        check(&[ACT, join], Ok(()));
        check(&[ACT, fork], Err((1, Problem::ForkedTooLate(T1))));
        check(&[fork, fork], Err((1, Problem::ForkedTooLate(T1))));
        check(&[join], Err((0, Problem::JoinedTooEarly(T1))));
        check(&[fork, join, ACT], Err((2, Problem::ActsAfterItsEnd(T1))));
        check(&[Event::Fork { thread: T0, child: T0 }], Err((0, Problem::ForkedTooLate(T0))));
        check(&[Event::Join { thread: T0, child: T0 }], Err((0, Problem::JoinedTooEarly(T0))));
    }

    #[test]
    fn locks_have_one_holder() {
        let acquire = |thread| Event::Acquire { thread, lock: M };
        let release = |thread| Event::Release { thread, lock: M };
        check(&[acquire(T0), release(T0), acquire(T1), release(T1)], Ok(()));
        check(&[acquire(T0), acquire(T1)], Err((1, Problem::NotFree(M, T0))));
        check(&[acquire(T0), acquire(T0)], Err((1, Problem::NotFree(M, T0))));
        check(&[acquire(T0), release(T1)], Err((1, Problem::NotHeld(M, T1))));
        check(&[release(T0)], Err((0, Problem::NotHeld(M, T0))));
    }

    #[test]
    fn events_are_lines() {
        let read = Event::Read { thread: T1, location: LocationId(3), site: SiteId(7) };
        assert_eq!(read.to_string(), "read t1 x3 s7");
        assert_eq!(Event::Acquire { thread: T0, lock: M }.to_string(), "acquire t0 m0");
    }
}
