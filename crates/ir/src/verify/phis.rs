//! Phis: an operand for each predecessor, none that is just one value, none that nothing needs.

use super::{Violation, ensure};
use crate::body::{Body, Def, Operands, ValueId};

pub(super) fn check(body: &Body) -> Result<(), Violation> {
    for at in body.block_ids() {
        let block = body.block(at);
        for phi in &block.phis {
            let value = phi.value;
            let operands = body.operands(phi.operands);
            let (have, need) = (operands.len(), block.predecessors.len());
            ensure(have == need, at, || format!("{value} merges {have} of {need} predecessors"))?;
            let mut others = operands.iter().filter(|&&operand| operand != value);
            let first = others.next();
            ensure(others.any(|other| Some(other) != first), at, || {
                format!("{value} is superfluous: it merges {operands:?}")
            })?;
        }
    }
    check_needed(body)
}

/// Every phi reaches an instruction.
fn check_needed(body: &Body) -> Result<(), Violation> {
    if body.blocks.iter().all(|block| block.phis.is_empty()) {
        return Ok(());
    }
    let mut operands_of = vec![None; body.values.len()];
    for phi in body.blocks.iter().flat_map(|block| &block.phis) {
        operands_of[phi.value.index()] = Some(phi.operands);
    }
    let mut is_needed = vec![false; body.values.len()];
    let mut todo: Vec<Operands> = body.insts.iter().map(|inst| inst.operands).collect();
    while let Some(range) = todo.pop() {
        for value in body.operands(range) {
            if !std::mem::replace(&mut is_needed[value.index()], true) {
                todo.extend(operands_of[value.index()]);
            }
        }
    }
    let dead = (0..body.values.len() as u32)
        .map(ValueId)
        .find(|&value| matches!(body.value(value).def, Def::Phi(_)) && !is_needed[value.index()]);
    match dead {
        Some(phi) => ensure(false, None, || format!("nothing needs the phi {phi}")),
        None => Ok(()),
    }
}
