//! The few classes of the JDK in which something happens that no volatile, monitor or Unsafe
//! operation shows: threads that start and end, interrupts, references, reflection.

use redflag_classfile::edit::{CodeEdit, LocalType, Snippet};
use redflag_classfile::{Code, Insn, Label, Op, Result};

use crate::epoch::UNSEEN;
use crate::hooks::{self, Hook};
use crate::method::Method;
use crate::monitors::returns;
use crate::random::{RANDOM, call_copies};
use crate::snippet::Writer;
use crate::thread_state::{EPOCH, THREAD};

/// Classes whose own synchronisation is not observed. The runtime itself uses references;
/// virtual threads are scheduled, and random numbers drawn, in ways that order nothing a program may rely on.
pub const NOT_OBSERVED: [&str; 8] = [
    crate::hooks::CARRIER,
    crate::unsafe_calls::UNSAFE,
    "java/lang/ref/Reference",
    "java/lang/ref/WeakReference",
    "java/lang/ref/SoftReference",
    "java/lang/ref/PhantomReference",
    "java/lang/VirtualThread",
    RANDOM,
];

/// Whether a class has methods that [`observe`] looks at.
pub fn has_special_methods(class: &str) -> bool {
    matches!(
        class,
        "java/lang/Thread"
            | "java/lang/VirtualThread"
            | "java/lang/Shutdown"
            | "java/lang/InterruptedException"
            | "java/lang/Class"
            | "java/lang/ref/Reference"
            | "java/lang/ref/ReferenceQueue"
            | "java/util/concurrent/locks/AbstractOwnableSynchronizer"
            | RANDOM
    ) || calls_program(class, "loadClass", LOAD_CLASS)
        || calls_program(class, "transform", "")
        || LINKING.iter().any(|(linking, _)| *linking == class)
}

const LOAD_CLASS: &str = "(Ljava/lang/String;)Ljava/lang/Class;";

/// Whether a method of the JDK is where the JVM, while it loads and links, comes to class loaders of
/// the program and to transformers of agents.
fn calls_program(class: &str, name: &str, descriptor: &str) -> bool {
    match (class, name) {
        ("java/lang/ClassLoader", "loadClass") => descriptor == LOAD_CLASS,
        ("sun/instrument/InstrumentationImpl", "transform") => true,
        _ => false,
    }
}

/// Where the JVM loads classes and links call sites, and where threads are given their seeds. The tables that it
/// keeps for that are shared by all threads, and synchronised, but a program that relied on it would be wrong. Code
/// of the program is called from there through [`calls_program`] only.
const LINKING: [(&str, &[&str]); 10] = [
    (
        "java/lang/invoke/MethodHandleNatives",
        &["linkMethod", "linkMethodHandleConstant", "findMethodHandleType"],
    ),
    ("java/lang/invoke/VarForm", &["getMemberName", "getMemberNameOrNull", "resolveMemberName"]),
    ("java/lang/invoke/VarHandle", &["getMethodHandle", "getMethodHandleUncached"]),
    ("java/lang/invoke/MethodHandle", &["asType"]),
    ("java/lang/invoke/MethodType", &["makeImpl", "methodType"]),
    ("java/lang/invoke/LambdaMetafactory", &["metafactory", "altMetafactory"]),
    ("java/lang/invoke/StringConcatFactory", &["makeConcat", "makeConcatWithConstants"]),
    ("jdk/internal/loader/BuiltinClassLoader", &["loadClass", "loadClassOrNull"]),
    ("jdk/internal/loader/ClassLoaders$AppClassLoader", &["loadClass"]),
    ("java/util/concurrent/ThreadLocalRandom", &["localInit"]),
];

/// Classes of the JDK that hold arrays of the program and access their elements when it asks.
pub fn works_on_program_arrays(class: &str) -> bool {
    matches!(
        class,
        "java/util/Spliterators$ArraySpliterator"
            | "java/util/Spliterators$IntArraySpliterator"
            | "java/util/Spliterators$LongArraySpliterator"
            | "java/util/Spliterators$DoubleArraySpliterator"
            | "java/util/Arrays$ArrayList"
            | "java/util/Arrays$ArrayItr"
    )
}

/// A new thread has an epoch that is in no word, whoever makes it and starts it.
fn unseen(edit: &mut CodeEdit<'_, '_>, code: &Code<'_>, method: &mut Method<'_, '_>) -> Result<()> {
    let call = method.super_call();
    let Some(&Insn::Invoke { index, .. }) = code.insns.get(call.index()) else { return Ok(()) };
    if method.pool.method(index)?.class != b"java/lang/Object" {
        return Ok(());
    }
    let mut after = Writer::new(method.pool);
    after.local(Op::Aload, 0).long(UNSEEN)?;
    after.field(Op::Putfield, THREAD, EPOCH.0, EPOCH.1)?;
    edit.after(call, after.done());
    Ok(())
}

/// Adds the calls to one method of such a class.
pub fn observe<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
) -> Result<()> {
    let (name, descriptor) = (method.name.clone(), method.descriptor.clone());
    match (method.class, name.as_str(), descriptor.as_str()) {
        (THREAD, "<init>", _) => unseen(edit, code, method),
        ("java/lang/Thread", "exit", "()V") => {
            let daemon = edit.new_label();
            let mut code = Writer::new(method.pool);
            let is_daemon = code.pool.add_method(b"java/lang/Thread", b"isDaemon", b"()Z")?;
            code.local(Op::Aload, 0);
            code.insn(Insn::Invoke { op: Op::Invokevirtual, index: is_daemon });
            code.branch(Op::Ifne, daemon);
            last_thread(&mut code, hooks::RELEASE_VARIABLE)?;
            code.bind(daemon).local(Op::Aload, 0).call(hooks::END)?;
            let call = code.done();
            edit.at_entry(call);
            Ok(())
        }
        // Called by the thread that has waited for the end of all that are no daemons.
        ("java/lang/Shutdown", "shutdown", "()V") => {
            let mut code = Writer::new(method.pool);
            last_thread(&mut code, hooks::ACQUIRE_VARIABLE)?;
            let call = code.done();
            edit.at_entry(call);
            Ok(())
        }
        ("java/lang/Thread" | "java/lang/VirtualThread", "interrupt", "()V") => {
            at_entry(edit, method, hooks::INTERRUPT)?;
            suspend_in_virtual_thread(edit, code, method)
        }
        ("java/lang/Thread", "isAlive", "()Z") => before_returns(edit, code, method, |code| {
            code.local(Op::Aload, 0).op(Op::Swap).call(hooks::AFTER_IS_ALIVE).map(drop)
        }),
        (
            "java/lang/Thread" | "java/lang/VirtualThread",
            "getState" | "threadState",
            "()Ljava/lang/Thread$State;",
        ) => before_returns(edit, code, method, |code| {
            code.op(Op::Dup).local(Op::Aload, 0).op(Op::Swap);
            code.call(hooks::AFTER_GET_STATE).map(drop)
        }),
        ("java/lang/Thread" | "java/lang/VirtualThread", "isTerminated", "()Z") => {
            after_ending(edit, code, method)
        }
        ("java/lang/Thread", _, _) => before_start0(edit, code, method),
        ("java/lang/VirtualThread", "run", "(Ljava/lang/Runnable;)V") => {
            before_returns(edit, code, method, |code| {
                code.local(Op::Aload, 0).call(hooks::END).map(drop)
            })
        }
        ("java/lang/VirtualThread", "start", "(Ljdk/internal/vm/ThreadContainer;)V") => {
            at_entry(edit, method, hooks::FORK)?;
            suspend_in_virtual_thread(edit, code, method)
        }
        ("java/lang/VirtualThread", "joinNanos", "(J)Z") => {
            suspend(edit, code, method)?;
            after_ending(edit, code, method)
        }
        ("java/lang/VirtualThread", "isInterrupted" | "getAndClearInterrupt", "()Z") => {
            before_returns(edit, code, method, |code| {
                code.local(Op::Aload, 0).long(INTERRUPTS)?.call(hooks::ACQUIRE_VARIABLE).map(drop)
            })
        }
        ("java/lang/VirtualThread", name, _) if SCHEDULING.contains(&name) => {
            suspend_in_virtual_thread(edit, code, method)
        }
        ("java/lang/InterruptedException", "<init>", _) => {
            before_returns(edit, code, method, |code| code.call(hooks::INTERRUPTED).map(drop))
        }
        ("java/lang/Class", _, _) => hide_added_members(edit, code, method),
        ("java/lang/ref/Reference", "reachabilityFence", _) => {
            at_entry(edit, method, hooks::REACHABLE)
        }
        (
            "java/lang/ref/Reference",
            "<init>",
            "(Ljava/lang/Object;Ljava/lang/ref/ReferenceQueue;)V",
        ) => observe_new_reference(edit, code, method),
        ("java/lang/ref/ReferenceQueue", "poll" | "remove", _)
            if descriptor.ends_with(")Ljava/lang/ref/Reference;") =>
        {
            before_returns(edit, code, method, |code| {
                code.op(Op::Dup).call(hooks::REFERENCE_REMOVED).map(drop)
            })
        }
        (_, "setExclusiveOwnerThread", "(Ljava/lang/Thread;)V") => {
            let (given, done) = (edit.new_label(), edit.new_label());
            let mut code = Writer::new(method.pool);
            code.local(Op::Aload, 1).branch(Op::Ifnull, given);
            code.local(Op::Aload, 0).call(hooks::LOCK_TAKEN)?.branch(Op::Goto, done);
            code.bind(given).local(Op::Aload, 0).call(hooks::LOCK_GIVEN)?.bind(done);
            let call = code.done();
            edit.at_entry(call);
            Ok(())
        }
        (RANDOM, _, _) => call_copies(edit, code, method),
        (class, name, descriptor) if calls_program(class, name, descriptor) => {
            order_again(edit, code, method)
        }
        (class, name, _)
            if LINKING
                .iter()
                .any(|(linking, names)| *linking == class && names.contains(&name)) =>
        {
            suspend(edit, code, method)
        }
        _ => Ok(()),
    }
}

/// The runtime's variable for the interrupts of a thread.
const INTERRUPTS: i64 = -2;

/// The variable, of the class `Thread`, for the ends of all threads but daemons.
const ENDS: i64 = -5;

/// Calls a hook for the ends of threads, which the JVM waits for before it runs shutdown hooks.
fn last_thread(code: &mut Writer<'_, '_>, hook: Hook) -> Result<()> {
    let class = code.pool.add_class(b"java/lang/Thread")?;
    code.insn(Insn::ldc(class)).long(ENDS)?.call(hook)?;
    Ok(())
}

/// Methods of virtual threads that do nothing but scheduling, and end in the thread in which they
/// began.
const SCHEDULING: [&str; 11] = [
    "submitRunContinuation",
    "externalSubmitRunContinuation",
    "externalSubmitRunContinuationOrThrow",
    "lazySubmitRunContinuation",
    "park",
    "parkNanos",
    "unpark",
    "unblock",
    "tryYield",
    "schedule",
    "scheduleUnpark",
];

/// `this`, or the first parameter of a static method, is what the hook is about.
fn at_entry(edit: &mut CodeEdit<'_, '_>, method: &mut Method<'_, '_>, hook: Hook) -> Result<()> {
    let mut code = Writer::new(method.pool);
    code.local(Op::Aload, 0).call(hook)?;
    let call = code.done();
    edit.at_entry(call);
    Ok(())
}

fn before_returns<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
    write: impl Fn(&mut Writer<'_, 'a>) -> Result<()>,
) -> Result<()> {
    for at in returns(code) {
        let mut call = Writer::new(method.pool);
        write(&mut call)?;
        edit.before(at, call.done());
    }
    Ok(())
}

fn suspend_in_virtual_thread<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
) -> Result<()> {
    match method.class {
        "java/lang/VirtualThread" => suspend(edit, code, method),
        _ => Ok(()),
    }
}

/// A method returns whether the thread has ended.
fn after_ending<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
) -> Result<()> {
    before_returns(edit, code, method, |code| {
        code.local(Op::Aload, 0).op(Op::Swap).ops(&[Op::Iconst1, Op::Ixor]);
        code.call(hooks::AFTER_IS_ALIVE)?.ops(&[Op::Iconst1, Op::Ixor]);
        Ok(())
    })
}

/// What happens in the method orders nothing.
fn suspend<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
) -> Result<()> {
    edit.at_entry(one_call(method, hooks::SUSPEND)?);
    for at in returns(code) {
        edit.before(at, one_call(method, hooks::RESUME)?);
    }
    let mut thrown = one_call(method, hooks::RESUME)?;
    thrown.push(Insn::Plain(Op::Athrow).into());
    edit.add_handler(Label(0), Label(code.insns.len() as u32), 0, thrown);
    Ok(())
}

/// Whether a method of the program may be a class loader's that the JVM calls without going through
/// the JDK's.
pub fn is_called_by_jvm(method: &Method<'_, '_>) -> bool {
    let is_static = method.context.flags.is_static();
    method.name == "loadClass" && method.descriptor == LOAD_CLASS && !is_static
}

/// What happens in the method orders threads, wherever it was called from.
pub fn order_again<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
) -> Result<()> {
    let object = method.pool.add_class(b"java/lang/Object")?;
    let times = edit.live_local(LocalType::Object(object))?;
    let again = |method: &mut Method<'_, 'a>| -> Result<Snippet> {
        let mut code = Writer::new(method.pool);
        code.local(Op::Aload, times).call(hooks::SUSPEND_AGAIN)?;
        Ok(code.done())
    };
    let mut entry = Writer::new(method.pool);
    entry.call(hooks::RESUME_ALL)?.local(Op::Astore, times);
    let entry = entry.done();
    edit.at_entry(entry);
    for at in returns(code) {
        edit.before(at, again(method)?);
    }
    let mut thrown = again(method)?;
    thrown.push(Insn::Plain(Op::Athrow).into());
    edit.add_handler(Label(0), Label(code.insns.len() as u32), 0, thrown);
    Ok(())
}

fn one_call(method: &mut Method<'_, '_>, hook: Hook) -> Result<Snippet> {
    Ok(vec![hook.call(method.pool)?.into()])
}

/// Whoever starts a thread tells of it before the JVM does.
fn before_start0<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
) -> Result<()> {
    for (at, insn) in (0u32..).map(Label).zip(&code.insns) {
        if calls(insn, method, b"start0", b"()V")? {
            edit.before(
                at,
                vec![Insn::Plain(Op::Dup).into(), hooks::FORK.call(method.pool)?.into()],
            );
        }
    }
    Ok(())
}

/// Reflection asks the JVM for members; what was added is taken out of the answer.
fn hide_added_members<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
) -> Result<()> {
    let asked = [
        (b"getDeclaredFields0".as_slice(), "[Ljava/lang/reflect/Field;"),
        (b"getDeclaredMethods0", "[Ljava/lang/reflect/Method;"),
    ];
    for (at, insn) in (0u32..).map(Label).zip(&code.insns) {
        for (name, members) in asked {
            if calls(insn, method, name, format!("(Z){members}").as_bytes())? {
                let mut code = Writer::new(method.pool);
                code.call(hooks::VISIBLE)?.cast(members)?;
                edit.after(at, code.done());
            }
        }
    }
    Ok(())
}

/// A reference that will come to a queue is tied to what it refers to.
fn observe_new_reference<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
) -> Result<()> {
    let ends: Vec<Label> = returns(code).collect();
    for at in ends {
        let no_queue = edit.new_label();
        let mut code = Writer::new(method.pool);
        code.local(Op::Aload, 2).branch(Op::Ifnull, no_queue);
        code.local(Op::Aload, 0).local(Op::Aload, 1).call(hooks::REFERENCE_MADE)?.bind(no_queue);
        edit.before(at, code.done());
    }
    Ok(())
}

fn calls(insn: &Insn, method: &Method<'_, '_>, name: &[u8], descriptor: &[u8]) -> Result<bool> {
    let Insn::Invoke { index, .. } = *insn else { return Ok(false) };
    let called = method.pool.method(index)?;
    Ok(called.name == name && called.descriptor == descriptor)
}
