//! Refinement: the mode in which a footprint can be committed that is not compatible with the mode
//! that there is [ShrinkWrap §3.3 and §5.1].
//!
//! The new mode's segments lie within the old one's, so that states are copied and never compared.
//! In general the best mode cannot be seen from one footprint; what is chosen here is:
//!
//! - from blocks, blocks as long as the footprint, where those fit ([ShrinkWrap §3.3]);
//! - from strides, the smallest stride that has both;
//! - else ranges, cut where the footprint begins and ends, as long as there are few, or the footprint
//!   shares one end with a range that there is;
//! - else FINE.
//!
//! Many short ranges are what is left by a loop that synchronises for each element, and what is done next
//! may make them one again. So an array has patience for some short footprints for each element, and gets
//! some back from each long one ([`wear`]); one that is out of patience becomes FINE.
//! The runtime also learns from arrays that were filled at the same place before (`Refinement.java`), of which
//! the model knows nothing: that concerns thousands of arrays.
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
const MOST_RANGES: usize = 4096;

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
        Mode::Block(d) if footprint.stride == 1 => {
            blocks(*d, footprint, length).or_else(|| cut(runs(), footprint, length))
        }
        Mode::Ranges(starts) if footprint.stride == 1 => cut(starts.clone(), footprint, length),
        Mode::Block(d) if *d >= length => strides(1, footprint, length),
        Mode::Stride(d) if footprint.stride > 1 => strides(*d, footprint, length),
        _ => None,
    };
    refined.unwrap_or(Mode::Fine)
}

fn blocks(d: u32, footprint: Footprint, length: u32) -> Option<Mode> {
    let (begin, end) = (footprint.begin, footprint.end + 1);
    let fits = |block: u32| {
        block >= 2
            && (d >= length || d.is_multiple_of(block))
            && begin.is_multiple_of(block)
            && (end == length || end.is_multiple_of(block))
            && (block >= LONG_BLOCK || length.div_ceil(block) <= MANY_BLOCKS)
    };
    if fits(end - begin) {
        return Some(Mode::Block(end - begin));
    }
    if d >= length {
        return None;
    }
    let block = gcd(gcd(d, begin), if end == length { 0 } else { end });
    (fits(block) && d <= 2 * block).then_some(Mode::Block(block))
}

fn strides(d: u32, footprint: Footprint, length: u32) -> Option<Mode> {
    let Footprint { begin, end, stride } = footprint;
    let is_complete = begin < stride && length - end <= stride;
    let both = u64::from(d / gcd(d, stride)) * u64::from(stride);
    (is_complete && 2 * both <= u64::from(length)).then_some(Mode::Stride(both as u32))
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

    const COARSE: Mode = Mode::Block(64);

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
        check(COARSE, (16, 31, 1), Mode::Block(16));
        check(Mode::Block(32), (0, 15, 1), Mode::Block(16));
        check(COARSE, (0, 62, 2), Mode::Stride(2));
        check(Mode::Stride(2), (0, 60, 4), Mode::Stride(4));
        check(COARSE, (1, 62, 1), Mode::Ranges(vec![0, 1, 63]));
        check(COARSE, (0, 20, 2), Mode::Fine);
    }

    #[test]
    fn transitions_that_the_thesis_does_not_have() {
        check(Mode::Stride(4), (1, 61, 6), Mode::Stride(12));
        check(Mode::Block(32), (16, 47, 1), Mode::Block(16));
        check(Mode::Block(32), (1, 63, 1), Mode::Ranges(vec![0, 1, 32]));
        check(Mode::Ranges(vec![0, 1]), (2, 63, 1), Mode::Ranges(vec![0, 1, 2]));
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
