//! The instructions without operands of their own: constants, arithmetic, arrays, the stack.

use redflag_classfile::Op;

use super::draft::NO_VALUE;
use super::simulate::Machine;
use super::step::Done;
use super::unlowerable::Unlowerable;
use crate::body::{BinaryOp, Constant, Conversion, Opcode};
use crate::carrier::Carrier;
use crate::types::{Kind, Type};

const ARITHMETIC: [Type; 4] = [Type::INT, Type::LONG, Type::FLOAT, Type::DOUBLE];

impl Machine<'_, '_> {
    pub(super) fn plain(&mut self, op: Op) -> Done {
        // Within each group the types come in a fixed order [JVMS §7].
        let offset = |first: Op| usize::from(op.byte() - first.byte());
        match op {
            Op::Nop => Ok(()),
            Op::AconstNull => self.constant(Constant::Null, Type::NULL),
            Op::IconstM1
            | Op::Iconst0
            | Op::Iconst1
            | Op::Iconst2
            | Op::Iconst3
            | Op::Iconst4
            | Op::Iconst5 => {
                let value = i32::from(op.byte()) - i32::from(Op::Iconst0.byte());
                self.constant(Constant::Int(value), Type::INT)
            }
            Op::Lconst0 => self.constant(Constant::Long(0), Type::LONG),
            Op::Lconst1 => self.constant(Constant::Long(1), Type::LONG),
            Op::Fconst0 => self.constant(Constant::Float(0f32.to_bits()), Type::FLOAT),
            Op::Fconst1 => self.constant(Constant::Float(1f32.to_bits()), Type::FLOAT),
            Op::Fconst2 => self.constant(Constant::Float(2f32.to_bits()), Type::FLOAT),
            Op::Dconst0 => self.constant(Constant::Double(0f64.to_bits()), Type::DOUBLE),
            Op::Dconst1 => self.constant(Constant::Double(1f64.to_bits()), Type::DOUBLE),
            _ if op >= Op::Iaload && op <= Op::Saload => self.array_load(op),
            _ if op >= Op::Iastore && op <= Op::Sastore => self.array_store(op),
            _ if op >= Op::Pop && op <= Op::Swap => self.shuffle(op),
            _ if op >= Op::Iadd && op <= Op::Drem => {
                const OPS: [BinaryOp; 5] = [
                    BinaryOp::Add,
                    BinaryOp::Subtract,
                    BinaryOp::Multiply,
                    BinaryOp::Divide,
                    BinaryOp::Remainder,
                ];
                let at = offset(Op::Iadd);
                let ty = ARITHMETIC[at % 4];
                self.binary(OPS[at / 4], ty, ty, ty)
            }
            _ if op >= Op::Ineg && op <= Op::Dneg => {
                let ty = ARITHMETIC[offset(Op::Ineg)];
                self.unary(Opcode::Negate, ty, ty)
            }
            _ if op >= Op::Ishl && op <= Op::Lushr => {
                const OPS: [BinaryOp; 3] =
                    [BinaryOp::ShiftLeft, BinaryOp::ShiftRight, BinaryOp::ShiftRightUnsigned];
                let at = offset(Op::Ishl);
                let ty = ARITHMETIC[at % 2];
                self.binary(OPS[at / 2], ty, Type::INT, ty)
            }
            _ if op >= Op::Iand && op <= Op::Lxor => {
                const OPS: [BinaryOp; 3] = [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor];
                let at = offset(Op::Iand);
                let ty = ARITHMETIC[at % 2];
                self.binary(OPS[at / 2], ty, ty, ty)
            }
            _ if op >= Op::I2l && op <= Op::I2s => self.convert(op),
            Op::Lcmp => self.binary(BinaryOp::Compare, Type::LONG, Type::LONG, Type::INT),
            Op::Fcmpl => self.binary(BinaryOp::CompareLess, Type::FLOAT, Type::FLOAT, Type::INT),
            Op::Fcmpg => self.binary(BinaryOp::CompareGreater, Type::FLOAT, Type::FLOAT, Type::INT),
            Op::Dcmpl => self.binary(BinaryOp::CompareLess, Type::DOUBLE, Type::DOUBLE, Type::INT),
            Op::Dcmpg => {
                self.binary(BinaryOp::CompareGreater, Type::DOUBLE, Type::DOUBLE, Type::INT)
            }
            Op::Ireturn => self.ret(Some(Carrier::Int)),
            Op::Lreturn => self.ret(Some(Carrier::Long)),
            Op::Freturn => self.ret(Some(Carrier::Float)),
            Op::Dreturn => self.ret(Some(Carrier::Double)),
            Op::Areturn => self.ret(Some(Carrier::Reference)),
            Op::Return => self.ret(None),
            Op::Arraylength => {
                let start = self.arguments(&[Carrier::Reference])?;
                self.result(Opcode::ArrayLength, start, Type::INT);
                Ok(())
            }
            Op::Athrow => self.consume(Opcode::Throw),
            Op::Monitorenter => self.consume(Opcode::MonitorEnter),
            Op::Monitorexit => self.consume(Opcode::MonitorExit),
            _ => Err(self.types()),
        }
    }

    /// An instruction on one reference, without a result.
    fn consume(&mut self, op: Opcode) -> Done {
        let start = self.arguments(&[Carrier::Reference])?;
        self.effect(op, start)
    }

    fn ret(&mut self, carrier: Option<Carrier>) -> Done {
        if Carrier::of(self.returns) != carrier {
            return Err(self.types());
        }
        let start = self.arguments(carrier.as_slice())?;
        self.effect(Opcode::Return, start)
    }

    fn binary(&mut self, op: BinaryOp, left: Type, right: Type, result: Type) -> Done {
        let (Some(left), Some(right)) = (Carrier::of(left), Carrier::of(right)) else {
            return Err(self.types());
        };
        let start = self.arguments(&[left, right])?;
        self.result(Opcode::Binary(op), start, result);
        Ok(())
    }

    fn unary(&mut self, op: Opcode, operand: Type, result: Type) -> Done {
        let Some(operand) = Carrier::of(operand) else { return Err(self.types()) };
        let start = self.arguments(&[operand])?;
        self.result(op, start, result);
        Ok(())
    }

    fn convert(&mut self, op: Op) -> Done {
        let (from, to) = match op {
            Op::I2l => (Type::INT, Type::LONG),
            Op::I2f => (Type::INT, Type::FLOAT),
            Op::I2d => (Type::INT, Type::DOUBLE),
            Op::L2i => (Type::LONG, Type::INT),
            Op::L2f => (Type::LONG, Type::FLOAT),
            Op::L2d => (Type::LONG, Type::DOUBLE),
            Op::F2i => (Type::FLOAT, Type::INT),
            Op::F2l => (Type::FLOAT, Type::LONG),
            Op::F2d => (Type::FLOAT, Type::DOUBLE),
            Op::D2i => (Type::DOUBLE, Type::INT),
            Op::D2l => (Type::DOUBLE, Type::LONG),
            Op::D2f => (Type::DOUBLE, Type::FLOAT),
            Op::I2b => (Type::INT, Type::BYTE),
            Op::I2c => (Type::INT, Type::CHAR),
            _ => (Type::INT, Type::SHORT),
        };
        self.unary(Opcode::Convert(Conversion::new(from, to)), from, to.on_stack())
    }

    fn array_load(&mut self, op: Op) -> Done {
        let start = self.arguments(&[Carrier::Reference, Carrier::Int])?;
        let array = self.draft.ty(self.draft.operands[start].0);
        let element = element_type(usize::from(op.byte() - Op::Iaload.byte()), array);
        self.result(Opcode::ArrayLoad(element), start, element.on_stack());
        Ok(())
    }

    fn array_store(&mut self, op: Op) -> Done {
        let at = usize::from(op.byte() - Op::Iastore.byte());
        let value = element_type(at, Type::NULL);
        let Some(value) = Carrier::of(value) else { return Err(self.types()) };
        let start = self.arguments(&[Carrier::Reference, Carrier::Int, value])?;
        let array = self.draft.ty(self.draft.operands[start].0);
        self.effect(Opcode::ArrayStore(element_type(at, array)), start)
    }

    /// `pop`, `dup`, `swap` and their kin, which move values and compute nothing.
    fn shuffle(&mut self, op: Op) -> Done {
        // How many slots are copied, and under how many others the copy goes.
        let (copied, under) = match op {
            Op::Pop => return self.take(1).map(drop),
            Op::Pop2 => return self.take(2).map(drop),
            Op::Swap => {
                let top = self.take(1)?;
                let below = self.take(1)?;
                self.put(top);
                self.put(below);
                return Ok(());
            }
            Op::Dup => (1, 0),
            Op::DupX1 => (1, 1),
            Op::DupX2 => (1, 2),
            Op::Dup2 => (2, 0),
            Op::Dup2X1 => (2, 1),
            _ => (2, 2),
        };
        let top = self.take(copied)?;
        let between = if under == 0 { Taken::default() } else { self.take(under)? };
        self.put(top);
        self.put(between);
        self.put(top);
        Ok(())
    }

    /// Takes one value of two slots or as many values of one slot off the stack.
    fn take(&mut self, slots: usize) -> Result<Taken, Unlowerable> {
        let first = self.pop_any()?;
        let is_wide = |value| self.draft.carrier(value).is_some_and(Carrier::is_wide);
        match (slots, is_wide(first)) {
            (1, false) | (2, true) => Ok(Taken { values: [first, 0], count: 1 }),
            (2, false) => {
                let second = self.states.stack.pop();
                let second = second.ok_or(Unlowerable::Stack { pc: self.pc })?;
                if self.draft.carrier(second).is_some_and(Carrier::is_wide) {
                    return Err(self.types());
                }
                Ok(Taken { values: [second, first], count: 2 })
            }
            _ => Err(self.types()),
        }
    }

    fn put(&mut self, taken: Taken) {
        self.states.stack.extend_from_slice(&taken.values[..taken.count]);
    }
}

/// Values taken off the stack together, the topmost last.
#[derive(Clone, Copy)]
struct Taken {
    values: [u32; 2],
    count: usize,
}

impl Default for Taken {
    fn default() -> Taken {
        Taken { values: [NO_VALUE; 2], count: 0 }
    }
}

/// The element type of the `n`th array instruction, in the order int, long, float, double,
/// reference, byte or boolean, char, short.
fn element_type(n: usize, array: Type) -> Type {
    match n {
        0..4 => ARITHMETIC[n],
        4 => reference_element(array),
        5 => byte_element(array),
        6 => Type::CHAR,
        _ => Type::SHORT,
    }
}

/// What an array of references holds: nothing but null if the array itself is null.
pub(super) fn reference_element(array: Type) -> Type {
    match array.component() {
        Some(element) if element.is_reference() => element,
        None if array == Type::NULL => Type::NULL,
        _ => Type::OBJECT,
    }
}

/// Arrays of `boolean` and of `byte` share their instructions.
pub(super) fn byte_element(array: Type) -> Type {
    match array.component() {
        Some(element) if element.kind() == Kind::Boolean => Type::BOOLEAN,
        _ => Type::BYTE,
    }
}
