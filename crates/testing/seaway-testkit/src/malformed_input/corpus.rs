// SPDX-License-Identifier: MIT OR Apache-2.0
//! Seeds from `fuzz/corpus`, and mutations of them.

use std::fs;
use std::path::Path;

use fastrand::Rng;

/// The seeds of a fuzz target, in the order of their file names.
pub fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz/corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// One of `seeds` with a few bytes changed, added, removed, repeated, or taken from another seed.
pub fn mutate(random: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seeds[random.usize(..seeds.len())].clone();
    for _ in 0..random.usize(1..=6) {
        let at = random.usize(..=bytes.len());
        let end = random.usize(at..=bytes.len());
        match random.u8(..7) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, random.u8(..)),
            2 => drop(bytes.drain(at..end)),
            3 => bytes.extend_from_within(at..end),
            4 => flip_bit(random, &mut bytes),
            5 => replace_with_extreme(random, &mut bytes),
            _ => {
                let other = &seeds[random.usize(..seeds.len())];
                bytes.splice(at..end, other[random.usize(..=other.len())..].iter().copied());
            }
        }
    }
    bytes
}

fn flip_bit(random: &mut Rng, bytes: &mut [u8]) {
    if !bytes.is_empty() {
        let at = random.usize(..bytes.len());
        bytes[at] ^= 1 << random.u8(..8);
    }
}

/// Boundary values, and characters with a special meaning.
fn replace_with_extreme(random: &mut Rng, bytes: &mut [u8]) {
    const EXTREMES: &[u8] =
        &[0, 1, 0x7F, 0x80, 0xFF, b'*', b'?', b'{', b'}', b'=', b':', b';', b'/', b'9', b'-', b'k'];
    if !bytes.is_empty() {
        let at = random.usize(..bytes.len());
        bytes[at] = *random.choice(EXTREMES).unwrap();
    }
}
