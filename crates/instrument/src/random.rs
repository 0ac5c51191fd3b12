//! `java.util.Random` orders nothing.
//!
//! It promises that threads may share one, not that who draws a number sees what others did before they drew theirs.
//! A program that relied on that would be wrong; and where it happens, it hides races by chance: all threads share
//! the one of `Math.random()`, and each `new Random()` asks the same variable for a seed. So its monitors are not
//! observed, and its seeds, which are atomic variables, are accessed by copies of `AtomicLong`'s methods that tell
//! nobody.

use redflag_classfile::edit::CodeEdit;
use redflag_classfile::{ClassFile, Code, Flags, Insn, Label, Op, Result};

use crate::hooks::PREFIX;
use crate::method::Method;

pub const RANDOM: &str = "java/util/Random";
pub const ATOMIC_LONG: &str = "java/util/concurrent/atomic/AtomicLong";

/// Adds a copy of each method of `AtomicLong`, as it is before it is instrumented, for Random to call.
pub fn add_copies(atomic: &mut ClassFile<'_>) -> Result<()> {
    let mut copies = Vec::new();
    for method in &atomic.methods {
        let name = atomic.pool.text(method.name)?.into_owned();
        let descriptor = atomic.pool.text(method.descriptor)?.into_owned();
        if let (true, Some(code)) = (is_copied(&name, method.flags), method.code()) {
            copies.push((method.flags, copy_of(&name), descriptor, code.clone()));
        }
    }
    for (flags, name, descriptor, code) in copies {
        atomic.add_method(flags.with(Flags::SYNTHETIC), &name, &descriptor, Some(code))?;
    }
    Ok(())
}

fn is_copied(name: &str, flags: Flags) -> bool {
    !name.starts_with('<') && flags.has(Flags::PUBLIC) && !flags.is_static()
}

fn copy_of(name: &str) -> String {
    format!("{PREFIX}{name}")
}

/// Lets a method of Random call the copies.
pub fn call_copies<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
) -> Result<()> {
    for (at, insn) in (0u32..).map(Label).zip(&code.insns) {
        let Insn::Invoke { op: Op::Invokevirtual, index } = *insn else { continue };
        let called = method.pool.method(index)?;
        if called.class != ATOMIC_LONG.as_bytes() {
            continue;
        }
        let name = redflag_classfile::mutf8::decode(called.name).into_owned();
        let descriptor = called.descriptor.to_vec();
        let copy = copy_of(&name);
        let index = method.pool.add_method(ATOMIC_LONG.as_bytes(), copy.as_bytes(), &descriptor)?;
        edit.replace(at, vec![Insn::Invoke { op: Op::Invokevirtual, index }.into()]);
    }
    Ok(())
}
