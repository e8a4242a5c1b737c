// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random datatypes: bounds, runs and translation against the byte-by-byte oracle.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod support;

use std::collections::HashSet;

use seaway_datatype::{Datatype, Layout};
use support::for_seeds;
use support::random_datatype::{Limits, random_datatype, random_filetype, random_portable_datatype};
use support::type_map::{Space, TypeMap};

/// Instances that are checked.
const INSTANCES: i64 = 3;

#[test]
fn sizes_and_bounds() {
    for_seeds(4000, |rng| {
        let datatype = random_datatype(rng, Limits::SMALL);
        let map = TypeMap::of(&datatype, Space::Native);
        let bytes = map.bytes(Space::Native);
        assert_eq!(datatype.size(), bytes.len() as u64, "{datatype}");
        assert_eq!(datatype.lower_bound(), map.lower_bound, "{datatype}");
        assert_eq!(datatype.upper_bound(), map.upper_bound, "{datatype}");
        assert_eq!(datatype.extent(), map.extent());
        assert_eq!(datatype.true_lower_bound(), bytes.iter().copied().min().unwrap_or(0));
        assert_eq!(datatype.true_upper_bound(), bytes.iter().map(|byte| byte + 1).max().unwrap_or(0));
        assert_eq!(datatype.element_count(), map.elements.len() as u64);
    });
}

#[test]
fn external32_layouts() {
    for_seeds(1500, |rng| {
        let datatype = random_portable_datatype(rng, Limits::SMALL);
        let map = TypeMap::of(&datatype, Space::External32);
        assert_eq!(datatype.external32_size(), Ok(map.bytes(Space::External32).len() as u64));
        assert_eq!(datatype.external32_extent(), Ok(map.extent()));
        let layout = datatype.external32_layout().unwrap();
        check_offsets(layout, &tiled(&map, Space::External32));
    });
}

#[test]
fn offsets_and_runs_from_every_position() {
    for_seeds(1500, |rng| {
        let datatype = random_datatype(rng, Limits::SMALL);
        let bytes = tiled(&TypeMap::of(&datatype, Space::Native), Space::Native);
        let layout = datatype.layout().unwrap();
        check_offsets(layout, &bytes);
        let starts: Vec<usize> = if bytes.len() < 200 {
            (0..=bytes.len()).collect()
        } else {
            (0..100).map(|_| rng.usize(0..=bytes.len())).collect()
        };
        for start in starts {
            check_runs(layout, &bytes, start, rng.usize(start..=bytes.len()));
        }
        let one = &bytes[..bytes.len() / usize::try_from(INSTANCES).unwrap()];
        assert_eq!(layout.run_count(), maximal_runs(one).len() as u64, "{datatype}");
    });
}

#[test]
fn order_and_overlap() {
    for_seeds(4000, |rng| {
        let datatype = random_datatype(rng, Limits::SMALL);
        let layout = datatype.layout().unwrap();
        let map = TypeMap::of(&datatype, Space::Native);
        let one = map.bytes(Space::Native);
        // As many instances as can overlap one another, within reason.
        let reach = layout.true_upper_bound() - layout.true_lower_bound();
        let instances = (reach / map.extent().abs().max(1) + 2).min(4000);
        let is_monotone = tile(&one, map.extent(), 2).is_sorted_by(|a, b| a < b);
        assert_eq!(layout.is_monotone(), is_monotone, "{datatype}");
        let expected = one.first().map_or(0, |first| *first);
        let is_contiguous =
            (expected..).zip(tile(&one, map.extent(), 2)).all(|(expected, byte)| expected == byte);
        assert_eq!(layout.is_contiguous(), is_contiguous, "{datatype}");
        let mut seen = HashSet::new();
        if one.len() < 300 || instances < 50 {
            let has_overlap = tile(&one, map.extent(), instances).into_iter().any(|byte| !seen.insert(byte));
            assert_eq!(layout.has_overlap(), has_overlap, "{datatype}");
        }
    });
}

#[test]
fn positions_of_offsets() {
    for_seeds(600, |rng| {
        let datatype = random_filetype(rng, Limits::SMALL);
        let layout = datatype.layout().unwrap();
        let bytes = tiled(&TypeMap::of(&datatype, Space::Native), Space::Native);
        let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) else { return };
        let step = 1 + usize::try_from((last - first) / 3000).unwrap();
        for offset in (first - 2..=last).step_by(step) {
            let before = bytes.partition_point(|&byte| byte < offset);
            assert_eq!(layout.position_of(offset), before as u64, "{datatype} at {offset}");
        }
    });
}

#[test]
fn translation_among_many_irregular_blocks() {
    for blocks in [63, 64, 65, 128, 1000] {
        let mut rng = fastrand::Rng::with_seed(blocks);
        let lengths: Vec<i64> = (0..blocks).map(|_| rng.i64(1..5)).collect();
        let mut next = 0;
        let displacements: Vec<i64> = lengths
            .iter()
            .map(|length| {
                let at = next;
                next += length + rng.i64(1..4);
                at
            })
            .collect();
        let datatype = Datatype::indexed(&lengths, &displacements, &Datatype::bytes()).unwrap();
        datatype.commit();
        let layout = datatype.layout().unwrap();
        let bytes = tiled(&TypeMap::of(&datatype, Space::Native), Space::Native);
        check_offsets(layout, &bytes);
        for (position, &byte) in (0..).zip(&bytes) {
            assert_eq!(layout.position_of(byte), position);
            assert_eq!(layout.runs(position..position + 1).next().unwrap().offset, byte);
        }
    }
}

#[test]
fn bounds_hold_the_range_and_are_exact_where_offsets_grow() {
    for_seeds(2000, |rng| {
        let datatype = random_datatype(rng, Limits::SMALL);
        let layout = datatype.layout().unwrap();
        let bytes = tiled(&TypeMap::of(&datatype, Space::Native), Space::Native);
        let start = rng.usize(0..=bytes.len());
        let end = rng.usize(start..=bytes.len());
        let bounds = layout.bounds(start as u64..end as u64);
        let touched = &bytes[start..end];
        let (low, high) = (touched.iter().min(), touched.iter().max());
        let (Some(&low), Some(&high)) = (low, high) else {
            assert!(bounds.is_empty());
            return;
        };
        assert!(bounds.start <= low && high < bounds.end, "{datatype}");
        if layout.is_monotone() {
            assert_eq!(bounds, low..high + 1, "{datatype}");
        }
    });
}

#[test]
fn equal_type_maps_are_equal_datatypes() {
    use std::hash::{BuildHasher, RandomState};
    let hasher = RandomState::new();
    for_seeds(2000, |rng| {
        let datatype = random_datatype(rng, Limits::SMALL);
        let map = TypeMap::of(&datatype, Space::Native);
        let spelled_out = spell_out(&map.elements, &map);
        assert_eq!(datatype, spelled_out, "{datatype}");
        assert_eq!(hasher.hash_one(&datatype), hasher.hash_one(&spelled_out), "{datatype}");
        let mut changed = map.elements.clone();
        if changed.is_empty() {
            return;
        }
        let index = rng.usize(0..changed.len());
        changed[index].0 += 1;
        assert_ne!(datatype, spell_out(&changed, &map), "{datatype}");
    });
}

#[test]
fn encodings_come_back() {
    for_seeds(3000, |rng| {
        let datatype = random_datatype(rng, Limits::SMALL);
        let encoding = datatype.encode();
        let back = Datatype::decode(&encoding).unwrap();
        assert_eq!(back, datatype);
        assert_eq!(back.encode(), encoding);
        assert_eq!(back.to_string(), datatype.to_string());
        assert_eq!(back.external32_size(), datatype.external32_size());
    });
}

/// A datatype made of nothing but a list of elements, within given bounds.
fn spell_out(elements: &[(i64, seaway_datatype::Named)], bounds: &TypeMap) -> Datatype {
    let lengths = vec![1; elements.len()];
    let displacements: Vec<i64> = elements.iter().map(|element| element.0).collect();
    let children: Vec<Datatype> = elements.iter().map(|element| Datatype::named(element.1)).collect();
    let list = Datatype::structure(&lengths, &displacements, &children).unwrap();
    Datatype::resized(bounds.lower_bound, bounds.extent(), &list).unwrap()
}

fn check_offsets(layout: &Layout, bytes: &[i64]) {
    for (position, &byte) in (0..).zip(bytes) {
        assert_eq!(layout.offset_of(position), byte, "position {position} of {layout:?}");
    }
}

fn check_runs(layout: &Layout, bytes: &[i64], start: usize, end: usize) {
    let runs: Vec<(i64, u64)> =
        layout.runs(start as u64..end as u64).map(|run| (run.offset, run.len)).collect();
    assert_eq!(runs, maximal_runs(&bytes[start..end]), "{start}..{end} of {layout:?}");
}

fn maximal_runs(bytes: &[i64]) -> Vec<(i64, u64)> {
    let mut runs: Vec<(i64, u64)> = Vec::new();
    for &byte in bytes {
        match runs.last_mut() {
            Some((offset, len)) if *offset + len.cast_signed() == byte => *len += 1,
            _ => runs.push((byte, 1)),
        }
    }
    runs
}

fn tiled(map: &TypeMap, space: Space) -> Vec<i64> {
    tile(&map.bytes(space), map.extent(), INSTANCES)
}

fn tile(one: &[i64], extent: i64, instances: i64) -> Vec<i64> {
    (0..instances).flat_map(|instance| one.iter().map(move |byte| byte + instance * extent)).collect()
}
