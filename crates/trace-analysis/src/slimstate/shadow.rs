//! The shadow of one array: its mode, and a state of FastTrack for each segment [ShrinkWrap §4.3].
//!
//! A commit is [EQUIV MODE], if the footprint is not compatible with the mode, followed by [EQUIV
//! COMMIT] with FastTrack's rules in the place of the comparison of clocks.
//!
//! Differs from the thesis:
//! - A segment that is covered in part is not split if all of it has been accessed by this thread in
//!   this epoch already, by [Same Epoch]. So large footprints are best committed first.
//! - Two indices that no range has are committed one by one.
//! - *Coarsening*: when the states of ranges that lie side by side, or of all segments, are the same
//!   again after a commit, they become one. After a write, that is so whatever had been read before: a
//!   read that happens before the write can be forgotten, as what races with it races with the write.

use crate::fasttrack::{Access, AccessKind, Location};
use crate::read_state::{Epoch, ReadState};
use crate::vector_clock::VectorClock;

use super::compatibility::{Touched, touched};
use super::footprint::Footprint;
use super::mode::Mode;
use super::refinement::{all_patience, refine, wear};

pub struct Shadow {
    length: u32,
    mode: Mode,
    /// One for each segment.
    states: Vec<Location>,
    /// How many short footprints more may be committed.
    patience: u32,
}

/// What the elements of a footprint were accessed for, and when.
pub struct Commit<'a> {
    pub kind: AccessKind,
    pub now: Epoch,
    /// What happens before it, and its own thread's clock.
    pub clock: &'a VectorClock,
}

/// What a commit found and did.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Each with all elements that it is a race on.
    pub races: Vec<(Footprint, Access)>,
    /// How many segments were looked at.
    pub checks: u64,
    /// How often segments became one.
    pub coarsenings: u64,
}

impl Shadow {
    pub fn new(length: u32, mode: Mode) -> Shadow {
        let states = vec![Location::default(); mode.segments(length) as usize];
        Shadow { length, mode, states, patience: all_patience(length) }
    }

    pub fn mode(&self) -> &Mode {
        &self.mode
    }

    /// How many states are kept of accesses.
    pub fn locations(&self) -> u64 {
        let is_used =
            |state: &&Location| state.write.is_some() || !matches!(state.read, ReadState::None);
        self.states.iter().filter(is_used).count() as u64
    }

    /// `coarsens`: whether segments may become one again.
    pub fn commit(&mut self, footprint: Footprint, commit: &Commit<'_>, coarsens: bool) -> Outcome {
        let mut outcome = Outcome::default();
        if footprint.stride > 1 && footprint.count() == 2 {
            for index in footprint.indices() {
                self.add(Footprint::single(index), commit, coarsens, &mut outcome);
            }
        } else {
            self.add(footprint, commit, coarsens, &mut outcome);
        }
        outcome
    }

    fn add(
        &mut self,
        whole: Footprint,
        commit: &Commit<'_>,
        coarsens: bool,
        outcome: &mut Outcome,
    ) {
        match wear(self.patience, &self.mode, whole, self.length) {
            Some(left) => self.patience = left,
            None => self.change(Mode::Fine),
        }
        let footprint = self.trimmed(whole, commit, outcome);
        let mut segments = touched(&self.mode, footprint, self.length);
        if segments.iter().any(|touched| !touched.covered && !self.is_same(touched, commit)) {
            self.refine(footprint);
            segments = touched(&self.mode, footprint, self.length);
        }
        for touched in segments {
            outcome.checks += 1;
            if touched.covered {
                self.check(touched.segment, commit, outcome);
            } else {
                assert!(self.is_same(&touched, commit), "{:?} {footprint:?}", self.mode);
            }
        }
        if coarsens {
            self.coarsen(whole, commit, outcome);
        }
    }

    /// Without what lies at the ends of a range in segments that the thread has to itself already.
    fn trimmed(
        &self,
        mut footprint: Footprint,
        commit: &Commit<'_>,
        outcome: &mut Outcome,
    ) -> Footprint {
        if footprint.stride > 1 || self.mode.stride() > 1 {
            return footprint;
        }
        for at_end in [false, true] {
            if footprint.is_empty() {
                break;
            }
            let index = if at_end { footprint.end } else { footprint.begin };
            let segment = self.mode.segment_of(index);
            let elements = self.mode.elements(segment, self.length);
            let covered = footprint.begin <= elements.begin && elements.end <= footprint.end;
            if covered || !self.is_same(&Touched { segment, covered }, commit) {
                continue;
            }
            outcome.checks += 1;
            footprint = if at_end {
                Footprint::range(footprint.begin, elements.begin)
            } else {
                Footprint::range(elements.end + 1, footprint.end + 1)
            };
        }
        footprint
    }

    fn is_same(&self, touched: &Touched, commit: &Commit<'_>) -> bool {
        let state = &self.states[touched.segment as usize];
        match (commit.kind, &state.read) {
            (AccessKind::Write, _) => state.write.is_some_and(|write| write.same(&commit.now)),
            (AccessKind::Read, ReadState::None) => false,
            (AccessKind::Read, ReadState::Exclusive(read)) => read.same(&commit.now),
            (AccessKind::Read, ReadState::Shared(readers)) => {
                readers.get(&commit.now.thread).is_some_and(|read| read.same(&commit.now))
            }
        }
    }

    fn check(&mut self, segment: u32, commit: &Commit<'_>, outcome: &mut Outcome) {
        let state = &mut self.states[segment as usize];
        let mut raced = Vec::new();
        match commit.kind {
            AccessKind::Read => state.read(commit.now, commit.clock, &mut raced),
            AccessKind::Write => state.write(commit.now, commit.clock, &mut raced),
        };
        let elements = self.mode.elements(segment, self.length);
        outcome.races.extend(raced.into_iter().map(|prior| (elements, prior)));
    }

    fn refine(&mut self, footprint: Footprint) {
        let runs = || {
            let begins = |&segment: &u32| {
                let at = segment as usize;
                segment == 0 || !is_equal(&self.states[at - 1], &self.states[at])
            };
            let segments = (0..self.states.len() as u32).filter(begins);
            segments.map(|segment| self.mode.elements(segment, self.length).begin).collect()
        };
        self.change(refine(&self.mode, footprint, self.length, runs));
    }

    /// To a mode each of whose segments lies within one that there is.
    fn change(&mut self, mode: Mode) {
        let state_of = |segment| {
            let element = mode.elements(segment, self.length).begin;
            self.states[self.mode.segment_of(element) as usize].clone()
        };
        self.states = (0..mode.segments(self.length)).map(state_of).collect();
        self.mode = mode;
    }

    pub fn become_fine(&mut self) {
        self.change(Mode::Fine);
    }

    fn coarsen(&mut self, footprint: Footprint, commit: &Commit<'_>, outcome: &mut Outcome) {
        if self.mode == Mode::Fine || self.states.len() == 1 {
            return;
        }
        if footprint.count() == self.length
            && let Some(state) = unified(&self.states, commit)
        {
            self.mode = Mode::coarse(self.length);
            self.states = vec![state];
            self.patience = all_patience(self.length);
            outcome.coarsenings += 1;
            return;
        }
        let Mode::Ranges(starts) = &mut self.mode else { return };
        if footprint.stride > 1 {
            return;
        }
        let first = starts.partition_point(|&start| start < footprint.begin);
        let end = if footprint.end + 1 == self.length {
            starts.len()
        } else {
            // The last range may go on beyond the footprint.
            starts.partition_point(|&start| start <= footprint.end + 1).saturating_sub(1)
        };
        if end < first + 2 {
            return;
        }
        if let Some(state) = unified(&self.states[first..end], commit) {
            starts.drain(first + 1..end);
            self.states.splice(first..end, [state]);
            self.patience = all_patience(self.length);
            outcome.coarsenings += 1;
        }
    }
}

/// What segments have in common that a commit has just covered.
fn unified(states: &[Location], commit: &Commit<'_>) -> Option<Location> {
    let (first, rest) = states.split_first()?;
    match commit.kind {
        AccessKind::Read => rest.iter().all(|state| is_equal(first, state)).then(|| first.clone()),
        AccessKind::Write => {
            let is_subsumed = |state: &Location| {
                state.write.is_some_and(|write| write.same(&commit.now))
                    && match &state.read {
                        ReadState::None => true,
                        ReadState::Exclusive(read) => read.happens_before(commit.clock),
                        ReadState::Shared(_) => false,
                    }
            };
            let unified = Location { write: Some(commit.now), read: ReadState::None };
            states.iter().all(is_subsumed).then_some(unified)
        }
    }
}

/// Whether two states are the same, for certain: sets of reads are not compared.
fn is_equal(one: &Location, other: &Location) -> bool {
    one.write == other.write
        && match (&one.read, &other.read) {
            (ReadState::None, ReadState::None) => true,
            (ReadState::Exclusive(read), ReadState::Exclusive(also)) => read == also,
            _ => false,
        }
}
