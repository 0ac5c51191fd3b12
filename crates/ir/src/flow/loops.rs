//! Natural loops, how they nest, and cycles that are not natural loops.
//!
//! A back edge is one whose target, the header, dominates its source, a latch. The loop of a
//! header is what reaches one of its latches without passing the header. Two loops are apart or
//! one lies within the other, whatever else the flow does. Exceptional edges count: in what
//! javac makes of `synchronized`, the handler that releases the monitor also catches its own
//! exceptions, which is a loop with an exceptional back edge only (see
//! [`Loops::is_exceptional`]).

use std::fmt;
use std::ops::Range;

use crate::body::{BlockId, Body, Opcode, ids};
use crate::flow::dominators::Dominators;
use crate::flow::irreducible::{IrreducibleRegion, irreducible_regions};

ids! {
    /// A loop; outer loops have smaller numbers than those within.
    LoopId "l",
}

#[derive(Clone, Debug)]
pub struct Loops {
    loops: Vec<Loop>,
    /// By block.
    innermost: Vec<Option<LoopId>>,
    /// The blocks within loops, such that each loop's are together.
    order: Vec<BlockId>,
    /// Each block's place in `order`; past its end for a block outside all loops.
    places: Vec<u32>,
    irreducible: Vec<IrreducibleRegion>,
}

#[derive(Clone, Debug)]
pub struct Loop {
    /// Dominates all other blocks of the loop.
    pub header: BlockId,
    /// The blocks of the loop from which control goes to the header, ascending.
    pub latches: Vec<BlockId>,
    /// The loop right around this one.
    pub parent: Option<LoopId>,
    /// How many loops a block of it is in, so 1 for an outermost loop.
    pub depth: u32,
    /// How many edges leave the loop; returns are outside of it.
    pub exit_edges: u32,
    places: Range<u32>,
}

/// An edge that leaves a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopExit {
    pub from: BlockId,
    pub to: BlockId,
    /// Whether only an exception takes it.
    pub exceptional: bool,
}

pub fn loops(body: &Body, dominators: &Dominators) -> Loops {
    let mut forest = Forest::new(body);
    let mut is_reducible = true;
    // From the last header to the first, so that inner loops come before those around them.
    for header in (0..body.blocks.len() as u32).rev().map(BlockId) {
        let from = &body.block(header).predecessors;
        // In reverse postorder, an edge of a cycle must go back somewhere.
        let (latches, sideways): (Vec<_>, Vec<_>) = from
            .iter()
            .filter(|&&from| from >= header)
            .partition(|&&from| dominators.dominates(header, from));
        is_reducible &= sideways.is_empty();
        if !latches.is_empty() {
            forest.add_loop(body, header, latches);
        }
    }
    let mut loops = forest.lay_out();
    count_exits(body, &mut loops);
    if !is_reducible {
        loops.irreducible = irreducible_regions(body, dominators);
    }
    loops
}

impl Loops {
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// All loops, each after those around it.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = LoopId> + ExactSizeIterator + use<> {
        (0..self.loops.len() as u32).map(LoopId)
    }

    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id.index()]
    }

    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.index()]
    }

    /// The loop of which this block is the header.
    pub fn headed_by(&self, block: BlockId) -> Option<LoopId> {
        self.innermost(block).filter(|&id| self.get(id).header == block)
    }

    /// The blocks of a loop, inner loops' included: the header, then the others, those of an
    /// inner loop together.
    pub fn blocks(&self, id: LoopId) -> &[BlockId] {
        let places = &self.get(id).places;
        &self.order[places.start as usize..places.end as usize]
    }

    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        self.get(id).places.contains(&self.places[block.index()])
    }

    /// Whether `inner` is `outer` or lies within it.
    pub fn encloses(&self, outer: LoopId, inner: LoopId) -> bool {
        self.contains(outer, self.get(inner).header)
    }

    /// The innermost loop around both of two loops.
    pub fn common(&self, one: Option<LoopId>, other: Option<LoopId>) -> Option<LoopId> {
        let (mut around, other) = (one, other?);
        while let Some(id) = around {
            if self.encloses(id, other) {
                break;
            }
            around = self.get(id).parent;
        }
        around
    }

    /// The edges that leave a loop, by source.
    pub fn exits(&self, body: &Body, id: LoopId) -> Vec<LoopExit> {
        let mut exits = Vec::new();
        for &from in self.blocks(id) {
            let normal = body.successors(from);
            for to in body.all_successors(from) {
                if !self.contains(id, to) {
                    exits.push(LoopExit { from, to, exceptional: !normal.contains(&to) });
                }
            }
        }
        exits.sort_by_key(|exit| (exit.from, exit.to));
        exits
    }

    /// The blocks outside a loop from which control comes to its header, ascending.
    pub fn entering(&self, body: &Body, id: LoopId) -> impl Iterator<Item = BlockId> {
        let from = body.block(self.get(id).header).predecessors.iter().copied();
        from.filter(move |&from| !self.contains(id, from))
    }

    /// The block at whose end every way into the loop passes and no other: the only one to enter
    /// it, and by a jump.
    pub fn preheader(&self, body: &Body, id: LoopId) -> Option<BlockId> {
        let mut entering = self.entering(body, id);
        let (only, None) = (entering.next()?, entering.next()) else { return None };
        let header = self.get(id).header;
        let jumps = body.terminator(only).op == Opcode::Goto(header);
        let also_throws = body.block(only).handlers.iter().any(|edge| edge.block == header);
        (jumps && !also_throws && header.0 != 0).then_some(only)
    }

    /// Whether only exceptions lead back to the header.
    pub fn is_exceptional(&self, body: &Body, id: LoopId) -> bool {
        let header = self.get(id).header;
        let mut latches = self.get(id).latches.iter();
        latches.all(|&latch| !body.successors(latch).contains(&header))
    }

    /// The cycles that are not natural loops, by first block.
    pub fn irreducible(&self) -> &[IrreducibleRegion] {
        &self.irreducible
    }
}

/// The loops while they are found, innermost first.
struct Forest {
    /// `places` and `depth` are still empty.
    loops: Vec<Loop>,
    /// Which of `loops`, by block.
    innermost: Vec<Option<u32>>,
    /// Which of `loops` is around each of them.
    parents: Vec<Option<u32>>,
}

impl Forest {
    fn new(body: &Body) -> Forest {
        let innermost = vec![None; body.blocks.len()];
        Forest { loops: Vec::new(), innermost, parents: Vec::new() }
    }

    /// Walks back from the latches, over each inner loop in one step.
    fn add_loop(&mut self, body: &Body, header: BlockId, latches: Vec<BlockId>) {
        let this = self.loops.len() as u32;
        self.parents.push(None);
        self.innermost[header.index()] = Some(this);
        let mut todo = latches.clone();
        while let Some(block) = todo.pop() {
            let first = match self.outermost(block) {
                None => {
                    self.innermost[block.index()] = Some(this);
                    block
                }
                Some(known) if known == this => continue,
                Some(inner) => {
                    self.parents[inner as usize] = Some(this);
                    self.loops[inner as usize].header
                }
            };
            todo.extend(&body.block(first).predecessors);
        }
        let (parent, depth, exit_edges, places) = (None, 0, 0, 0..0);
        self.loops.push(Loop { header, latches, parent, depth, exit_edges, places });
    }

    fn outermost(&self, block: BlockId) -> Option<u32> {
        let mut outermost = self.innermost[block.index()]?;
        while let Some(around) = self.parents[outermost as usize] {
            outermost = around;
        }
        Some(outermost)
    }

    /// Numbers the loops from the first header to the last, which puts outer before inner ones,
    /// and the blocks such that each loop's are together.
    fn lay_out(self) -> Loops {
        let last = self.loops.len().wrapping_sub(1) as u32;
        let renumbered = |old: u32| LoopId(last - old);
        let innermost: Vec<_> = self.innermost.iter().map(|&old| old.map(renumbered)).collect();
        let mut loops = self.loops;
        for (found, &parent) in loops.iter_mut().zip(&self.parents) {
            found.parent = parent.map(renumbered);
        }
        loops.reverse();
        let count = loops.len();
        let mut own = vec![0; count];
        for id in innermost.iter().flatten() {
            own[id.index()] += 1;
        }
        let mut sizes: Vec<u32> = own.clone();
        for at in (0..count).rev() {
            if let Some(LoopId(parent)) = loops[at].parent {
                sizes[parent as usize] += sizes[at];
            }
        }
        // Where the next inner loop of each loop goes, behind the loop's own blocks.
        let mut free = vec![0; count];
        let mut free_outside = 0;
        for at in 0..count {
            let parent = loops[at].parent.map(|id| id.0 as usize);
            loops[at].depth = parent.map_or(0, |parent| loops[parent].depth) + 1;
            let next = parent.map_or(&mut free_outside, |parent| &mut free[parent]);
            let start = *next;
            *next += sizes[at];
            loops[at].places = start..start + sizes[at];
            free[at] = start + own[at];
        }
        let mut next: Vec<u32> = loops.iter().map(|found| found.places.start).collect();
        let mut order = vec![BlockId(0); free_outside as usize];
        let mut places = vec![u32::MAX; innermost.len()];
        for (block, id) in (0..).map(BlockId).zip(&innermost) {
            if let Some(LoopId(id)) = *id {
                let place = next[id as usize];
                next[id as usize] += 1;
                order[place as usize] = block;
                places[block.index()] = place;
            }
        }
        Loops { loops, innermost, order, places, irreducible: Vec::new() }
    }
}

/// An edge leaves the loops from that of its source up to the innermost that also holds its
/// target: it counts for the first and against the latter, and outer loops add up the inner.
fn count_exits(body: &Body, loops: &mut Loops) {
    let mut counts = vec![0i64; loops.loops.len()];
    for (block, to) in body.blocks.iter().zip((0..).map(BlockId)) {
        for &from in &block.predecessors {
            let Some(source) = loops.innermost(from) else { continue };
            if !loops.contains(source, to) {
                counts[source.index()] += 1;
                if let Some(still) = loops.common(Some(source), loops.innermost(to)) {
                    counts[still.index()] -= 1;
                }
            }
        }
    }
    for at in (0..counts.len()).rev() {
        loops.loops[at].exit_edges = counts[at] as u32;
        if let Some(LoopId(parent)) = loops.loops[at].parent {
            counts[parent as usize] += counts[at];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::dominators::dominators;
    use crate::flow::test_bodies::{Builder, any_flow, body_of, can_reach_without};
    use crate::types::Type;
    use proptest::prelude::*;

    #[test]
    fn nested_loops_with_a_shared_exit() {
        // An inner loop b2-b3 in an outer one b1-b4; b2 leaves both, b5 returns.
        let body = body_of(&[&[1], &[2, 5], &[3, 5], &[2, 4], &[1], &[]], &[]);
        let found = loops(&body, &dominators(&body));
        let b = BlockId;
        let [outer, inner] = [LoopId(0), LoopId(1)];
        assert_eq!(found.ids().collect::<Vec<_>>(), [outer, inner]);
        assert_eq!(found.blocks(outer), [b(1), b(4), b(2), b(3)]);
        assert_eq!(found.blocks(inner), [b(2), b(3)]);
        assert_eq!(found.get(inner).parent, Some(outer));
        assert_eq!(found.get(inner).depth, 2);
        assert_eq!(found.get(inner).latches, [b(3)]);
        assert_eq!(found.preheader(&body, outer), Some(b(0)));
        assert_eq!(found.preheader(&body, inner), None, "b1 can also go elsewhere");
        let exit = |from, to| LoopExit { from: b(from), to: b(to), exceptional: false };
        assert_eq!(found.exits(&body, outer), [exit(1, 5), exit(2, 5)]);
        assert_eq!(found.exits(&body, inner), [exit(2, 5), exit(3, 4)]);
    }

    #[test]
    fn a_handler_that_guards_itself_is_an_exceptional_loop() {
        let body = body_of(&[&[2], &[2], &[]], &[(0, 1), (1, 1)]);
        let found = loops(&body, &dominators(&body));
        assert_eq!(found.ids().len(), 1);
        assert!(found.is_exceptional(&body, LoopId(0)));
        assert_eq!(found.preheader(&body, LoopId(0)), None);
    }

    /// A method's 64 KiB have room for some thousand loops in each other.
    #[test]
    fn deep_nests_need_neither_a_deep_stack_nor_much_memory() {
        const DEPTH: u32 = 8000;
        // Headers b1 to b8000, then the latch of each, innermost first.
        let mut builder = Builder::new(&[Type::OBJECT]);
        builder.start_block();
        builder.branch(&[BlockId(1)]);
        for header in 1..=DEPTH {
            builder.start_block();
            builder.branch(&[BlockId(header + 1)]);
        }
        for latch in DEPTH + 1..=2 * DEPTH {
            builder.start_block();
            builder.handler(BlockId(2 * DEPTH + 1));
            builder.branch(&[BlockId(2 * DEPTH + 1 - latch), BlockId(latch + 1)]);
        }
        builder.start_block();
        builder.branch(&[]);
        let body = builder.finish();
        let found = loops(&body, &dominators(&body));
        let innermost = found.innermost(BlockId(DEPTH)).unwrap();
        assert_eq!(found.get(innermost).depth, DEPTH);
        assert_eq!(found.get(LoopId(0)).exit_edges, DEPTH);
        assert_eq!(found.blocks(LoopId(0)).len(), 2 * DEPTH as usize);
    }

    proptest! {
        #[test]
        fn loops_are_as_defined(body in any_flow()) {
            let tree = dominators(&body);
            let found = loops(&body, &tree);
            let latches_of = |header: BlockId| -> Vec<BlockId> {
                let from = body.block(header).predecessors.iter().copied();
                from.filter(|&from| tree.dominates(header, from)).collect()
            };
            let headers: Vec<_> =
                body.block_ids().filter(|&block| !latches_of(block).is_empty()).collect();
            let of_found: Vec<_> = found.ids().map(|id| found.get(id).header).collect();
            prop_assert_eq!(of_found, headers);
            for id in found.ids() {
                let one = found.get(id);
                prop_assert_eq!(&one.latches, &latches_of(one.header));
                let within = |&block: &BlockId| {
                    let without = Some(one.header);
                    block == one.header || one.latches.iter().any(|&latch| {
                        can_reach_without(&body, block, latch, without)
                    })
                };
                let expected: Vec<_> = body.block_ids().filter(within).collect();
                let mut blocks = found.blocks(id).to_vec();
                prop_assert_eq!(blocks[0], one.header);
                blocks.sort();
                prop_assert_eq!(&blocks, &expected);
                for block in body.block_ids() {
                    prop_assert_eq!(found.contains(id, block), expected.contains(&block));
                }
                prop_assert_eq!(found.exits(&body, id).len(), one.exit_edges as usize);
            }
            for block in body.block_ids() {
                let around = found.ids().filter(|&id| found.contains(id, block));
                let smallest = around.min_by_key(|&id| found.blocks(id).len());
                prop_assert_eq!(found.innermost(block), smallest);
                let depth = smallest.map_or(0, |id| found.get(id).depth);
                let count = found.ids().filter(|&id| found.contains(id, block)).count();
                prop_assert_eq!(depth as usize, count);
            }
            for (one, other) in found.ids().flat_map(|one| found.ids().map(move |o| (one, o))) {
                let both = |id: &LoopId| found.encloses(*id, one) && found.encloses(*id, other);
                let common = found.ids().filter(both).max();
                prop_assert_eq!(found.common(Some(one), Some(other)), common);
            }
        }
    }
}
