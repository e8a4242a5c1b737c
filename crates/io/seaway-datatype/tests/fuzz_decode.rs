// SPDX-License-Identifier: MIT OR Apache-2.0
//! Decoding untrusted bytes: no panic, no memory out of proportion to the input, and accepted input
//! re-encodes stably. Mutates a corpus of good and bad encodings, from fixed seeds, a bounded number of
//! times.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod support;

use std::cell::Cell;
use std::path::Path;

use fastrand::Rng;
use seaway_datatype::{Datatype, DatatypeError, DecodeError};
use support::allocation::{Counting, most_allocated};
use support::for_seeds;

#[global_allocator]
static HEAP: Counting = Counting;

/// Heap that decoding may use per byte of input, and the minimum. A node of three bytes becomes a datatype of
/// some hundred.
const HEAP_PER_BYTE: usize = 400;
const HEAP_AT_LEAST: usize = 4096;

#[test]
fn good_encodings_decode_and_bad_ones_do_not() {
    for (name, bytes) in corpus() {
        let result = Datatype::decode(&bytes);
        assert_eq!(result.is_err(), name.starts_with("bad_"), "{name}: {result:?}");
        if let Ok(datatype) = result {
            assert_eq!(datatype.encode(), bytes, "{name}");
        }
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let corpus = corpus();
    let check = |name: &str, expected: DecodeError| {
        let (_, bytes) = corpus.iter().find(|(other, _)| other == name).unwrap();
        assert_eq!(Datatype::decode(bytes), Err(expected), "{name}");
    };
    check("bad_empty", DecodeError::Truncated);
    check("bad_version", DecodeError::UnknownVersion { version: 9 });
    check("bad_truncated", DecodeError::Truncated);
    check("bad_trailing", DecodeError::TrailingBytes { bytes: 1 });
    check("bad_reference_to_itself", DecodeError::BadReference { node: 0 });
    check("bad_number_not_shortest", DecodeError::BadNumber);
    check("bad_huge_list", DecodeError::Truncated);
    check("bad_huge_node_count", DecodeError::TooLarge);
    check("bad_overflow", DecodeError::Invalid(DatatypeError::Overflow { argument: "count" }));
}

#[test]
fn every_prefix_is_refused() {
    for (name, bytes) in corpus().iter().filter(|(name, _)| !name.starts_with("bad_")) {
        for end in 0..bytes.len() {
            assert!(Datatype::decode(&bytes[..end]).is_err(), "{end} bytes of {name}");
        }
    }
}

#[test]
fn mutations_are_refused_or_stable() {
    let corpus = corpus();
    let accepted = Cell::new(0);
    for_seeds(30_000, |rng| {
        let (_, seed) = rng.choice(&corpus).unwrap();
        let (_, other) = rng.choice(&corpus).unwrap();
        let bytes = mutate(rng, seed, other);
        let mut result = None;
        let heap = most_allocated(|| result = Some(Datatype::decode(&bytes)));
        let allowed = HEAP_AT_LEAST + HEAP_PER_BYTE * bytes.len();
        assert!(heap <= allowed, "{heap} bytes of heap for {bytes:?}");
        let Some(Ok(datatype)) = result else { return };
        accepted.set(accepted.get() + 1);
        // The input may order its nodes differently, but re-encoding is stable from then on.
        let encoding = datatype.encode();
        let back = Datatype::decode(&encoding).unwrap();
        assert_eq!(back.encode(), encoding);
        use_it(&back);
    });
    assert!(accepted.get() > 1000, "only {} mutations were accepted: too wild to reach far", accepted.get());
}

/// Every accepted datatype can be committed and queried.
fn use_it(datatype: &Datatype) {
    datatype.commit();
    let layout = datatype.layout().unwrap();
    let last = layout.size().saturating_sub(1);
    assert_eq!(layout.size(), datatype.size());
    let _ = (layout.offset_of(last), layout.position_of(i64::MAX), layout.bounds(0..last));
    let _ = (layout.runs(last / 2..last).take(3).count(), layout.is_monotone(), layout.run_count());
    let _ = (datatype.to_string(), datatype.external32_layout().is_ok(), datatype.element_count());
}

fn mutate(rng: &mut Rng, seed: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..rng.usize(1..6) {
        let at = rng.usize(0..=bytes.len());
        match rng.u32(0..6) {
            0 => bytes.insert(at, rng.u8(..)),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 if at < bytes.len() => bytes[at] ^= 1 << rng.u32(0..8),
            3 if at < bytes.len() => bytes[at] = *rng.choice(&[0, 1, 0x7f, 0x80, 0xff]).unwrap(),
            4 => bytes.truncate(at),
            _ => {
                let from = rng.usize(0..=other.len());
                let piece = &other[from..rng.usize(from..=other.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
        }
    }
    bytes
}

fn corpus() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/decode");
    let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let entry = entry.unwrap();
            (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap())
        })
        .collect();
    files.sort();
    assert!(files.len() > 20);
    files
}
