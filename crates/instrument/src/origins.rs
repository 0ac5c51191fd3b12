//! Where objects were made: each object of a checked class carries the number of the `new` that made
//! it, so that a report can name the place.
//!
//! The number is stored when the constructor has returned. Until then, and where something else than
//! a `new` in checked code made the object, the field is zero and the place is not known. Copies that
//! `Object.clone` makes have the number of the original; the runtime does not ask objects that can be
//! cloned.

use redflag_classfile::edit::CodeEdit;
use redflag_classfile::mutf8::decode;
use redflag_classfile::{ClassFile, Code, Flags, Insn, Op, Result, constructions};

use crate::method::Method;
use crate::snippet::Writer;
use crate::world::{ClassRole, World};

/// In a checked class whose superclass is not checked; those below it inherit the field. So to know
/// that `C` has it, by resolution, the name `C` is enough, as it is for `C`'s role.
const ORIGIN: (&str, &str) = ("$redflag$origin", "I");

/// Adds the field, if this is the class of a hierarchy that has it.
pub fn add_origin(class: &mut ClassFile<'_>, world: &dyn World) -> Result<()> {
    let Some(above) = class.pool.optional_class(class.super_class)? else { return Ok(()) };
    let above = decode(above);
    if class.flags.has(Flags::INTERFACE) || world.role(&above) == ClassRole::Checked {
        return Ok(());
    }
    let flags = Flags::PUBLIC.with(Flags::TRANSIENT).with(Flags::SYNTHETIC);
    class.add_field(flags, ORIGIN.0, ORIGIN.1)
}

/// A bound on the numbers that a class needs.
pub fn most_origins(class: &ClassFile<'_>) -> u32 {
    let code = class.methods.iter().filter_map(|method| method.code());
    code.flat_map(|code| &code.insns).filter(|insn| insn.op() == Op::New).count() as u32
}

/// Stores the number of each `new` of a checked class into what it has made.
pub fn observe_origins<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
    world: &dyn World,
) -> Result<()> {
    if !code.insns.iter().any(|insn| insn.op() == Op::New) {
        return Ok(());
    }
    for construction in constructions(code, method.pool, &method.context) {
        let Insn::Type { index, .. } = code.insns[construction.made.index()] else { continue };
        let class = decode(method.pool.class(index)?).into_owned();
        if world.role(&class) != ClassRole::Checked {
            continue;
        }
        let number = method.origin(construction.made);
        let mut store = Writer::new(method.pool);
        store.op(Op::Dup).int(number as i32)?.field(Op::Putfield, &class, ORIGIN.0, ORIGIN.1)?;
        edit.after(construction.constructed, store.done());
    }
    Ok(())
}
