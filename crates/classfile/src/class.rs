//! The class file itself [JVMS §4.1]: bytes to [`ClassFile`], and back to the same bytes.

use std::borrow::Cow;

use crate::attribute::{
    Attribute, BootstrapMethod, Info, Owner, read_attributes, write_attributes,
    write_attributes_with,
};
use crate::code::{Code, CodeLayout};
use crate::cursor::Cursor;
use crate::error::{Error, Result};
use crate::flags::Flags;
use crate::insn::Label;
use crate::output::Output;
use crate::pool::ConstantPool;

/// The newest class-file version that is known here: Java 25's.
pub const NEWEST_MAJOR: u16 = 69;

#[derive(Clone, Debug)]
pub struct ClassFile<'a> {
    pub minor: u16,
    pub major: u16,
    pub pool: ConstantPool<'a>,
    pub flags: Flags,
    /// A `Class` constant.
    pub this_class: u16,
    /// A `Class` constant; 0 for `java.lang.Object` and modules.
    pub super_class: u16,
    pub interfaces: Vec<u16>,
    pub fields: Vec<Member<'a>>,
    pub methods: Vec<Member<'a>>,
    pub attributes: Vec<Attribute<'a>>,
}

/// A field or method.
#[derive(Clone, Debug)]
pub struct Member<'a> {
    pub flags: Flags,
    pub name: u16,
    pub descriptor: u16,
    pub attributes: Vec<Attribute<'a>>,
}

impl<'a> ClassFile<'a> {
    /// Reads everything.
    pub fn read(bytes: &'a [u8]) -> Result<ClassFile<'a>> {
        Self::read_with(bytes, true)
    }

    /// Reads everything but the methods' code, which stays as [`Info::UnreadCode`].
    pub fn read_headers(bytes: &'a [u8]) -> Result<ClassFile<'a>> {
        Self::read_with(bytes, false)
    }

    fn read_with(bytes: &'a [u8], with_code: bool) -> Result<ClassFile<'a>> {
        let mut cursor = Cursor::new(bytes);
        let magic = cursor.u4("magic")?;
        if magic != 0xcafe_babe {
            return Err(Error::at(0, format!("magic is {magic:#010x}, expected 0xcafebabe")));
        }
        let minor = cursor.u2("minor version")?;
        let major = cursor.u2("major version")?;
        if !(45..=NEWEST_MAJOR).contains(&major) {
            return Err(Error::at(
                6,
                format!("class-file version {major}.{minor}, expected 45 to {NEWEST_MAJOR}"),
            ));
        }
        let pool = ConstantPool::read(&mut cursor)?;
        let flags = Flags(cursor.u2("access flags")?);
        let offset = cursor.offset();
        let this_class = cursor.u2("this_class")?;
        pool.class(this_class).map_err(|error| error.or_at(offset))?;
        let super_class = cursor.u2("super_class")?;
        pool.optional_class(super_class).map_err(|error| error.or_at(offset + 2))?;
        let interfaces = cursor.table("interfaces", 2, |cursor| {
            let offset = cursor.offset();
            let interface = cursor.u2("interface")?;
            pool.class(interface).map_err(|error| error.or_at(offset))?;
            Ok(interface)
        })?;
        let layout = with_code.then(|| CodeLayout::of(major, minor));
        let fields =
            cursor.table("fields", 8, |cursor| read_member(cursor, &pool, Owner::Field))?;
        let methods = cursor
            .table("methods", 8, |cursor| read_member(cursor, &pool, Owner::Method(layout)))?;
        let attributes = read_attributes(&mut cursor, &pool, Owner::Class)?;
        cursor.finish("the class")?;
        Ok(ClassFile {
            minor,
            major,
            pool,
            flags,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
        })
    }

    pub fn write(&self) -> Result<Vec<u8>> {
        let mut out = Output::with_capacity(4096);
        out.u4(0xcafe_babe);
        out.u2(self.minor);
        out.u2(self.major);
        self.pool.write(&mut out);
        out.u2(self.flags.0);
        out.u2(self.this_class);
        out.u2(self.super_class);
        out.table(&self.interfaces, "interfaces", |out, index| {
            out.u2(*index);
            Ok(())
        })?;
        let layout = CodeLayout::of(self.major, self.minor);
        out.table(&self.fields, "fields", |out, field| write_member(field, out, layout))?;
        out.table(&self.methods, "methods", |out, method| write_member(method, out, layout))?;
        write_attributes(&self.attributes, &mut out, &no_code)?;
        Ok(out.into_bytes())
    }

    /// The internal name, as `java/lang/String`.
    pub fn name(&self) -> Result<Cow<'_, str>> {
        self.pool.class(self.this_class).map(crate::mutf8::decode)
    }

    pub fn bootstrap_methods(&self) -> &[BootstrapMethod] {
        self.attributes
            .iter()
            .find_map(|attribute| match &attribute.info {
                Info::BootstrapMethods(methods) => Some(methods.as_slice()),
                _ => None,
            })
            .unwrap_or(&[])
    }

    /// The name of the source file, if the class says so.
    pub fn source_file(&self) -> Option<Cow<'_, str>> {
        self.attributes.iter().find_map(|attribute| match attribute.info {
            Info::SourceFile(index) => self.pool.text(index).ok(),
            _ => None,
        })
    }

    /// Adds a field; the caller sees to it that no other has its name and descriptor.
    pub fn add_field(&mut self, flags: Flags, name: &str, descriptor: &str) -> Result<()> {
        let name = self.pool.add_text(name)?;
        let descriptor = self.pool.add_text(descriptor)?;
        self.fields.push(Member { flags, name, descriptor, attributes: Vec::new() });
        Ok(())
    }

    /// Adds a method; the caller sees to it that no other has its name and descriptor.
    pub fn add_method(
        &mut self,
        flags: Flags,
        name: &str,
        descriptor: &str,
        code: Option<Code<'a>>,
    ) -> Result<()> {
        let name = self.pool.add_text(name)?;
        let descriptor = self.pool.add_text(descriptor)?;
        let mut attributes = Vec::new();
        if let Some(code) = code {
            let name = self.pool.add_text("Code")?;
            attributes.push(Attribute { name, info: Info::Code(Box::new(code)) });
        }
        self.methods.push(Member { flags, name, descriptor, attributes });
        Ok(())
    }
}

impl<'a> Member<'a> {
    pub fn code(&self) -> Option<&Code<'a>> {
        self.attributes.iter().find_map(|attribute| match &attribute.info {
            Info::Code(code) => Some(&**code),
            _ => None,
        })
    }

    pub fn code_mut(&mut self) -> Option<&mut Code<'a>> {
        self.attributes.iter_mut().find_map(|attribute| match &mut attribute.info {
            Info::Code(code) => Some(&mut **code),
            _ => None,
        })
    }
}

fn read_member<'a>(
    cursor: &mut Cursor<'a>,
    pool: &ConstantPool<'a>,
    owner: Owner<'_>,
) -> Result<Member<'a>> {
    let flags = Flags(cursor.u2("member flags")?);
    let offset = cursor.offset();
    let name = cursor.u2("member name")?;
    let descriptor = cursor.u2("member descriptor")?;
    for (index, at) in [(name, offset), (descriptor, offset + 2)] {
        pool.utf8(index).map_err(|error| error.or_at(at))?;
    }
    let attributes = read_attributes(cursor, pool, owner)?;
    Ok(Member { flags, name, descriptor, attributes })
}

fn write_member(member: &Member<'_>, out: &mut Output, layout: CodeLayout) -> Result<()> {
    out.u2(member.flags.0);
    out.u2(member.name);
    out.u2(member.descriptor);
    write_attributes_with(&member.attributes, out, &no_code, layout)
}

/// Labels occur inside code alone.
fn no_code(_: Label) -> u16 {
    0
}
