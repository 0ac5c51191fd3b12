//! From bytes to instructions.

use crate::annotation::Positions;
use crate::cursor::Cursor;
use crate::encode::padding_after;
use crate::error::{Error, Result};
use crate::insn::{Cases, Insn, Label, LocalForm, Switch};
use crate::opcode::{Op, Shape};

/// Decodes every instruction. Branch targets become labels in a second walk over the branches,
/// when all boundaries are known.
pub(crate) fn decode(cursor: &mut Cursor<'_>) -> Result<(Vec<Insn>, CodePositions)> {
    let base = cursor.offset();
    let length = cursor.remaining();
    let mut insns = Vec::with_capacity(length / 2 + 1);
    let mut pcs = Vec::with_capacity(length / 2 + 2);
    let mut index_of = vec![u32::MAX; length + 1];
    let mut branches = Vec::new();
    while cursor.remaining() > 0 {
        let pc = cursor.offset() - base;
        index_of[pc] = insns.len() as u32;
        pcs.push(pc as u16);
        let insn = decode_insn(cursor, pc, base)?;
        if matches!(insn, Insn::Branch { .. } | Insn::Switch(_)) {
            branches.push(insns.len());
        }
        insns.push(insn);
    }
    index_of[length] = insns.len() as u32;
    pcs.push(length as u16);
    let positions = CodePositions { pcs, index_of };
    for at in branches {
        let mut wrong = None;
        let offset = base + usize::from(positions.pcs[at]);
        insns[at].map_targets(|target| match positions.instruction(target.0, offset) {
            Ok(label) => label,
            Err(error) => {
                wrong = Some(error);
                target
            }
        });
        if let Some(error) = wrong {
            return Err(error);
        }
    }
    Ok((insns, positions))
}

/// Instruction boundaries of the code that is being read.
pub(crate) struct CodePositions {
    pub pcs: Vec<u16>,
    /// Position to instruction index, `u32::MAX` inside an instruction.
    index_of: Vec<u32>,
}

impl Positions for CodePositions {
    fn label(&self, pc: u32, offset: usize) -> Result<Label> {
        match self.index_of.get(pc as usize) {
            Some(&index) if index != u32::MAX => Ok(Label(index)),
            _ => Err(Error::at(
                offset,
                format!("code position {pc} is not the start of an instruction"),
            )),
        }
    }

    fn instruction(&self, pc: u32, offset: usize) -> Result<Label> {
        let label = self.label(pc, offset)?;
        if label.index() + 1 < self.pcs.len() {
            Ok(label)
        } else {
            Err(Error::at(offset, format!("code position {pc} is the end of the code")))
        }
    }
}

/// One instruction, its branch targets still positions in the bytes.
fn decode_insn(cursor: &mut Cursor<'_>, pc: usize, base: usize) -> Result<Insn> {
    let byte = cursor.u1("opcode")?;
    let Some((op, shape)) = Op::of(byte) else {
        return implicit_local(byte).ok_or_else(|| {
            Error::at(base + pc, format!("byte {byte:#04x} is not an instruction"))
        });
    };
    // What lies before the code is no instruction, as little as what lies after it.
    let target = |delta: i64| Label(u32::try_from(pc as i64 + delta).unwrap_or(u32::MAX));
    Ok(match shape {
        Shape::Plain => Insn::Plain(op),
        Shape::Byte => Insn::Push { op, value: i16::from(cursor.u1("operand")? as i8) },
        Shape::Short => Insn::Push { op, value: cursor.u2("operand")? as i16 },
        Shape::NarrowConstant => Insn::Ldc { op, index: u16::from(cursor.u1("operand")?) },
        Shape::WideConstant => Insn::Ldc { op, index: cursor.u2("operand")? },
        Shape::Local => {
            let index = u16::from(cursor.u1("local index")?);
            Insn::Local { op, index, form: LocalForm::Byte }
        }
        Shape::Increment => Insn::Iinc {
            index: u16::from(cursor.u1("local index")?),
            delta: i16::from(cursor.u1("increment")? as i8),
            wide: false,
        },
        Shape::Branch => {
            Insn::Branch { op, target: target(i64::from(cursor.u2("branch offset")? as i16)) }
        }
        Shape::WideBranch => {
            Insn::Branch { op, target: target(i64::from(cursor.u4("branch offset")? as i32)) }
        }
        Shape::TableSwitch | Shape::LookupSwitch => decode_switch(cursor, pc, op, &target)?,
        Shape::Field => Insn::Field { op, index: cursor.u2("field reference")? },
        Shape::Invoke => Insn::Invoke { op, index: cursor.u2("method reference")? },
        Shape::InvokeInterface => {
            let index = cursor.u2("method reference")?;
            let count = cursor.u1("argument count")?;
            zero(cursor)?;
            Insn::InvokeInterface { index, count }
        }
        Shape::InvokeDynamic => {
            let index = cursor.u2("call site")?;
            zero(cursor)?;
            zero(cursor)?;
            Insn::InvokeDynamic { index }
        }
        Shape::Type => Insn::Type { op, index: cursor.u2("class")? },
        Shape::NewArray => Insn::NewArray { code: cursor.u1("array type")? },
        Shape::MultiNewArray => {
            Insn::MultiNewArray { index: cursor.u2("class")?, dimensions: cursor.u1("dimensions")? }
        }
        Shape::Wide => {
            let offset = cursor.offset();
            match Op::of(cursor.u1("opcode after wide")?) {
                Some((op, Shape::Local)) => {
                    Insn::Local { op, index: cursor.u2("local index")?, form: LocalForm::Wide }
                }
                Some((Op::Iinc, _)) => Insn::Iinc {
                    index: cursor.u2("local index")?,
                    delta: cursor.u2("increment")? as i16,
                    wide: true,
                },
                _ => return Err(Error::at(offset, "wide before an instruction without locals")),
            }
        }
    })
}

fn implicit_local(byte: u8) -> Option<Insn> {
    let (first, base) = match byte {
        26..=45 => (26, Op::Iload.byte()),
        59..=78 => (59, Op::Istore.byte()),
        _ => return None,
    };
    let (op, _) = Op::of(base + (byte - first) / 4)?;
    Some(Insn::Local { op, index: u16::from((byte - first) % 4), form: LocalForm::Implicit })
}

fn zero(cursor: &mut Cursor<'_>) -> Result<()> {
    let offset = cursor.offset();
    match cursor.u1("zero")? {
        0 => Ok(()),
        byte => Err(Error::at(offset, format!("operand byte is {byte}, expected 0"))),
    }
}

fn decode_switch(
    cursor: &mut Cursor<'_>,
    pc: usize,
    op: Op,
    target: &impl Fn(i64) -> Label,
) -> Result<Insn> {
    let mut padding = [0; 3];
    let aligned = cursor.take(padding_after(pc), "switch padding")?;
    padding[..aligned.len()].copy_from_slice(aligned);
    let offset = cursor.offset();
    let default = target(i64::from(cursor.u4("switch default")? as i32));
    let cases = if op == Op::Tableswitch {
        let low = cursor.u4("switch low")? as i32;
        let high = cursor.u4("switch high")? as i32;
        let count = i64::from(high) - i64::from(low) + 1;
        if count < 1 || count as usize > cursor.remaining() / 4 {
            return Err(Error::at(offset, format!("tableswitch from {low} to {high}")));
        }
        let targets = (0..count)
            .map(|_| Ok(target(i64::from(cursor.u4("switch target")? as i32))))
            .collect::<Result<_>>()?;
        Cases::Table { low, targets }
    } else {
        let count = cursor.u4("switch pairs")? as usize;
        if count > cursor.remaining() / 8 {
            return Err(Error::at(offset, format!("lookupswitch with {count} pairs")));
        }
        let pairs = (0..count)
            .map(|_| {
                let value = cursor.u4("switch value")? as i32;
                Ok((value, target(i64::from(cursor.u4("switch target")? as i32))))
            })
            .collect::<Result<_>>()?;
        Cases::Lookup(pairs)
    };
    Ok(Insn::Switch(Box::new(Switch { default, cases, padding })))
}
