//! Stack maps for edited code: the frames that were there, and those that new branch targets
//! need.
//!
//! A frame is missing where control can arrive other than from the instruction before, and where
//! that instruction cannot go on. It is derived by running the type rules forwards from the
//! nearest frame; stretches of code in which nothing is missing are not run through.

use rustc_hash::FxHashMap;

use super::MethodContext;
use crate::attribute::{Attribute, Info};
use crate::code::{Code, Handler};
use crate::error::{Error, Result};
use crate::frame::{Change, Frame, VType};
use crate::insn::{Insn, Label};
use crate::pool::ConstantPool;
use crate::typing::{Method, Name, Slot, State};

/// The frames that code has, if any.
pub(super) fn frames<'c>(code: &'c Code<'_>) -> Option<&'c [Frame]> {
    code.attributes.iter().find_map(|attribute| match &attribute.info {
        Info::StackMapTable(frames) => Some(frames.as_slice()),
        _ => None,
    })
}

/// Adds the frames that are missing, and the locals that live throughout to all frames.
pub(super) fn complete(
    code: &mut Code<'_>,
    pool: &mut ConstantPool<'_>,
    context: &MethodContext,
    live: &[(u16, Slot)],
    new_handlers: &[Handler],
) -> Result<()> {
    let existing = frames(code).unwrap_or(&[]);
    let missing = missing_frames(code, existing);
    if missing.is_empty() && live.is_empty() {
        return Ok(());
    }
    let method = Method {
        pool,
        this_class: context.this_class,
        is_static: context.flags.is_static(),
        name: context.name,
        descriptor: context.descriptor,
    };
    let mut states = expand(&method, existing)?;
    for (_, state) in &mut states {
        live.iter().for_each(|&(index, slot)| state.set_local(usize::from(index), slot));
    }
    let derived = Derivation::new(&method, code, live, new_handlers, states, missing).run()?;
    let frames = compress(derived, &method.entry()?, pool)?;
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

/// The states that frames describe, each by itself.
fn expand(method: &Method<'_, '_>, frames: &[Frame]) -> Result<Vec<(u32, State)>> {
    let mut state = method.entry()?;
    frames
        .iter()
        .map(|frame| {
            state.apply(frame)?;
            Ok((frame.at.0, state.clone()))
        })
        .collect()
}

struct Derivation<'m, 'p, 'a, 'c> {
    method: &'m Method<'p, 'a>,
    code: &'c Code<'a>,
    live: &'m [(u16, Slot)],
    new_handlers: &'m [Handler],
    /// Known states by instruction, ascending.
    known: Vec<(u32, State)>,
    missing: Vec<u32>,
    /// What branches brought to each of `missing`.
    arrived: Vec<Option<State>>,
}

impl<'m, 'p, 'a, 'c> Derivation<'m, 'p, 'a, 'c> {
    fn new(
        method: &'m Method<'p, 'a>,
        code: &'c Code<'a>,
        live: &'m [(u16, Slot)],
        new_handlers: &'m [Handler],
        known: Vec<(u32, State)>,
        missing: Vec<u32>,
    ) -> Self {
        let arrived = vec![None; missing.len()];
        Derivation { method, code, live, new_handlers, known, missing, arrived }
    }

    /// The known states and the derived ones, ascending.
    fn run(mut self) -> Result<Vec<(u32, State)>> {
        if self.missing.is_empty() {
            return Ok(self.known);
        }
        let interesting = self.interesting_stretches();
        let mut derived = Vec::with_capacity(self.missing.len());
        let entry = (0, self.method.entry()?);
        let starts: Vec<(u32, State)> = match self.known.first() {
            Some((0, _)) => std::mem::take(&mut self.known),
            _ => std::iter::once(entry).chain(std::mem::take(&mut self.known)).collect(),
        };
        for (at, (start, state)) in starts.iter().enumerate() {
            if interesting[at] {
                let end = starts.get(at + 1).map_or(self.code.insns.len() as u32, |next| next.0);
                self.run_stretch(*start, end, state.clone(), &mut derived)?;
            }
        }
        let frames = frames(self.code).unwrap_or(&[]);
        let is_frame = |at: u32| frames.binary_search_by_key(&at, |frame| frame.at.0).is_ok();
        derived.extend(starts.into_iter().filter(|(at, _)| is_frame(*at)));
        derived.sort_by_key(|(at, _)| *at);
        Ok(derived)
    }

    /// For the stretch from each known state (the entry included) to the next: whether a frame is
    /// missing in it, or a branch in it goes to one that is, or a new handler covers some of it.
    fn interesting_stretches(&self) -> Vec<bool> {
        let mut starts: Vec<u32> = self.known.iter().map(|(at, _)| *at).collect();
        if starts.first() != Some(&0) {
            starts.insert(0, 0);
        }
        let mut interesting = vec![false; starts.len()];
        let mut mark =
            |at: u32| interesting[starts.partition_point(|&start| start <= at) - 1] = true;
        self.missing.iter().for_each(|&at| mark(at));
        for (at, insn) in self.code.insns.iter().enumerate() {
            insn.for_each_target(|target| {
                if self.missing.binary_search(&target.0).is_ok() {
                    mark(at as u32);
                }
            });
        }
        for handler in self.new_handlers {
            (handler.start.0..handler.end.0).for_each(&mut mark);
        }
        interesting
    }

    fn run_stretch(
        &mut self,
        start: u32,
        end: u32,
        state: State,
        derived: &mut Vec<(u32, State)>,
    ) -> Result<()> {
        let mut state = Some(state);
        for at in start..end {
            if let Ok(slot) = self.missing.binary_search(&at) {
                let arrived = self.arrived[slot].take();
                let here = match (state.take(), arrived) {
                    (Some(a), Some(b)) => self.meet(a, &b)?,
                    (Some(one), None) | (None, Some(one)) => one,
                    (None, None) => {
                        return Err(Error::new(format!(
                            "no frame can be derived for L{at}, which only later code reaches"
                        )));
                    }
                };
                derived.push((at, here.clone()));
                state = Some(here);
            }
            let Some(current) = &mut state else { continue };
            self.arrive_at_handlers(at, current)?;
            self.method.step(current, &self.code.insns, at as usize)?;
            for &(index, slot) in self.live {
                // A value that is stored is of the declared type, whatever its own is.
                if current.locals.get(usize::from(index)).is_some_and(|held| *held != Slot::Top) {
                    current.set_local(usize::from(index), slot);
                }
            }
            let insn = &self.code.insns[at as usize];
            if matches!(insn, Insn::Branch { .. } | Insn::Switch(_)) {
                let current = current.clone();
                self.arrive(at, insn, &current, derived)?;
            }
            if !insn.falls_through() {
                state = None;
            }
        }
        Ok(())
    }

    /// Takes the state to every missing frame that the instruction branches to.
    fn arrive(
        &mut self,
        at: u32,
        insn: &Insn,
        state: &State,
        derived: &[(u32, State)],
    ) -> Result<()> {
        let mut targets = Vec::new();
        insn.for_each_target(|target| targets.push(target.0));
        for target in targets {
            let Ok(slot) = self.missing.binary_search(&target) else { continue };
            if target > at {
                self.arrived[slot] = Some(match self.arrived[slot].take() {
                    None => state.clone(),
                    Some(other) => self.meet(other, state)?,
                });
            } else if let Some((_, settled)) = derived.iter().find(|(place, _)| *place == target) {
                // The frame stands already; what comes back must agree with it.
                if self.meet(settled.clone(), state)? != *settled {
                    return Err(Error::new(format!(
                        "inserted code loops to L{target} with other types than it started with"
                    )));
                }
            }
        }
        Ok(())
    }

    /// New handlers see the locals that all instructions of their range agree on.
    fn arrive_at_handlers(&mut self, at: u32, state: &State) -> Result<()> {
        for handler in self.new_handlers {
            if !(handler.start.0..handler.end.0).contains(&at) {
                continue;
            }
            let Ok(slot) = self.missing.binary_search(&handler.handler.0) else { continue };
            let caught = match handler.catch_type {
                0 => Name::Known("java/lang/Throwable"),
                class => Name::Class(class),
            };
            let thrown = State { locals: state.locals.clone(), stack: vec![Slot::Object(caught)] };
            let met = match self.arrived[slot].take() {
                None => thrown,
                Some(other) => {
                    let uninitialized =
                        |state: &State| state.locals.contains(&Slot::UninitializedThis);
                    if uninitialized(&other) != uninitialized(&thrown) {
                        return Err(Error::new(
                            "a new exception handler covers code before and after super()",
                        ));
                    }
                    self.meet(other, &thrown)?
                }
            };
            self.arrived[slot] = Some(met);
        }
        Ok(())
    }

    fn meet(&self, mut a: State, b: &State) -> Result<State> {
        if a.stack.len() != b.stack.len() {
            return Err(Error::new("the operand stack has two depths at one place"));
        }
        a.locals.truncate(b.locals.len());
        for (slot, &other) in a.locals.iter_mut().zip(&b.locals) {
            *slot = self.method.meet(*slot, other)?.unwrap_or(Slot::Top);
        }
        for (slot, &other) in a.stack.iter_mut().zip(&b.stack) {
            *slot = self
                .method
                .meet(*slot, other)?
                .ok_or_else(|| Error::new("the operand stack has two types at one place"))?;
        }
        Ok(a)
    }
}

/// Frames in their shortest form.
fn compress(
    states: Vec<(u32, State)>,
    entry: &State,
    pool: &mut ConstantPool<'_>,
) -> Result<Vec<Frame>> {
    let mut spelling = Spelling { pool, constants: FxHashMap::default() };
    let mut before = spelling.locals(&entry.locals)?;
    states
        .into_iter()
        .map(|(at, state)| {
            let locals = spelling.locals(&state.locals)?;
            let stack = spelling.stack(&state.stack)?;
            let change = change_between(&before, &locals, stack);
            before = locals;
            Ok(Frame { at: Label(at), change, extended: false })
        })
        .collect()
}

fn change_between(before: &[VType], locals: &[VType], stack: Vec<VType>) -> Change {
    let kept = before.iter().zip(locals).take_while(|(a, b)| a == b).count();
    let (gone, more) = (before.len() - kept, locals.len() - kept);
    match (gone, more, stack.as_slice()) {
        (0, 0, []) => Change::Same,
        (0, 0, [item]) => Change::Stack(*item),
        (1..=3, 0, []) => Change::Chop(gone as u8),
        (0, 1..=3, []) => Change::Append(locals[kept..].to_vec()),
        _ => Change::Full { locals: locals.to_vec(), stack },
    }
}

/// How frames spell what the rules found; each name's `Class` constant is looked up once.
struct Spelling<'p, 'a> {
    pool: &'p mut ConstantPool<'a>,
    constants: FxHashMap<Name, u16>,
}

impl Spelling<'_, '_> {
    /// Locals without the unset ones at the end; the second half of a wide one goes without
    /// saying.
    fn locals(&mut self, slots: &[Slot]) -> Result<Vec<VType>> {
        let mut types = Vec::with_capacity(slots.len());
        let mut at = 0;
        while let Some(&slot) = slots.get(at) {
            types.push(self.vtype(slot)?);
            at += 1 + usize::from(slot.is_wide());
        }
        while types.last() == Some(&VType::Top) {
            types.pop();
        }
        Ok(types)
    }

    fn stack(&mut self, slots: &[Slot]) -> Result<Vec<VType>> {
        slots.iter().map(|&slot| self.vtype(slot)).collect()
    }

    fn vtype(&mut self, slot: Slot) -> Result<VType> {
        Ok(match slot {
            Slot::Top => VType::Top,
            Slot::Int => VType::Int,
            Slot::Float => VType::Float,
            Slot::Long => VType::Long,
            Slot::Double => VType::Double,
            Slot::Null => VType::Null,
            Slot::UninitializedThis => VType::UninitializedThis,
            Slot::Uninitialized(at) => VType::Uninitialized(at),
            Slot::Object(Name::Class(index)) => VType::Object(index),
            Slot::Object(name) => VType::Object(match self.constants.get(&name) {
                Some(&index) => index,
                None => {
                    let index = name.constant(self.pool)?;
                    self.constants.insert(name, index);
                    index
                }
            }),
        })
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
