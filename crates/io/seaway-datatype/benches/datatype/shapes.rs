// SPDX-License-Identifier: MIT OR Apache-2.0
//! The nine shapes. `mpi_pack.c` builds the same ones, in the same order: change both.

use seaway_datatype::{Datatype, Named, Order};

use crate::hand_loops as hand;

type HandPack = Box<dyn Fn(&[f64], &mut [u8])>;
type HandUnpack = Box<dyn Fn(&[u8], &mut [f64])>;

pub(crate) struct Shape {
    pub(crate) name: &'static str,
    pub(crate) datatype: Datatype,
    /// Instances that are packed at once.
    pub(crate) count: u64,
    pub(crate) hand_pack: HandPack,
    pub(crate) hand_unpack: HandUnpack,
}

/// About a megabyte of packed data, except for the subarrays, whose sizes are fixed.
const PACKED_BYTES: i64 = 1 << 20;

pub(crate) fn all() -> Vec<Shape> {
    vec![
        bytes::<8, 16>("8 of 16 bytes"),
        bytes::<64, 128>("64 of 128 bytes"),
        bytes::<1024, 2048>("1 KiB of 2 KiB"),
        every_other_double(),
        indexed_doubles(),
        indexed_block_of_two(),
        structure(),
        subarray(),
        face(),
    ]
}

impl Shape {
    pub(crate) fn packed_bytes(&self) -> usize {
        usize::try_from(self.datatype.size() * self.count).unwrap()
    }

    /// Doubles of memory that hold all instances.
    pub(crate) fn memory_doubles(&self) -> usize {
        let last = self.datatype.extent() * (self.count.cast_signed() - 1);
        usize::try_from((last + self.datatype.true_upper_bound()).unsigned_abs().div_ceil(8)).unwrap()
    }
}

fn bytes<const LEN: usize, const STRIDE: usize>(name: &'static str) -> Shape {
    let (len, stride) = (i64::try_from(LEN).unwrap(), i64::try_from(STRIDE).unwrap());
    shape(
        name,
        Datatype::vector(PACKED_BYTES / len, len, stride, &Datatype::bytes()).unwrap(),
        1,
        Box::new(hand::pack_bytes::<LEN, STRIDE>),
        Box::new(hand::unpack_bytes::<LEN, STRIDE>),
    )
}

fn every_other_double() -> Shape {
    let datatype = Datatype::vector(PACKED_BYTES / 8, 1, 2, &Datatype::named(Named::Double)).unwrap();
    let (pack, unpack) = (hand::pack_every_other, hand::unpack_every_other);
    shape("one double of two", datatype, 1, Box::new(pack), Box::new(unpack))
}

fn indexed_doubles() -> Shape {
    let mut random = Random(1);
    let blocks = PACKED_BYTES / 8 / 4;
    let (mut lengths, mut displacements) = (Vec::new(), Vec::new());
    let mut next = 0;
    for _ in 0..blocks {
        let length = 1 + random.below(7);
        lengths.push(length);
        displacements.push(next);
        next += length + 1 + random.below(7);
    }
    let datatype = Datatype::indexed(&lengths, &displacements, &Datatype::named(Named::Double)).unwrap();
    let blocks: Vec<(usize, usize)> = displacements
        .iter()
        .zip(&lengths)
        .map(|(&at, &length)| (usize::try_from(at).unwrap(), usize::try_from(length).unwrap()))
        .collect();
    let again = blocks.clone();
    shape(
        "indexed, 1 to 7 doubles",
        datatype,
        1,
        Box::new(move |from, into| hand::pack_indexed(&blocks, from, into)),
        Box::new(move |from, into| hand::unpack_indexed(&again, from, into)),
    )
}

fn indexed_block_of_two() -> Shape {
    let mut random = Random(2);
    let mut displacements = Vec::new();
    let mut next = 0;
    for _ in 0..PACKED_BYTES / 16 {
        displacements.push(next);
        next += 3 + random.below(4);
    }
    let datatype = Datatype::indexed_block(2, &displacements, &Datatype::named(Named::Double)).unwrap();
    let blocks: Vec<usize> = displacements.iter().map(|&at| usize::try_from(at).unwrap()).collect();
    let again = blocks.clone();
    shape(
        "indexed_block, 2 doubles",
        datatype,
        1,
        Box::new(move |from, into| hand::pack_pairs(&blocks, from, into)),
        Box::new(move |from, into| hand::unpack_pairs(&again, from, into)),
    )
}

fn structure() -> Shape {
    let children = [Named::Int, Named::Double, Named::Char].map(Datatype::named);
    let datatype = Datatype::structure(&[1, 2, 3], &[0, 8, 24], &children).unwrap();
    let count = u64::try_from(PACKED_BYTES / 23).unwrap();
    let (pack, unpack) = (hand::pack_structures, hand::unpack_structures);
    shape("{int, 2 double, 3 char}", datatype, count, Box::new(pack), Box::new(unpack))
}

fn subarray() -> Shape {
    let double = Datatype::named(Named::Double);
    let datatype = Datatype::subarray(&[256; 3], &[128; 3], &[64; 3], Order::C, &double).unwrap();
    let (pack, unpack) = (hand::pack_subarray, hand::unpack_subarray);
    shape("subarray 128^3 of 256^3", datatype, 1, Box::new(pack), Box::new(unpack))
}

fn face() -> Shape {
    let double = Datatype::named(Named::Double);
    let datatype = Datatype::subarray(&[256; 3], &[256, 256, 1], &[0, 0, 5], Order::C, &double).unwrap();
    let (pack, unpack) = (hand::pack_face, hand::unpack_face);
    shape("face one double thick", datatype, 1, Box::new(pack), Box::new(unpack))
}

fn shape(
    name: &'static str,
    datatype: Datatype,
    count: u64,
    hand_pack: HandPack,
    hand_unpack: HandUnpack,
) -> Shape {
    datatype.commit();
    Shape { name, datatype, count, hand_pack, hand_unpack }
}

/// The same generator as in `mpi_pack.c`.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33).cast_signed() % limit
    }
}
