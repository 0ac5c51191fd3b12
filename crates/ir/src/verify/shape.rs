//! Blocks, ranges and tables: everything that an index points at is there, and each value is
//! defined in the one place that it names.

use super::{Violation, ensure};
use crate::body::{BlockId, Body, Constant, Def, Inst, InstId, Opcode, Operands, ValueId};

pub(super) fn check(body: &Body) -> Result<(), Violation> {
    ensure(!body.blocks.is_empty(), None, || "there are no blocks".to_owned())?;
    check_blocks(body)?;
    check_definitions(body)?;
    let sorted = body.lines.is_sorted_by_key(|&(pc, _)| pc);
    ensure(sorted, None, || "the line table is not in the order of positions".to_owned())
}

fn check_blocks(body: &Body) -> Result<(), Violation> {
    let mut expected = 0;
    for at in body.block_ids() {
        let block = body.block(at);
        let is_next = block.first == expected && block.first < block.end;
        ensure(is_next && block.end as usize <= body.insts.len(), at, || {
            format!("its instructions are {}..{}, expected {expected}..", block.first, block.end)
        })?;
        expected = block.end;
        for phi in &block.phis {
            check_operands(body, at, phi.operands)?;
        }
        let mut pc = block.pc;
        for (id, inst) in body.insts_of(at) {
            let is_last = id.0 + 1 == block.end;
            ensure(inst.op.is_terminator() == is_last, at, || {
                format!("{id} ({:?}): a terminator comes last, and only there", inst.op)
            })?;
            ensure(pc <= inst.pc, at, || format!("{id}: position {} after {pc}", inst.pc))?;
            pc = inst.pc;
            check_operands(body, at, inst.operands)?;
            check_index(body, at, id, inst)?;
        }
        for edge in &block.handlers {
            check_target(body, at, edge.block)?;
        }
    }
    ensure(expected as usize == body.insts.len(), None, || {
        format!("{} instructions, the blocks have {expected}", body.insts.len())
    })
}

fn check_operands(body: &Body, at: BlockId, range: Operands) -> Result<(), Violation> {
    let start = range.start as usize;
    let end = start + usize::from(range.len);
    let is_inside = end <= body.operands.len();
    ensure(is_inside, at, || format!("operands {start}..{end} are none"))?;
    body.operands(range).iter().try_for_each(|&value| {
        let is_there = value.index() < body.values.len();
        ensure(is_there, at, || format!("{value} is used, and is none of the values"))
    })
}

fn check_target(body: &Body, at: BlockId, target: BlockId) -> Result<(), Violation> {
    let is_there = target.index() < body.blocks.len();
    ensure(is_there, at, || format!("an edge to {target}, which does not exist"))
}

/// The index inside an instruction, and where it goes.
fn check_index(body: &Body, at: BlockId, id: InstId, inst: &Inst) -> Result<(), Violation> {
    let (index, length) = match inst.op {
        Opcode::GetStatic(index)
        | Opcode::PutStatic(index)
        | Opcode::GetField(index)
        | Opcode::PutField(index) => (index, body.fields.len()),
        Opcode::Invoke(_, index) => (index, body.methods.len()),
        Opcode::InvokeDynamic(index) | Opcode::Constant(Constant::Dynamic(index)) => {
            (index, body.call_sites.len())
        }
        Opcode::Constant(
            Constant::String(index) | Constant::MethodType(index) | Constant::MethodHandle(index),
        ) => (index, body.texts.len()),
        Opcode::Switch(index) => (index, body.switches.len()),
        _ => (0, 1),
    };
    ensure((index as usize) < length, at, || format!("{id}: index {index} of {length}"))?;
    if inst.op.is_terminator() {
        body.successors(at).into_iter().try_for_each(|to| check_target(body, at, to))?;
    }
    Ok(())
}

fn check_definitions(body: &Body) -> Result<(), Violation> {
    let mut defined = vec![false; body.values.len()];
    let mut define = |value: ValueId, def: Def, at: Option<BlockId>| {
        let is_new = defined
            .get_mut(value.index())
            .is_some_and(|seen| !std::mem::replace(seen, true) && body.value(value).def == def);
        ensure(is_new, at, || format!("{value} is defined twice, or elsewhere than it says"))
    };
    for (at, &parameter) in body.parameters.iter().enumerate() {
        define(parameter, Def::Parameter(at as u16), None)?;
    }
    for at in body.block_ids() {
        for phi in &body.block(at).phis {
            define(phi.value, Def::Phi(at), Some(at))?;
        }
        for (id, inst) in body.insts_of(at) {
            if let Some(result) = inst.result {
                define(result, Def::Inst(id), Some(at))?;
            }
        }
    }
    match defined.iter().position(|seen| !seen) {
        Some(value) => ensure(false, None, || format!("v{value} is defined nowhere")),
        None => Ok(()),
    }
}
