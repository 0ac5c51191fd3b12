//! Field accesses: told of after they happened, so that one that fails is none; only the write of
//! a volatile is told of before, so that whoever reads it finds the clock there.

use redflag_classfile::edit::{CodeEdit, Snippet};
use redflag_classfile::mutf8::decode;
use redflag_classfile::{Code, Insn, Label, Op, Result};

use crate::members::Told;
use crate::method::Method;
use crate::snippet::{Writer, slots};
use crate::world::{FieldRole, World};

/// Adds the calls for every field access of a method that has a role.
pub fn observe_fields<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
    world: &dyn World,
) -> Result<()> {
    for (at, insn) in (0u32..).map(Label).zip(&code.insns) {
        let Insn::Field { op, index } = *insn else { continue };
        let named = method.pool.field(index)?;
        let owner = decode(named.class).into_owned();
        let name = decode(named.name).into_owned();
        let descriptor = decode(named.descriptor).into_owned();
        let is_static = matches!(op, Op::Getstatic | Op::Putstatic);
        let is_write = matches!(op, Op::Putfield | Op::Putstatic);
        let role = world.field(&owner, &name, &descriptor);
        let access = Access { owner, name, descriptor, is_static, is_write };
        if is_write && !is_static && method.is_before_super_call(at) {
            // Nobody else can see the object, and verification forbids to show it to anyone.
            continue;
        }
        // The access itself has initialised the class, and is ordered after that.
        if is_static && method.is_checked && !method.knows_class(&access.owner) {
            for key in world.initialisers(&access.owner) {
                edit.after(at, method.used(key)?);
            }
        }
        match role {
            FieldRole::Data if method.is_checked => {
                let site = method.site(at, is_write, &access.name);
                let told = match is_write {
                    _ if method.is_unescaped_write(at) => Told::FirstWrite,
                    true => Told::Write,
                    false => Told::Read,
                };
                let (before, after) = check(&access, told, site, method)?;
                edit.before(at, before);
                edit.after(at, after);
                if world.counts_accesses() {
                    edit.after(at, method.counted(is_write, false)?);
                }
            }
            FieldRole::Volatile => {
                let (before, after) = synchronise(&access, method)?;
                edit.before(at, before);
                edit.after(at, after);
            }
            FieldRole::Unknown if method.is_checked => method.unknown_fields += 1,
            _ => {}
        }
    }
    Ok(())
}

/// A field access in code.
struct Access {
    owner: String,
    name: String,
    descriptor: String,
    is_static: bool,
    is_write: bool,
}

/// What surrounds the access of a data field.
fn check(
    access: &Access,
    told: Told,
    site: u32,
    method: &mut Method<'_, '_>,
) -> Result<(Snippet, Snippet)> {
    let mut before = Writer::new(method.pool);
    let wide = slots(&access.descriptor) == 2;
    match (access.is_static, access.is_write, wide) {
        (true, _, _) => &mut before,
        (false, false, _) => before.op(Op::Dup),
        (false, true, false) => before.op(Op::Dup2),
        // object, value -> object, object, value
        (false, true, true) => before.ops(&[Op::Dup2X1, Op::Pop2, Op::DupX2, Op::DupX2, Op::Pop]),
    };
    let before = before.done();
    let mut after = Writer::new(method.pool);
    match (access.is_static, access.is_write, wide) {
        (false, false, false) => after.op(Op::Swap),
        (false, false, true) => after.ops(&[Op::Dup2X1, Op::Pop2]),
        (false, true, false) => after.op(Op::Pop),
        _ => &mut after,
    };
    after.int(site as i32)?;
    tell(&mut after, access, told)?;
    Ok((before, after.done()))
}

/// What surrounds the access of a volatile field.
fn synchronise(access: &Access, method: &mut Method<'_, '_>) -> Result<(Snippet, Snippet)> {
    let mut before = Writer::new(method.pool);
    let wide = slots(&access.descriptor) == 2;
    if access.is_write {
        match (access.is_static, wide) {
            (true, _) => &mut before,
            (false, false) => before.ops(&[Op::Dup2, Op::Pop]),
            // object, value -> object, value, object
            (false, true) => before.ops(&[Op::Dup2X1, Op::Pop2, Op::DupX2]),
        };
        tell(&mut before, access, Told::VolatileWrite)?;
        return Ok((before.done(), Vec::new()));
    }
    if !access.is_static {
        before.op(Op::Dup);
    }
    let before = before.done();
    let mut after = Writer::new(method.pool);
    match (access.is_static, wide) {
        (true, _) => &mut after,
        (false, false) => after.op(Op::Swap),
        (false, true) => after.ops(&[Op::Dup2X1, Op::Pop2]),
    };
    tell(&mut after, access, Told::VolatileRead)?;
    Ok((before, after.done()))
}

fn tell(code: &mut Writer<'_, '_>, access: &Access, told: Told) -> Result<()> {
    let name = told.method_name(&access.name, &access.descriptor);
    code.static_call(&access.owner, &name, told.descriptor(access.is_static))?;
    Ok(())
}
