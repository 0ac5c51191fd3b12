//! Laying original and inserted instructions out in one list.

use rustc_hash::FxHashMap;

use super::{CodeEdit, Item, LocalType, Snippet};
use crate::code::Handler;
use crate::effect::stack_effect;
use crate::error::{Error, Result};
use crate::insn::{Insn, Label};
use crate::opcode::Op;
use crate::pool::ConstantPool;

/// The new list, whose labels are its own indices, and where everything went.
pub(super) struct Flat {
    pub insns: Vec<Insn>,
    /// For each original label, where branches to it now go: in front of what was inserted
    /// before it.
    pub target_of: Vec<u32>,
    /// For each original instruction, where it is itself now; a replaced one, where its
    /// replacement starts.
    pub insn_of: Vec<u32>,
    pub new_handlers: Vec<Handler>,
    /// Where code for an edge starts, and the original instruction the edge comes from.
    pub trampolines: Vec<(u32, Label)>,
}

pub(super) fn flatten(edit: &CodeEdit<'_, '_>) -> Result<Flat> {
    let original = &edit.code.insns;
    check_places(edit)?;
    let mut layout = Layout {
        insns: Vec::with_capacity(original.len() + 16),
        is_new: Vec::new(),
        bound: vec![u32::MAX; edit.labels as usize],
        originals: original.len() as u32,
    };
    let mut target_of = Vec::with_capacity(original.len() + 1);
    let mut insn_of = Vec::with_capacity(original.len());
    let mut trampolines = Vec::new();

    layout.put(&initial_values(edit))?;
    layout.put(&edit.entry)?;
    let (mut falling, mut branching) = (FxHashMap::default(), FxHashMap::default());
    let mut calling = FxHashMap::default();
    for (from, to, snippet) in &edit.edges {
        let insn = &original[from.index()];
        let mut branches = false;
        insn.for_each_target(|target| branches |= target == *to);
        let falls = insn.falls_through() && to.0 == from.0 + 1;
        if branches && matches!(insn.op(), Op::Jsr | Op::JsrW) {
            // Its one edge is taken whenever it runs. A detour would be a subroutine of its own,
            // with a return address that the verifier does not let meet those of other calls.
            calling.insert(from.0, snippet);
        } else if falls {
            falling.insert(from.0, (snippet, branches));
        } else if branches {
            branching.entry(from.0).or_insert_with(Vec::new).push((*to, snippet));
        }
        if !falls && !branches {
            return Err(Error::new(format!("there is no edge from {from} to {to}")));
        }
    }
    let mut pending = Vec::new();
    let mut redirected = Vec::new();
    for (at, insn) in original.iter().enumerate() {
        let at = at as u32;
        target_of.push(layout.here());
        if let Some(snippet) = edit.before.get(&at) {
            layout.put(snippet)?;
        }
        if let Some(snippet) = calling.get(&at) {
            layout.put(snippet)?;
        }
        let itself = layout.here();
        insn_of.push(itself);
        if let Some(snippet) = edit.replaced.get(&at) {
            layout.put(snippet)?;
        } else {
            layout.put_original(insn);
            for (to, snippet) in branching.remove(&at).into_iter().flatten() {
                pending.push((itself, Label(at), to, snippet));
            }
        }
        if let Some(snippet) = edit.after.get(&at) {
            layout.put(snippet)?;
        }
        if let Some(&(snippet, branches_too)) = falling.get(&at) {
            if branches_too {
                // Taken or not, this branch goes to the next instruction: one copy serves both.
                redirected.push((itself, Label(at + 1), layout.here()));
            }
            layout.put(snippet)?;
        }
    }
    target_of.push(layout.here());

    for (branch, from, to, snippet) in pending {
        let start = layout.here();
        trampolines.push((start, from));
        layout.put(snippet)?;
        layout.put(&vec![Insn::Branch { op: Op::Goto, target: to }.into()])?;
        redirected.push((branch, to, start));
    }
    let mut new_handlers = Vec::new();
    for new in &edit.handlers {
        let start = layout.here();
        layout.put(&new.body)?;
        new_handlers.push(Handler {
            start: Label(target_of[new.range.start.index()]),
            end: Label(target_of[new.range.end.index()]),
            handler: Label(start),
            catch_type: new.range.catch_type,
        });
    }
    redirected.sort_by_key(|&(branch, _, _)| branch);
    layout.resolve(&target_of, &redirected)?;
    Ok(Flat { insns: layout.insns, target_of, insn_of, new_handlers, trampolines })
}

/// Every place that the edit names must exist, and code must be able to follow where it is put.
fn check_places(edit: &CodeEdit<'_, '_>) -> Result<()> {
    let count = edit.code.insns.len() as u32;
    let nowhere = |at: u32| Error::new(format!("L{at} is not one of {count} instructions"));
    let mut places = edit.before.keys().chain(edit.replaced.keys()).chain(edit.after.keys());
    if let Some(&at) = places.find(|&&at| at >= count) {
        return Err(nowhere(at));
    }
    for (from, to, _) in &edit.edges {
        if from.0 >= count || to.0 >= count {
            return Err(nowhere(from.0.max(to.0)));
        }
    }
    for &at in edit.after.keys() {
        if !edit.code.insns[at as usize].falls_through() && !edit.replaced.contains_key(&at) {
            return Err(Error::new(format!("nothing follows the instruction at L{at}")));
        }
    }
    for new in &edit.handlers {
        if new.range.start >= new.range.end || new.range.end.0 > count {
            return Err(Error::new("a new exception handler covers nothing"));
        }
    }
    Ok(())
}

/// Code that gives every live local its first value.
fn initial_values(edit: &CodeEdit<'_, '_>) -> Snippet {
    let mut items = Vec::new();
    for &(index, ty) in &edit.live {
        let (zero, store) = match ty {
            LocalType::Int => (Op::Iconst0, Op::Istore),
            LocalType::Long => (Op::Lconst0, Op::Lstore),
            LocalType::Float => (Op::Fconst0, Op::Fstore),
            LocalType::Double => (Op::Dconst0, Op::Dstore),
            LocalType::Object(_) => (Op::AconstNull, Op::Astore),
        };
        items.push(Insn::Plain(zero).into());
        items.push(Insn::local(store, index).into());
    }
    items
}

struct Layout {
    insns: Vec<Insn>,
    /// Indices of inserted branches, whose targets may be new labels.
    is_new: Vec<u32>,
    /// Where each new label is, `u32::MAX` if nowhere yet.
    bound: Vec<u32>,
    originals: u32,
}

impl Layout {
    fn here(&self) -> u32 {
        self.insns.len() as u32
    }

    fn put_original(&mut self, insn: &Insn) {
        let mut insn = insn.clone();
        if let Insn::Switch(switch) = &mut insn {
            // Old verifiers want zeros, and the bytes that were there may not fit any more.
            switch.padding = [0; 3];
        }
        self.insns.push(insn);
    }

    fn put(&mut self, snippet: &Snippet) -> Result<()> {
        for item in snippet {
            match item {
                Item::Insn(insn) => {
                    if matches!(insn, Insn::Branch { .. } | Insn::Switch(_)) {
                        self.is_new.push(self.here());
                    }
                    self.insns.push(insn.clone());
                }
                Item::Bind(label) => {
                    let here = self.here();
                    let slot = label
                        .0
                        .checked_sub(self.originals + 1)
                        .and_then(|at| self.bound.get_mut(at as usize))
                        .ok_or_else(|| Error::new(format!("{label} is no new label")))?;
                    if *slot != u32::MAX {
                        return Err(Error::new(format!("{label} is bound twice")));
                    }
                    *slot = here;
                }
            }
        }
        Ok(())
    }

    /// Turns every branch target into an index of the new list.
    fn resolve(&mut self, target_of: &[u32], redirected: &[(u32, Label, u32)]) -> Result<()> {
        let (bound, originals, count) = (&self.bound, self.originals, self.insns.len() as u32);
        let mut wrong = None;
        let mut redirections = redirected.iter().peekable();
        for (at, insn) in self.insns.iter_mut().enumerate() {
            let at = at as u32;
            while redirections.peek().is_some_and(|(branch, _, _)| *branch < at) {
                redirections.next();
            }
            let here = redirections.clone().take_while(|(branch, _, _)| *branch == at);
            insn.map_targets(|target| {
                if let Some((_, _, start)) = here.clone().find(|(_, to, _)| *to == target) {
                    return Label(*start);
                }
                let index = match target.0.checked_sub(originals + 1) {
                    None => target_of[target.index()],
                    Some(new) => bound.get(new as usize).copied().unwrap_or(u32::MAX),
                };
                if index >= count {
                    wrong = Some(target);
                }
                Label(index)
            });
        }
        match wrong {
            None => Ok(()),
            Some(label) => Err(Error::new(format!("{label} is branched to but never bound"))),
        }
    }
}

/// How many slots above its start a snippet's stack can rise, counted along its text; `start`
/// slots are there when it begins.
pub(super) fn growth(snippet: &Snippet, start: usize, pool: &ConstantPool<'_>) -> Result<usize> {
    let mut depth = start as isize;
    let mut highest = depth;
    let mut at_label: FxHashMap<Label, isize> = FxHashMap::default();
    for item in snippet {
        match item {
            Item::Bind(label) => {
                // After an unconditional branch only the branches here know the depth.
                if let Some(&known) = at_label.get(label) {
                    depth = depth.max(known);
                }
            }
            Item::Insn(insn) => {
                let (pops, pushes) = stack_effect(insn, pool)?;
                depth -= pops as isize;
                depth += pushes as isize;
                highest = highest.max(depth);
                insn.for_each_target(|target| {
                    at_label.entry(target).or_insert(depth);
                });
            }
        }
    }
    Ok(highest.max(0) as usize)
}
