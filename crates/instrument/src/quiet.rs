//! Instructions after which everything is as ordered as it was before, and that run nobody's code.

use redflag_classfile::mutf8::decode;
use redflag_classfile::{Constant, ConstantPool, Insn, Op, Result};

use crate::method::Method;
use crate::world::{FieldRole, World};

/// Whether an instruction neither synchronises nor may call what does: no code of the program, no
/// initialiser. What it may do is fail, and, once, make the JVM find the class of a field.
pub fn is_quiet(insn: &Insn, method: &Method<'_, '_>, world: &dyn World) -> Result<bool> {
    Ok(match *insn {
        Insn::Plain(op) => !matches!(op, Op::Monitorenter | Op::Monitorexit),
        Insn::Push { .. }
        | Insn::Local { .. }
        | Insn::Iinc { .. }
        | Insn::Branch { .. }
        | Insn::Switch(_)
        | Insn::NewArray { .. } => true,
        Insn::Ldc { index, .. } => is_quiet_constant(method.pool.get(index)?),
        Insn::Field { op, index } => is_quiet_field(op, index, method, world)?,
        Insn::Invoke { op, index } => is_quiet_call(op, index, method.pool)?,
        Insn::InvokeInterface { .. }
        | Insn::InvokeDynamic { .. }
        | Insn::Type { .. }
        | Insn::MultiNewArray { .. } => false,
    })
}

fn is_quiet_constant(constant: &Constant<'_>) -> bool {
    matches!(
        constant,
        Constant::Integer(_)
            | Constant::Float(_)
            | Constant::Long(_)
            | Constant::Double(_)
            | Constant::String { .. }
    )
}

fn is_quiet_field(op: Op, index: u16, method: &Method<'_, '_>, world: &dyn World) -> Result<bool> {
    let named = method.pool.field(index)?;
    let owner = decode(named.class);
    let (name, descriptor) = (decode(named.name), decode(named.descriptor));
    let is_static = matches!(op, Op::Getstatic | Op::Putstatic);
    // The first use of a class initialises it, or tells that it was; and a static field may be one of an
    // interface, which nothing else has initialised.
    let is_known = method.knows_class(&owner)
        || owner == method.class && world.initialisers(&owner).is_empty();
    if is_static && !(is_known && method.declares(&name, &descriptor)) {
        return Ok(false);
    }
    let is_write = matches!(op, Op::Putfield | Op::Putstatic);
    Ok(match world.field(&owner, &name, &descriptor) {
        FieldRole::Data | FieldRole::Nothing => true,
        FieldRole::Final => !is_write,
        _ => false,
    })
}

/// Functions of the JDK that compute something, and nothing else.
fn is_quiet_call(op: Op, index: u16, pool: &ConstantPool<'_>) -> Result<bool> {
    let named = pool.method(index)?;
    let of_numbers_only = !named.descriptor.contains(&b';') && !named.descriptor.contains(&b'[');
    Ok(match (op, named.class) {
        (Op::Invokestatic, b"java/lang/Math" | b"java/lang/StrictMath") => named.name != b"random",
        (
            Op::Invokestatic,
            b"java/lang/Integer"
            | b"java/lang/Long"
            | b"java/lang/Short"
            | b"java/lang/Byte"
            | b"java/lang/Character"
            | b"java/lang/Float"
            | b"java/lang/Double",
        ) => of_numbers_only,
        (Op::Invokevirtual, b"java/lang/String") => {
            matches!(named.name, b"charAt" | b"length") && of_numbers_only
        }
        _ => false,
    })
}
