//! Laying original and inserted instructions out in one list.

use rustc_hash::FxHashMap;

use super::edges::{Edges, sort_edges};
use super::{CodeEdit, Item, LocalType, NewHandler, Snippet};
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
    /// For each original label, where exception ranges that begin with it now begin.
    pub range_of: Vec<u32>,
    /// Those of inserted code, asked before all others, come first.
    pub new_handlers: Vec<Handler>,
    pub guards: usize,
    pub trampolines: Vec<Trampoline>,
}

/// Code for a taken branch, at the end of the method.
pub(super) struct Trampoline {
    pub start: u32,
    pub end: u32,
    /// The original branch.
    pub from: Label,
}

pub(super) fn flatten(edit: &CodeEdit<'_, '_>) -> Result<Flat> {
    check_places(edit)?;
    let edges = sort_edges(edit)?;
    let mut layout = Layout::new(edit);
    let mut target_of = Vec::with_capacity(edit.code.insns.len() + 1);
    let mut insn_of = Vec::with_capacity(edit.code.insns.len());
    let mut range_of = Vec::with_capacity(edit.code.insns.len() + 1);
    let mut after = None;
    layout.put(&initial_values(edit))?;
    layout.put(&edit.entry)?;
    for (at, insn) in (0u32..).zip(&edit.code.insns) {
        target_of.push(layout.here());
        range_of.push(after.take().unwrap_or(layout.here()));
        for snippet in edit.before.get(&at).into_iter().chain(edges.calling.get(&at).copied()) {
            layout.put(snippet)?;
        }
        insn_of.push(layout.here());
        match edit.replaced.get(&at) {
            Some(snippet) => layout.put(snippet)?,
            None => layout.put_original(insn),
        }
        if let Some(snippet) = edit.after.get(&at) {
            after = edit.after_within.contains(&at).then_some(layout.here());
            layout.put(snippet)?;
        }
        if let Some(falling) = edges.falling.get(&at) {
            if falling.branches_too {
                layout.redirect(insn_of[at as usize], Label(at + 1));
            }
            layout.put(falling.snippet)?;
        }
    }
    target_of.push(layout.here());
    range_of.push(layout.here());
    let trampolines = put_trampolines(&edges, &insn_of, &mut layout)?;
    let handlers = put_handlers(edit, &target_of, &trampolines, &mut layout)?;
    layout.resolve(&target_of)?;
    let mut new_handlers = guards(edit, &layout)?;
    let guards = new_handlers.len();
    new_handlers.extend(handlers);
    let insns = layout.insns;
    Ok(Flat { insns, target_of, insn_of, range_of, new_handlers, guards, trampolines })
}

fn guards(edit: &CodeEdit<'_, '_>, layout: &Layout) -> Result<Vec<Handler>> {
    let place = |label: Label| layout.place(label).map(Label);
    let guards = edit.guards.iter().map(|guard| {
        let (start, end) = (place(guard.start)?, place(guard.end)?);
        let handler = place(guard.handler)?;
        match start < end && end <= handler {
            true => Ok(Handler { start, end, handler, catch_type: 0 }),
            false => Err(Error::new("a guard covers nothing, or what comes after its handler")),
        }
    });
    guards.collect()
}

fn put_trampolines(
    edges: &Edges<'_>,
    insn_of: &[u32],
    layout: &mut Layout,
) -> Result<Vec<Trampoline>> {
    let mut sources: Vec<u32> = edges.branching.keys().copied().collect();
    sources.sort_unstable();
    let mut trampolines = Vec::new();
    for from in sources {
        for &(to, snippet) in &edges.branching[&from] {
            let start = layout.here();
            layout.redirect(insn_of[from as usize], to);
            layout.put(snippet)?;
            layout.put(&vec![Insn::Branch { op: Op::Goto, target: to }.into()])?;
            trampolines.push(Trampoline { start, end: layout.here(), from: Label(from) });
        }
    }
    Ok(trampolines)
}

/// New handlers' bodies, after everything that they may cover, so that what is thrown arrives
/// from above. Each also covers the bodies of earlier ones that are asked for nothing else than what
/// it is asked for: what is thrown on from there would have come to it.
fn put_handlers(
    edit: &CodeEdit<'_, '_>,
    target_of: &[u32],
    trampolines: &[Trampoline],
    layout: &mut Layout,
) -> Result<Vec<Handler>> {
    let mut handlers = Vec::new();
    let mut bodies: Vec<(&NewHandler, u32, u32)> = Vec::new();
    for new in &edit.handlers {
        let handler = Label(layout.here());
        layout.put(&new.body)?;
        let (start, end) = (target_of[new.start.index()], target_of[new.end.index()]);
        if start == end || layout.here() == handler.0 {
            return Err(Error::new("a new exception handler covers nothing or does nothing"));
        }
        let covered = trampolines
            .iter()
            .filter(|trampoline| (new.start..new.end).contains(&trampoline.from))
            .map(|trampoline| (trampoline.start, trampoline.end));
        let inner = bodies
            .iter()
            .filter(|(earlier, ..)| new.start <= earlier.start && earlier.end <= new.end)
            .map(|&(_, start, end)| (start, end));
        for (start, end) in std::iter::once((start, end)).chain(covered).chain(inner) {
            let (start, end) = (Label(start), Label(end));
            handlers.push(Handler { start, end, handler, catch_type: new.catch_type });
        }
        bodies.push((new, handler.0, layout.here()));
    }
    Ok(handlers)
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
        if new.start >= new.end || new.end.0 > count {
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
    /// Where each new label is, `u32::MAX` if nowhere yet.
    bound: Vec<u32>,
    originals: u32,
    /// Branches, by where they are, whose way to an original label now starts elsewhere.
    redirected: FxHashMap<u32, Vec<(Label, u32)>>,
}

impl Layout {
    fn new(edit: &CodeEdit<'_, '_>) -> Layout {
        Layout {
            insns: Vec::with_capacity(edit.code.insns.len() + 16),
            bound: vec![u32::MAX; edit.labels as usize],
            originals: edit.code.insns.len() as u32,
            redirected: FxHashMap::default(),
        }
    }

    fn here(&self) -> u32 {
        self.insns.len() as u32
    }

    /// Sends a branch that goes to an original label to the place that is laid out next.
    fn redirect(&mut self, branch: u32, to: Label) {
        let here = self.here();
        self.redirected.entry(branch).or_default().push((to, here));
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
                Item::Insn(insn) => self.insns.push(insn.clone()),
                Item::Bind(label) => self.bind(*label)?,
            }
        }
        Ok(())
    }

    fn bind(&mut self, label: Label) -> Result<()> {
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
        Ok(())
    }

    /// Where a new label is.
    fn place(&self, label: Label) -> Result<u32> {
        let slot = label.0.checked_sub(self.originals + 1).map(|new| new as usize);
        match slot.and_then(|new| self.bound.get(new)) {
            Some(&at) if at < self.here() => Ok(at),
            _ => Err(Error::new(format!("{label} is no new label, or not bound to code"))),
        }
    }

    /// Turns every branch target into an index of the new list.
    fn resolve(&mut self, target_of: &[u32]) -> Result<()> {
        let (bound, originals, count) = (&self.bound, self.originals, self.insns.len() as u32);
        let mut wrong = None;
        for (at, insn) in (0u32..).zip(&mut self.insns) {
            let redirected = self.redirected.get(&at).map_or(&[][..], Vec::as_slice);
            insn.map_targets(|target| {
                let index = match redirected.iter().find(|(to, _)| *to == target) {
                    Some((_, start)) => *start,
                    None => match target.0.checked_sub(originals + 1) {
                        None => target_of[target.index()],
                        Some(new) => bound.get(new as usize).copied().unwrap_or(u32::MAX),
                    },
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
