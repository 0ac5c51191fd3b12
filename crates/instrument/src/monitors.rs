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

/// Adds the calls for every monitor operation of a method.
pub fn observe_monitors<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &MethodContext,
    pool: &mut ConstantPool<'a>,
) -> Result<()> {
    let mut trying = None;
    for (at, insn) in (0u32..).map(Label).zip(&code.insns) {
        match insn.op() {
            Op::Monitorenter => {
                // In a variable and not on the stack: JDK 24 and later may unmount a virtual thread
                // that waits to enter, and then expect nothing else on the stack.
                let lock = edit.scratch_local(1)?;
                let keep = [Insn::Plain(Op::Dup), Insn::local(Op::Astore, lock)];
                edit.before(at, keep.map(Into::into).to_vec());
                // Inside the range whose handler leaves the monitor: should there be no stack for
                // the call, it must be left, and compilers give up on code that might not.
                let tell = [Insn::local(Op::Aload, lock), ACQUIRE_MONITOR.call(pool)?];
                edit.after_within(at, tell.map(Into::into).to_vec());
            }
            Op::Monitorexit => {
                let variable = match trying {
                    Some(variable) => variable,
                    None => edit.live_local(LocalType::Int)?,
                };
                trying = Some(variable);
                let before = before_exit(edit, pool, variable)?;
                edit.before(at, before);
            }
            _ => {}
        }
    }
    if method.flags.has(Flags::SYNCHRONIZED) {
        observe_synchronized_method(edit, code, method, pool)?;
    }
    Ok(())
}

/// Tells before a monitor is left, but not again if that failed for lack of stack: the handler
/// that then leaves the monitor covers itself, and would try for ever.
fn before_exit<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    pool: &mut ConstantPool<'a>,
    trying: u16,
) -> Result<Snippet> {
    let (failed, done) = (edit.new_label(), edit.new_label());
    let mut code = Writer::new(pool);
    code.local(Op::Iload, trying).branch(Op::Ifne, failed);
    code.op(Op::Iconst1).local(Op::Istore, trying);
    code.op(Op::Dup).call(RELEASE_MONITOR)?.branch(Op::Goto, done);
    code.bind(failed).op(Op::Lconst1).field(Op::Putstatic, CARRIER, LOST, "J")?;
    code.bind(done).op(Op::Iconst0).local(Op::Istore, trying);
    Ok(code.done())
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
            (false, _) if !writes_local_zero(code) => {
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

/// Whether the variable that holds the receiver at first is used for something else later.
pub(crate) fn writes_local_zero(code: &Code<'_>) -> bool {
    code.insns.iter().any(|insn| match insn {
        Insn::Local { op, index, .. } => *op >= Op::Istore && *op <= Op::Astore && *index == 0,
        _ => false,
    })
}
