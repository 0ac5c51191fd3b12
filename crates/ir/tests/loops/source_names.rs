//! What values are called in the source: bodies do not keep that, so it is found again in the
//! code and its table of local variables.

use std::collections::BTreeMap;

use redflag_classfile::attribute::Info;
use redflag_classfile::{ClassFile, Code, Insn, Op};
use redflag_ir::body::{BinaryOp, Body, Def, Inst, Opcode, ValueId};
use redflag_ir::effects::integer_constant;
use redflag_ir::flow::Flow;
use redflag_ir::flow::induction::induction_variables;
use redflag_ir::names::Names;

pub struct SourceNames<'a> {
    class: &'a ClassFile<'a>,
    code: &'a Code<'a>,
    names: &'a Names,
    body: &'a Body,
    variables: BTreeMap<ValueId, String>,
}

impl<'a> SourceNames<'a> {
    pub fn new(
        class: &'a ClassFile<'a>,
        code: &'a Code<'a>,
        names: &'a Names,
        flow: &Flow<'a>,
    ) -> SourceNames<'a> {
        let body = flow.body;
        let mut named = SourceNames { class, code, names, body, variables: BTreeMap::new() };
        for id in flow.loops.ids() {
            for variable in induction_variables(flow, id) {
                let name = named.of_variable(variable.phi);
                let name = name.unwrap_or_else(|| "#".to_owned());
                named.variables.insert(variable.phi, name);
            }
        }
        named
    }

    pub fn of(&self, value: ValueId) -> String {
        if let Some(name) = self.variables.get(&value) {
            return name.clone();
        }
        if let Some(number) = integer_constant(self.body, value) {
            return number.to_string();
        }
        match self.body.value(value).def {
            Def::Parameter(index) => {
                let before = &self.body.parameters[..usize::from(index)];
                let slot: usize = before.iter().map(|&v| self.body.value(v).ty.slots()).sum();
                self.of_local(slot, 0).unwrap_or_else(|| "?".to_owned())
            }
            Def::Phi(_) => "?".to_owned(),
            Def::Inst(inst) => self.of_inst(self.body.inst(inst)),
        }
    }

    fn of_inst(&self, inst: &Inst) -> String {
        let operands = self.body.operands(inst.operands);
        let operand = |at: usize| self.of(operands[at]);
        match inst.op {
            Opcode::ArrayLength => format!("{}.length", operand(0)),
            Opcode::ArrayLoad(_) => format!("{}[{}]", operand(0), operand(1)),
            Opcode::NewArray(_) => format!("new[{}]", operand(0)),
            Opcode::CheckCast(_) => operand(0),
            Opcode::Convert(conversion) => {
                format!("({}) {}", conversion.to().java_name(self.names.symbols()), operand(0))
            }
            Opcode::GetField(field) => {
                let field = self.body.fields[field as usize];
                format!("{}.{}", operand(0), self.names.text(field.name))
            }
            Opcode::Invoke(_, method) => {
                let method = self.body.methods[method as usize];
                format!("{}()", self.names.text(method.name))
            }
            Opcode::Binary(op) => {
                let sign = match op {
                    BinaryOp::Add => "+",
                    BinaryOp::Subtract => "-",
                    BinaryOp::Multiply => "*",
                    BinaryOp::Divide => "/",
                    _ => "?",
                };
                format!("({} {sign} {})", operand(0), operand(1))
            }
            _ => "?".to_owned(),
        }
    }

    /// A variable's name by the instruction that steps it: `iinc`, or the store that follows.
    fn of_variable(&self, phi: ValueId) -> Option<String> {
        let Def::Phi(block) = self.body.value(phi).def else { return None };
        let phi = self.body.block(block).phis.iter().find(|other| other.value == phi)?;
        let next = self.body.operands(phi.operands).iter().rev().find_map(|&operand| {
            let Def::Inst(inst) = self.body.value(operand).def else { return None };
            let inst = self.body.inst(inst);
            matches!(inst.op, Opcode::Binary(_)).then_some(inst.pc)
        })?;
        let at = self.code.pcs.iter().position(|&pc| pc == next)?;
        let (slot, at) =
            self.code.insns.iter().zip(0..).skip(at).find_map(|(insn, at)| match *insn {
                Insn::Iinc { index, .. } => Some((index, at)),
                // The name holds from after the store that gives the first value.
                Insn::Local { op: Op::Istore | Op::Lstore, index, .. } => Some((index, at + 1)),
                _ => None,
            })?;
        self.of_local(usize::from(slot), at)
    }

    /// The name of a local variable at an instruction.
    fn of_local(&self, slot: usize, at: u32) -> Option<String> {
        let tables = self.code.attributes.iter().filter_map(|attribute| match &attribute.info {
            Info::LocalVariableTable(locals) => Some(locals),
            _ => None,
        });
        let holds = |local: &&redflag_classfile::attribute::LocalVariable| {
            usize::from(local.index) == slot && local.start.0 <= at && at < local.end.0
        };
        let local = tables.flatten().find(holds)?;
        let name = self.class.pool.utf8(local.name).ok()?;
        Some(String::from_utf8_lossy(name).into_owned())
    }
}
