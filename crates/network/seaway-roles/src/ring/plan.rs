// SPDX-License-Identifier: MIT OR Apache-2.0
//! How long chunks are, and in which order nodes feed each other.

use seaway_messages::MAX_RING_CHUNK;

const LEAST_CHUNK: u64 = 64 << 10;

/// A pipeline of `nodes` takes `(size + (nodes - 1) * chunk) / rate`: with this chunk, at most one percent more
/// than one node alone. Smaller ones cost more messages than they save.
pub fn chunk_bytes(size: u64, nodes: u32) -> u32 {
    let wanted = size / (100 * u64::from(nodes.max(1)));
    u32::try_from(wanted.clamp(LEAST_CHUNK, u64::from(MAX_RING_CHUNK))).unwrap_or(MAX_RING_CHUNK)
}

/// Who feeds whom at the beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Each node feeds the next.
    Chain,
    /// Each feeds several: fewer steps, for what is too small to fill a pipeline.
    Tree,
}

impl Shape {
    pub fn for_bytes(bytes: u64, nodes: usize) -> Self {
        if bytes < LEAST_CHUNK.saturating_mul(nodes as u64) { Shape::Tree } else { Shape::Chain }
    }

    /// The node that feeds `node`; `None`: the head.
    pub fn feeder_of(self, node: usize) -> Option<usize> {
        match self {
            Shape::Chain => node.checked_sub(1),
            // A binomial tree: head is 0, and a place is fed by the one without its highest bit.
            Shape::Tree => {
                let place = node + 1;
                let feeder = place & !(1 << place.ilog2());
                feeder.checked_sub(1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_a_hundredth_of_a_nodes_share() {
        let check = |size: u64, nodes: u32, expected: u32| assert_eq!(chunk_bytes(size, nodes), expected);
        check(0, 8, 64 << 10);
        check(64 << 20, 8, 83_886);
        check(256 << 20, 16, 167_772);
        check(1 << 40, 8, 1 << 20);
        check(64 << 20, 0, 671_088);
    }

    #[test]
    fn tree_reaches_every_node_in_logarithmic_time() {
        for nodes in 1..200_usize {
            // The round in which a place has everything: a feeder serves one successor per round.
            let mut round = vec![0_u32];
            for node in 0..nodes {
                let feeder = Shape::Tree.feeder_of(node).map_or(0, |feeder| feeder + 1);
                assert!(feeder <= node, "fed by an earlier one");
                let earlier =
                    (0..node).filter(|&other| Shape::Tree.feeder_of(other) == Shape::Tree.feeder_of(node));
                let last = earlier.map(|other| round[other + 1]).max().unwrap_or(0);
                round.push(round[feeder].max(last) + 1);
            }
            let rounds = round.iter().copied().max().unwrap_or(0);
            assert_eq!(rounds, (nodes + 1).next_power_of_two().ilog2(), "{nodes} nodes");
        }
        assert_eq!(Shape::Chain.feeder_of(0), None);
        assert_eq!(Shape::Chain.feeder_of(5), Some(4));
        assert_eq!(Shape::for_bytes(1 << 19, 8), Shape::Chain);
        assert_eq!(Shape::for_bytes((1 << 19) - 1, 8), Shape::Tree);
    }
}
