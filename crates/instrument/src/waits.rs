//! Waiting: the monitor is released before and acquired after. Where the JVM throws an
//! `InterruptedException` instead, its constructor tells of both.

use redflag_classfile::edit::CodeEdit;
use redflag_classfile::{Code, Insn, Label, Op, Result};

use crate::hooks;
use crate::method::Method;
use crate::snippet::Writer;
use crate::world::World;

/// Adds the calls around every call of the native method that waits.
pub fn observe_waits<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
    world: &dyn World,
) -> Result<()> {
    let native = if world.wait_is_native() { b"wait".as_slice() } else { b"wait0" };
    for (at, insn) in (0u32..).map(Label).zip(&code.insns) {
        let Insn::Invoke { op: Op::Invokevirtual | Op::Invokespecial, index } = *insn else {
            continue;
        };
        let called = method.pool.method(index)?;
        if called.name != native || called.descriptor != b"(J)V" {
            continue;
        }
        if native == b"wait0" && called.class != b"java/lang/Object" {
            continue;
        }
        let time = edit.scratch_local(2)?;
        let mut code = Writer::new(method.pool);
        code.local(Op::Lstore, time).ops(&[Op::Dup, Op::Dup]).call(hooks::BEFORE_WAIT)?;
        code.local(Op::Lload, time).insn(insn.clone()).call(hooks::AFTER_WAIT)?;
        edit.replace(at, code.done());
    }
    Ok(())
}
