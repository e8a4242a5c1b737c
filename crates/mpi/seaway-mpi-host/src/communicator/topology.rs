// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Topology`]: which ranks share a machine. The lowest rank of each machine is its leader, which
//! communicates for it.

use std::collections::HashMap;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Topology {
    /// Ranks of each node, ascending; nodes in the order of their leaders.
    nodes: Vec<Vec<usize>>,
    node_of: Vec<usize>,
}

impl Topology {
    /// Ranks with the same neighbourhood form one node.
    pub(super) fn of(neighbourhoods: &[[u64; 2]]) -> Self {
        let mut nodes: Vec<Vec<usize>> = Vec::new();
        let mut known: HashMap<[u64; 2], usize> = HashMap::new();
        let mut node_of = Vec::with_capacity(neighbourhoods.len());
        for (rank, neighbourhood) in neighbourhoods.iter().enumerate() {
            let node = *known.entry(*neighbourhood).or_insert(nodes.len());
            if node == nodes.len() {
                nodes.push(Vec::new());
            }
            nodes[node].push(rank);
            node_of.push(node);
        }
        Self { nodes, node_of }
    }

    /// Every rank a node of its own.
    pub(super) fn scattered(ranks: usize) -> Self {
        Self { nodes: (0..ranks).map(|rank| vec![rank]).collect(), node_of: (0..ranks).collect() }
    }

    pub(super) fn nodes(&self) -> &[Vec<usize>] {
        &self.nodes
    }

    pub(super) fn node_of(&self, rank: usize) -> usize {
        self.node_of[rank]
    }

    /// The ranks that share a machine with `rank`, itself among them.
    pub(super) fn neighbours(&self, rank: usize) -> &[usize] {
        &self.nodes[self.node_of[rank]]
    }

    pub(super) fn leader_of(&self, rank: usize) -> usize {
        self.neighbours(rank)[0]
    }

    /// Position of `rank` among the ranks of its node.
    pub(super) fn slot_of(&self, rank: usize) -> usize {
        self.neighbours(rank).binary_search(&rank).expect("a rank is on its own node")
    }

    pub(super) fn is_one_node(&self) -> bool {
        self.nodes.len() == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_grouped_by_machine() {
        let (here, there) = ([1, 2], [1, 3]);
        let topology = Topology::of(&[there, here, there, there, here]);
        assert_eq!(topology.nodes(), [vec![0, 2, 3], vec![1, 4]]);
        assert_eq!((0..5).map(|rank| topology.leader_of(rank)).collect::<Vec<_>>(), [0, 1, 0, 0, 1]);
        assert_eq!((0..5).map(|rank| topology.slot_of(rank)).collect::<Vec<_>>(), [0, 0, 1, 2, 1]);
        assert_eq!(topology.node_of(4), 1);
        assert!(!topology.is_one_node());
        assert!(Topology::of(&[here; 3]).is_one_node());
    }

    #[test]
    fn scattered_ranks_have_no_neighbours() {
        let topology = Topology::scattered(3);
        assert_eq!(topology, Topology::of(&[[0, 0], [1, 0], [2, 0]]));
        assert_eq!(topology.neighbours(2), [2]);
    }
}
