//! SlimState: FastTrack with compressed array shadows and deferred checks [ShrinkWrap ch. 3-5; BigFoot
//! §4]. A model of what the runtime does (`ArrayModes.java`, `Footprints.java`), over traces.
//!
//! # When footprints are committed
//!
//! An access is checked with the clock that its thread had when it was made. So a thread's footprints
//! are committed before its clock changes, and need not be before:
//!
//! - before every release (of a lock, by a volatile write, a fork, its own end), since afterwards its
//!   clock is larger and others know of the accesses;
//! - before every acquire (of a lock, by a volatile read, a join) that brings news. ShrinkWrap's [OPT ACQ]
//!   keeps footprints across acquires, which loses races: what another thread did between the access
//!   and its release would seem to come before the access. (Theorem 4.1 does not see it, because its
//!   second part asks only of the last state that all footprints can be committed. [`tests`] has the
//!   trace.) BigFoot commits at every synchronisation, which is right;
//! - not before an acquire of a clock that the thread's own covers: then nothing changes.
//!
//! # What is the same as in FastTrack
//!
//! Let α be a trace, and α' the trace in which each access stands where its footprint was committed, and
//! accesses that were dropped, because the same element was accessed in the same way in the same epoch, or
//! was written by who read it, are left out: whatever races with them races with that. α' orders all
//! events of different threads as α does: an access has moved over steps of other threads, and over other
//! accesses of its own, but over no release of its thread and no acquire that teaches it anything. So:
//!
//! 1. *Locations.* The same elements are racy in α and α', and FastTrack reports exactly those, in
//!    whichever order it comes to them. So SlimState on α reports a race on an element if and only if
//!    FastTrack on α does. At which access it is first reported, and with which other, may differ, as it
//!    does between two schedules of the same steps.
//! 2. *States.* Without coarsening, SlimState keeps for each element, in its segment, exactly the state that
//!    FastTrack has of it in α', places included, and reports the same races with the same places at the
//!    same steps of α'. So a report on a segment is true of each of its elements, each of which was
//!    accessed by both sides: addresses are precise.
//! 3. *With coarsening*, reads that happen before the element's last write may be forgotten, and the place
//!    of that write may be another one of the same thread in the same epoch. The same accesses of α' are
//!    reported, and with them only what they truly race with; that need not be all with which FastTrack
//!    reports them, nor is FastTrack, which forgets reads that raced, always told of as much.
//!
//! `tests/slimstate.rs` checks all three.

mod clocks;
mod compatibility;
mod footprint;
mod mode;
mod pending;
mod ramp;
mod refinement;
mod shadow;

use std::collections::BTreeMap;

use crate::event::{Event, LocationId, SiteId, ThreadId};
use crate::fasttrack::{Access, AccessKind, Race};
use crate::read_state::Epoch;
use crate::vector_clock::VectorClock;

use clocks::Clocks;
use pending::Pending;
use shadow::{Commit, Outcome, Shadow};

pub use footprint::Footprint;
pub use mode::{Mode, ModeName};

/// Which locations of a trace are elements of arrays: the first ones, array after array.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arrays {
    lengths: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Shorter arrays are FINE from the start.
    pub threshold: u32,
    /// A thread commits when it has footprints of more arrays than this.
    pub most_open: usize,
    /// Whether states may be forgotten so that segments become one.
    pub coarsens: bool,
    /// Whether there are footprints of arrays that are FINE, unless they are short. The runtime decides that for
    /// each place, by what its footprints were worth before (`Habits.java`).
    pub gathers_fine: bool,
}

/// A race on all elements of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SegmentRace {
    /// Absent if the location is in no array.
    pub array: Option<usize>,
    /// Indices into the array; for a location in none, its own number.
    pub elements: Footprint,
    pub prior: Access,
    pub current: Access,
}

/// What one walk over a trace found.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// In the order in which they were found.
    pub races: Vec<SegmentRace>,
    /// α': the trace in the order in which it was checked.
    pub checked: Vec<Event>,
    /// The races element by element, as FastTrack would say them of α'.
    pub element_races: Vec<Race>,
    /// How many segments were looked at.
    pub checks: u64,
    pub coarsenings: u64,
    /// How many states are kept of accesses to arrays, at the end.
    pub locations: u64,
    /// The mode of each array, at the end and at some time.
    pub modes: Vec<Mode>,
    pub reached: BTreeMap<ModeName, u64>,
}

/// Runs the rules over a [well-formed](crate::event::check_well_formed) trace.
pub fn slimstate(trace: &[Event], arrays: &Arrays, options: Options) -> Findings {
    let mut state = State::new(arrays, options);
    for event in trace {
        state.step(event);
    }
    let threads: Vec<ThreadId> = state.open.keys().copied().collect();
    for thread in threads {
        state.commit_all(thread);
    }
    state.element_races_in_order();
    state.findings.locations = state.shadows.iter().map(Shadow::locations).sum();
    state.findings.modes = state.shadows.iter().map(|shadow| shadow.mode().clone()).collect();
    state.findings
}

impl Arrays {
    pub fn of(lengths: Vec<u32>) -> Arrays {
        Arrays { lengths }
    }

    pub fn lengths(&self) -> &[u32] {
        &self.lengths
    }

    /// The location of an element.
    pub fn location(&self, array: usize, index: u32) -> LocationId {
        LocationId(self.lengths[..array].iter().sum::<u32>() + index)
    }

    /// The array that a location is in, and its index there.
    pub fn element(&self, location: LocationId) -> Option<(usize, u32)> {
        let mut index = location.0;
        for (array, &length) in self.lengths.iter().enumerate() {
            if index < length {
                return Some((array, index));
            }
            index -= length;
        }
        None
    }
}

struct State<'a> {
    arrays: &'a Arrays,
    options: Options,
    clocks: Clocks,
    shadows: Vec<Shadow>,
    /// Locations in no array, each as an array of one element.
    others: BTreeMap<LocationId, Shadow>,
    /// By thread, what it has not committed yet, in the order of its first accesses.
    open: BTreeMap<ThreadId, Vec<(usize, Pending)>>,
    findings: Findings,
}

impl<'a> State<'a> {
    fn new(arrays: &'a Arrays, options: Options) -> Self {
        let shadow = |&length: &u32| {
            let is_small = length < options.threshold.max(1);
            Shadow::new(length, if is_small { Mode::Fine } else { Mode::coarse(length) })
        };
        let shadows: Vec<Shadow> = arrays.lengths.iter().map(shadow).collect();
        let mut findings = Findings::default();
        for (shadow, &length) in shadows.iter().zip(&arrays.lengths) {
            *findings.reached.entry(shadow.mode().name(length)).or_default() += 1;
        }
        State {
            arrays,
            options,
            clocks: Clocks::default(),
            shadows,
            others: BTreeMap::new(),
            open: BTreeMap::new(),
            findings,
        }
    }

    fn step(&mut self, event: &Event) {
        match *event {
            Event::Read { thread, location, site } => {
                self.access(AccessKind::Read, thread, location, site);
                return;
            }
            Event::Write { thread, location, site } => {
                self.access(AccessKind::Write, thread, location, site);
                return;
            }
            Event::Acquire { thread, lock } => {
                let released = self.clocks.of_lock(lock).clone();
                self.acquire(thread, &released);
            }
            Event::VolatileRead { thread, variable } => {
                let written = self.clocks.of_variable(variable).clone();
                self.acquire(thread, &written);
            }
            Event::Join { thread, child } => {
                self.commit_all(child);
                let ended = self.clocks.release(child);
                self.acquire(thread, &ended);
            }
            Event::Release { thread, lock } => {
                self.commit_all(thread);
                *self.clocks.of_lock(lock) = self.clocks.release(thread);
            }
            Event::VolatileWrite { thread, variable } => {
                self.commit_all(thread);
                let released = self.clocks.release(thread);
                self.clocks.of_variable(variable).join(&released);
            }
            Event::Fork { thread, child } => {
                self.commit_all(thread);
                let forked = self.clocks.release(thread);
                self.clocks.acquire(child, &forked);
            }
        }
        self.findings.checked.push(*event);
    }

    fn acquire(&mut self, thread: ThreadId, released: &VectorClock) {
        if self.clocks.teaches(thread, released) {
            self.commit_all(thread);
        }
        self.clocks.acquire(thread, released);
    }

    fn access(&mut self, kind: AccessKind, thread: ThreadId, at: LocationId, site: SiteId) {
        let Some((array, index)) = self.arrays.element(at) else {
            self.others.entry(at).or_insert_with(|| Shadow::new(1, Mode::Fine));
            self.commit(None, at.0, kind, thread, site);
            return;
        };
        // What is open grows in whichever mode the array is by now: nobody need be told of a change.
        let open = self.open.entry(thread).or_default();
        if open.iter_mut().any(|(of, pending)| *of == array && pending.extend(kind, site, index)) {
            return;
        }
        // Twice, if what is open must be committed first.
        loop {
            let is_fine = *self.shadows[array].mode() == Mode::Fine;
            let is_long = self.arrays.lengths[array] >= self.options.threshold;
            if is_fine && !(is_long && self.options.gathers_fine) {
                self.commit(Some(array), index, kind, thread, site);
                return;
            }
            let open = self.open.entry(thread).or_default();
            let known = open.iter().position(|(of, _)| *of == array);
            if known.is_none() && open.len() >= self.options.most_open {
                self.commit_all(thread);
                continue;
            }
            let known = known.unwrap_or_else(|| {
                open.push((array, Pending::default()));
                open.len() - 1
            });
            if open[known].1.add(kind, site, index) {
                return;
            }
            let mut pending = std::mem::take(&mut open[known].1);
            let is_scattered = pending.is_scattered();
            self.commit_pending(thread, array, &mut pending);
            if is_scattered && *self.shadows[array].mode() != Mode::Fine {
                self.shadows[array].become_fine();
                *self.findings.reached.entry(ModeName::Fine).or_default() += 1;
            }
        }
    }

    /// What an access is that no footprint takes, to a FINE array or to none: a commit by itself.
    fn commit(
        &mut self,
        array: Option<usize>,
        at: u32,
        kind: AccessKind,
        thread: ThreadId,
        site: SiteId,
    ) {
        self.commit_footprint(array, Footprint::single(at), kind, thread, site);
    }

    fn commit_all(&mut self, thread: ThreadId) {
        for (array, mut pending) in self.open.remove(&thread).unwrap_or_default() {
            self.commit_pending(thread, array, &mut pending);
        }
    }

    fn commit_pending(&mut self, thread: ThreadId, array: usize, pending: &mut Pending) {
        for open in pending.take(self.arrays.lengths[array]) {
            self.commit_footprint(Some(array), open.footprint, open.kind, thread, open.site);
        }
    }

    fn commit_footprint(
        &mut self,
        array: Option<usize>,
        footprint: Footprint,
        kind: AccessKind,
        thread: ThreadId,
        site: SiteId,
    ) {
        let clock = self.clocks.record(thread);
        let now = Epoch { thread, clock: clock.get(thread), site };
        let commit = Commit { kind, now, clock: &clock };
        let outcome = match array {
            Some(array) => {
                let shadow = &mut self.shadows[array];
                let length = self.arrays.lengths[array];
                let before = shadow.mode().name(length);
                let outcome = shadow.commit(footprint, &commit, self.options.coarsens);
                let after = shadow.mode().name(length);
                if before != after {
                    *self.findings.reached.entry(after).or_default() += 1;
                }
                outcome
            }
            None => match self.others.get_mut(&LocationId(footprint.begin)) {
                Some(shadow) => shadow.commit(Footprint::single(0), &commit, false),
                None => Outcome::default(),
            },
        };
        self.tell(array, footprint, Access { kind, thread, site }, outcome);
    }

    fn tell(
        &mut self,
        array: Option<usize>,
        footprint: Footprint,
        current: Access,
        outcome: Outcome,
    ) {
        let first_event = self.findings.checked.len();
        let location = |index| match array {
            Some(array) => self.arrays.location(array, index),
            None => LocationId(index),
        };
        let Access { kind, thread, site } = current;
        self.findings.checked.extend(footprint.indices().map(location).map(
            |location| match kind {
                AccessKind::Read => Event::Read { thread, location, site },
                AccessKind::Write => Event::Write { thread, location, site },
            },
        ));
        for (elements, prior) in outcome.races {
            let elements = if array.is_some() { elements } else { footprint };
            self.findings.races.push(SegmentRace { array, elements, prior, current });
            self.findings.element_races.extend(elements.indices().map(|index| Race {
                event: first_event + ((index - footprint.begin) / footprint.stride) as usize,
                location: location(index),
                prior,
                current,
            }));
        }
        self.findings.checks += outcome.checks;
        self.findings.coarsenings += outcome.coarsenings;
    }

    fn element_races_in_order(&mut self) {
        self.findings.element_races.sort_by_key(|race| race.event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{LockId, VariableId};

    const LOCK: LockId = LockId(0);
    const OPTIONS: Options =
        Options { threshold: 4, most_open: 8, coarsens: true, gathers_fine: false };

    fn all(thread: u32, range: std::ops::Range<u32>, write: bool, site: u32) -> Vec<Event> {
        let (thread, site) = (ThreadId(thread), SiteId(site));
        let event = |location| {
            let location = LocationId(location);
            match write {
                true => Event::Write { thread, location, site },
                false => Event::Read { thread, location, site },
            }
        };
        range.map(event).collect()
    }

    fn under_lock(thread: u32, events: Vec<Event>) -> Vec<Event> {
        let thread = ThreadId(thread);
        let mut all = vec![Event::Acquire { thread, lock: LOCK }];
        all.extend(events);
        all.push(Event::Release { thread, lock: LOCK });
        all
    }

    fn run(trace: &[Event], length: u32) -> Findings {
        slimstate(trace, &Arrays::of(vec![length]), OPTIONS)
    }

    /// [OPT ACQ] would let the write of t1 pass for ordered: its footprint, committed at the end with
    /// the clock that t0's release has made larger by then.
    #[test]
    fn an_acquire_that_brings_news_commits() {
        let mut trace = all(1, 0..8, true, 1);
        trace.extend(under_lock(0, all(0, 0..8, true, 0)));
        trace.extend(under_lock(1, Vec::new()));
        let races = run(&trace, 8).races;
        assert_eq!(races.len(), 1);
        assert_eq!(races[0].elements, Footprint::range(0, 8));
    }

    #[test]
    fn an_acquire_without_news_does_not_commit() {
        let mut trace = under_lock(0, all(0, 0..4, true, 0));
        trace.push(Event::Acquire { thread: ThreadId(0), lock: LOCK });
        trace.extend(all(0, 0..3, true, 0));
        trace.push(Event::Acquire { thread: ThreadId(0), lock: LockId(1) });
        trace.extend(all(0, 3..8, true, 0));
        let findings = run(&trace, 8);
        // Two blocks are checked, and are one again.
        assert_eq!((findings.checks, findings.modes), (3, vec![Mode::coarse(8)]));
        assert!(!findings.reached.contains_key(&ModeName::Split), "{:?}", findings.reached);
    }

    #[test]
    fn whole_arrays_are_one_location_again() {
        let mut trace = Vec::new();
        for block in 0..4 {
            trace.extend(under_lock(block, all(block, 4 * block..4 * block + 4, true, 0)));
        }
        assert_eq!(run(&trace, 16).modes, [Mode::Grid { block: 4, stride: 1 }]);
        trace.extend(under_lock(5, all(5, 0..16, true, 1)));
        let findings = run(&trace, 16);
        assert_eq!((findings.modes, findings.locations), (vec![Mode::coarse(16)], 1));
        assert_eq!(findings.races, []);
    }

    /// A thread comes back, in the same epoch, to what others have read without order: their reads are
    /// not before its write, and stay.
    #[test]
    fn reads_that_are_not_before_a_write_are_not_forgotten() {
        for readers in [1..2, 1..3] {
            // An access to the second array makes the thread commit those to the first.
            let arrays = Arrays::of(vec![8, 4]);
            let mut trace = all(0, 0..4, true, 0);
            trace.extend(all(0, 8..12, true, 0));
            for reader in readers.clone() {
                trace.extend(all(reader, 0..4, false, reader));
                trace.extend(under_lock(reader, Vec::new()));
            }
            trace.extend(all(0, 0..8, true, 0));
            trace.push(Event::VolatileWrite { thread: ThreadId(0), variable: VariableId(0) });
            trace.push(Event::VolatileRead { thread: ThreadId(5), variable: VariableId(0) });
            trace.extend(all(5, 0..8, true, 9));
            let findings = slimstate(&trace, &arrays, Options { most_open: 1, ..OPTIONS });
            let by_last = findings.races.iter().filter(|race| race.current.site == SiteId(9));
            let with: Vec<u32> = by_last.map(|race| race.prior.site.0).collect();
            assert_eq!(with, readers.collect::<Vec<_>>());
        }
    }

    /// A column of `lufact`: its rest is read and written in each phase, and one element is left behind.
    #[test]
    fn triangles_take_a_few_checks_a_phase() {
        let length = 100;
        let mut trace = under_lock(0, all(0, 0..length, true, 0));
        for phase in 0..length - 1 {
            let thread = phase % 3;
            let pivot = (phase * 7) % (length - phase) + phase;
            let mut step = all(thread, phase..phase + 1, false, 1);
            step.extend(all(thread, pivot..pivot + 1, false, 2));
            step.extend(all(thread, phase..phase + 1, true, 3));
            step.extend(all(thread, pivot..pivot + 1, true, 4));
            for index in phase + 1..length {
                step.extend(all(thread, index..index + 1, false, 5));
                step.extend(all(thread, index..index + 1, true, 6));
            }
            trace.extend(under_lock(thread, step));
        }
        let findings = run(&trace, length);
        assert_eq!(findings.races, []);
        assert!(matches!(findings.modes[0], Mode::Ranges(_)), "{:?}", findings.modes);
        assert!(findings.checks < u64::from(8 * length), "{}", findings.checks);
        let accesses = trace.len() as u64;
        assert!(50 * findings.checks < 4 * accesses, "{} of {accesses}", findings.checks);
    }

    #[test]
    fn what_a_triangle_leaves_behind_is_a_ramp() {
        let length = 100;
        let mut trace = Vec::new();
        for phase in 0..length {
            trace.extend(under_lock(0, all(0, phase..length, true, 0)));
        }
        let findings = run(&trace, length);
        assert_eq!(findings.modes[0].segments(length), 1, "{:?}", findings.modes);
    }

    #[test]
    fn ramps_that_reads_have_cut_are_whole_again() {
        let length = 64;
        let mut trace = Vec::new();
        // Two steps for each element, as when each is a new object that has another: the second is of
        // something that is in no array.
        for index in 0..length {
            trace.extend(under_lock(0, all(0, index..index + 1, true, 0)));
            trace.extend(under_lock(0, all(0, length..length + 1, true, 2)));
        }
        let written = run(&trace, length);
        assert_eq!(written.modes[0].segments(length), 1, "{:?}", written.modes);
        for turn in 0..40 {
            let from = turn % 4 * 17;
            trace.extend(under_lock(0, all(0, from..length.min(from + 17), false, 1)));
        }
        trace.extend(under_lock(0, all(0, 0..length, false, 1)));
        let findings = run(&trace, length);
        assert_eq!(findings.modes[0].segments(length), 1, "{:?}", findings.modes);
        assert!(findings.checks < 500, "{}", findings.checks);
    }
}
