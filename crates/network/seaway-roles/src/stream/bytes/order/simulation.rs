// SPDX-License-Identifier: MIT OR Apache-2.0
//! 56,000 writer ranks and 7,000 reader ranks, without a socket: which ranks connect, and how much they exchange.

use std::time::Instant;

use seaway_device_api::Extent;

use super::{Step, owners};

const WRITERS: usize = 56_000;
const READERS: usize = 7_000;

/// A writer and a reader that meet, and the bytes that pass between them.
type Overlap = (u32, u32, Extent);

/// As every reader finds them, from the writers' steps and its own range.
fn found_by_readers(written: &Step, read: &Step) -> Vec<Overlap> {
    let readers = (0..read.ranks()).flat_map(|reader| {
        let owned = owners(std::slice::from_ref(written), read.extent_of(reader));
        owned.into_iter().map(move |owned| (owned.rank, reader, owned.part))
    });
    readers.collect()
}

/// As every writer finds them, from the readers' lengths and its own range.
fn found_by_writers(written: &Step, read: &Step) -> Vec<Overlap> {
    let writers = (0..written.ranks()).flat_map(|writer| {
        let owned = owners(std::slice::from_ref(read), written.extent_of(writer));
        owned.into_iter().map(move |owned| (writer, owned.rank, owned.part))
    });
    writers.collect()
}

/// A length and how many ranks have it: 8 and 4 bytes.
fn described_bytes(step: &Step) -> usize {
    8 + step.runs().len() * 12
}

fn check(written: &Step, read: &Step, most_bytes: usize) {
    let started = Instant::now();
    let meetings = found_by_readers(written, read);
    assert_eq!(meetings, found_by_writers(written, read));
    assert!(meetings.len() < WRITERS + READERS, "{} pairs", meetings.len());
    let moved: u64 = meetings.iter().map(|(_, _, part)| part.len).sum();
    assert_eq!(moved, written.extent().len, "every byte has one way");
    assert!(described_bytes(written) <= most_bytes, "{} bytes", described_bytes(written));
    println!(
        "{WRITERS} x {READERS}: {} pairs (at most {}), {} bytes of metadata for the step, {:?}",
        meetings.len(),
        WRITERS + READERS - 1,
        described_bytes(written),
        started.elapsed()
    );
}

/// `count` lengths that add up to `total`.
fn random_lengths(count: usize, total: u64, random: &mut fastrand::Rng) -> Vec<u64> {
    let mut cuts: Vec<u64> = (1..count).map(|_| random.u64(0..=total)).collect();
    cuts.push(total);
    cuts.sort_unstable();
    let starts = [0].into_iter().chain(cuts.iter().copied());
    starts.zip(&cuts).map(|(start, end)| end - start).collect()
}

#[test]
fn equal_blocks_are_told_in_a_few_bytes() {
    let read = Step::new(0, &[8 << 20; READERS]).unwrap();
    check(&Step::new(0, &[1 << 20; WRITERS]).unwrap(), &read, 20);
    // Blocks that do not begin together: each reader but the first meets one writer more.
    let mut lengths = vec![8 * 1_000_003; READERS];
    lengths[0] -= 500_000;
    lengths[READERS - 1] += 500_000;
    check(&Step::new(0, &[1_000_003; WRITERS]).unwrap(), &Step::new(0, &lengths).unwrap(), 20);
}

#[test]
fn random_lengths_meet_in_no_more_pairs() {
    for seed in 0..3 {
        let mut random = fastrand::Rng::with_seed(seed);
        let total = WRITERS as u64 * 1_000_000;
        let written = Step::new(1 << 40, &random_lengths(WRITERS, total, &mut random)).unwrap();
        let read = Step::new(1 << 40, &random_lengths(READERS, total, &mut random)).unwrap();
        check(&written, &read, 8 + WRITERS * 12);
    }
}

#[test]
fn the_cost_of_one_question_does_not_grow_with_the_ranks() {
    // Two thousand million ranks: a loop over them would take too long.
    let step = Step::from_runs(0, [(1000, 2_000_000_000), (1, 2_000_000_000)]).unwrap();
    let owned = owners(&[step], Extent::new(1_999_999_999_500, 501));
    assert_eq!(
        owned.iter().map(|owned| (owned.rank, owned.part.len)).collect::<Vec<_>>(),
        [(1_999_999_999, 500), (2_000_000_000, 1)]
    );
}
