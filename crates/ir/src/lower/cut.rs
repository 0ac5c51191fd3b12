//! Cuts the instruction list into blocks.
//!
//! Besides the usual leaders, a block starts where the set of covering exception handlers
//! changes, and, inside covered code, before an instruction that writes a local variable when an
//! instruction that can throw came before it in the block. So the local variables that a handler
//! sees are, for every throwing instruction of a block, those at the block's end.

use redflag_classfile::{Code, ConstantPool, Insn, Label, Op};

use super::insn_facts::{can_throw, named_local, written_local};
use super::unlowerable::Unlowerable;
use super::work::{EDGES, Work};

/// In [`Cut::block_at`]: no block starts there.
pub(super) const NO_BLOCK: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct Cut {
    /// In the order of the code, unreachable ones included.
    pub blocks: Vec<CutBlock>,
    /// For each instruction, the block that starts there or [`NO_BLOCK`].
    pub block_at: Vec<u32>,
    /// Entries of the exception table; each block holds a range.
    pub covering: Vec<u32>,
    /// What each block catches if it is a handler.
    pub catches: Vec<Caught>,
    /// One more than the largest local variable that the code names.
    pub locals: usize,
    pub has_subroutines: bool,
    leaders: Vec<bool>,
    boundaries: Vec<u32>,
    regions: Vec<(u32, u32)>,
}

#[derive(Clone, Copy)]
pub(super) struct CutBlock {
    pub start: u32,
    pub end: u32,
    /// Its handlers, as a range of [`Cut::covering`]; empty if nothing in it can throw.
    pub handlers: (u32, u32),
}

/// The catch types of the exception table's entries that lead to one handler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Caught {
    Nothing,
    /// A `Class` constant, or 0 for everything.
    One(u16),
    Several,
}

impl Cut {
    pub(super) fn cut(
        &mut self,
        code: &Code<'_>,
        pool: &ConstantPool<'_>,
        work: &mut Work,
    ) -> Result<(), Unlowerable> {
        if code.insns.is_empty() || code.pcs.len() < code.insns.len() {
            return Err(Unlowerable::End { pc: 0 });
        }
        self.find_leaders(code)?;
        self.find_regions(code, work)?;
        self.make_blocks(code, pool);
        self.catches.clear();
        if !code.handlers.is_empty() {
            self.find_caught(code);
        }
        Ok(())
    }

    pub(super) fn insns<'a>(&self, code: &'a Code<'_>, block: u32) -> &'a [Insn] {
        let CutBlock { start, end, .. } = self.blocks[block as usize];
        &code.insns[start as usize..end as usize]
    }

    fn find_leaders(&mut self, code: &Code<'_>) -> Result<(), Unlowerable> {
        let count = code.insns.len();
        self.leaders.clear();
        // One more, so that the end of the code can be marked like any instruction.
        self.leaders.resize(count + 1, false);
        self.leaders[0] = true;
        self.locals = 0;
        self.has_subroutines = false;
        for (at, insn) in code.insns.iter().enumerate() {
            if let Some(local) = named_local(insn) {
                self.locals = self.locals.max(usize::from(local) + 1);
            }
            match insn {
                Insn::Branch { .. } | Insn::Switch(_) => {
                    let mut outside = false;
                    insn.for_each_target(|target| match target.index() {
                        index if index < count => self.leaders[index] = true,
                        _ => outside = true,
                    });
                    if outside {
                        return Err(Unlowerable::Target { pc: code.pcs[at] });
                    }
                    self.has_subroutines |= matches!(insn.op(), Op::Jsr | Op::JsrW);
                    self.leaders[at + 1] = true;
                }
                _ if !insn.falls_through() => self.leaders[at + 1] = true,
                _ => {}
            }
        }
        for entry in &code.handlers {
            if entry.handler.index() >= count || entry.end.index() > count {
                return Err(Unlowerable::Target { pc: 0 });
            }
            for Label(index) in [entry.start, entry.end, entry.handler] {
                if let Some(leader) = self.leaders.get_mut(index as usize) {
                    *leader = true;
                }
            }
        }
        Ok(())
    }

    /// The handlers of each stretch of code between two ends of exception ranges.
    fn find_regions(&mut self, code: &Code<'_>, work: &mut Work) -> Result<(), Unlowerable> {
        self.boundaries.clear();
        self.regions.clear();
        self.covering.clear();
        for entry in &code.handlers {
            self.boundaries.push(entry.start.0);
            self.boundaries.push(entry.end.0);
        }
        self.boundaries.sort_unstable();
        self.boundaries.dedup();
        for &boundary in &self.boundaries {
            work.spend(code.handlers.len())?;
            let first = self.covering.len() as u32;
            for (at, entry) in code.handlers.iter().enumerate() {
                if entry.start.0 <= boundary && boundary < entry.end.0 {
                    self.covering.push(at as u32);
                    if entry.catch_type == 0 {
                        break;
                    }
                }
            }
            if self.covering.len() > EDGES {
                return Err(Unlowerable::TooLarge);
            }
            self.regions.push((first, self.covering.len() as u32));
        }
        Ok(())
    }

    fn make_blocks(&mut self, code: &Code<'_>, pool: &ConstantPool<'_>) {
        self.blocks.clear();
        self.block_at.clear();
        self.block_at.resize(code.insns.len(), NO_BLOCK);
        let mut next_region = 0;
        let mut covering = (0, 0);
        let mut throws = false;
        let mut start = 0;
        for (at, insn) in code.insns.iter().enumerate() {
            let is_covered = covering.0 < covering.1;
            if at > 0 && (self.leaders[at] || is_covered && throws && written_local(insn).is_some())
            {
                self.end_block(start, at, if throws { covering } else { (0, 0) });
                start = at;
                throws = false;
            }
            if self.boundaries.get(next_region) == Some(&(at as u32)) {
                covering = self.regions[next_region];
                next_region += 1;
            }
            throws |= covering.0 < covering.1 && !throws && can_throw(insn, pool);
        }
        self.end_block(start, code.insns.len(), if throws { covering } else { (0, 0) });
    }

    fn end_block(&mut self, start: usize, end: usize, handlers: (u32, u32)) {
        self.block_at[start] = self.blocks.len() as u32;
        self.blocks.push(CutBlock { start: start as u32, end: end as u32, handlers });
    }

    fn find_caught(&mut self, code: &Code<'_>) {
        self.catches.resize(self.blocks.len(), Caught::Nothing);
        for entry in &code.handlers {
            let caught = &mut self.catches[self.block_at[entry.handler.index()] as usize];
            *caught = match *caught {
                Caught::Nothing => Caught::One(entry.catch_type),
                Caught::One(catch_type) if catch_type == entry.catch_type => *caught,
                _ => Caught::Several,
            };
        }
    }
}
