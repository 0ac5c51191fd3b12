//! What instructions do to the operand stack: how many slots they pop and push, and for those
//! without operands of what type.

use crate::descriptor::{field_slots, method_slots};
use crate::error::{Error, Result};
use crate::insn::Insn;
use crate::opcode::Op;
use crate::pool::{Constant, ConstantPool};

/// What is popped and pushed, bottom first, a letter a value: `I J F D` as in descriptors, `A`
/// any reference, `N` null. `None` for instructions that this table does not describe: those with
/// operands, and those that move values of any type.
pub(crate) fn plain_effect(op: Op) -> Option<(&'static str, &'static str)> {
    use Op::*;
    Some(match op {
        Nop | Return | Goto | GotoW => ("", ""),
        AconstNull => ("", "N"),
        IconstM1 | Iconst0 | Iconst1 | Iconst2 | Iconst3 | Iconst4 | Iconst5 => ("", "I"),
        Lconst0 | Lconst1 => ("", "J"),
        Fconst0 | Fconst1 | Fconst2 => ("", "F"),
        Dconst0 | Dconst1 => ("", "D"),
        Iaload | Baload | Caload | Saload => ("AI", "I"),
        Laload => ("AI", "J"),
        Faload => ("AI", "F"),
        Daload => ("AI", "D"),
        Iastore | Bastore | Castore | Sastore => ("AII", ""),
        Lastore => ("AIJ", ""),
        Fastore => ("AIF", ""),
        Dastore => ("AID", ""),
        Aastore => ("AIA", ""),
        Iadd | Isub | Imul | Idiv | Irem | Ishl | Ishr | Iushr | Iand | Ior | Ixor => ("II", "I"),
        Ladd | Lsub | Lmul | Ldiv | Lrem | Land | Lor | Lxor => ("JJ", "J"),
        Lshl | Lshr | Lushr => ("JI", "J"),
        Fadd | Fsub | Fmul | Fdiv | Frem => ("FF", "F"),
        Dadd | Dsub | Dmul | Ddiv | Drem => ("DD", "D"),
        Ineg | I2b | I2c | I2s => ("I", "I"),
        Lneg => ("J", "J"),
        Fneg => ("F", "F"),
        Dneg => ("D", "D"),
        I2l => ("I", "J"),
        I2f => ("I", "F"),
        I2d => ("I", "D"),
        L2i => ("J", "I"),
        L2f => ("J", "F"),
        L2d => ("J", "D"),
        F2i => ("F", "I"),
        F2l => ("F", "J"),
        F2d => ("F", "D"),
        D2i => ("D", "I"),
        D2l => ("D", "J"),
        D2f => ("D", "F"),
        Lcmp => ("JJ", "I"),
        Fcmpl | Fcmpg => ("FF", "I"),
        Dcmpl | Dcmpg => ("DD", "I"),
        Ifeq | Ifne | Iflt | Ifge | Ifgt | Ifle | Tableswitch | Lookupswitch | Ireturn => ("I", ""),
        IfIcmpeq | IfIcmpne | IfIcmplt | IfIcmpge | IfIcmpgt | IfIcmple => ("II", ""),
        IfAcmpeq | IfAcmpne => ("AA", ""),
        Ifnull | Ifnonnull | Areturn | Athrow | Monitorenter | Monitorexit => ("A", ""),
        Lreturn => ("J", ""),
        Freturn => ("F", ""),
        Dreturn => ("D", ""),
        Arraylength => ("A", "I"),
        _ => return None,
    })
}

/// How many slots an instruction pops, and how many it then pushes.
pub fn stack_effect(insn: &Insn, pool: &ConstantPool<'_>) -> Result<(usize, usize)> {
    use Op::*;
    let op = insn.op();
    if let Some((pops, pushes)) = plain_effect(op) {
        return Ok((letters(pops), letters(pushes)));
    }
    Ok(match insn {
        Insn::Plain(_) => match op {
            Aaload => (2, 1),
            Pop => (1, 0),
            Pop2 => (2, 0),
            Dup => (1, 2),
            DupX1 => (2, 3),
            DupX2 => (3, 4),
            Dup2 => (2, 4),
            Dup2X1 => (3, 5),
            Dup2X2 => (4, 6),
            Swap => (2, 2),
            _ => return Err(Error::new(format!("{} cannot stand alone", op.name()))),
        },
        Insn::Push { .. } => (0, 1),
        Insn::Ldc { index, .. } => (0, constant_slots(pool, *index)?),
        Insn::Local { .. } => match op {
            Iload | Fload | Aload => (0, 1),
            Lload | Dload => (0, 2),
            Istore | Fstore | Astore => (1, 0),
            Lstore | Dstore => (2, 0),
            _ => (0, 0),
        },
        Insn::Iinc { .. } => (0, 0),
        // Only `jsr` and `jsr_w` are left, which push where they return to.
        Insn::Branch { .. } | Insn::Switch(_) => (0, 1),
        Insn::Field { index, .. } => {
            let value = field_slots(pool.field(*index)?.descriptor);
            match op {
                Getstatic => (0, value),
                Putstatic => (value, 0),
                Getfield => (1, value),
                _ => (1 + value, 0),
            }
        }
        Insn::Invoke { index, .. } | Insn::InvokeInterface { index, .. } => {
            let (arguments, result) = method_slots(pool.method(*index)?.descriptor)?;
            (arguments + usize::from(op != Invokestatic), result)
        }
        Insn::InvokeDynamic { index } => method_slots(pool.invoke_dynamic(*index)?.descriptor)?,
        Insn::Type { .. } => match op {
            New => (0, 1),
            _ => (1, 1),
        },
        Insn::NewArray { .. } => (1, 1),
        Insn::MultiNewArray { dimensions, .. } => (usize::from(*dimensions), 1),
    })
}

fn letters(text: &str) -> usize {
    text.bytes().map(|letter| 1 + usize::from(matches!(letter, b'J' | b'D'))).sum()
}

fn constant_slots(pool: &ConstantPool<'_>, index: u16) -> Result<usize> {
    Ok(match pool.get(index)? {
        Constant::Long(_) | Constant::Double(_) => 2,
        Constant::Dynamic { .. } => field_slots(pool.dynamic_constant(index)?.descriptor),
        _ => 1,
    })
}
