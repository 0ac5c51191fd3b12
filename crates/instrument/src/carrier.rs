//! The methods that are added to the carrier: each hook, which does nothing until the gate is
//! opened and then calls the runtime's, and the tests that come before most calls.

use redflag_classfile::annotation::Annotation;
use redflag_classfile::edit::{CodeEdit, MethodContext, assemble};
use redflag_classfile::{Attribute, ClassFile, Flags, Info, Label, Op, Result};

use crate::epoch::{SHARED_BLOCK_BITS, SHARED_KNOWN, SITE_BITS, SLOT_SHIFT};
use crate::hooks::{self, CARRIER, Hook, PREFIX, RUNTIME};
use crate::snippet::{Writer, load_op, parameters, return_op, slots};
use crate::thread_state::{AFTER, EPOCH, INITS, RECORDED, SHARED, STATE, THREAD};

/// The carrier's static field that is set when the runtime can be called.
pub const GATE: &str = "$redflag$open";

/// Not zero when a release could not be told of: from then on no race is certain.
pub const LOST: &str = "$redflag$lost";

/// `(object or class, word, key, site)`: a field whose word was just loaded has been read.
pub const READ: (&str, &str) = ("read", "(Ljava/lang/Object;JII)V");
pub const WRITE: (&str, &str) = ("write", "(Ljava/lang/Object;JII)V");
/// `(array, the array that the words belong to, words)`: the words of the array.
pub const WORDS: (&str, &str) = ("words", "(Ljava/lang/Object;Ljava/lang/Object;[J)[J");
/// `(class key)`: a class with a static initialiser is used.
pub const USED: (&str, &str) = ("used", "(I)V");

const ELEMENT_READ_SLOWLY: &str = "elementReadSlowly";
const ELEMENT_WRITE_SLOWLY: &str = "elementWriteSlowly";
/// `(array, index, words, site, word)`
const ELEMENT_SLOWLY: &str = "(Ljava/lang/Object;I[JIJ)V";

/// Adds the gate and all methods to the carrier's class file.
pub fn add_hooks(class: &mut ClassFile<'_>) -> Result<()> {
    // Not volatile: each thread may learn of the runtime when it likes, and only the first thread
    // runs before it is there.
    class.add_field(Flags::PUBLIC.with(ADDED), GATE, "Z")?;
    class.add_field(Flags::PUBLIC.with(ADDED), LOST, "J")?;
    for hook in hooks::ALL {
        add_hook(class, hook)?;
    }
    add_read(class)?;
    add_write(class)?;
    add_words(class)?;
    for form in [Form::Compact, Form::Wide] {
        add_element_read(class, form)?;
        add_element_write(class, form)?;
    }
    for is_write in [false, true] {
        add_element_slowly(class, is_write)?;
    }
    add_used(class)
}

/// Members that reflection shows as what they are: nobody's source.
pub(crate) const ADDED: Flags = Flags(Flags::STATIC.0 | Flags::SYNTHETIC.0);

/// Whether the compilers put a method into all its callers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inlined {
    Always,
    AsUsual,
    /// What is seldom called would only bloat what is often run.
    Never,
}

/// Adds a static method whose code `write` writes. Stack traces do not show it.
pub(crate) fn add_method<'a>(
    class: &mut ClassFile<'a>,
    name: &str,
    descriptor: &str,
    inlined: Inlined,
    write: impl FnOnce(&mut CodeEdit<'_, 'a>, &mut Writer<'_, 'a>) -> Result<()>,
) -> Result<()> {
    let flags = Flags::PUBLIC.with(ADDED);
    let name = format!("{PREFIX}{name}");
    let context = MethodContext {
        major: class.major,
        minor: class.minor,
        this_class: class.this_class,
        flags,
        name: class.pool.add_text(&name)?,
        descriptor: class.pool.add_text(descriptor)?,
    };
    let code = assemble(&mut class.pool, &context, |edit, pool| {
        let mut writer = Writer::new(pool);
        write(edit, &mut writer)?;
        Ok(writer.done())
    })?;
    class.add_method(flags, &name, descriptor, Some(code))?;
    let mut annotations = vec!["Ljdk/internal/vm/annotation/Hidden;"];
    match inlined {
        Inlined::Always => annotations.push("Ljdk/internal/vm/annotation/ForceInline;"),
        Inlined::Never => annotations.push("Ljdk/internal/vm/annotation/DontInline;"),
        Inlined::AsUsual => {}
    }
    annotate(class, &annotations)
}

fn annotate(class: &mut ClassFile<'_>, types: &[&str]) -> Result<()> {
    let mut annotations = Vec::new();
    for ty in types {
        annotations.push(Annotation { type_index: class.pool.add_text(ty)?, elements: Vec::new() });
    }
    let name = class.pool.add_text("RuntimeVisibleAnnotations")?;
    let info = Info::RuntimeVisibleAnnotations(annotations);
    // The method was added just now.
    if let Some(method) = class.methods.last_mut() {
        method.attributes.push(Attribute { name, info });
    }
    Ok(())
}

/// `static R hook(A a) { if (open) return Hooks.hook(Thread.currentThread().state, a); … }`
fn add_hook(class: &mut ClassFile<'_>, hook: Hook) -> Result<()> {
    let seldom = [
        hooks::READ_FIELD,
        hooks::WRITE_FIELD,
        hooks::READ_WORD,
        hooks::WRITE_WORD,
        hooks::SHADOW,
        hooks::USE,
    ];
    let inlined = if seldom.contains(&hook) { Inlined::Never } else { Inlined::AsUsual };
    add_method(class, hook.name, hook.descriptor, inlined, |edit, code| {
        let shut = edit.new_label();
        code.field(Op::Getstatic, CARRIER, GATE, "Z")?.branch(Op::Ifeq, shut);
        if hook.with_state {
            code.current_thread()?.thread_field(STATE)?;
        }
        let (parameters, returned) = parameters(hook.descriptor);
        load_all(code, &parameters, 0);
        code.static_call(RUNTIME, hook.name, &hook.runtime_descriptor())?;
        code.op(return_op(returned)).bind(shut);
        // Before the runtime is there, a hook answers with what it was told, or with nothing.
        match returned {
            "V" => code.op(Op::Return),
            "Z" => code.local(Op::Iload, 1).op(Op::Ireturn),
            _ if hook == hooks::VISIBLE || hook == hooks::DEFINED => {
                code.local(Op::Aload, 0).op(Op::Areturn)
            }
            _ => code.ops(&[Op::AconstNull, Op::Areturn]),
        };
        Ok(())
    })
}

pub(crate) fn load_all(code: &mut Writer<'_, '_>, parameters: &[&str], first: u16) {
    let mut index = first;
    for parameter in parameters {
        code.local(load_op(parameter), index);
        index += slots(parameter);
    }
}

/// Goes to `same` if the word on the stack is of the current thread's epoch.
fn branch_if_same_epoch(code: &mut Writer<'_, '_>, same: Label) -> Result<()> {
    code.current_thread()?.thread_field(EPOCH)?.op(Op::Lxor).int(SITE_BITS)?;
    code.ops(&[Op::Lushr, Op::Lconst0, Op::Lcmp]).branch(Op::Ifeq, same);
    Ok(())
}

/// Goes to `same` if the word in a variable is a shared one that stands for a read of this thread
/// in this epoch.
fn branch_if_shared(
    edit: &mut CodeEdit<'_, '_>,
    code: &mut Writer<'_, '_>,
    word: u16,
    same: Label,
) -> Result<()> {
    // A thread that the runtime has not seen yet knows of no sets.
    let (unknown, known) = (edit.new_label(), edit.scratch_local(1)?);
    code.current_thread()?.thread_field(SHARED)?.op(Op::Dup).local(Op::Astore, known);
    code.branch(Op::Ifnull, unknown);
    code.local(Op::Aload, known).local(Op::Lload, word).local(Op::Lload, word);
    code.int(SHARED_BLOCK_BITS)?
        .ops(&[Op::Lushr, Op::Lxor, Op::L2i])
        .int(SHARED_KNOWN - 1)?
        .ops(&[Op::Iand, Op::Laload]);
    code.local(Op::Lload, word).op(Op::Lcmp).branch(Op::Ifeq, same).bind(unknown);
    Ok(())
}

/// [Read Same Epoch] and [Read Shared Same Epoch], of a field.
fn add_read(class: &mut ClassFile<'_>) -> Result<()> {
    add_method(class, READ.0, READ.1, Inlined::Always, |edit, code| {
        let same = edit.new_label();
        code.local(Op::Lload, 1);
        branch_if_same_epoch(code, same)?;
        branch_if_shared(edit, code, 1, same)?;
        code.local(Op::Aload, 0).local(Op::Iload, 3).local(Op::Iload, 4);
        code.call(hooks::READ_FIELD)?.bind(same).op(Op::Return);
        Ok(())
    })
}

/// [Write Same Epoch], of a field.
fn add_write(class: &mut ClassFile<'_>) -> Result<()> {
    add_method(class, WRITE.0, WRITE.1, Inlined::Always, |edit, code| {
        let same = edit.new_label();
        code.local(Op::Lload, 1);
        branch_if_same_epoch(code, same)?;
        code.local(Op::Aload, 0).local(Op::Iload, 3).local(Op::Iload, 4);
        code.call(hooks::WRITE_FIELD)?.bind(same).op(Op::Return);
        Ok(())
    })
}

/// The words at hand if they are the array's, else those from the table.
fn add_words(class: &mut ClassFile<'_>) -> Result<()> {
    add_method(class, WORDS.0, WORDS.1, Inlined::Always, |edit, code| {
        let other = edit.new_label();
        code.local(Op::Aload, 0).local(Op::Aload, 1).branch(Op::IfAcmpne, other);
        code.local(Op::Aload, 2).op(Op::Areturn).bind(other);
        code.local(Op::Aload, 0).call(hooks::SHADOW)?.op(Op::Areturn);
        Ok(())
    })
}

/// Whether a method has so few accesses that more of what they do can be put into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Compact,
    Wide,
}

impl Form {
    pub fn element_read(self) -> (&'static str, &'static str) {
        match self {
            Form::Compact => ("elementRead", "(Ljava/lang/Object;I[JI)V"),
            Form::Wide => ("elementReadWide", "(Ljava/lang/Object;I[JI)V"),
        }
    }

    pub fn element_write(self) -> (&'static str, &'static str) {
        match self {
            Form::Compact => ("elementWrite", "(Ljava/lang/Object;I[JI)V"),
            Form::Wide => ("elementWriteWide", "(Ljava/lang/Object;I[JI)V"),
        }
    }
}

/// [Read Same Epoch] and [Read Shared Same Epoch], of an element. There are no words if there was
/// no room for them.
fn add_element_read(class: &mut ClassFile<'_>, form: Form) -> Result<()> {
    let (name, descriptor) = form.element_read();
    add_method(class, name, descriptor, Inlined::Always, |edit, code| {
        let (same, word) = (edit.new_label(), edit.scratch_local(2)?);
        debug_assert_eq!(word, WORD);
        code.local(Op::Aload, 2).branch(Op::Ifnull, same);
        code.local(Op::Aload, 2).local(Op::Iload, 1);
        code.ops(&[Op::Iconst1, Op::Ishl, Op::Iconst1, Op::Ior, Op::Laload, Op::Dup2]);
        code.local(Op::Lstore, word);
        branch_if_same_epoch(code, same)?;
        branch_if_shared(edit, code, word, same)?;
        slowly(edit, code, form, false)?;
        code.bind(same).op(Op::Return);
        Ok(())
    })
}

/// [Write Same Epoch], of an element.
fn add_element_write(class: &mut ClassFile<'_>, form: Form) -> Result<()> {
    let (name, descriptor) = form.element_write();
    add_method(class, name, descriptor, Inlined::Always, |edit, code| {
        let (same, word) = (edit.new_label(), edit.scratch_local(2)?);
        code.local(Op::Aload, 2).branch(Op::Ifnull, same);
        code.local(Op::Aload, 2).local(Op::Iload, 1);
        code.ops(&[Op::Iconst1, Op::Ishl, Op::Laload, Op::Dup2]).local(Op::Lstore, word);
        branch_if_same_epoch(code, same)?;
        slowly(edit, code, form, true)?;
        code.bind(same).op(Op::Return);
        Ok(())
    })
}

/// What follows the inlined test: here, or in a method of its own.
fn slowly(
    edit: &mut CodeEdit<'_, '_>,
    code: &mut Writer<'_, '_>,
    form: Form,
    is_write: bool,
) -> Result<()> {
    let given = parameters(ELEMENT_SLOWLY).0;
    match form {
        Form::Compact => {
            load_all(code, &given, 0);
            let name = if is_write { ELEMENT_WRITE_SLOWLY } else { ELEMENT_READ_SLOWLY };
            code.carried(name, ELEMENT_SLOWLY)?;
        }
        Form::Wide => {
            record_if_own(edit, code, is_write)?;
            load_all(code, &given[..4], 0);
            code.call(if is_write { hooks::WRITE_WORD } else { hooks::READ_WORD })?;
        }
    }
    Ok(())
}

/// [Read Exclusive] or [Write Exclusive] where all that is remembered of the element is this
/// thread's own, or known to come before; else the runtime.
fn add_element_slowly(class: &mut ClassFile<'_>, is_write: bool) -> Result<()> {
    let name = if is_write { ELEMENT_WRITE_SLOWLY } else { ELEMENT_READ_SLOWLY };
    add_method(class, name, ELEMENT_SLOWLY, Inlined::Never, |edit, code| {
        slowly(edit, code, Form::Wide, is_write)?;
        code.op(Op::Return);
        Ok(())
    })
}

/// The word that both of them get, behind what the inlined test got.
const WORD: u16 = 4;

/// Stores the epoch into the element's word and returns, if that word is of the thread's own slot
/// and the other one is too, or is empty, or of an epoch that the thread is known to come after.
///
/// No lock: nobody else stores into a word of a living thread's slot but to say that it shares the
/// element, which is the runtime's business.
fn record_if_own(
    edit: &mut CodeEdit<'_, '_>,
    code: &mut Writer<'_, '_>,
    is_write: bool,
) -> Result<()> {
    let (slow, own) = (edit.new_label(), edit.new_label());
    let thread = edit.scratch_local(1)?;
    let (epoch, other) = (edit.scratch_local(2)?, edit.scratch_local(2)?);
    // The word of an element that nobody has accessed looks like one of slot 0.
    code.local(Op::Lload, WORD).ops(&[Op::Lconst0, Op::Lcmp]).branch(Op::Ifeq, slow);
    code.current_thread()?.op(Op::Dup).local(Op::Astore, thread);
    code.thread_field(EPOCH)?.op(Op::Dup2).local(Op::Lstore, epoch);
    code.local(Op::Lload, WORD).op(Op::Lxor).int(SLOT_SHIFT)?;
    code.ops(&[Op::Lushr, Op::Lconst0, Op::Lcmp]).branch(Op::Ifne, slow);
    // The write word comes first, then the read word.
    code.local(Op::Aload, 2).local(Op::Iload, 1).ops(&[Op::Iconst1, Op::Ishl]);
    if is_write {
        code.ops(&[Op::Iconst1, Op::Ior]);
    }
    code.op(Op::Laload).op(Op::Dup2).local(Op::Lstore, other);
    code.ops(&[Op::Lconst0, Op::Lcmp]).branch(Op::Ifeq, own);
    code.local(Op::Lload, other).local(Op::Lload, epoch).op(Op::Lxor).int(SLOT_SHIFT)?;
    code.ops(&[Op::Lushr, Op::Lconst0, Op::Lcmp]).branch(Op::Ifeq, own);
    for after in AFTER {
        code.local(Op::Lload, other).int(SITE_BITS)?.op(Op::Lushr);
        code.local(Op::Aload, thread).thread_field(after)?.op(Op::Lcmp).branch(Op::Ifeq, own);
    }
    code.branch(Op::Goto, slow).bind(own);
    code.local(Op::Aload, 2).local(Op::Iload, 1).ops(&[Op::Iconst1, Op::Ishl]);
    if !is_write {
        code.ops(&[Op::Iconst1, Op::Ior]);
    }
    code.local(Op::Lload, epoch).local(Op::Iload, 3).ops(&[Op::I2l, Op::Lor, Op::Lastore]);
    code.local(Op::Aload, thread).op(Op::Lconst1);
    code.field(Op::Putfield, THREAD, RECORDED.0, RECORDED.1)?.op(Op::Return);
    code.bind(slow);
    Ok(())
}

/// Whether the thread has the class's bit; if not, the runtime.
fn add_used(class: &mut ClassFile<'_>) -> Result<()> {
    add_method(class, USED.0, USED.1, Inlined::Always, |edit, code| {
        let (unknown, known) = (edit.new_label(), edit.new_label());
        let bits = edit.scratch_local(1)?;
        code.current_thread()?.thread_field(INITS)?.op(Op::Dup).local(Op::Astore, bits);
        code.branch(Op::Ifnull, unknown);
        code.local(Op::Iload, 0).int(6)?.op(Op::Ishr);
        code.local(Op::Aload, bits).op(Op::Arraylength).branch(Op::IfIcmpge, unknown);
        code.local(Op::Aload, bits).local(Op::Iload, 0).int(6)?.ops(&[Op::Ishr, Op::Laload]);
        code.op(Op::Lconst1).local(Op::Iload, 0).ops(&[Op::Lshl, Op::Land]);
        code.ops(&[Op::Lconst0, Op::Lcmp]).branch(Op::Ifne, known);
        code.bind(unknown).local(Op::Iload, 0).call(hooks::USE)?;
        code.bind(known).op(Op::Return);
        Ok(())
    })
}
