// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Shapes`]: the shapes that the daemon knows on this connection, by number.

use std::sync::Arc;

use seaway_device_api::FileShape;
use seaway_messages::{MAX_SHAPES, MAX_TREE, MAX_TREES, StoreMessage};

/// Libraries create a new view for each access; shapes up to this length are recognised by their content.
const COMPARED_BYTES: usize = 4 << 10;

#[derive(Debug, Default)]
pub(super) struct Shapes {
    /// Least recently used first.
    known: Vec<KnownShape>,
    next: u32,
    bytes: usize,
}

#[derive(Debug)]
struct KnownShape {
    shape: u32,
    /// Number of the most recently used shape with this content.
    number: u64,
    displacement: u64,
    tree: Arc<[u8]>,
}

impl Shapes {
    /// Whether a shape can be sent at all.
    pub(super) fn takes(shape: &FileShape) -> bool {
        shape.tree().len() <= MAX_TREE
    }

    /// The daemon's number of `shape`, and the messages to send first.
    pub(super) fn tell(&mut self, shape: &FileShape) -> (u32, Vec<StoreMessage>) {
        if let Some(place) = self.known(shape) {
            self.known[place..].rotate_left(1);
            let known = self.known.last_mut().expect("one was found");
            known.number = shape.number();
            return (known.shape, Vec::new());
        }
        let mut messages = self.make_room(shape.tree().len());
        let new = self.next;
        self.next = self.next.wrapping_add(1);
        self.bytes += shape.tree().len();
        let (displacement, tree) = (shape.displacement(), shape.tree().clone());
        messages.push(StoreMessage::Shape { shape: new, displacement, tree: tree.to_vec() });
        self.known.push(KnownShape { shape: new, number: shape.number(), displacement, tree });
        (new, messages)
    }

    fn known(&self, shape: &FileShape) -> Option<usize> {
        let is_short = shape.tree().len() <= COMPARED_BYTES;
        let same = |known: &KnownShape| {
            let has_the_same_content =
                || known.displacement == shape.displacement() && known.tree == *shape.tree();
            known.number == shape.number() || (is_short && has_the_same_content())
        };
        self.known.iter().position(same)
    }

    fn make_room(&mut self, bytes: usize) -> Vec<StoreMessage> {
        let mut dropped = Vec::new();
        while self.known.len() >= MAX_SHAPES || (self.bytes + bytes > MAX_TREES && !self.known.is_empty()) {
            let oldest = self.known.remove(0);
            self.bytes -= oldest.tree.len();
            dropped.push(StoreMessage::DropShape { shape: oldest.shape });
        }
        dropped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shape_is_sent_once_and_recognised_by_its_content() {
        let mut shapes = Shapes::default();
        let first = FileShape::new(8, *b"tree");
        let (number, messages) = shapes.tell(&first);
        assert_eq!(messages.len(), 1);
        assert_eq!(shapes.tell(&first.clone()), (number, vec![]));
        assert_eq!(
            shapes.tell(&FileShape::new(8, *b"tree")),
            (number, vec![]),
            "the same view, created again"
        );
        assert_ne!(shapes.tell(&FileShape::new(9, *b"tree")).0, number);
    }

    #[test]
    fn least_recently_used_shape_is_evicted() {
        let mut shapes = Shapes::default();
        let all: Vec<_> = (0..MAX_SHAPES as u64).map(|place| FileShape::new(place, *b"x")).collect();
        for shape in &all {
            shapes.tell(shape);
        }
        shapes.tell(&all[0]);
        let (_, messages) = shapes.tell(&FileShape::new(1000, *b"y"));
        assert!(matches!(messages[0], StoreMessage::DropShape { shape: 1 }), "{messages:?}");
        assert_eq!(shapes.tell(&all[0]).1, []);
        assert_eq!(shapes.tell(&all[1]).1.len(), 2);
        let large = |number: u64| FileShape::new(number, vec![0; MAX_TREE]);
        for number in 0..20 {
            assert!(shapes.tell(&large(number)).1.len() <= MAX_SHAPES + 1);
            assert!(shapes.bytes <= MAX_TREES && shapes.known.len() <= MAX_SHAPES);
        }
    }
}
