//! Kinds: each operand and result is of the kind that the instruction works on.

use super::{Violation, ensure};
use crate::body::{
    BinaryOp, BlockId, Body, Condition, Constant, Inst, InvokeKind, Opcode, Operands,
};
use crate::carrier::Carrier::{self, Double, Float, Int, Long, Reference};
use crate::names::Names;
use crate::symbol::Symbol;
use crate::types::Type;

pub(super) fn check(names: &Names, body: &Body) -> Result<(), Violation> {
    let mut returned = None;
    for at in body.block_ids() {
        let block = body.block(at);
        for phi in &block.phis {
            let kind = Carrier::of(body.value(phi.value).ty);
            let operands = carriers(body, phi.operands);
            ensure(operands.iter().all(|&operand| operand == kind), at, || {
                format!("{} of kind {kind:?} merges {operands:?}", phi.value)
            })?;
        }
        for (id, inst) in body.insts_of(at) {
            let operands = carriers(body, inst.operands);
            let result = inst.result.and_then(|value| Carrier::of(body.value(value).ty));
            let expected = expected(names, body, inst, &operands);
            let fits = expected.as_ref().is_some_and(|(takes, yields)| {
                operands.iter().copied().eq(takes.iter().map(|&kind| Some(kind)))
                    && result == *yields
                    && inst.result.is_some() == yields.is_some()
            });
            ensure(fits, at, || {
                format!("{id} {:?}: {operands:?} -> {result:?}, expected {expected:?}", inst.op)
            })?;
            if inst.op == Opcode::Return {
                check_return(at, &operands, &mut returned)?;
            }
        }
    }
    Ok(())
}

fn carriers(body: &Body, range: Operands) -> Vec<Option<Carrier>> {
    body.operands(range).iter().map(|&value| Carrier::of(body.value(value).ty)).collect()
}

/// All returns of a method return the same kind, or nothing.
fn check_return(
    at: BlockId,
    operands: &[Option<Carrier>],
    returned: &mut Option<Option<Carrier>>,
) -> Result<(), Violation> {
    let kind = operands.first().copied().flatten();
    let expected = *returned.get_or_insert(kind);
    ensure(kind == expected, at, || format!("returns {kind:?}, and elsewhere {expected:?}"))
}

/// The kinds of the operands and of the result; `None` if the instruction makes no sense.
fn expected(
    names: &Names,
    body: &Body,
    inst: &Inst,
    operands: &[Option<Carrier>],
) -> Option<(Vec<Carrier>, Option<Carrier>)> {
    let first = operands.first().copied().flatten();
    Some(match inst.op {
        Opcode::Constant(constant) => (vec![], Some(constant_kind(names, body, constant)?)),
        Opcode::Binary(op) => {
            let kind = first?;
            let is_integer = matches!(kind, Int | Long);
            let (right, result, makes_sense) = match op {
                BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightUnsigned => {
                    (Int, kind, is_integer)
                }
                BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => (kind, kind, is_integer),
                BinaryOp::Compare => (kind, Int, kind == Long),
                BinaryOp::CompareLess | BinaryOp::CompareGreater => {
                    (kind, Int, matches!(kind, Float | Double))
                }
                _ => (kind, kind, kind != Reference),
            };
            makes_sense.then(|| (vec![kind, right], Some(result)))?
        }
        Opcode::Negate => (vec![first.filter(|&kind| kind != Reference)?], first),
        Opcode::Convert(conversion) => {
            (vec![Carrier::of(conversion.from())?], Carrier::of(conversion.to()))
        }
        Opcode::Catch | Opcode::New(_) => (vec![], Some(Reference)),
        Opcode::GetStatic(at) => (vec![], field_kind(body, at)),
        Opcode::PutStatic(at) => (vec![field_kind(body, at)?], None),
        Opcode::GetField(at) => (vec![Reference], field_kind(body, at)),
        Opcode::PutField(at) => (vec![Reference, field_kind(body, at)?], None),
        Opcode::ArrayLoad(ty) => (vec![Reference, Int], Carrier::of(ty)),
        Opcode::ArrayStore(ty) => (vec![Reference, Int, Carrier::of(ty)?], None),
        Opcode::ArrayLength | Opcode::InstanceOf(_) => (vec![Reference], Some(Int)),
        Opcode::NewArray(ty) => ty.is_array().then(|| (vec![Int], Some(Reference)))?,
        Opcode::MultiNewArray(ty) => {
            let fits = (1..=usize::from(ty.dimensions())).contains(&operands.len());
            fits.then(|| (vec![Int; operands.len()], Some(Reference)))?
        }
        Opcode::CheckCast(_) => (vec![Reference], Some(Reference)),
        Opcode::Invoke(kind, at) => {
            call(names, body.methods[at as usize].descriptor, kind != InvokeKind::Static)?
        }
        Opcode::InvokeDynamic(at) => call(names, body.call_sites[at as usize].descriptor, false)?,
        Opcode::MonitorEnter | Opcode::MonitorExit | Opcode::Throw => (vec![Reference], None),
        Opcode::Goto(_) => (vec![], None),
        Opcode::If { condition, .. } => {
            let fits = match condition {
                Condition::IsNull | Condition::IsNotNull => operands.len() == 1,
                // References are compared with each other, integers also with zero.
                Condition::Equal | Condition::NotEqual if first == Some(Reference) => {
                    operands.len() == 2
                }
                _ => (1..=2).contains(&operands.len()) && first == Some(Int),
            };
            let kind = match condition {
                Condition::IsNull | Condition::IsNotNull => Reference,
                _ => first?,
            };
            fits.then(|| (vec![kind; operands.len()], None))?
        }
        Opcode::Switch(_) => (vec![Int], None),
        Opcode::Return => (first.into_iter().collect(), None),
    })
}

fn constant_kind(names: &Names, body: &Body, constant: Constant) -> Option<Carrier> {
    Some(match constant {
        Constant::Int(_) => Int,
        Constant::Long(_) => Long,
        Constant::Float(_) => Float,
        Constant::Double(_) => Double,
        Constant::Dynamic(at) => {
            return Carrier::of(names.field_type(body.call_sites[at as usize].descriptor)?);
        }
        _ => Reference,
    })
}

fn field_kind(body: &Body, at: u32) -> Option<Carrier> {
    Carrier::of(body.fields[at as usize].ty)
}

fn call(
    names: &Names,
    descriptor: Symbol,
    has_receiver: bool,
) -> Option<(Vec<Carrier>, Option<Carrier>)> {
    let signature = names.signature(descriptor)?;
    let receiver = has_receiver.then_some(Reference).into_iter();
    let arguments = signature.parameters.iter().filter_map(|&ty: &Type| Carrier::of(ty));
    Some((receiver.chain(arguments).collect(), Carrier::of(signature.returns)))
}
