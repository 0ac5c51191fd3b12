//! Code that the JVM would not run: each kind of refusal, with the place.

use redflag_classfile::{Insn, Op};
use redflag_ir::lower::Unlowerable;

use crate::assembly::Assembly;

fn refusal(assemble: impl FnOnce(&mut Assembly)) -> Unlowerable {
    let mut code = Assembly::new();
    assemble(&mut code);
    code.lower("()V").expect_err("the JVM would not run it")
}

#[test]
fn constants_of_another_kind() {
    let refused = refusal(|code| {
        code.insns.push(Insn::Field { op: Op::Getstatic, index: 2 });
        code.plain(&[Op::Return]);
    });
    assert_eq!(refused, Unlowerable::Constant { pc: 0, index: 2 });
    let refused = refusal(|code| {
        code.insns.push(Insn::Ldc { op: Op::LdcW, index: 9999 });
        code.plain(&[Op::Return]);
    });
    assert_eq!(refused, Unlowerable::Constant { pc: 0, index: 9999 });
}

#[test]
fn the_end_of_the_code() {
    let refused = refusal(|code| {
        code.plain(&[Op::Nop, Op::Nop]);
    });
    assert_eq!(refused, Unlowerable::End { pc: 1 });
}

#[test]
fn too_little_on_the_stack_and_too_much() {
    let refused = refusal(|code| {
        code.plain(&[Op::Iconst0, Op::Iadd, Op::Return]);
    });
    assert_eq!(refused, Unlowerable::Stack { pc: 1 });
    let refused = refusal(|code| {
        code.max_stack = 1;
        code.plain(&[Op::Iconst0, Op::Iconst0, Op::Return]);
    });
    assert_eq!(refused, Unlowerable::Stack { pc: 2 });
}

#[test]
fn stacks_of_different_depth() {
    let loops = refusal(|code| {
        code.plain(&[Op::Iconst0]).branch(Op::Goto, 0);
    });
    assert_eq!(loops, Unlowerable::Depth { pc: 0 });
    let joins = refusal(|code| {
        code.plain(&[Op::Iconst0]).branch(Op::Ifeq, 3).plain(&[Op::Iconst1, Op::Return]);
    });
    assert_eq!(joins, Unlowerable::Depth { pc: 5 });
}

#[test]
fn operands_of_another_kind() {
    for ops in [
        &[Op::Iconst0, Op::Lconst0, Op::Iadd, Op::Return][..],
        &[Op::Iconst0, Op::Athrow],
        &[Op::Lconst0, Op::Pop, Op::Return],
        &[Op::Iconst0, Op::Ireturn],
        &[Op::AconstNull, Op::Iconst0, Op::Lconst0, Op::Swap, Op::Return],
    ] {
        let refused = refusal(|code| {
            code.plain(ops);
        });
        assert_eq!(refused.kind(), "types", "{ops:?}");
    }
    let unset = refusal(|code| {
        code.local(Op::Iload, 3).plain(&[Op::Pop, Op::Return]);
    });
    assert_eq!(unset, Unlowerable::Types { pc: 0 });
}

/// A loop in which a variable changes its kind: seen only when the loop closes.
#[test]
fn a_variable_that_changes_its_kind_in_a_loop() {
    let refused = refusal(|code| {
        code.plain(&[Op::Iconst0]).local(Op::Istore, 0); // 0
        code.increment(0).plain(&[Op::Fconst0]).local(Op::Fstore, 0).branch(Op::Goto, 2);
    });
    assert_eq!(refused.kind(), "types");
}

#[test]
fn descriptors() {
    let mut code = Assembly::new();
    code.plain(&[Op::Return]);
    assert_eq!(code.lower("(V)V").unwrap_err(), Unlowerable::Descriptor);
    assert_eq!(code.lower("nonsense").unwrap_err(), Unlowerable::Descriptor);
}

/// The largest stack that each of many blocks would have to remember.
#[test]
fn more_than_fits_into_memory() {
    let mut code = Assembly::new();
    code.max_stack = u16::MAX;
    for _ in 0..30_000 {
        code.plain(&[Op::Iconst0]);
    }
    for _ in 0..4000 {
        let join = code.insns.len() as u32 + 3;
        code.plain(&[Op::Iconst0]).branch(Op::Ifeq, join).plain(&[Op::Nop]);
    }
    code.plain(&[Op::Return]);
    assert_eq!(code.lower("()V").unwrap_err(), Unlowerable::TooLarge);
}

#[test]
fn every_kind_has_a_reason() {
    let all = [
        Unlowerable::Descriptor,
        Unlowerable::Constant { pc: 1, index: 2 },
        Unlowerable::Target { pc: 1 },
        Unlowerable::End { pc: 1 },
        Unlowerable::Stack { pc: 1 },
        Unlowerable::Depth { pc: 1 },
        Unlowerable::Types { pc: 1 },
        Unlowerable::Subroutine { pc: 1 },
        Unlowerable::TooLarge,
    ];
    let kinds: std::collections::BTreeSet<_> = all.iter().map(Unlowerable::kind).collect();
    assert_eq!(kinds.len(), all.len());
    assert!(all.iter().all(|why| why.to_string().len() > 20));
}
