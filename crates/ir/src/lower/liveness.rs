//! Which local variables are read later, at the start of each node: only those get phis. The same
//! fixed point serves the return addresses of subroutines ([`super::return_addresses`]).

use redflag_classfile::{Code, Insn};

use super::cut::Cut;
use super::graph::Graph;
use super::insn_facts::{read_local, written_local};
use super::unlowerable::Unlowerable;
use super::work::{REMEMBERED, Work};

#[derive(Default)]
pub(super) struct Liveness {
    nodes: usize,
    words: usize,
    /// One bit a local variable, [`Self::words`] a node.
    live: Vec<u64>,
    reads: Vec<u64>,
    writes: Vec<u64>,
    live_out: Vec<u64>,
}

impl Liveness {
    pub(super) fn find(
        &mut self,
        code: &Code<'_>,
        cut: &Cut,
        graph: &Graph,
        work: &mut Work,
    ) -> Result<(), Unlowerable> {
        self.start(graph.nodes.len(), cut.locals)?;
        for (at, node) in graph.nodes.iter().enumerate() {
            if node.kind.runs_block() {
                self.summarise(at, cut.insns(code, node.block), read_local);
            }
        }
        let steps = graph.edges.len() + graph.nodes.len();
        let successors = |at| graph.all_successors(at);
        while self.sweep(successors, steps, work)? && graph.has_back_edges {}
        Ok(())
    }

    /// Forgets what was known and makes room.
    pub(super) fn start(&mut self, nodes: usize, locals: usize) -> Result<(), Unlowerable> {
        self.nodes = nodes;
        self.words = locals.div_ceil(64);
        let total = self.words * nodes;
        if total > REMEMBERED / 8 {
            return Err(Unlowerable::TooLarge);
        }
        for sets in [&mut self.live, &mut self.reads, &mut self.writes] {
            sets.clear();
            sets.resize(total, 0);
        }
        self.live_out.clear();
        self.live_out.resize(self.words, 0);
        Ok(())
    }

    /// Notes what a node reads before it writes it, and what it writes.
    pub(super) fn summarise(
        &mut self,
        node: usize,
        insns: &[Insn],
        read: impl Fn(&Insn) -> Option<u16>,
    ) {
        let reads = &mut self.reads[node * self.words..(node + 1) * self.words];
        let writes = &mut self.writes[node * self.words..(node + 1) * self.words];
        for insn in insns {
            if let Some(local) = read(insn).map(usize::from) {
                reads[local / 64] |= 1 << (local % 64) & !writes[local / 64];
            }
            if let Some(local) = written_local(insn).map(usize::from) {
                writes[local / 64] |= 1 << (local % 64);
            }
        }
    }

    /// Carries liveness backwards once over all nodes; whether anything changed. A handler sees
    /// the locals at its predecessor's end (see [`super::cut`]), like any successor. `steps` is
    /// the number of nodes and edges.
    pub(super) fn sweep<'g>(
        &mut self,
        successors: impl Fn(usize) -> &'g [u32],
        steps: usize,
        work: &mut Work,
    ) -> Result<bool, Unlowerable> {
        let words = self.words;
        work.spend(steps * words)?;
        let mut changed = false;
        for at in (0..self.nodes).rev() {
            self.live_out.fill(0);
            for &to in successors(at) {
                let live = &self.live[to as usize * words..(to as usize + 1) * words];
                for (out, live) in self.live_out.iter_mut().zip(live) {
                    *out |= live;
                }
            }
            for word in 0..words {
                let here = at * words + word;
                let live = self.reads[here] | self.live_out[word] & !self.writes[here];
                changed |= live != self.live[here];
                self.live[here] = live;
            }
        }
        Ok(changed)
    }

    /// The local variables that are live at the start of a node, ascending.
    pub(super) fn live_at(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let words = &self.live[node * self.words..(node + 1) * self.words];
        words.iter().enumerate().flat_map(|(at, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                (left != 0).then(|| {
                    left &= left - 1;
                    at * 64 + bit
                })
            })
        })
    }

    /// Whether a local variable is live at the start of a node.
    pub(super) fn is_live(&self, node: usize, local: u16) -> bool {
        let local = usize::from(local);
        self.live[node * self.words + local / 64] >> (local % 64) & 1 != 0
    }
}
