// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random programs that write. No byte is written twice: what a reader gets of a byte that changes depends on
//! timing, and a stream reports that as an error.

use fastrand::Rng;
use seaway::{AccessMode, Whence};

use crate::model::Model;
use crate::program::{
    Accesses, Direction, Positioning, Program, Scale, Share, Step, end_of, move_pointers, offsets,
    random_hints, random_mistake, random_pause, random_share,
};
use crate::views::{random_views, views_are_the_same};

/// The model has a mark for each written byte.
const WRITTEN: u8 = 1;

/// The program, and what the file is like when it has ended.
pub(crate) fn random_program(random: &mut Rng, ranks: usize, scale: Scale) -> (Program, Model) {
    let mode = random_mode(random);
    let sequential = mode.contains(AccessMode::SEQUENTIAL);
    let mut model = Model::new(ranks);
    let mut steps = Vec::new();
    let count = if scale == Scale::Large { random.usize(1..6) } else { random.usize(1..14) };
    for _ in 0..count {
        match random.u8(..24) {
            0..4 if !sequential => steps.push(random_views(random, &mut model, scale)),
            4 => steps.push(random_pause(random, ranks)),
            5 => steps.push(Step::Sync),
            6 if !sequential => steps.push(random_size(random, &mut model)),
            7 => steps.push(random_mistake(random)),
            8 if !sequential => steps.push(Step::Positions),
            9 if !sequential => steps.push(Step::Size),
            10 if random.bool() => steps.push(Step::SetAtomicity(random.bool())),
            _ => random_access(random, &mut model, scale, sequential, &mut steps),
        }
    }
    let program = Program { ranks, shared_memory: random.bool(), mode, hints: random_hints(random), steps };
    (program, model)
}

fn random_mode(random: &mut Rng) -> AccessMode {
    let mut mode = AccessMode::CREATE | AccessMode::WRITE_ONLY;
    let mut maybe = |one_in: u8, extra| {
        if random.u8(..one_in) == 0 {
            mode |= extra;
        }
    };
    maybe(5, AccessMode::EXCLUSIVE);
    maybe(10, AccessMode::APPEND);
    maybe(10, AccessMode::SEQUENTIAL);
    mode
}

/// The file grows, or stays.
fn random_size(random: &mut Rng, model: &mut Model) -> Step {
    let size = model.bytes.len() as u64 + random.u64(..500);
    model.set_size(size);
    if random.bool() { Step::SetSize(size) } else { Step::Preallocate(size) }
}

fn random_access(random: &mut Rng, model: &mut Model, scale: Scale, sequential: bool, steps: &mut Vec<Step>) {
    let positioning = match random.u8(..6) {
        _ if sequential => Positioning::Shared,
        0..3 if views_are_the_same(model) => Positioning::Shared,
        0 | 3 | 4 => Positioning::Explicit,
        _ => Positioning::Individual,
    };
    let share = |random: &mut Rng, view: &_| random_share(random, view, scale, scale.items());
    let mut accesses = Accesses::random(random, model, Direction::Write, positioning, share);
    let mut shares = std::mem::take(&mut accesses.shares);
    // Only the first access may be preceded by a seek: the others are started after it.
    for (number, shares) in shares.iter_mut().enumerate() {
        find_places(random, model, positioning, shares, if number == 0 { Some(&mut *steps) } else { None });
        move_pointers(positioning, shares, model);
    }
    steps.push(Step::Accesses(Accesses { shares, ..accesses }));
}

/// Moves all shares to unwritten bytes: elsewhere if a seek may be added, otherwise by making them empty.
fn find_places(
    random: &mut Rng,
    model: &mut Model,
    positioning: Positioning,
    shares: &mut [Share],
    steps: Option<&mut Vec<Step>>,
) {
    match positioning {
        Positioning::Explicit => {
            for (rank, share) in shares.iter_mut().enumerate() {
                let end = end_of(model, rank);
                // Anywhere, possibly in a gap; otherwise after everything.
                let tries = [random.u64(..end + 20), random.u64(..end + 20), end + random.u64(..3)];
                let fits = tries.into_iter().find(|&offset| mark(model, rank, offset, share.bytes()));
                match fits {
                    Some(offset) => share.offset = offset,
                    None => share.count = 0,
                }
            }
        }
        Positioning::Individual => {
            let mut seeks = vec![(0, Whence::Current); shares.len()];
            for (rank, share) in shares.iter_mut().enumerate() {
                if mark(model, rank, model.ranks[rank].pointer, share.bytes()) {
                    continue;
                }
                let end = end_of(model, rank);
                if steps.is_some() && mark(model, rank, end, share.bytes()) {
                    seeks[rank] = (i64::try_from(end).unwrap(), Whence::Set);
                    model.ranks[rank].pointer = end;
                } else {
                    share.count = 0;
                }
            }
            if let Some(steps) = steps.filter(|_| seeks.iter().any(|seek| seek.1 == Whence::Set)) {
                steps.push(Step::Seek(seeks));
            }
        }
        Positioning::Shared => find_places_in_order(model, shares, steps),
    }
}

fn find_places_in_order(model: &mut Model, shares: &mut [Share], steps: Option<&mut Vec<Step>>) {
    let all_free = |model: &Model, shares: &[Share]| {
        let places = offsets(Positioning::Shared, shares, model).into_iter().zip(shares).enumerate();
        let mut places = places;
        places.all(|(rank, (offset, share))| is_free(model, rank, offset, share.bytes()))
    };
    if !all_free(model, shares) {
        let end = end_of(model, 0);
        let Some(steps) = steps else {
            shares.iter_mut().for_each(|share| share.count = 0);
            return;
        };
        steps.push(Step::SeekShared(i64::try_from(end).unwrap(), Whence::Set));
        model.shared_pointer = end;
    }
    for (rank, offset) in offsets(Positioning::Shared, shares, model).into_iter().enumerate() {
        assert!(mark(model, rank, offset, shares[rank].bytes()), "there is nothing behind the end");
    }
}

fn is_free(model: &Model, rank: usize, offset: u64, bytes: u64) -> bool {
    let written =
        |place: u64| model.bytes.get(usize::try_from(place).unwrap()).is_some_and(|&mark| mark == WRITTEN);
    !model.places(rank, offset, bytes).any(written)
}

/// Marks what a rank writes; `None` if some of it was written before.
fn mark(model: &mut Model, rank: usize, offset: u64, bytes: u64) -> bool {
    if !is_free(model, rank, offset, bytes) {
        return false;
    }
    let places: Vec<u64> = model.places(rank, offset, bytes).collect();
    for place in places {
        let place = usize::try_from(place).unwrap();
        if model.bytes.len() <= place {
            model.bytes.resize(place + 1, 0);
        }
        model.bytes[place] = WRITTEN;
    }
    true
}
