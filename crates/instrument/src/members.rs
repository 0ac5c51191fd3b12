//! What is added to the class that declares a field: shadow words beside the field, and static
//! methods through which all code, of whatever class, tells of its accesses.
//!
//! Only the declaring class knows the field's key and words; code elsewhere calls by name, through
//! the class that it names for the field, and resolution finds the method where it finds the
//! field. So nothing depends on the order in which classes are loaded.

use redflag_classfile::edit::{CodeEdit, MethodContext, assemble};
use redflag_classfile::{Attribute, ClassFile, Constant, Flags, Info, Op, Result};

use crate::carrier::{READ_OF_OTHERS, STAMPED};
use crate::epoch::{SITE_BITS, SLOT_SHIFT, UNSEEN};
use crate::hooks::{self, PREFIX};
use crate::records::Field;
use crate::snippet::Writer;
use crate::thread_state::EPOCH;
use crate::world::{ClassRole, FieldRole, Numbers};

/// Which of the methods of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// A data field was read or written.
    Read,
    Write,
    /// A data field was written in a constructor, before anyone else could know of the object.
    FirstWrite,
    /// A volatile field was read, or is about to be written.
    VolatileRead,
    VolatileWrite,
}

impl Told {
    fn letters(self) -> &'static str {
        match self {
            Told::Read => "read",
            Told::Write => "write",
            Told::FirstWrite => "init",
            Told::VolatileRead => "acquire",
            Told::VolatileWrite => "release",
        }
    }

    /// `(object, site)` for data, `(object)` for volatiles; static fields go without the object.
    pub fn descriptor(self, is_static: bool) -> &'static str {
        match (self, is_static) {
            (Told::Read | Told::Write | Told::FirstWrite, false) => "(Ljava/lang/Object;I)V",
            (Told::Read | Told::Write | Told::FirstWrite, true) => "(I)V",
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
    form: Form,
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
        if !matches!(role, FieldRole::Data | FieldRole::Volatile) {
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
                add_data_field(class, record, key, form)?;
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

fn add_data_field(class: &mut ClassFile<'_>, field: &Field, key: u32, form: Form) -> Result<()> {
    for word in [write_word(&field.suffix), read_word(&field.suffix)] {
        class.add_field(shadow_flags(field.is_static), &word, "J")?;
    }
    for told in [Told::Read, Told::Write] {
        add_method(class, field, told, |edit, code, push_class| {
            let check = Check::new(field, told, edit)?;
            if form == Form::Inlined {
                check.settle(edit, code)?;
            }
            match field.is_static {
                true => push_class(code)?,
                false => _ = code.local(Op::Aload, 0),
            }
            check.ask(code, key, form)
        })?;
    }
    if !field.is_static {
        add_method(class, field, Told::FirstWrite, |edit, code, _| {
            let check = Check::new(field, Told::Write, edit)?;
            if form == Form::Inlined {
                check.stamp(edit, code)?;
            }
            check.ask(code.local(Op::Aload, 0), key, form)
        })?;
    }
    Ok(())
}

/// How much of a check is done where the access is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Inlined,
    /// Nothing, so that the runtime can count the uses of each rule.
    Counted,
}

/// The check of an access to a field, in the method that the accessing code calls. It is written
/// out for every field, not shared by all: the compilers then know for each field what happens to
/// it, and leave out the calls that are not made. Where an object never gets into a call, they
/// need not even allocate it.
struct Check<'f> {
    field: &'f Field,
    told: Told,
    /// Variables.
    site: u16,
    epoch: u16,
    word: u16,
}

impl<'f> Check<'f> {
    fn new(field: &'f Field, told: Told, edit: &mut CodeEdit<'_, '_>) -> Result<Check<'f>> {
        Ok(Check {
            field,
            told,
            site: u16::from(!field.is_static),
            epoch: edit.scratch_local(2)?,
            word: edit.scratch_local(2)?,
        })
    }

    /// The name of the word that the access goes into.
    fn mine(&self) -> String {
        match self.told {
            Told::Read => read_word(&self.field.suffix),
            _ => write_word(&self.field.suffix),
        }
    }

    /// Returns if the access is of the same epoch as the last of its kind, or if it is a read of
    /// what the thread wrote in this epoch, and nobody else has read.
    ///
    /// In the latter case a plain store is enough. Another thread that comes between has no order
    /// with the write, finds it in its word, and reports the field; what becomes of its own word
    /// then does not matter.
    fn settle(&self, edit: &mut CodeEdit<'_, '_>, code: &mut Writer<'_, '_>) -> Result<()> {
        let [differs, own, others] = [(); 3].map(|()| edit.new_label());
        let epoch = |code: &mut Writer<'_, '_>, bits, branch, target| -> Result<()> {
            code.local(Op::Lload, self.epoch).op(Op::Lxor).int(bits)?;
            code.ops(&[Op::Lushr, Op::Lconst0, Op::Lcmp]).branch(branch, target);
            Ok(())
        };
        code.current_thread()?.thread_field(EPOCH)?.local(Op::Lstore, self.epoch);
        self.load(code, &self.mine())?;
        code.op(Op::Dup2).local(Op::Lstore, self.word);
        epoch(code, SITE_BITS, Op::Ifne, differs)?;
        code.op(Op::Return).bind(differs);
        if self.told != Told::Read {
            return Ok(());
        }
        self.load(code, &write_word(&self.field.suffix))?;
        epoch(code, SITE_BITS, Op::Ifne, others)?;
        code.local(Op::Lload, self.word).ops(&[Op::Lconst0, Op::Lcmp]).branch(Op::Ifeq, own);
        code.local(Op::Lload, self.word);
        epoch(code, SLOT_SHIFT, Op::Ifne, others)?;
        code.bind(own);
        self.store(code)?;
        code.op(Op::Return).bind(others);
        Ok(())
    }

    /// Stores the epoch and returns, if the thread has one.
    fn stamp(&self, edit: &mut CodeEdit<'_, '_>, code: &mut Writer<'_, '_>) -> Result<()> {
        let unseen = edit.new_label();
        code.current_thread()?.thread_field(EPOCH)?.op(Op::Dup2).local(Op::Lstore, self.epoch);
        code.long(UNSEEN)?.op(Op::Lcmp).branch(Op::Ifeq, unseen);
        self.store(code)?;
        code.op(Op::Return).bind(unseen);
        Ok(())
    }

    fn store(&self, code: &mut Writer<'_, '_>) -> Result<()> {
        // First: should there be no stack for the call, no word must have the epoch.
        code.local(Op::Iload, self.site).carried(STAMPED.0, STAMPED.1)?;
        if !self.field.is_static {
            code.local(Op::Aload, 0).cast(&self.field.class)?;
        }
        code.local(Op::Lload, self.epoch).local(Op::Iload, self.site).ops(&[Op::I2l, Op::Lor]);
        let op = if self.field.is_static { Op::Putstatic } else { Op::Putfield };
        code.field(op, &self.field.class, &self.mine(), "J")?;
        Ok(())
    }

    fn load(&self, code: &mut Writer<'_, '_>, word: &str) -> Result<()> {
        if self.field.is_static {
            code.field(Op::Getstatic, &self.field.class, word, "J")?;
        } else {
            code.local(Op::Aload, 0).cast(&self.field.class)?;
            code.field(Op::Getfield, &self.field.class, word, "J")?;
        }
        Ok(())
    }

    /// Passes the access on, its object or class being on the stack.
    fn ask(&self, code: &mut Writer<'_, '_>, key: u32, form: Form) -> Result<()> {
        match (self.told, form) {
            (Told::Read, Form::Inlined) => {
                code.local(Op::Lload, self.word).int(key as i32)?.local(Op::Iload, self.site);
                code.carried(READ_OF_OTHERS.0, READ_OF_OTHERS.1)?;
            }
            (Told::Read, Form::Counted) => {
                code.int(key as i32)?.local(Op::Iload, self.site).call(hooks::READ_FIELD)?;
            }
            _ => {
                code.int(key as i32)?.local(Op::Iload, self.site).call(hooks::WRITE_FIELD)?;
            }
        }
        Ok(())
    }
}

fn add_volatile_field(class: &mut ClassFile<'_>, field: &Field, key: u32) -> Result<()> {
    let tell =
        [(Told::VolatileRead, hooks::VOLATILE_READ), (Told::VolatileWrite, hooks::VOLATILE_WRITE)];
    for (told, hook) in tell {
        add_method(class, field, told, |_, code, push_class| {
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

fn add_method<'a>(
    class: &mut ClassFile<'a>,
    field: &Field,
    told: Told,
    write: impl FnOnce(&mut CodeEdit<'_, 'a>, &mut Writer<'_, 'a>, &PushClass<'_>) -> Result<()>,
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
    let code = assemble(&mut class.pool, &context, |edit, pool| {
        let mut writer = Writer::new(pool);
        write(edit, &mut writer, &push_class)?;
        writer.op(Op::Return);
        Ok(writer.done())
    })?;
    class.add_method(flags, &name, descriptor, Some(code))
}
