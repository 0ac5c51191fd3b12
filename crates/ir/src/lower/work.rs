//! Limits that keep hostile code from taking unbounded time or memory. The largest methods of
//! real programs stay a hundred times below them.

use super::unlowerable::Unlowerable;

/// Blocks of a method whose subroutines are inlined.
pub(super) const INLINED_BLOCKS: usize = 20_000;

/// Edges of the control-flow graph, exceptional ones included.
pub(super) const EDGES: usize = 1 << 21;

/// Instructions of a body. More than a method's code can hold need many inlined subroutines.
pub(super) const INSTRUCTIONS: usize = 1 << 20;

/// Variables remembered at the ends of blocks.
pub(super) const REMEMBERED: usize = 1 << 24;

/// Steps of the loops whose running time is not linear in the size of the code.
const STEPS: usize = 1 << 28;

/// What is left of a method's allowance.
pub(super) struct Work {
    left: usize,
}

impl Work {
    pub(super) fn new() -> Work {
        Work { left: STEPS }
    }

    #[inline]
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), Unlowerable> {
        self.left = self.left.checked_sub(steps).ok_or(Unlowerable::TooLarge)?;
        Ok(())
    }
}
