//! `jdk.internal.misc.Unsafe`, through which the JDK does all that is not plain: atomics, field
//! updaters, VarHandles. Calls of its methods that order anything go to wrappers in the carrier
//! that tell the runtime. So do plain ones, but only in the classes through which a program reaches
//! its own fields: what the JDK does with its own data is its business.
//!
//! The outermost method counts: some weak modes are implemented by stronger ones, which promises
//! nothing. Unsafe itself is left alone.

use redflag_classfile::edit::CodeEdit;
use redflag_classfile::{ClassFile, Code, ConstantPool, Insn, Label, Op, Result};

use crate::carrier::{Inlined, add_method, load_all};
use crate::hooks;
use crate::snippet::{Writer, load_op, parameters, return_op, slots, store_op};

pub const UNSAFE: &str = "jdk/internal/misc/Unsafe";

/// What an access through Unsafe orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Acquires,
    Releases,
    OpaqueRead,
    OpaqueWrite,
    /// Order nothing, and are no more than accesses of what may be the program's.
    PlainRead,
    PlainWrite,
    /// Reads and writes in one step, always.
    Updates {
        acquires: bool,
        releases: bool,
    },
    /// Reads, and writes if it finds what is expected.
    ComparesAndSets {
        acquires: bool,
        releases: bool,
    },
    AcquireFence,
    ReleaseFence,
    FullFence,
}

/// What the plain methods end in, after `get` or `put`. Up to JDK 11 references are called objects.
const TYPES: [&str; 10] =
    ["Boolean", "Byte", "Short", "Char", "Int", "Long", "Float", "Double", "Reference", "Object"];

/// By the name of the method, whatever its type. `None` if it accesses nothing.
pub fn effect_of(name: &str) -> Option<Effect> {
    let relaxed = name.ends_with("Plain");
    let acquires = !relaxed && !name.ends_with("Release");
    let releases = !relaxed && !name.ends_with("Acquire");
    match name {
        "fullFence" => Some(Effect::FullFence),
        "loadFence" | "loadLoadFence" => Some(Effect::AcquireFence),
        "storeFence" | "storeStoreFence" => Some(Effect::ReleaseFence),
        _ if name.ends_with("Unaligned") => None,
        _ if name.starts_with("compareAnd") || name.starts_with("weakCompareAnd") => {
            Some(Effect::ComparesAndSets { acquires, releases })
        }
        _ if name.starts_with("getAnd") => Some(Effect::Updates { acquires, releases }),
        _ if name.starts_with("get") => match name {
            _ if name.ends_with("Volatile") || name.ends_with("Acquire") => Some(Effect::Acquires),
            _ if name.ends_with("Opaque") => Some(Effect::OpaqueRead),
            _ if TYPES.contains(&&name[3..]) => Some(Effect::PlainRead),
            _ => None,
        },
        _ if name.starts_with("put") => match name {
            _ if name.ends_with("Volatile") || name.ends_with("Release") => Some(Effect::Releases),
            _ if name.ends_with("Opaque") => Some(Effect::OpaqueWrite),
            _ if TYPES.contains(&&name[3..]) => Some(Effect::PlainWrite),
            _ => None,
        },
        _ => None,
    }
}

/// Adds a wrapper to the carrier for each of these methods of Unsafe, given by name and
/// descriptor, that has an effect.
pub fn add_wrappers(carrier: &mut ClassFile<'_>, methods: &[(String, String)]) -> Result<()> {
    for (name, descriptor) in methods {
        if let Some(effect) = wrapped(name, descriptor) {
            add_wrapper(carrier, name, descriptor, effect)?;
        }
    }
    Ok(())
}

/// Sends the calls in a method's code to the wrappers, and those of plain methods if the class
/// works for the program.
pub fn redirect_calls<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    pool: &mut ConstantPool<'a>,
    for_program: bool,
) -> Result<()> {
    for (at, insn) in (0u32..).map(Label).zip(&code.insns) {
        let Insn::Invoke { op: Op::Invokevirtual, index } = *insn else { continue };
        let called = pool.method(index)?;
        if called.class != UNSAFE.as_bytes() {
            continue;
        }
        let name = redflag_classfile::mutf8::decode(called.name).into_owned();
        let descriptor = redflag_classfile::mutf8::decode(called.descriptor).into_owned();
        let effect = wrapped(&name, &descriptor);
        let is_plain = matches!(effect, Some(Effect::PlainRead | Effect::PlainWrite));
        if effect.is_some() && (for_program || !is_plain) {
            let mut code = Writer::new(pool);
            code.carried(&wrapper_name(&name), &wrapper_descriptor(&descriptor))?;
            edit.replace(at, code.done());
        }
    }
    Ok(())
}

/// The effect of a method that has a wrapper: those of another shape are not known to exist.
fn wrapped(name: &str, descriptor: &str) -> Option<Effect> {
    let effect = effect_of(name)?;
    let expected = match effect {
        Effect::AcquireFence | Effect::ReleaseFence | Effect::FullFence => "()V",
        _ => "(Ljava/lang/Object;J",
    };
    let returns = !descriptor.ends_with('V');
    let shaped = match effect {
        Effect::Releases | Effect::OpaqueWrite | Effect::PlainWrite => !returns,
        Effect::AcquireFence | Effect::ReleaseFence | Effect::FullFence => true,
        _ => returns,
    };
    (descriptor.starts_with(expected) && shaped).then_some(effect)
}

fn wrapper_name(name: &str) -> String {
    format!("unsafe${name}")
}

fn wrapper_descriptor(descriptor: &str) -> String {
    format!("(L{UNSAFE};{}", &descriptor[1..])
}

/// Where wrappers find their parameters.
const BASE: u16 = 1;
const OFFSET: u16 = 2;
const EXPECTED: u16 = 4;

fn add_wrapper(
    carrier: &mut ClassFile<'_>,
    name: &str,
    descriptor: &str,
    effect: Effect,
) -> Result<()> {
    let outer = wrapper_descriptor(descriptor);
    add_method(carrier, &wrapper_name(name), &outer, Inlined::AsUsual, |edit, code| {
        let (parameters, returned) = parameters(&outer);
        let result = edit.scratch_local(slots(returned).max(1))?;
        let call = |code: &mut Writer<'_, '_>| -> Result<()> {
            load_all(code, &parameters, 0);
            let index =
                code.pool.add_method(UNSAFE.as_bytes(), name.as_bytes(), descriptor.as_bytes())?;
            code.insn(Insn::Invoke { op: Op::Invokevirtual, index });
            if returned != "V" {
                code.local(store_op(returned), result);
            }
            Ok(())
        };
        let variable = |code: &mut Writer<'_, '_>| {
            code.local(Op::Aload, BASE).local(Op::Lload, OFFSET);
        };
        match effect {
            Effect::Acquires => {
                call(code)?;
                variable(code);
                code.call(hooks::ACQUIRE_VARIABLE)?;
            }
            Effect::OpaqueRead => {
                call(code)?;
                variable(code);
                code.call(hooks::AFTER_OPAQUE_READ)?;
            }
            Effect::Releases => {
                variable(code);
                code.call(hooks::RELEASE_VARIABLE)?;
                call(code)?;
            }
            Effect::OpaqueWrite => {
                variable(code);
                code.call(hooks::BEFORE_OPAQUE_WRITE)?;
                call(code)?;
            }
            // After it happened, as in the program's code.
            Effect::PlainRead => {
                call(code)?;
                variable(code);
                code.call(hooks::AFTER_PLAIN_READ)?;
            }
            Effect::PlainWrite => {
                call(code)?;
                variable(code);
                code.call(hooks::AFTER_PLAIN_WRITE)?;
            }
            Effect::Updates { acquires, releases } => {
                let held = edit.scratch_local(1)?;
                let (unlocked, done) = (edit.new_label(), edit.new_label());
                // Of what is data too, the access must come after all that it acquires and before
                // all that it releases.
                variable(code);
                code.call(hooks::LOCK_DATA)?.op(Op::Dup).local(Op::Astore, held);
                code.branch(Op::Ifnull, unlocked);
                call(code)?;
                code.local(Op::Aload, held).op(Op::Iconst1).int(i32::from(releases))?;
                code.int(i32::from(acquires))?.call(hooks::UNLOCK_VARIABLE)?;
                code.branch(Op::Goto, done).bind(unlocked);
                if releases {
                    variable(code);
                    code.call(hooks::RELEASE_VARIABLE)?;
                }
                call(code)?;
                if acquires {
                    variable(code);
                    code.call(hooks::ACQUIRE_VARIABLE)?;
                }
                code.bind(done);
            }
            Effect::ComparesAndSets { acquires, releases } => {
                let held = edit.scratch_local(1)?;
                variable(code);
                code.call(hooks::LOCK_VARIABLE)?.local(Op::Astore, held);
                call(code)?;
                code.local(Op::Aload, held);
                if name.starts_with("compareAndExchange") {
                    push_equal(edit, code, returned, result)?;
                } else {
                    code.local(Op::Iload, result);
                }
                code.int(i32::from(releases))?.int(i32::from(acquires))?;
                code.call(hooks::UNLOCK_VARIABLE)?;
            }
            // A fence is told of on the side where nothing can slip past it.
            Effect::AcquireFence => {
                call(code)?;
                code.ops(&[Op::Iconst0, Op::Iconst1]).call(hooks::FENCE)?;
            }
            Effect::ReleaseFence => {
                code.ops(&[Op::Iconst1, Op::Iconst0]).call(hooks::FENCE)?;
                call(code)?;
            }
            Effect::FullFence => {
                code.ops(&[Op::Iconst1, Op::Iconst1]).call(hooks::FENCE)?;
                call(code)?;
            }
        }
        if returned != "V" {
            code.local(load_op(returned), result);
        }
        code.op(return_op(returned));
        Ok(())
    })
}

/// Pushes whether what came back is what was expected, bit by bit.
fn push_equal(
    edit: &mut CodeEdit<'_, '_>,
    code: &mut Writer<'_, '_>,
    returned: &str,
    result: u16,
) -> Result<()> {
    let (equal, done) = (edit.new_label(), edit.new_label());
    let raw = match returned {
        "F" => Some(("java/lang/Float", "floatToRawIntBits", "(F)I")),
        "D" => Some(("java/lang/Double", "doubleToRawLongBits", "(D)J")),
        _ => None,
    };
    for at in [result, EXPECTED] {
        code.local(load_op(returned), at);
        if let Some((class, name, descriptor)) = raw {
            code.static_call(class, name, descriptor)?;
        }
    }
    match returned {
        "J" | "D" => code.op(Op::Lcmp).branch(Op::Ifeq, equal),
        _ if returned.starts_with(['L', '[']) => code.branch(Op::IfAcmpeq, equal),
        _ => code.branch(Op::IfIcmpeq, equal),
    };
    code.op(Op::Iconst0).branch(Op::Goto, done).bind(equal).op(Op::Iconst1).bind(done);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_effects() {
        let compares = |acquires, releases| Some(Effect::ComparesAndSets { acquires, releases });
        let updates = |acquires, releases| Some(Effect::Updates { acquires, releases });
        let expected = [
            ("getInt", Some(Effect::PlainRead)),
            ("putReference", Some(Effect::PlainWrite)),
            ("getIntVolatile", Some(Effect::Acquires)),
            ("putObjectRelease", Some(Effect::Releases)),
            ("getLongOpaque", Some(Effect::OpaqueRead)),
            ("putByteOpaque", Some(Effect::OpaqueWrite)),
            ("compareAndSetInt", compares(true, true)),
            ("compareAndExchangeLongAcquire", compares(true, false)),
            ("weakCompareAndSetIntRelease", compares(false, true)),
            ("weakCompareAndSetIntPlain", compares(false, false)),
            ("getAndAddInt", updates(true, true)),
            ("getAndSetReferenceRelease", updates(false, true)),
            ("fullFence", Some(Effect::FullFence)),
            ("getLongUnaligned", None),
            ("getAddress", None),
            ("getUnsafe", None),
            ("putAddress", None),
            ("pageSize", None),
        ];
        for (name, effect) in expected {
            assert_eq!(effect_of(name), effect, "{name}");
        }
    }
}
