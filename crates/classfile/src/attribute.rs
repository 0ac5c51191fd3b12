//! Attributes [JVMS §4.7], those of every version up to Java 25 decoded and others kept as bytes.

use std::borrow::Cow;

use crate::annotation::{
    Annotation, ElementValue, NoCode, Positions, TypeAnnotation, read_annotations,
    read_element_value, read_parameter_annotations, read_type_annotations, write_annotations,
    write_element_value, write_parameter_annotations, write_type_annotations,
};
use crate::code::{Code, CodeLayout};
use crate::cursor::Cursor;
use crate::decode::CodePositions;
use crate::error::{Error, Result};
use crate::frame::{Frame, read_frames, write_frames};
use crate::insn::Label;
use crate::module::{Module, read_module, write_module};
use crate::output::Output;
use crate::pool::ConstantPool;

#[derive(Clone, Debug)]
pub struct Attribute<'a> {
    /// The `Utf8` constant of its name; kept, because a pool may hold the same name twice.
    pub name: u16,
    pub info: Info<'a>,
}

/// What an attribute says. Indices point into the constant pool.
#[derive(Clone, Debug)]
pub enum Info<'a> {
    /// Any attribute that is not known here, or not in this place.
    Unknown(Cow<'a, [u8]>),
    /// A known attribute that the JVM runs classes without looking at (debugging information,
    /// annotations, generic signatures), and which does not follow its format.
    Malformed {
        bytes: Cow<'a, [u8]>,
        why: Error,
    },
    ConstantValue(u16),
    Code(Box<Code<'a>>),
    /// A `Code` attribute that [`crate::ClassFile::read_headers`] has passed over; see
    /// [`Code::read_later`].
    UnreadCode {
        bytes: &'a [u8],
        offset: usize,
    },
    StackMapTable(Vec<Frame>),
    Exceptions(Vec<u16>),
    InnerClasses(Vec<InnerClass>),
    EnclosingMethod {
        class: u16,
        method: u16,
    },
    Synthetic,
    Signature(u16),
    SourceFile(u16),
    SourceDebugExtension(Cow<'a, [u8]>),
    LineNumberTable(Vec<(Label, u16)>),
    LocalVariableTable(Vec<LocalVariable>),
    /// As the table before, with generic signatures in place of descriptors.
    LocalVariableTypeTable(Vec<LocalVariable>),
    Deprecated,
    RuntimeVisibleAnnotations(Vec<Annotation>),
    RuntimeInvisibleAnnotations(Vec<Annotation>),
    RuntimeVisibleParameterAnnotations(Vec<Vec<Annotation>>),
    RuntimeInvisibleParameterAnnotations(Vec<Vec<Annotation>>),
    RuntimeVisibleTypeAnnotations(Vec<TypeAnnotation>),
    RuntimeInvisibleTypeAnnotations(Vec<TypeAnnotation>),
    AnnotationDefault(ElementValue),
    BootstrapMethods(Vec<BootstrapMethod>),
    /// Names (0 for none) and access flags.
    MethodParameters(Vec<(u16, u16)>),
    Module(Box<Module>),
    ModulePackages(Vec<u16>),
    ModuleMainClass(u16),
    NestHost(u16),
    NestMembers(Vec<u16>),
    Record(Vec<RecordComponent<'a>>),
    PermittedSubclasses(Vec<u16>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InnerClass {
    pub inner: u16,
    /// 0 unless it is a member.
    pub outer: u16,
    /// 0 if anonymous.
    pub name: u16,
    pub flags: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalVariable {
    pub start: Label,
    pub end: Label,
    pub name: u16,
    /// A descriptor, or in the type table a signature.
    pub descriptor: u16,
    pub index: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BootstrapMethod {
    /// A `MethodHandle` constant.
    pub method: u16,
    pub arguments: Vec<u16>,
}

#[derive(Clone, Debug)]
pub struct RecordComponent<'a> {
    pub name: u16,
    pub descriptor: u16,
    pub attributes: Vec<Attribute<'a>>,
}

/// Where attributes stand; a known name in another place is an unknown attribute.
#[derive(Clone, Copy)]
pub(crate) enum Owner<'p> {
    Class,
    Field,
    /// `None` leaves code unread.
    Method(Option<CodeLayout>),
    Code(&'p CodePositions),
    RecordComponent,
}

pub(crate) fn read_attributes<'a>(
    cursor: &mut Cursor<'a>,
    pool: &ConstantPool<'a>,
    owner: Owner<'_>,
) -> Result<Vec<Attribute<'a>>> {
    cursor.table("attributes", 6, |cursor| {
        let offset = cursor.offset();
        let name = cursor.u2("attribute name")?;
        let spelled = pool.utf8(name).map_err(|error| error.or_at(offset))?;
        let length = cursor.u4("attribute length")? as usize;
        let body = cursor.section(length, "attribute")?;
        let info = read_info(spelled, body, pool, owner)?;
        Ok(Attribute { name, info })
    })
}

fn read_info<'a>(
    name: &[u8],
    body: Cursor<'a>,
    pool: &ConstantPool<'a>,
    owner: Owner<'_>,
) -> Result<Info<'a>> {
    let mut cursor = body.clone();
    let read = read_known(name, &mut cursor, pool, owner).and_then(|info| {
        if info.is_some() {
            cursor.finish("the attribute")?;
        }
        Ok(info)
    });
    let mut raw = body;
    match read {
        Ok(Some(info)) => Ok(info),
        Ok(None) => Ok(Info::Unknown(Cow::Borrowed(raw.rest()))),
        Err(why) if is_ignored_by_the_jvm(name) => {
            Ok(Info::Malformed { bytes: Cow::Borrowed(raw.rest()), why })
        }
        Err(error) => Err(error),
    }
}

/// Attributes without which, or with nonsense in which, a class loads and runs just the same.
fn is_ignored_by_the_jvm(name: &[u8]) -> bool {
    matches!(
        name,
        b"Signature"
            | b"SourceFile"
            | b"SourceDebugExtension"
            | b"LineNumberTable"
            | b"LocalVariableTable"
            | b"LocalVariableTypeTable"
            | b"Synthetic"
            | b"Deprecated"
            | b"RuntimeVisibleAnnotations"
            | b"RuntimeInvisibleAnnotations"
            | b"RuntimeVisibleParameterAnnotations"
            | b"RuntimeInvisibleParameterAnnotations"
            | b"RuntimeVisibleTypeAnnotations"
            | b"RuntimeInvisibleTypeAnnotations"
            | b"AnnotationDefault"
            | b"MethodParameters"
            | b"EnclosingMethod"
            | b"InnerClasses"
    )
}

fn read_known<'a>(
    name: &[u8],
    cursor: &mut Cursor<'a>,
    pool: &ConstantPool<'a>,
    owner: Owner<'_>,
) -> Result<Option<Info<'a>>> {
    use Owner as O;
    let positions: &dyn Positions = match owner {
        O::Code(positions) => positions,
        _ => &NoCode,
    };
    Ok(Some(match (name, owner) {
        (b"Code", O::Method(Some(layout))) => {
            Info::Code(Box::new(Code::read(cursor, pool, layout)?))
        }
        (b"Code", O::Method(None)) => {
            let offset = cursor.offset();
            Info::UnreadCode { bytes: cursor.rest(), offset }
        }
        (b"LineNumberTable", O::Code(_)) => {
            Info::LineNumberTable(cursor.table("line numbers", 4, |cursor| {
                let offset = cursor.offset();
                let pc = cursor.u2("start_pc")?;
                Ok((positions.instruction(u32::from(pc), offset)?, cursor.u2("line_number")?))
            })?)
        }
        (b"StackMapTable", O::Code(_)) => {
            Info::StackMapTable(read_frames(cursor, |pc, offset| {
                positions.instruction(pc, offset)
            })?)
        }
        (b"LocalVariableTable", O::Code(_)) => {
            Info::LocalVariableTable(read_locals(cursor, positions)?)
        }
        (b"LocalVariableTypeTable", O::Code(_)) => {
            Info::LocalVariableTypeTable(read_locals(cursor, positions)?)
        }
        (b"ConstantValue", O::Field) => Info::ConstantValue(cursor.u2("constant value")?),
        (b"Exceptions", O::Method(_)) => Info::Exceptions(indices(cursor)?),
        (b"MethodParameters", O::Method(_)) => {
            let count = cursor.u1("parameters_count")?;
            let pairs = (0..count)
                .map(|_| Ok((cursor.u2("parameter name")?, cursor.u2("parameter flags")?)))
                .collect::<Result<_>>()?;
            Info::MethodParameters(pairs)
        }
        (b"AnnotationDefault", O::Method(_)) => {
            Info::AnnotationDefault(read_element_value(cursor, 0)?)
        }
        (b"RuntimeVisibleParameterAnnotations", O::Method(_)) => {
            Info::RuntimeVisibleParameterAnnotations(read_parameter_annotations(cursor)?)
        }
        (b"RuntimeInvisibleParameterAnnotations", O::Method(_)) => {
            Info::RuntimeInvisibleParameterAnnotations(read_parameter_annotations(cursor)?)
        }
        (b"Signature", O::Class | O::Field | O::Method(_) | O::RecordComponent) => {
            Info::Signature(cursor.u2("signature")?)
        }
        (b"Synthetic", O::Class | O::Field | O::Method(_)) => Info::Synthetic,
        (b"Deprecated", O::Class | O::Field | O::Method(_)) => Info::Deprecated,
        (b"RuntimeVisibleAnnotations", O::Class | O::Field | O::Method(_) | O::RecordComponent) => {
            Info::RuntimeVisibleAnnotations(read_annotations(cursor)?)
        }
        (
            b"RuntimeInvisibleAnnotations",
            O::Class | O::Field | O::Method(_) | O::RecordComponent,
        ) => Info::RuntimeInvisibleAnnotations(read_annotations(cursor)?),
        (b"RuntimeVisibleTypeAnnotations", _) => {
            Info::RuntimeVisibleTypeAnnotations(read_type_annotations(cursor, positions)?)
        }
        (b"RuntimeInvisibleTypeAnnotations", _) => {
            Info::RuntimeInvisibleTypeAnnotations(read_type_annotations(cursor, positions)?)
        }
        (_, O::Class) => return read_of_class(name, cursor, pool),
        _ => return Ok(None),
    }))
}

/// The attributes that only classes have.
fn read_of_class<'a>(
    name: &[u8],
    cursor: &mut Cursor<'a>,
    pool: &ConstantPool<'a>,
) -> Result<Option<Info<'a>>> {
    Ok(Some(match name {
        b"SourceFile" => Info::SourceFile(cursor.u2("source file")?),
        b"InnerClasses" => Info::InnerClasses(cursor.table("inner classes", 8, |cursor| {
            Ok(InnerClass {
                inner: cursor.u2("inner class")?,
                outer: cursor.u2("outer class")?,
                name: cursor.u2("inner name")?,
                flags: cursor.u2("inner flags")?,
            })
        })?),
        b"EnclosingMethod" => Info::EnclosingMethod {
            class: cursor.u2("enclosing class")?,
            method: cursor.u2("enclosing method")?,
        },
        b"SourceDebugExtension" => Info::SourceDebugExtension(Cow::Borrowed(cursor.rest())),
        b"BootstrapMethods" => {
            Info::BootstrapMethods(cursor.table("bootstrap methods", 4, |cursor| {
                Ok(BootstrapMethod {
                    method: cursor.u2("bootstrap method")?,
                    arguments: indices(cursor)?,
                })
            })?)
        }
        b"NestHost" => Info::NestHost(cursor.u2("nest host")?),
        b"NestMembers" => Info::NestMembers(indices(cursor)?),
        b"PermittedSubclasses" => Info::PermittedSubclasses(indices(cursor)?),
        b"Record" => Info::Record(cursor.table("record components", 6, |cursor| {
            Ok(RecordComponent {
                name: cursor.u2("component name")?,
                descriptor: cursor.u2("component descriptor")?,
                attributes: read_attributes(cursor, pool, Owner::RecordComponent)?,
            })
        })?),
        b"Module" => Info::Module(Box::new(read_module(cursor)?)),
        b"ModulePackages" => Info::ModulePackages(indices(cursor)?),
        b"ModuleMainClass" => Info::ModuleMainClass(cursor.u2("main class")?),
        _ => return Ok(None),
    }))
}

pub(crate) fn indices(cursor: &mut Cursor<'_>) -> Result<Vec<u16>> {
    cursor.table("indices", 2, |cursor| cursor.u2("index"))
}

fn read_locals(cursor: &mut Cursor<'_>, positions: &dyn Positions) -> Result<Vec<LocalVariable>> {
    cursor.table("local variables", 10, |cursor| {
        let offset = cursor.offset();
        let start = u32::from(cursor.u2("start_pc")?);
        let length = u32::from(cursor.u2("length")?);
        Ok(LocalVariable {
            start: positions.label(start, offset)?,
            end: positions.label(start + length, offset)?,
            name: cursor.u2("local name")?,
            descriptor: cursor.u2("local descriptor")?,
            index: cursor.u2("local index")?,
        })
    })
}

/// `pc` gives the position of a label in the surrounding code.
pub(crate) fn write_attributes(
    attributes: &[Attribute<'_>],
    out: &mut Output,
    pc: &dyn Fn(Label) -> u16,
) -> Result<()> {
    write_attributes_with(attributes, out, pc, CodeLayout::Usual)
}

pub(crate) fn write_attributes_with(
    attributes: &[Attribute<'_>],
    out: &mut Output,
    pc: &dyn Fn(Label) -> u16,
    layout: CodeLayout,
) -> Result<()> {
    out.table(attributes, "attributes", |out, attribute| {
        out.u2(attribute.name);
        out.sized(|out| write_info(&attribute.info, out, pc, layout))
    })
}

fn write_info(
    info: &Info<'_>,
    out: &mut Output,
    pc: &dyn Fn(Label) -> u16,
    layout: CodeLayout,
) -> Result<()> {
    match info {
        Info::Unknown(bytes)
        | Info::Malformed { bytes, .. }
        | Info::SourceDebugExtension(bytes) => out.bytes(bytes),
        Info::UnreadCode { bytes, .. } => out.bytes(bytes),
        Info::Synthetic | Info::Deprecated => {}
        Info::ConstantValue(index)
        | Info::Signature(index)
        | Info::SourceFile(index)
        | Info::ModuleMainClass(index)
        | Info::NestHost(index) => out.u2(*index),
        Info::Exceptions(indices)
        | Info::ModulePackages(indices)
        | Info::NestMembers(indices)
        | Info::PermittedSubclasses(indices) => write_indices(indices, out)?,
        Info::Code(code) => code.write(out, layout)?,
        Info::StackMapTable(frames) => write_frames(frames, out, pc)?,
        Info::InnerClasses(classes) => out.table(classes, "inner classes", |out, class| {
            out.u2(class.inner);
            out.u2(class.outer);
            out.u2(class.name);
            out.u2(class.flags);
            Ok(())
        })?,
        Info::EnclosingMethod { class, method } => {
            out.u2(*class);
            out.u2(*method);
        }
        Info::LineNumberTable(lines) => out.table(lines, "line numbers", |out, (at, line)| {
            out.u2(pc(*at));
            out.u2(*line);
            Ok(())
        })?,
        Info::LocalVariableTable(locals) | Info::LocalVariableTypeTable(locals) => {
            out.table(locals, "local variables", |out, local| {
                out.u2(pc(local.start));
                out.u2(pc(local.end).wrapping_sub(pc(local.start)));
                out.u2(local.name);
                out.u2(local.descriptor);
                out.u2(local.index);
                Ok(())
            })?;
        }
        Info::RuntimeVisibleAnnotations(annotations)
        | Info::RuntimeInvisibleAnnotations(annotations) => write_annotations(annotations, out)?,
        Info::RuntimeVisibleParameterAnnotations(parameters)
        | Info::RuntimeInvisibleParameterAnnotations(parameters) => {
            write_parameter_annotations(parameters, out)?;
        }
        Info::RuntimeVisibleTypeAnnotations(annotations)
        | Info::RuntimeInvisibleTypeAnnotations(annotations) => {
            write_type_annotations(annotations, out, pc)?;
        }
        Info::AnnotationDefault(value) => write_element_value(value, out)?,
        Info::BootstrapMethods(methods) => {
            out.table(methods, "bootstrap methods", |out, method| {
                out.u2(method.method);
                write_indices(&method.arguments, out)
            })?;
        }
        Info::MethodParameters(parameters) => {
            out.u1(parameters.len() as u8);
            for (name, flags) in parameters {
                out.u2(*name);
                out.u2(*flags);
            }
        }
        Info::Module(module) => write_module(module, out)?,
        Info::Record(components) => {
            out.table(components, "record components", |out, component| {
                out.u2(component.name);
                out.u2(component.descriptor);
                write_attributes(&component.attributes, out, pc)
            })?;
        }
    }
    Ok(())
}

pub(crate) fn write_indices(indices: &[u16], out: &mut Output) -> Result<()> {
    out.table(indices, "indices", |out, index| {
        out.u2(*index);
        Ok(())
    })
}
