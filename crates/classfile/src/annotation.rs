//! Annotations [JVMS §4.7.16] and type annotations [JVMS §4.7.20].

use crate::cursor::Cursor;
use crate::error::{Error, Result};
use crate::insn::Label;
use crate::output::Output;

/// Annotations nest without a limit in the format; deeper ones than this are taken for hostile.
const DEEPEST: usize = 64;

#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// A field descriptor.
    pub type_index: u16,
    /// Element names with their values.
    pub elements: Vec<(u16, ElementValue)>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ElementValue {
    /// A primitive or string: its tag (`B C D F I J S Z s`) and its constant.
    Constant {
        tag: u8,
        index: u16,
    },
    Enum {
        type_name: u16,
        constant_name: u16,
    },
    Class {
        descriptor: u16,
    },
    Annotation(Annotation),
    Array(Vec<ElementValue>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct TypeAnnotation {
    pub target: Target,
    /// Steps into arrays, nested types, wildcards and type arguments: kind and argument index.
    pub path: Vec<(u8, u8)>,
    pub annotation: Annotation,
}

/// What a type annotation stands on. Positions in code are labels, so that edits move them.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// 0x00, 0x01: a type parameter.
    TypeParameter { kind: u8, index: u8 },
    /// 0x10: a superclass or interface.
    Supertype { index: u16 },
    /// 0x11, 0x12: a type parameter's bound.
    Bound { kind: u8, parameter: u8, bound: u8 },
    /// 0x13 to 0x15: a field, return or receiver type.
    Empty { kind: u8 },
    /// 0x16: a formal parameter.
    FormalParameter { index: u8 },
    /// 0x17: a `throws` clause.
    Throws { index: u16 },
    /// 0x40, 0x41: a local variable, over ranges of code.
    LocalVariable { kind: u8, ranges: Vec<(Label, Label, u16)> },
    /// 0x42: an exception handler's type.
    Catch { handler: u16 },
    /// 0x43 to 0x46: `instanceof`, `new` and method references.
    Offset { kind: u8, at: Label },
    /// 0x47 to 0x4b: casts and explicit type arguments.
    TypeArgument { kind: u8, at: Label, index: u8 },
}

/// Turns positions in code into labels and back; outside a `Code` attribute there are none.
pub(crate) trait Positions {
    /// The label of an instruction's start, or of the end of the code.
    fn label(&self, pc: u32, offset: usize) -> Result<Label>;

    /// The label of an instruction's start.
    fn instruction(&self, pc: u32, offset: usize) -> Result<Label>;
}

pub(crate) struct NoCode;

impl Positions for NoCode {
    fn label(&self, pc: u32, offset: usize) -> Result<Label> {
        Err(Error::at(offset, format!("code position {pc} outside a Code attribute")))
    }

    fn instruction(&self, pc: u32, offset: usize) -> Result<Label> {
        self.label(pc, offset)
    }
}

pub(crate) fn read_annotations(cursor: &mut Cursor<'_>) -> Result<Vec<Annotation>> {
    cursor.table("annotations", 4, |cursor| read_annotation(cursor, 0))
}

pub(crate) fn read_parameter_annotations(cursor: &mut Cursor<'_>) -> Result<Vec<Vec<Annotation>>> {
    let count = cursor.u1("num_parameters")?;
    (0..count).map(|_| read_annotations(cursor)).collect()
}

fn read_annotation(cursor: &mut Cursor<'_>, depth: usize) -> Result<Annotation> {
    let type_index = cursor.u2("annotation type")?;
    let elements = cursor.table("annotation elements", 5, |cursor| {
        Ok((cursor.u2("element name")?, read_element_value(cursor, depth)?))
    })?;
    Ok(Annotation { type_index, elements })
}

pub(crate) fn read_element_value(cursor: &mut Cursor<'_>, depth: usize) -> Result<ElementValue> {
    let offset = cursor.offset();
    if depth > DEEPEST {
        return Err(Error::at(offset, format!("annotations nested deeper than {DEEPEST}")));
    }
    let tag = cursor.u1("element tag")?;
    Ok(match tag {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b's' => {
            ElementValue::Constant { tag, index: cursor.u2("element constant")? }
        }
        b'e' => ElementValue::Enum {
            type_name: cursor.u2("enum type")?,
            constant_name: cursor.u2("enum constant")?,
        },
        b'c' => ElementValue::Class { descriptor: cursor.u2("class element")? },
        b'@' => ElementValue::Annotation(read_annotation(cursor, depth + 1)?),
        b'[' => ElementValue::Array(
            cursor.table("array element", 3, |cursor| read_element_value(cursor, depth + 1))?,
        ),
        _ => return Err(Error::at(offset, format!("element tag {tag:#04x} is unknown"))),
    })
}

pub(crate) fn read_type_annotations(
    cursor: &mut Cursor<'_>,
    positions: &dyn Positions,
) -> Result<Vec<TypeAnnotation>> {
    cursor.table("type annotations", 6, |cursor| {
        let target = read_target(cursor, positions)?;
        let steps = cursor.u1("type path length")?;
        let path = (0..steps)
            .map(|_| Ok((cursor.u1("type path kind")?, cursor.u1("type argument index")?)))
            .collect::<Result<_>>()?;
        Ok(TypeAnnotation { target, path, annotation: read_annotation(cursor, 0)? })
    })
}

fn read_target(cursor: &mut Cursor<'_>, positions: &dyn Positions) -> Result<Target> {
    let offset = cursor.offset();
    let kind = cursor.u1("target type")?;
    Ok(match kind {
        0x00 | 0x01 => Target::TypeParameter { kind, index: cursor.u1("type parameter")? },
        0x10 => Target::Supertype { index: cursor.u2("supertype")? },
        0x11 | 0x12 => Target::Bound {
            kind,
            parameter: cursor.u1("type parameter")?,
            bound: cursor.u1("bound")?,
        },
        0x13..=0x15 => Target::Empty { kind },
        0x16 => Target::FormalParameter { index: cursor.u1("formal parameter")? },
        0x17 => Target::Throws { index: cursor.u2("throws clause")? },
        0x40 | 0x41 => Target::LocalVariable {
            kind,
            ranges: cursor.table("local variable ranges", 6, |cursor| {
                let offset = cursor.offset();
                let start = u32::from(cursor.u2("start_pc")?);
                let length = u32::from(cursor.u2("length")?);
                let index = cursor.u2("local index")?;
                let end = positions.label(start + length, offset)?;
                Ok((positions.label(start, offset)?, end, index))
            })?,
        },
        0x42 => Target::Catch { handler: cursor.u2("exception table index")? },
        0x43..=0x46 => {
            let pc = u32::from(cursor.u2("code position")?);
            Target::Offset { kind, at: positions.instruction(pc, offset)? }
        }
        0x47..=0x4b => {
            let pc = u32::from(cursor.u2("code position")?);
            let at = positions.instruction(pc, offset)?;
            Target::TypeArgument { kind, at, index: cursor.u1("type argument")? }
        }
        _ => return Err(Error::at(offset, format!("target type {kind:#04x} is unknown"))),
    })
}

pub(crate) fn write_annotations(annotations: &[Annotation], out: &mut Output) -> Result<()> {
    out.table(annotations, "annotations", |out, annotation| write_annotation(annotation, out))
}

pub(crate) fn write_parameter_annotations(
    parameters: &[Vec<Annotation>],
    out: &mut Output,
) -> Result<()> {
    out.u1(parameters.len() as u8);
    parameters.iter().try_for_each(|annotations| write_annotations(annotations, out))
}

fn write_annotation(annotation: &Annotation, out: &mut Output) -> Result<()> {
    out.u2(annotation.type_index);
    out.table(&annotation.elements, "annotation elements", |out, (name, value)| {
        out.u2(*name);
        write_element_value(value, out)
    })
}

pub(crate) fn write_element_value(value: &ElementValue, out: &mut Output) -> Result<()> {
    match value {
        ElementValue::Constant { tag, index } => {
            out.u1(*tag);
            out.u2(*index);
        }
        ElementValue::Enum { type_name, constant_name } => {
            out.u1(b'e');
            out.u2(*type_name);
            out.u2(*constant_name);
        }
        ElementValue::Class { descriptor } => {
            out.u1(b'c');
            out.u2(*descriptor);
        }
        ElementValue::Annotation(annotation) => {
            out.u1(b'@');
            write_annotation(annotation, out)?;
        }
        ElementValue::Array(values) => {
            out.u1(b'[');
            out.table(values, "array elements", |out, value| write_element_value(value, out))?;
        }
    }
    Ok(())
}

/// `pc` gives the position in code of a label.
pub(crate) fn write_type_annotations(
    annotations: &[TypeAnnotation],
    out: &mut Output,
    pc: &dyn Fn(Label) -> u16,
) -> Result<()> {
    out.table(annotations, "type annotations", |out, annotation| {
        write_target(&annotation.target, out, pc)?;
        out.u1(annotation.path.len() as u8);
        for (kind, index) in &annotation.path {
            out.u1(*kind);
            out.u1(*index);
        }
        write_annotation(&annotation.annotation, out)
    })
}

fn write_target(target: &Target, out: &mut Output, pc: &dyn Fn(Label) -> u16) -> Result<()> {
    match target {
        Target::TypeParameter { kind, index } => {
            out.u1(*kind);
            out.u1(*index);
        }
        Target::Supertype { index } => {
            out.u1(0x10);
            out.u2(*index);
        }
        Target::Bound { kind, parameter, bound } => {
            out.u1(*kind);
            out.u1(*parameter);
            out.u1(*bound);
        }
        Target::Empty { kind } => out.u1(*kind),
        Target::FormalParameter { index } => {
            out.u1(0x16);
            out.u1(*index);
        }
        Target::Throws { index } => {
            out.u1(0x17);
            out.u2(*index);
        }
        Target::LocalVariable { kind, ranges } => {
            out.u1(*kind);
            out.table(ranges, "local variable ranges", |out, (start, end, index)| {
                out.u2(pc(*start));
                out.u2(pc(*end).wrapping_sub(pc(*start)));
                out.u2(*index);
                Ok(())
            })?;
        }
        Target::Catch { handler } => {
            out.u1(0x42);
            out.u2(*handler);
        }
        Target::Offset { kind, at } => {
            out.u1(*kind);
            out.u2(pc(*at));
        }
        Target::TypeArgument { kind, at, index } => {
            out.u1(*kind);
            out.u2(pc(*at));
            out.u1(*index);
        }
    }
    Ok(())
}
