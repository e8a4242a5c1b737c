// SPDX-License-Identifier: MIT OR Apache-2.0
//! A pair of parallel programs: what every rank of the writer and of the reader does, call by call. They are
//! generated in `writing.rs`, `reading.rs` and `records.rs`, and carried out in `perform.rs`.

use fastrand::Rng;
use seaway::{AccessMode, Hints, Whence};

pub(crate) use crate::access::{Direction, Form, Positioning, Share};
use crate::model::{Model, PlainView};
use crate::plain_type::PlainType;
use crate::{reading, records, writing};

/// Two programs with a file, or a stream, between them.
#[derive(Debug, Clone)]
pub(crate) struct Pair {
    pub(crate) writer: Program,
    pub(crate) reader: Program,
}

#[derive(Debug, Clone)]
pub(crate) struct Program {
    pub(crate) ranks: usize,
    pub(crate) shared_memory: bool,
    pub(crate) mode: AccessMode,
    pub(crate) hints: Hints,
    pub(crate) steps: Vec<Step>,
}

/// All ranks do the same steps; what they do in one may differ.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    SetView(Vec<PlainView>, &'static str),
    Accesses(Accesses),
    /// Each rank, at its own pace, this often: the next `etypes` by the shared pointer. Which rank gets which
    /// is open.
    Draw {
        times: usize,
        share: Share,
    },
    /// Each rank, at its own pace, this many records by the shared pointer.
    WriteRecords {
        times: usize,
        record_bytes: usize,
        nonblocking: bool,
    },
    /// As [`Step::Accesses`]; the data are records in an order that is open.
    ReadRecords {
        accesses: Accesses,
        record_bytes: usize,
    },
    Seek(Vec<(i64, Whence)>),
    SeekShared(i64, Whence),
    /// Synchronised before and after, if there is something to synchronise.
    Size,
    SetSize(u64),
    Preallocate(u64),
    SetAtomicity(bool),
    Sync,
    Positions,
    Mistake(Mistake),
    /// Ranks do something else for a while: this many times each.
    Pause(Vec<u32>),
}

/// Accesses that are started one after the other and then completed. More than one only if they are
/// nonblocking.
#[derive(Debug, Clone)]
pub(crate) struct Accesses {
    pub(crate) direction: Direction,
    pub(crate) positioning: Positioning,
    pub(crate) form: Form,
    /// Ranks take turns: the result depends on their order.
    pub(crate) in_turn: bool,
    /// Requests are waited for from the last to the first.
    pub(crate) last_first: bool,
    /// Requests are polled instead of waited for.
    pub(crate) polled: bool,
    /// For each access, a share of each rank.
    pub(crate) shares: Vec<Vec<Share>>,
}

/// Calls that must fail, on a file and on a stream alike.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Mistake {
    /// Reading what was opened for writing, or the other way round.
    WrongDirection,
    NegativeOffset,
    SeekBeforeStart,
    UnknownRepresentation,
    EndWithoutBegin,
    NegativeSize,
}

impl Pair {
    /// Everything follows from the seed.
    pub(crate) fn random(seed: u64) -> Self {
        let random = &mut Rng::with_seed(seed);
        if random.u8(..7) == 0 {
            return records::random_pair(random);
        }
        let scale = random_scale(random);
        let [writers, readers] = random_ranks(random, scale);
        let (writer, written) = writing::random_program(random, writers, scale);
        let reader = reading::random_program(random, readers, scale, &written);
        Self { writer, reader }
    }
}

/// How long accesses are. Most programs make small ones; some, ones that exceed every window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    Small,
    Medium,
    /// Views show the file unchanged: every byte costs time in the model.
    Large,
}

impl Scale {
    pub(crate) fn items(self) -> u64 {
        match self {
            Self::Small => 12,
            Self::Medium => 300,
            Self::Large => 20_000,
        }
    }
}

fn random_scale(random: &mut Rng) -> Scale {
    match random.u8(..10) {
        0..7 => Scale::Small,
        7 | 8 => Scale::Medium,
        _ => Scale::Large,
    }
}

/// Up to 17 each, and often without a common divisor: then no two blocks of the programs end at the same
/// offset.
pub(crate) fn random_ranks(random: &mut Rng, scale: Scale) -> [usize; 2] {
    const RELATIVELY_PRIME: [[usize; 2]; 8] =
        [[2, 3], [3, 2], [7, 5], [4, 15], [16, 5], [5, 17], [17, 12], [13, 9]];
    if scale == Scale::Large {
        return [random.usize(1..6), random.usize(1..6)];
    }
    match random.u8(..3) {
        0 => [random.usize(1..=17), random.usize(1..=17)],
        1 => [random.usize(1..5), random.usize(1..5)],
        _ => RELATIVELY_PRIME[random.usize(..RELATIVELY_PRIME.len())],
    }
}

/// Buffers so small that every loop has several iterations, and hints that would make the engine read what it
/// writes, or exchange before it accesses. None may change the result of a program.
pub(crate) fn random_hints(random: &mut Rng) -> Hints {
    let mut hints = Hints::new();
    let mut maybe = |key: &str, values: &[&str]| {
        let choice = random.usize(..2 * values.len() + 2);
        if let Some(value) = values.get(choice) {
            hints.set(key, *value);
        }
    };
    maybe("romio_cb_write", &["enable", "disable"]);
    maybe("romio_cb_read", &["enable", "disable"]);
    maybe("romio_ds_write", &["enable", "disable"]);
    maybe("romio_ds_read", &["enable", "disable"]);
    maybe("cb_buffer_size", &["1000", "4096"]);
    maybe("ind_rd_buffer_size", &["100"]);
    maybe("seaway_exchange", &["messages"]);
    maybe("seaway_async", &["enable"]);
    maybe("seaway_mxn_window", &["4096", "65536", "1048576"]);
    hints
}

pub(crate) fn random_pause(random: &mut Rng, ranks: usize) -> Step {
    let longest = [5, 40, 300][random.usize(..3)];
    Step::Pause((0..ranks).map(|_| random.u32(..longest)).collect())
}

pub(crate) fn random_mistake(random: &mut Rng) -> Step {
    use Mistake::*;
    let all = [
        WrongDirection,
        NegativeOffset,
        SeekBeforeStart,
        UnknownRepresentation,
        EndWithoutBegin,
        NegativeSize,
    ];
    Step::Mistake(all[random.usize(..all.len())])
}

/// The calls that an access by `positioning` may use.
pub(crate) fn random_form(random: &mut Rng, positioning: Positioning) -> Form {
    match (random.u8(..6), positioning) {
        (0, _) => Form::Independent,
        (1, _) => Form::IndependentNonblocking,
        (2, _) => Form::Split,
        // MPI has no nonblocking ordered access.
        (3, Positioning::Explicit | Positioning::Individual) => Form::CollectiveNonblocking,
        _ => Form::Collective,
    }
}

pub(crate) fn random_share(random: &mut Rng, view: &PlainView, scale: Scale, most_items: u64) -> Share {
    let memory = match scale {
        Scale::Large => view.etype.clone(),
        _ => PlainType::random_memory_type(random, &view.etype),
    };
    let count = match random.u8(..8) {
        0 => 0,
        1 => random.u64(..=most_items.saturating_mul(4)),
        _ => random.u64(..=most_items),
    };
    Share { offset: 0, memory, count, seed: random.u64(..) }
}

impl Accesses {
    pub(crate) fn random(
        random: &mut Rng,
        model: &Model,
        direction: Direction,
        positioning: Positioning,
        mut share: impl FnMut(&mut Rng, &PlainView) -> Share,
    ) -> Self {
        let form = random_form(random, positioning);
        let in_turn = positioning == Positioning::Shared && !form.is_collective();
        let number = if form.is_nonblocking() && !in_turn { random.usize(1..4) } else { 1 };
        let mut shares = || model.ranks.iter().map(|state| share(random, &state.view)).collect();
        let shares = (0..number).map(|_| shares()).collect();
        let (last_first, polled) = (random.bool(), random.u8(..4) == 0);
        Self { direction, positioning, form, in_turn, last_first, polled, shares }
    }
}

/// Where each rank's share of one access starts, in etypes of its view, before any pointer moves.
pub(crate) fn offsets(positioning: Positioning, shares: &[Share], model: &Model) -> Vec<u64> {
    let mut next_shared = model.shared_pointer;
    let states = model.ranks.iter().zip(shares);
    let offset = |(state, share): (&crate::model::RankState, &Share)| match positioning {
        Positioning::Explicit => share.offset,
        Positioning::Individual => state.pointer,
        Positioning::Shared => {
            let mine = next_shared;
            next_shared += state.view.etypes(share.bytes());
            mine
        }
    };
    states.map(offset).collect()
}

/// MPI's formula: pointers move by the requested amount, whatever the outcome.
pub(crate) fn move_pointers(positioning: Positioning, shares: &[Share], model: &mut Model) {
    for (state, share) in model.ranks.iter_mut().zip(shares) {
        let etypes = state.view.etypes(share.bytes());
        match positioning {
            Positioning::Explicit => (),
            Positioning::Individual => state.pointer += etypes,
            Positioning::Shared => model.shared_pointer += etypes,
        }
    }
}

/// As [`Model::end`], for files of megabytes: offsets ascend along a view.
pub(crate) fn end_of(model: &Model, rank: usize) -> u64 {
    let view = &model.ranks[rank].view;
    let size = model.bytes.len() as u64;
    let is_before = |etype: u64| view.place(etype * view.etype.size()) < size;
    let (mut low, mut high) = (0, 1);
    while is_before(high) {
        (low, high) = (high, 2 * high);
    }
    while low < high {
        let middle = low.midpoint(high);
        if is_before(middle) { low = middle + 1 } else { high = middle }
    }
    low
}
