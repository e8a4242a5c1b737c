// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which nodes hold others up: those that receive at less than half the rate of their feeder, again and again.

use super::{Action, Conductor, Fate, Feeder};

/// So many windows in a row.
const WINDOWS: u32 = 2;

#[derive(Debug, Default)]
pub(super) struct Watch {
    /// Received when the window began.
    before: u64,
    /// Windows in a row in which it was slow.
    windows: u32,
    /// It is at the end already.
    was_moved: bool,
    /// A successor was found slow: if the next one is, too, this node is to blame.
    is_suspect: bool,
}

impl Conductor {
    /// At the end of a window.
    pub(super) fn compare_rates(&mut self, now: u64, actions: &mut Vec<Action>) {
        for index in 0..self.nodes.len() {
            let is_slow = self.is_slow(index);
            let watch = &mut self.nodes[index].slow;
            watch.windows = if is_slow { watch.windows + 1 } else { 0 };
        }
        for node in &mut self.nodes {
            node.slow.before = node.bytes;
        }
        let slow = self.nodes.iter().position(|node| node.slow.windows >= WINDOWS);
        if let Some(index) = slow {
            self.make_way(now, index, actions);
        }
    }

    /// Only those that others depend on. How fast the head could be is not known.
    fn is_slow(&self, index: usize) -> bool {
        let node = &self.nodes[index];
        let Feeder::Node(feeder) = node.feeder else { return false };
        let (feeder, is_needed) = (&self.nodes[feeder], self.feeds_anybody(index));
        let (own, theirs) =
            (node.bytes.saturating_sub(node.slow.before), feeder.bytes.saturating_sub(feeder.slow.before));
        let lag = feeder.bytes.saturating_sub(node.bytes);
        // More than a window behind: reports that come late show a lag, too, but one that does not grow.
        let is_behind = lag > theirs.max(4 * self.slack) && own.saturating_mul(2) < theirs;
        node.fate == Fate::Receiving && is_needed && is_behind && !node.slow.was_moved
    }

    fn feeds_anybody(&self, index: usize) -> bool {
        self.nodes.iter().any(|node| node.feeder == Feeder::Node(index) && node.fate == Fate::Receiving)
    }

    fn make_way(&mut self, now: u64, index: usize, actions: &mut Vec<Action>) {
        self.nodes[index].slow.windows = 0;
        let Feeder::Node(feeder) = self.nodes[index].feeder else { return };
        if std::mem::replace(&mut self.nodes[feeder].slow.is_suspect, true) {
            // Not its successors are slow: its own line is.
            return self.bypass(now, feeder, actions);
        }
        let end = self.end_behind(index);
        self.nodes[index].slow.was_moved = true;
        self.bypass(now, index, actions);
        self.nodes[index].moved = now;
        self.unlink(index, actions);
        self.link(index, end.map_or(Feeder::Node(feeder), Feeder::Node), actions);
    }

    /// The last node that depends on this one, and can feed.
    fn end_behind(&self, index: usize) -> Option<usize> {
        let mut end = None;
        let mut at = index;
        // Bounded, whatever the links are.
        for _ in 0..self.nodes.len() {
            let next = (0..self.nodes.len()).rev().find(|&next| {
                self.nodes[next].feeder == Feeder::Node(at) && self.nodes[next].fate != Fate::Lost
            });
            let Some(next) = next else { break };
            at = next;
            if !self.nodes[at].is_leaf {
                end = Some(at);
            }
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::super::Patience;
    use super::*;
    use crate::ring::plan::Shape;

    /// Runs a chain in which node `slow` receives at a quarter of the rate, and returns who feeds whom in the end.
    fn run(nodes: usize, slow: usize) -> Vec<Feeder> {
        let mut conductor = Conductor::new(Shape::Chain, nodes, 100, Patience::default());
        conductor.begin(0);
        let mut bytes = vec![0_u64; nodes];
        for step in 1..100_u64 {
            for index in 0..nodes {
                let available = match conductor.nodes[index].feeder {
                    Feeder::Head => u64::MAX,
                    Feeder::Node(feeder) => bytes[feeder],
                };
                let rate = if index == slow { 250 } else { 1000 };
                bytes[index] = (bytes[index] + rate).min(available.max(bytes[index]));
                conductor.progress(step * 50, index, bytes[index], false);
            }
            conductor.tick(step * 50);
        }
        conductor.nodes.iter().map(|node| node.feeder).collect()
    }

    #[test]
    fn slow_node_goes_to_the_end() {
        use Feeder::{Head, Node};
        assert_eq!(run(4, 1), [Head, Node(3), Node(0), Node(2)]);
        assert_eq!(run(4, 2), [Head, Node(0), Node(3), Node(1)]);
        assert_eq!(run(4, 3), [Head, Node(0), Node(1), Node(2)], "it is at the end");
        assert_eq!(run(4, 9), [Head, Node(0), Node(1), Node(2)], "none is slow");
    }
}
