// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Conductor`]: decides at the head who feeds whom, and which nodes are lost. Times are milliseconds.
//!
//! A node that is lost or cannot forward is bypassed: its successors are fed by its own feeder. A node that is
//! much slower than its feeder goes to the end, where nobody waits for it. Each change makes a new link, so
//! that what is said of an older one can be told apart.

mod slow;

use super::Defect;
use super::plan::Shape;

/// How often a link is made anew by the same feeder, and how often in all, without progress in between.
const SAME_FEEDER: u32 = 2;
const MOST_FAILURES: u32 = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feeder {
    Head,
    Node(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Feed { feeder: Feeder, node: usize, link: u64 },
    EndFeed { feeder: Feeder, link: u64 },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    Receiving,
    /// Everything is there.
    Arrived,
    Lost,
}

/// Limits of waiting, in milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// A node that says nothing for so long is lost.
    pub silence: u64,
    /// A link that carries nothing for so long, although there is something to carry, is made anew.
    pub stall: u64,
    /// Rates are compared over this time.
    pub window: u64,
}

impl Default for Patience {
    fn default() -> Self {
        Self { silence: 10_000, stall: 8_000, window: 150 }
    }
}

#[derive(Debug)]
pub struct Conductor {
    nodes: Vec<Node>,
    /// What may be in flight between two nodes that are equally fast.
    slack: u64,
    next_link: u64,
    patience: Patience,
    window_began: u64,
    has_begun: bool,
    defect: Defect,
}

#[derive(Debug)]
struct Node {
    feeder: Feeder,
    /// 0: none.
    link: u64,
    fate: Fate,
    bytes: u64,
    /// It lacks nothing, but may not have stored everything.
    is_complete: bool,
    heard: u64,
    /// When it last received something, or was linked.
    moved: u64,
    /// It feeds nobody.
    is_leaf: bool,
    /// The head has no connection to it.
    is_gone: bool,
    failures: u32,
    retry_at: Option<u64>,
    slow: slow::Watch,
}

impl Conductor {
    pub fn new(shape: Shape, nodes: usize, slack: u64, patience: Patience) -> Self {
        let node = |index| Node {
            feeder: shape.feeder_of(index).map_or(Feeder::Head, Feeder::Node),
            link: 0,
            fate: Fate::Receiving,
            bytes: 0,
            is_complete: false,
            heard: 0,
            moved: 0,
            is_leaf: false,
            is_gone: false,
            failures: 0,
            retry_at: None,
            slow: slow::Watch::default(),
        };
        let nodes = (0..nodes).map(node).collect();
        Self { nodes, slack, next_link: 1, patience, window_began: 0, has_begun: false, defect: Defect::None }
    }

    #[must_use]
    pub fn with_defect(self, defect: Defect) -> Self {
        Self { defect, ..self }
    }

    /// The first links. Nodes that were lost before are left out.
    pub fn begin(&mut self, now: u64) -> Vec<Action> {
        (self.has_begun, self.window_began) = (true, now);
        let mut actions = Vec::new();
        for index in 0..self.nodes.len() {
            (self.nodes[index].heard, self.nodes[index].moved) = (now, now);
            if self.nodes[index].fate == Fate::Receiving {
                let feeder = self.able(self.nodes[index].feeder);
                self.link(index, feeder, &mut actions);
            }
        }
        actions
    }

    pub fn fate(&self, node: usize) -> Fate {
        self.nodes[node].fate
    }

    pub fn bytes(&self, node: usize) -> u64 {
        self.nodes[node].bytes
    }

    /// Nobody is being fed any more.
    pub fn is_over(&self) -> bool {
        self.nodes.iter().all(|node| node.fate != Fate::Receiving)
    }

    /// When to call [`Self::tick`] next.
    pub fn next_tick(&self, now: u64) -> u64 {
        let retry = self.nodes.iter().filter_map(|node| node.retry_at).min();
        retry.unwrap_or(u64::MAX).min(self.window_began + self.patience.window).max(now + 1)
    }

    /// A node has so many bytes of what is to arrive; `is_complete`: it lacks nothing.
    pub fn progress(&mut self, now: u64, node: usize, bytes: u64, is_complete: bool) {
        let node = &mut self.nodes[node];
        (node.heard, node.is_complete) = (now, is_complete);
        // Fewer than before, if a newer version of a file replaces an older one.
        if bytes != node.bytes {
            (node.bytes, node.moved, node.failures) = (bytes, now, 0);
        }
    }

    pub fn arrived(&mut self, now: u64, node: usize) {
        let node = &mut self.nodes[node];
        if node.fate == Fate::Receiving {
            (node.fate, node.heard, node.retry_at) = (Fate::Arrived, now, None);
        }
    }

    /// The head's connection to a node has ended, or the node says that it cannot go on.
    pub fn lost(&mut self, now: u64, node: usize) -> Vec<Action> {
        let mut actions = Vec::new();
        let lost = &mut self.nodes[node];
        if lost.fate == Fate::Lost {
            return actions;
        }
        // What has arrived stays arrived, but it feeds nobody any more.
        if lost.fate == Fate::Receiving {
            lost.fate = Fate::Lost;
        }
        (lost.retry_at, lost.is_gone) = (None, true);
        self.unlink(node, &mut actions);
        self.bypass(now, node, &mut actions);
        actions
    }

    /// A node that was lost is there again, with what it has: it gets the rest, and nobody waits for it.
    pub fn returned(&mut self, now: u64, node: usize) -> Vec<Action> {
        let mut actions = Vec::new();
        let back = &mut self.nodes[node];
        back.is_gone = false;
        if back.fate == Fate::Lost {
            back.fate = Fate::Receiving;
            (back.heard, back.moved, back.failures, back.bytes) = (now, now, 0, 0);
            back.slow = slow::Watch::default();
            let feeder = back.feeder;
            let feeder = self.able(feeder);
            self.link(node, feeder, &mut actions);
        }
        actions
    }

    /// A node stores, but has nothing to forward.
    pub fn cannot_forward(&mut self, now: u64, node: usize) -> Vec<Action> {
        let mut actions = Vec::new();
        self.bypass(now, node, &mut actions);
        actions
    }

    /// A feeder says that its link has broken.
    pub fn link_lost(&mut self, now: u64, link: u64) -> Vec<Action> {
        let node = self.nodes.iter().position(|node| node.link == link && node.fate == Fate::Receiving);
        let mut actions = Vec::new();
        if let Some(node) = node {
            self.failed_once_more(now, node, &mut actions);
        }
        actions
    }

    /// Time has passed.
    pub fn tick(&mut self, now: u64) -> Vec<Action> {
        let mut actions = Vec::new();
        if !self.has_begun {
            return actions;
        }
        for index in 0..self.nodes.len() {
            let node = &self.nodes[index];
            if node.fate != Fate::Receiving {
                continue;
            }
            if now.saturating_sub(node.heard) > self.patience.silence {
                actions.extend(self.lost(now, index));
            } else if node.retry_at.is_some_and(|at| at <= now) {
                let feeder = node.feeder;
                self.link(index, feeder, &mut actions);
            } else if node.retry_at.is_none() && self.is_stalled(now, index) {
                self.failed_once_more(now, index, &mut actions);
            }
        }
        if now >= self.window_began + self.patience.window {
            self.window_began = now;
            self.compare_rates(now, &mut actions);
        }
        actions
    }

    /// Its feeder has more, or something else. The head's own links have deadlines.
    fn is_stalled(&self, now: u64, index: usize) -> bool {
        let node = &self.nodes[index];
        let Feeder::Node(feeder) = node.feeder else { return false };
        let has_more = self.nodes[feeder].is_complete || self.nodes[feeder].bytes != node.bytes;
        has_more && !node.is_complete && now.saturating_sub(node.moved) > self.patience.stall
    }

    fn failed_once_more(&mut self, now: u64, index: usize, actions: &mut Vec<Action>) {
        self.unlink(index, actions);
        let node = &mut self.nodes[index];
        node.failures += 1;
        node.moved = now;
        if node.failures > MOST_FAILURES {
            return actions.extend(self.lost(now, index));
        }
        let (failures, feeder) = (node.failures, node.feeder);
        if failures > SAME_FEEDER
            && let Feeder::Node(feeder) = feeder
        {
            self.nodes[index].feeder = self.able(self.nodes[feeder].feeder);
        }
        let node = &mut self.nodes[index];
        node.retry_at = Some(now + 100 * u64::from(node.failures));
    }

    /// Nobody is fed by this node any more.
    fn bypass(&mut self, now: u64, index: usize, actions: &mut Vec<Action>) {
        self.nodes[index].is_leaf = true;
        if self.defect == Defect::LeavesOrphans {
            return;
        }
        let feeder = self.able(self.nodes[index].feeder);
        for orphan in 0..self.nodes.len() {
            if self.nodes[orphan].feeder == Feeder::Node(index) && orphan != index {
                self.unlink(orphan, actions);
                self.nodes[orphan].feeder = feeder;
                if self.nodes[orphan].fate == Fate::Receiving && self.has_begun {
                    self.nodes[orphan].moved = now;
                    self.link(orphan, feeder, actions);
                }
            }
        }
    }

    /// The nearest that can feed, on the way to the head.
    fn able(&self, mut feeder: Feeder) -> Feeder {
        while let Feeder::Node(node) = feeder {
            if !self.nodes[node].is_leaf && self.nodes[node].fate != Fate::Lost {
                break;
            }
            feeder = self.nodes[node].feeder;
        }
        feeder
    }

    fn link(&mut self, index: usize, feeder: Feeder, actions: &mut Vec<Action>) {
        let link = self.next_link;
        self.next_link += 1;
        let node = &mut self.nodes[index];
        (node.feeder, node.link, node.retry_at) = (feeder, link, None);
        actions.push(Action::Feed { feeder, node: index, link });
    }

    fn unlink(&mut self, index: usize, actions: &mut Vec<Action>) {
        let link = std::mem::take(&mut self.nodes[index].link);
        let feeder = self.nodes[index].feeder;
        let is_gone = matches!(feeder, Feeder::Node(feeder) if self.nodes[feeder].is_gone);
        if link != 0 && !is_gone {
            actions.push(Action::EndFeed { feeder, link });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feeds(actions: &[Action]) -> Vec<(Feeder, usize)> {
        let feed = |action: &Action| match *action {
            Action::Feed { feeder, node, .. } => Some((feeder, node)),
            Action::EndFeed { .. } => None,
        };
        actions.iter().filter_map(feed).collect()
    }

    fn chain(nodes: usize) -> Conductor {
        Conductor::new(Shape::Chain, nodes, 1000, Patience::default())
    }

    #[test]
    fn successors_of_a_lost_node_are_fed_by_its_feeder() {
        let mut conductor = chain(4);
        let first = conductor.begin(0);
        assert_eq!(
            feeds(&first),
            [(Feeder::Head, 0), (Feeder::Node(0), 1), (Feeder::Node(1), 2), (Feeder::Node(2), 3)]
        );
        assert_eq!(feeds(&conductor.lost(5, 1)), [(Feeder::Node(0), 2)]);
        assert_eq!(feeds(&conductor.cannot_forward(6, 0)), [(Feeder::Head, 2)]);
        assert_eq!(conductor.fate(0), Fate::Receiving);
        [0, 2, 3].iter().for_each(|&node| conductor.arrived(9, node));
        assert!(conductor.is_over());
    }

    #[test]
    fn nodes_lost_before_the_start_are_left_out() {
        let mut conductor = chain(3);
        assert!(conductor.lost(0, 0).is_empty());
        assert_eq!(feeds(&conductor.begin(1)), [(Feeder::Head, 1), (Feeder::Node(1), 2)]);
    }

    #[test]
    fn broken_links_are_made_anew_then_by_others_and_then_given_up() {
        let mut conductor = chain(3);
        let mut now = 0;
        let mut link = match conductor.begin(now).last() {
            Some(Action::Feed { link, .. }) => *link,
            _ => panic!("no link"),
        };
        let mut feeders = Vec::new();
        while conductor.fate(2) == Fate::Receiving {
            let _ = conductor.link_lost(now, link);
            assert!(conductor.link_lost(now, link).is_empty(), "an old link means nothing");
            now += 1000;
            (0..3).for_each(|node| conductor.progress(now, node, 0, false));
            for action in conductor.tick(now) {
                if let Action::Feed { feeder, node: 2, link: new } = action {
                    feeders.push(feeder);
                    link = new;
                }
            }
        }
        assert_eq!(feeders[..2], [Feeder::Node(1), Feeder::Node(1)]);
        assert_eq!(feeders[2..4], [Feeder::Node(0), Feeder::Head]);
        assert_eq!((conductor.fate(0), conductor.fate(1)), (Fate::Receiving, Fate::Receiving));
    }

    #[test]
    fn silent_nodes_are_lost() {
        let mut conductor = chain(2);
        conductor.begin(0);
        conductor.progress(9_000, 1, 0, false);
        assert_eq!(feeds(&conductor.tick(10_001)), [(Feeder::Head, 1)]);
        assert_eq!((conductor.fate(0), conductor.fate(1)), (Fate::Lost, Fate::Receiving));
    }
}
