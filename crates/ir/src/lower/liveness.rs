//! Which local variables are read later, at the start of each node: only those get phis.

use redflag_classfile::Code;

use super::cut::Cut;
use super::effects::{read_local, written_local};
use super::graph::{Graph, NodeKind};
use super::unlowerable::Unlowerable;
use super::work::{REMEMBERED, Work};

#[derive(Default)]
pub(super) struct Liveness {
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
        self.words = cut.locals.div_ceil(64);
        let total = self.words * graph.nodes.len();
        if total > REMEMBERED / 8 {
            return Err(Unlowerable::TooLarge);
        }
        for sets in [&mut self.live, &mut self.reads, &mut self.writes] {
            sets.clear();
            sets.resize(total, 0);
        }
        self.live_out.clear();
        self.live_out.resize(self.words, 0);
        self.summarise(code, cut, graph);
        while self.sweep(graph, work)? && graph.has_back_edges {}
        Ok(())
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

    /// What each node reads before it writes it, and what it writes.
    fn summarise(&mut self, code: &Code<'_>, cut: &Cut, graph: &Graph) {
        for (at, node) in graph.nodes.iter().enumerate() {
            if node.kind != NodeKind::Code {
                continue;
            }
            let reads = &mut self.reads[at * self.words..(at + 1) * self.words];
            let writes = &mut self.writes[at * self.words..(at + 1) * self.words];
            let block = cut.blocks[node.block as usize];
            for insn in &code.insns[block.start as usize..block.end as usize] {
                if let Some(local) = read_local(insn).map(usize::from) {
                    reads[local / 64] |= 1 << (local % 64) & !writes[local / 64];
                }
                if let Some(local) = written_local(insn).map(usize::from) {
                    writes[local / 64] |= 1 << (local % 64);
                }
            }
        }
    }

    /// Carries liveness backwards once over all nodes; whether anything changed. A handler sees
    /// the locals at its predecessor's end (see [`super::cut`]), like any successor.
    fn sweep(&mut self, graph: &Graph, work: &mut Work) -> Result<bool, Unlowerable> {
        let words = self.words;
        work.spend((graph.edges.len() + graph.nodes.len()) * words)?;
        let mut changed = false;
        for at in (0..graph.nodes.len()).rev() {
            self.live_out.fill(0);
            for &to in graph.successors(at).iter().chain(graph.handlers(at)) {
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
}
