//! Exception handlers in places where no Java compiler puts them.

use redflag_classfile::Op;

use crate::assembly::Assembly;

/// The handler expects a value on the stack, and both an exception and a jump bring one.
#[test]
fn a_handler_that_is_also_reached_normally_gets_a_landing() {
    let mut code = Assembly::new();
    code.call("step", "()V"); // 0
    code.plain(&[Op::AconstNull]); // 1
    code.local(Op::Astore, 0).plain(&[Op::Return]); // 2
    code.handler(0..1, 2, Some("java/lang/Error"));
    code.lower("()V").expect("lowers").assert_is(
        "b0: handlers: java.lang.Error -> b2
           invokestatic T.step()
           goto b1
         b1: (from b0)
           v0: null = const null
           goto b3
         b2: (from b0)
           v1: java.lang.Error = catch
           goto b3
         b3: (from b1, b2)
           return",
    );
}

#[test]
fn what_the_landing_caught_merges_with_what_comes_normally() {
    let mut code = Assembly::new();
    code.call("step", "()V").plain(&[Op::AconstNull, Op::Areturn]);
    code.handler(0..1, 2, Some("java/lang/Error"));
    let lowered = code.lower("()Ljava/lang/Object;").expect("lowers");
    lowered.assert_is(
        "b0: handlers: java.lang.Error -> b2
           invokestatic T.step()
           goto b1
         b1: (from b0)
           v0: null = const null
           goto b3
         b2: (from b0)
           v1: java.lang.Error = catch
           goto b3
         b3: (from b1, b2)
           v2: java.lang.Error = phi(b1: v0, b2: v1)
           return v2",
    );
}

/// The exception in the handler leads to the handler again.
#[test]
fn a_handler_may_cover_itself() {
    let mut code = Assembly::new();
    code.call("step", "()V").plain(&[Op::Return]); // 0, 1
    code.plain(&[Op::Pop]).call("undo", "()V").plain(&[Op::Return]); // 2
    code.handler(0..5, 2, None);
    code.lower("()V").expect("lowers").assert_is(
        "b0: handlers: any -> b1
           invokestatic T.step()
           return
         b1: (from b0, b1) handlers: any -> b1
           v0: java.lang.Throwable = catch
           invokestatic T.undo()
           return",
    );
}

/// Control starts at the handler without an exception, so the landing is apart.
#[test]
fn a_handler_may_be_the_first_instruction() {
    let mut code = Assembly::new();
    code.call("step", "()V").branch(Op::Goto, 0);
    code.handler(0..1, 0, None);
    // A handler finds one value on the stack, the start none.
    assert_eq!(code.lower("()V").unwrap_err().kind(), "depth");
}

/// The first handler for everything hides all that come after it.
#[test]
fn handlers_are_asked_in_order() {
    let mut code = Assembly::new();
    code.call("step", "()V").plain(&[Op::Return]); // 0, 1
    code.plain(&[Op::Pop, Op::Return]); // 2: for errors
    code.plain(&[Op::Athrow]); // 4: for all
    code.plain(&[Op::Pop, Op::Return]); // 5: hidden
    code.handler(0..1, 2, Some("java/lang/Error"));
    code.handler(0..1, 4, None);
    code.handler(0..1, 5, Some("java/lang/Exception"));
    code.lower("()V").expect("lowers").assert_is(
        "b0: handlers: java.lang.Error -> b2, any -> b3
           invokestatic T.step()
           goto b1
         b1: (from b0)
           return
         b2: (from b0)
           v0: java.lang.Error = catch
           return
         b3: (from b0)
           v1: java.lang.Throwable = catch
           throw v1",
    );
}

/// Neither the handler of code that cannot throw nor that of code that nothing reaches is there.
#[test]
fn handlers_that_nothing_reaches_are_left_out() {
    let mut code = Assembly::new();
    code.plain(&[Op::Iconst0]).local(Op::Istore, 0).plain(&[Op::Return]); // 0
    code.call("step", "()V").plain(&[Op::Return]); // 3, unreachable
    code.plain(&[Op::Pop, Op::Return]); // 5
    code.handler(0..5, 5, None);
    code.lower("()V").expect("lowers").assert_is("b0:\nv0: int = const 0\nreturn");
}

/// After the call, which can throw, the store starts a block; so the handler sees 0 or 1.
#[test]
fn a_store_after_what_can_throw_starts_a_block() {
    let mut code = Assembly::new();
    code.plain(&[Op::Iconst0]).local(Op::Istore, 0); // 0
    code.call("step", "()V"); // 2
    code.plain(&[Op::Iconst1]).local(Op::Istore, 0); // 3
    code.call("step", "()V"); // 5
    code.plain(&[Op::Iconst2, Op::Ireturn]); // 6
    code.plain(&[Op::Pop]).local(Op::Iload, 0).plain(&[Op::Ireturn]); // 8
    code.handler(0..6, 8, None);
    code.lower("()I").expect("lowers").assert_is(
        "b0: handlers: any -> b3
           v0: int = const 0
           invokestatic T.step()
           v1: int = const 1
           goto b1
         b1: (from b0) handlers: any -> b3
           invokestatic T.step()
           goto b2
         b2: (from b1)
           v2: int = const 2
           return v2
         b3: (from b0, b1)
           v3: int = phi(b0: v0, b1: v1)
           v4: java.lang.Throwable = catch
           return v3",
    );
}
