//! Which blocks lie on every way from a method's entry to a block, exceptional ways included.
//!
//! A block that dominates another has been *entered* whenever the other is. It need not have
//! been finished: an exceptional edge leaves a block at any of its instructions that can throw.

use crate::body::{BlockId, Body};
use crate::flow::dominator_tree::{DominatorTree, dominator_tree};
use crate::flow::graph::{Graph, control_flow, edges};

#[derive(Clone, Debug)]
pub struct Dominators {
    tree: DominatorTree,
}

pub fn dominators(body: &Body) -> Dominators {
    let successors = control_flow(body);
    let predecessors = Graph::new(body.blocks.len(), edges(body).map(|(from, to)| (to, from)));
    Dominators { tree: dominator_tree(&successors, &predecessors, 0) }
}

impl Dominators {
    /// The last other block on every way to `block`; `None` for the entry.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.tree.parent(block.0).map(BlockId)
    }

    /// Whether every way from the entry to `below` passes `above`; a block dominates itself.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        self.tree.dominates(above.0, below.0)
    }

    pub fn strictly_dominates(&self, above: BlockId, below: BlockId) -> bool {
        above != below && self.dominates(above, below)
    }

    /// The blocks that `block` immediately dominates.
    pub fn children(&self, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        self.tree.children(block.0).map(BlockId)
    }

    /// The last block on every way to either of the two.
    pub fn nearest_common(&self, one: BlockId, other: BlockId) -> BlockId {
        let mut above = one;
        while !self.dominates(above, other) {
            match self.immediate(above) {
                Some(block) => above = block,
                None => break,
            }
        }
        above
    }
}

/// Each block's dominance frontier, ascending: the blocks that it does not strictly dominate,
/// though it dominates a predecessor of theirs.
pub fn dominance_frontiers(body: &Body, dominators: &Dominators) -> Vec<Vec<BlockId>> {
    let mut frontiers = vec![Vec::new(); body.blocks.len()];
    for block in body.block_ids() {
        let end = dominators.immediate(block);
        for &predecessor in &body.block(block).predecessors {
            let mut above = Some(predecessor);
            while let Some(runner) = above.filter(|_| above != end) {
                let frontier: &mut Vec<BlockId> = &mut frontiers[runner.index()];
                // From here up, another predecessor has led the same way.
                if frontier.last() == Some(&block) {
                    break;
                }
                frontier.push(block);
                above = dominators.immediate(runner);
            }
        }
    }
    frontiers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::test_bodies::{any_flow, body_of, can_reach_without};
    use proptest::prelude::*;

    #[test]
    fn a_diamond_with_a_loop_below() {
        // b0 branches to b1 and b2, which meet in b3; b4 goes back to b3.
        let body = body_of(&[&[1, 2], &[3], &[3], &[4, 5], &[3], &[]], &[]);
        let tree = dominators(&body);
        let immediate: Vec<_> = body.block_ids().map(|block| tree.immediate(block)).collect();
        let b = BlockId;
        assert_eq!(immediate, [None, Some(b(0)), Some(b(0)), Some(b(0)), Some(b(3)), Some(b(3))]);
        assert_eq!(tree.nearest_common(b(1), b(4)), b(0));
        assert_eq!(tree.nearest_common(b(4), b(5)), b(3));
        let frontiers = dominance_frontiers(&body, &tree);
        assert_eq!(frontiers[1], [b(3)]);
        assert_eq!(frontiers[3], [b(3)]);
        assert_eq!(frontiers[4], [b(3)]);
    }

    #[test]
    fn no_blocks_at_all() {
        assert!(dominance_frontiers(&Body::default(), &dominators(&Body::default())).is_empty());
    }

    proptest! {
        #[test]
        fn dominance_is_what_removal_says(body in any_flow()) {
            let tree = dominators(&body);
            for below in body.block_ids() {
                for above in body.block_ids() {
                    let must_pass = !can_reach_without(&body, BlockId(0), below, Some(above));
                    prop_assert_eq!(tree.dominates(above, below), must_pass, "{} {}", above, below);
                }
                let strict = |block: &BlockId| tree.strictly_dominates(*block, below);
                let all: Vec<_> = body.block_ids().filter(strict).collect();
                let nearest = all.iter().copied().find(|&block| {
                    all.iter().all(|&other| tree.dominates(other, block))
                });
                prop_assert_eq!(tree.immediate(below), nearest);
                if let Some(parent) = nearest {
                    prop_assert!(tree.children(parent).any(|child| child == below));
                }
            }
            let children: usize = body.block_ids().map(|block| tree.children(block).count()).sum();
            prop_assert_eq!(children, body.blocks.len() - 1);
        }

        #[test]
        fn frontiers_are_as_defined(body in any_flow()) {
            let tree = dominators(&body);
            let frontiers = dominance_frontiers(&body, &tree);
            for above in body.block_ids() {
                let in_frontier = |&block: &BlockId| {
                    !tree.strictly_dominates(above, block)
                        && body.block(block).predecessors.iter().any(|&p| tree.dominates(above, p))
                };
                let expected: Vec<_> = body.block_ids().filter(in_frontier).collect();
                prop_assert_eq!(&frontiers[above.index()], &expected);
            }
        }
    }
}
