//! What is added to the class that declares a field: shadow words beside the field, and static
//! methods through which all code, of whatever class, tells of its accesses.
//!
//! Only the declaring class knows the field's key and words; code elsewhere calls by name, through
//! the class that it names for the field, and resolution finds the method where it finds the
//! field. So nothing depends on the order in which classes are loaded.

use redflag_classfile::edit::{MethodContext, assemble};
use redflag_classfile::{Attribute, ClassFile, Constant, Flags, Info, Op, Result};

use crate::carrier::{READ, WRITE};
use crate::hooks::{self, PREFIX};
use crate::records::Field;
use crate::snippet::Writer;
use crate::world::{ClassRole, FieldRole, Numbers};

/// Which of the methods of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// A data field was read or written.
    Read,
    Write,
    /// A volatile field was read, or is about to be written.
    VolatileRead,
    VolatileWrite,
}

impl Told {
    fn letters(self) -> &'static str {
        match self {
            Told::Read => "read",
            Told::Write => "write",
            Told::VolatileRead => "acquire",
            Told::VolatileWrite => "release",
        }
    }

    /// `(object, site)` for data, `(object)` for volatiles; static fields go without the object.
    pub fn descriptor(self, is_static: bool) -> &'static str {
        match (self, is_static) {
            (Told::Read | Told::Write, false) => "(Ljava/lang/Object;I)V",
            (Told::Read | Told::Write, true) => "(I)V",
            (_, false) => "(Ljava/lang/Object;)V",
            (_, true) => "()V",
        }
    }

    pub fn method_name(self, field: &str, descriptor: &str) -> String {
        format!("{PREFIX}{}{}", self.letters(), suffix(field, descriptor))
    }
}

/// What the names of all that is added for a field end in. A class may have fields of one name
/// and different types.
pub fn suffix(field: &str, descriptor: &str) -> String {
    let plain = |c: char| !matches!(c, '.' | ';' | '[' | '/' | '<' | '>');
    let field: String = field.chars().map(|c| if plain(c) { c } else { '_' }).collect();
    match descriptor {
        _ if descriptor.len() == 1 => format!("${field}${descriptor}"),
        _ => {
            // FNV: short, and the same in every process.
            let hash = descriptor.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
                (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
            });
            format!("${field}${hash:08x}")
        }
    }
}

/// The words in which the reads and writes of a field are remembered.
pub fn read_word(suffix: &str) -> String {
    format!("{PREFIX}r{suffix}")
}

pub fn write_word(suffix: &str) -> String {
    format!("{PREFIX}w{suffix}")
}

/// Adds the members of all fields that need any; the records of those, in the order of their keys
/// from the first one.
pub fn add_members(
    class: &mut ClassFile<'_>,
    role: ClassRole,
    fenced: bool,
    numbers: &dyn Numbers,
) -> Result<(u32, Vec<Field>)> {
    let mut records = Vec::new();
    if class.flags.has(Flags::INTERFACE) {
        return Ok((0, Vec::new()));
    }
    let owner = class.name()?.into_owned();
    let mut counts = [0; 2];
    for field in &class.fields {
        let name = class.pool.utf8(field.name)?;
        let role = FieldRole::of(role, fenced, field.flags, name);
        if matches!(role, FieldRole::Nothing | FieldRole::Unknown) {
            continue;
        }
        let name = class.pool.text(field.name)?.into_owned();
        let descriptor = class.pool.text(field.descriptor)?.into_owned();
        let is_static = field.flags.is_static();
        let index = counts[usize::from(is_static)];
        if role == FieldRole::Data {
            counts[usize::from(is_static)] += 1;
        }
        let suffix = suffix(&name, &descriptor);
        let class = owner.clone();
        let record = Field { class, name, descriptor, is_static, suffix, index, count: 0 };
        records.push((role, record));
    }
    if records.is_empty() {
        return Ok((0, Vec::new()));
    }
    let first = numbers.fields(records.len() as u32);
    for (key, (role, record)) in (first..).zip(&mut records) {
        match role {
            FieldRole::Data => {
                record.count = counts[usize::from(record.is_static)];
                add_data_field(class, record, key)?;
            }
            _ => add_volatile_field(class, record, key)?,
        }
    }
    if counts != [0; 2] {
        add_first_key(class, first)?;
    }
    for (is_static, name) in [(false, "$redflag$shared"), (true, "$redflag$sharedStatic")] {
        if counts[usize::from(is_static)] > 0 {
            class.add_field(shadow_flags(is_static), name, "Ljava/lang/Object;")?;
        }
    }
    Ok((first, records.into_iter().map(|(_, record)| record).collect()))
}

/// By this the runtime finds the keys of a class, of which there may be others of the same name. The
/// JVM sets it when it loads the class.
fn add_first_key(class: &mut ClassFile<'_>, first: u32) -> Result<()> {
    class.add_field(shadow_flags(true).with(Flags::FINAL), "$redflag$key", "I")?;
    let name = class.pool.add_text("ConstantValue")?;
    let value = class.pool.add(Constant::Integer(first as i32))?;
    // The field was added just now.
    if let Some(field) = class.fields.last_mut() {
        field.attributes.push(Attribute { name, info: Info::ConstantValue(value) });
    }
    Ok(())
}

fn shadow_flags(is_static: bool) -> Flags {
    let flags = Flags::PUBLIC.with(Flags::TRANSIENT).with(Flags::SYNTHETIC);
    if is_static { flags.with(Flags::STATIC) } else { flags }
}

fn add_data_field(class: &mut ClassFile<'_>, field: &Field, key: u32) -> Result<()> {
    for word in [write_word(&field.suffix), read_word(&field.suffix)] {
        class.add_field(shadow_flags(field.is_static), &word, "J")?;
    }
    let tell = [
        (Told::Read, read_word(&field.suffix), READ),
        (Told::Write, write_word(&field.suffix), WRITE),
    ];
    for (told, word, (name, descriptor)) in tell {
        add_method(class, field, told, |code, push_class| {
            if field.is_static {
                push_class(code)?;
                code.field(Op::Getstatic, &field.class, &word, "J")?;
            } else {
                code.local(Op::Aload, 0).local(Op::Aload, 0).cast(&field.class)?;
                code.field(Op::Getfield, &field.class, &word, "J")?;
            }
            let site = u16::from(!field.is_static);
            code.int(key as i32)?.local(Op::Iload, site).carried(name, descriptor)?;
            Ok(())
        })?;
    }
    Ok(())
}

fn add_volatile_field(class: &mut ClassFile<'_>, field: &Field, key: u32) -> Result<()> {
    let tell =
        [(Told::VolatileRead, hooks::VOLATILE_READ), (Told::VolatileWrite, hooks::VOLATILE_WRITE)];
    for (told, hook) in tell {
        add_method(class, field, told, |code, push_class| {
            if field.is_static {
                push_class(code)?;
            } else {
                code.local(Op::Aload, 0);
            }
            code.int(key as i32)?.call(hook)?;
            Ok(())
        })?;
    }
    Ok(())
}

/// Pushes the class itself.
type PushClass<'c> = dyn Fn(&mut Writer<'_, '_>) -> Result<()> + 'c;

fn add_method(
    class: &mut ClassFile<'_>,
    field: &Field,
    told: Told,
    write: impl FnOnce(&mut Writer<'_, '_>, &PushClass<'_>) -> Result<()>,
) -> Result<()> {
    let flags = Flags::PUBLIC.with(Flags::STATIC).with(Flags::SYNTHETIC);
    let name = told.method_name(&field.name, &field.descriptor);
    let descriptor = told.descriptor(field.is_static);
    let context = MethodContext {
        major: class.major,
        minor: class.minor,
        this_class: class.this_class,
        flags,
        name: class.pool.add_text(&name)?,
        descriptor: class.pool.add_text(descriptor)?,
    };
    let push_class = |code: &mut Writer<'_, '_>| -> Result<()> {
        if context.major >= 49 {
            code.insn(redflag_classfile::Insn::ldc(context.this_class));
        } else {
            // Class literals came with version 49; before, code asked by name.
            let name = code.pool.add_string(&field.class.replace('/', "."))?;
            code.insn(redflag_classfile::Insn::ldc(name));
            let descriptor = "(Ljava/lang/String;)Ljava/lang/Class;";
            code.static_call("java/lang/Class", "forName", descriptor)?;
        }
        Ok(())
    };
    let code = assemble(&mut class.pool, &context, |_, pool| {
        let mut writer = Writer::new(pool);
        write(&mut writer, &push_class)?;
        writer.op(Op::Return);
        Ok(writer.done())
    })?;
    class.add_method(flags, &name, descriptor, Some(code))
}
