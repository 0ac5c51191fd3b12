//! Dominator trees by Semi-NCA [Georgiadis, *Linear-Time Algorithms for Dominators and Related
//! Problems*, 2005, §2.3].
//!
//! Not by the simpler iteration of Cooper, Harvey and Kennedy: that one walks up the tree once
//! for every edge, and a long method inside a `try` has an edge from every block to one handler.

use crate::flow::graph::Graph;

/// The dominator tree of what a root reaches, with the subtree of every node as an interval.
#[derive(Clone, Debug)]
pub(crate) struct DominatorTree {
    /// Each node's immediate dominator; [`NONE`] for the root and for nodes out of its reach.
    parents: Vec<u32>,
    /// Each node's place in a preorder of the tree; [`NONE`] out of the root's reach.
    enters: Vec<u32>,
    /// Where the node's subtree ends in that preorder.
    leaves: Vec<u32>,
    /// The nodes in that preorder.
    order: Vec<u32>,
}

const NONE: u32 = u32::MAX;

/// `predecessors` is `successors` reversed.
pub(crate) fn dominator_tree(successors: &Graph, predecessors: &Graph, root: u32) -> DominatorTree {
    let search = depth_first(successors, root);
    let immediate = immediate_dominators(predecessors, &search);
    lay_out(&search.nodes, &immediate, successors.len())
}

impl DominatorTree {
    pub(crate) fn parent(&self, node: u32) -> Option<u32> {
        Some(self.parents[node as usize]).filter(|&parent| parent != NONE)
    }

    pub(crate) fn reaches(&self, node: u32) -> bool {
        self.enters[node as usize] != NONE
    }

    /// Whether every path from the root to `below` passes `above`. A node out of the root's
    /// reach is dominated by itself alone.
    pub(crate) fn dominates(&self, above: u32, below: u32) -> bool {
        let (enter, leave) = (self.enters[above as usize], self.leaves[above as usize]);
        above == below || (enter..leave).contains(&self.enters[below as usize])
    }

    /// The nodes that `node` immediately dominates.
    pub(crate) fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let (enter, leave) = (self.enters[node as usize], self.leaves[node as usize]);
        // Right after a node in the preorder stands its first child, and where a child's subtree
        // ends, the next child.
        let mut next = enter.saturating_add(1);
        std::iter::from_fn(move || {
            (next < leave).then(|| {
                let child = self.order[next as usize];
                next = self.leaves[child as usize];
                child
            })
        })
    }
}

/// A depth-first search; everything but `nodes` is by number in preorder.
struct Search {
    nodes: Vec<u32>,
    /// The number of each node; [`NONE`] where the search did not come.
    numbers: Vec<u32>,
    /// The number of each number's parent; the root is its own.
    parents: Vec<u32>,
}

fn depth_first(graph: &Graph, root: u32) -> Search {
    let mut nodes = Vec::with_capacity(graph.len());
    let mut numbers = vec![NONE; graph.len()];
    let mut parents = Vec::with_capacity(graph.len());
    // A body without blocks has no root either.
    let mut stack = Vec::from_iter(((root as usize) < graph.len()).then_some((root, 0)));
    while let Some((node, parent)) = stack.pop() {
        if numbers[node as usize] != NONE {
            continue;
        }
        let number = nodes.len() as u32;
        numbers[node as usize] = number;
        nodes.push(node);
        parents.push(parent);
        let new = graph.successors(node).iter().filter(|&&next| numbers[next as usize] == NONE);
        stack.extend(new.map(|&next| (next, number)));
    }
    Search { nodes, numbers, parents }
}

/// The immediate dominator of each number, as a number; the root's is the root.
fn immediate_dominators(predecessors: &Graph, search: &Search) -> Vec<u32> {
    let count = search.nodes.len() as u32;
    let mut forest = Forest {
        ancestors: search.parents.clone(),
        labels: (0..count).collect(),
        semi: (0..count).collect(),
        path: Vec::new(),
    };
    for number in (1..count).rev() {
        let mut semi = search.parents[number as usize];
        for &from in predecessors.successors(search.nodes[number as usize]) {
            let from = search.numbers[from as usize];
            if from != NONE {
                let least = forest.least(from, number + 1);
                semi = semi.min(forest.semi[least as usize]);
            }
        }
        forest.semi[number as usize] = semi;
    }
    let mut immediate = search.parents.clone();
    for number in 1..count as usize {
        let mut candidate = immediate[number];
        while candidate > forest.semi[number] {
            candidate = immediate[candidate as usize];
        }
        immediate[number] = candidate;
    }
    immediate
}

/// The part of the search tree that has been processed, with compressed paths.
struct Forest {
    ancestors: Vec<u32>,
    /// The number with the least semidominator on the path to the ancestor.
    labels: Vec<u32>,
    semi: Vec<u32>,
    /// Scratch space of [`Forest::least`].
    path: Vec<u32>,
}

impl Forest {
    /// The number with the least semidominator on the path from `number` up to the root of its
    /// tree in the forest, to which the numbers from `linked` on belong.
    fn least(&mut self, number: u32, linked: u32) -> u32 {
        let mut top = number;
        while self.ancestors[top as usize] >= linked {
            self.path.push(top);
            top = self.ancestors[top as usize];
        }
        let mut above = top;
        while let Some(below) = self.path.pop() {
            self.ancestors[below as usize] = self.ancestors[above as usize];
            let (upper, lower) = (self.labels[above as usize], self.labels[below as usize]);
            if self.semi[upper as usize] < self.semi[lower as usize] {
                self.labels[below as usize] = upper;
            }
            above = below;
        }
        self.labels[number as usize]
    }
}

/// Turns immediate dominators by number into a tree over the nodes. A number is greater than its
/// immediate dominator's, so that one sweep down and one up do it without recursion.
fn lay_out(nodes: &[u32], immediate: &[u32], len: usize) -> DominatorTree {
    let count = nodes.len();
    let mut sizes = vec![1u32; count];
    for number in (1..count).rev() {
        sizes[immediate[number] as usize] += sizes[number];
    }
    let mut tree = DominatorTree {
        parents: vec![NONE; len],
        enters: vec![NONE; len],
        leaves: vec![NONE; len],
        order: vec![0; count],
    };
    // Where the next child of each number goes.
    let mut free = vec![0; count];
    for number in 0..count {
        let node = nodes[number] as usize;
        let mut enter = 0;
        if number > 0 {
            let parent = immediate[number] as usize;
            tree.parents[node] = nodes[parent];
            enter = free[parent];
            free[parent] += sizes[number];
        }
        free[number] = enter + 1;
        tree.enters[node] = enter;
        tree.leaves[node] = enter + sizes[number];
        tree.order[enter as usize] = node as u32;
    }
    tree
}
