//! What a program keeps of a class file: the header, the members, and where their code lies.

use std::ops::Range;
use std::sync::Arc;

use redflag_classfile::{Attribute, ClassFile, Flags, Info, Member, mutf8};

use super::source::ClassLocation;
use super::{ClassId, FieldId, MethodId};
use crate::names::Names;
use crate::symbol::Symbol;
use crate::types::Type;

#[derive(Debug)]
pub struct Class {
    /// The internal name.
    pub name: Symbol,
    /// Everything before the last slash of the name. Two classes of one package are taken to be
    /// in the same run-time package: of one loader.
    pub package: Symbol,
    pub flags: Flags,
    /// The class-file version, major and minor.
    pub version: (u16, u16),
    /// `None` for `java/lang/Object`; where a class path has no such class, for others too. A
    /// superclass that the JVM would not accept is replaced by `java/lang/Object`.
    pub super_class: Option<ClassId>,
    /// The direct superinterfaces as declared, but for those that the JVM would not accept.
    pub interfaces: Box<[ClassId]>,
    /// All superinterfaces, ascending, of superclasses too; shared with the superclass where
    /// nothing is added.
    pub superinterfaces: Arc<[ClassId]>,
    /// Whether the JVM could not load the class because of its ancestors: one is missing, of the
    /// wrong kind, or the class itself. What is known of it is still here.
    pub is_broken: bool,
    pub is_record: bool,
    pub source_file: Option<Symbol>,
    /// Whose nest the class has joined, if it is not the host of its own.
    pub nest_host: Option<Symbol>,
    pub location: ClassLocation,
    pub(super) fields: Range<u32>,
    pub(super) methods: Range<u32>,
    /// The classes that name this one as their superclass or superinterface, ascending.
    pub(super) subtypes: Vec<ClassId>,
}

#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub class: ClassId,
    pub name: Symbol,
    pub ty: Type,
    pub flags: Flags,
    /// The index of the constant that initialises it; 0 for none.
    pub constant: u16,
}

#[derive(Clone, Copy, Debug)]
pub struct Method {
    pub class: ClassId,
    pub name: Symbol,
    pub descriptor: Symbol,
    pub flags: Flags,
    pub(super) code: CodeSpan,
}

/// A range of the bytes of a class.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CodeSpan {
    offset: u32,
    length: u32,
}

impl Class {
    pub fn is_interface(&self) -> bool {
        self.flags.has(Flags::INTERFACE)
    }

    /// Whether there can be objects of exactly this class.
    pub fn is_instantiable(&self) -> bool {
        !self.flags.has(Flags::INTERFACE) && !self.flags.has(Flags::ABSTRACT)
    }

    pub fn methods(&self) -> impl DoubleEndedIterator<Item = MethodId> + ExactSizeIterator + use<> {
        self.methods.clone().map(MethodId)
    }

    pub fn fields(&self) -> impl DoubleEndedIterator<Item = FieldId> + ExactSizeIterator + use<> {
        self.fields.clone().map(FieldId)
    }

    /// The classes that name this one as their superclass or superinterface, ascending.
    pub fn direct_subtypes(&self) -> &[ClassId] {
        &self.subtypes
    }
}

impl Method {
    pub fn has_code(&self) -> bool {
        self.code.length > 0
    }

    /// Where the body of the `Code` attribute lies in the bytes of the class; empty if abstract
    /// or native.
    pub fn code_span(&self) -> Range<usize> {
        let start = self.code.offset as usize;
        start..start + self.code.length as usize
    }

    pub fn is_static(&self) -> bool {
        self.flags.is_static()
    }

    pub fn is_private(&self) -> bool {
        self.flags.has(Flags::PRIVATE)
    }

    pub fn is_abstract(&self) -> bool {
        self.flags.has(Flags::ABSTRACT)
    }

    pub(super) fn key(&self) -> (ClassId, Symbol, Symbol) {
        (self.class, self.name, self.descriptor)
    }
}

impl Field {
    pub fn is_static(&self) -> bool {
        self.flags.is_static()
    }

    pub(super) fn key(&self) -> (ClassId, Symbol, Type) {
        (self.class, self.name, self.ty)
    }
}

/// A class that has been read but whose ancestors have not. Its members' `class` is not set yet.
pub(super) struct Draft {
    pub name: Symbol,
    pub package: Symbol,
    pub flags: Flags,
    pub version: (u16, u16),
    pub super_class: Option<Symbol>,
    pub interfaces: Vec<Symbol>,
    pub is_record: bool,
    pub source_file: Option<Symbol>,
    pub nest_host: Option<Symbol>,
    pub fields: Vec<Field>,
    pub methods: Vec<Method>,
}

/// Takes what a program keeps of a class, and interns everything that its code can mention.
pub(super) fn read_draft(bytes: &[u8], names: &mut Names) -> Result<Draft, String> {
    let class = ClassFile::read_headers(bytes).map_err(|error| error.to_string())?;
    if class.flags.has(Flags::MODULE) {
        return Err("is a module, expected a class or interface".to_owned());
    }
    names.intern_class(&class);
    let text = |index: u16| class.pool.utf8(index).map_err(|error| error.to_string());
    let class_name = |index: u16| class.pool.class(index).map_err(|error| error.to_string());
    let name = class_name(class.this_class)?;
    let package = match name.iter().rposition(|&byte| byte == b'/') {
        Some(slash) => &name[..slash],
        None => &[],
    };
    let mut draft = Draft {
        name: names.intern_bytes(name),
        package: names.intern_bytes(package),
        flags: class.flags,
        version: (class.major, class.minor),
        super_class: None,
        interfaces: Vec::with_capacity(class.interfaces.len()),
        is_record: false,
        source_file: None,
        nest_host: None,
        fields: Vec::with_capacity(class.fields.len()),
        methods: Vec::with_capacity(class.methods.len()),
    };
    if class.super_class != 0 {
        draft.super_class = Some(names.intern_bytes(class_name(class.super_class)?));
    }
    for &interface in &class.interfaces {
        draft.interfaces.push(names.intern_bytes(class_name(interface)?));
    }
    for attribute in &class.attributes {
        match attribute.info {
            Info::Record(_) => draft.is_record = true,
            Info::SourceFile(file) => draft.source_file = Some(names.intern_bytes(text(file)?)),
            Info::NestHost(host) => {
                draft.nest_host = Some(names.intern_bytes(class_name(host)?));
            }
            _ => {}
        }
    }
    for member in &class.fields {
        let (name, descriptor) = (text(member.name)?, text(member.descriptor)?);
        let symbol = names.intern_descriptor(descriptor);
        let ty =
            names.field_type(symbol).ok_or_else(|| bad_descriptor("field", name, descriptor))?;
        draft.fields.push(Field {
            class: ClassId(0),
            name: names.intern_bytes(name),
            ty,
            flags: member.flags,
            constant: constant_of(member),
        });
    }
    for member in &class.methods {
        let (name, descriptor) = (text(member.name)?, text(member.descriptor)?);
        let symbol = names.intern_descriptor(descriptor);
        if names.signature(symbol).is_none() {
            return Err(bad_descriptor("method", name, descriptor));
        }
        draft.methods.push(Method {
            class: ClassId(0),
            name: names.intern_bytes(name),
            descriptor: symbol,
            flags: member.flags,
            code: code_span(&member.attributes)?,
        });
    }
    Ok(draft)
}

fn constant_of(field: &Member<'_>) -> u16 {
    let constant = field.attributes.iter().find_map(|attribute| match attribute.info {
        Info::ConstantValue(index) => Some(index),
        _ => None,
    });
    constant.unwrap_or(0)
}

fn code_span(attributes: &[Attribute<'_>]) -> Result<CodeSpan, String> {
    let unread = attributes.iter().find_map(|attribute| match attribute.info {
        Info::UnreadCode { bytes, offset } => Some((offset, bytes.len())),
        _ => None,
    });
    let Some((offset, length)) = unread else {
        return Ok(CodeSpan::default());
    };
    let narrow = |value: usize| {
        u32::try_from(value).map_err(|_| format!("code at offset {offset:#x}, beyond 4 GiB"))
    };
    Ok(CodeSpan { offset: narrow(offset)?, length: narrow(length)? })
}

fn bad_descriptor(what: &str, name: &[u8], descriptor: &[u8]) -> String {
    format!(
        "{what} {} has the descriptor {:?}, expected one of a {what}",
        mutf8::decode(name),
        mutf8::decode(descriptor)
    )
}
