//! Random traces that are well-formed by construction.

use proptest::prelude::*;
use redflag_trace_analysis::event::{
    Event, LocationId, LockId, SiteId, ThreadId, VariableId, check_well_formed,
};

/// What a trace may be made of.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Threads that are there from the start.
    pub roots: u32,
    /// How many threads there may be in all, and how many alive at once.
    pub threads: u32,
    pub alive: usize,
    pub locks: u32,
    pub variables: u32,
    pub locations: u32,
    /// An access is a loop over up to so many locations, all at one site.
    pub sweep: u32,
    /// Sites are numbered by event up to this number, and then again from 0.
    pub sites: u32,
    /// How often, in a hundred steps, a thread tries each. Half of the rest are forks, half joins.
    pub accesses: u32,
    pub writes_of_accesses: u32,
    pub lock_steps: u32,
    pub volatile_steps: u32,
    /// How many events there are at least, and at most.
    pub events: (usize, usize),
}

/// Few threads on few locations, where most pairs of accesses have something to do with each other.
pub const SMALL: Shape = Shape {
    roots: 2,
    threads: 5,
    alive: 5,
    locks: 2,
    variables: 2,
    locations: 3,
    sweep: 1,
    sites: u32::MAX,
    accesses: 50,
    writes_of_accesses: 40,
    lock_steps: 25,
    volatile_steps: 15,
    events: (0, 120),
};

/// Each step is chosen by three numbers: what, by whom, and to what.
type Choice = (u32, u32, u32);

pub fn traces(shape: Shape) -> impl Strategy<Value = Vec<Event>> {
    let choice = (any::<u32>(), any::<u32>(), any::<u32>());
    prop::collection::vec(choice, shape.events.0..=shape.events.1).prop_map(move |choices| {
        let trace = trace_of(shape, &choices);
        assert_eq!(check_well_formed(&trace), Ok(()));
        trace
    })
}

/// A trace with one step for each choice. What is not possible becomes an access, so that fewer
/// choices are a smaller trace of the same kind.
fn trace_of(shape: Shape, choices: &[Choice]) -> Vec<Event> {
    let mut alive: Vec<ThreadId> = (0..shape.roots).map(ThreadId).collect();
    // A root that has done nothing cannot be joined: nobody could know that it is there.
    let mut acted = vec![false; shape.threads as usize];
    let mut forked = shape.roots;
    let mut holders: Vec<Option<ThreadId>> = vec![None; shape.locks as usize];
    let mut trace = Vec::with_capacity(choices.len());
    for &(what, whose, operand) in choices {
        let thread = alive[pick(whose, alive.len())];
        let mut kind = what % 100;
        let mut event = None;
        if kind >= shape.accesses && kind < shape.accesses + shape.lock_steps {
            event = lock_step(&mut holders, thread, operand);
        }
        kind = kind.saturating_sub(shape.accesses + shape.lock_steps);
        if event.is_none() && kind > 0 && kind <= shape.volatile_steps && shape.variables > 0 {
            let variable = VariableId(operand / 2 % shape.variables);
            event = Some(if operand % 2 == 0 {
                Event::VolatileRead { thread, variable }
            } else {
                Event::VolatileWrite { thread, variable }
            });
        } else if event.is_none() && kind > shape.volatile_steps {
            if what / 100 % 2 == 0 && forked < shape.threads && alive.len() < shape.alive {
                let child = ThreadId(forked);
                forked += 1;
                acted[child.0 as usize] = true;
                alive.push(child);
                event = Some(Event::Fork { thread, child });
            } else if alive.len() > 1 {
                let at = pick(operand, alive.len());
                let child = alive[at];
                if child != thread && acted[child.0 as usize] {
                    alive.swap_remove(at);
                    event = Some(Event::Join { thread, child });
                }
            }
        }
        acted[thread.0 as usize] = true;
        match event {
            Some(event) => trace.push(event),
            None => add_accesses(&mut trace, shape, thread, operand),
        }
    }
    trace
}

/// A lock is released by its holder and acquired by others, if it is free.
fn lock_step(holders: &mut [Option<ThreadId>], thread: ThreadId, operand: u32) -> Option<Event> {
    // What a thread holds it is likely to release, else nobody gets far.
    let held = holders.iter().position(|holder| *holder == Some(thread));
    if let Some(held) = held
        && !operand.is_multiple_of(4)
    {
        holders[held] = None;
        return Some(Event::Release { thread, lock: LockId(held as u32) });
    }
    let at = pick(operand / 4, holders.len().max(1));
    match holders.get_mut(at) {
        Some(holder @ None) => {
            *holder = Some(thread);
            Some(Event::Acquire { thread, lock: LockId(at as u32) })
        }
        _ => None,
    }
}

fn add_accesses(trace: &mut Vec<Event>, shape: Shape, thread: ThreadId, operand: u32) {
    let site = SiteId(trace.len() as u32 % shape.sites);
    let from = operand / 100 % shape.locations;
    let count = 1 + operand / 100 / shape.locations % shape.sweep;
    for location in (from..shape.locations).take(count as usize).map(LocationId) {
        trace.push(if operand % 100 < shape.writes_of_accesses {
            Event::Write { thread, location, site }
        } else {
            Event::Read { thread, location, site }
        });
    }
}

fn pick(choice: u32, length: usize) -> usize {
    choice as usize % length
}
