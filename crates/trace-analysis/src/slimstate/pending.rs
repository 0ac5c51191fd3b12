//! The footprints that one thread has not committed yet, of one array.
//!
//! Differs from the thesis, which has one for each thread and array: there is one for each place in
//! code, reads and writes apart, because a report needs the place of each access. An index that does
//! not fit into the footprint of its place is dropped if another place has accessed it in the same
//! way: by [Same Epoch] it would change nothing. Else the footprint is set aside, and its place begins
//! anew; only when several have been set aside is there a commit. If they were short on the whole, the array
//! is accessed at random, and is FINE from then on.
//!
//! Reads at a place that jumps about in what the thread has just written are left out: whatever races with
//! such a read races with the write [RedCard §1]. Without them the elements written keep one state. At places that
//! do not jump about, reads of what was written are told of, because a race of theirs is a pair of places of its own.
//!
//! A place whose accesses are dropped again and again is told what all places together have accessed, if that
//! has no gaps ([`Cover`]), and drops what is in there before it looks for anything else. So does code that reads
//! the same small table over and over, at a place for each of its columns.

use crate::event::SiteId;
use crate::fasttrack::AccessKind;

use super::footprint::Footprint;

/// So many footprints of one array are kept before they are committed.
const MOST: usize = 12;

/// Footprints that have fewer elements on average are not worth their trouble.
const LONG: u32 = 4;

#[derive(Debug, Clone, Default)]
pub struct Pending {
    footprints: Vec<Open>,
}

#[derive(Debug, Clone, Copy)]
pub struct Open {
    pub kind: AccessKind,
    pub site: SiteId,
    pub footprint: Footprint,
    /// Its place has begun another one.
    is_aside: bool,
    /// Its place jumps about: its reads of what was written are left out.
    leaves_written: bool,
    cover: Cover,
}

/// What a place knows of the footprints of the others.
#[derive(Debug, Clone, Copy)]
struct Cover {
    /// From one index up to another, the last, all have been accessed in this way.
    range: Option<(u32, u32)>,
    /// How many accesses were dropped that the place would not have dropped by itself.
    dropped: u32,
    /// With how many it looks for a range.
    due: u32,
}

impl Cover {
    const NONE: Cover = Cover { range: None, dropped: 0, due: 4 };

    fn has(&self, index: u32) -> bool {
        self.range.is_some_and(|(first, last)| first <= index && index <= last)
    }

    /// The place has come to an index that is not in the range.
    fn end(&mut self) {
        if self.range.take().is_some() {
            self.due = self.dropped.saturating_mul(DEARER);
        }
    }
}

/// Whether one of some ranges has all elements of a footprint.
fn are_in_one(ranges: &[Footprint], Footprint { begin, end, .. }: Footprint) -> bool {
    ranges.iter().any(|range| range.contains(begin) && range.contains(end))
}

impl Open {
    fn has_all(&self, Footprint { begin, end, stride }: Footprint) -> bool {
        let mine = self.footprint;
        mine.contains(begin) && mine.contains(end) && stride.is_multiple_of(mine.stride)
    }
}

/// After an attempt, so many times as many accesses must be dropped before the next.
const DEARER: u32 = 4;

/// It takes an access for so many elements of a range to find that it is one.
const CHEAP: u32 = 4;

impl Pending {
    /// Adds an access to the footprint of its place, if that is open and takes it, or drops it.
    pub fn extend(&mut self, kind: AccessKind, site: SiteId, index: u32) -> bool {
        let Some(at) = self.of(kind, site) else { return false };
        let open = &mut self.footprints[at];
        if open.cover.has(index) {
            return true;
        }
        open.cover.end();
        let before = open.footprint;
        let extended = before.extend(index);
        open.footprint = extended.unwrap_or(before);
        if extended == Some(before) && before.stride > 1 {
            self.drop_one(at);
        }
        extended.is_some() || self.footprints[at].leaves_written && self.leave(at, index)
    }

    /// Adds an access; false if everything must be committed first.
    pub fn add(&mut self, kind: AccessKind, site: SiteId, index: u32) -> bool {
        if self.extend(kind, site, index) {
            return true;
        }
        let Some(at) = self.of(kind, site) else {
            if self.footprints.len() >= MOST {
                return false;
            }
            let footprint = Footprint::single(index);
            let cover = Cover::NONE;
            let is_aside = false;
            let leaves_written = false;
            self.footprints.push(Open { kind, site, footprint, is_aside, leaves_written, cover });
            return true;
        };
        if self.has(kind, index) {
            self.drop_one(at);
            return true;
        }
        if self.footprints.len() >= MOST {
            return kind == AccessKind::Read && self.jumps_about(site) && self.leave(at, index);
        }
        self.footprints.push(Open { is_aside: true, ..self.footprints[at] });
        self.footprints[at].footprint = Footprint::single(index);
        true
    }

    fn has(&self, kind: AccessKind, index: u32) -> bool {
        self.footprints.iter().any(|open| open.kind == kind && open.footprint.contains(index))
    }

    /// An access was dropped that its place could not drop by itself.
    fn drop_one(&mut self, at: usize) {
        let Open { kind, mut cover, .. } = self.footprints[at];
        cover.dropped += 1;
        if cover.dropped >= cover.due {
            let others = || self.footprints.iter().filter(|open| open.kind == kind);
            let first = others().map(|open| open.footprint.begin).min().unwrap_or(0);
            let last = others().map(|open| open.footprint.end).max().unwrap_or(0);
            let price = (last - first) / CHEAP;
            if cover.dropped < price {
                cover.due = price;
            } else if (first..=last).all(|index| self.has(kind, index)) {
                cover.range = Some((first, last));
            } else {
                cover.due = cover.dropped.saturating_mul(DEARER);
            }
        }
        self.footprints[at].cover = cover;
    }

    /// Leaves a read out, and all others of its place that need not be told of, if its element was written.
    fn leave(&mut self, at: usize, index: u32) -> bool {
        let written = self.writes().find(|range| range.contains(index));
        let Some(Footprint { begin, end, .. }) = written else { return false };
        let site = self.footprints[at].site;
        let place = &mut self.footprints[at];
        place.leaves_written = true;
        place.cover.range = Some((begin, end));
        let writes: Vec<Footprint> = self.writes().collect();
        self.footprints.retain(|open| {
            let is_aside = open.kind == AccessKind::Read && open.site == site && open.is_aside;
            !(is_aside && are_in_one(&writes, open.footprint))
        });
        true
    }

    /// The ranges that were written.
    fn writes(&self) -> impl Iterator<Item = Footprint> {
        let writes = self.footprints.iter().filter(|open| open.kind == AccessKind::Write);
        writes.map(|open| open.footprint).filter(|footprint| footprint.stride == 1)
    }

    /// Whether half of the footprints are of reads at that place.
    fn jumps_about(&self, site: SiteId) -> bool {
        let is_there = |open: &&Open| open.kind == AccessKind::Read && open.site == site;
        2 * self.footprints.iter().filter(is_there).count() >= MOST
    }

    /// Whether its footprints are hardly more than single elements.
    pub fn is_scattered(&self) -> bool {
        let elements: u32 = self.footprints.iter().map(|open| open.footprint.count()).sum();
        elements < LONG * self.footprints.len() as u32
    }

    fn of(&self, kind: AccessKind, site: SiteId) -> Option<usize> {
        let is_of = |open: &Open| open.kind == kind && open.site == site && !open.is_aside;
        self.footprints.iter().position(is_of)
    }

    /// All of them, but for those that are left out or say nothing which one before them does not say: the
    /// largest first; of those of one size, first those at an end of the array, which leave the other elements
    /// in one piece; else in the order in which they were begun.
    pub fn take(&mut self, length: u32) -> Vec<Open> {
        let writes: Vec<Footprint> = self.writes().collect();
        let mut all = std::mem::take(&mut self.footprints);
        all.retain(|open| !(open.leaves_written && are_in_one(&writes, open.footprint)));
        all.sort_by_key(|open| {
            let Footprint { begin, end, .. } = open.footprint;
            let is_inside = begin > 0 && end + 1 < length;
            (std::cmp::Reverse(open.footprint.count()), is_inside)
        });
        let mut told: Vec<Open> = Vec::new();
        for open in all {
            if !told.iter().any(|before| before.kind == open.kind && before.has_all(open.footprint))
            {
                told.push(open);
            }
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_jumps_about_in_what_was_written_leaves_its_reads_out() {
        let read_all = |reads: &[u32]| {
            let mut pending = Pending::default();
            for index in 0..100 {
                assert!(pending.add(AccessKind::Write, SiteId(0), index));
            }
            for &index in reads {
                assert!(pending.add(AccessKind::Read, SiteId(1), index), "{index}");
            }
            let taken = pending.take(200);
            taken.iter().map(|open| (open.kind, open.footprint)).collect::<Vec<_>>()
        };
        let written = (AccessKind::Write, Footprint::range(0, 100));
        let anywhere: Vec<u32> = (0..50).map(|i| (i * i * i * 7 + i * 13) % 100).collect();
        assert_eq!(read_all(&anywhere), [written]);
        // What was not written is told of, and so is what is read in order.
        let elsewhere = [&anywhere[..], &[150]].concat();
        let told = read_all(&elsewhere);
        assert_eq!((told.len(), told[0]), (2, written));
        assert!(told[1].1.contains(150), "{told:?}");
        let ordered: Vec<u32> = (10..40).collect();
        let read = (AccessKind::Read, Footprint::range(10, 40));
        assert_eq!(read_all(&ordered), [written, read]);
    }

    #[test]
    fn who_comes_again_to_a_table_looks_no_further() {
        let mut pending = Pending::default();
        let read = |pending: &mut Pending, index: u32| {
            assert!(pending.add(AccessKind::Read, SiteId(index % 6), index));
        };
        for index in 0..48 {
            read(&mut pending, index);
        }
        let before: Vec<Footprint> = pending.footprints.iter().map(|open| open.footprint).collect();
        for index in (0..48).cycle().take(200) {
            read(&mut pending, index);
        }
        assert!(pending.footprints.iter().all(|open| open.cover.range == Some((0, 47))));
        // Beyond it, a place has its own footprint again.
        read(&mut pending, 48);
        let after: Vec<Footprint> = pending.footprints.iter().map(|open| open.footprint).collect();
        assert_eq!(after[0], Footprint { begin: 0, end: 48, stride: 6 });
        assert_eq!(after[1..], before[1..]);
        assert_eq!(pending.footprints[0].cover.range, None);
    }
}
