//! Dominance: on every path to a use stands the definition.
//!
//! An exception leaves a block in its midst, so a block with handlers counts as two here: the
//! head, up to the first instruction that can throw, whose operands it still reads, and the tail,
//! from that instruction's result on. Both lead to the handlers, of which the edge from the head
//! says all. So a value that is defined in the tail does not reach a handler, although its block
//! may dominate the handler's.
//!
//! The tree is [`crate::flow`]'s, which has tests of its own; lowering does not use it, so that the
//! two cannot agree on one mistake.

use super::{Violation, ensure};
use crate::body::{BlockId, Body, Def, InstId, Opcode, ValueId};
use crate::effects::can_throw;
use crate::flow::dominator_tree::{DominatorTree, dominator_tree};
use crate::flow::graph::{Graph, edges};

pub(super) fn check(body: &Body) -> Result<(), Violation> {
    let halves = Halves::of(body);
    for at in body.block_ids() {
        let block = body.block(at);
        for phi in &block.phis {
            let arrivals = block.predecessors.iter().zip(body.operands(phi.operands));
            for (&from, &operand) in arrivals {
                let end = departure(body, from, at);
                let is_defined = halves.dominates(halves.definition(body, operand), end);
                ensure(is_defined, at, || {
                    format!("{} takes {operand} from {from}, where it is not defined", phi.value)
                })?;
            }
        }
        for (id, inst) in body.insts_of(at) {
            for &operand in body.operands(inst.operands) {
                let is_defined = match body.value(operand).def {
                    Def::Inst(def) if block.first <= def.0 && def.0 < block.end => def < id,
                    _ => {
                        let use_at = halves.half_of_use(at, id);
                        halves.dominates(halves.definition(body, operand), use_at)
                    }
                };
                ensure(is_defined, at, || format!("{id} uses {operand} before its definition"))?;
            }
        }
    }
    Ok(())
}

fn head(block: BlockId) -> u32 {
    2 * block.0
}

fn tail(block: BlockId) -> u32 {
    2 * block.0 + 1
}

/// The half of `from` at whose end control may first go to `to`. An exceptional edge leaves from
/// the head already, so what it brings must be defined there or earlier. A block that catches has
/// no other edges, which [`super::edges`] has checked.
fn departure(body: &Body, from: BlockId, to: BlockId) -> u32 {
    let catches = body.insts[body.block(to).first as usize].op == Opcode::Catch;
    if catches { head(from) } else { tail(from) }
}

/// The dominator tree over the halves: of block `n` the head is `2n` and the tail `2n + 1`.
struct Halves {
    /// The first instruction of each block that can throw to a handler; past the end if none.
    throwing: Vec<InstId>,
    /// The block of each instruction.
    block_of: Vec<BlockId>,
    tree: DominatorTree,
}

impl Halves {
    fn of(body: &Body) -> Halves {
        let mut throwing = Vec::with_capacity(body.blocks.len());
        let mut block_of = Vec::with_capacity(body.insts.len());
        for at in body.block_ids() {
            let block = body.block(at);
            let first = body.insts_of(at).find(|(_, inst)| can_throw(inst, body));
            throwing.push(match first {
                Some((id, _)) if !block.handlers.is_empty() => id,
                _ => InstId(block.end),
            });
            block_of.extend(body.insts_of(at).map(|_| at));
        }
        let within = body.block_ids().map(|at| (head(at), tail(at)));
        let between = edges(body).map(|(from, to)| {
            let (from, to) = (BlockId(from), BlockId(to));
            (departure(body, from, to), head(to))
        });
        let graph = Graph::new(2 * body.blocks.len(), within.chain(between));
        Halves { throwing, block_of, tree: dominator_tree(&graph, &graph.reversed(), 0) }
    }

    fn definition(&self, body: &Body, value: ValueId) -> u32 {
        match body.value(value).def {
            Def::Parameter(_) => 0,
            Def::Phi(block) => head(block),
            Def::Inst(id) => {
                let block = self.block_of[id.index()];
                let is_late = id >= self.throwing[block.index()];
                if is_late { tail(block) } else { head(block) }
            }
        }
    }

    fn half_of_use(&self, block: BlockId, id: InstId) -> u32 {
        let is_late = id > self.throwing[block.index()];
        if is_late { tail(block) } else { head(block) }
    }

    fn dominates(&self, upper: u32, lower: u32) -> bool {
        self.tree.dominates(upper, lower)
    }
}
