//! The footprints that one thread has not committed yet, of one array.
//!
//! Differs from the thesis, which has one for each thread and array: there is one for each place in
//! code, reads and writes apart, because a report needs the place of each access. An index that does
//! not fit into the footprint of its place is dropped if another place has accessed it in the same
//! way: by [Same Epoch] it would change nothing. Else the footprint is set aside, and its place begins
//! anew; only when several have been set aside is there a commit. If all of them were short, the array is
//! accessed at random, and is FINE from then on.

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
}

impl Pending {
    /// Adds an access to the footprint of its place, if that is open and takes it.
    pub fn extend(&mut self, kind: AccessKind, site: SiteId, index: u32) -> bool {
        let Some(at) = self.of(kind, site) else { return false };
        let extended = self.footprints[at].footprint.extend(index);
        self.footprints[at].footprint = extended.unwrap_or(self.footprints[at].footprint);
        extended.is_some()
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
            self.footprints.push(Open { kind, site, footprint, is_aside: false });
            return true;
        };
        let has = |open: &Open| open.kind == kind && open.footprint.contains(index);
        if self.footprints.iter().any(has) {
            return true;
        }
        if self.footprints.len() >= MOST {
            return false;
        }
        self.footprints.push(Open { is_aside: true, ..self.footprints[at] });
        self.footprints[at].footprint = Footprint::single(index);
        true
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

    /// All of them: the largest first; of those of one size, first those at an end of the array, which
    /// leave the other elements in one piece; else in the order in which they were begun.
    pub fn take(&mut self, length: u32) -> Vec<Open> {
        let mut all = std::mem::take(&mut self.footprints);
        all.sort_by_key(|open| {
            let Footprint { begin, end, .. } = open.footprint;
            let is_inside = begin > 0 && end + 1 < length;
            (std::cmp::Reverse(open.footprint.count()), is_inside)
        });
        all
    }
}
