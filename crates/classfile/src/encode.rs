//! From instructions to bytes.

use crate::code::CODE_LIMIT;
use crate::error::{Error, Result};
use crate::insn::{Cases, Insn, Label, LocalForm};
use crate::opcode::Op;
use crate::output::Output;

/// Each instruction's position, and the length of the whole at the end; an error when the JVM
/// would not accept that length.
pub(crate) fn layout_of(insns: &[Insn]) -> Result<Vec<u16>> {
    let mut pcs = Vec::with_capacity(insns.len() + 1);
    let mut pc = 0usize;
    for insn in insns {
        pcs.push(pc as u16);
        pc += size(insn, pc);
        if pc >= CODE_LIMIT {
            return Err(too_large(insns));
        }
    }
    pcs.push(pc as u16);
    Ok(pcs)
}

#[cold]
fn too_large(insns: &[Insn]) -> Error {
    let length = insns.iter().fold(0, |pc, insn| pc + size(insn, pc));
    Error::limit(format!("the method would take {length} bytes of code, at most 65535 fit"))
}

/// How many bytes an instruction takes at a position.
pub(crate) fn size(insn: &Insn, pc: usize) -> usize {
    match insn {
        Insn::Plain(_) => 1,
        Insn::Push { op, .. } => 1 + if *op == Op::Bipush { 1 } else { 2 },
        Insn::Ldc { op, .. } => 1 + if *op == Op::Ldc { 1 } else { 2 },
        Insn::Local { form, .. } => match form {
            LocalForm::Implicit => 1,
            LocalForm::Byte => 2,
            LocalForm::Wide => 4,
        },
        Insn::Iinc { wide, .. } => {
            if *wide {
                6
            } else {
                3
            }
        }
        Insn::Branch { op, .. } => {
            if matches!(op, Op::GotoW | Op::JsrW) {
                5
            } else {
                3
            }
        }
        Insn::Switch(switch) => {
            let operands = match &switch.cases {
                Cases::Table { targets, .. } => 12 + 4 * targets.len(),
                Cases::Lookup(pairs) => 8 + 8 * pairs.len(),
            };
            1 + padding_after(pc) + operands
        }
        Insn::Field { .. } | Insn::Invoke { .. } | Insn::Type { .. } => 3,
        Insn::InvokeInterface { .. } | Insn::InvokeDynamic { .. } => 5,
        Insn::NewArray { .. } => 2,
        Insn::MultiNewArray { .. } => 4,
    }
}

/// How many bytes align a switch's operands when its opcode is at `pc`.
pub(crate) fn padding_after(pc: usize) -> usize {
    3 - pc % 4
}

/// Writes one instruction that stands at `pc`.
pub(crate) fn encode(insn: &Insn, pc: u16, pcs: &[u16], out: &mut Output) -> Result<()> {
    let delta = |target: Label| -> Result<i32> {
        match pcs.get(target.index()) {
            Some(&to) => Ok(i32::from(to) - i32::from(pc)),
            None => Err(Error::new(format!("branch at {pc} to {target}, which is nowhere"))),
        }
    };
    out_insn(insn, pc, &delta, out)
}

fn out_insn(
    insn: &Insn,
    pc: u16,
    delta: &impl Fn(Label) -> Result<i32>,
    out: &mut Output,
) -> Result<()> {
    match insn {
        Insn::Plain(op) => out.u1(op.byte()),
        Insn::Push { op, value } => {
            out.u1(op.byte());
            if *op == Op::Bipush { out.u1(signed(*op, *value)?) } else { out.u2(*value as u16) }
        }
        Insn::Ldc { op, index } => {
            out.u1(op.byte());
            if *op == Op::Ldc { out.u1(unsigned(*op, *index)?) } else { out.u2(*index) }
        }
        Insn::Local { op, index, form } => match form {
            LocalForm::Implicit => {
                if *index > 3 || *op == Op::Ret {
                    return Err(does_not_fit(*op, *index));
                }
                let (base, first) =
                    if *op < Op::Istore { (Op::Iload, 26) } else { (Op::Istore, 59) };
                out.u1(first + 4 * (op.byte() - base.byte()) + *index as u8);
            }
            LocalForm::Byte => {
                out.u1(op.byte());
                out.u1(unsigned(*op, *index)?);
            }
            LocalForm::Wide => {
                out.u1(Op::Wide.byte());
                out.u1(op.byte());
                out.u2(*index);
            }
        },
        Insn::Iinc { index, delta, wide } => {
            if *wide {
                out.u1(Op::Wide.byte());
                out.u1(Op::Iinc.byte());
                out.u2(*index);
                out.u2(*delta as u16);
            } else {
                out.u1(Op::Iinc.byte());
                out.u1(unsigned(Op::Iinc, *index)?);
                out.u1(signed(Op::Iinc, *delta)?);
            }
        }
        Insn::Branch { op, target } => {
            out.u1(op.byte());
            let delta = delta(*target)?;
            if matches!(op, Op::GotoW | Op::JsrW) {
                out.u4(delta as u32);
            } else {
                let near = i16::try_from(delta).map_err(|_| {
                    Error::new(format!("{} at {pc} spans {delta} bytes", op.name()))
                })?;
                out.u2(near as u16);
            }
        }
        Insn::Switch(switch) => {
            out.u1(insn.op().byte());
            out.bytes(&switch.padding[..padding_after(usize::from(pc))]);
            out.u4(delta(switch.default)? as u32);
            match &switch.cases {
                Cases::Table { low, targets } => {
                    out.u4(*low as u32);
                    out.u4(low.wrapping_add(targets.len() as i32 - 1) as u32);
                    for &target in targets {
                        out.u4(delta(target)? as u32);
                    }
                }
                Cases::Lookup(pairs) => {
                    out.u4(pairs.len() as u32);
                    for &(value, target) in pairs {
                        out.u4(value as u32);
                        out.u4(delta(target)? as u32);
                    }
                }
            }
        }
        Insn::Field { op, index } | Insn::Invoke { op, index } | Insn::Type { op, index } => {
            out.u1(op.byte());
            out.u2(*index);
        }
        Insn::InvokeInterface { index, count } => {
            out.u1(Op::Invokeinterface.byte());
            out.u2(*index);
            out.u1(*count);
            out.u1(0);
        }
        Insn::InvokeDynamic { index } => {
            out.u1(Op::Invokedynamic.byte());
            out.u2(*index);
            out.u2(0);
        }
        Insn::NewArray { code } => {
            out.u1(Op::Newarray.byte());
            out.u1(*code);
        }
        Insn::MultiNewArray { index, dimensions } => {
            out.u1(Op::Multianewarray.byte());
            out.u2(*index);
            out.u1(*dimensions);
        }
    }
    Ok(())
}

/// An operand in one byte; an instruction built with a form too short for it is a mistake.
fn unsigned(op: Op, operand: u16) -> Result<u8> {
    u8::try_from(operand).map_err(|_| does_not_fit(op, operand))
}

fn signed(op: Op, operand: i16) -> Result<u8> {
    i8::try_from(operand).map(|byte| byte as u8).map_err(|_| does_not_fit(op, operand))
}

#[cold]
fn does_not_fit(op: Op, operand: impl std::fmt::Display) -> Error {
    Error::new(format!("{operand} does not fit the short form of {}", op.name()))
}
