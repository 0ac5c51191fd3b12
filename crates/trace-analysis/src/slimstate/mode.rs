//! Modes: how the elements of an array share the states that are kept of them
//! [ShrinkWrap Figure 4.5, §5.1].
//!
//! A mode is a partition of the indices. Its classes are called *segments* here and are numbered
//! from 0; `γ` is [`Mode::segment_of`].
//!
//! Differs from the thesis: `SPLIT` and the mode for triangular patterns are one mode of ranges, by
//! another name when there are more than three of them. Columns of an LU factorisation are cut once
//! more in each phase; neither blocks nor strides can do that, while ranges have a state for each
//! phase rather than for each element.

use super::footprint::Footprint;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mode {
    /// `(BLOCK d)`: as many as `d` neighbours each; the last segment may be shorter. With `d` the
    /// length of the array it is COARSE.
    Block(u32),
    /// `(STRIDE d)`: the indices that are equal modulo `d`.
    Stride(u32),
    /// Ranges of any lengths, by where they begin: rising, the first at 0. Up to three are SPLIT.
    Ranges(Vec<u32>),
    /// Every element for itself; for good, and without footprints.
    Fine,
}

/// What modes are called where they are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ModeName {
    Coarse,
    Block,
    Stride,
    Split,
    Ranges,
    Fine,
}

impl ModeName {
    pub const ALL: [ModeName; 6] = [
        ModeName::Coarse,
        ModeName::Block,
        ModeName::Stride,
        ModeName::Split,
        ModeName::Ranges,
        ModeName::Fine,
    ];
}

/// The most ranges that are called SPLIT.
const SPLIT: usize = 3;

impl Mode {
    pub fn coarse(length: u32) -> Mode {
        Mode::Block(length.max(1))
    }

    pub fn name(&self, length: u32) -> ModeName {
        match self {
            Mode::Block(d) if *d >= length => ModeName::Coarse,
            Mode::Block(_) => ModeName::Block,
            Mode::Stride(_) => ModeName::Stride,
            Mode::Ranges(starts) if starts.len() <= SPLIT => ModeName::Split,
            Mode::Ranges(_) => ModeName::Ranges,
            Mode::Fine => ModeName::Fine,
        }
    }

    /// How many segments an array of that length has, which is not empty.
    pub fn segments(&self, length: u32) -> u32 {
        match self {
            Mode::Block(d) => length.div_ceil(*d),
            Mode::Stride(d) => *d,
            Mode::Ranges(starts) => starts.len() as u32,
            Mode::Fine => length,
        }
    }

    /// `γ`: the segment of an index.
    pub fn segment_of(&self, index: u32) -> u32 {
        match self {
            Mode::Block(d) => index / d,
            Mode::Stride(d) => index % d,
            Mode::Ranges(starts) => starts.partition_point(|&start| start <= index) as u32 - 1,
            Mode::Fine => index,
        }
    }

    /// The indices of a segment.
    pub fn elements(&self, segment: u32, length: u32) -> Footprint {
        match self {
            Mode::Block(d) => Footprint::range(segment * d, length.min(segment * d + d)),
            Mode::Stride(d) => {
                let more = (length - 1 - segment) / d;
                let stride = if more == 0 { 1 } else { *d };
                Footprint { begin: segment, end: segment + more * d, stride }
            }
            Mode::Ranges(starts) => {
                let end = starts.get(segment as usize + 1).copied().unwrap_or(length);
                Footprint::range(starts[segment as usize], end)
            }
            Mode::Fine => Footprint::single(segment),
        }
    }

    /// Whether every segment is a range.
    pub fn is_contiguous(&self) -> bool {
        !matches!(self, Mode::Stride(_))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// All modes of arrays of that length, with ranges of a few kinds.
    pub fn modes(length: u32) -> Vec<Mode> {
        let mut modes = vec![Mode::Fine];
        modes.extend((1..=length).map(Mode::Block));
        modes.extend((2..=length).map(Mode::Stride));
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
