//! Where paths join: which variables get phis, and of which type.

use redflag_classfile::Op;

use crate::assembly::Assembly;

#[test]
fn code_that_nothing_reaches_is_left_out() {
    let mut code = Assembly::new();
    code.branch(Op::Goto, 3); // 0
    code.plain(&[Op::Pop, Op::Pop]); // 1: would underflow
    code.plain(&[Op::Return]); // 3
    // After the return: falls off the end, were it reached.
    code.plain(&[Op::Nop]);
    code.lower("()V").expect("lowers").assert_is("b0:\ngoto b1\nb1: (from b0)\nreturn");
}

/// A slot holds an int on one path and a reference on the other, and nobody reads it after.
#[test]
fn a_dead_variable_of_two_kinds_gets_no_phi() {
    let mut code = Assembly::new();
    code.local(Op::Iload, 0).branch(Op::Ifeq, 5); // 0, 1
    code.plain(&[Op::Iconst1]).local(Op::Istore, 1).branch(Op::Goto, 7); // 2
    code.plain(&[Op::AconstNull]).local(Op::Astore, 1); // 5
    code.plain(&[Op::Return]); // 7
    let body = code.lower("(I)V").expect("lowers").body;
    assert!(body.blocks.iter().all(|block| block.phis.is_empty()));
}

#[test]
fn a_variable_of_two_kinds_cannot_be_read() {
    let mut code = Assembly::new();
    code.local(Op::Iload, 0).branch(Op::Ifeq, 5);
    code.plain(&[Op::Iconst1]).local(Op::Istore, 1).branch(Op::Goto, 7);
    code.plain(&[Op::AconstNull]).local(Op::Astore, 1);
    code.local(Op::Iload, 1).plain(&[Op::Ireturn]); // 7
    assert_eq!(code.lower("(I)I").unwrap_err().kind(), "types");
}

/// Both loops read the parameter and neither changes it; only the counters get phis.
#[test]
fn a_variable_that_loops_leave_alone_gets_no_phi() {
    let mut code = Assembly::new();
    code.plain(&[Op::Iconst0]).local(Op::Istore, 1); // 0
    code.increment(1); // 2: the outer loop
    code.increment(1); // 3: the inner loop
    code.local(Op::Iload, 1).local(Op::Iload, 0).branch(Op::IfIcmplt, 3); // 4
    code.local(Op::Iload, 1).local(Op::Iload, 0).branch(Op::IfIcmplt, 2); // 7
    code.plain(&[Op::Return]);
    let lowered = code.lower("(I)V").expect("lowers");
    let phis: Vec<usize> = lowered.body.blocks.iter().map(|block| block.phis.len()).collect();
    assert_eq!(phis, [0, 1, 1, 0, 0]);
}

/// Two blocks jump into each other's midst; the phis there still merge what differs and no more.
#[test]
fn loops_with_two_entries() {
    let mut code = Assembly::new();
    code.local(Op::Iload, 0).branch(Op::Ifeq, 4); // 0
    code.increment(1).plain(&[Op::Nop]); // 2, 3
    code.increment(1); // 4
    code.local(Op::Iload, 1).branch(Op::Ifgt, 2); // 5
    code.local(Op::Iload, 1).plain(&[Op::Ireturn]); // 7
    let lowered = code.lower("(II)I").expect("lowers");
    lowered.assert_is(
        "b0:
           if v0 == 0 then b1 else b3
         b1: (from b0, b3)
           v2: int = phi(b0: v1, b3: v7)
           v3: int = const 1
           v4: int = add v2, v3
           if v4 > 0 then b3 else b2
         b2: (from b1)
           return v4
         b3: (from b0, b1)
           v5: int = phi(b0: v1, b1: v4)
           v6: int = const 1
           v7: int = add v5, v6
           goto b1",
    );
}

#[test]
fn a_join_on_the_stack_without_stack_maps_is_the_common_type() {
    let mut code = Assembly::new();
    code.local(Op::Iload, 0).branch(Op::Ifeq, 4);
    code.call("string", "()Ljava/lang/String;").branch(Op::Goto, 5); // 2
    code.call("number", "()Ljava/lang/Integer;"); // 4
    code.plain(&[Op::Areturn]); // 5
    let lowered = code.lower("(I)Ljava/lang/Object;").expect("lowers");
    lowered.assert_is(
        "b0:
           if v0 == 0 then b2 else b1
         b1: (from b0)
           v1: java.lang.String = invokestatic T.string()
           goto b3
         b2: (from b0)
           v2: java.lang.Integer = invokestatic T.number()
           goto b3
         b3: (from b1, b2)
           v3: java.lang.Object = phi(b1: v1, b2: v2)
           return v3",
    );
}

/// The array is null at first and one of strings from the second round on; what is loaded from it
/// is known only when both are.
#[test]
fn types_go_around_loops_without_stack_maps() {
    let mut code = Assembly::new();
    code.plain(&[Op::AconstNull]).local(Op::Astore, 0); // 0
    code.local(Op::Aload, 0).plain(&[Op::Iconst0, Op::Aaload]).local(Op::Astore, 1); // 2
    code.call("strings", "()[Ljava/lang/String;").local(Op::Astore, 0); // 6
    code.local(Op::Aload, 1).branch(Op::Ifnull, 2); // 8
    code.local(Op::Aload, 1).plain(&[Op::Areturn]); // 10
    let lowered = code.lower("()Ljava/lang/String;").expect("lowers");
    lowered.assert_is(
        "b0:
           v0: null = const null
           goto b1
         b1: (from b0, b1)
           v1: java.lang.String[] = phi(b0: v0, b1: v4)
           v2: int = const 0
           v3: java.lang.String = arrayload java.lang.String v1[v2]
           v4: java.lang.String[] = invokestatic T.strings()
           if v3 == null then b1 else b2
         b2: (from b1)
           return v3",
    );
}

/// An object is the same value before and after its constructor.
#[test]
fn a_new_object_is_one_value() {
    let mut code = Assembly::new();
    code.of_class(Op::New, "T").plain(&[Op::Dup, Op::Pop]);
    code.of_class(Op::Checkcast, "T").plain(&[Op::Areturn]);
    code.lower("()Ljava/lang/Object;").expect("lowers").assert_is(
        "b0:
           v0: T = new T
           v1: T = checkcast v0 to T
           return v1",
    );
}

/// What `dup`, `swap` and their kin do is seen in the order of the arguments alone.
#[test]
fn shuffles_leave_no_trace() {
    let mut code = Assembly::new();
    // int a, long b: a b -> b a b by dup2_x1, then the upper b narrowed and swapped below a.
    code.local(Op::Iload, 0).local(Op::Lload, 1).plain(&[Op::Dup2X1, Op::L2i, Op::Swap]);
    code.call("take", "(JII)V").plain(&[Op::Return]);
    code.lower("(IJ)V").expect("lowers").assert_is(
        "b0:
           v2: int = convert v1 to int
           invokestatic T.take(v1, v2, v0)
           return",
    );
}
