//! Vector clocks: for each thread, how much of it is known to have happened [ShrinkWrap §2.2].

use crate::event::ThreadId;

/// A map from threads to clocks, zero for all threads at first.
#[derive(Debug, Clone, Default)]
pub struct VectorClock {
    clocks: Vec<u32>,
}

impl VectorClock {
    pub fn get(&self, thread: ThreadId) -> u32 {
        self.clocks.get(thread.0 as usize).copied().unwrap_or(0)
    }

    /// `inc_t`: one more step of this thread.
    pub fn increment(&mut self, thread: ThreadId) {
        let index = thread.0 as usize;
        if index >= self.clocks.len() {
            self.clocks.resize(index + 1, 0);
        }
        self.clocks[index] += 1;
    }

    /// `self := self ⊔ other`.
    pub fn join(&mut self, other: &VectorClock) {
        if self.clocks.len() < other.clocks.len() {
            self.clocks.resize(other.clocks.len(), 0);
        }
        for (clock, &others) in self.clocks.iter_mut().zip(&other.clocks) {
            *clock = (*clock).max(others);
        }
    }

    /// `self ⊑ other`.
    pub fn leq(&self, other: &VectorClock) -> bool {
        (0..).map(ThreadId).zip(&self.clocks).all(|(thread, &clock)| clock <= other.get(thread))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(clocks: &[u32]) -> VectorClock {
        VectorClock { clocks: clocks.to_vec() }
    }

    #[test]
    fn order_and_join_are_by_component() {
        // [ShrinkWrap Example 2.6]
        let (left, right) = (clock(&[1]), clock(&[0, 1]));
        assert!(!left.leq(&right) && !right.leq(&left));
        let mut both = left.clone();
        both.join(&right);
        assert_eq!(both.clocks, [1, 1]);
        assert!(left.leq(&both) && right.leq(&both) && !both.leq(&left));
        both.increment(ThreadId(3));
        assert_eq!(both.clocks, [1, 1, 0, 1]);
        assert!(clock(&[1, 1, 0, 0]).leq(&clock(&[1, 1])), "absent is zero");
    }
}
