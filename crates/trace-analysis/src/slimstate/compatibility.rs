//! Compatibility of footprints and modes [ShrinkWrap Figure 4.6].
//!
//! Differs from the thesis: the answer is given segment by segment, because one that is covered in
//! part stands in no one's way if nothing has to be done to it ([Same Epoch]). And it is [FP COMPAT]
//! in all cases: Lemma 4.3 overlooks that `<b:e:k>` consists of whole classes of `(STRIDE d)` whenever
//! `k` divides `d` and the footprint reaches from end to end, and of classes of a single index.

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
    match mode {
        _ if footprint.is_empty() => Vec::new(),
        Mode::Stride(d) => {
            let period = d / gcd(*d, stride);
            let touch = |at: u32| {
                let segment = (begin + at * stride) % d;
                let elements = mode.elements(segment, length);
                let covered = elements.count() == 1
                    || d.is_multiple_of(stride) && begin <= elements.begin && elements.end <= end;
                Touched { segment, covered }
            };
            (0..footprint.count().min(period)).map(touch).collect()
        }
        _ if stride == 1 => {
            let touch = |segment| {
                let elements = mode.elements(segment, length);
                Touched { segment, covered: begin <= elements.begin && elements.end <= end }
            };
            (mode.segment_of(begin)..=mode.segment_of(end)).map(touch).collect()
        }
        _ => {
            let mut all = Vec::new();
            for segment in footprint.indices().map(|index| mode.segment_of(index)) {
                let covered = mode.elements(segment, length).count() == 1;
                let touched = Touched { segment, covered };
                if all.last() != Some(&touched) {
                    all.push(touched);
                }
            }
            all
        }
    }
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
