//! Stack maps for edited code: the frames that were there, and those that new branch targets
//! need.
//!
//! A frame is missing where control can arrive other than from the instruction before, and where
//! that instruction cannot go on. The code is walked once, from frame to frame; the type rules
//! (`derive`) are run only over stretches that hold a missing frame, branch to one, or are
//! covered by a new handler.

use super::MethodContext;
use super::derive::Derivation;
use super::spelling::Spelling;
use crate::attribute::{Attribute, Info};
use crate::code::{Code, Handler};
use crate::error::{Error, Result};
use crate::frame::Frame;
use crate::pool::ConstantPool;
use crate::typing::{Method, Slot, State};

/// How many local variables may be looked at on the way, all frames taken together: far beyond
/// what compilers write, and soon reached by a file that means harm.
const WORK_LIMIT: usize = 1 << 27;

/// Adds the frames that are missing, and the locals that live throughout to all frames.
pub(super) fn complete(
    code: &mut Code<'_>,
    pool: &mut ConstantPool<'_>,
    context: &MethodContext,
    live: &[(u16, Slot)],
    new_handlers: &[Handler],
) -> Result<()> {
    let existing = code.frames().unwrap_or(&[]);
    let missing = missing_frames(code, existing);
    if missing.is_empty() && live.is_empty() {
        return Ok(());
    }
    let frames = Walk { code, context, live, new_handlers }.run(existing, missing, pool)?;
    put_frames(code, pool, frames)
}

/// Where the verifier wants a frame and there is none, ascending.
fn missing_frames(code: &Code<'_>, existing: &[Frame]) -> Vec<u32> {
    let mut wanted = vec![false; code.insns.len() + 1];
    for (at, insn) in code.insns.iter().enumerate() {
        insn.for_each_target(|target| wanted[target.index()] = true);
        if !insn.falls_through() {
            wanted[at + 1] = true;
        }
    }
    code.handlers.iter().for_each(|handler| wanted[handler.handler.index()] = true);
    existing.iter().for_each(|frame| wanted[frame.at.index()] = false);
    // Nothing stands at the end.
    (0..code.insns.len() as u32).filter(|&at| wanted[at as usize]).collect()
}

struct Walk<'w, 'a> {
    code: &'w Code<'a>,
    context: &'w MethodContext,
    live: &'w [(u16, Slot)],
    new_handlers: &'w [Handler],
}

impl Walk<'_, '_> {
    fn run(
        &self,
        existing: &[Frame],
        missing: Vec<u32>,
        pool: &mut ConstantPool<'_>,
    ) -> Result<Vec<Frame>> {
        let interesting = self.interesting_stretches(existing, &missing);
        let mut spelling = Spelling::new(pool);
        let mut derivation = Derivation::new(self.code, self.live, self.new_handlers, missing);
        let entry = self.method(&spelling).entry()?;
        let mut state = entry.clone();
        let mut work = 0;
        for (stretch, &is_interesting) in interesting.iter().enumerate() {
            let frame = stretch.checked_sub(1).map(|at| &existing[at]);
            let start = frame.map_or(0, |frame| frame.at.0);
            let end = existing.get(stretch).map_or(self.code.insns.len() as u32, |next| next.at.0);
            if let Some(frame) = frame {
                state.apply(frame)?;
                if state.locals.len() > usize::from(self.code.max_locals) {
                    return Err(Error::new(format!("the frame at L{start} has too many locals")));
                }
                if self.live.is_empty() {
                    spelling.original(frame, &state)?;
                } else {
                    spelling.derived(frame.at, &self.with_live(&state), &entry)?;
                }
            }
            work += state.locals.len();
            if is_interesting {
                // Until the first frame, the code itself gives the live locals their values.
                let here = if frame.is_some() { self.with_live(&state) } else { state.clone() };
                for (at, derived) in derivation.run(&self.method(&spelling), start, end, here)? {
                    work += derived.locals.len();
                    spelling.derived(at, &derived, &state)?;
                }
            }
            if work + derivation.work() > WORK_LIMIT {
                return Err(Error::limit("the stack maps are too large to be edited"));
            }
        }
        Ok(spelling.finish())
    }

    fn with_live(&self, state: &State) -> State {
        let mut state = state.clone();
        self.live.iter().for_each(|&(index, slot)| state.set_local(usize::from(index), slot));
        state
    }

    fn method<'s, 'a>(&self, spelling: &'s Spelling<'_, 'a>) -> Method<'s, 'a> {
        Method {
            pool: spelling.pool(),
            this_class: self.context.this_class,
            is_static: self.context.flags.is_static(),
            name: self.context.name,
            descriptor: self.context.descriptor,
        }
    }

    /// For the stretch before the first frame, and for the one from each frame on: whether a frame
    /// is missing in it, a branch in it goes to one that is, or a new handler covers some of it.
    fn interesting_stretches(&self, existing: &[Frame], missing: &[u32]) -> Vec<bool> {
        let mut interesting = vec![false; existing.len() + 1];
        let stretch_of = |at: u32| existing.partition_point(|frame| frame.at.0 <= at);
        missing.iter().for_each(|&at| interesting[stretch_of(at)] = true);
        for (at, insn) in (0u32..).zip(&self.code.insns) {
            insn.for_each_target(|target| {
                if missing.binary_search(&target.0).is_ok() {
                    interesting[stretch_of(at)] = true;
                }
            });
        }
        for handler in self.new_handlers {
            interesting[stretch_of(handler.start.0)..=stretch_of(handler.end.0 - 1)].fill(true);
        }
        interesting
    }
}

fn put_frames(code: &mut Code<'_>, pool: &mut ConstantPool<'_>, frames: Vec<Frame>) -> Result<()> {
    let table = code.attributes.iter_mut().find_map(|attribute| match &mut attribute.info {
        Info::StackMapTable(frames) => Some(frames),
        _ => None,
    });
    match table {
        Some(table) => *table = frames,
        None => {
            let name = pool.add_text("StackMapTable")?;
            code.attributes.push(Attribute { name, info: Info::StackMapTable(frames) });
        }
    }
    Ok(())
}
