//! The `Code` attribute [JVMS §4.7.3]: an instruction list with labels, and what points into it.

use crate::annotation::Positions;
use crate::attribute::{Attribute, Info, Owner, read_attributes, write_attributes};
use crate::cursor::Cursor;
use crate::decode::decode;
use crate::encode::{encode, layout_of};
use crate::error::{Error, Result};
use crate::frame::Frame;
use crate::insn::{Insn, Label};
use crate::output::Output;
use crate::pool::ConstantPool;

/// The length that a method's code must stay below [JVMS §4.7.3].
pub const CODE_LIMIT: usize = 65536;

#[derive(Clone, Debug, Default)]
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
    /// The stack map frames, if the code has any.
    pub fn frames(&self) -> Option<&[Frame]> {
        self.attributes.iter().find_map(|attribute| match &attribute.info {
            Info::StackMapTable(frames) => Some(frames.as_slice()),
            _ => None,
        })
    }

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
            let mut position = |what| cursor.u2(what).map(u32::from);
            let start = positions.label(position("start_pc")?, offset)?;
            let end = positions.label(position("end_pc")?, offset)?;
            let handler = positions.instruction(position("handler_pc")?, offset)?;
            let catch_type = cursor.u2("catch_type")?;
            pool.optional_class(catch_type).map_err(|error| error.or_at(offset))?;
            if start >= end {
                return Err(Error::at(offset, "exception range is empty, expected start < end"));
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
