//! What FastTrack remembers of the reads of a location since its last write: nothing, one read, or
//! several that no order connects.
//!
//! Differs from FastTrack, as the runtime does (`ReadShared.java`): while there are few reads, one
//! that happens before a newer read is forgotten, so that locations which are handed on come back
//! to a single epoch. Nothing is lost: a write that races with the forgotten read races with the
//! newer one too.

use std::collections::BTreeMap;

use crate::event::{SiteId, ThreadId};
use crate::vector_clock::VectorClock;

/// Up to so many reads are kept free of ordered ones; beyond that there is one for each thread.
const FEW: usize = 16;

/// An access that is remembered: FastTrack's epoch, and the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Epoch {
    pub thread: ThreadId,
    pub clock: u32,
    pub site: SiteId,
}

impl Epoch {
    /// `self ≼ clock`.
    pub fn happens_before(&self, clock: &VectorClock) -> bool {
        self.clock <= clock.get(self.thread)
    }

    /// Whether both are of the same step of the same thread, wherever in the code.
    pub fn same(&self, other: &Epoch) -> bool {
        (self.thread, self.clock) == (other.thread, other.clock)
    }
}

/// `R` of FastTrack's rules.
#[derive(Debug, Clone, Default)]
pub enum ReadState {
    #[default]
    None,
    Exclusive(Epoch),
    /// By thread.
    Shared(BTreeMap<ThreadId, Epoch>),
}

impl ReadState {
    pub fn exclusive(&self) -> Option<&Epoch> {
        match self {
            ReadState::Exclusive(read) => Some(read),
            _ => None,
        }
    }

    pub fn is_shared(&self) -> bool {
        matches!(self, ReadState::Shared(_))
    }
}

/// Adds a read to those that are shared.
pub fn add_shared(
    mut readers: BTreeMap<ThreadId, Epoch>,
    read: Epoch,
    clock: &VectorClock,
) -> ReadState {
    if readers.len() <= FEW {
        readers.retain(|_, reader| !reader.happens_before(clock));
    }
    readers.insert(read.thread, read);
    if readers.len() == 1 { ReadState::Exclusive(read) } else { ReadState::Shared(readers) }
}
