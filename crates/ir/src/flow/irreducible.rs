//! Cycles of the control flow that are not natural loops, as some compilers make them and javac
//! does not.

use crate::body::{BlockId, Body};
use crate::flow::dominators::Dominators;

/// Blocks on a common cycle that no single block of it dominates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IrreducibleRegion {
    /// Ascending.
    pub blocks: Vec<BlockId>,
    /// Those of them that control can reach from outside the region, ascending.
    pub entries: Vec<BlockId>,
}

/// The strongly connected components of the flow without its back edges. As back edges are no
/// part of a depth-first search's tree, the blocks' order is still a reverse postorder without
/// them, and walking backwards from each block in that order yields a component at a time.
pub fn irreducible_regions(body: &Body, dominators: &Dominators) -> Vec<IrreducibleRegion> {
    let mut component = vec![None; body.blocks.len()];
    let mut regions = Vec::new();
    for root in body.block_ids() {
        let mut blocks = Vec::new();
        let mut todo = vec![root];
        while let Some(block) = todo.pop() {
            if component[block.index()].is_none() {
                component[block.index()] = Some(root);
                blocks.push(block);
                let from = body.block(block).predecessors.iter();
                todo.extend(from.filter(|&&from| !dominators.dominates(block, from)));
            }
        }
        if blocks.len() > 1 {
            blocks.sort();
            regions.push((root, blocks));
        }
    }
    let region = |(root, blocks): (BlockId, Vec<BlockId>)| {
        let is_outside = |from: &BlockId| component[from.index()] != Some(root);
        let is_entry = |block: &&BlockId| {
            block.0 == 0 || body.block(**block).predecessors.iter().any(is_outside)
        };
        let entries = blocks.iter().filter(is_entry).copied().collect();
        IrreducibleRegion { blocks, entries }
    };
    regions.into_iter().map(region).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::dominators::dominators;
    use crate::flow::loops::loops;
    use crate::flow::test_bodies::{any_flow, body_of};
    use proptest::prelude::*;

    #[test]
    fn a_cycle_with_two_entries() {
        let body = body_of(&[&[1, 2], &[2], &[1, 3], &[]], &[]);
        let found = loops(&body, &dominators(&body));
        assert!(found.is_empty());
        let both = vec![BlockId(1), BlockId(2)];
        let region = IrreducibleRegion { blocks: both.clone(), entries: both };
        assert_eq!(found.irreducible(), [region]);
    }

    #[test]
    fn a_natural_loop_is_none() {
        let body = body_of(&[&[1], &[2, 3], &[1], &[]], &[]);
        let tree = dominators(&body);
        assert_eq!(irreducible_regions(&body, &tree), []);
    }

    proptest! {
        /// Blocks are in one region if and only if each reaches the other without a back edge.
        #[test]
        fn regions_are_cycles_without_back_edges(body in any_flow()) {
            let tree = dominators(&body);
            let found = loops(&body, &tree);
            let reaches = |from: BlockId, to: BlockId| {
                let (mut seen, mut todo) = (vec![false; body.blocks.len()], vec![from]);
                while let Some(block) = todo.pop() {
                    for next in body.all_successors(block) {
                        let is_back = tree.dominates(next, block);
                        if !is_back && !std::mem::replace(&mut seen[next.index()], true) {
                            todo.push(next);
                        }
                    }
                }
                seen[to.index()]
            };
            for one in body.block_ids() {
                for other in body.block_ids() {
                    let together = found.irreducible().iter().any(|region| {
                        region.blocks.contains(&one) && region.blocks.contains(&other)
                    });
                    prop_assert_eq!(together, reaches(one, other) && reaches(other, one));
                }
            }
            for region in found.irreducible() {
                prop_assert!(region.entries.len() > 1);
            }
        }
    }
}
