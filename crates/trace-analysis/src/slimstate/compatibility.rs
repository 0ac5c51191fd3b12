//! Compatibility of footprints and modes [ShrinkWrap Figure 4.6].
//!
//! Differs from the thesis: the answer is given segment by segment, because one that is covered in
//! part stands in no one's way if nothing has to be done to it ([Same Epoch]). And it is [FP COMPAT]
//! in all cases: Lemma 4.3 overlooks that `<b:e:k>` consists of whole classes of `(STRIDE d)` whenever
//! `k` divides `d` and the footprint reaches from end to end, and of classes of a single index.
//! In a block of a grid, the same holds of the ends of the block.

use super::footprint::Footprint;
use super::mode::Mode;

/// A segment that has elements in a footprint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Touched {
    pub segment: u32,
    /// Whether all of its elements are in the footprint.
    pub covered: bool,
}

/// `ρ`: the segments that a footprint touches, in the order in which its indices come to them.
pub fn touched(mode: &Mode, footprint: Footprint, length: u32) -> Vec<Touched> {
    let Footprint { begin, end, stride } = footprint;
    let period = mode.stride() / gcd(mode.stride(), stride);
    let mut all = Vec::new();
    let mut first = begin;
    while first <= end {
        let indices = (end.min(mode.end_of_part(first, length)) - first) / stride + 1;
        for at in 0..indices.min(period) {
            let segment = mode.segment_of(first + at * stride);
            let elements = mode.elements(segment, length);
            let covered = elements.count() == 1
                || mode.stride().is_multiple_of(stride)
                    && begin <= elements.begin
                    && elements.end <= end;
            all.push(Touched { segment, covered });
        }
        first += indices * stride;
    }
    all
}

pub fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::super::mode::tests::modes;
    use super::*;

    #[test]
    fn touched_and_covered_by_definition() {
        for length in 1..16 {
            for footprint in footprints(length) {
                for mode in modes(length) {
                    let found = touched(&mode, footprint, length);
                    for segment in 0..mode.segments(length) {
                        let elements = mode.elements(segment, length);
                        let has = |index| footprint.contains(index);
                        let covered = elements.indices().all(has);
                        let expected =
                            elements.indices().any(has).then_some(Touched { segment, covered });
                        let mut of = found.iter().filter(|touched| touched.segment == segment);
                        assert_eq!(of.next().copied(), expected, "{mode:?} {footprint:?}");
                        assert_eq!(of.next(), None, "{mode:?} {footprint:?}");
                    }
                }
            }
        }
    }

    fn footprints(length: u32) -> Vec<Footprint> {
        let mut all: Vec<Footprint> = (0..length).map(Footprint::single).collect();
        for begin in 0..length {
            for stride in 1..length {
                let ends = (begin + stride..length).step_by(stride as usize);
                all.extend(ends.map(|end| Footprint { begin, end, stride }));
            }
        }
        all
    }
}
