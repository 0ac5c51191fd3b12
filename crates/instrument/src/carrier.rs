//! The methods that are added to the carrier: each hook, which does nothing until the gate is
//! opened and then calls the runtime's, and the tests that come before most calls.

use redflag_classfile::annotation::Annotation;
use redflag_classfile::edit::{CodeEdit, MethodContext, assemble};
use redflag_classfile::{Attribute, ClassFile, Flags, Info, Op, Result};

use crate::epoch::SITE_BITS;
use crate::hooks::{self, CARRIER, Hook, PREFIX, RUNTIME};
use crate::snippet::{Writer, load_op, parameters, return_op, slots};
use crate::thread_state::{EPOCH, INITS, SHARED, STATE};

/// The carrier's static field that is set when the runtime can be called.
pub const GATE: &str = "$redflag$open";

/// `(object or class, word, key, site)`: a field whose word was just loaded has been read.
pub const READ: (&str, &str) = ("read", "(Ljava/lang/Object;JII)V");
pub const WRITE: (&str, &str) = ("write", "(Ljava/lang/Object;JII)V");
/// `(array, the array that the words belong to, words)`: the words of the array.
pub const WORDS: (&str, &str) = ("words", "(Ljava/lang/Object;Ljava/lang/Object;[J)[J");
/// `(array, index, words, site)`: an element has been read.
pub const ELEMENT_READ: (&str, &str) = ("elementRead", "(Ljava/lang/Object;I[JI)V");
pub const ELEMENT_WRITE: (&str, &str) = ("elementWrite", "(Ljava/lang/Object;I[JI)V");
/// `(class key)`: a class with a static initialiser is used.
pub const USED: (&str, &str) = ("used", "(I)V");

const READ_SLOWLY: (&str, &str) = ("readSlowly", "(Ljava/lang/Object;JII)V");
const ELEMENT_READ_SLOWLY: (&str, &str) = ("elementReadSlowly", "(Ljava/lang/Object;IJI)V");

/// Adds the gate and all methods to the carrier's class file.
pub fn add_hooks(class: &mut ClassFile<'_>) -> Result<()> {
    // Not volatile: each thread may learn of the runtime when it likes, and only the first thread
    // runs before it is there.
    class.add_field(Flags::PUBLIC.with(ADDED), GATE, "Z")?;
    for hook in hooks::ALL {
        add_hook(class, hook)?;
    }
    add_read(class)?;
    add_read_slowly(class)?;
    add_write(class)?;
    add_words(class)?;
    add_element_read(class)?;
    add_element_read_slowly(class)?;
    add_element_write(class)?;
    add_used(class)
}

/// Members that reflection shows as what they are: nobody's source.
pub(crate) const ADDED: Flags = Flags(Flags::STATIC.0 | Flags::SYNTHETIC.0);

/// Whether the compilers put a method into all its callers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inlined {
    Always,
    AsUsual,
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
    if inlined == Inlined::Always {
        annotations.push("Ljdk/internal/vm/annotation/ForceInline;");
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
    add_method(class, hook.name, hook.descriptor, Inlined::AsUsual, |edit, code| {
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
            _ if hook == hooks::VISIBLE => code.local(Op::Aload, 0).op(Op::Areturn),
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
fn branch_if_same_epoch(code: &mut Writer<'_, '_>, same: redflag_classfile::Label) -> Result<()> {
    code.current_thread()?.thread_field(EPOCH)?.op(Op::Lxor).int(SITE_BITS)?;
    code.ops(&[Op::Lushr, Op::Lconst0, Op::Lcmp]).branch(Op::Ifeq, same);
    Ok(())
}

/// Returns if the word in a variable is a shared one that stands for a read of this thread in
/// this epoch.
fn return_if_shared(
    edit: &mut CodeEdit<'_, '_>,
    code: &mut Writer<'_, '_>,
    word: u16,
    thread: u16,
) -> Result<()> {
    let (slow, done) = (edit.new_label(), edit.new_label());
    code.local(Op::Lload, word).ops(&[Op::Lconst0, Op::Lcmp]).branch(Op::Ifge, slow);
    code.current_thread()?.local(Op::Astore, thread);
    for shared in SHARED {
        code.local(Op::Lload, word).local(Op::Aload, thread).thread_field(shared)?;
        code.op(Op::Lcmp).branch(Op::Ifeq, done);
    }
    code.branch(Op::Goto, slow).bind(done).op(Op::Return).bind(slow);
    Ok(())
}

/// [Read Same Epoch], of a field.
fn add_read(class: &mut ClassFile<'_>) -> Result<()> {
    add_method(class, READ.0, READ.1, Inlined::Always, |edit, code| {
        let same = edit.new_label();
        code.local(Op::Lload, 1);
        branch_if_same_epoch(code, same)?;
        load_all(code, &parameters(READ.1).0, 0);
        code.carried(READ_SLOWLY.0, READ_SLOWLY.1)?.bind(same).op(Op::Return);
        Ok(())
    })
}

/// [Read Shared Same Epoch] by the thread's cache, else the runtime.
fn add_read_slowly(class: &mut ClassFile<'_>) -> Result<()> {
    add_method(class, READ_SLOWLY.0, READ_SLOWLY.1, Inlined::AsUsual, |edit, code| {
        let thread = edit.scratch_local(1)?;
        return_if_shared(edit, code, 1, thread)?;
        code.local(Op::Aload, 0).local(Op::Iload, 3).local(Op::Iload, 4);
        code.call(hooks::READ_FIELD)?.op(Op::Return);
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

/// [Read Same Epoch], of an element. There are no words if there was no room for them.
fn add_element_read(class: &mut ClassFile<'_>) -> Result<()> {
    add_method(class, ELEMENT_READ.0, ELEMENT_READ.1, Inlined::Always, |edit, code| {
        let (same, word) = (edit.new_label(), edit.scratch_local(2)?);
        code.local(Op::Aload, 2).branch(Op::Ifnull, same);
        code.local(Op::Aload, 2).local(Op::Iload, 1);
        code.ops(&[Op::Iconst1, Op::Ishl, Op::Iconst1, Op::Ior, Op::Laload, Op::Dup2]);
        code.local(Op::Lstore, word);
        branch_if_same_epoch(code, same)?;
        code.local(Op::Aload, 0).local(Op::Iload, 1).local(Op::Lload, word).local(Op::Iload, 3);
        code.carried(ELEMENT_READ_SLOWLY.0, ELEMENT_READ_SLOWLY.1)?.bind(same).op(Op::Return);
        Ok(())
    })
}

fn add_element_read_slowly(class: &mut ClassFile<'_>) -> Result<()> {
    let (name, descriptor) = ELEMENT_READ_SLOWLY;
    add_method(class, name, descriptor, Inlined::AsUsual, |edit, code| {
        let thread = edit.scratch_local(1)?;
        return_if_shared(edit, code, 2, thread)?;
        code.local(Op::Aload, 0).local(Op::Iload, 1).local(Op::Iload, 4);
        code.call(hooks::READ_ELEMENT)?.op(Op::Return);
        Ok(())
    })
}

/// [Write Same Epoch], of an element.
fn add_element_write(class: &mut ClassFile<'_>) -> Result<()> {
    add_method(class, ELEMENT_WRITE.0, ELEMENT_WRITE.1, Inlined::Always, |edit, code| {
        let same = edit.new_label();
        code.local(Op::Aload, 2).branch(Op::Ifnull, same);
        code.local(Op::Aload, 2).local(Op::Iload, 1);
        code.ops(&[Op::Iconst1, Op::Ishl, Op::Laload]);
        branch_if_same_epoch(code, same)?;
        code.local(Op::Aload, 0).local(Op::Iload, 1).local(Op::Iload, 3);
        code.call(hooks::WRITE_ELEMENT)?.bind(same).op(Op::Return);
        Ok(())
    })
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
