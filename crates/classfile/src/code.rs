//! The `Code` attribute [JVMS §4.7.3]: bytes to an instruction list with labels, and back.

use crate::annotation::Positions;
use crate::attribute::{Attribute, Owner, read_attributes, write_attributes};
use crate::cursor::Cursor;
use crate::error::{Error, Result};
use crate::insn::{Cases, Insn, Label, LocalForm, Switch};
use crate::opcode::{Op, Shape};
use crate::output::Output;
use crate::pool::ConstantPool;

/// The length that a method's code must stay below [JVMS §4.7.3].
pub const CODE_LIMIT: usize = 65536;

#[derive(Clone, Debug)]
pub struct Code<'a> {
    pub max_stack: u16,
    pub max_locals: u16,
    pub insns: Vec<Insn>,
    /// Each instruction's position in the bytes, and one more entry for the end.
    pub pcs: Vec<u16>,
    /// The exception table, in the order in which the JVM searches it.
    pub handlers: Vec<Handler>,
    pub attributes: Vec<Attribute<'a>>,
}

/// An exception handler over the instructions from `start` up to `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler {
    pub start: Label,
    pub end: Label,
    pub handler: Label,
    /// A `Class` constant, or 0 for any exception.
    pub catch_type: u16,
}

impl<'a> Code<'a> {
    /// Reads code that [`crate::ClassFile::read_headers`] has passed over: the bytes of the
    /// attribute, where in the file they are, and the version of the class.
    pub fn read_later(
        bytes: &'a [u8],
        offset: usize,
        pool: &ConstantPool<'a>,
        version: (u16, u16),
    ) -> Result<Code<'a>> {
        let mut cursor = Cursor::at(bytes, offset);
        let code = Code::read(&mut cursor, pool, CodeLayout::of(version.0, version.1))?;
        cursor.finish("the attribute")?;
        Ok(code)
    }

    pub(crate) fn read(
        cursor: &mut Cursor<'a>,
        pool: &ConstantPool<'a>,
        layout: CodeLayout,
    ) -> Result<Code<'a>> {
        let (max_stack, max_locals, length) = match layout {
            CodeLayout::Usual => {
                (cursor.u2("max_stack")?, cursor.u2("max_locals")?, cursor.u4("code_length")?)
            }
            CodeLayout::Before45_3 => (
                u16::from(cursor.u1("max_stack")?),
                u16::from(cursor.u1("max_locals")?),
                u32::from(cursor.u2("code_length")?),
            ),
        };
        if length == 0 || length as usize >= CODE_LIMIT {
            return Err(Error::at(
                cursor.offset(),
                format!("code_length is {length}, expected 1 to 65535"),
            ));
        }
        let mut bytes = cursor.section(length as usize, "code")?;
        let (insns, positions) = decode(&mut bytes)?;
        let handlers = cursor.table("exception table", 8, |cursor| {
            let offset = cursor.offset();
            let mut label = |what| {
                let pc = cursor.u2(what)?;
                positions.label(u32::from(pc), offset)
            };
            let (start, end) = (label("start_pc")?, label("end_pc")?);
            let handler = label("handler_pc")?;
            let catch_type = cursor.u2("catch_type")?;
            pool.optional_class(catch_type).map_err(|error| error.or_at(offset))?;
            if start >= end {
                return Err(Error::at(offset, "exception range is empty, expected start < end"));
            }
            if handler.index() == insns.len() {
                return Err(Error::at(offset, "exception handler at the end of the code"));
            }
            Ok(Handler { start, end, handler, catch_type })
        })?;
        let attributes = read_attributes(cursor, pool, Owner::Code(&positions))?;
        Ok(Code { max_stack, max_locals, insns, pcs: positions.pcs, handlers, attributes })
    }

    pub(crate) fn write(&self, out: &mut Output, layout: CodeLayout) -> Result<()> {
        // Positions are laid out anew rather than taken from `pcs`, which an edit may have left
        // behind.
        let pcs = layout_of(&self.insns)?;
        let length = usize::from(pcs[self.insns.len()]);
        match layout {
            CodeLayout::Usual => {
                out.u2(self.max_stack);
                out.u2(self.max_locals);
                out.u4(length as u32);
            }
            CodeLayout::Before45_3 => {
                let narrow = |value: u16| {
                    u8::try_from(value).map_err(|_| {
                        Error::limit(format!("{value} slots, class files before 45.3 allow 255"))
                    })
                };
                out.u1(narrow(self.max_stack)?);
                out.u1(narrow(self.max_locals)?);
                out.u2(length as u16);
            }
        }
        for (insn, &pc) in self.insns.iter().zip(&pcs) {
            encode(insn, pc, &pcs, out)?;
        }
        let pc = |label: Label| pcs[label.index().min(self.insns.len())];
        out.table(&self.handlers, "exception handlers", |out, handler| {
            out.u2(pc(handler.start));
            out.u2(pc(handler.end));
            out.u2(pc(handler.handler));
            out.u2(handler.catch_type);
            Ok(())
        })?;
        write_attributes(&self.attributes, out, &pc)
    }

    /// The position of a label in the bytes that were read.
    pub fn pc(&self, label: Label) -> u16 {
        self.pcs[label.index()]
    }
}

/// Which layout the header of a `Code` attribute has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CodeLayout {
    Usual,
    /// Oak's: narrower fields, in class files before version 45.3.
    Before45_3,
}

impl CodeLayout {
    pub fn of(major: u16, minor: u16) -> CodeLayout {
        if major == 45 && minor < 3 { CodeLayout::Before45_3 } else { CodeLayout::Usual }
    }
}

/// Instruction boundaries of the code that is being read.
pub(crate) struct CodePositions {
    pcs: Vec<u16>,
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
}

/// Decodes every instruction. Branch targets become labels in a second walk over the branches,
/// when all boundaries are known.
fn decode(cursor: &mut Cursor<'_>) -> Result<(Vec<Insn>, CodePositions)> {
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
        let end = insns.len() as u32;
        insns[at].map_targets(|target| match positions.label(target.0, offset) {
            Ok(label) if label.0 < end => label,
            Ok(_) => {
                wrong = Some(Error::at(offset, "branch to the end of the code"));
                target
            }
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

/// How many bytes align a switch's operands when its opcode is at `pc`.
fn padding_after(pc: usize) -> usize {
    3 - pc % 4
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

fn encode(insn: &Insn, pc: u16, pcs: &[u16], out: &mut Output) -> Result<()> {
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
            if *op == Op::Bipush { out.u1(*value as u8) } else { out.u2(*value as u16) }
        }
        Insn::Ldc { op, index } => {
            out.u1(op.byte());
            if *op == Op::Ldc { out.u1(*index as u8) } else { out.u2(*index) }
        }
        Insn::Local { op, index, form } => match form {
            LocalForm::Implicit => {
                let (base, first) =
                    if *op < Op::Istore { (Op::Iload, 26) } else { (Op::Istore, 59) };
                out.u1(first + 4 * (op.byte() - base.byte()) + *index as u8);
            }
            LocalForm::Byte => {
                out.u1(op.byte());
                out.u1(*index as u8);
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
                out.u1(*index as u8);
                out.u1(*delta as u8);
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
