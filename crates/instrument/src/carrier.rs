//! The methods that are added to the carrier: each hook, which does nothing until the gate is
//! opened and then calls the runtime's, and the tests that come before most calls.

use redflag_classfile::annotation::Annotation;
use redflag_classfile::edit::{CodeEdit, MethodContext, assemble};
use redflag_classfile::{Attribute, ClassFile, Flags, Info, Insn, Label, Op, Result};

use crate::epoch::{MAX_SITE, SITE_BITS, SLOT_SHIFT};
use crate::footprints::{self, FOOTPRINT};
use crate::hooks::{self, CARRIER, Hook, PREFIX};
use crate::snippet::{Writer, load_op, parameters, return_op, slots};
use crate::thread_state::{AFTER, EPOCH, INITS, RECORDED, SHARED, STATE, THREAD};

/// The carrier's static field that is set when the runtime can be called.
pub const GATE: &str = "$redflag$open";

/// Not zero when a release could not be told of: from then on no race is certain.
pub const LOST: &str = "$redflag$lost";

/// A byte for each site: not zero when enough stacks of accesses from there have been kept.
pub const SETTLED: &str = "$redflag$settled";

/// `(object or class, read word, key, site)`: a field was read that others have accessed, or nobody.
pub const READ_OF_OTHERS: (&str, &str) = ("readOfOthers", "(Ljava/lang/Object;JII)V");
/// `(site)`: the current epoch was put into a word.
pub const STAMPED: (&str, &str) = ("stamped", "(I)V");
/// `(class key)`: a class with a static initialiser is used.
pub const USED: (&str, &str) = ("used", "(I)V");

/// Adds the gate and all methods to the carrier's class file.
pub fn add_hooks(class: &mut ClassFile<'_>) -> Result<()> {
    // Not volatile: each thread may learn of the runtime when it likes, and only the first thread
    // runs before it is there.
    class.add_field(Flags::PUBLIC.with(ADDED), GATE, "Z")?;
    class.add_field(Flags::PUBLIC.with(ADDED), LOST, "J")?;
    add_settled(class)?;
    for hook in hooks::ALL {
        add_hook(class, hook)?;
    }
    add_stamped(class)?;
    add_read_of_others(class)?;
    for access in [Access::Read, Access::Write] {
        for copy in 0..COPIES {
            add_element(class, access, copy)?;
        }
        add_seldom(class, access)?;
    }
    for copy in 0..COPIES {
        footprints::add_extension(class, copy)?;
    }
    add_seen_of(class)?;
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

/// `static R hook(A a) { if (open) return …Hooks.hook(Thread.currentThread().state, a); … }`
fn add_hook(class: &mut ClassFile<'_>, hook: Hook) -> Result<()> {
    let seldom = [
        hooks::READ_FIELD,
        hooks::WRITE_FIELD,
        hooks::READ_WORD,
        hooks::WRITE_WORD,
        hooks::SHADOW,
        hooks::SEEN,
        hooks::READ_UNSEEN,
        hooks::WRITE_UNSEEN,
        hooks::KEEP_STACK,
        hooks::READ_BEYOND,
        hooks::WRITE_BEYOND,
        hooks::USE,
        hooks::READ_SPAN,
        hooks::WRITE_SPAN,
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
        code.static_call(hook.class, hook.name, &hook.runtime_descriptor())?;
        code.op(return_op(returned)).bind(shut);
        // Before the runtime is there, a hook answers with what it was told, or with nothing.
        match returned {
            "V" => code.op(Op::Return),
            _ if returned == footprints::KEPT => {
                code.field(Op::Getstatic, FOOTPRINT, footprints::NONE, footprints::KEPT)?;
                code.op(Op::Areturn)
            }
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
    // They are a power of two, and one more element.
    code.local(Op::Aload, known).local(Op::Lload, word).op(Op::L2i);
    code.local(Op::Aload, known).ops(&[Op::Arraylength, Op::Iconst2, Op::Isub]);
    code.ops(&[Op::Iand, Op::Laload]);
    code.local(Op::Lload, word).op(Op::Lcmp).branch(Op::Ifeq, same).bind(unknown);
    Ok(())
}

/// [Read Shared Same Epoch], of a field, else the runtime.
fn add_read_of_others(class: &mut ClassFile<'_>) -> Result<()> {
    let (name, descriptor) = READ_OF_OTHERS;
    add_method(class, name, descriptor, Inlined::Always, |edit, code| {
        let same = edit.new_label();
        branch_if_shared(edit, code, 1, same)?;
        code.local(Op::Aload, 0).local(Op::Iload, 3).local(Op::Iload, 4);
        code.call(hooks::READ_FIELD)?.bind(same).op(Op::Return);
        Ok(())
    })
}

/// Remembers that the epoch is in a word, and keeps the stack if it is one of the first from there.
fn add_stamped(class: &mut ClassFile<'_>) -> Result<()> {
    add_method(class, STAMPED.0, STAMPED.1, Inlined::Always, |edit, code| {
        let settled = edit.new_label();
        code.current_thread()?.op(Op::Lconst1);
        code.field(Op::Putfield, THREAD, RECORDED.0, RECORDED.1)?;
        code.field(Op::Getstatic, CARRIER, SETTLED, "[B")?.local(Op::Iload, 0).op(Op::Baload);
        code.branch(Op::Ifne, settled).local(Op::Iload, 0).call(hooks::KEEP_STACK)?;
        code.bind(settled).op(Op::Return);
        Ok(())
    })
}

/// Final, so that the compilers take its address for a constant; hence made by the initialiser,
/// which the carrier had none of.
fn add_settled(class: &mut ClassFile<'_>) -> Result<()> {
    class.add_field(Flags::PUBLIC.with(ADDED).with(Flags::FINAL), SETTLED, "[B")?;
    let context = MethodContext {
        major: class.major,
        minor: class.minor,
        this_class: class.this_class,
        flags: Flags::STATIC,
        name: class.pool.add_text("<clinit>")?,
        descriptor: class.pool.add_text("()V")?,
    };
    let code = assemble(&mut class.pool, &context, |_, pool| {
        let mut code = Writer::new(pool);
        code.int(MAX_SITE as i32 + 1)?.insn(Insn::NewArray { code: BYTES });
        code.field(Op::Putstatic, CARRIER, SETTLED, "[B")?.op(Op::Return);
        Ok(code.done())
    })?;
    class.add_method(Flags::STATIC, "<clinit>", "()V", Some(code))
}

/// The type of byte arrays in `newarray`.
const BYTES: u8 = 8;

/// The tests that are put into all code exist so many times over: the JVM counts for each method which of its
/// branches are taken, and one place's habits must not spoil the code of another.
pub const COPIES: u32 = 32;

const ELEMENT: &str = "(Ljava/lang/Object;I[JI)V";
const ELEMENT_SEEN: &str = "(Ljava/lang/Object;I[J[JI)V";

/// `(array, words)`: what the thread has seen of the array, null unless there are many words.
pub const SEEN_OF: (&str, &str) = ("seenOf", "(Ljava/lang/Object;[J)[J");

/// As the runtime's `Seen` has it: how many words an array has of which a thread remembers that; of how many elements
/// inlined code asks for the last each time; how many elements share one of the numbers, before which there is another.
const MANY_WORDS: i32 = 1 << 17;
const SAMPLE: i32 = 1 << 10;
const SEEN_SHIFT: i32 = 5;

/// Which kind of access to an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

impl Access {
    /// `(array, index, words, seen, site)`: an element was accessed.
    pub fn of_element(self, site: u32) -> (String, &'static str) {
        let name = match self {
            Access::Read => "elementRead",
            Access::Write => "elementWrite",
        };
        (format!("{name}{}", site % COPIES), ELEMENT_SEEN)
    }

    /// `(array, index, footprint, site)`: an element was accessed that is beyond the footprint.
    pub fn beyond(self) -> Hook {
        match self {
            Access::Read => hooks::READ_BEYOND,
            Access::Write => hooks::WRITE_BEYOND,
        }
    }

    /// What does the rest of that, with the same descriptor.
    fn seldom(self) -> &'static str {
        match self {
            Access::Read => "elementReadSeldom",
            Access::Write => "elementWriteSeldom",
        }
    }

    fn other(self) -> Access {
        match self {
            Access::Read => Access::Write,
            Access::Write => Access::Read,
        }
    }
}

/// The same-epoch rule of an element; [Read Exclusive] or [Write Exclusive] where both words are of
/// the thread's own slot; [Read Shared Same Epoch]; else what is seldom needed, in one call. There
/// are no words if there was no room for them.
///
/// The thread stores into its own words without a lock: whoever else comes to the element sees that
/// it is this thread's, asks the runtime, and looks again later whether this thread has stored over
/// it (`Taken` in the runtime).
fn add_element(class: &mut ClassFile<'_>, access: Access, copy: u32) -> Result<()> {
    let (name, descriptor) = access.of_element(copy);
    add_method(class, &name, descriptor, Inlined::Always, |edit, code| {
        let [same, seldom, by_words] = [(); 3].map(|()| edit.new_label());
        let (epoch, word) = (edit.scratch_local(2)?, edit.scratch_local(2)?);
        code.local(Op::Aload, 3).branch(Op::Ifnull, by_words);
        ask_seen(edit, code, access, same, by_words)?;
        code.bind(by_words).local(Op::Aload, 2).branch(Op::Ifnull, same);
        push_index(code, access);
        code.ops(&[Op::Laload, Op::Dup2]).local(Op::Lstore, word);
        code.current_thread()?.thread_field(EPOCH)?.op(Op::Dup2).local(Op::Lstore, epoch);
        code.op(Op::Lxor).int(SITE_BITS)?.ops(&[Op::Lushr, Op::Lconst0, Op::Lcmp]);
        code.branch(Op::Ifeq, same);
        if access == Access::Read {
            // Shared words are negative. A few others are, which the runtime then looks at.
            let not_shared = edit.new_label();
            code.local(Op::Lload, word).ops(&[Op::Lconst0, Op::Lcmp]).branch(Op::Ifge, not_shared);
            branch_if_shared(edit, code, word, same)?;
            code.branch(Op::Goto, seldom).bind(not_shared);
        }
        code.local(Op::Lload, word).local(Op::Lload, epoch).op(Op::Lxor);
        push_index(code, access.other());
        code.op(Op::Laload).local(Op::Lload, epoch).ops(&[Op::Lxor, Op::Lor]).int(SLOT_SHIFT)?;
        code.ops(&[Op::Lushr, Op::Lconst0, Op::Lcmp]).branch(Op::Ifne, seldom);
        code.field(Op::Getstatic, CARRIER, SETTLED, "[B")?.local(Op::Iload, 4).op(Op::Baload);
        code.branch(Op::Ifeq, seldom);
        store_epoch(code, access, epoch, 4)?;
        code.op(Op::Return).bind(seldom);
        load_element(code);
        code.carried(access.seldom(), ELEMENT)?.bind(same).op(Op::Return);
        Ok(())
    })
}

/// Goes on to `same` if the thread has seen the element, and when the runtime has seen to one that it has not; to
/// `by_words` if what it has seen is not looked at, unless the element is a sample.
fn ask_seen(
    edit: &mut CodeEdit<'_, '_>,
    code: &mut Writer<'_, '_>,
    access: Access,
    same: Label,
    by_words: Label,
) -> Result<()> {
    let ask = edit.new_label();
    code.local(Op::Aload, 3).local(Op::Iload, 1).int(SEEN_SHIFT)?.ops(&[Op::Ishr, Op::Iconst1]);
    code.ops(&[Op::Iadd, Op::Laload]).local(Op::Iload, 1).ops(&[Op::Iconst1, Op::Ishl]);
    if access == Access::Read {
        code.ops(&[Op::Iconst1, Op::Ior]);
    }
    code.ops(&[Op::Lushr, Op::Lconst1, Op::Land, Op::Lconst0, Op::Lcmp]).branch(Op::Ifne, same);
    code.local(Op::Aload, 3).ops(&[Op::Iconst0, Op::Laload, Op::Lconst0, Op::Lcmp]);
    code.branch(Op::Ifeq, ask).local(Op::Iload, 1).int(SAMPLE - 1)?.op(Op::Iand);
    code.int(SAMPLE - 1)?.branch(Op::IfIcmpne, by_words).bind(ask);
    load_element(code);
    code.call(if access == Access::Read { hooks::READ_UNSEEN } else { hooks::WRITE_UNSEEN })?;
    code.branch(Op::Goto, same);
    Ok(())
}

/// Array, index, words and site.
fn load_element(code: &mut Writer<'_, '_>) {
    code.local(Op::Aload, 0).local(Op::Iload, 1).local(Op::Aload, 2).local(Op::Iload, 4);
}

fn add_seen_of(class: &mut ClassFile<'_>) -> Result<()> {
    add_method(class, SEEN_OF.0, SEEN_OF.1, Inlined::Always, |edit, code| {
        let none = edit.new_label();
        code.local(Op::Aload, 1).branch(Op::Ifnull, none);
        code.local(Op::Aload, 1).op(Op::Arraylength).int(MANY_WORDS)?.branch(Op::IfIcmplt, none);
        code.local(Op::Aload, 0).call(hooks::SEEN)?.op(Op::Areturn);
        code.bind(none).ops(&[Op::AconstNull, Op::Areturn]);
        Ok(())
    })
}

/// The exclusive rules where the write word is of the thread's own slot, and the read word too, or
/// empty, or of an epoch that the thread is known to come after; or where nobody has written, and the
/// read word is of the thread's own slot. Else the runtime: of two threads that are both in the words,
/// at most one may store without asking. The first few stores from a site are left to the runtime in
/// any case, which keeps their stacks.
fn add_seldom(class: &mut ClassFile<'_>, access: Access) -> Result<()> {
    let descriptor = ELEMENT;
    add_method(class, access.seldom(), descriptor, Inlined::Never, |edit, code| {
        let [not_written, own, ask] = [(); 3].map(|()| edit.new_label());
        let (thread, epoch) = (edit.scratch_local(1)?, edit.scratch_local(2)?);
        let (write, read) = (edit.scratch_local(2)?, edit.scratch_local(2)?);
        let slot = |code: &mut Writer<'_, '_>, word, branch, target| -> Result<()> {
            code.local(Op::Lload, word).local(Op::Lload, epoch).op(Op::Lxor).int(SLOT_SHIFT)?;
            code.ops(&[Op::Lushr, Op::Lconst0, Op::Lcmp]).branch(branch, target);
            Ok(())
        };
        code.field(Op::Getstatic, CARRIER, SETTLED, "[B")?.local(Op::Iload, 3).op(Op::Baload);
        code.branch(Op::Ifeq, ask);
        code.current_thread()?.op(Op::Dup).local(Op::Astore, thread);
        code.thread_field(EPOCH)?.local(Op::Lstore, epoch);
        for (word, access) in [(write, Access::Write), (read, Access::Read)] {
            push_index(code, access);
            code.op(Op::Laload).local(Op::Lstore, word);
        }
        code.local(Op::Lload, write).ops(&[Op::Lconst0, Op::Lcmp]).branch(Op::Ifeq, not_written);
        slot(code, write, Op::Ifne, ask)?;
        code.local(Op::Lload, read).ops(&[Op::Lconst0, Op::Lcmp]).branch(Op::Ifeq, own);
        for after in AFTER {
            code.local(Op::Lload, read).int(SITE_BITS)?.op(Op::Lushr);
            code.local(Op::Aload, thread).thread_field(after)?.op(Op::Lcmp).branch(Op::Ifeq, own);
        }
        code.bind(not_written);
        slot(code, read, Op::Ifeq, own)?;
        code.bind(ask);
        load_all(code, &parameters(descriptor).0, 0);
        code.call(if access == Access::Read { hooks::READ_WORD } else { hooks::WRITE_WORD })?;
        code.op(Op::Return).bind(own);
        store_epoch(code, access, epoch, 3)?;
        code.op(Op::Return);
        Ok(())
    })
}

/// Puts the epoch in a variable into the word of the access.
fn store_epoch(code: &mut Writer<'_, '_>, access: Access, epoch: u16, site: u16) -> Result<()> {
    // First: should there be no stack for the call, no word must have the epoch.
    code.current_thread()?.op(Op::Lconst1);
    code.field(Op::Putfield, THREAD, RECORDED.0, RECORDED.1)?;
    push_index(code, access);
    code.local(Op::Lload, epoch).local(Op::Iload, site).ops(&[Op::I2l, Op::Lor, Op::Lastore]);
    Ok(())
}

/// Pushes the words and where in them the word of the element is: the write word comes first.
fn push_index(code: &mut Writer<'_, '_>, access: Access) {
    code.local(Op::Aload, 2).local(Op::Iload, 1).ops(&[Op::Iconst1, Op::Ishl]);
    if access == Access::Read {
        code.ops(&[Op::Iconst1, Op::Ior]);
    }
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
