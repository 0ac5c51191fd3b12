//! Footprints: which elements of one array were accessed [ShrinkWrap Figures 4.3 and 4.4].
//!
//! Differs from the thesis: nothing. The index that lies between two others, its note 4, is not
//! looked for either.

/// `<b:e:k>`, the indices from `b` to `e` that are `b` modulo `k`. Always canonical: an empty one is
/// `<1:0:1>`, one of a single index has stride 1, and `e` is one of the indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Footprint {
    pub begin: u32,
    /// The last index, not the one after it.
    pub end: u32,
    pub stride: u32,
}

impl Footprint {
    pub const EMPTY: Footprint = Footprint { begin: 1, end: 0, stride: 1 };

    pub fn single(index: u32) -> Footprint {
        Footprint { begin: index, end: index, stride: 1 }
    }

    /// The indices from `begin` on that are less than `end`.
    pub fn range(begin: u32, end: u32) -> Footprint {
        if begin < end { Footprint { begin, end: end - 1, stride: 1 } } else { Footprint::EMPTY }
    }

    pub fn is_empty(self) -> bool {
        self.end < self.begin
    }

    /// How many indices there are.
    pub fn count(self) -> u32 {
        if self.is_empty() { 0 } else { (self.end - self.begin) / self.stride + 1 }
    }

    pub fn contains(self, index: u32) -> bool {
        self.begin <= index && index <= self.end && (index - self.begin).is_multiple_of(self.stride)
    }

    pub fn indices(self) -> impl Iterator<Item = u32> {
        (0..self.count()).map(move |at| self.begin + at * self.stride)
    }

    /// `self ⊕ index`: with one index more, if that is a footprint again.
    pub fn extend(self, index: u32) -> Option<Footprint> {
        if self.is_empty() {
            return Some(Footprint::single(index));
        }
        if self.contains(index) {
            return Some(self);
        }
        if self.count() == 1 {
            let (begin, end) = (self.begin.min(index), self.begin.max(index));
            return Some(Footprint { begin, end, stride: end - begin });
        }
        if index > self.end && index - self.end == self.stride {
            return Some(Footprint { end: index, ..self });
        }
        if index < self.begin && self.begin - index == self.stride {
            return Some(Footprint { begin: index, ..self });
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn footprint(begin: u32, end: u32, stride: u32) -> Footprint {
        Footprint { begin, end, stride }
    }

    #[track_caller]
    fn check(indices: &[u32], expected: Option<Footprint>) {
        let extended = indices.iter().try_fold(Footprint::EMPTY, |fp, &index| fp.extend(index));
        assert_eq!(extended, expected, "{indices:?}");
    }

    #[test]
    fn the_examples_of_the_thesis() {
        check(&[0], Some(footprint(0, 0, 1)));
        check(&[0, 1], Some(footprint(0, 1, 1)));
        check(&[0, 1, 2], Some(footprint(0, 2, 1)));
        check(&[0, 4], Some(footprint(0, 4, 4)));
        check(&[0, 4, 8], Some(footprint(0, 8, 4)));
        check(&[0, 4, 2], None);
    }

    #[test]
    fn footprints_grow_at_both_ends_and_take_what_they_have() {
        check(&[5, 4, 3, 6], Some(footprint(3, 6, 1)));
        check(&[9, 6, 3, 9, 12], Some(footprint(3, 12, 3)));
        check(&[9, 6, 3, 13], None);
        check(&[7, 7, 7], Some(footprint(7, 7, 1)));
        check(&[1, 2, 0, 4], None);
    }

    #[test]
    fn extending_adds_that_index_and_no_other() {
        for fp in (0..6).flat_map(|begin| {
            (0..4)
                .flat_map(move |steps| (1..4).map(move |k| footprint(begin, begin + steps * k, k)))
        }) {
            let canonical = fp.count() > 1 || fp.stride == 1;
            for index in (0..24).filter(|_| canonical) {
                if let Some(extended) = fp.extend(index) {
                    let expected: Vec<u32> =
                        (0..24).filter(|&at| fp.contains(at) || at == index).collect();
                    assert_eq!(extended.indices().collect::<Vec<_>>(), expected, "{fp:?} {index}");
                }
            }
        }
    }
}
