// SPDX-License-Identifier: MIT OR Apache-2.0
//! Hand-written loops: what a good programmer writes for each shape without a datatype engine. Sizes and
//! strides are compile-time constants here, so the compiler can optimise for them.

use bytemuck::{cast_slice, cast_slice_mut};

pub(crate) fn pack_bytes<const LEN: usize, const STRIDE: usize>(from: &[f64], into: &mut [u8]) {
    let from: &[u8] = cast_slice(from);
    for (into, from) in into.chunks_exact_mut(LEN).zip(from.chunks(STRIDE)) {
        into.copy_from_slice(&from[..LEN]);
    }
}

pub(crate) fn unpack_bytes<const LEN: usize, const STRIDE: usize>(from: &[u8], into: &mut [f64]) {
    let into: &mut [u8] = cast_slice_mut(into);
    for (into, from) in into.chunks_mut(STRIDE).zip(from.chunks_exact(LEN)) {
        into[..LEN].copy_from_slice(from);
    }
}

pub(crate) fn pack_every_other(from: &[f64], into: &mut [u8]) {
    let into: &mut [f64] = cast_slice_mut(into);
    for (into, from) in into.iter_mut().zip(from.chunks(2)) {
        *into = from[0];
    }
}

pub(crate) fn unpack_every_other(from: &[u8], into: &mut [f64]) {
    let from: &[f64] = cast_slice(from);
    for (into, from) in into.chunks_mut(2).zip(from) {
        into[0] = *from;
    }
}

pub(crate) fn pack_indexed(blocks: &[(usize, usize)], from: &[f64], into: &mut [u8]) {
    let mut into: &mut [f64] = cast_slice_mut(into);
    for &(at, len) in blocks {
        let (block, rest) = into.split_at_mut(len);
        for (into, from) in block.iter_mut().zip(&from[at..at + len]) {
            *into = *from;
        }
        into = rest;
    }
}

pub(crate) fn unpack_indexed(blocks: &[(usize, usize)], from: &[u8], into: &mut [f64]) {
    let mut from: &[f64] = cast_slice(from);
    for &(at, len) in blocks {
        let (block, rest) = from.split_at(len);
        for (into, from) in into[at..at + len].iter_mut().zip(block) {
            *into = *from;
        }
        from = rest;
    }
}

pub(crate) fn pack_pairs(blocks: &[usize], from: &[f64], into: &mut [u8]) {
    let into: &mut [f64] = cast_slice_mut(into);
    for (into, &at) in into.chunks_exact_mut(2).zip(blocks) {
        into.copy_from_slice(&from[at..at + 2]);
    }
}

pub(crate) fn unpack_pairs(blocks: &[usize], from: &[u8], into: &mut [f64]) {
    let from: &[f64] = cast_slice(from);
    for (from, &at) in from.chunks_exact(2).zip(blocks) {
        into[at..at + 2].copy_from_slice(from);
    }
}

pub(crate) fn pack_structures(from: &[f64], into: &mut [u8]) {
    let from: &[u8] = cast_slice(from);
    for (into, from) in into.chunks_exact_mut(23).zip(from.chunks(32)) {
        into[..4].copy_from_slice(&from[..4]);
        into[4..20].copy_from_slice(&from[8..24]);
        into[20..].copy_from_slice(&from[24..27]);
    }
}

pub(crate) fn unpack_structures(from: &[u8], into: &mut [f64]) {
    let into: &mut [u8] = cast_slice_mut(into);
    for (into, from) in into.chunks_mut(32).zip(from.chunks_exact(23)) {
        into[..4].copy_from_slice(&from[..4]);
        into[8..24].copy_from_slice(&from[4..20]);
        into[24..27].copy_from_slice(&from[20..]);
    }
}

pub(crate) fn pack_subarray(from: &[f64], into: &mut [u8]) {
    let into: &mut [f64] = cast_slice_mut(into);
    for (row, into) in into.chunks_exact_mut(128).enumerate() {
        let at = subarray_row(row);
        into.copy_from_slice(&from[at..at + 128]);
    }
}

pub(crate) fn unpack_subarray(from: &[u8], into: &mut [f64]) {
    let from: &[f64] = cast_slice(from);
    for (row, from) in from.chunks_exact(128).enumerate() {
        let at = subarray_row(row);
        into[at..at + 128].copy_from_slice(from);
    }
}

fn subarray_row(row: usize) -> usize {
    ((row / 128 + 64) * 256 + row % 128 + 64) * 256 + 64
}

pub(crate) fn pack_face(from: &[f64], into: &mut [u8]) {
    let into: &mut [f64] = cast_slice_mut(into);
    for (into, from) in into.iter_mut().zip(from[5..].chunks(256)) {
        *into = from[0];
    }
}

pub(crate) fn unpack_face(from: &[u8], into: &mut [f64]) {
    let from: &[f64] = cast_slice(from);
    for (into, from) in into[5..].chunks_mut(256).zip(from) {
        into[0] = *from;
    }
}
