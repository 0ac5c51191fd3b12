//! Directed graphs over dense node numbers, all successors in one list.

use crate::body::Body;

#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// Where each node's successors start in `targets`, and one entry more for the end.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

/// The control flow of a body: an edge from each block to each of its successors, exceptional
/// ones included.
pub(crate) fn control_flow(body: &Body) -> Graph {
    Graph::new(body.blocks.len(), edges(body))
}

/// Every edge once, by target and then by source.
pub(crate) fn edges(body: &Body) -> impl Iterator<Item = (u32, u32)> + Clone + '_ {
    let targets = body.blocks.iter().zip(0u32..);
    targets.flat_map(|(block, to)| block.predecessors.iter().map(move |from| (from.0, to)))
}

impl Graph {
    pub(crate) fn new(nodes: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Graph {
        let mut starts = vec![0; nodes + 1];
        for (from, _) in edges.clone() {
            starts[from as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut targets = vec![0; starts[nodes] as usize];
        let mut next = starts.clone();
        for (from, to) in edges {
            let at = &mut next[from as usize];
            targets[*at as usize] = to;
            *at += 1;
        }
        Graph { starts, targets }
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(crate) fn successors(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    pub(crate) fn reversed(&self) -> Graph {
        Graph::new(self.len(), self.edges().map(|(from, to)| (to, from)))
    }

    fn edges(&self) -> impl Iterator<Item = (u32, u32)> + Clone + '_ {
        let nodes = 0..self.len() as u32;
        nodes.flat_map(|from| self.successors(from).iter().map(move |&to| (from, to)))
    }
}
