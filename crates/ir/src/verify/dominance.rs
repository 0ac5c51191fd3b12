//! Dominance: on every path to a use stands the definition.
//!
//! An exception leaves a block in its midst, so a block with handlers counts as two here: the
//! head, up to the first instruction that can throw, whose operands it still reads, and the tail,
//! from that instruction's result on. Both lead to the handlers. So a value that is defined in
//! the tail does not reach a handler, although its block may dominate the handler's.

use super::{Violation, ensure};
use crate::body::{Block, BlockId, Body, Def, InstId, ValueId};
use crate::effects::can_throw;

pub(super) fn check(body: &Body) -> Result<(), Violation> {
    let halves = Halves::of(body);
    for at in body.block_ids() {
        let block = body.block(at);
        for phi in &block.phis {
            let arrivals = block.predecessors.iter().zip(body.operands(phi.operands));
            for (&from, &operand) in arrivals {
                // An exceptional edge leaves from the head already, so what it brings must be
                // defined there or earlier.
                let end = match is_handler(body.block(from), at) {
                    true => halves.head(from),
                    false => halves.tail(from),
                };
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

fn is_handler(from: &Block, to: BlockId) -> bool {
    from.handlers.iter().any(|edge| edge.block == to)
}

/// The dominator tree over the halves: of block `n` the head is `2n` and the tail `2n + 1`.
struct Halves {
    /// The first instruction of each block that can throw to a handler; past the end if none.
    throwing: Vec<InstId>,
    /// The block of each instruction.
    block_of: Vec<BlockId>,
    /// Where in a walk over the tree each half comes, and how many come in its subtree.
    position: Vec<u32>,
    size: Vec<u32>,
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
        let dominators = immediate_dominators(body);
        let count = dominators.len();
        let mut size = vec![1; count];
        for half in (1..count).rev() {
            size[dominators[half] as usize] += size[half];
        }
        // A dominator has the lower number, so going upwards each finds its parent placed.
        let mut position = vec![0; count];
        let mut free = vec![1; count];
        for half in 1..count {
            let parent = dominators[half] as usize;
            position[half] = free[parent];
            free[parent] += size[half];
            free[half] = position[half] + 1;
        }
        Halves { throwing, block_of, position, size }
    }

    fn head(&self, block: BlockId) -> u32 {
        2 * block.0
    }

    fn tail(&self, block: BlockId) -> u32 {
        2 * block.0 + 1
    }

    fn definition(&self, body: &Body, value: ValueId) -> u32 {
        match body.value(value).def {
            Def::Parameter(_) => 0,
            Def::Phi(block) => self.head(block),
            Def::Inst(id) => {
                let block = self.block_of[id.index()];
                let is_late = id >= self.throwing[block.index()];
                if is_late { self.tail(block) } else { self.head(block) }
            }
        }
    }

    fn half_of_use(&self, block: BlockId, id: InstId) -> u32 {
        let is_late = id > self.throwing[block.index()];
        if is_late { self.tail(block) } else { self.head(block) }
    }

    fn dominates(&self, upper: u32, lower: u32) -> bool {
        let (upper, lower) = (upper as usize, lower as usize);
        let first = self.position[upper];
        (first..first + self.size[upper]).contains(&self.position[lower])
    }
}

/// Cooper, Harvey and Kennedy's algorithm; blocks are in reverse postorder.
fn immediate_dominators(body: &Body) -> Vec<u32> {
    const UNKNOWN: u32 = u32::MAX;
    let mut dominators = vec![UNKNOWN; 2 * body.blocks.len()];
    dominators[0] = 0;
    dominators[1] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for at in body.block_ids().skip(1) {
            let mut common = UNKNOWN;
            for &from in &body.block(at).predecessors {
                let handles = is_handler(body.block(from), at);
                let half = if handles { 2 * from.0 } else { 2 * from.0 + 1 };
                if dominators[half as usize] == UNKNOWN {
                    continue;
                }
                common = match common {
                    UNKNOWN => half,
                    _ => intersect(&dominators, common, half),
                };
            }
            let head = 2 * at.index();
            changed |= dominators[head] != common;
            dominators[head] = common;
            dominators[head + 1] = head as u32;
        }
    }
    dominators
}

fn intersect(dominators: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a > b {
            a = dominators[a as usize];
        }
        while b > a {
            b = dominators[b as usize];
        }
    }
    a
}
