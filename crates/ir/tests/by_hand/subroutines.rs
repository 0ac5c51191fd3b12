//! `jsr` and `ret`: the subroutine's code stands once for each way of calling it.

use redflag_classfile::Op;
use redflag_ir::lower::Unlowerable;

use crate::assembly::Assembly;

#[test]
fn a_subroutine_is_inlined_at_each_call() {
    let mut code = Assembly::new();
    code.plain(&[Op::Iconst0]).local(Op::Istore, 0); // 0, 1
    code.branch(Op::Jsr, 6).branch(Op::Jsr, 6); // 2, 3
    code.local(Op::Iload, 0).plain(&[Op::Ireturn]); // 4, 5
    code.local(Op::Astore, 1).increment(0).local(Op::Ret, 1); // 6
    code.lower("()I").expect("lowers").assert_is(
        "b0:
           v0: int = const 0
           goto b1
         b1: (from b0)
           v1: int = const 1
           v2: int = add v0, v1
           goto b2
         b2: (from b1)
           goto b3
         b3: (from b2)
           v3: int = const 1
           v4: int = add v2, v3
           goto b4
         b4: (from b3)
           return v4",
    );
}

#[test]
fn a_subroutine_may_call_another() {
    let mut code = Assembly::new();
    code.branch(Op::Jsr, 2).plain(&[Op::Return]); // 0, 1
    code.local(Op::Astore, 1).branch(Op::Jsr, 5).local(Op::Ret, 1); // 2
    code.local(Op::Astore, 2).call("step", "()V").local(Op::Ret, 2); // 5
    code.lower("()V").expect("lowers").assert_is(
        "b0:
           goto b1
         b1: (from b0)
           goto b2
         b2: (from b1)
           invokestatic T.step()
           goto b3
         b3: (from b2)
           goto b4
         b4: (from b3)
           return",
    );
}

/// The inner subroutine returns for the outer one, whose address it finds in the outer's local.
#[test]
fn a_return_may_skip_a_subroutine() {
    let mut code = Assembly::new();
    code.branch(Op::Jsr, 2).plain(&[Op::Return]); // 0, 1
    code.local(Op::Astore, 1).branch(Op::Jsr, 5); // 2, 3
    code.plain(&[Op::Return]); // 4, never reached
    code.local(Op::Astore, 2).local(Op::Ret, 1); // 5
    let lowered = code.lower("()V").expect("lowers");
    lowered.assert_is(
        "b0:
           goto b1
         b1: (from b0)
           goto b2
         b2: (from b1)
           goto b3
         b3: (from b2)
           return",
    );
}

/// As `continue` inside `finally` was compiled: the call is given up, and the loop makes another.
#[test]
fn a_subroutine_left_by_a_jump_is_called_again() {
    let mut code = Assembly::new();
    code.branch(Op::Jsr, 3); // 0
    code.local(Op::Iload, 0).plain(&[Op::Ireturn]); // 1, 2
    code.local(Op::Astore, 1); // 3
    code.local(Op::Iload, 0).branch(Op::Ifne, 0); // 4, 5
    code.local(Op::Ret, 1); // 6
    let lowered = code.lower("(I)I").expect("lowers");
    // Once the way in, once in the loop; leaving the loop goes back to the one call there is.
    assert_eq!(lowered.body.blocks.iter().map(|block| block.phis.len()).sum::<usize>(), 0);
    assert!(lowered.body.blocks.len() <= 8, "{}", lowered.body.blocks.len());
}

#[test]
fn a_subroutine_that_drops_its_address_never_returns() {
    let mut code = Assembly::new();
    code.branch(Op::Jsr, 2).plain(&[Op::Return]);
    code.plain(&[Op::Pop, Op::Return]);
    code.lower("()V").expect("lowers").assert_is("b0:\ngoto b1\nb1: (from b0)\nreturn");
}

/// A handler outside of the subroutine goes on inside the call that was under way.
#[test]
fn an_exception_leaves_a_subroutine() {
    let mut code = Assembly::new();
    code.branch(Op::Jsr, 3).plain(&[Op::Return, Op::Nop]); // 0
    code.local(Op::Astore, 0).call("step", "()V").local(Op::Ret, 0); // 3
    code.plain(&[Op::Pop, Op::Return]); // 6
    code.handler(3..6, 6, None);
    code.lower("()V").expect("lowers").assert_is(
        "b0:
           goto b1
         b1: (from b0) handlers: any -> b3
           invokestatic T.step()
           goto b2
         b2: (from b1)
           return
         b3: (from b1)
           v0: java.lang.Throwable = catch
           return",
    );
}

#[test]
fn a_return_without_a_call_is_refused() {
    let mut code = Assembly::new();
    code.local(Op::Ret, 0);
    assert_eq!(code.lower("()V").unwrap_err(), Unlowerable::Subroutine { pc: 0 });
    let mut code = Assembly::new();
    code.branch(Op::Jsr, 2).plain(&[Op::Return]).local(Op::Astore, 0).local(Op::Ret, 7);
    assert_eq!(code.lower("()V").unwrap_err().kind(), "subroutine");
}

#[test]
fn an_address_is_no_value() {
    let mut code = Assembly::new();
    code.branch(Op::Jsr, 1).plain(&[Op::Areturn]);
    assert_eq!(code.lower("()Ljava/lang/Object;").unwrap_err().kind(), "types");
    let mut code = Assembly::new();
    code.branch(Op::Jsr, 1).local(Op::Astore, 0).local(Op::Aload, 0).plain(&[Op::Pop, Op::Return]);
    assert_eq!(code.lower("()V").unwrap_err().kind(), "types");
}

/// Each of thirty subroutines calls the next twice: a thousand million copies of the last.
#[test]
fn too_many_copies_are_refused() {
    let mut code = Assembly::new();
    let count = 30;
    code.branch(Op::Jsr, 2).plain(&[Op::Return]);
    for number in 1..=count {
        let next = 2 + 4 * number;
        code.local(Op::Astore, number as u16);
        code.branch(Op::Jsr, next).branch(Op::Jsr, next).local(Op::Ret, number as u16);
    }
    code.local(Op::Astore, 50).local(Op::Ret, 50);
    assert_eq!(code.lower("()V").unwrap_err(), Unlowerable::TooLarge);
}

#[test]
fn recursion_ends() {
    let mut code = Assembly::new();
    code.local(Op::Astore, 0).branch(Op::Jsr, 0).plain(&[Op::Return]);
    // The first instruction stores nothing that was called: there is no value on the stack.
    assert_eq!(code.lower("()V").unwrap_err(), Unlowerable::Stack { pc: 0 });
    let mut code = Assembly::new();
    code.branch(Op::Jsr, 2).plain(&[Op::Return]);
    code.local(Op::Astore, 0).branch(Op::Jsr, 2).local(Op::Ret, 0);
    assert!(code.lower("()V").is_ok(), "the earlier call is taken to be given up");
}
