// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory for transfers that tests start by themselves. It is leaked: a test that fails leaves transfers behind, which
//! must not use memory that was freed.

use std::fs;
use std::io::{IoSlice, IoSliceMut};
use std::os::unix::fs::FileExt;

use seaway_memory::{Lent, LentMut, Spot};

/// The bytes of `bytes`, to be written.
pub fn lend(bytes: Vec<u8>) -> Lent {
    Lent::forever(&[IoSlice::new(bytes.leak())])
}

/// Memory that a transfer fills.
#[derive(Debug)]
pub struct LentRoom(Vec<Spot>);

impl LentRoom {
    /// Room that holds `bytes` before it is filled.
    pub fn new(bytes: Vec<u8>) -> (Self, LentMut) {
        let lent = LentMut::forever(vec![IoSliceMut::new(bytes.leak())]);
        (Self(lent.pieces().to_vec()), lent)
    }

    /// What it holds. Only after the transfer has ended.
    pub fn bytes(&self) -> Vec<u8> {
        read_spots(&self.0)
    }
}

/// The bytes of lent memory, read through the kernel: this crate has no unsafe code.
pub(crate) fn read_spots(pieces: &[Spot]) -> Vec<u8> {
    let memory = fs::File::open("/proc/self/mem").expect("Linux has it");
    let read = |piece: &Spot| {
        let mut bytes = vec![0; piece.len()];
        memory.read_exact_at(&mut bytes, piece.address() as u64).expect("lent memory is there");
        bytes
    };
    pieces.iter().flat_map(read).collect()
}

pub(crate) fn write_spots(pieces: &[Spot], mut bytes: &[u8]) {
    let memory = fs::OpenOptions::new().write(true).open("/proc/self/mem").expect("Linux has it");
    for piece in pieces {
        let (now, later) = bytes.split_at(bytes.len().min(piece.len()));
        memory.write_all_at(now, piece.address() as u64).expect("lent memory is there");
        bytes = later;
    }
}
