//! Modes: how the elements of an array share the states that are kept of them
//! [ShrinkWrap Figure 4.5, §5.1].
//!
//! A mode is a partition of the indices. Its classes are called *segments* here and are numbered
//! from 0; `γ` is [`Mode::segment_of`].
//!
//! Differs from the thesis:
//! - `(BLOCK d)` and `(STRIDE d)` are one mode, a *grid*: blocks, and in each the indices that are equal
//!   modulo a stride. A loop that is unrolled has a place in code for each of these classes, while each
//!   thread has a block.
//! - `SPLIT` and the mode for triangular patterns are one mode of ranges, by another name when there are
//!   more than three of them. Columns of an LU factorisation are cut once more in each phase; no grid can
//!   do that, while ranges have a state for each phase rather than for each element.

use super::footprint::Footprint;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mode {
    /// Of as many as `block` neighbours each, those indices that are equal modulo `stride`. A block is as
    /// long as the array, or a multiple of the stride; the last one may be shorter. With stride 1 it is
    /// `(BLOCK d)`, with one block `(STRIDE d)`, and with both COARSE.
    Grid { block: u32, stride: u32 },
    /// Ranges of any lengths, by where they begin: rising, the first at 0. Up to three are SPLIT.
    Ranges(Vec<u32>),
    /// Every element for itself; for good.
    Fine,
}

/// What modes are called where they are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ModeName {
    Coarse,
    Block,
    Stride,
    Grid,
    Split,
    Ranges,
    Fine,
}

impl ModeName {
    pub const ALL: [ModeName; 7] = [
        ModeName::Coarse,
        ModeName::Block,
        ModeName::Stride,
        ModeName::Grid,
        ModeName::Split,
        ModeName::Ranges,
        ModeName::Fine,
    ];
}

/// The most ranges that are called SPLIT.
const SPLIT: usize = 3;

impl Mode {
    pub fn coarse(length: u32) -> Mode {
        Mode::Grid { block: length.max(1), stride: 1 }
    }

    pub fn name(&self, length: u32) -> ModeName {
        match self {
            Mode::Grid { block, stride: 1 } if *block >= length => ModeName::Coarse,
            Mode::Grid { stride: 1, .. } => ModeName::Block,
            Mode::Grid { block, .. } if *block >= length => ModeName::Stride,
            Mode::Grid { .. } => ModeName::Grid,
            Mode::Ranges(starts) if starts.len() <= SPLIT => ModeName::Split,
            Mode::Ranges(_) => ModeName::Ranges,
            Mode::Fine => ModeName::Fine,
        }
    }

    /// How many segments an array of that length has, which is not empty.
    pub fn segments(&self, length: u32) -> u32 {
        match self {
            Mode::Grid { block, stride } => {
                let before = (length - 1) / block;
                before * stride + (length - before * block).min(*stride)
            }
            Mode::Ranges(starts) => starts.len() as u32,
            Mode::Fine => length,
        }
    }

    /// `γ`: the segment of an index.
    pub fn segment_of(&self, index: u32) -> u32 {
        match self {
            Mode::Grid { block, stride } => index / block * stride + index % block % stride,
            Mode::Ranges(starts) => starts.partition_point(|&start| start <= index) as u32 - 1,
            Mode::Fine => index,
        }
    }

    /// The indices of a segment.
    pub fn elements(&self, segment: u32, length: u32) -> Footprint {
        match self {
            Mode::Grid { block, stride } => {
                let first = segment / stride * block;
                let begin = first + segment % stride;
                let more = (length.min(first + block) - 1 - begin) / stride;
                let apart = if more == 0 { 1 } else { *stride };
                Footprint { begin, end: begin + more * stride, stride: apart }
            }
            Mode::Ranges(starts) => {
                let end = starts.get(segment as usize + 1).copied().unwrap_or(length);
                Footprint::range(starts[segment as usize], end)
            }
            Mode::Fine => Footprint::single(segment),
        }
    }

    /// The last index of the block, or of the segment, that has an index. Those of one block that a footprint
    /// touches come one after the other, and again.
    pub fn end_of_part(&self, index: u32, length: u32) -> u32 {
        match self {
            Mode::Grid { block, .. } => length.min(index - index % block + block) - 1,
            _ => self.elements(self.segment_of(index), length).end,
        }
    }

    /// What stands between two indices of a segment.
    pub fn stride(&self) -> u32 {
        match self {
            Mode::Grid { stride, .. } => *stride,
            _ => 1,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// All modes of arrays of that length, with ranges of a few kinds.
    pub fn modes(length: u32) -> Vec<Mode> {
        let mut modes = vec![Mode::Fine];
        for stride in 1..=length {
            modes.push(Mode::Grid { block: length, stride });
            let blocks = (stride..length).filter(|block| block.is_multiple_of(stride));
            modes.extend(blocks.map(|block| Mode::Grid { block, stride }));
        }
        for first in 1..length {
            modes.push(Mode::Ranges(vec![0, first]));
            modes.extend((first + 1..length).map(|next| Mode::Ranges(vec![0, first, next])));
            modes.push(Mode::Ranges((0..=first).collect()));
        }
        modes
    }

    #[test]
    fn every_mode_is_a_partition() {
        for length in 1..20 {
            for mode in modes(length) {
                let mut seen = vec![false; length as usize];
                for segment in 0..mode.segments(length) {
                    let elements = mode.elements(segment, length);
                    assert!(!elements.is_empty(), "{mode:?} of {length}: {segment}");
                    for index in elements.indices() {
                        assert_eq!(mode.segment_of(index), segment, "{mode:?} of {length}");
                        assert!(!std::mem::replace(&mut seen[index as usize], true));
                    }
                }
                assert!(seen.iter().all(|&seen| seen), "{mode:?} of {length}");
            }
        }
    }
}
