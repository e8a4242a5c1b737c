// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every pack kernel by name: one shape for each, at all lengths that kernels distinguish, on memory between
//! guards. Random types would reach some of these only by luck, and the kernels for large transfers never.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod support;

use seaway_datatype::{Datatype, Named, Order, Run};
use support::memory::Memory;

#[test]
fn rows_of_every_block_length() {
    for len in 1..=140 {
        for gap in [1, 5] {
            check(&Datatype::vector(9, len, len + gap, &Datatype::bytes()).unwrap(), 2);
            check(&Datatype::vector(9, len, -(len + gap), &Datatype::bytes()).unwrap(), 2);
        }
    }
}

#[test]
fn scattered_blocks_of_every_length() {
    for len in 1..=140 {
        let displacements = [0, 200, 341, 700, 1000, 860];
        check(&Datatype::indexed_block(len, &displacements, &Datatype::bytes()).unwrap(), 2);
    }
}

#[test]
fn irregular_blocks_of_every_unit() {
    let mut rng = fastrand::Rng::with_seed(7);
    for unit in [1, 2, 3, 4, 8, 16, 24] {
        let child = Datatype::contiguous(unit, &Datatype::bytes()).unwrap();
        for longest in [3, 7, 8, 20] {
            let lengths: Vec<i64> = (0..60).map(|_| rng.i64(1..=longest)).collect();
            let mut next = 0;
            let displacements: Vec<i64> = lengths
                .iter()
                .map(|length| {
                    let at = next;
                    next += length + rng.i64(1..4);
                    at
                })
                .collect();
            check(&Datatype::indexed(&lengths, &displacements, &child).unwrap(), 2);
        }
    }
}

#[test]
fn structures_of_every_field_length() {
    for first in 1..=40 {
        for second in [1, 3, 8, 19, 97, 130] {
            let [a, b, c] =
                [first, second, 5].map(|len| Datatype::contiguous(len, &Datatype::bytes()).unwrap());
            let gap = first + 3;
            let fields = Datatype::structure(&[1, 1, 1], &[0, gap, gap + second + 2], &[a, b, c]).unwrap();
            check(&Datatype::resized(0, fields.extent() + 9, &fields).unwrap(), 17);
        }
    }
}

#[test]
fn structures_with_more_fields_than_one_pass_takes() {
    let fields: Vec<i64> = (0..14).map(|index| 1 + index * 7 % 11).collect();
    let displacements: Vec<i64> = (0..14).map(|index| index * 13).collect();
    let structure = Datatype::hindexed(&fields, &displacements, &Datatype::bytes()).unwrap();
    check(&Datatype::resized(0, 200, &structure).unwrap(), 400);
}

#[test]
fn transfers_larger_than_caches() {
    let double = Datatype::named(Named::Double);
    // 9 MiB, with rows that begin and end within lines.
    let rows = Datatype::subarray(&[70, 130, 300], &[65, 129, 141], &[1, 0, 3], Order::C, &double).unwrap();
    assert!(rows.size() > 9 << 20);
    check(&rows, 1);
    let backwards = Datatype::vector(9300, 1025, -1100, &Datatype::bytes()).unwrap();
    check(&backwards, 1);
}

/// Packs and unpacks all of `count` instances, and a range that starts and ends inside of runs, and compares with the
/// runs copied one by one.
fn check(datatype: &Datatype, count: u64) {
    datatype.commit();
    let layout = datatype.layout().unwrap();
    let size = count * layout.size();
    for positions in [0..size, 1..size - 1, size / 3..size - size / 4] {
        let runs: Vec<Run> = layout.runs(positions.clone()).collect();
        let bounds = layout.bounds(positions.clone());
        let mut rng = fastrand::Rng::with_seed(size);
        let mut memory = Memory::around(&mut rng, &[bounds.start, bounds.end - 1]);
        let len = usize::try_from(positions.end - positions.start).unwrap();

        let mut expected = Vec::with_capacity(len);
        runs.iter().for_each(|run| expected.extend_from_slice(memory.run(*run)));
        let mut packed = vec![0xcc; len + 64];
        layout.pack(memory.source(), positions.clone(), &mut packed[..len]).unwrap();
        assert!(packed[..len] == expected, "pack of {positions:?} of {datatype}");
        assert!(packed[len..].iter().all(|&byte| byte == 0xcc), "pack of {datatype} writes behind its end");

        rng.fill(&mut packed[..len]);
        let mut unpacked = memory.clone();
        let mut rest = &packed[..len];
        for run in &runs {
            let (block, behind) = rest.split_at(usize::try_from(run.len).unwrap());
            unpacked.run_mut(*run).copy_from_slice(block);
            rest = behind;
        }
        layout.unpack(&packed[..len], positions.clone(), &mut memory.target()).unwrap();
        assert!(memory == unpacked, "unpack of {positions:?} of {datatype}");
    }
}
