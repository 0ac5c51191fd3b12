//! Which local variables hold an address that a `ret` may still read, at the start of each block of
//! the code.
//!
//! What is asked is whether a call can return, before it is known which calls are under way: so
//! this runs over the blocks as they stand, and a `jsr` goes both to the subroutine and on to the
//! next instruction. It is liveness and not reachability since compilers keep the addresses of all
//! their subroutines in one local variable, and one of them can be reached from nearly everywhere.

use redflag_classfile::{Code, Op};

use super::cut::Cut;
use super::insn_facts::returned_local;
use super::liveness::Liveness;
use super::unlowerable::Unlowerable;
use super::work::{EDGES, Work};

#[derive(Default)]
pub(super) struct ReturnAddresses {
    liveness: Liveness,
    /// Where each block's successors start in `edges`, and one entry more for the end.
    starts: Vec<u32>,
    edges: Vec<u32>,
}

impl ReturnAddresses {
    pub(super) fn find(
        &mut self,
        code: &Code<'_>,
        cut: &Cut,
        work: &mut Work,
    ) -> Result<(), Unlowerable> {
        self.find_edges(code, cut)?;
        self.liveness.start(cut.blocks.len(), cut.locals)?;
        for block in 0..cut.blocks.len() {
            let insns = cut.insns(code, block as u32);
            self.liveness.summarise(block, insns, returned_local);
        }
        let steps = self.starts.len() + self.edges.len();
        let (starts, edges) = (&self.starts, &self.edges);
        let successors = |at: usize| &edges[starts[at] as usize..starts[at + 1] as usize];
        while self.liveness.sweep(successors, steps, work)? {}
        Ok(())
    }

    /// Whether a `ret` may read at the start of `block` what `local` holds there.
    pub(super) fn is_live(&self, block: u32, local: u16) -> bool {
        self.liveness.is_live(block as usize, local)
    }

    fn find_edges(&mut self, code: &Code<'_>, cut: &Cut) -> Result<(), Unlowerable> {
        self.starts.clear();
        self.edges.clear();
        for block in &cut.blocks {
            self.starts.push(self.edges.len() as u32);
            let last = &code.insns[block.end as usize - 1];
            last.for_each_target(|to| self.edges.push(cut.block_at[to.index()]));
            if last.falls_through() || matches!(last.op(), Op::Jsr | Op::JsrW) {
                self.edges.extend(cut.block_at.get(block.end as usize));
            }
            let (from, to) = block.handlers;
            let covering = cut.covering[from as usize..to as usize].iter();
            let handlers = covering.map(|&entry| code.handlers[entry as usize].handler);
            self.edges.extend(handlers.map(|handler| cut.block_at[handler.index()]));
            if self.edges.len() > EDGES {
                return Err(Unlowerable::TooLarge);
            }
        }
        self.starts.push(self.edges.len() as u32);
        Ok(())
    }
}
