//! Bounds of integer values that hold whatever the program does, from the instructions that make
//! them: the length of an array is not negative, an element of a `byte[]` is small.
//!
//! The types of parameters and results are no such bound: the JVM lets an `int` of any size pass
//! for a `byte` there.

use crate::body::{BinaryOp, Body, Def, Opcode, ValueId};
use crate::carrier::Carrier;
use crate::effects::integer_constant;
use crate::types::{Kind, Type};

/// All integers from `low` to `high`; wide enough to add and subtract without a thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub low: i128,
    pub high: i128,
}

/// Where the value lies, if it is an `int` or `long`.
pub(crate) fn interval(body: &Body, value: ValueId) -> Interval {
    within(body, value, DEPTH)
}

impl Interval {
    pub(crate) fn exactly(number: i64) -> Interval {
        Interval { low: i128::from(number), high: i128::from(number) }
    }

    /// All values of a type on the operand stack.
    pub(crate) fn of_carrier(carrier: Option<Carrier>) -> Interval {
        match carrier {
            Some(Carrier::Int) => between(i32::MIN, i32::MAX),
            _ => between(i64::MIN, i64::MAX),
        }
    }

    pub(crate) fn negated(self) -> Interval {
        Interval { low: -self.high, high: -self.low }
    }

    pub(crate) fn plus(self, other: Interval) -> Interval {
        Interval { low: self.low + other.low, high: self.high + other.high }
    }

    pub(crate) fn holds(self, other: Interval) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// The number, if there is but one.
    pub(crate) fn number(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }
}

/// How many instructions deep to look. Bounds are written as `a.length - 1`, `n / 2` or the like.
const DEPTH: u32 = 4;

fn within(body: &Body, value: ValueId, depth: u32) -> Interval {
    let data = body.value(value);
    let by_type = Interval::of_carrier(Carrier::of(data.ty));
    let Def::Inst(inst) = data.def else { return by_type };
    let inst = body.inst(inst);
    let Some(depth) = depth.checked_sub(1) else { return by_type };
    let operand = |at: usize| match body.operands(inst.operands).get(at) {
        Some(&operand) => within(body, operand, depth),
        None => Interval::of_carrier(None),
    };
    let result = match inst.op {
        Opcode::Constant(_) => match integer_constant(body, value) {
            Some(number) => Interval::exactly(number),
            None => by_type,
        },
        Opcode::ArrayLength => between(0, i32::MAX),
        Opcode::ArrayLoad(element) => of_type(element),
        Opcode::Convert(conversion) if conversion.to() != Type::LONG => of_type(conversion.to()),
        Opcode::Convert(conversion) if conversion.from() == Type::INT => operand(0),
        Opcode::Binary(op) => of_binary(op, operand(0), operand(1)).unwrap_or(by_type),
        _ => by_type,
    };
    // What does not fit has wrapped.
    if by_type.holds(result) { result } else { by_type }
}

fn of_binary(op: BinaryOp, left: Interval, right: Interval) -> Option<Interval> {
    match op {
        BinaryOp::Add => Some(left.plus(right)),
        BinaryOp::Subtract => Some(left.plus(right.negated())),
        BinaryOp::Divide => {
            let by = right.number().filter(|&by| by > 0)?;
            Some(Interval { low: left.low / by, high: left.high / by })
        }
        BinaryOp::ShiftRight => {
            let by = right.number().filter(|by| (0..32).contains(by))?;
            Some(Interval { low: left.low >> by, high: left.high >> by })
        }
        BinaryOp::And => {
            let mask = right.number().or(left.number()).filter(|&mask| mask >= 0)?;
            Some(Interval { low: 0, high: mask })
        }
        _ => None,
    }
}

fn of_type(ty: Type) -> Interval {
    match ty.kind() {
        Kind::Boolean => between(0, 1),
        Kind::Byte => between(i8::MIN, i8::MAX),
        Kind::Char => between(u16::MIN, u16::MAX),
        Kind::Short => between(i16::MIN, i16::MAX),
        _ => Interval::of_carrier(Carrier::of(ty)),
    }
}

fn between(low: impl Into<i128>, high: impl Into<i128>) -> Interval {
    Interval { low: low.into(), high: high.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Conversion;
    use crate::flow::test_bodies::Builder;

    const INT: (i128, i128) = (i32::MIN as i128, i32::MAX as i128);

    /// The interval of what `make` makes of an array and an `int`.
    fn of(make: impl FnOnce(&mut Builder, ValueId, ValueId) -> ValueId) -> (i128, i128) {
        let mut builder = Builder::new(&[Type::OBJECT, Type::INT]);
        builder.start_block();
        let (array, number) = (builder.parameter(0), builder.parameter(1));
        let value = make(&mut builder, array, number);
        builder.branch(&[]);
        let Interval { low, high } = interval(&builder.finish(), value);
        (low, high)
    }

    fn binary(b: &mut Builder, op: BinaryOp, left: ValueId, number: i64) -> ValueId {
        let right = b.constant(Type::INT, number);
        b.inst(Opcode::Binary(op), &[left, right], Some(Type::INT)).unwrap()
    }

    fn length(b: &mut Builder, array: ValueId) -> ValueId {
        b.inst(Opcode::ArrayLength, &[array], Some(Type::INT)).unwrap()
    }

    #[test]
    fn lengths_are_not_negative_and_may_be_anything_else() {
        assert_eq!(of(|b, array, _| length(b, array)), (0, INT.1));
        let less = of(|b, array, _| {
            let length = length(b, array);
            binary(b, BinaryOp::Subtract, length, 3)
        });
        assert_eq!(less, (-3, INT.1 - 3));
    }

    #[test]
    fn what_may_wrap_may_be_anything() {
        assert_eq!(of(|_, _, n| n), INT);
        assert_eq!(of(|b, _, n| binary(b, BinaryOp::Subtract, n, 1)), INT);
        assert_eq!(of(|b, _, n| binary(b, BinaryOp::Divide, n, -1)), INT);
    }

    #[test]
    fn arithmetic_that_makes_numbers_smaller() {
        assert_eq!(of(|b, _, n| binary(b, BinaryOp::Divide, n, 2)), (INT.0 / 2, INT.1 / 2));
        assert_eq!(of(|b, _, n| binary(b, BinaryOp::ShiftRight, n, 31)), (-1, 0));
        assert_eq!(of(|b, _, n| binary(b, BinaryOp::And, n, 15)), (0, 15));
        assert_eq!(of(|b, _, n| binary(b, BinaryOp::And, n, -16)), INT);
    }

    #[test]
    fn conversions() {
        let convert = |b: &mut Builder, from, to, value| {
            b.inst(Opcode::Convert(Conversion::new(from, to)), &[value], Some(to.on_stack()))
                .unwrap()
        };
        assert_eq!(of(|b, _, n| convert(b, Type::INT, Type::BYTE, n)), (-128, 127));
        assert_eq!(of(|b, _, n| convert(b, Type::INT, Type::CHAR, n)), (0, 65535));
        assert_eq!(of(|b, _, n| convert(b, Type::INT, Type::LONG, n)), INT);
    }
}
