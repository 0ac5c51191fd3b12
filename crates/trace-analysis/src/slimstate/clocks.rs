//! The clocks of threads, locks and volatile variables, with the question on which commits depend:
//! whether an acquire teaches its thread anything.
//!
//! Differs from [`fasttrack`](crate::fasttrack()), as the runtime does (`ThreadState.java`): a clock
//! ticks at a release only if an access was checked under it.

use rustc_hash::FxHashMap;

use crate::event::{LockId, ThreadId, VariableId};
use crate::vector_clock::VectorClock;

#[derive(Default)]
pub struct Clocks {
    threads: FxHashMap<ThreadId, Thread>,
    locks: FxHashMap<LockId, VectorClock>,
    variables: FxHashMap<VariableId, VectorClock>,
}

#[derive(Default)]
struct Thread {
    /// What happens before its next step; its own clock is one less than the current one.
    known: VectorClock,
    /// Whether something was checked under the current clock.
    recorded: bool,
}

impl Clocks {
    /// The clock with which accesses are checked; from now on one is.
    pub fn record(&mut self, thread: ThreadId) -> VectorClock {
        let thread_state = self.threads.entry(thread).or_default();
        thread_state.recorded = true;
        let mut clock = thread_state.known.clone();
        clock.increment(thread);
        clock
    }

    /// What the thread's accesses in this epoch are published with.
    pub fn release(&mut self, thread: ThreadId) -> VectorClock {
        let thread_state = self.threads.entry(thread).or_default();
        if std::mem::take(&mut thread_state.recorded) {
            thread_state.known.increment(thread);
        }
        thread_state.known.clone()
    }

    pub fn acquire(&mut self, thread: ThreadId, released: &VectorClock) {
        self.threads.entry(thread).or_default().known.join(released);
    }

    /// Whether an acquire of this clock would change the thread's.
    pub fn teaches(&self, thread: ThreadId, released: &VectorClock) -> bool {
        let nothing = VectorClock::default();
        let known = self.threads.get(&thread).map_or(&nothing, |thread| &thread.known);
        !released.leq(known)
    }

    pub fn of_lock(&mut self, lock: LockId) -> &mut VectorClock {
        self.locks.entry(lock).or_default()
    }

    pub fn of_variable(&mut self, variable: VariableId) -> &mut VectorClock {
        self.variables.entry(variable).or_default()
    }
}
