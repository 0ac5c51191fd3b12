//! Types of references where the class file has no stack maps: each phi gets the join of its
//! operands, and what is loaded from an array follows the array's type.

use super::draft::Draft;
use super::join::join;
use super::phis::Phis;
use super::plain::{byte_element, reference_element};
use super::unlowerable::Unlowerable;
use super::work::Work;
use crate::body::{Opcode, ValueId};
use crate::types::{Kind, Type};

pub(super) fn infer(draft: &mut Draft, phis: &Phis, work: &mut Work) -> Result<(), Unlowerable> {
    if phis.left.iter().all(|&(_, _, is_exact)| is_exact) {
        return Ok(());
    }
    // From below: a phi around a loop starts as the type of null and takes in what comes.
    for &(_, phi, is_exact) in &phis.left {
        if !is_exact {
            draft.values[phi.value.index()].ty = Type::NULL;
        }
    }
    for inst in &draft.insts {
        if let (Opcode::ArrayLoad(element), Some(result)) = (inst.op, inst.result)
            && element.is_reference()
        {
            draft.values[result.index()].ty = Type::NULL;
        }
    }
    while pass(draft, phis, work)? {}
    Ok(())
}

/// Once over everything whose type follows from others; whether a type changed.
fn pass(draft: &mut Draft, phis: &Phis, work: &mut Work) -> Result<bool, Unlowerable> {
    work.spend(draft.operands.len() + draft.insts.len())?;
    let mut changed = false;
    for &(_, phi, is_exact) in &phis.left {
        if is_exact {
            continue;
        }
        let start = phi.operands.start as usize;
        let operands = &draft.operands[start..start + usize::from(phi.operands.len)];
        let ty =
            operands.iter().map(|operand| draft.values[operand.index()].ty).fold(Type::NULL, join);
        changed |= set(draft, phi.value, ty);
    }
    for at in 0..draft.insts.len() {
        let inst = draft.insts[at];
        let (Opcode::ArrayLoad(old) | Opcode::ArrayStore(old)) = inst.op else { continue };
        let array = draft.values[draft.operands[inst.operands.start as usize].index()].ty;
        let element = match old.kind() {
            Kind::Boolean | Kind::Byte => byte_element(array),
            _ if old.is_reference() => reference_element(array),
            _ => continue,
        };
        match inst.op {
            Opcode::ArrayLoad(_) => draft.insts[at].op = Opcode::ArrayLoad(element),
            _ => draft.insts[at].op = Opcode::ArrayStore(element),
        }
        if let Some(result) = inst.result
            && element.is_reference()
        {
            changed |= set(draft, result, element);
        }
    }
    Ok(changed)
}

fn set(draft: &mut Draft, value: ValueId, ty: Type) -> bool {
    let old = std::mem::replace(&mut draft.values[value.index()].ty, ty);
    old != ty
}
