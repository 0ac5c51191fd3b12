//! What instructions may do besides yielding a value.

use crate::body::{BinaryOp, Body, Constant, Def, Inst, Opcode, ValueId};
use crate::types::Kind;

/// Whether the instruction may throw, by what the JVM specification says of it [JVMS §6.5],
/// linkage errors of what it resolves included.
///
/// Left out are errors that may strike at any instruction [JVMS §6.3], such as a full heap or a
/// stopped thread, and the `IllegalMonitorStateException` of a return from a method that did not
/// pair its monitor operations.
pub fn can_throw(inst: &Inst, body: &Body) -> bool {
    match inst.op {
        Opcode::Constant(constant) => matches!(
            constant,
            Constant::Class(_)
                | Constant::MethodType(_)
                | Constant::MethodHandle(_)
                | Constant::Dynamic(_)
        ),
        Opcode::Binary(BinaryOp::Divide | BinaryOp::Remainder) => {
            let operands = body.operands(inst.operands);
            operands.last().is_none_or(|&divisor| may_be_integer_zero(body, divisor))
        }
        Opcode::Binary(_)
        | Opcode::Negate
        | Opcode::Convert(_)
        | Opcode::Catch
        | Opcode::Goto(_)
        | Opcode::If { .. }
        | Opcode::Switch(_)
        | Opcode::Return => false,
        Opcode::GetStatic(_)
        | Opcode::PutStatic(_)
        | Opcode::GetField(_)
        | Opcode::PutField(_)
        | Opcode::ArrayLoad(_)
        | Opcode::ArrayStore(_)
        | Opcode::ArrayLength
        | Opcode::New(_)
        | Opcode::NewArray(_)
        | Opcode::MultiNewArray(_)
        | Opcode::CheckCast(_)
        | Opcode::InstanceOf(_)
        | Opcode::Invoke(..)
        | Opcode::InvokeDynamic(_)
        | Opcode::MonitorEnter
        | Opcode::MonitorExit
        | Opcode::Throw => true,
    }
}

/// Whether lowering took the instruction to throw when it decided where handlers are needed.
///
/// That is every instruction that [`can_throw`], and the divisions of integers whose divisor turns
/// out to be another constant than zero: lowering cuts the bytecode into blocks before it knows
/// values. So a block may have handlers though nothing in it can throw, never the other way round.
pub(crate) fn lowered_as_throwing(inst: &Inst, body: &Body) -> bool {
    match inst.op {
        Opcode::Binary(BinaryOp::Divide | BinaryOp::Remainder) => {
            let operands = body.operands(inst.operands);
            operands.last().is_none_or(|&divisor| !is_float(body, divisor))
        }
        _ => can_throw(inst, body),
    }
}

/// The number of an `int` or `long` constant.
pub fn integer_constant(body: &Body, value: ValueId) -> Option<i64> {
    let Def::Inst(inst) = body.value(value).def else { return None };
    match body.inst(inst).op {
        Opcode::Constant(Constant::Int(number)) => Some(i64::from(number)),
        Opcode::Constant(Constant::Long(number)) => Some(number),
        _ => None,
    }
}

/// Division by zero throws in integers alone.
fn may_be_integer_zero(body: &Body, divisor: ValueId) -> bool {
    !is_float(body, divisor) && integer_constant(body, divisor).is_none_or(|number| number == 0)
}

fn is_float(body: &Body, value: ValueId) -> bool {
    matches!(body.value(value).ty.kind(), Kind::Float | Kind::Double)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::test_bodies::Builder;
    use crate::types::Type;

    #[test]
    fn only_a_divisor_that_may_be_zero_throws() {
        let mut builder = Builder::new(&[Type::INT, Type::DOUBLE]);
        builder.start_block();
        let (n, x) = (builder.parameter(0), builder.parameter(1));
        let [two, zero] = [2, 0].map(|number| builder.constant(Type::INT, number));
        let divide = Opcode::Binary(BinaryOp::Divide);
        for divisor in [n, two, zero] {
            builder.inst(divide, &[n, divisor], Some(Type::INT));
        }
        builder.inst(divide, &[x, x], Some(Type::DOUBLE));
        builder.branch(&[]);
        let body = builder.finish();
        let throws: Vec<_> = body.insts.iter().map(|inst| can_throw(inst, &body)).collect();
        assert_eq!(throws, [false, false, true, false, true, false, false]);
        let lowered: Vec<_> =
            body.insts.iter().map(|inst| lowered_as_throwing(inst, &body)).collect();
        assert_eq!(lowered, [false, false, true, true, true, false, false]);
    }
}
