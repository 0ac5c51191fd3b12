//! Instructions as text for people, in the manner of `javap`.

use std::borrow::Cow;
use std::fmt::Write;

use crate::code::Code;
use crate::insn::{Insn, Label};
use crate::mutf8;
use crate::opcode::Op;
use crate::pool::{Constant, ConstantPool, MemberRef};

/// One line an instruction, its position first, then the exception table.
pub fn code_listing(code: &Code<'_>, pool: &ConstantPool<'_>) -> String {
    let mut text = String::new();
    for (insn, pc) in code.insns.iter().zip(&code.pcs) {
        let _ = writeln!(text, "{pc:5}: {}", insn_text(insn, code, pool));
    }
    for handler in &code.handlers {
        let caught = match handler.catch_type {
            0 => Cow::Borrowed("anything"),
            class => class_name(pool, class),
        };
        let [start, end, to] = [handler.start, handler.end, handler.handler].map(|at| code.pc(at));
        let _ = writeln!(text, "       catch {caught} in {start}..{end} -> {to}");
    }
    text
}

/// One instruction with what its operands name.
pub fn insn_text(insn: &Insn, code: &Code<'_>, pool: &ConstantPool<'_>) -> String {
    let name = insn.op().name();
    let pc = |label: Label| code.pcs.get(label.index()).copied().unwrap_or_default();
    match insn {
        Insn::Plain(_) => name.to_owned(),
        Insn::Push { value, .. } => format!("{name} {value}"),
        Insn::Ldc { index, .. } => format!("{name} {}", constant_text(pool, *index)),
        Insn::Local { index, .. } => format!("{name} {index}"),
        Insn::Iinc { index, delta, .. } => format!("{name} {index} {delta:+}"),
        Insn::Branch { target, .. } => format!("{name} {}", pc(*target)),
        Insn::Switch(switch) => {
            let mut text = format!("{name} {{");
            for (value, target) in switch.pairs() {
                let _ = write!(text, " {value} -> {},", pc(target));
            }
            let _ = write!(text, " default -> {} }}", pc(switch.default));
            text
        }
        Insn::Field { index, .. } => match pool.field(*index) {
            Ok(field) => {
                let descriptor = mutf8::decode(field.descriptor);
                format!("{name} {} {descriptor}", member_text(&field))
            }
            Err(error) => format!("{name} <{error}>"),
        },
        Insn::Invoke { index, .. } | Insn::InvokeInterface { index, .. } => {
            match pool.method(*index) {
                Ok(method) => {
                    let descriptor = mutf8::decode(method.descriptor);
                    format!("{name} {}{descriptor}", member_text(&method))
                }
                Err(error) => format!("{name} <{error}>"),
            }
        }
        Insn::InvokeDynamic { index } => match pool.invoke_dynamic(*index) {
            Ok(site) => format!(
                "{name} {}{} bootstrap {}",
                mutf8::decode(site.name),
                mutf8::decode(site.descriptor),
                site.bootstrap
            ),
            Err(error) => format!("{name} <{error}>"),
        },
        Insn::Type { index, .. } => format!("{name} {}", class_name(pool, *index)),
        Insn::NewArray { code } => format!("{name} {}", primitive_name(*code)),
        Insn::MultiNewArray { index, dimensions } => {
            format!("{} {} {dimensions}", Op::Multianewarray.name(), class_name(pool, *index))
        }
    }
}

fn member_text(member: &MemberRef<'_>) -> String {
    format!("{}.{}", mutf8::decode(member.class), mutf8::decode(member.name))
}

fn class_name<'p>(pool: &'p ConstantPool<'_>, index: u16) -> Cow<'p, str> {
    match pool.class(index) {
        Ok(name) => mutf8::decode(name),
        Err(error) => Cow::Owned(format!("<{error}>")),
    }
}

fn constant_text(pool: &ConstantPool<'_>, index: u16) -> String {
    match pool.get(index) {
        Ok(Constant::Integer(value)) => value.to_string(),
        Ok(Constant::Long(value)) => format!("{value}L"),
        Ok(Constant::Float(bits)) => format!("{:?}f", f32::from_bits(*bits)),
        Ok(Constant::Double(bits)) => format!("{:?}", f64::from_bits(*bits)),
        Ok(Constant::String { text }) => {
            format!("{:?}", pool.text(*text).unwrap_or(Cow::Borrowed("")))
        }
        Ok(Constant::Class { .. }) => format!("class {}", class_name(pool, index)),
        Ok(Constant::MethodType { descriptor }) => {
            format!("type {}", pool.text(*descriptor).unwrap_or(Cow::Borrowed("")))
        }
        Ok(_) => format!("#{index}"),
        Err(error) => format!("<{error}>"),
    }
}

fn primitive_name(code: u8) -> &'static str {
    match code {
        4 => "boolean",
        5 => "char",
        6 => "float",
        7 => "double",
        8 => "byte",
        9 => "short",
        10 => "int",
        11 => "long",
        _ => "?",
    }
}
