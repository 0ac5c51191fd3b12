//! The control-flow graph of what is reachable, in reverse postorder.
//!
//! A node is a block of the code in one context of subroutine calls. Exceptions lead to a landing
//! node that goes on to the handler; where nothing else goes to the handler, the two are one.

use redflag_classfile::{Code, Insn, Op};
use rustc_hash::FxHashMap;

use super::cut::Cut;
use super::return_addresses::ReturnAddresses;
use super::subroutine::{Contexts, OUTSIDE};
use super::unlowerable::Unlowerable;
use super::work::{EDGES, INLINED_BLOCKS, Work};

/// No node: none has been made yet, or the search has not come to it.
const NO_NODE: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct Graph {
    /// In reverse postorder once [`Graph::build`] has returned.
    pub nodes: Vec<Node>,
    /// Successors of all nodes, each of which holds ranges.
    pub edges: Vec<u32>,
    /// Predecessors of all nodes, each once and ascending; see [`Graph::predecessors`].
    predecessors: Vec<u32>,
    predecessor_starts: Vec<u32>,
    /// Whether some node has more than one predecessor.
    pub has_joins: bool,
    /// Whether some edge goes to a node that does not come later.
    pub has_back_edges: bool,
    contexts: Contexts,
    return_addresses: ReturnAddresses,
    /// The nodes outside of subroutines, by way of entering and block.
    plain: [Vec<u32>; 2],
    /// The nodes inside of subroutines, by block, context and way of entering.
    inlined: FxHashMap<(u32, u32, Entering), u32>,
    order: Vec<u32>,
    number: Vec<u32>,
    walk: Vec<(u32, u32)>,
    sorted: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The block of the code that it runs or leads to.
    pub block: u32,
    pub kind: NodeKind,
    context: u32,
    /// Normal successors as a range of [`Graph::edges`]: the target before the fall-through, a
    /// switch's default before its cases.
    pub successors: (u32, u32),
    /// Where its handlers are, in the order of the block's covering entries.
    pub handlers: (u32, u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeKind {
    /// Runs its block.
    Code,
    /// Catches an exception and runs its block, to which nothing but exceptions leads.
    Handler,
    /// Catches an exception and jumps to its block, to which other ways lead as well. Until
    /// [`Graph::simplify`] knows which do, every node that catches is one.
    Landing,
    /// Jumps to its block, the method's first, to which other ways lead as well.
    Entry,
}

impl NodeKind {
    /// Whether it starts by catching an exception.
    pub(super) fn catches(self) -> bool {
        matches!(self, NodeKind::Handler | NodeKind::Landing)
    }

    pub(super) fn runs_block(self) -> bool {
        matches!(self, NodeKind::Code | NodeKind::Handler)
    }
}

/// How control comes to a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Entering {
    Normally,
    ByException,
}

impl Graph {
    pub(super) fn build(
        &mut self,
        code: &Code<'_>,
        cut: &Cut,
        work: &mut Work,
    ) -> Result<(), Unlowerable> {
        if cut.has_subroutines {
            self.contexts.clear();
            self.inlined.clear();
            self.return_addresses.find(code, cut, work)?;
        }
        self.discover(code, cut, work)?;
        let root = self.simplify();
        self.sort(root);
        self.find_predecessors();
        Ok(())
    }

    pub(super) fn predecessors(&self, node: usize) -> &[u32] {
        let (start, end) = (self.predecessor_starts[node], self.predecessor_starts[node + 1]);
        &self.predecessors[start as usize..end as usize]
    }

    pub(super) fn successors(&self, node: usize) -> &[u32] {
        range(&self.edges, self.nodes[node].successors)
    }

    pub(super) fn handlers(&self, node: usize) -> &[u32] {
        range(&self.edges, self.nodes[node].handlers)
    }

    /// Normal successors, then handlers: they stand one after the other.
    pub(super) fn all_successors(&self, node: usize) -> &[u32] {
        let node = &self.nodes[node];
        range(&self.edges, (node.successors.0, node.handlers.1))
    }

    fn discover(&mut self, code: &Code<'_>, cut: &Cut, work: &mut Work) -> Result<(), Unlowerable> {
        self.nodes.clear();
        self.edges.clear();
        for plain in &mut self.plain {
            plain.clear();
            plain.resize(cut.blocks.len(), NO_NODE);
        }
        self.node(0, OUTSIDE, Entering::Normally)?;
        let mut at = 0;
        while at < self.nodes.len() {
            let Node { block, context, kind, .. } = self.nodes[at];
            let first = self.edges.len() as u32;
            if kind.runs_block() {
                self.leave(code, cut, block, context, work)?;
            } else {
                self.edge(block, context, work)?;
            }
            let middle = self.edges.len() as u32;
            if kind.runs_block() {
                let (from, to) = cut.blocks[block as usize].handlers;
                for &entry in &cut.covering[from as usize..to as usize] {
                    let handler = code.handlers[entry as usize].handler;
                    let handler = cut.block_at[handler.index()];
                    let context = self.still_called(handler, context, work)?;
                    self.edge_to(handler, context, Entering::ByException)?;
                }
            }
            self.nodes[at].successors = (first, middle);
            self.nodes[at].handlers = (middle, self.edges.len() as u32);
            at += 1;
        }
        Ok(())
    }

    /// Adds the edges of a block's last instruction.
    fn leave(
        &mut self,
        code: &Code<'_>,
        cut: &Cut,
        block: u32,
        context: u32,
        work: &mut Work,
    ) -> Result<(), Unlowerable> {
        let end = cut.blocks[block as usize].end;
        let site = end - 1;
        let after = cut.block_at.get(end as usize).copied();
        let after = after.ok_or(Unlowerable::End { pc: code.pcs[site as usize] });
        let insn = &code.insns[site as usize];
        match insn {
            Insn::Branch { op, target } => {
                let to = cut.block_at[target.index()];
                match op {
                    Op::Goto | Op::GotoW => self.edge(to, context, work),
                    Op::Jsr | Op::JsrW => {
                        match self.contexts.call(code, context, site, *target) {
                            // The address is on the stack yet, so the variable does not tell
                            // whether the call can return.
                            Some(inside) => self.edge_to(to, inside, Entering::Normally),
                            None => self.edge(to, context, work),
                        }
                    }
                    _ => {
                        self.edge(to, context, work)?;
                        self.edge(after?, context, work)
                    }
                }
            }
            Insn::Switch(switch) => switch
                .targets()
                .try_for_each(|to| self.edge(cut.block_at[to.index()], context, work)),
            Insn::Local { op: Op::Ret, index, .. } => {
                let pc = code.pcs[site as usize];
                let back = self.contexts.ret(context, *index);
                let (site, caller) = back.ok_or(Unlowerable::Subroutine { pc })?;
                let after = cut.block_at.get(site as usize + 1).copied();
                self.edge(after.ok_or(Unlowerable::End { pc })?, caller, work)
            }
            _ if insn.falls_through() => self.edge(after?, context, work),
            _ => Ok(()),
        }
    }

    /// Adds a normal edge, by which the calls are left that cannot return from the block.
    fn edge(&mut self, block: u32, context: u32, work: &mut Work) -> Result<(), Unlowerable> {
        let context = self.still_called(block, context, work)?;
        self.edge_to(block, context, Entering::Normally)
    }

    /// The context without the calls that cannot return from the block.
    fn still_called(&self, block: u32, context: u32, work: &mut Work) -> Result<u32, Unlowerable> {
        let is_live = |local| self.return_addresses.is_live(block, local);
        self.contexts.without_left(context, is_live, work)
    }

    fn edge_to(&mut self, block: u32, context: u32, entering: Entering) -> Result<(), Unlowerable> {
        let to = self.node(block, context, entering)?;
        self.edges.push(to);
        if self.edges.len() > EDGES { Err(Unlowerable::TooLarge) } else { Ok(()) }
    }

    fn node(&mut self, block: u32, context: u32, entering: Entering) -> Result<u32, Unlowerable> {
        let new = self.nodes.len() as u32;
        let known = if context == OUTSIDE {
            &mut self.plain[entering as usize][block as usize]
        } else {
            self.inlined.entry((block, context, entering)).or_insert(NO_NODE)
        };
        if *known != NO_NODE {
            return Ok(*known);
        }
        if context != OUTSIDE && self.nodes.len() >= INLINED_BLOCKS {
            return Err(Unlowerable::TooLarge);
        }
        *known = new;
        let kind = match entering {
            Entering::Normally => NodeKind::Code,
            Entering::ByException => NodeKind::Landing,
        };
        self.nodes.push(Node { block, kind, context, successors: (0, 0), handlers: (0, 0) });
        Ok(new)
    }

    /// Makes one node of a landing and its handler where nothing else leads there, and gives the
    /// method an entry that nothing leads to. Returns the entry.
    fn simplify(&mut self) -> u32 {
        self.number.clear();
        self.number.resize(self.nodes.len(), 0);
        for &to in &self.edges {
            self.number[to as usize] += 1;
        }
        for at in 0..self.nodes.len() {
            if self.nodes[at].kind == NodeKind::Landing {
                let handler = self.edges[self.nodes[at].successors.0 as usize] as usize;
                if self.number[handler] == 1 && handler != 0 {
                    self.nodes[at] = Node { kind: NodeKind::Handler, ..self.nodes[handler] };
                }
            }
        }
        if self.number[0] == 0 {
            return 0;
        }
        let first = self.edges.len() as u32;
        self.edges.push(0);
        self.nodes.push(Node {
            block: 0,
            kind: NodeKind::Entry,
            context: OUTSIDE,
            successors: (first, first + 1),
            handlers: (first + 1, first + 1),
        });
        self.nodes.len() as u32 - 1
    }

    /// Numbers the nodes that the root reaches in reverse postorder and forgets the others.
    fn sort(&mut self, root: u32) {
        self.number.clear();
        self.number.resize(self.nodes.len(), NO_NODE);
        self.order.clear();
        self.walk.clear();
        self.walk.push((root, 0));
        self.number[root as usize] = 0;
        while let Some((node, next)) = self.walk.last_mut() {
            let at = *node;
            let node = &self.nodes[at as usize];
            match nth_to_visit(&self.edges, node, *next) {
                Some(to) => {
                    *next += 1;
                    if self.number[to as usize] == NO_NODE {
                        self.number[to as usize] = 0;
                        self.walk.push((to, 0));
                    }
                }
                None => {
                    self.order.push(at);
                    self.walk.pop();
                }
            }
        }
        self.order.reverse();
        self.sorted.clear();
        for (number, &at) in self.order.iter().enumerate() {
            self.number[at as usize] = number as u32;
            self.sorted.push(self.nodes[at as usize]);
        }
        std::mem::swap(&mut self.nodes, &mut self.sorted);
        for edge in &mut self.edges {
            *edge = self.number[*edge as usize];
        }
    }

    fn find_predecessors(&mut self) {
        let count = self.nodes.len();
        self.has_back_edges = false;
        // The number of the node that was last counted into each node, plus one.
        let last = &mut self.number;
        let starts = &mut self.predecessor_starts;
        starts.clear();
        starts.resize(count + 2, 0);
        let mut total = 0;
        for pass in 0..2 {
            last.clear();
            last.resize(count, 0);
            for (from, node) in self.nodes.iter().enumerate() {
                for &to in range(&self.edges, (node.successors.0, node.handlers.1)) {
                    if last[to as usize] == from as u32 + 1 {
                        continue;
                    }
                    last[to as usize] = from as u32 + 1;
                    if pass == 0 {
                        self.has_back_edges |= to <= from as u32;
                        starts[to as usize + 2] += 1;
                        total += 1;
                    } else {
                        let slot = &mut starts[to as usize + 1];
                        self.predecessors[*slot as usize] = from as u32;
                        *slot += 1;
                    }
                }
            }
            if pass == 0 {
                // Shifted by one, so that filling each list leaves its end behind, which is the
                // start of the next.
                self.has_joins = starts[2..].iter().any(|&length| length > 1);
                for at in 2..starts.len() {
                    starts[at] += starts[at - 1];
                }
                self.predecessors.clear();
                self.predecessors.resize(total, 0);
            }
        }
    }
}

/// The successors in an order that makes reverse postorder follow the source: handlers come last
/// there and a fall-through first, so they are visited the other way round.
fn nth_to_visit(edges: &[u32], node: &Node, n: u32) -> Option<u32> {
    let handlers = node.handlers.1 - node.handlers.0;
    let normal = node.successors.1 - node.successors.0;
    if n < handlers {
        return Some(edges[(node.handlers.1 - 1 - n) as usize]);
    }
    match n - handlers {
        0 if normal > 0 => Some(edges[node.successors.0 as usize]),
        n if n < normal => Some(edges[(node.successors.1 - n) as usize]),
        _ => None,
    }
}

fn range(edges: &[u32], (start, end): (u32, u32)) -> &[u32] {
    &edges[start as usize..end as usize]
}
