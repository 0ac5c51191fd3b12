//! What the control-flow graph and the liveness of locals need to know of an instruction of the
//! bytecode. What an instruction of a body may do is in [`crate::effects`].

use redflag_classfile::{Constant, ConstantPool, Insn, Op};

/// Whether the instruction can throw by its own doing, which [`crate::effects`] defines. Values are
/// not known yet, so that every division of integers does: see
/// [`crate::effects::lowered_as_throwing`].
pub(super) fn can_throw(insn: &Insn, pool: &ConstantPool<'_>) -> bool {
    match insn {
        Insn::Plain(op) => plain_can_throw(*op),
        // Resolving a class, method type, method handle or dynamic constant runs code that can
        // fail; numbers and strings are there from the start.
        Insn::Ldc { index, .. } => !matches!(
            pool.get(*index),
            Ok(Constant::Integer(_)
                | Constant::Float(_)
                | Constant::Long(_)
                | Constant::Double(_)
                | Constant::String { .. })
        ),
        Insn::Push { .. }
        | Insn::Local { .. }
        | Insn::Iinc { .. }
        | Insn::Branch { .. }
        | Insn::Switch(_) => false,
        Insn::Field { .. }
        | Insn::Invoke { .. }
        | Insn::InvokeInterface { .. }
        | Insn::InvokeDynamic { .. }
        | Insn::Type { .. }
        | Insn::NewArray { .. }
        | Insn::MultiNewArray { .. } => true,
    }
}

fn plain_can_throw(op: Op) -> bool {
    matches!(
        op,
        Op::Iaload
            | Op::Laload
            | Op::Faload
            | Op::Daload
            | Op::Aaload
            | Op::Baload
            | Op::Caload
            | Op::Saload
            | Op::Iastore
            | Op::Lastore
            | Op::Fastore
            | Op::Dastore
            | Op::Aastore
            | Op::Bastore
            | Op::Castore
            | Op::Sastore
            | Op::Idiv
            | Op::Ldiv
            | Op::Irem
            | Op::Lrem
            | Op::Arraylength
            | Op::Athrow
            | Op::Monitorenter
            | Op::Monitorexit
    )
}

/// The local variable that the instruction writes. The second slot of a `long` or `double` is
/// nothing that verified code reads, so it does not count.
#[inline]
pub(super) fn written_local(insn: &Insn) -> Option<u16> {
    match *insn {
        Insn::Local { op, index, .. } if op >= Op::Istore && op <= Op::Astore => Some(index),
        Insn::Iinc { index, .. } => Some(index),
        _ => None,
    }
}

/// The local variable whose value the instruction reads. Where a `ret` goes is known from the
/// subroutine, so that no value is read for it.
#[inline]
pub(super) fn read_local(insn: &Insn) -> Option<u16> {
    match *insn {
        Insn::Local { op, index, .. } if op >= Op::Iload && op <= Op::Aload => Some(index),
        Insn::Iinc { index, .. } => Some(index),
        _ => None,
    }
}

/// The local variable that holds the address to which the instruction returns.
#[inline]
pub(super) fn returned_local(insn: &Insn) -> Option<u16> {
    match *insn {
        Insn::Local { op: Op::Ret, index, .. } => Some(index),
        _ => None,
    }
}

/// The local variable that the instruction mentions in any way.
#[inline]
pub(super) fn named_local(insn: &Insn) -> Option<u16> {
    match *insn {
        Insn::Local { index, .. } | Insn::Iinc { index, .. } => Some(index),
        _ => None,
    }
}
