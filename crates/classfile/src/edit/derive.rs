//! Deriving missing frames: the type rules run over one stretch of code after the other.

use crate::code::{Code, Handler};
use crate::error::{Error, Result};
use crate::insn::{Insn, Label};
use crate::opcode::Op;
use crate::typing::{Method, Name, Slot, State};

pub(super) struct Derivation<'d, 'a> {
    code: &'d Code<'a>,
    live: &'d [(u16, Slot)],
    new_handlers: &'d [Handler],
    /// Where frames are missing, ascending.
    missing: Vec<u32>,
    /// What branches and exceptions have brought to each of them so far.
    arrived: Vec<Option<State>>,
    /// What was derived for those to which later code branches back.
    settled: Vec<Option<State>>,
    loops_back: Vec<bool>,
    work: usize,
}

impl<'d, 'a> Derivation<'d, 'a> {
    pub fn new(
        code: &'d Code<'a>,
        live: &'d [(u16, Slot)],
        new_handlers: &'d [Handler],
        missing: Vec<u32>,
    ) -> Derivation<'d, 'a> {
        let mut loops_back = vec![false; missing.len()];
        for (at, insn) in (0u32..).zip(&code.insns) {
            insn.for_each_target(|target| {
                if target.0 <= at
                    && let Ok(slot) = missing.binary_search(&target.0)
                {
                    loops_back[slot] = true;
                }
            });
        }
        let (arrived, settled) = (vec![None; missing.len()], vec![None; missing.len()]);
        Derivation { code, live, new_handlers, missing, arrived, settled, loops_back, work: 0 }
    }

    /// How many local variables have been looked at.
    pub fn work(&self) -> usize {
        self.work
    }

    /// Runs from an instruction, whose state is known, up to another; the states at the missing
    /// frames on the way.
    pub fn run(
        &mut self,
        method: &Method<'_, '_>,
        start: u32,
        end: u32,
        state: State,
    ) -> Result<Vec<(Label, State)>> {
        let mut derived = Vec::new();
        let mut state = Some(state);
        let mut locals_changed = true;
        for at in start..end {
            if let Ok(slot) = self.missing.binary_search(&at) {
                let here = self.frame_at(method, at, slot, state.take())?;
                derived.push((Label(at), here.clone()));
                state = Some(here);
                locals_changed = true;
            }
            let Some(current) = &mut state else { continue };
            if locals_changed || self.new_handlers.iter().any(|handler| handler.start.0 == at) {
                self.arrive_at_handlers(method, at, current)?;
            }
            let insn = &self.code.insns[at as usize];
            method.step(current, &self.code.insns, at as usize)?;
            self.keep_live_types(current);
            if insn.op() == Op::Invokespecial {
                // The verifier asks the handlers of a constructor's call with the types after it.
                self.arrive_at_handlers(method, at, current)?;
            }
            locals_changed = matches!(insn, Insn::Local { .. });
            if matches!(insn, Insn::Branch { .. } | Insn::Switch(_)) {
                self.arrive(method, at, insn, current)?;
            }
            if !insn.falls_through() {
                state = None;
            }
        }
        Ok(derived)
    }

    fn frame_at(
        &mut self,
        method: &Method<'_, '_>,
        at: u32,
        slot: usize,
        falling: Option<State>,
    ) -> Result<State> {
        let here = match (falling, self.arrived[slot].take()) {
            (Some(a), Some(b)) => self.meet(method, a, &b)?,
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => {
                return Err(Error::new(format!(
                    "no frame can be derived for L{at}, which only later code reaches"
                )));
            }
        };
        if self.loops_back[slot] {
            self.settled[slot] = Some(here.clone());
        }
        self.work += here.locals.len();
        Ok(here)
    }

    /// A value that is stored in a live local is of the declared type, whatever its own is.
    fn keep_live_types(&self, state: &mut State) {
        for &(index, slot) in self.live {
            if state.locals.get(usize::from(index)).is_some_and(|held| *held != Slot::Top) {
                state.set_local(usize::from(index), slot);
            }
        }
    }

    /// Takes the state to every missing frame that the instruction branches to.
    fn arrive(
        &mut self,
        method: &Method<'_, '_>,
        at: u32,
        insn: &Insn,
        state: &State,
    ) -> Result<()> {
        let mut targets = Vec::new();
        insn.for_each_target(|target| targets.push(target.0));
        targets.sort_unstable();
        targets.dedup();
        for target in targets {
            let Ok(slot) = self.missing.binary_search(&target) else { continue };
            if target > at {
                self.bring(method, slot, state)?;
            } else if let Some(settled) = self.settled[slot].clone() {
                // The frame stands already; what comes back must agree with it.
                if self.meet(method, settled.clone(), state)? != settled {
                    return Err(Error::new(format!(
                        "inserted code loops to L{target} with other types than it started with"
                    )));
                }
            }
        }
        Ok(())
    }

    /// New handlers see the locals that all instructions of their range agree on.
    fn arrive_at_handlers(
        &mut self,
        method: &Method<'_, '_>,
        at: u32,
        state: &State,
    ) -> Result<()> {
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
            let is_uninitialized = |state: &State| state.locals.contains(&Slot::UninitializedThis);
            if let Some(other) = &self.arrived[slot]
                && is_uninitialized(other) != is_uninitialized(&thrown)
            {
                return Err(Error::new(
                    "a new exception handler covers a call of super() or code on both sides of it",
                ));
            }
            self.bring(method, slot, &thrown)?;
        }
        Ok(())
    }

    fn bring(&mut self, method: &Method<'_, '_>, slot: usize, state: &State) -> Result<()> {
        self.work += state.locals.len();
        let met = match self.arrived[slot].take() {
            None => state.clone(),
            Some(other) => self.meet(method, other, state)?,
        };
        self.arrived[slot] = Some(met);
        Ok(())
    }

    fn meet(&mut self, method: &Method<'_, '_>, mut a: State, b: &State) -> Result<State> {
        if a.stack.len() != b.stack.len() {
            return Err(Error::new("the operand stack has two depths at one place"));
        }
        self.work += a.locals.len();
        a.locals.truncate(b.locals.len());
        for (slot, &other) in a.locals.iter_mut().zip(&b.locals) {
            *slot = method.meet(*slot, other)?.unwrap_or(Slot::Top);
        }
        for (slot, &other) in a.stack.iter_mut().zip(&b.stack) {
            *slot = method
                .meet(*slot, other)?
                .ok_or_else(|| Error::new("the operand stack has two types at one place"))?;
        }
        Ok(a)
    }
}
