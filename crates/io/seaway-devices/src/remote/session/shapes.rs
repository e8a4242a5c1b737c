// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Shapes`]: which shapes the daemon has been told on this connection, by which number.

use std::sync::Arc;

use seaway_device::FileShape;
use seaway_proto::{MAX_SHAPES, MAX_TREE, MAX_TREES, StoreMessage};

/// Libraries make a new view for each access; what is short enough is known again by what it says.
const COMPARED_BYTES: usize = 4 << 10;

#[derive(Debug, Default)]
pub(super) struct Shapes {
    /// The one used last comes last.
    told: Vec<Told>,
    next: u32,
    bytes: usize,
}

#[derive(Debug)]
struct Told {
    shape: u32,
    /// Of the shape that was used last, of those that say the same.
    number: u64,
    displacement: u64,
    tree: Arc<[u8]>,
}

impl Shapes {
    /// Whether a shape can be told at all.
    pub(super) fn takes(shape: &FileShape) -> bool {
        shape.tree().len() <= MAX_TREE
    }

    /// The number by which the daemon knows `shape`, and what it must be told before.
    pub(super) fn tell(&mut self, shape: &FileShape) -> (u32, Vec<StoreMessage>) {
        if let Some(place) = self.known(shape) {
            self.told[place..].rotate_left(1);
            let told = self.told.last_mut().expect("one was found");
            told.number = shape.number();
            return (told.shape, Vec::new());
        }
        let mut messages = self.make_room(shape.tree().len());
        let new = self.next;
        self.next = self.next.wrapping_add(1);
        self.bytes += shape.tree().len();
        let (displacement, tree) = (shape.displacement(), shape.tree().clone());
        messages.push(StoreMessage::Shape { shape: new, displacement, tree: tree.to_vec() });
        self.told.push(Told { shape: new, number: shape.number(), displacement, tree });
        (new, messages)
    }

    fn known(&self, shape: &FileShape) -> Option<usize> {
        let is_short = shape.tree().len() <= COMPARED_BYTES;
        let same = |told: &Told| {
            let says_the_same = || told.displacement == shape.displacement() && told.tree == *shape.tree();
            told.number == shape.number() || (is_short && says_the_same())
        };
        self.told.iter().position(same)
    }

    fn make_room(&mut self, bytes: usize) -> Vec<StoreMessage> {
        let mut dropped = Vec::new();
        while self.told.len() >= MAX_SHAPES || (self.bytes + bytes > MAX_TREES && !self.told.is_empty()) {
            let oldest = self.told.remove(0);
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
    fn shape_is_told_once_and_known_by_what_it_says() {
        let mut shapes = Shapes::default();
        let first = FileShape::new(8, *b"tree");
        let (number, messages) = shapes.tell(&first);
        assert_eq!(messages.len(), 1);
        assert_eq!(shapes.tell(&first.clone()), (number, vec![]));
        assert_eq!(shapes.tell(&FileShape::new(8, *b"tree")), (number, vec![]), "the same view, made again");
        assert_ne!(shapes.tell(&FileShape::new(9, *b"tree")).0, number);
    }

    #[test]
    fn shape_used_least_lately_makes_room() {
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
            assert!(shapes.bytes <= MAX_TREES && shapes.told.len() <= MAX_SHAPES);
        }
    }
}
