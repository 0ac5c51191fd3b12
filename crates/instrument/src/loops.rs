//! The innermost loops of a method: those that nothing else repeats in.

use std::collections::BTreeSet;

use redflag_classfile::{Code, Insn, Label, Op};

use crate::arrays::block_starts;

/// A natural loop without loops in it. What is in it runs once in each round, or not at all.
#[derive(Debug)]
pub struct Loop {
    /// The blocks, in an order in which each comes after all that lead to it, the header first.
    pub blocks: Vec<usize>,
    /// Those that lead back to the header.
    pub latches: Vec<usize>,
}

/// The instructions of a method in pieces that are entered at their start only and left, but for exceptions,
/// at their end only.
#[derive(Debug)]
pub struct Blocks {
    /// The first instruction of each, and the end of the code.
    starts: Vec<u32>,
    next: Vec<Vec<usize>>,
    previous: Vec<Vec<usize>>,
    /// Of each block that is reachable, its number in reverse postorder.
    order: Vec<Option<usize>>,
    /// Of each block that is reachable, the last other one that all ways to it lead through.
    dominators: Vec<usize>,
}

impl Blocks {
    /// None for the code of subroutines, which do not say where they return to.
    pub fn of(code: &Code<'_>) -> Option<Blocks> {
        if code.insns.iter().any(|insn| matches!(insn.op(), Op::Jsr | Op::JsrW | Op::Ret)) {
            return None;
        }
        let mut is_start = block_starts(code);
        is_start[0] = true;
        for (at, insn) in code.insns.iter().enumerate() {
            is_start[at + 1] |= matches!(insn, Insn::Branch { .. } | Insn::Switch(_));
        }
        let count = code.insns.len() as u32;
        let mut starts: Vec<u32> = (0..count).filter(|&at| is_start[at as usize]).collect();
        starts.push(count);
        let mut blocks = Blocks {
            next: vec![Vec::new(); starts.len() - 1],
            previous: vec![Vec::new(); starts.len() - 1],
            order: vec![None; starts.len() - 1],
            dominators: Vec::new(),
            starts,
        };
        blocks.connect(code);
        blocks.find_dominators(code);
        Some(blocks)
    }

    /// The block that an instruction is in.
    pub fn at(&self, insn: Label) -> usize {
        self.starts.partition_point(|&start| start <= insn.0) - 1
    }

    pub fn insns(&self, block: usize) -> impl Iterator<Item = Label> + use<> {
        (self.starts[block]..self.starts[block + 1]).map(Label)
    }

    pub fn first(&self, block: usize) -> Label {
        Label(self.starts[block])
    }

    pub fn last(&self, block: usize) -> Label {
        Label(self.starts[block + 1] - 1)
    }

    /// Where control may go from a block, but for exceptions.
    pub fn next(&self, block: usize) -> &[usize] {
        &self.next[block]
    }

    /// Where control may come to a block from, but for exceptions.
    pub fn previous(&self, block: usize) -> &[usize] {
        &self.previous[block]
    }

    /// Whether all ways to one block lead through another, or it is that one.
    pub fn dominates(&self, other: usize, mut block: usize) -> bool {
        let Some(end) = self.order[other] else { return false };
        while self.order[block].is_some_and(|order| order > end) {
            block = self.dominators[block];
        }
        block == other
    }

    pub fn innermost_loops(&self) -> Vec<Loop> {
        let is_back = |from: usize, to: usize| self.dominates(to, from);
        let reachable = |block: &usize| self.order[*block].is_some();
        let mut found = Vec::new();
        for header in (0..self.next.len()).filter(reachable) {
            let latches = self.previous[header].iter().copied();
            let latches: Vec<usize> =
                latches.filter(reachable).filter(|&from| is_back(from, header)).collect();
            if latches.is_empty() {
                continue;
            }
            let body = self.leading_to(&latches, header);
            // Whatever else goes back in there, to a header of its own or not, is another loop.
            let repeats = body.iter().any(|&from| {
                let mut inside = self.next[from].iter().filter(|to| body.contains(to));
                inside.any(|&to| to != header && self.order[to] <= self.order[from])
            });
            if !repeats {
                let mut blocks: Vec<usize> = body.into_iter().collect();
                blocks.sort_by_key(|&block| self.order[block]);
                found.push(Loop { blocks, latches });
            }
        }
        found
    }

    /// The blocks from which the latches are reached without the header, and the header.
    fn leading_to(&self, latches: &[usize], header: usize) -> BTreeSet<usize> {
        let mut body = BTreeSet::from([header]);
        let mut left = latches.to_vec();
        while let Some(block) = left.pop() {
            if self.order[block].is_some() && body.insert(block) {
                left.extend(&self.previous[block]);
            }
        }
        body
    }

    fn connect(&mut self, code: &Code<'_>) {
        for block in 0..self.next.len() {
            let last = self.last(block);
            let insn = &code.insns[last.index()];
            let mut to = BTreeSet::new();
            if insn.falls_through() && last.index() + 1 < code.insns.len() {
                to.insert(self.at(Label(last.0 + 1)));
            }
            insn.for_each_target(|target| {
                to.insert(self.at(target));
            });
            for &next in &to {
                self.previous[next].push(block);
            }
            self.next[block] = to.into_iter().collect();
        }
    }

    /// By Cooper, Harvey and Kennedy's algorithm. A handler may be reached from the start of any block that
    /// it covers.
    fn find_dominators(&mut self, code: &Code<'_>) {
        let mut next = self.next.clone();
        for handler in &code.handlers {
            let to = self.at(handler.handler);
            let covered = |block: &usize| self.first(*block) < handler.end;
            for block in (self.at(handler.start)..self.next.len()).take_while(covered) {
                next[block].push(to);
            }
        }
        let order = reverse_postorder(&next);
        for (number, &block) in order.iter().enumerate() {
            self.order[block] = Some(number);
        }
        let mut previous = vec![Vec::new(); next.len()];
        for &block in &order {
            next[block].iter().for_each(|&to| previous[to].push(block));
        }
        let mut dominators: Vec<Option<usize>> = vec![None; next.len()];
        dominators[0] = Some(0);
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &order[1..] {
                let known =
                    previous[block].iter().copied().filter(|&from| dominators[from].is_some());
                let common = known.reduce(|one, other| self.common(&dominators, one, other));
                changed |= dominators[block] != common;
                dominators[block] = common;
            }
        }
        self.dominators = dominators.into_iter().map(|block| block.unwrap_or(0)).collect();
    }

    /// The last block that dominates two others.
    fn common(&self, dominators: &[Option<usize>], mut one: usize, mut other: usize) -> usize {
        while one != other {
            if self.order[one] < self.order[other] {
                std::mem::swap(&mut one, &mut other);
            }
            // Those that are compared have dominators already.
            one = dominators[one].unwrap_or(0);
        }
        one
    }
}

/// The blocks that are reachable from the first one.
fn reverse_postorder(next: &[Vec<usize>]) -> Vec<usize> {
    let mut postorder = Vec::with_capacity(next.len());
    let mut seen = vec![false; next.len()];
    let mut path = vec![(0, 0)];
    seen[0] = true;
    while let Some((block, child)) = path.pop() {
        match next[block].get(child) {
            Some(&to) => {
                path.push((block, child + 1));
                if !std::mem::replace(&mut seen[to], true) {
                    path.push((to, 0));
                }
            }
            None => postorder.push(block),
        }
    }
    postorder.reverse();
    postorder
}

#[cfg(test)]
mod tests {
    use super::*;
    use redflag_classfile::Handler;

    /// Code of instructions given as their targets: `-` goes on, a number branches there or goes on,
    /// `g` and a number goes there, `r` returns.
    fn code(text: &str, handlers: Vec<Handler>) -> Code<'static> {
        let target = |digits: &str| Label(digits.parse().expect("a number"));
        let insns: Vec<Insn> = text
            .split_whitespace()
            .map(|word| match word {
                "-" => Insn::Plain(Op::Nop),
                "r" => Insn::Plain(Op::Return),
                _ => match word.strip_prefix('g') {
                    Some(digits) => Insn::Branch { op: Op::Goto, target: target(digits) },
                    None => Insn::Branch { op: Op::Ifnull, target: target(word) },
                },
            })
            .collect();
        let pcs = (0..=insns.len() as u32).map(|at| at as u16).collect();
        Code { max_stack: 0, max_locals: 0, insns, pcs, handlers, attributes: Vec::new() }
    }

    /// The first instruction of each block of each loop.
    fn loops(code: &Code<'_>) -> Vec<Vec<u32>> {
        let blocks = Blocks::of(code).expect("no subroutines");
        let first = |block: &usize| blocks.first(*block).0;
        let of = |found: &Loop| found.blocks.iter().map(first).collect();
        blocks.innermost_loops().iter().map(of).collect()
    }

    #[test]
    fn finds_loops_that_test_first_or_last() {
        assert_eq!(loops(&code("- 4 - g1 r", Vec::new())), [[1, 2]]);
        assert_eq!(loops(&code("- - - 1 r", Vec::new())), [[1]]);
        // The test stands behind the body.
        assert_eq!(loops(&code("g2 - 1 r", Vec::new())), [[2, 1]]);
    }

    #[test]
    fn finds_the_inner_loop_only() {
        assert_eq!(loops(&code("- 7 - 6 - g3 g1 r", Vec::new())), [[3, 4]]);
    }

    #[test]
    fn takes_several_ways_back_for_one_loop() {
        assert_eq!(loops(&code("- 6 4 g1 - g1 r", Vec::new())), [[1, 2, 4, 3]]);
    }

    #[test]
    fn leaves_alone_what_is_entered_in_the_middle() {
        assert!(loops(&code("3 - - - 1 r", Vec::new())).is_empty());
        let handler = Handler { start: Label(0), end: Label(1), handler: Label(2), catch_type: 0 };
        assert!(loops(&code("- - - - 1 r", vec![handler])).is_empty());
    }
}
