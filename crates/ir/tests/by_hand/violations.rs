//! The verifier finds what is wrong: a good body, broken in one place at a time.

use redflag_classfile::Op;
use redflag_ir::body::{BlockId, Body, Constant, HandlerEdge, Opcode, Phi, ValueId};
use redflag_ir::names::Names;
use redflag_ir::types::Type;
use redflag_ir::verify::verify;

use crate::assembly::Assembly;

/// ```text
/// b0:                                  b2: (from b1) handlers: any -> b4
///   v1: int = const 0                    v3: int = invokestatic T.next()
///   goto b1                              goto b3
/// b1: (from b0, b3)                    b3: (from b2)
///   v2: int = phi(b0: v1, b3: v3)        goto b1
///   if v2 >= v0 then b5 else b2        b4: (from b2)
/// b5: (from b1)                          v4: java.lang.Throwable = catch
///   return v2                            return v2
/// ```
fn loop_with_handler() -> (Names, Body) {
    let mut code = Assembly::new();
    code.plain(&[Op::Iconst0]).local(Op::Istore, 1); // 0
    code.local(Op::Iload, 1).local(Op::Iload, 0).branch(Op::IfIcmpge, 8); // 2
    code.call("next", "()I").local(Op::Istore, 1).branch(Op::Goto, 2); // 5
    code.local(Op::Iload, 1).plain(&[Op::Ireturn]); // 8
    code.plain(&[Op::Pop]).local(Op::Iload, 1).plain(&[Op::Ireturn]); // 10
    code.handler(5..6, 10, None);
    let lowered = code.lower("(I)I").expect("lowers");
    (lowered.names, lowered.body)
}

/// What the verifier says of the body after a change.
#[track_caller]
fn violation(change: impl FnOnce(&mut Body)) -> String {
    let (names, mut body) = loop_with_handler();
    change(&mut body);
    verify(&names, &body).expect_err("the change breaks a rule").to_string()
}

fn block_that(body: &Body, is_it: impl Fn(&Opcode) -> bool) -> BlockId {
    let mut blocks = body.block_ids();
    blocks.find(|&at| body.insts_of(at).any(|(_, inst)| is_it(&inst.op))).expect("such a block")
}

/// The block of the call, its handler, the head of the loop.
fn places(body: &Body) -> (BlockId, BlockId, BlockId) {
    let call = block_that(body, |op| matches!(op, Opcode::Invoke(..)));
    let head = block_that(body, |op| matches!(op, Opcode::If { .. }));
    (call, block_that(body, |op| *op == Opcode::Catch), head)
}

fn inst_mut(body: &mut Body, is_it: impl Fn(&Opcode) -> bool) -> &mut redflag_ir::body::Inst {
    body.insts.iter_mut().find(|inst| is_it(&inst.op)).expect("such an instruction")
}

#[test]
fn blocks_end_with_their_one_terminator() {
    let said =
        violation(|body| inst_mut(body, |op| matches!(op, Opcode::If { .. })).op = Opcode::Negate);
    assert!(said.contains("terminator"), "{said}");
    let said = violation(|body| {
        inst_mut(body, |op| matches!(op, Opcode::Constant(_))).op = Opcode::Goto(BlockId(1));
    });
    assert!(said.contains("terminator"), "{said}");
    let said = violation(|body| body.blocks[1].first += 1);
    assert!(said.contains("its instructions are"), "{said}");
}

#[test]
fn indices_are_in_range() {
    let said = violation(|body| body.methods.clear());
    assert!(said.contains("index 0 of 0"), "{said}");
    let said = violation(|body| {
        let last = body.operands.len() - 1;
        body.operands[last] = ValueId(999);
    });
    assert!(said.contains("v999 is used"), "{said}");
    let said = violation(|body| {
        inst_mut(body, |op| matches!(op, Opcode::Goto(_))).op = Opcode::Goto(BlockId(99));
    });
    assert!(said.contains("b99"), "{said}");
    let said = violation(|body| {
        let constant = Opcode::Constant(Constant::String(3));
        inst_mut(body, |op| matches!(op, Opcode::Constant(_))).op = constant;
    });
    assert!(said.contains("index 3 of 0"), "{said}");
}

#[test]
fn values_are_defined_once_and_where_they_say() {
    let said = violation(|body| body.values.swap(0, 1));
    assert!(said.contains("elsewhere"), "{said}");
    let said = violation(|body| {
        inst_mut(body, |op| *op == Opcode::Catch).result = Some(ValueId(0));
    });
    assert!(said.contains("defined twice"), "{said}");
    let said = violation(|body| {
        let data = body.values[0];
        body.values.push(data);
    });
    assert!(said.contains("defined nowhere"), "{said}");
}

#[test]
fn predecessors_agree_with_edges() {
    let said = violation(|body| {
        let (.., head) = places(body);
        body.blocks[head.index()].predecessors.pop();
    });
    assert!(said.contains("the edges say"), "{said}");
    let said = violation(|body| {
        let (.., head) = places(body);
        body.blocks[head.index()].predecessors.reverse();
    });
    assert!(said.contains("the edges say"), "{said}");
}

#[test]
fn handlers_catch_and_nothing_else_leads_to_them() {
    let said = violation(|body| {
        inst_mut(body, |op| *op == Opcode::Catch).op = Opcode::Constant(Constant::Null);
    });
    assert!(said.contains("it catches: false, handles: true"), "{said}");
    let said = violation(|body| {
        let (call, handler, _) = places(body);
        let edge = HandlerEdge { block: handler, catches: None };
        body.blocks[call.index()].handlers.push(edge);
    });
    assert!(said.contains("after one that catches everything"), "{said}");
    let said = violation(|body| {
        let (call, handler, head) = places(body);
        let edges = body.blocks[call.index()].handlers.clone();
        body.blocks[head.index()].handlers = edges;
        body.blocks[handler.index()].predecessors.insert(0, head);
    });
    assert!(said.contains("nothing in it can throw"), "{said}");
}

#[test]
fn phis_merge_something_that_somebody_needs() {
    let said = violation(|body| {
        let (.., head) = places(body);
        body.blocks[head.index()].phis[0].operands.len = 1;
    });
    assert!(said.contains("merges 1 of 2"), "{said}");
    let said = violation(|body| {
        let (.., head) = places(body);
        let phi = body.blocks[head.index()].phis[0];
        let second = phi.operands.start as usize + 1;
        body.operands[second] = phi.value;
    });
    assert!(said.contains("superfluous"), "{said}");
    let said = violation(|body| {
        // A second phi like the first, which only itself would use.
        let (.., head) = places(body);
        let Phi { value, operands } = body.blocks[head.index()].phis[0];
        let new = ValueId(body.values.len() as u32);
        body.values.push(body.values[value.index()]);
        body.blocks[head.index()].phis.push(Phi { value: new, operands });
    });
    assert!(said.contains("nothing needs"), "{said}");
}

#[test]
fn definitions_come_before_uses() {
    let said = violation(|body| {
        let result = inst_mut(body, |op| matches!(op, Opcode::Invoke(..))).result;
        let test = inst_mut(body, |op| matches!(op, Opcode::If { .. })).operands.start as usize;
        body.operands[test] = result.expect("the call has a result");
    });
    assert!(said.contains("before its definition"), "{said}");
}

/// The call's block dominates the handler, but the call has no result if it throws.
#[test]
fn what_throws_has_no_result_in_the_handler() {
    let said = violation(|body| {
        let (_, handler, _) = places(body);
        let result = inst_mut(body, |op| matches!(op, Opcode::Invoke(..))).result;
        let returned = body.terminator(handler).operands.start as usize;
        body.operands[returned] = result.expect("the call has a result");
    });
    assert!(said.contains("before its definition"), "{said}");
}

#[test]
fn operands_are_of_the_right_kind() {
    let said = violation(|body| {
        inst_mut(body, |op| matches!(op, Opcode::Constant(_))).op =
            Opcode::Constant(Constant::Long(0));
    });
    assert!(said.contains("expected"), "{said}");
    let said = violation(|body| body.values[0].ty = Type::OBJECT);
    assert!(said.contains("expected"), "{said}");
}

#[test]
fn a_good_body_has_no_violation() {
    let (names, body) = loop_with_handler();
    assert_eq!(verify(&names, &body), Ok(()));
}
