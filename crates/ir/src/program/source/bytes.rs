//! A shared run of bytes: a mapped file, an inflated nested jar, or a part of either.

use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;

use super::mapped;

enum Backing {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

/// Cheap to clone; parts share the backing of the whole.
#[derive(Clone)]
pub(super) struct Bytes {
    backing: Arc<Backing>,
    range: Range<usize>,
}

impl Bytes {
    pub fn map(path: &Path) -> io::Result<Bytes> {
        let map = mapped::map(path)?;
        let range = 0..map.len();
        let backing = Arc::new(Backing::Mapped(map));
        Ok(Bytes { backing, range })
    }

    pub fn owned(bytes: Vec<u8>) -> Bytes {
        let range = 0..bytes.len();
        let backing = Arc::new(Backing::Owned(bytes));
        Bytes { backing, range }
    }

    /// The part at `range`, counted from the start of these bytes; `None` when it reaches past their end.
    pub fn part(&self, range: Range<u64>) -> Option<Bytes> {
        let start = self.range.start.checked_add(usize::try_from(range.start).ok()?)?;
        let end = self.range.start.checked_add(usize::try_from(range.end).ok()?)?;
        (start <= end && end <= self.range.end)
            .then(|| Bytes { backing: Arc::clone(&self.backing), range: start..end })
    }

    pub fn len(&self) -> usize {
        self.range.len()
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        let whole: &[u8] = match &*self.backing {
            Backing::Mapped(map) => map,
            Backing::Owned(bytes) => bytes,
        };
        &whole[self.range.clone()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stay_inside_the_whole() {
        let whole = Bytes::owned(vec![0, 1, 2, 3, 4]);
        let part = whole.part(1..4).expect("inside");
        assert_eq!(part.as_ref(), [1, 2, 3]);
        assert_eq!(part.part(1..3).expect("inside").as_ref(), [2, 3]);
        assert!(part.part(1..4).is_none(), "past the part, though inside the whole");
        assert!(whole.part(0..u64::MAX).is_none());
        assert!(whole.part(u64::MAX..u64::MAX).is_none());
    }
}
