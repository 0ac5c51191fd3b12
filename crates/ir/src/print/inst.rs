//! One instruction as text, its result left out.

use super::literal::{double, float, quoted};
use super::{Printer, comma_separated};
use crate::body::{
    BinaryOp, Condition, Constant, FieldRef, Inst, InvokeKind, MethodRef, Opcode, ValueId,
};
use crate::types::Type;

impl Printer<'_> {
    pub(super) fn inst(&self, inst: &Inst) -> String {
        let operands = self.body.operands(inst.operands);
        let listed = || comma_separated(operands);
        let at = |index: usize| operands.get(index).map_or("?".to_owned(), ValueId::to_string);
        match inst.op {
            Opcode::Constant(constant) => format!("const {}", self.constant(constant)),
            Opcode::Binary(op) => format!("{} {}", binary(op), listed()),
            Opcode::Negate => format!("negate {}", listed()),
            Opcode::Convert(conversion) => {
                format!("convert {} to {}", listed(), self.ty(conversion.to()))
            }
            Opcode::Catch => "catch".to_owned(),
            Opcode::GetStatic(index) => format!("getstatic {}", self.field(index)),
            Opcode::PutStatic(index) => format!("putstatic {}, {}", self.field(index), at(0)),
            Opcode::GetField(index) => format!("getfield {} {}", at(0), self.field(index)),
            Opcode::PutField(index) => {
                format!("putfield {} {}, {}", at(0), self.field(index), at(1))
            }
            Opcode::ArrayLoad(ty) => format!("arrayload {} {}[{}]", self.ty(ty), at(0), at(1)),
            Opcode::ArrayStore(ty) => {
                format!("arraystore {} {}[{}], {}", self.ty(ty), at(0), at(1), at(2))
            }
            Opcode::ArrayLength => format!("arraylength {}", at(0)),
            Opcode::New(ty) => format!("new {}", self.ty(ty)),
            Opcode::NewArray(ty) | Opcode::MultiNewArray(ty) => {
                format!("newarray {}", self.array_with_lengths(ty, operands))
            }
            Opcode::CheckCast(ty) => format!("checkcast {} to {}", at(0), self.ty(ty)),
            Opcode::InstanceOf(ty) => format!("instanceof {} {}", at(0), self.ty(ty)),
            Opcode::Invoke(kind, index) => self.invoke(kind, index, operands),
            Opcode::InvokeDynamic(index) => self.invoke_dynamic(index, operands),
            Opcode::MonitorEnter => format!("monitorenter {}", at(0)),
            Opcode::MonitorExit => format!("monitorexit {}", at(0)),
            Opcode::Goto(to) => format!("goto {to}"),
            Opcode::If { condition, then, otherwise } => {
                let (sign, zero) = comparison(condition);
                let right = operands.get(1).map_or(zero.to_owned(), ValueId::to_string);
                format!("if {} {sign} {right} then {then} else {otherwise}", at(0))
            }
            Opcode::Switch(index) => self.switch(index, &at(0)),
            Opcode::Return if operands.is_empty() => "return".to_owned(),
            Opcode::Return => format!("return {}", at(0)),
            Opcode::Throw => format!("throw {}", at(0)),
        }
    }

    fn constant(&self, constant: Constant) -> String {
        match constant {
            Constant::Null => "null".to_owned(),
            Constant::Int(value) => value.to_string(),
            Constant::Long(value) => format!("{value}L"),
            Constant::Float(bits) => float(f32::from_bits(bits)),
            Constant::Double(bits) => double(f64::from_bits(bits)),
            Constant::String(at) => quoted(&self.body.texts[at as usize]),
            Constant::Class(ty) => format!("class {}", self.ty(ty)),
            Constant::MethodType(at) => format!("methodtype {}", self.body.texts[at as usize]),
            Constant::MethodHandle(at) => {
                format!("methodhandle {}", self.body.texts[at as usize])
            }
            Constant::Dynamic(at) => self.dynamic_constant(at),
        }
    }

    fn field(&self, index: u32) -> String {
        self.field_ref(&self.body.fields[index as usize])
    }

    pub(super) fn field_ref(&self, field: &FieldRef) -> String {
        format!("{}.{}", self.ty(Type::class(field.class)), self.names.text(field.name))
    }

    pub(super) fn method_ref(&self, method: &MethodRef) -> String {
        format!("{}.{}", self.ty(method.class), self.names.text(method.name))
    }

    fn invoke(&self, kind: InvokeKind, index: u32, operands: &[ValueId]) -> String {
        let method = self.method_ref(&self.body.methods[index as usize]);
        let word = match kind {
            InvokeKind::Virtual => "invokevirtual",
            InvokeKind::Special => "invokespecial",
            InvokeKind::Static => {
                return format!("invokestatic {method}({})", comma_separated(operands));
            }
            InvokeKind::Interface => "invokeinterface",
        };
        match operands.split_first() {
            Some((receiver, arguments)) => {
                format!("{word} {receiver} {method}({})", comma_separated(arguments))
            }
            None => format!("{word} {method}()"),
        }
    }

    /// `int[v1][v2][]`
    fn array_with_lengths(&self, ty: Type, lengths: &[ValueId]) -> String {
        let mut element = ty;
        for _ in lengths {
            element = element.component().unwrap_or(element);
        }
        let name = self.ty(element);
        let (base, rest) = match name.find('[') {
            Some(at) => name.split_at(at),
            None => (name.as_str(), ""),
        };
        let lengths: String = lengths.iter().map(|length| format!("[{length}]")).collect();
        format!("{base}{lengths}{rest}")
    }

    /// The cases with the same target stand together, in the order of the first.
    fn switch(&self, index: u32, operand: &str) -> String {
        let table = &self.body.switches[index as usize];
        let mut groups: Vec<(String, _)> = Vec::new();
        for &(value, target) in &table.cases {
            match groups.last_mut() {
                Some((values, last)) if *last == target => {
                    values.push_str(&format!(", {value}"));
                }
                _ => groups.push((value.to_string(), target)),
            }
        }
        groups.push(("default".to_owned(), table.default));
        let groups = groups.iter().map(|(values, target)| format!("{values} -> {target}"));
        format!("switch {operand} {{ {} }}", groups.collect::<Vec<_>>().join("; "))
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Subtract => "subtract",
        BinaryOp::Multiply => "multiply",
        BinaryOp::Divide => "divide",
        BinaryOp::Remainder => "remainder",
        BinaryOp::ShiftLeft => "shift-left",
        BinaryOp::ShiftRight => "shift-right",
        BinaryOp::ShiftRightUnsigned => "shift-right-unsigned",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Xor => "xor",
        BinaryOp::Compare => "compare",
        BinaryOp::CompareLess => "compare-less",
        BinaryOp::CompareGreater => "compare-greater",
    }
}

/// The sign, and what a single operand is compared with.
fn comparison(condition: Condition) -> (&'static str, &'static str) {
    match condition {
        Condition::Equal => ("==", "0"),
        Condition::NotEqual => ("!=", "0"),
        Condition::Less => ("<", "0"),
        Condition::GreaterOrEqual => (">=", "0"),
        Condition::Greater => (">", "0"),
        Condition::LessOrEqual => ("<=", "0"),
        Condition::IsNull => ("==", "null"),
        Condition::IsNotNull => ("!=", "null"),
    }
}
