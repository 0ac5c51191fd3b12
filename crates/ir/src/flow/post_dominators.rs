//! Which blocks lie on every way from a block to the method's end.
//!
//! The ways considered are those that end. A block from which no way does, as in an endless
//! loop, has no immediate post-dominator and is post-dominated by itself alone; elsewhere, ways
//! into such blocks do not count. As with dominators, a block that post-dominates another is
//! sure to be *entered*, not to be finished.

use crate::body::{BlockId, Body, Opcode};
use crate::effects::can_throw;
use crate::flow::dominator_tree::{DominatorTree, dominator_tree};
use crate::flow::graph::{Graph, edges};
use crate::types::Type;

/// What counts as an end of the method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exits {
    /// Returns alone. A way that ends with an exception leaving the method does not count;
    /// one through a handler to a return does.
    Normal,
    /// Returns, and exceptions that leave the method.
    All,
}

#[derive(Clone, Debug)]
pub struct PostDominators {
    /// Over the blocks and, with the number after the last, the exit.
    tree: DominatorTree,
    exit: u32,
}

pub fn post_dominators(body: &Body, exits: Exits) -> PostDominators {
    let exit = body.blocks.len() as u32;
    let leaving = body.block_ids().filter(|&block| leaves(body, block, exits));
    let leaving: Vec<_> = leaving.map(|block| (block.0, exit)).collect();
    let forwards = edges(body).chain(leaving.iter().copied());
    let successors = Graph::new(body.blocks.len() + 1, forwards);
    PostDominators { tree: dominator_tree(&successors.reversed(), &successors, exit), exit }
}

impl PostDominators {
    /// The first other block on every way from `block` to the exit; `None` if there is none, or
    /// if no way leads from `block` to the exit.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        let parent = self.tree.parent(block.0);
        parent.filter(|&parent| parent != self.exit).map(BlockId)
    }

    /// Whether every way from `early` to the exit passes `late`; a block post-dominates itself.
    pub fn post_dominates(&self, late: BlockId, early: BlockId) -> bool {
        self.tree.dominates(late.0, early.0)
    }

    /// Whether any way leads from `block` to the exit.
    pub fn reaches_exit(&self, block: BlockId) -> bool {
        self.tree.reaches(block.0)
    }
}

/// Whether the method may end in this block.
fn leaves(body: &Body, block: BlockId, exits: Exits) -> bool {
    let returns = matches!(body.terminator(block).op, Opcode::Return);
    returns
        || exits == Exits::All
            && !catches_everything(body, block)
            && body.insts_of(block).any(|(_, inst)| can_throw(inst, body))
}

fn catches_everything(body: &Body, block: BlockId) -> bool {
    let mut handlers = body.block(block).handlers.iter();
    handlers.any(|edge| edge.catches.is_none_or(|ty| ty == Type::THROWABLE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::test_bodies::{any_flow, body_of, can_reach_without};
    use proptest::prelude::*;

    #[test]
    fn an_endless_loop_has_no_post_dominator() {
        let body = body_of(&[&[1, 2], &[1], &[]], &[]);
        let tree = post_dominators(&body, Exits::All);
        let [entry, returning, endless] = by_role(&body);
        assert!(!tree.reaches_exit(endless));
        assert_eq!(tree.immediate(endless), None);
        assert!(tree.post_dominates(endless, endless));
        assert!(!tree.post_dominates(returning, endless));
        assert!(tree.post_dominates(returning, entry));
    }

    fn by_role(body: &Body) -> [BlockId; 3] {
        let endless = body.block_ids().find(|&b| body.successors(b) == [b]);
        let returning = body.block_ids().find(|&b| body.successors(b).is_empty());
        [BlockId(0), returning.unwrap(), endless.unwrap()]
    }

    #[test]
    fn an_exception_that_leaves_the_method_is_an_exit_among_all() {
        // b0 can throw to b2 alone, by a handler that does not catch everything.
        let body = body_of(&[&[1], &[], &[]], &[(0, 2)]);
        let returning = body.successors(BlockId(0))[0];
        let handler = body.block(BlockId(0)).handlers[0].block;
        for exits in [Exits::Normal, Exits::All] {
            let tree = post_dominators(&body, exits);
            assert_eq!(tree.immediate(BlockId(0)), None);
            assert!(!tree.post_dominates(returning, BlockId(0)));
            assert!(!tree.post_dominates(handler, BlockId(0)));
        }
        let mut joined = body_of(&[&[1], &[], &[1]], &[(0, 2)]);
        let end = joined.block_ids().find(|&b| joined.successors(b).is_empty()).unwrap();
        assert!(post_dominators(&joined, Exits::Normal).post_dominates(end, BlockId(0)));
        assert!(!post_dominators(&joined, Exits::All).post_dominates(end, BlockId(0)));
        for catches_all in [None, Some(Type::THROWABLE)] {
            joined.blocks[0].handlers[0].catches = catches_all;
            assert!(post_dominators(&joined, Exits::All).post_dominates(end, BlockId(0)));
        }
    }

    proptest! {
        #[test]
        fn post_dominance_is_what_removal_says(body in any_flow(), all in any::<bool>()) {
            let exits = if all { Exits::All } else { Exits::Normal };
            let tree = post_dominators(&body, exits);
            let ends = |block: &BlockId| match body.terminator(*block).op {
                Opcode::Return => true,
                // The generated handlers never catch everything, and only blocks with handlers
                // hold something that throws.
                _ => all && !body.block(*block).handlers.is_empty(),
            };
            let ends: Vec<_> = body.block_ids().filter(ends).collect();
            for early in body.block_ids() {
                let ways = |without| {
                    ends.iter().any(|&end| can_reach_without(&body, early, end, without))
                };
                prop_assert_eq!(tree.reaches_exit(early), ways(None));
                for late in body.block_ids() {
                    let expected = early == late || ways(None) && !ways(Some(late));
                    prop_assert_eq!(tree.post_dominates(late, early), expected);
                }
                let strict = |&late: &BlockId| late != early && tree.post_dominates(late, early);
                let after: Vec<_> = body.block_ids().filter(strict).collect();
                let nearest = after.iter().copied().find(|&block| {
                    after.iter().all(|&other| tree.post_dominates(other, block))
                });
                prop_assert_eq!(tree.immediate(early), nearest);
            }
        }
    }
}
