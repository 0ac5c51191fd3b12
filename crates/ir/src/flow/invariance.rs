//! Which values are the same in every iteration of a loop.
//!
//! Those that are made outside of it, and those that are made inside by instructions whose
//! result depends on nothing but operands that are the same: arithmetic, casts, and the length
//! of an array. Whether such an instruction runs in an iteration, or throws, is not said.
//! A field or an array element is never the same, nor is the result of a call, as this looks at
//! no more than one method.

use crate::body::{Body, Opcode, ValueId};
use crate::flow::loops::{LoopId, Loops};

#[derive(Clone, Debug)]
pub struct Invariance {
    /// By value, the innermost loop whose iterations can tell: the value may differ between
    /// iterations of this loop and of those around it, and is the same in all others.
    varies_in: Vec<Option<LoopId>>,
}

pub fn invariance(body: &Body, loops: &Loops) -> Invariance {
    let mut varies_in = vec![None; body.values.len()];
    if loops.is_empty() {
        return Invariance { varies_in };
    }
    // Blocks are in reverse postorder, so what an instruction uses has been decided before it.
    for block in body.block_ids() {
        let around = loops.innermost(block);
        for phi in &body.block(block).phis {
            varies_in[phi.value.index()] = around;
        }
        for (_, inst) in body.insts_of(block) {
            let Some(result) = inst.result else { continue };
            varies_in[result.index()] = if depends_on_operands_alone(&inst.op) {
                let operands = body.operands(inst.operands).iter();
                let of_operands = operands.map(|v| loops.common(around, varies_in[v.index()]));
                // All of them are around the block, so the larger number is further inside.
                of_operands.max().flatten()
            } else {
                around
            };
        }
    }
    Invariance { varies_in }
}

impl Invariance {
    /// Whether the value is the same in all iterations of one run of the loop.
    pub fn is_invariant(&self, loops: &Loops, id: LoopId, value: ValueId) -> bool {
        self.varies_in[value.index()].is_none_or(|within| !loops.encloses(id, within))
    }
}

fn depends_on_operands_alone(op: &Opcode) -> bool {
    matches!(
        op,
        Opcode::Constant(_)
            | Opcode::Binary(_)
            | Opcode::Negate
            | Opcode::Convert(_)
            | Opcode::ArrayLength
            | Opcode::CheckCast(_)
            | Opcode::InstanceOf(_)
    )
}
