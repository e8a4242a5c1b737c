// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pairs in which all writers append records by the shared pointer, each at its own pace. The order of the
//! records is open; that each occurs once and is complete is not. Every record names its writer and its
//! number.

use fastrand::Rng;
use seaway::AccessMode;

use crate::model::{Model, PlainView};
use crate::plain_type::PlainType;
use crate::program::{
    Accesses, Direction, Pair, Positioning, Program, Scale, Share, Step, move_pointers, offsets, random_form,
    random_hints, random_pause, random_ranks,
};

/// Rank and number, which each record begins with.
const HEAD: usize = 8;

pub(crate) fn random_pair(random: &mut Rng) -> Pair {
    let record_bytes = [HEAD, 24, 1000, 30_000][random.usize(..4)];
    let [writers, readers] = random_ranks(random, Scale::Medium);
    let sequential = random.u8(..3) == 0;
    // Single bytes, in all writers: large records take long then.
    let bare = sequential || record_bytes > 1000 || random.bool();
    // Records with gaps between their bytes: both programs must have the same view.
    let view = (!bare).then(|| random_view(random));
    let writer = writing_program(random, writers, record_bytes, sequential, view.as_ref());
    let records = record_count(&writer.steps) * writers;
    let reader = reading_program(random, readers, record_bytes, records, view.as_ref());
    Pair { writer, reader }
}

fn random_view(random: &mut Rng) -> PlainView {
    let byte = PlainType::basic(seaway::Named::Byte);
    let filetype = PlainType::random_filetype(random, &byte, None);
    PlainView { displacement: random.u64(..100), etype: byte, filetype, reversed: false }
}

fn writing_program(
    random: &mut Rng,
    ranks: usize,
    record_bytes: usize,
    sequential: bool,
    view: Option<&PlainView>,
) -> Program {
    let mut steps = set_view(view, ranks);
    let most = if record_bytes > 1000 { 4 } else { 12 };
    for _ in 0..random.usize(1..4) {
        let (times, nonblocking) = (random.usize(1..most), random.bool());
        steps.push(Step::WriteRecords { times, record_bytes, nonblocking });
        if random.bool() {
            steps.push(random_pause(random, ranks));
        }
    }
    let way = if sequential { AccessMode::SEQUENTIAL } else { AccessMode::empty() };
    let mode = AccessMode::CREATE | AccessMode::WRITE_ONLY | way;
    Program { ranks, shared_memory: random.bool(), mode, hints: random_hints(random), steps }
}

fn set_view(view: Option<&PlainView>, ranks: usize) -> Vec<Step> {
    view.map(|view| Step::SetView(vec![view.clone(); ranks], "native")).into_iter().collect()
}

fn record_count(steps: &[Step]) -> usize {
    let times = |step: &Step| if let Step::WriteRecords { times, .. } = step { *times } else { 0 };
    steps.iter().map(times).sum()
}

/// Reads every record once, and once beyond the last.
fn reading_program(
    random: &mut Rng,
    ranks: usize,
    record_bytes: usize,
    records: usize,
    view: Option<&PlainView>,
) -> Program {
    let mut steps = set_view(view, ranks);
    let mut model = Model::new(ranks);
    if let Some(view) = view {
        model.set_view(&vec![view.clone(); ranks]);
    }
    let positioning = [Positioning::Shared, Positioning::Shared, Positioning::Explicit][random.usize(..3)];
    let mut reached = 0;
    while reached <= records {
        let most = (records / ranks + 2).min(20);
        let mut next = reached;
        let mut share = |random: &mut Rng| {
            let count = random.usize(..=most);
            let offset = (next * record_bytes) as u64;
            next += count;
            let memory = PlainType::basic(seaway::Named::Byte);
            Share { offset, memory, count: (count * record_bytes) as u64, seed: 0 }
        };
        let shares: Vec<Share> = (0..ranks).map(|_| share(random)).collect();
        assert_eq!(
            offsets(positioning, &shares, &model),
            shares.iter().map(|share| share.offset).collect::<Vec<_>>()
        );
        move_pointers(positioning, &shares, &mut model);
        reached = next;
        let form = random_form(random, positioning);
        let (last_first, polled, direction) = (false, random.bool(), Direction::Read);
        let accesses = Accesses {
            direction,
            positioning,
            form,
            in_turn: false,
            last_first,
            polled,
            shares: vec![shares],
        };
        steps.push(Step::ReadRecords { accesses, record_bytes });
    }
    let mode = AccessMode::READ_ONLY;
    Program { ranks, shared_memory: random.bool(), mode, hints: random_hints(random), steps }
}

pub(crate) fn record(rank: usize, number: usize, bytes: usize) -> Vec<u8> {
    let [rank, number] = [rank, number].map(|part| u32::try_from(part).unwrap());
    let head = [rank.to_le_bytes(), number.to_le_bytes()].concat();
    let mut random = Rng::with_seed(u64::from(rank) << 32 | u64::from(number));
    let body = (HEAD..bytes).map(|_| random.u8(..));
    head.into_iter().chain(body).collect()
}

/// Which record it is, or that it is none.
pub(crate) fn describe(found: &[u8]) -> String {
    if found.len() < HEAD {
        return "part of a record".to_owned();
    }
    let part = |range: std::ops::Range<usize>| u32::from_le_bytes(found[range].try_into().unwrap()) as usize;
    let (rank, number) = (part(0..4), part(4..8));
    let whole = found == record(rank, number, found.len());
    format!("record {number} of rank {rank}{}", if whole { "" } else { ", torn" })
}
