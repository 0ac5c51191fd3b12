//! The constant pool [JVMS §4.4]: read with every cross reference checked, looked up by kind,
//! and grown by edits.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::cursor::Cursor;
use crate::error::{Error, Result};
use crate::mutf8;
use crate::output::Output;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constant<'a> {
    /// Slot 0, and the slot after a `long` or `double`.
    Unusable,
    /// Modified UTF-8, as in the file.
    Utf8(Cow<'a, [u8]>),
    Integer(i32),
    /// The bits of a `float`, so that every NaN is kept.
    Float(u32),
    Long(i64),
    /// The bits of a `double`.
    Double(u64),
    Class {
        name: u16,
    },
    String {
        text: u16,
    },
    Field {
        class: u16,
        name_and_type: u16,
    },
    Method {
        class: u16,
        name_and_type: u16,
    },
    InterfaceMethod {
        class: u16,
        name_and_type: u16,
    },
    NameAndType {
        name: u16,
        descriptor: u16,
    },
    MethodHandle {
        kind: u8,
        reference: u16,
    },
    MethodType {
        descriptor: u16,
    },
    Dynamic {
        bootstrap: u16,
        name_and_type: u16,
    },
    InvokeDynamic {
        bootstrap: u16,
        name_and_type: u16,
    },
    Module {
        name: u16,
    },
    Package {
        name: u16,
    },
}

/// A field or method reference, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemberRef<'p> {
    pub class: &'p [u8],
    pub name: &'p [u8],
    pub descriptor: &'p [u8],
    /// Whether it is a `CONSTANT_InterfaceMethodref`.
    pub of_interface: bool,
}

/// A call site or dynamic constant: the entry of `BootstrapMethods`, and what is asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DynamicRef<'p> {
    pub bootstrap: u16,
    pub name: &'p [u8],
    pub descriptor: &'p [u8],
}

#[derive(Clone, Debug, Default)]
pub struct ConstantPool<'a> {
    constants: Vec<Constant<'a>>,
    /// Where each constant is, built when the first one is added.
    known: Option<FxHashMap<Constant<'a>, u16>>,
}

impl<'a> ConstantPool<'a> {
    /// A pool with no constants.
    pub fn new() -> ConstantPool<'a> {
        ConstantPool { constants: vec![Constant::Unusable], known: None }
    }

    pub fn read(cursor: &mut Cursor<'a>) -> Result<ConstantPool<'a>> {
        let start = cursor.clone();
        let count = usize::from(cursor.u2("constant_pool_count")?);
        if count == 0 {
            return Err(Error::at(start.offset(), "constant_pool_count is 0, expected at least 1"));
        }
        let mut constants = Vec::with_capacity(count.min(1 + cursor.remaining() / 3));
        constants.push(Constant::Unusable);
        while constants.len() < count {
            let constant = read_constant(cursor, constants.len())?;
            let is_wide = matches!(constant, Constant::Long(_) | Constant::Double(_));
            constants.push(constant);
            if is_wide {
                if constants.len() == count {
                    return Err(Error::at(
                        cursor.offset(),
                        format!("constant #{} takes two slots, one is left", count - 1),
                    ));
                }
                constants.push(Constant::Unusable);
            }
        }
        let pool = ConstantPool { constants, known: None };
        for (index, constant) in pool.constants.iter().enumerate() {
            if let Err(error) = pool.check(index, constant) {
                return Err(error.or_at(offset_of(start, index)));
            }
        }
        Ok(pool)
    }

    pub(crate) fn write(&self, out: &mut Output) {
        out.u2(self.constants.len() as u16);
        for constant in &self.constants {
            write_constant(constant, out);
        }
    }

    /// The number of slots, the unusable ones included.
    pub fn len(&self) -> usize {
        self.constants.len()
    }

    pub fn is_empty(&self) -> bool {
        self.constants.len() <= 1
    }

    /// Every slot in order, slot 0 first.
    pub fn constants(&self) -> &[Constant<'a>] {
        &self.constants
    }

    pub fn get(&self, index: u16) -> Result<&Constant<'a>> {
        match self.constants.get(usize::from(index)) {
            Some(Constant::Unusable) | None => Err(self.mismatch(index, "a constant")),
            Some(constant) => Ok(constant),
        }
    }

    pub fn utf8(&self, index: u16) -> Result<&[u8]> {
        match self.constants.get(usize::from(index)) {
            Some(Constant::Utf8(bytes)) => Ok(bytes),
            _ => Err(self.mismatch(index, "Utf8")),
        }
    }

    /// A `Utf8` constant as text.
    pub fn text(&self, index: u16) -> Result<Cow<'_, str>> {
        self.utf8(index).map(mutf8::decode)
    }

    /// The name inside a `Class` constant: internal (`java/lang/String`) or an array's descriptor.
    pub fn class(&self, index: u16) -> Result<&[u8]> {
        match self.constants.get(usize::from(index)) {
            Some(&Constant::Class { name }) => self.utf8(name),
            _ => Err(self.mismatch(index, "Class")),
        }
    }

    /// As [`Self::class`], where index 0 means that there is none.
    pub fn optional_class(&self, index: u16) -> Result<Option<&[u8]>> {
        if index == 0 { Ok(None) } else { self.class(index).map(Some) }
    }

    pub fn module(&self, index: u16) -> Result<&[u8]> {
        match self.constants.get(usize::from(index)) {
            Some(&Constant::Module { name }) => self.utf8(name),
            _ => Err(self.mismatch(index, "Module")),
        }
    }

    pub fn package(&self, index: u16) -> Result<&[u8]> {
        match self.constants.get(usize::from(index)) {
            Some(&Constant::Package { name }) => self.utf8(name),
            _ => Err(self.mismatch(index, "Package")),
        }
    }

    pub fn name_and_type(&self, index: u16) -> Result<(&[u8], &[u8])> {
        match self.constants.get(usize::from(index)) {
            Some(&Constant::NameAndType { name, descriptor }) => {
                Ok((self.utf8(name)?, self.utf8(descriptor)?))
            }
            _ => Err(self.mismatch(index, "NameAndType")),
        }
    }

    pub fn field(&self, index: u16) -> Result<MemberRef<'_>> {
        match self.constants.get(usize::from(index)) {
            Some(&Constant::Field { class, name_and_type }) => {
                self.member(class, name_and_type, false)
            }
            _ => Err(self.mismatch(index, "Fieldref")),
        }
    }

    /// A method reference of either kind.
    pub fn method(&self, index: u16) -> Result<MemberRef<'_>> {
        match self.constants.get(usize::from(index)) {
            Some(&Constant::Method { class, name_and_type }) => {
                self.member(class, name_and_type, false)
            }
            Some(&Constant::InterfaceMethod { class, name_and_type }) => {
                self.member(class, name_and_type, true)
            }
            _ => Err(self.mismatch(index, "Methodref or InterfaceMethodref")),
        }
    }

    pub fn invoke_dynamic(&self, index: u16) -> Result<DynamicRef<'_>> {
        match self.constants.get(usize::from(index)) {
            Some(&Constant::InvokeDynamic { bootstrap, name_and_type }) => {
                self.dynamic(bootstrap, name_and_type)
            }
            _ => Err(self.mismatch(index, "InvokeDynamic")),
        }
    }

    pub fn dynamic_constant(&self, index: u16) -> Result<DynamicRef<'_>> {
        match self.constants.get(usize::from(index)) {
            Some(&Constant::Dynamic { bootstrap, name_and_type }) => {
                self.dynamic(bootstrap, name_and_type)
            }
            _ => Err(self.mismatch(index, "Dynamic")),
        }
    }

    fn member(&self, class: u16, name_and_type: u16, of_interface: bool) -> Result<MemberRef<'_>> {
        let (name, descriptor) = self.name_and_type(name_and_type)?;
        Ok(MemberRef { class: self.class(class)?, name, descriptor, of_interface })
    }

    fn dynamic(&self, bootstrap: u16, name_and_type: u16) -> Result<DynamicRef<'_>> {
        let (name, descriptor) = self.name_and_type(name_and_type)?;
        Ok(DynamicRef { bootstrap, name, descriptor })
    }

    /// The index of a constant, which is added if it is not there yet.
    pub fn add(&mut self, constant: Constant<'a>) -> Result<u16> {
        let known = self.known.get_or_insert_with(|| index_of(&self.constants));
        if let Some(&index) = known.get(&constant) {
            return Ok(index);
        }
        if let Constant::Utf8(bytes) = &constant
            && bytes.len() > usize::from(u16::MAX)
        {
            return Err(Error::limit(format!(
                "a Utf8 constant of {} bytes, at most 65535 fit",
                bytes.len()
            )));
        }
        let slots = 1 + usize::from(matches!(constant, Constant::Long(_) | Constant::Double(_)));
        // The count itself is a u2, so the last usable slot is 65534.
        if self.constants.len() + slots > usize::from(u16::MAX) {
            return Err(Error::limit("the constant pool is full: 65535 slots"));
        }
        let index = self.constants.len() as u16;
        known.insert(constant.clone(), index);
        self.constants.push(constant);
        if slots == 2 {
            self.constants.push(Constant::Unusable);
        }
        Ok(index)
    }

    pub fn add_utf8(&mut self, bytes: &[u8]) -> Result<u16> {
        self.add(Constant::Utf8(Cow::Owned(bytes.to_vec())))
    }

    pub fn add_text(&mut self, text: &str) -> Result<u16> {
        self.add_utf8(&mutf8::encode(text))
    }

    pub fn add_class(&mut self, name: &[u8]) -> Result<u16> {
        let name = self.add_utf8(name)?;
        self.add(Constant::Class { name })
    }

    pub fn add_string(&mut self, text: &str) -> Result<u16> {
        let text = self.add_text(text)?;
        self.add(Constant::String { text })
    }

    pub fn add_name_and_type(&mut self, name: &[u8], descriptor: &[u8]) -> Result<u16> {
        let name = self.add_utf8(name)?;
        let descriptor = self.add_utf8(descriptor)?;
        self.add(Constant::NameAndType { name, descriptor })
    }

    pub fn add_field(&mut self, class: &[u8], name: &[u8], descriptor: &[u8]) -> Result<u16> {
        let class = self.add_class(class)?;
        let name_and_type = self.add_name_and_type(name, descriptor)?;
        self.add(Constant::Field { class, name_and_type })
    }

    pub fn add_method(&mut self, class: &[u8], name: &[u8], descriptor: &[u8]) -> Result<u16> {
        let class = self.add_class(class)?;
        let name_and_type = self.add_name_and_type(name, descriptor)?;
        self.add(Constant::Method { class, name_and_type })
    }

    pub fn add_interface_method(
        &mut self,
        class: &[u8],
        name: &[u8],
        descriptor: &[u8],
    ) -> Result<u16> {
        let class = self.add_class(class)?;
        let name_and_type = self.add_name_and_type(name, descriptor)?;
        self.add(Constant::InterfaceMethod { class, name_and_type })
    }

    /// Checks that what a constant refers to is of the kind it must be, so that later look-ups
    /// fail only for indices that come from elsewhere.
    fn check(&self, index: usize, constant: &Constant<'a>) -> Result<()> {
        let within = |error: Error| {
            Error::new(format!("constant #{index} ({}): {}", kind_name(constant), error.message()))
        };
        match *constant {
            Constant::Class { name } | Constant::Module { name } | Constant::Package { name } => {
                self.utf8(name).map(drop)
            }
            Constant::String { text } => self.utf8(text).map(drop),
            Constant::MethodType { descriptor } => self.utf8(descriptor).map(drop),
            Constant::NameAndType { name, descriptor } => {
                self.utf8(name).and_then(|_| self.utf8(descriptor)).map(drop)
            }
            Constant::Field { class, name_and_type }
            | Constant::Method { class, name_and_type }
            | Constant::InterfaceMethod { class, name_and_type } => {
                self.member(class, name_and_type, false).map(drop)
            }
            Constant::Dynamic { name_and_type, .. }
            | Constant::InvokeDynamic { name_and_type, .. } => {
                self.name_and_type(name_and_type).map(drop)
            }
            Constant::MethodHandle { kind, reference } => match kind {
                1..=4 => self.field(reference).map(drop),
                5..=9 => self.method(reference).map(drop),
                _ => Err(Error::new(format!("method handle kind {kind}, expected 1 to 9"))),
            },
            Constant::Unusable
            | Constant::Utf8(_)
            | Constant::Integer(_)
            | Constant::Float(_)
            | Constant::Long(_)
            | Constant::Double(_) => Ok(()),
        }
        .map_err(within)
    }

    #[cold]
    fn mismatch(&self, index: u16, expected: &str) -> Error {
        match self.constants.get(usize::from(index)) {
            None => Error::new(format!(
                "constant #{index} is outside the pool of {}, expected {expected}",
                self.constants.len()
            )),
            Some(constant) => Error::new(format!(
                "constant #{index} is {}, expected {expected}",
                kind_name(constant)
            )),
        }
    }
}

fn index_of<'a>(constants: &[Constant<'a>]) -> FxHashMap<Constant<'a>, u16> {
    let mut known = FxHashMap::with_capacity_and_hasher(constants.len() + 16, Default::default());
    for (index, constant) in constants.iter().enumerate() {
        known.entry(constant.clone()).or_insert(index as u16);
    }
    known
}

fn kind_name(constant: &Constant<'_>) -> &'static str {
    match constant {
        Constant::Unusable => "no constant",
        Constant::Utf8(_) => "Utf8",
        Constant::Integer(_) => "Integer",
        Constant::Float(_) => "Float",
        Constant::Long(_) => "Long",
        Constant::Double(_) => "Double",
        Constant::Class { .. } => "Class",
        Constant::String { .. } => "String",
        Constant::Field { .. } => "Fieldref",
        Constant::Method { .. } => "Methodref",
        Constant::InterfaceMethod { .. } => "InterfaceMethodref",
        Constant::NameAndType { .. } => "NameAndType",
        Constant::MethodHandle { .. } => "MethodHandle",
        Constant::MethodType { .. } => "MethodType",
        Constant::Dynamic { .. } => "Dynamic",
        Constant::InvokeDynamic { .. } => "InvokeDynamic",
        Constant::Module { .. } => "Module",
        Constant::Package { .. } => "Package",
    }
}

fn read_constant<'a>(cursor: &mut Cursor<'a>, index: usize) -> Result<Constant<'a>> {
    let offset = cursor.offset();
    let tag = cursor.u1("constant tag")?;
    Ok(match tag {
        1 => {
            let length = usize::from(cursor.u2("Utf8 length")?);
            Constant::Utf8(Cow::Borrowed(cursor.take(length, "Utf8 bytes")?))
        }
        3 => Constant::Integer(cursor.u4("Integer")? as i32),
        4 => Constant::Float(cursor.u4("Float")?),
        5 => Constant::Long(cursor.u8("Long")? as i64),
        6 => Constant::Double(cursor.u8("Double")?),
        7 => Constant::Class { name: cursor.u2("Class")? },
        8 => Constant::String { text: cursor.u2("String")? },
        9 => Constant::Field {
            class: cursor.u2("Fieldref class")?,
            name_and_type: cursor.u2("Fieldref name and type")?,
        },
        10 => Constant::Method {
            class: cursor.u2("Methodref class")?,
            name_and_type: cursor.u2("Methodref name and type")?,
        },
        11 => Constant::InterfaceMethod {
            class: cursor.u2("InterfaceMethodref class")?,
            name_and_type: cursor.u2("InterfaceMethodref name and type")?,
        },
        12 => Constant::NameAndType {
            name: cursor.u2("NameAndType name")?,
            descriptor: cursor.u2("NameAndType descriptor")?,
        },
        15 => Constant::MethodHandle {
            kind: cursor.u1("MethodHandle kind")?,
            reference: cursor.u2("MethodHandle reference")?,
        },
        16 => Constant::MethodType { descriptor: cursor.u2("MethodType")? },
        17 => Constant::Dynamic {
            bootstrap: cursor.u2("Dynamic bootstrap")?,
            name_and_type: cursor.u2("Dynamic name and type")?,
        },
        18 => Constant::InvokeDynamic {
            bootstrap: cursor.u2("InvokeDynamic bootstrap")?,
            name_and_type: cursor.u2("InvokeDynamic name and type")?,
        },
        19 => Constant::Module { name: cursor.u2("Module")? },
        20 => Constant::Package { name: cursor.u2("Package")? },
        _ => {
            return Err(Error::at(offset, format!("constant #{index} has the unknown tag {tag}")));
        }
    })
}

fn write_constant(constant: &Constant<'_>, out: &mut Output) {
    let pair = |out: &mut Output, tag: u8, first: u16, second: u16| {
        out.u1(tag);
        out.u2(first);
        out.u2(second);
    };
    let single = |out: &mut Output, tag: u8, index: u16| {
        out.u1(tag);
        out.u2(index);
    };
    match *constant {
        Constant::Unusable => {}
        Constant::Utf8(ref bytes) => {
            out.u1(1);
            out.u2(bytes.len() as u16);
            out.bytes(bytes);
        }
        Constant::Integer(value) => {
            out.u1(3);
            out.u4(value as u32);
        }
        Constant::Float(bits) => {
            out.u1(4);
            out.u4(bits);
        }
        Constant::Long(value) => {
            out.u1(5);
            out.u8(value as u64);
        }
        Constant::Double(bits) => {
            out.u1(6);
            out.u8(bits);
        }
        Constant::Class { name } => single(out, 7, name),
        Constant::String { text } => single(out, 8, text),
        Constant::Field { class, name_and_type } => pair(out, 9, class, name_and_type),
        Constant::Method { class, name_and_type } => pair(out, 10, class, name_and_type),
        Constant::InterfaceMethod { class, name_and_type } => pair(out, 11, class, name_and_type),
        Constant::NameAndType { name, descriptor } => pair(out, 12, name, descriptor),
        Constant::MethodHandle { kind, reference } => {
            out.u1(15);
            out.u1(kind);
            out.u2(reference);
        }
        Constant::MethodType { descriptor } => single(out, 16, descriptor),
        Constant::Dynamic { bootstrap, name_and_type } => pair(out, 17, bootstrap, name_and_type),
        Constant::InvokeDynamic { bootstrap, name_and_type } => {
            pair(out, 18, bootstrap, name_and_type);
        }
        Constant::Module { name } => single(out, 19, name),
        Constant::Package { name } => single(out, 20, name),
    }
}

/// Where a constant of a pool that has been read before starts; only errors ask.
fn offset_of(mut cursor: Cursor<'_>, wanted: usize) -> usize {
    let _count = cursor.u2("constant_pool_count");
    let mut index = 1;
    while index < wanted {
        match read_constant(&mut cursor, index) {
            Ok(Constant::Long(_) | Constant::Double(_)) => index += 2,
            Ok(_) => index += 1,
            Err(_) => break,
        }
    }
    cursor.offset()
}
