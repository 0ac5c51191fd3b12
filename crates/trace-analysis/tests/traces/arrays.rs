//! Random traces over arrays, in patterns that programs have and in none.

use std::fmt;

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng};
use redflag_trace_analysis::event::{
    Event, LocationId, LockId, SiteId, ThreadId, VariableId, check_well_formed,
};
use redflag_trace_analysis::slimstate::Arrays;

const THREADS: u32 = 5;
const LOCKS: u32 = 2;
/// One that threads use as they like, and one for barriers.
const ANYHOW: VariableId = VariableId(0);
const BARRIER: VariableId = VariableId(1);
const SITES: u32 = 24;

/// A trace and what its locations are. Shown as the lengths of its arrays and its events in lines.
#[derive(Clone)]
pub struct ArrayTrace {
    pub arrays: Arrays,
    pub trace: Vec<Event>,
}

impl fmt::Debug for ArrayTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "arrays {:?}", self.arrays.lengths())?;
        self.trace.iter().try_for_each(|event| writeln!(f, "{event}"))
    }
}

/// How many traces to try: so many, if `REDFLAG_SLIMSTATE_CASES` says nothing else.
pub fn count(usual: usize) -> usize {
    number("REDFLAG_SLIMSTATE_CASES").map_or(usual, |count| count as usize)
}

/// The same in every run that has the same `REDFLAG_SLIMSTATE_SEED`.
pub fn rng() -> TestRng {
    let mut seed = [7; 32];
    seed[..8].copy_from_slice(&number("REDFLAG_SLIMSTATE_SEED").unwrap_or(0).to_le_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &seed)
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is {text}, expected a number")))
}

/// Each step is chosen by three numbers: what, by whom, and to what.
type Choice = (u32, u32, u32);

/// Up to three arrays of up to 200 elements, and one location in no array. Each trace keeps to a few
/// kinds of accesses, so that arrays stay in the modes for these.
pub fn array_traces() -> impl Strategy<Value = ArrayTrace> {
    let length = prop_oneof![1 => 1..12u32, 2 => 12..=200u32];
    let lengths = prop::collection::vec(length, 1..=3);
    let choice = (any::<u32>(), any::<u32>(), any::<u32>());
    let choices = prop::collection::vec(choice, 0..=50);
    // How much of a trace is synchronised tells whether races are few or many.
    (lengths, any::<u32>(), 0..100u32, choices).prop_map(|(lengths, kinds, order, choices)| {
        let arrays = Arrays::of(lengths);
        let trace = trace_of(&arrays, kinds, order, &choices);
        assert_eq!(check_well_formed(&trace), Ok(()));
        ArrayTrace { arrays, trace }
    })
}

struct Steps<'a> {
    arrays: &'a Arrays,
    trace: Vec<Event>,
    holders: Vec<Option<ThreadId>>,
    alive: Vec<ThreadId>,
    forked: u32,
    acted: Vec<bool>,
    phase: u32,
}

fn trace_of(arrays: &Arrays, kinds: u32, order: u32, choices: &[Choice]) -> Vec<Event> {
    let mut steps = Steps {
        arrays,
        trace: Vec::new(),
        holders: vec![None; LOCKS as usize],
        alive: vec![ThreadId(0), ThreadId(1)],
        forked: 2,
        acted: vec![false; THREADS as usize],
        phase: 0,
    };
    for &(what, whose, operand) in choices {
        let thread = steps.alive[whose as usize % steps.alive.len()];
        let before = steps.trace.len();
        match what % 100 {
            // An access that a lock orders after all others under that lock.
            0..60 if what / 100 % 100 < order => {
                if let Some(lock) = steps.holders.iter().position(Option::is_none) {
                    steps.trace.push(Event::Acquire { thread, lock: LockId(lock as u32) });
                    steps.accesses(thread, kinds, what / 10_000, operand);
                    steps.trace.push(Event::Release { thread, lock: LockId(lock as u32) });
                } else {
                    steps.accesses(thread, kinds, what / 10_000, operand);
                }
            }
            0..60 => steps.accesses(thread, kinds, what / 10_000, operand),
            60..70 => steps.everyone_meets(),
            70..85 => steps.lock(thread, operand),
            85..90 => steps.trace.push(Event::VolatileWrite { thread, variable: ANYHOW }),
            90..95 => steps.trace.push(Event::VolatileRead { thread, variable: ANYHOW }),
            95..98 if steps.forked < THREADS => {
                let child = ThreadId(steps.forked);
                steps.forked += 1;
                steps.acted[child.0 as usize] = true;
                steps.alive.push(child);
                steps.trace.push(Event::Fork { thread, child });
            }
            _ => {
                let at = operand as usize % steps.alive.len();
                let child = steps.alive[at];
                if child != thread && steps.acted[child.0 as usize] {
                    steps.alive.swap_remove(at);
                    steps.trace.push(Event::Join { thread, child });
                }
            }
        }
        steps.acted[thread.0 as usize] |= steps.trace.len() > before;
    }
    steps.trace
}

impl Steps<'_> {
    fn lock(&mut self, thread: ThreadId, operand: u32) {
        let lock = operand as usize % self.holders.len();
        match self.holders[lock] {
            Some(holder) if holder == thread => {
                self.holders[lock] = None;
                self.trace.push(Event::Release { thread, lock: LockId(lock as u32) });
            }
            None if !operand.is_multiple_of(3) => {
                self.holders[lock] = Some(thread);
                self.trace.push(Event::Acquire { thread, lock: LockId(lock as u32) });
            }
            _ => {}
        }
    }

    /// A barrier, of volatile accesses.
    fn everyone_meets(&mut self) {
        self.phase += 1;
        let variable = BARRIER;
        for &thread in &self.alive {
            self.acted[thread.0 as usize] = true;
            self.trace.push(Event::VolatileWrite { thread, variable });
        }
        for &thread in &self.alive {
            self.trace.push(Event::VolatileRead { thread, variable });
        }
    }

    /// One loop over one array, in one of the ways that this trace keeps to.
    fn accesses(&mut self, thread: ThreadId, kinds: u32, what: u32, operand: u32) {
        let site = SiteId(what % SITES);
        let array = (operand % self.arrays.lengths().len() as u32) as usize;
        let length = self.arrays.lengths()[array];
        let operand = operand / 4;
        let write = what / SITES % 5 < 3;
        let own = thread.0;
        let pattern = (kinds >> (4 * (operand % 3))) % 16;
        let operand = operand / 4;
        // Divisors first, then whatever comes.
        let share = (length / (2 + operand / 16 % 3)).max(1);
        let step = 2 + kinds / 4096 % 4;
        let indices: Vec<u32> = match pattern {
            3 | 14 if !kinds.is_multiple_of(3) => {
                // An unrolled loop, once or twice over a part that all threads or each has: below, with places.
                let width = 2 + kinds / 65_536 % 5;
                let parts = 1 + operand / 16 % 3;
                let part = (length / parts / width * width).max(1);
                let from = (own % parts * part).min(length);
                let times = 1 + operand / 64 % 6;
                for _ in 0..times {
                    for index in from..length.min(from + part) {
                        let place = SiteId(index % width);
                        self.access(thread, self.arrays.location(array, index), write, place);
                    }
                }
                return;
            }
            14 if operand.is_multiple_of(2) => {
                // What was just written is read here and there, and something besides.
                let written = (own % 2 * share)..(if (operand / 2).is_multiple_of(3) {
                    share
                } else {
                    length
                });
                for index in written.clone() {
                    self.access(thread, self.arrays.location(array, index), true, site);
                }
                let random = |i: u32| (operand ^ i).wrapping_mul(0x9E37_79B9) / 7;
                for i in 0..operand / 8 % 64 {
                    let of_all = random(i).is_multiple_of(9) || written.is_empty();
                    let (from, count) =
                        if of_all { (0, length) } else { (written.start, written.len() as u32) };
                    let location = self.arrays.location(array, from + random(i + 64) % count);
                    self.access(thread, location, false, SiteId(site.0 + SITES));
                }
                return;
            }
            0 | 1 => (0..length).collect(),
            2 | 3 => (own * share..length.min(own * share + share)).collect(),
            4 => (0..length).skip((own % step) as usize).step_by(step as usize).collect(),
            5 => {
                let step = step << (operand % 3);
                (own % step..length).step_by(step as usize).collect()
            }
            6 => (1..length.saturating_sub(1)).collect(),
            7 => (self.phase.min(length)..length).collect(),
            8 => (0..length.saturating_sub(self.phase)).rev().collect(),
            9 => (0..length.min(self.phase + 1)).collect(),
            10 => (self.phase.min(length)..length).flat_map(|i| [operand % length, i]).collect(),
            11 => (0..length).rev().collect(),
            12 => vec![operand % length],
            13 => (operand % length..length.min(operand % length + 7)).collect(),
            14 => {
                let random = |i: u32| (operand ^ i.wrapping_mul(0x9E37_79B9)) / 7 % length;
                (0..operand % 24).map(random).collect()
            }
            _ => {
                // In no array.
                self.access(thread, self.outside(), write, site);
                return;
            }
        };
        // The neighbours too, as stencils do, at places of their own.
        let neighbours = (operand / 512).is_multiple_of(4);
        // As a loop does that makes objects whose fields are final, one or more for each element.
        let synchronises = (operand / 2048).is_multiple_of(8);
        let steps = if synchronises { 1 + kinds / 131 % 4 } else { 0 };
        for index in indices {
            for step in 0..steps {
                if step > 0 {
                    self.access(thread, self.outside(), false, site);
                }
                self.trace.push(Event::VolatileWrite { thread, variable: ANYHOW });
            }
            self.access(thread, self.arrays.location(array, index), write, site);
            if neighbours && index + 1 < length {
                let next = self.arrays.location(array, index + 1);
                self.access(thread, next, false, SiteId(site.0 + SITES));
            }
        }
    }

    fn outside(&self) -> LocationId {
        LocationId(self.arrays.lengths().iter().sum())
    }

    fn access(&mut self, thread: ThreadId, location: LocationId, write: bool, site: SiteId) {
        self.trace.push(if write {
            Event::Write { thread, location, site }
        } else {
            Event::Read { thread, location, site }
        });
    }
}
