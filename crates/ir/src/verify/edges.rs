//! Edges: predecessors are what leads to a block, in order; handlers catch and nothing else
//! leads to them; blocks stand after their dominators.

use super::{Violation, ensure};
use crate::body::{BlockId, Body, Opcode};
use crate::effects::lowered_as_throwing;

pub(super) fn check(body: &Body) -> Result<(), Violation> {
    check_predecessors(body)?;
    for at in body.block_ids() {
        let block = body.block(at);
        // With a predecessor before it, each block is reachable, and on that path back to the
        // entry are all its dominators, all before it.
        let is_ordered = match at {
            BlockId(0) => block.predecessors.is_empty(),
            _ => block.predecessors.first().is_some_and(|&first| first < at),
        };
        ensure(is_ordered, at, || {
            format!("predecessors {:?}, expected one before it, or none", block.predecessors)
        })?;
        let throws = body.insts_of(at).any(|(_, inst)| lowered_as_throwing(inst, body));
        ensure(throws || block.handlers.is_empty(), at, || {
            "it has handlers, and nothing in it can throw".to_owned()
        })?;
        let catch_all = block.handlers.iter().position(|edge| edge.catches.is_none());
        ensure(catch_all.is_none_or(|first| first + 1 == block.handlers.len()), at, || {
            "handlers after one that catches everything".to_owned()
        })?;
    }
    check_catches(body)
}

fn check_predecessors(body: &Body) -> Result<(), Violation> {
    let mut predecessors = vec![Vec::new(); body.blocks.len()];
    for at in body.block_ids() {
        let handlers = body.block(at).handlers.iter().map(|edge| edge.block);
        for to in body.successors(at).into_iter().chain(handlers) {
            let predecessors: &mut Vec<BlockId> = &mut predecessors[to.index()];
            // However many edges lead from one block to another, they count once.
            if predecessors.last() != Some(&at) {
                predecessors.push(at);
            }
        }
    }
    for at in body.block_ids() {
        let (listed, expected) = (&body.block(at).predecessors, &predecessors[at.index()]);
        ensure(listed == expected, at, || {
            format!("predecessors {listed:?}, the edges say {expected:?}")
        })?;
    }
    Ok(())
}

/// A block catches if and only if exceptions lead to it, and then nothing else does.
fn check_catches(body: &Body) -> Result<(), Violation> {
    let mut is_handler = vec![false; body.blocks.len()];
    let mut is_successor = vec![false; body.blocks.len()];
    for at in body.block_ids() {
        body.block(at).handlers.iter().for_each(|edge| is_handler[edge.block.index()] = true);
        body.successors(at).iter().for_each(|to| is_successor[to.index()] = true);
    }
    for at in body.block_ids() {
        let mut insts = body.insts_of(at);
        let catches_first = insts.next().is_some_and(|(_, inst)| inst.op == Opcode::Catch);
        ensure(insts.all(|(_, inst)| inst.op != Opcode::Catch), at, || {
            "it catches in its midst".to_owned()
        })?;
        let (exceptional, normal) = (is_handler[at.index()], is_successor[at.index()]);
        ensure(catches_first == exceptional && !(exceptional && normal), at, || {
            format!("it catches: {catches_first}, handles: {exceptional}, follows: {normal}")
        })?;
    }
    Ok(())
}
