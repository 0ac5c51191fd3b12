//! Monitors: the runtime is told after one is entered and before it is left.
//!
//! Told before leaving, so that whoever enters next finds the clock there. A `synchronized`
//! method enters and leaves by itself: it is told at its start, before each return, and in a
//! handler around it that throws on whatever the method throws.

use redflag_classfile::edit::{CodeEdit, LocalType, MethodContext, Snippet};
use redflag_classfile::{Code, ConstantPool, Flags, Insn, Label, Op, Result};

use crate::carrier::LOST;
use crate::hooks::{ACQUIRE_MONITOR, CARRIER, RELEASE_MONITOR};
use crate::snippet::Writer;
use crate::this::keeps_this;

/// Adds the calls for every monitor operation of a method.
pub fn observe_monitors<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &MethodContext,
    pool: &mut ConstantPool<'a>,
) -> Result<()> {
    let is_monitor = |insn: &Insn| matches!(insn.op(), Op::Monitorenter | Op::Monitorexit);
    let lock = match code.insns.iter().any(is_monitor) {
        true => edit.scratch_local(1)?,
        false => 0,
    };
    for (at, insn) in (0u32..).map(Label).zip(&code.insns) {
        match insn.op() {
            Op::Monitorenter => {
                // In a variable and not on the stack: JDK 24 and later may unmount a virtual thread
                // that waits to enter, and then expect nothing else on the stack.
                let keep = [Insn::Plain(Op::Dup), Insn::local(Op::Astore, lock)];
                edit.before(at, keep.map(Into::into).to_vec());
                // Inside the range whose handler leaves the monitor: should there be no stack for
                // the call, it must be left, and compilers give up on code that might not.
                let tell = [Insn::local(Op::Aload, lock), ACQUIRE_MONITOR.call(pool)?];
                edit.after_within(at, tell.map(Into::into).to_vec());
            }
            Op::Monitorexit => observe_exit(edit, at, lock, pool)?,
            _ => {}
        }
    }
    if method.flags.has(Flags::SYNCHRONIZED) && !is_made_by_jvm(method, pool)? {
        observe_synchronized_method(edit, code, method, pool)?;
    }
    Ok(())
}

/// Tells before a monitor is left. Should there be no stack for the call, it is left all the same,
/// and what was thrown goes where it would have gone from the next instruction.
///
/// Not to the handler that compilers write: that one leaves the monitor too and covers itself, so
/// it would try for ever, and HotSpot's C1 gives up on handlers that can throw to themselves.
fn observe_exit<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    at: Label,
    lock: u16,
    pool: &mut ConstantPool<'a>,
) -> Result<()> {
    let (start, end) = (edit.new_label(), edit.new_label());
    let (failed, next) = (edit.new_label(), edit.new_label());
    let mut tell = Writer::new(pool);
    tell.ops(&[Op::Dup, Op::Dup]).local(Op::Astore, lock);
    tell.bind(start).call(RELEASE_MONITOR)?.bind(end);
    edit.before(at, tell.done());
    let mut leave = Writer::new(pool);
    leave.branch(Op::Goto, next).bind(failed);
    leave.local(Op::Aload, lock).op(Op::Monitorexit);
    leave.op(Op::Lconst1).field(Op::Putstatic, CARRIER, LOST, "J")?.op(Op::Athrow).bind(next);
    edit.before(Label(at.0 + 1), leave.done());
    edit.guard(start, end, failed);
    Ok(())
}

fn observe_synchronized_method<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &MethodContext,
    pool: &mut ConstantPool<'a>,
) -> Result<()> {
    let lock = Lock::of(edit, code, method, pool)?;
    let (acquire, release) = (ACQUIRE_MONITOR.call(pool)?, RELEASE_MONITOR.call(pool)?);
    let mut entering = lock.prepare;
    entering.extend([lock.load.clone().into(), acquire.into()]);
    edit.at_entry(entering);
    let leaving: Snippet = vec![lock.load.into(), release.into()];
    for at in returns(code) {
        edit.before(at, leaving.clone());
    }
    let mut thrown = leaving;
    thrown.push(Insn::Plain(Op::Athrow).into());
    edit.add_handler(Label(0), Label(code.insns.len() as u32), 0, thrown);
    Ok(())
}

/// Whether the JVM calls the method whenever an instruction fails: it locks the new exception, which nobody else
/// has, and the place of the failure is no place where threads meet.
fn is_made_by_jvm(method: &MethodContext, pool: &ConstantPool<'_>) -> Result<bool> {
    // What others override it for, as NullPointerException does for its message, locks the same.
    let is_error = [&b"java/lang/Throwable"[..], b"java/lang/NullPointerException"]
        .contains(&pool.class(method.this_class)?);
    Ok(is_error && pool.text(method.name)? == "fillInStackTrace")
}

/// What a `synchronized` method locks, and how code in it gets hold of that.
struct Lock {
    /// What must run first.
    prepare: Snippet,
    load: Insn,
}

impl Lock {
    fn of<'a>(
        edit: &mut CodeEdit<'_, 'a>,
        code: &Code<'a>,
        method: &MethodContext,
        pool: &mut ConstantPool<'a>,
    ) -> Result<Lock> {
        match (method.flags.is_static(), method.major) {
            (false, _) if keeps_this(code, pool.text(method.descriptor)?.as_ref()) => {
                Ok(Lock { prepare: Vec::new(), load: Insn::local(Op::Aload, 0) })
            }
            (false, _) => {
                let kept = edit.live_local(LocalType::Object(method.this_class))?;
                let this = Insn::local(Op::Aload, 0);
                let prepare = vec![this.into(), Insn::local(Op::Astore, kept).into()];
                Ok(Lock { prepare, load: Insn::local(Op::Aload, kept) })
            }
            (true, 49..) => Ok(Lock { prepare: Vec::new(), load: Insn::ldc(method.this_class) }),
            // Class literals came with version 49; before, code asked by name.
            (true, _) => {
                let class = pool.add_class(b"java/lang/Class")?;
                let kept = edit.live_local(LocalType::Object(class))?;
                let name = redflag_classfile::mutf8::decode(pool.class(method.this_class)?);
                let name = name.replace('/', ".");
                let name = pool.add_string(&name)?;
                let descriptor = b"(Ljava/lang/String;)Ljava/lang/Class;";
                let index = pool.add_method(b"java/lang/Class", b"forName", descriptor)?;
                let prepare = vec![
                    Insn::ldc(name).into(),
                    Insn::Invoke { op: Op::Invokestatic, index }.into(),
                    Insn::local(Op::Astore, kept).into(),
                ];
                Ok(Lock { prepare, load: Insn::local(Op::Aload, kept) })
            }
        }
    }
}

/// Where a method returns.
pub(crate) fn returns<'c>(code: &'c Code<'_>) -> impl Iterator<Item = Label> + 'c {
    (0u32..).map(Label).zip(&code.insns).filter_map(|(at, insn)| {
        let returns = matches!(
            insn.op(),
            Op::Ireturn | Op::Lreturn | Op::Freturn | Op::Dreturn | Op::Areturn | Op::Return
        );
        returns.then_some(at)
    })
}
