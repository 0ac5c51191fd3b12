//! `jsr` and `ret`: the subroutine's code stands once for each way of calling it.

use std::time::{Duration, Instant};

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

/// The outer call goes on where the inner has returned, though no jump leads there.
#[test]
fn a_subroutine_returns_after_a_call_on_some_ways() {
    let mut code = Assembly::new();
    code.branch(Op::Jsr, 2).plain(&[Op::Return]); // 0, 1
    code.local(Op::Astore, 1).local(Op::Iload, 0).branch(Op::Ifeq, 6); // 2
    code.call("step", "()V"); // 5
    code.branch(Op::Jsr, 8).local(Op::Ret, 1); // 6
    code.local(Op::Astore, 2).local(Op::Ret, 2); // 8
    code.lower("(I)V").expect("lowers").assert_is(
        "b0:
           goto b1
         b1: (from b0)
           if v0 == 0 then b3 else b2
         b2: (from b1)
           invokestatic T.step()
           goto b3
         b3: (from b1, b2)
           goto b4
         b4: (from b3)
           goto b5
         b5: (from b4)
           goto b6
         b6: (from b5)
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

/// A handler outside of the subroutine gives the call up.
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

/// The handler belongs to the subroutine, so the call goes on and returns from there.
#[test]
fn a_subroutine_that_handles_an_exception_returns() {
    let mut code = Assembly::new();
    code.branch(Op::Jsr, 2).plain(&[Op::Return]); // 0
    code.local(Op::Astore, 0).call("step", "()V").local(Op::Ret, 0); // 2
    code.plain(&[Op::Pop]).call("undo", "()V").local(Op::Ret, 0); // 5
    code.handler(2..5, 5, None);
    code.lower("()V").expect("lowers").assert_is(
        "b0:
           goto b1
         b1: (from b0) handlers: any -> b2
           invokestatic T.step()
           goto b3
         b2: (from b1)
           v0: java.lang.Throwable = catch
           invokestatic T.undo()
           goto b3
         b3: (from b1, b2)
           return",
    );
}

/// The exception gives up the inner call and not the outer, which returns to where it was called.
#[test]
fn an_exception_leaves_one_subroutine_of_two() {
    let mut code = Assembly::new();
    code.branch(Op::Jsr, 4).call("between", "()V"); // 0
    code.branch(Op::Jsr, 4).plain(&[Op::Return]); // 2
    code.local(Op::Astore, 1).branch(Op::Jsr, 9).local(Op::Ret, 1); // 4
    code.plain(&[Op::Pop]).local(Op::Ret, 1); // 7: the handler, in the outer
    code.local(Op::Astore, 2).call("step", "()V").local(Op::Ret, 2); // 9
    code.handler(9..12, 7, None);
    code.lower("()V").expect("lowers").assert_is(
        "b0:
           goto b1
         b1: (from b0)
           goto b2
         b2: (from b1) handlers: any -> b4
           invokestatic T.step()
           goto b3
         b3: (from b2)
           goto b5
         b4: (from b2)
           v0: java.lang.Throwable = catch
           goto b5
         b5: (from b3, b4)
           invokestatic T.between()
           goto b6
         b6: (from b5)
           goto b7
         b7: (from b6) handlers: any -> b9
           invokestatic T.step()
           goto b8
         b8: (from b7)
           goto b10
         b9: (from b7)
           v1: java.lang.Throwable = catch
           goto b10
         b10: (from b8, b9)
           return",
    );
}

/// Where the address is kept does not show in the first instruction, so the call is never given
/// up, wherever exceptions lead.
#[test]
fn a_subroutine_of_an_unclear_address_returns() {
    let mut code = Assembly::new();
    code.branch(Op::Jsr, 2).plain(&[Op::Return]); // 0
    code.plain(&[Op::Nop]).local(Op::Astore, 0).call("step", "()V").branch(Op::Goto, 7); // 2
    code.plain(&[Op::Pop]).local(Op::Ret, 0); // 6
    code.handler(2..6, 6, None);
    code.lower("()V").expect("lowers").assert_is(
        "b0:
           goto b1
         b1: (from b0) handlers: any -> b2
           invokestatic T.step()
           goto b3
         b2: (from b1)
           v0: java.lang.Throwable = catch
           goto b3
         b3: (from b1, b2)
           goto b4
         b4: (from b3)
           return",
    );
}

/// `try { try { a(); } finally { if (x != 0) a(); } } catch (Exception e) {}` over and over, as
/// `javac` up to 1.4 lays it out: the subroutines may be left by an exception, and all of them keep
/// their addresses in one local variable.
#[test]
fn subroutines_that_exceptions_leave_do_not_add_up() {
    let blocks = |copies: u32| {
        let mut code = Assembly::new();
        for copy in 0..copies {
            let start = 13 * copy;
            code.call("a", "()V").branch(Op::Jsr, start + 7).branch(Op::Goto, start + 13); // 0
            code.local(Op::Astore, 1).branch(Op::Jsr, start + 7); // 3: any exception
            code.local(Op::Aload, 1).plain(&[Op::Athrow]); // 5
            code.local(Op::Astore, 2).local(Op::Iload, 0).branch(Op::Ifeq, start + 11); // 7: finally
            code.call("a", "()V").local(Op::Ret, 2); // 10
            code.plain(&[Op::Pop]); // 12: catch
            code.handler(start..start + 1, start + 3, None);
            code.handler(start..start + 12, start + 12, Some("java/lang/Exception"));
        }
        code.plain(&[Op::Return]);
        code.lower("(I)V").expect("lowers").body.blocks.len()
    };
    let of_one_more = blocks(2) - blocks(1);
    assert_eq!(blocks(30), blocks(1) + 29 * of_one_more);
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

/// Five thousand subroutines, each called from the one before; in the last, an exception may leave
/// them all, from each of a thousand blocks to each of two thousand handlers.
#[test]
fn leaving_many_subroutines_on_many_edges_is_refused() {
    let (depth, covered, handlers) = (5000, 1000, 2000);
    let mut code = Assembly::new();
    code.branch(Op::Jsr, 2).plain(&[Op::Return]);
    for number in 1..=depth {
        code.local(Op::Astore, 1).branch(Op::Jsr, 2 + 3 * number).plain(&[Op::Return]);
    }
    code.local(Op::Astore, 1);
    let start = code.insns.len() as u32;
    for _ in 0..covered {
        code.call("step", "()V").plain(&[Op::Iconst0]).local(Op::Istore, 2);
    }
    let end = code.insns.len() as u32;
    code.local(Op::Ret, 1);
    for number in 1..=handlers {
        code.plain(&[Op::Athrow]);
        code.handler(start..end, end + number, Some("java/lang/Exception"));
    }
    let started = Instant::now();
    assert_eq!(code.lower("()V").unwrap_err(), Unlowerable::TooLarge);
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
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
