//! What JaCoCo has inserted before us: every probe stores `true` into an array that all threads
//! share, a race that it knows of and does not mind.

use redflag_classfile::{Code, ConstantPool, Insn, Label, Op};

/// The stores of JaCoCo's probes in a method, in order.
pub fn probes(code: &Code<'_>, pool: &ConstantPool<'_>) -> Vec<Label> {
    let Some(variable) = probe_variable(code, pool) else { return Vec::new() };
    let is_probe = |insns: &[Insn]| match insns {
        [array, number, value, store] => {
            matches!(*array, Insn::Local { op: Op::Aload, index, .. } if index == variable)
                && is_constant(number)
                && value.op() == Op::Iconst1
                && store.op() == Op::Bastore
        }
        _ => false,
    };
    let at = (3u32..).zip(code.insns.windows(4));
    at.filter(|(_, insns)| is_probe(insns)).map(|(at, _)| Label(at)).collect()
}

/// The variable in which an instrumented method keeps its probes: filled first of all, by a call of
/// `$jacocoInit`, or from class file 55 on by a constant that this method makes.
fn probe_variable(code: &Code<'_>, pool: &ConstantPool<'_>) -> Option<u16> {
    let variable = |insn: &Insn| match *insn {
        Insn::Local { op: Op::Astore, index, .. } => Some(index),
        _ => None,
    };
    match code.insns.as_slice() {
        [Insn::Invoke { op: Op::Invokestatic, index }, store, ..] => {
            (pool.method(*index).ok()?.name == b"$jacocoInit").then(|| variable(store))?
        }
        [Insn::Ldc { index, .. }, cast, store, ..] if cast.op() == Op::Checkcast => {
            (pool.dynamic_constant(*index).ok()?.name == b"$jacocoData").then(|| variable(store))?
        }
        _ => None,
    }
}

fn is_constant(insn: &Insn) -> bool {
    let small = Op::IconstM1 as u8..=Op::Iconst5 as u8;
    matches!(insn, Insn::Push { .. } | Insn::Ldc { .. }) || small.contains(&(insn.op() as u8))
}
