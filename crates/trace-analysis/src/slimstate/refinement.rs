//! Refinement: the mode in which a footprint can be committed that is not compatible with the mode
//! that there is [ShrinkWrap §3.3 and §5.1].
//!
//! The new mode's segments lie within the old one's, so that states are copied and never compared.
//! In general the best mode cannot be seen from one footprint; what is chosen here is:
//!
//! - a grid, from a grid: of the smallest stride that has both, and of blocks as long as the footprint,
//!   where those fit ([ShrinkWrap §3.3]);
//! - else, from blocks or ranges and for a footprint without gaps, ranges, cut where it begins and ends, as
//!   long as there are few, or it shares one end with a range that there is;
//! - else FINE.
//!
//! Many short ranges are what is left where threads synchronise every few elements and no
//! [`ramp`](super::ramp) comes of it; what is done next may make them one again. So an array has patience for
//! some short footprints for each element, and gets some back from each long one ([`wear`]); one that is out of
//! patience becomes FINE.
//!
//! Differs from the thesis: transitions begin anywhere, not only at COARSE. Between strides, neither
//! needs to divide the other. Blocks become ranges, by way of the runs of blocks whose states are equal.

use super::compatibility::gcd;
use super::footprint::Footprint;
use super::mode::Mode;

/// More blocks than this must be this long.
const MANY_BLOCKS: u32 = 64;
const LONG_BLOCK: u32 = 16;

/// Up to so many ranges, any footprint may cut, and none wears the array's patience.
const FEW_RANGES: usize = 8;
const LONG_RANGE: u32 = 4;

/// More are never worth it: to cut one of many is to move all after it.
pub const MOST_RANGES: usize = 4096;

/// That of an array of that length: a few accesses to each element may stand between synchronisations.
pub fn all_patience(length: u32) -> u32 {
    length.saturating_mul(4)
}

/// The patience that an array of that length has left after a commit in that mode; `None` if it has none.
pub fn wear(patience: u32, mode: &Mode, footprint: Footprint, length: u32) -> Option<u32> {
    match mode {
        Mode::Ranges(starts) if starts.len() > FEW_RANGES => match footprint.count() {
            count if count < LONG_RANGE => patience.checked_sub(1),
            count => Some(all_patience(length).min(patience + count)),
        },
        _ => Some(patience),
    }
}

/// A mode that refines `mode` and that a footprint is compatible with, which is not so of `mode`.
/// `runs` says where in a mode of blocks those begin whose states are not those of the block before.
pub fn refine(
    mode: &Mode,
    footprint: Footprint,
    length: u32,
    runs: impl FnOnce() -> Vec<u32>,
) -> Mode {
    let refined = match mode {
        Mode::Grid { block, stride } => grid(*block, *stride, footprint, length).or_else(|| {
            let is_contiguous = *stride == 1 && footprint.stride == 1;
            is_contiguous.then(|| cut(runs(), footprint, length)).flatten()
        }),
        Mode::Ranges(starts) if footprint.stride == 1 => cut(starts.clone(), footprint, length),
        _ => None,
    };
    refined.unwrap_or(Mode::Fine)
}

/// The footprint is taken for what lies between its ends, these rounded to multiples of its stride.
fn grid(d: u32, stride: u32, footprint: Footprint, length: u32) -> Option<Mode> {
    let begin = footprint.begin - footprint.begin % footprint.stride;
    let end = length.min(footprint.end - footprint.end % footprint.stride + footprint.stride);
    let both = u64::from(stride / gcd(stride, footprint.stride)) * u64::from(footprint.stride);
    if both > 1 && 2 * both > u64::from(length) {
        return None;
    }
    let both = both as u32;
    let fits = |block: u32| {
        block >= 2
            && (d >= length || d.is_multiple_of(block))
            && begin.is_multiple_of(block)
            && (end == length || end.is_multiple_of(block))
            && (block >= LONG_BLOCK || length.div_ceil(block) <= MANY_BLOCKS)
            && (block >= length || block.is_multiple_of(both))
            && (both == 1
                || 2 * u64::from(length.div_ceil(block)) * u64::from(both) <= u64::from(length))
    };
    let block = if fits(end - begin) {
        end - begin
    } else if d >= length {
        return None;
    } else {
        let block = gcd(gcd(d, begin), if end == length { 0 } else { end });
        if !fits(block) || d > 2 * block {
            return None;
        }
        block
    };
    Some(Mode::Grid { block, stride: both })
}

fn cut(mut starts: Vec<u32>, footprint: Footprint, length: u32) -> Option<Mode> {
    let (begin, end) = (footprint.begin, footprint.end + 1);
    let before = starts.len();
    for cut in [begin, end] {
        if let Err(at) = starts.binary_search(&cut)
            && cut < length
        {
            starts.insert(at, cut);
        }
    }
    let is_worth_it = starts.len() <= MOST_RANGES && starts.len() == before + 1;
    (starts.len() <= FEW_RANGES || is_worth_it).then_some(Mode::Ranges(starts))
}

#[cfg(test)]
mod tests {
    use super::super::compatibility::touched;
    use super::super::mode::tests::modes;
    use super::*;

    const COARSE: Mode = Mode::Grid { block: 64, stride: 1 };

    fn blocks(block: u32) -> Mode {
        Mode::Grid { block, stride: 1 }
    }

    fn strides(stride: u32) -> Mode {
        Mode::Grid { block: 64, stride }
    }

    #[track_caller]
    fn check(from: Mode, footprint: (u32, u32, u32), expected: Mode) {
        let footprint = Footprint { begin: footprint.0, end: footprint.1, stride: footprint.2 };
        assert_eq!(refine(&from, footprint, 64, || starts(&from, 64)), expected);
    }

    fn starts(mode: &Mode, length: u32) -> Vec<u32> {
        (0..mode.segments(length)).map(|segment| mode.elements(segment, length).begin).collect()
    }

    #[test]
    fn blocks_and_strides_of_the_thesis() {
        check(COARSE, (16, 31, 1), blocks(16));
        check(blocks(32), (0, 15, 1), blocks(16));
        check(COARSE, (0, 62, 2), strides(2));
        check(strides(2), (0, 60, 4), strides(4));
        check(COARSE, (1, 62, 1), Mode::Ranges(vec![0, 1, 63]));
        check(COARSE, (5, 11, 3), Mode::Fine);
    }

    #[test]
    fn transitions_that_the_thesis_does_not_have() {
        check(strides(4), (1, 61, 6), strides(12));
        check(blocks(32), (16, 47, 1), blocks(16));
        check(blocks(32), (1, 63, 1), Mode::Ranges(vec![0, 1, 32]));
        check(Mode::Ranges(vec![0, 1]), (2, 63, 1), Mode::Ranges(vec![0, 1, 2]));
    }

    #[test]
    fn blocks_of_strides() {
        let grid = |block, stride| Mode::Grid { block, stride };
        check(COARSE, (3, 27, 8), grid(32, 8));
        check(grid(32, 8), (35, 62, 3), Mode::Fine);
        check(grid(32, 2), (16, 31, 1), grid(16, 2));
        check(grid(32, 1), (17, 31, 2), grid(16, 2));
        check(strides(4), (16, 31, 1), grid(16, 4));
        // Most of it is in the first block; the last one has an element for each class.
        check(COARSE, (0, 54, 6), grid(60, 6));
    }

    #[test]
    fn many_ranges_are_cut_at_one_end_only() {
        let many: Vec<u32> = (0..9).collect();
        check(Mode::Ranges(many.clone()), (9, 63, 1), Mode::Ranges((0..10).collect()));
        check(Mode::Ranges(many.clone()), (8, 8, 1), Mode::Ranges((0..10).collect()));
        check(Mode::Ranges(many.clone()), (20, 20, 1), Mode::Fine);
        check(Mode::Ranges(many), (20, 40, 1), Mode::Fine);
    }

    #[test]
    fn a_refinement_is_one_and_is_compatible() {
        for length in 2..14 {
            for mode in modes(length).into_iter().filter(|mode| *mode != Mode::Fine) {
                for begin in 0..length {
                    for (end, stride) in (1..length)
                        .flat_map(|k| (begin..length).step_by(k as usize).map(move |e| (e, k)))
                    {
                        let footprint = Footprint { begin, end, stride };
                        let compatible = |mode: &Mode| {
                            touched(mode, footprint, length).iter().all(|touched| touched.covered)
                        };
                        if (begin == end && stride > 1) || compatible(&mode) {
                            continue;
                        }
                        let refined = refine(&mode, footprint, length, || starts(&mode, length));
                        assert!(compatible(&refined), "{mode:?} {footprint:?} {refined:?}");
                        for index in 0..length {
                            let segment = refined.elements(refined.segment_of(index), length);
                            let within = |other| mode.segment_of(other) == mode.segment_of(index);
                            assert!(segment.indices().all(within), "{mode:?} {refined:?}");
                        }
                    }
                }
            }
        }
    }
}
