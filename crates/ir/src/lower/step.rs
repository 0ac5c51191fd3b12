//! One instruction of the code: its operands off the stack, its result onto it.

use redflag_classfile::insn::Switch;
use redflag_classfile::{Insn, Op};

use super::draft::NO_VALUE;
use super::simulate::Machine;
use super::unlowerable::Unlowerable;
use crate::body::{
    BinaryOp, BlockId, Condition, Constant, InvokeKind, Opcode, SwitchTable, ValueId,
};
use crate::carrier::Carrier;
use crate::types::{Signature, Type};

pub(super) type Done = Result<(), Unlowerable>;

impl Machine<'_, '_> {
    pub(super) fn step(&mut self, insn: &Insn) -> Done {
        match *insn {
            Insn::Plain(op) => self.plain(op),
            Insn::Push { value, .. } => self.constant(Constant::Int(i32::from(value)), Type::INT),
            Insn::Ldc { index, .. } => {
                let (constant, ty) = self.constants.loadable(index).ok_or(self.missing(index))?;
                self.constant(constant, ty)
            }
            Insn::Local { op, index, .. } => self.local(op, usize::from(index)),
            Insn::Iinc { index, delta, .. } => {
                let index = usize::from(index);
                let value = self.states.locals[index];
                self.check(value, Carrier::Int)?;
                self.constant(Constant::Int(i32::from(delta)), Type::INT)?;
                let addend = self.pop(Carrier::Int)?;
                let start = self.operands(&[value, addend]);
                self.result(Opcode::Binary(BinaryOp::Add), start, Type::INT);
                self.states.locals[index] = self.pop(Carrier::Int)?;
                Ok(())
            }
            Insn::Branch { op, .. } => self.branch(op),
            Insn::Switch(ref switch) => self.switch(switch),
            Insn::Field { op, index } => self.field(op, index),
            Insn::Invoke { op, index } => self.invoke(op, index),
            Insn::InvokeInterface { index, .. } => self.invoke(Op::Invokeinterface, index),
            Insn::InvokeDynamic { index } => self.invoke_dynamic(index),
            Insn::Type { op, index } => self.class_op(op, index),
            Insn::NewArray { code } => {
                let element = match code {
                    4 => Type::BOOLEAN,
                    5 => Type::CHAR,
                    6 => Type::FLOAT,
                    7 => Type::DOUBLE,
                    8 => Type::BYTE,
                    9 => Type::SHORT,
                    10 => Type::INT,
                    11 => Type::LONG,
                    _ => return Err(self.types()),
                };
                self.new_array(element)
            }
            Insn::MultiNewArray { index, dimensions } => {
                let ty = self.constants.class_type(index).ok_or(self.missing(index))?;
                if dimensions == 0 || dimensions > ty.dimensions() {
                    return Err(self.types());
                }
                let lengths = [Carrier::Int; 255];
                let start = self.arguments(&lengths[..usize::from(dimensions)])?;
                self.result(Opcode::MultiNewArray(ty), start, ty);
                Ok(())
            }
        }
    }

    fn local(&mut self, op: Op, index: usize) -> Done {
        let carrier = match op {
            Op::Iload | Op::Istore => Carrier::Int,
            Op::Lload | Op::Lstore => Carrier::Long,
            Op::Fload | Op::Fstore => Carrier::Float,
            Op::Dload | Op::Dstore => Carrier::Double,
            Op::Aload | Op::Astore => Carrier::Reference,
            Op::Ret => return self.jump(),
            _ => return Err(self.types()),
        };
        if op <= Op::Aload {
            let value = self.states.locals[index];
            self.check(value, carrier)?;
            self.states.stack.push(value);
            return Ok(());
        }
        let value = self.pop_any()?;
        // The return address of a subroutine is stored like a reference.
        if !(value == NO_VALUE && op == Op::Astore) {
            self.check(value, carrier)?;
        }
        self.states.locals[index] = value;
        Ok(())
    }

    fn branch(&mut self, op: Op) -> Done {
        use Condition::*;
        let (condition, carrier, count) = match op {
            Op::Goto | Op::GotoW => return self.jump(),
            Op::Jsr | Op::JsrW => {
                self.states.stack.push(NO_VALUE);
                return self.jump();
            }
            Op::Ifeq => (Equal, Carrier::Int, 1),
            Op::Ifne => (NotEqual, Carrier::Int, 1),
            Op::Iflt => (Less, Carrier::Int, 1),
            Op::Ifge => (GreaterOrEqual, Carrier::Int, 1),
            Op::Ifgt => (Greater, Carrier::Int, 1),
            Op::Ifle => (LessOrEqual, Carrier::Int, 1),
            Op::IfIcmpeq => (Equal, Carrier::Int, 2),
            Op::IfIcmpne => (NotEqual, Carrier::Int, 2),
            Op::IfIcmplt => (Less, Carrier::Int, 2),
            Op::IfIcmpge => (GreaterOrEqual, Carrier::Int, 2),
            Op::IfIcmpgt => (Greater, Carrier::Int, 2),
            Op::IfIcmple => (LessOrEqual, Carrier::Int, 2),
            Op::IfAcmpeq => (Equal, Carrier::Reference, 2),
            Op::IfAcmpne => (NotEqual, Carrier::Reference, 2),
            Op::Ifnull => (IsNull, Carrier::Reference, 1),
            Op::Ifnonnull => (IsNotNull, Carrier::Reference, 1),
            _ => return Err(self.types()),
        };
        let start = self.arguments(&[carrier, carrier][..count])?;
        let &[then, otherwise] = self.graph.successors(self.node) else {
            return Err(self.types());
        };
        let (then, otherwise) = (BlockId(then), BlockId(otherwise));
        self.effect(Opcode::If { condition, then, otherwise }, start)
    }

    /// Leaves the block for its one successor.
    fn jump(&mut self) -> Done {
        let &[to] = self.graph.successors(self.node) else { return Err(self.types()) };
        self.effect(Opcode::Goto(BlockId(to)), self.draft.operands.len())
    }

    fn switch(&mut self, switch: &Switch) -> Done {
        let start = self.arguments(&[Carrier::Int])?;
        let Some((&default, targets)) = self.graph.successors(self.node).split_first() else {
            return Err(self.types());
        };
        let cases = switch
            .pairs()
            .into_iter()
            .zip(targets)
            .map(|((value, _), &to)| (value, BlockId(to)))
            .collect();
        let table = self.draft.switches.len() as u32;
        self.draft.switches.push(SwitchTable { cases, default: BlockId(default) });
        self.effect(Opcode::Switch(table), start)
    }

    fn field(&mut self, op: Op, index: u16) -> Done {
        let (field, at) = self.constants.field(index).ok_or(self.missing(index))?;
        let value = self.carrier(field.ty)?;
        match op {
            Op::Getstatic => {
                let start = self.draft.operands.len();
                self.result(Opcode::GetStatic(at), start, field.ty.on_stack());
                Ok(())
            }
            Op::Putstatic => {
                let start = self.arguments(&[value])?;
                self.effect(Opcode::PutStatic(at), start)
            }
            Op::Getfield => {
                let start = self.arguments(&[Carrier::Reference])?;
                self.result(Opcode::GetField(at), start, field.ty.on_stack());
                Ok(())
            }
            _ => {
                let start = self.arguments(&[Carrier::Reference, value])?;
                self.effect(Opcode::PutField(at), start)
            }
        }
    }

    fn invoke(&mut self, op: Op, index: u16) -> Done {
        let (method, at) = self.constants.method(index).ok_or(self.missing(index))?;
        let names = self.constants.names;
        let signature = names.signature(method.descriptor).ok_or(self.missing(index))?;
        let kind = match op {
            Op::Invokevirtual => InvokeKind::Virtual,
            Op::Invokespecial => InvokeKind::Special,
            Op::Invokestatic => InvokeKind::Static,
            _ => InvokeKind::Interface,
        };
        self.call(Opcode::Invoke(kind, at), signature, kind != InvokeKind::Static)
    }

    fn invoke_dynamic(&mut self, index: u16) -> Done {
        let site = self.constants.call_site(index).map(|(site, at)| (site.descriptor, at));
        let (descriptor, at) = site.ok_or(self.missing(index))?;
        let names = self.constants.names;
        let signature = names.signature(descriptor).ok_or(self.missing(index))?;
        self.call(Opcode::InvokeDynamic(at), signature, false)
    }

    fn call(&mut self, op: Opcode, signature: &Signature, has_receiver: bool) -> Done {
        let count = signature.parameters.len() + usize::from(has_receiver);
        if count > 255 {
            return Err(self.types());
        }
        let from = self.states.stack.len().checked_sub(count);
        let from = from.ok_or(Unlowerable::Stack { pc: self.pc })?;
        let receiver = has_receiver.then_some(Carrier::Reference);
        let carriers = signature.parameters.iter().map(|&ty| Carrier::of(ty));
        for (at, carrier) in receiver.map(Some).into_iter().chain(carriers).enumerate() {
            let value = self.states.stack[from + at];
            if carrier.is_none() || self.draft.carrier(value) != carrier {
                return Err(self.types());
            }
        }
        let start = self.draft.operands.len();
        self.draft.operands.extend(self.states.stack.drain(from..).map(ValueId));
        if signature.returns == Type::VOID {
            return self.effect(op, start);
        }
        self.result(op, start, signature.returns.on_stack());
        Ok(())
    }

    /// `new`, `anewarray`, `checkcast` and `instanceof`.
    fn class_op(&mut self, op: Op, index: u16) -> Done {
        let ty = self.constants.class_type(index).ok_or(self.missing(index))?;
        match op {
            Op::New => {
                let start = self.draft.operands.len();
                self.result(Opcode::New(ty), start, ty);
            }
            Op::Anewarray => return self.new_array(ty),
            Op::Checkcast => {
                let start = self.arguments(&[Carrier::Reference])?;
                self.result(Opcode::CheckCast(ty), start, ty);
            }
            _ => {
                let start = self.arguments(&[Carrier::Reference])?;
                self.result(Opcode::InstanceOf(ty), start, Type::INT);
            }
        }
        Ok(())
    }

    fn new_array(&mut self, element: Type) -> Done {
        let ty = element.array_of().ok_or_else(|| self.types())?;
        let start = self.arguments(&[Carrier::Int])?;
        self.result(Opcode::NewArray(ty), start, ty);
        Ok(())
    }

    pub(super) fn constant(&mut self, constant: Constant, ty: Type) -> Done {
        let start = self.draft.operands.len();
        self.result(Opcode::Constant(constant), start, ty);
        Ok(())
    }

    /// Moves operands of these kinds, the topmost last, off the stack; where they start among the
    /// operands of the draft.
    pub(super) fn arguments(&mut self, carriers: &[Carrier]) -> Result<usize, Unlowerable> {
        let stack = &mut self.states.stack;
        let from = stack.len().checked_sub(carriers.len());
        let from = from.ok_or(Unlowerable::Stack { pc: self.pc })?;
        let start = self.draft.operands.len();
        for (&value, &carrier) in stack[from..].iter().zip(carriers) {
            if self.draft.carrier(value) != Some(carrier) {
                return Err(Unlowerable::Types { pc: self.pc });
            }
            self.draft.operands.push(ValueId(value));
        }
        stack.truncate(from);
        Ok(start)
    }

    fn operands(&mut self, values: &[u32]) -> usize {
        let start = self.draft.operands.len();
        self.draft.operands.extend(values.iter().map(|&value| ValueId(value)));
        start
    }

    /// An instruction without a result, on the operands since `start`.
    pub(super) fn effect(&mut self, op: Opcode, start: usize) -> Done {
        self.draft.inst(op, start, self.pc);
        Ok(())
    }

    /// An instruction that pushes its result.
    pub(super) fn result(&mut self, op: Opcode, start: usize, ty: Type) {
        let value = self.draft.inst_with_result(op, start, ty, self.pc);
        self.states.stack.push(value);
    }

    pub(super) fn pop(&mut self, carrier: Carrier) -> Result<u32, Unlowerable> {
        let value = self.pop_any()?;
        self.check(value, carrier)?;
        Ok(value)
    }

    pub(super) fn pop_any(&mut self) -> Result<u32, Unlowerable> {
        self.states.stack.pop().ok_or(Unlowerable::Stack { pc: self.pc })
    }

    fn check(&self, value: u32, carrier: Carrier) -> Done {
        if self.draft.carrier(value) == Some(carrier) { Ok(()) } else { Err(self.types()) }
    }

    fn carrier(&self, ty: Type) -> Result<Carrier, Unlowerable> {
        Carrier::of(ty).ok_or_else(|| self.types())
    }

    #[cold]
    pub(super) fn types(&self) -> Unlowerable {
        Unlowerable::Types { pc: self.pc }
    }

    fn missing(&self, index: u16) -> Unlowerable {
        Unlowerable::Constant { pc: self.pc, index }
    }
}
