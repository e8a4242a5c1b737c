// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random steps of a parallel program. Every rank draws the same steps from the same seed and knows what all
//! others do; what MPI leaves undefined (conflicting concurrent accesses) is filtered out here.

use std::collections::HashSet;

use fastrand::Rng;
use seaway::Whence;

pub(crate) use crate::access::{Direction, Form, Positioning, Share};
use crate::model::{Model, PlainView};
use crate::plain_type::PlainType;

#[derive(Debug, Clone)]
pub(crate) enum Step {
    SetView(Vec<PlainView>),
    Access(Access),
    Seek(Vec<(i64, Whence)>),
    SeekShared(i64, Whence),
    SetSize(u64),
    Preallocate(u64),
    SetAtomicity(bool),
    Sync,
    Reopen { append: bool },
}

#[derive(Debug, Clone)]
pub(crate) struct Access {
    pub(crate) direction: Direction,
    pub(crate) positioning: Positioning,
    pub(crate) form: Form,
    /// Ranks take turns: their accesses would conflict, or depend on their order.
    pub(crate) in_turn: bool,
    /// One for each rank.
    pub(crate) shares: Vec<Share>,
}

impl Step {
    /// `scale` makes accesses longer.
    pub(crate) fn random(random: &mut Rng, model: &Model, scale: u64) -> Self {
        match random.u8(..25) {
            0..3 => Self::SetView(random_views(random, model.ranks.len())),
            3 => Self::Seek((0..model.ranks.len()).map(|rank| random_seek(random, model, rank)).collect()),
            4 if views_are_the_same(model) => random_shared_seek(random, model),
            5 => Self::SetSize(random.u64(..3000)),
            6 => Self::Preallocate(random.u64(..3000)),
            7 => Self::SetAtomicity(random.bool()),
            8 => Self::Sync,
            9 => Self::Reopen { append: random.bool() },
            _ => Self::Access(random_access(random, model, scale)),
        }
    }
}

fn random_views(random: &mut Rng, ranks: usize) -> Vec<PlainView> {
    let (reversed, kind) = (random.u8(..3) == 0, random.u8(..3));
    let seed = random.u64(..);
    let view = |rank: usize| {
        // The same seed, and so the same choices, on all ranks, except where ranks are to differ.
        let mut choices = Rng::with_seed(seed);
        // MPI-5.0 "File Views": the extent of the etype is the same on all ranks.
        let etype = PlainType::random_etype(&mut choices);
        if kind == 0 {
            choices = Rng::with_seed(seed ^ (rank as u64 + 1));
        }
        let share = (kind == 1).then_some((rank, ranks));
        let displacement = choices.u64(..200);
        let filetype = PlainType::random_filetype(&mut choices, &etype, share);
        PlainView { displacement, etype, filetype, reversed }
    };
    (0..ranks).map(view).collect()
}

/// MPI-5.0 "Data Access with Shared File Pointers": all ranks must have the same view.
fn views_are_the_same(model: &Model) -> bool {
    let first = &model.ranks[0].view;
    model.ranks.iter().all(|state| {
        let view = &state.view;
        view.displacement == first.displacement
            && view.etype.elements == first.etype.elements
            && view.filetype.bytes == first.filetype.bytes
            && view.filetype.extent == first.filetype.extent
    })
}

fn random_seek(random: &mut Rng, model: &Model, rank: usize) -> (i64, Whence) {
    let goal = random_offset(random);
    seek_to(random, goal, model.ranks[rank].pointer, model.end(rank))
}

fn random_shared_seek(random: &mut Rng, model: &Model) -> Step {
    let goal = random_offset(random);
    let (offset, whence) = seek_to(random, goal, model.shared_pointer, model.end(0));
    Step::SeekShared(offset, whence)
}

/// One of the three ways to express `goal`.
fn seek_to(random: &mut Rng, goal: u64, pointer: u64, end: u64) -> (i64, Whence) {
    let signed = |value: u64| i64::try_from(value).unwrap();
    match random.u8(..3) {
        0 => (signed(goal), Whence::Set),
        1 => (signed(goal) - signed(pointer), Whence::Current),
        _ => (signed(goal) - signed(end), Whence::End),
    }
}

fn random_offset(random: &mut Rng) -> u64 {
    if random.bool() { random.u64(..10) } else { random.u64(..200) }
}

fn random_access(random: &mut Rng, model: &Model, scale: u64) -> Access {
    let direction = if random.bool() { Direction::Read } else { Direction::Write };
    let positioning = match random.u8(..5) {
        0 if views_are_the_same(model) => Positioning::Shared,
        0..3 => Positioning::Explicit,
        _ => Positioning::Individual,
    };
    let form = match (random.u8(..5), positioning) {
        (0, _) => Form::Independent,
        (1, _) => Form::IndependentNonblocking,
        (2, _) => Form::Split,
        // MPI has no nonblocking ordered access.
        (3, Positioning::Explicit | Positioning::Individual) => Form::CollectiveNonblocking,
        _ => Form::Collective,
    };
    let shares = model.ranks.iter().map(|state| random_share(random, &state.view, scale)).collect();
    let mut access = Access { direction, positioning, form, in_turn: false, shares };
    if positioning == Positioning::Shared && !form.is_collective() {
        access.in_turn = true;
    } else if direction == Direction::Write && writes_conflict(model, &access) {
        (access.form, access.in_turn) = (Form::Independent, true);
    }
    access
}

fn random_share(random: &mut Rng, view: &PlainView, scale: u64) -> Share {
    let memory = PlainType::random_memory_type(random, &view.etype);
    let count = match random.u8(..8) {
        0 => 0,
        1 => random.u64(..150 * scale),
        _ => random.u64(..12 * scale),
    };
    Share { offset: random_offset(random), memory, count, seed: random.u64(..) }
}

fn writes_conflict(model: &Model, access: &Access) -> bool {
    let mut taken = HashSet::new();
    let offsets = access.offsets(model);
    let mut places = access.shares.iter().zip(offsets).enumerate().flat_map(|(rank, (share, offset))| {
        model.places(rank, offset, share.bytes()).map(move |place| (rank, place))
    });
    // One rank names nothing twice, so a byte seen before belongs to another rank.
    !places.all(|(_, place)| taken.insert(place))
}

impl Access {
    /// Where each rank starts, in etypes of its view, before any pointer moves.
    pub(crate) fn offsets(&self, model: &Model) -> Vec<u64> {
        let mut next_shared = model.shared_pointer;
        let states = model.ranks.iter().zip(&self.shares);
        let offset = |(state, share): (&crate::model::RankState, &Share)| match self.positioning {
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
    pub(crate) fn move_pointers(&self, model: &mut Model) {
        for (state, share) in model.ranks.iter_mut().zip(&self.shares) {
            let etypes = state.view.etypes(share.bytes());
            match self.positioning {
                Positioning::Explicit => (),
                Positioning::Individual => state.pointer += etypes,
                Positioning::Shared => model.shared_pointer += etypes,
            }
        }
    }
}
