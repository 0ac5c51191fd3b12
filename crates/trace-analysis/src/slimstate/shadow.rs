//! The shadow of one array: its mode, and a state of FastTrack for each segment [ShrinkWrap §4.3].
//!
//! A commit is [EQUIV MODE], if the footprint is not compatible with the mode, followed by [EQUIV
//! COMMIT] with FastTrack's rules in the place of the comparison of clocks.
//!
//! Differs from the thesis:
//! - A segment that is covered in part is not split if all of it has been accessed by this thread in
//!   this epoch already, by [Same Epoch]. So large footprints are best committed first.
//! - Two indices that no range has are committed one by one.
//! - What a loop leaves behind that synchronises for each element is one segment ([`ramp`](super::ramp)), and so
//!   are ranges side by side whose states are the same.
//! - *Coarsening*: when the states of ranges that lie side by side, or of all segments, are the same
//!   again after a commit, they become one. After a write, that is so whatever had been read before: a
//!   read that happens before the write can be forgotten, as what races with it races with the write.

use crate::fasttrack::{Access, AccessKind, Location};
use crate::read_state::{Epoch, ReadState};
use crate::vector_clock::VectorClock;

use super::compatibility::{Touched, touched};
use super::footprint::Footprint;
use super::mode::Mode;
use super::ramp::Segment;
use super::refinement::{MOST_RANGES, all_patience, refine, wear};

pub struct Shadow {
    length: u32,
    mode: Mode,
    segments: Vec<Segment>,
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
        let segments = vec![Segment::default(); mode.segments(length) as usize];
        Shadow { length, mode, segments, patience: all_patience(length) }
    }

    pub fn mode(&self) -> &Mode {
        &self.mode
    }

    /// How many states are kept of accesses.
    pub fn locations(&self) -> u64 {
        let is_used = |segment: &&Segment| {
            segment.first.write.is_some() || !matches!(segment.first.read, ReadState::None)
        };
        self.segments.iter().filter(is_used).count() as u64
    }

    /// `coarsens`: whether states may be forgotten so that segments become one.
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
        if self.level(&segments, commit) {
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
        self.join(whole);
        if coarsens
            && matches!(&self.mode, Mode::Ranges(one) if one.len() == 1)
            && !self.segments[0].rises()
        {
            self.mode = Mode::coarse(self.length);
        }
    }

    /// Lets those ramps fall into their elements that happen before the commit in part, and cuts off the last element
    /// where the commit's own step has come to that already; whether there were any.
    fn level(&mut self, segments: &[Touched], commit: &Commit<'_>) -> bool {
        let Mode::Ranges(starts) = &self.mode else { return false };
        let mut starts = starts.clone();
        let before = starts.len();
        for touched in segments.iter().filter(|touched| touched.covered) {
            let elements = self.mode.elements(touched.segment, self.length);
            let (segment, count) = (&self.segments[touched.segment as usize], elements.count());
            if !segment.is_before(count, commit.clock) {
                starts.extend(elements.begin + 1..=elements.end);
            } else if segment.ends_in(count, &commit.now) {
                starts.push(elements.end);
            }
        }
        let is_uneven = starts.len() > before;
        if is_uneven {
            starts.sort_unstable();
            self.change(if starts.len() <= MOST_RANGES {
                Mode::Ranges(starts)
            } else {
                Mode::Fine
            });
        }
        is_uneven
    }

    /// Makes one range of those side by side that say the same as one, in what was just committed and at its ends:
    /// before it too, where a commit leaves elements behind.
    fn join(&mut self, footprint: Footprint) {
        let Mode::Ranges(starts) = &self.mode else { return };
        if footprint.stride > 1 {
            return;
        }
        let of = |index| starts.partition_point(|&start| start <= index) - 1;
        let (first, last) = (of(footprint.begin), of(footprint.end));
        for at in (first.saturating_sub(1)..=last + 1).rev() {
            self.join_before(at);
        }
    }

    /// The range and the one before it.
    fn join_before(&mut self, at: usize) {
        let Mode::Ranges(starts) = &mut self.mode else { return };
        if at == 0 || at >= starts.len() {
            return;
        }
        let end = starts.get(at + 1).copied().unwrap_or(self.length);
        let (count, more) = (starts[at] - starts[at - 1], end - starts[at]);
        let (before, next) = (&self.segments[at - 1], &self.segments[at]);
        if let Some(joined) = before.joined(count, next, more) {
            self.segments[at - 1] = joined;
            self.segments.remove(at);
            starts.remove(at);
        }
    }

    /// Without what lies at the ends in segments that the thread has to itself already.
    fn trimmed(
        &self,
        mut footprint: Footprint,
        commit: &Commit<'_>,
        outcome: &mut Outcome,
    ) -> Footprint {
        if self.mode.stride() > 1 {
            return footprint;
        }
        let stride = footprint.stride;
        for at_end in [false, true] {
            if footprint.is_empty() {
                break;
            }
            let index = if at_end { footprint.end } else { footprint.begin };
            let segment = self.mode.segment_of(index);
            let elements = self.mode.elements(segment, self.length);
            let is_within = footprint.begin <= elements.begin && elements.end <= footprint.end;
            let covered = is_within && (stride == 1 || elements.count() == 1);
            if covered || !self.is_same(&Touched { segment, covered }, commit) {
                continue;
            }
            outcome.checks += 1;
            let more = |elements: u32| (elements / stride + 1) * stride;
            if at_end {
                let less = more(footprint.end - elements.begin);
                if footprint.begin + less > footprint.end {
                    return Footprint::range(footprint.begin, footprint.begin);
                }
                footprint.end -= less;
            } else {
                footprint.begin += more(elements.end - footprint.begin);
            }
        }
        if footprint.begin == footprint.end {
            Footprint::single(footprint.begin)
        } else {
            footprint
        }
    }

    fn is_same(&self, touched: &Touched, commit: &Commit<'_>) -> bool {
        let segment = &self.segments[touched.segment as usize];
        let state = &segment.first;
        match (commit.kind, &state.read) {
            (AccessKind::Write, _) if segment.write_rise > 0 => false,
            (AccessKind::Read, _) if segment.read_rise > 0 => false,
            (AccessKind::Write, _) => state.write.is_some_and(|write| write.same(&commit.now)),
            (AccessKind::Read, ReadState::None) => false,
            (AccessKind::Read, ReadState::Exclusive(read)) => read.same(&commit.now),
            (AccessKind::Read, ReadState::Shared(readers)) => {
                readers.get(&commit.now.thread).is_some_and(|read| read.same(&commit.now))
            }
        }
    }

    fn check(&mut self, segment: u32, commit: &Commit<'_>, outcome: &mut Outcome) {
        let state = &mut self.segments[segment as usize];
        let mut raced = Vec::new();
        match commit.kind {
            AccessKind::Read => {
                state.first.read(commit.now, commit.clock, &mut raced);
                state.read_rise = 0;
            }
            AccessKind::Write => {
                state.first.write(commit.now, commit.clock, &mut raced);
                state.write_rise = 0;
            }
        }
        let elements = self.mode.elements(segment, self.length);
        outcome.races.extend(raced.into_iter().map(|prior| (elements, prior)));
    }

    fn refine(&mut self, footprint: Footprint) {
        let runs = || {
            let begins = |&segment: &u32| {
                let at = segment as usize;
                segment == 0 || !is_equal(&self.segments[at - 1], &self.segments[at])
            };
            let segments = (0..self.segments.len() as u32).filter(begins);
            segments.map(|segment| self.mode.elements(segment, self.length).begin).collect()
        };
        self.change(refine(&self.mode, footprint, self.length, runs));
    }

    /// To a mode each of whose segments lies within one that there is.
    fn change(&mut self, mode: Mode) {
        let part = |segment| {
            let elements = mode.elements(segment, self.length);
            let whole = self.mode.segment_of(elements.begin);
            let offset = elements.begin - self.mode.elements(whole, self.length).begin;
            self.segments[whole as usize].part(offset, elements.count())
        };
        self.segments = (0..mode.segments(self.length)).map(part).collect();
        self.mode = mode;
    }

    pub fn become_fine(&mut self) {
        self.change(Mode::Fine);
    }

    fn coarsen(&mut self, footprint: Footprint, commit: &Commit<'_>, outcome: &mut Outcome) {
        if self.mode == Mode::Fine || self.segments.len() == 1 {
            return;
        }
        if footprint.count() == self.length
            && let Some(state) = unified(&self.segments, commit)
        {
            self.mode = Mode::coarse(self.length);
            self.segments = vec![state];
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
        if let Some(state) = unified(&self.segments[first..end], commit) {
            starts.drain(first + 1..end);
            self.segments.splice(first..end, [state]);
            self.patience = all_patience(self.length);
            outcome.coarsenings += 1;
        }
    }
}

/// What segments have in common that a commit has just covered.
fn unified(segments: &[Segment], commit: &Commit<'_>) -> Option<Segment> {
    let (first, rest) = segments.split_first()?;
    match commit.kind {
        AccessKind::Read => rest.iter().all(|next| is_equal(first, next)).then(|| first.clone()),
        AccessKind::Write => {
            let is_subsumed = |segment: &Segment| {
                let state = &segment.first;
                !segment.rises()
                    && state.write.is_some_and(|write| write.same(&commit.now))
                    && match &state.read {
                        ReadState::None => true,
                        ReadState::Exclusive(read) => read.happens_before(commit.clock),
                        ReadState::Shared(_) => false,
                    }
            };
            let state = Location { write: Some(commit.now), read: ReadState::None };
            let unified = Segment { first: state, ..Segment::default() };
            segments.iter().all(is_subsumed).then_some(unified)
        }
    }
}

/// Whether the elements of two segments have the same state, for certain: sets of reads are not compared.
fn is_equal(one: &Segment, other: &Segment) -> bool {
    !one.rises()
        && !other.rises()
        && one.first.write == other.first.write
        && match (&one.first.read, &other.first.read) {
            (ReadState::None, ReadState::None) => true,
            (ReadState::Exclusive(read), ReadState::Exclusive(also)) => read == also,
            _ => false,
        }
}
