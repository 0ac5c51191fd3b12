//! FastTrack [BigFoot §1, ShrinkWrap §2.2] over a trace: the races of the order that was observed.
//!
//! The rules carry the names of Flanagan and Freund's paper. Differs from it:
//! - after a race, the state goes on as if the accesses had been ordered, and reads that raced with
//!   a write are forgotten, so that one mistake is not reported for ever;
//! - `[Read Shared Same Epoch]` is of its later version; shared reads are kept as
//!   [`read_state`](crate::read_state) says;
//! - every access that is remembered carries its site, and of several reads from one site that race
//!   with the same write one is reported.
//!
//! A location is reported if and only if two conflicting accesses to it are unordered, and first at
//! the earliest access that races with one before it. The same rules stand in the runtime's
//! `FastTrack.java`; the test `same_verdicts` holds the two together.

use rustc_hash::FxHashMap;

use crate::event::{Event, LocationId, LockId, SiteId, ThreadId, VariableId};
use crate::filter::tree::WordHistory;
use crate::read_state::{Epoch, ReadState, add_shared};
use crate::vector_clock::VectorClock;

/// A rule of FastTrack, to count by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    ReadSameEpoch,
    ReadSharedSameEpoch,
    ReadExclusive,
    ReadShare,
    ReadShared,
    WriteSameEpoch,
    WriteExclusive,
    WriteShared,
    Acquire,
    Release,
    Fork,
    Join,
    ReadVolatile,
    WriteVolatile,
}

impl Rule {
    pub const ALL: [Rule; 14] = [
        Rule::ReadSameEpoch,
        Rule::ReadSharedSameEpoch,
        Rule::ReadExclusive,
        Rule::ReadShare,
        Rule::ReadShared,
        Rule::WriteSameEpoch,
        Rule::WriteExclusive,
        Rule::WriteShared,
        Rule::Acquire,
        Rule::Release,
        Rule::Fork,
        Rule::Join,
        Rule::ReadVolatile,
        Rule::WriteVolatile,
    ];

    /// The name that the paper has for it.
    pub fn name(self) -> &'static str {
        match self {
            Rule::ReadSameEpoch => "Read Same Epoch",
            Rule::ReadSharedSameEpoch => "Read Shared Same Epoch",
            Rule::ReadExclusive => "Read Exclusive",
            Rule::ReadShare => "Read Share",
            Rule::ReadShared => "Read Shared",
            Rule::WriteSameEpoch => "Write Same Epoch",
            Rule::WriteExclusive => "Write Exclusive",
            Rule::WriteShared => "Write Shared",
            Rule::Acquire => "Acquire",
            Rule::Release => "Release",
            Rule::Fork => "Fork",
            Rule::Join => "Join",
            Rule::ReadVolatile => "Read Volatile",
            Rule::WriteVolatile => "Write Volatile",
        }
    }
}

/// How often each rule was used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RuleCounts([u64; Rule::ALL.len()]);

impl RuleCounts {
    pub fn get(&self, rule: Rule) -> u64 {
        self.0[rule as usize]
    }

    fn count(&mut self, rule: Rule) {
        self.0[rule as usize] += 1;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessKind {
    Read,
    Write,
}

/// One side of a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    pub kind: AccessKind,
    pub thread: ThreadId,
    pub site: SiteId,
}

/// Two conflicting accesses that nothing orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Race {
    /// The index of the event that is the second access.
    pub event: usize,
    pub location: LocationId,
    /// The access that was remembered.
    pub prior: Access,
    pub current: Access,
}

/// What one walk over a trace found.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// By rising event; for one event, the prior write before the prior reads, these by site.
    pub races: Vec<Race>,
    pub rules: RuleCounts,
    /// The events that [`fasttrack_behind_tree`] has left out, rising.
    pub filtered: Vec<usize>,
}

/// Runs the rules over a [well-formed](crate::event::check_well_formed) trace.
pub fn fasttrack(trace: &[Event]) -> Findings {
    walk(trace, State::default())
}

/// The same behind TREE, with the words as its history: as the runtime does it with `--filter tree`.
pub fn fasttrack_behind_tree(trace: &[Event]) -> Findings {
    walk(trace, State { tree: Some(WordHistory::default()), ..State::default() })
}

fn walk(trace: &[Event], mut state: State) -> Findings {
    for (index, event) in trace.iter().enumerate() {
        state.step(index, event);
    }
    state.findings
}

#[derive(Default)]
struct State {
    threads: FxHashMap<ThreadId, VectorClock>,
    locks: FxHashMap<LockId, VectorClock>,
    variables: FxHashMap<VariableId, VectorClock>,
    locations: FxHashMap<LocationId, Location>,
    tree: Option<WordHistory>,
    findings: Findings,
}

/// `W` and `R` of a location.
#[derive(Debug, Clone, Default)]
pub(crate) struct Location {
    pub(crate) write: Option<Epoch>,
    pub(crate) read: ReadState,
}

impl State {
    fn step(&mut self, index: usize, event: &Event) {
        if let Some(tree) = &mut self.tree {
            tree.step(event);
        }
        match *event {
            Event::Read { thread, location, site } => {
                self.access(index, AccessKind::Read, thread, location, site);
            }
            Event::Write { thread, location, site } => {
                self.access(index, AccessKind::Write, thread, location, site);
            }
            Event::Acquire { thread, lock } => {
                self.count(Rule::Acquire);
                let clock = clock_of(&mut self.threads, thread);
                if let Some(released) = self.locks.get(&lock) {
                    clock.join(released);
                }
            }
            Event::Release { thread, lock } => {
                self.count(Rule::Release);
                let clock = clock_of(&mut self.threads, thread);
                self.locks.insert(lock, clock.clone());
                clock.increment(thread);
            }
            Event::Fork { thread, child } => {
                self.count(Rule::Fork);
                let clock = clock_of(&mut self.threads, thread);
                let forked = clock.clone();
                clock.increment(thread);
                clock_of(&mut self.threads, child).join(&forked);
            }
            Event::Join { thread, child } => {
                self.count(Rule::Join);
                // The child takes no step after this, so that its clock need not advance.
                let ended = clock_of(&mut self.threads, child).clone();
                clock_of(&mut self.threads, thread).join(&ended);
            }
            Event::VolatileRead { thread, variable } => {
                self.count(Rule::ReadVolatile);
                let clock = clock_of(&mut self.threads, thread);
                if let Some(written) = self.variables.get(&variable) {
                    clock.join(written);
                }
            }
            Event::VolatileWrite { thread, variable } => {
                self.count(Rule::WriteVolatile);
                let clock = clock_of(&mut self.threads, thread);
                self.variables.entry(variable).or_default().join(clock);
                clock.increment(thread);
            }
        }
    }

    fn access(
        &mut self,
        event: usize,
        kind: AccessKind,
        thread: ThreadId,
        at: LocationId,
        site: SiteId,
    ) {
        let clock = clock_of(&mut self.threads, thread);
        let now = Epoch { thread, clock: clock.get(thread), site };
        let location = self.locations.entry(at).or_default();
        if let Some(tree) = &mut self.tree
            && let Some(own) = location.own_without_race(kind, thread, clock)
            && tree.is_redundant(own, &now)
        {
            self.findings.filtered.push(event);
            return;
        }
        let mut raced = Vec::new();
        let rule = match kind {
            AccessKind::Read => location.read(now, clock, &mut raced),
            AccessKind::Write => location.write(now, clock, &mut raced),
        };
        self.findings.rules.count(rule);
        self.findings.races.extend(raced.into_iter().map(|prior| Race {
            event,
            location: at,
            prior,
            current: Access { kind, thread, site },
        }));
    }

    fn count(&mut self, rule: Rule) {
        self.findings.rules.count(rule);
    }
}

impl Location {
    pub(crate) fn read(
        &mut self,
        now: Epoch,
        clock: &VectorClock,
        raced: &mut Vec<Access>,
    ) -> Rule {
        match &self.read {
            ReadState::Exclusive(read) if read.same(&now) => return Rule::ReadSameEpoch,
            ReadState::Shared(readers)
                if readers.get(&now.thread).is_some_and(|read| read.same(&now)) =>
            {
                return Rule::ReadSharedSameEpoch;
            }
            _ => {}
        }
        self.race_with_write(clock, raced);
        let (read, rule) = match std::mem::take(&mut self.read) {
            ReadState::None => (ReadState::Exclusive(now), Rule::ReadExclusive),
            ReadState::Exclusive(read) if read.happens_before(clock) => {
                (ReadState::Exclusive(now), Rule::ReadExclusive)
            }
            ReadState::Exclusive(read) => {
                let readers = [(read.thread, read), (now.thread, now)];
                (ReadState::Shared(readers.into()), Rule::ReadShare)
            }
            ReadState::Shared(readers) => (add_shared(readers, now, clock), Rule::ReadShared),
        };
        self.read = read;
        rule
    }

    pub(crate) fn write(
        &mut self,
        now: Epoch,
        clock: &VectorClock,
        raced: &mut Vec<Access>,
    ) -> Rule {
        if self.write.is_some_and(|write| write.same(&now)) {
            return Rule::WriteSameEpoch;
        }
        self.race_with_write(clock, raced);
        self.write = Some(now);
        match &self.read {
            ReadState::None => Rule::WriteExclusive,
            ReadState::Exclusive(read) => {
                if !read.happens_before(clock) {
                    raced.push(access(AccessKind::Read, read));
                    self.read = ReadState::None;
                }
                Rule::WriteExclusive
            }
            ReadState::Shared(readers) => {
                let mut reads: Vec<Access> = readers
                    .values()
                    .filter(|read| !read.happens_before(clock))
                    .map(|read| access(AccessKind::Read, read))
                    .collect();
                reads.sort_by_key(|read| read.site);
                reads.dedup_by_key(|read| read.site);
                raced.append(&mut reads);
                self.read = ReadState::None;
                Rule::WriteShared
            }
        }
    }

    /// What is remembered of a thread's own accesses of a kind, if another would race with nothing.
    fn own_without_race(
        &self,
        kind: AccessKind,
        thread: ThreadId,
        clock: &VectorClock,
    ) -> Option<&Epoch> {
        let own = match (kind, &self.read) {
            (AccessKind::Write, ReadState::None) => self.write.as_ref(),
            (AccessKind::Write, ReadState::Exclusive(read)) if read.happens_before(clock) => {
                self.write.as_ref()
            }
            (AccessKind::Read, ReadState::Exclusive(read)) => Some(read),
            (AccessKind::Read, ReadState::Shared(readers)) => readers.get(&thread),
            _ => None,
        };
        let is_after_write = self.write.is_none_or(|write| write.happens_before(clock));
        own.filter(|own| own.thread == thread && is_after_write)
    }

    fn race_with_write(&self, clock: &VectorClock, raced: &mut Vec<Access>) {
        if let Some(write) = &self.write
            && !write.happens_before(clock)
        {
            raced.push(access(AccessKind::Write, write));
        }
    }
}

fn access(kind: AccessKind, epoch: &Epoch) -> Access {
    Access { kind, thread: epoch.thread, site: epoch.site }
}

/// The clock of a thread, which begins with its own first step.
fn clock_of(threads: &mut FxHashMap<ThreadId, VectorClock>, thread: ThreadId) -> &mut VectorClock {
    threads.entry(thread).or_insert_with(|| {
        let mut clock = VectorClock::default();
        clock.increment(thread);
        clock
    })
}
