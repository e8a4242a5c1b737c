// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random programs that read what a writer wrote: sequentially or at random, including the past and the
//! future. Bytes that were read by the shared pointer are not read again: a stream does not keep them.

use fastrand::Rng;
use seaway::{AccessMode, Whence};

use crate::model::{Model, PlainView};
use crate::program::{
    Accesses, Direction, Positioning, Program, Scale, Share, Step, end_of, move_pointers, offsets,
    random_hints, random_mistake, random_pause, random_share,
};
use crate::views::{random_views, views_are_the_same};

struct Reader {
    model: Model,
    /// Bytes of the file that were read by the shared pointer.
    taken: Vec<bool>,
    scale: Scale,
    sequential: bool,
    /// Offsets rise.
    forward: bool,
    /// The explicit offset that each rank has come to.
    reached: Vec<u64>,
    /// In bytes: about what one rank's access should be, for the program to see most of the file.
    typical: u64,
    steps: Vec<Step>,
}

/// `written` is what the writer's file is like in the end.
pub(crate) fn random_program(random: &mut Rng, ranks: usize, scale: Scale, written: &Model) -> Program {
    let mode = random_mode(random);
    let size = written.bytes.len();
    let count = if scale == Scale::Large { random.usize(1..8) } else { random.usize(2..16) };
    let typical = (size / ranks / count.max(1) * random.usize(1..4)).max(8) as u64;
    let mut model = Model { bytes: written.bytes.clone(), ..Model::new(ranks) };
    if mode.contains(AccessMode::APPEND) {
        model.reopen(true);
    }
    let mut reader = Reader {
        model,
        taken: vec![false; size],
        scale,
        sequential: mode.contains(AccessMode::SEQUENTIAL),
        forward: random.bool(),
        reached: vec![0; ranks],
        typical,
        steps: Vec::new(),
    };
    for _ in 0..count {
        reader.add_step(random);
    }
    if random.u8(..4) > 0 {
        reader.read_to_the_end(random);
    }
    let steps = reader.steps;
    Program { ranks, shared_memory: random.bool(), mode, hints: random_hints(random), steps }
}

fn random_mode(random: &mut Rng) -> AccessMode {
    let mut mode = AccessMode::READ_ONLY;
    let mut maybe = |one_in: u8, extra| {
        if random.u8(..one_in) == 0 {
            mode |= extra;
        }
    };
    maybe(10, AccessMode::SEQUENTIAL);
    maybe(10, AccessMode::DELETE_ON_CLOSE);
    maybe(25, AccessMode::APPEND);
    mode
}

impl Reader {
    fn add_step(&mut self, random: &mut Rng) {
        let ranks = self.model.ranks.len();
        match random.u8(..24) {
            0..3 if !self.sequential => {
                let views = random_views(random, &mut self.model, self.scale);
                self.steps.push(views);
                self.reached.fill(0);
            }
            3 => self.steps.push(random_pause(random, ranks)),
            4 => self.steps.push(Step::Sync),
            5 => self.steps.push(random_mistake(random)),
            6 if !self.sequential => self.steps.push(Step::Positions),
            7 if !self.forward => self.steps.push(Step::Size),
            8 | 9 if !self.forward && !self.sequential => self.seek(random),
            10 if !self.forward && !self.sequential => self.seek_shared(random),
            _ => self.access(random),
        }
    }

    fn seek(&mut self, random: &mut Rng) {
        let seek = |rank: usize| {
            let (pointer, end) = (self.model.ranks[rank].pointer, end_of(&self.model, rank));
            seek_to(random, random_goal(end), pointer, end)
        };
        let seeks: Vec<(i64, Whence)> = (0..self.model.ranks.len()).map(seek).collect();
        for (rank, &(offset, whence)) in seeks.iter().enumerate() {
            self.model.seek(rank, offset, whence);
        }
        self.steps.push(Step::Seek(seeks));
    }

    fn seek_shared(&mut self, random: &mut Rng) {
        if !views_are_the_same(&self.model) {
            return;
        }
        let end = end_of(&self.model, 0);
        let (offset, whence) = seek_to(random, random_goal(end), self.model.shared_pointer, end);
        self.model.seek_shared(offset, whence);
        self.steps.push(Step::SeekShared(offset, whence));
    }

    fn access(&mut self, random: &mut Rng) {
        let positioning = match random.u8(..6) {
            _ if self.sequential => Positioning::Shared,
            0..3 if views_are_the_same(&self.model) => Positioning::Shared,
            0 | 3 | 4 => Positioning::Explicit,
            _ => Positioning::Individual,
        };
        self.access_by(random, positioning);
    }

    /// By one method, until most ranks have reached the end.
    fn read_to_the_end(&mut self, random: &mut Rng) {
        const ENOUGH: usize = 12;
        let positioning = match random.u8(..3) {
            _ if self.sequential => Positioning::Shared,
            0 if views_are_the_same(&self.model) => Positioning::Shared,
            0 | 1 => Positioning::Explicit,
            _ => Positioning::Individual,
        };
        self.forward = true;
        for _ in 0..ENOUGH {
            let ends = (0..self.model.ranks.len()).map(|rank| end_of(&self.model, rank));
            let is_there = |(rank, end): (usize, u64)| match positioning {
                Positioning::Explicit => self.reached[rank] > end,
                Positioning::Individual => self.model.ranks[rank].pointer > end,
                Positioning::Shared => self.model.shared_pointer > end,
            };
            if ends.enumerate().all(is_there) {
                break;
            }
            self.access_by(random, positioning);
        }
    }

    fn access_by(&mut self, random: &mut Rng, positioning: Positioning) {
        if positioning == Positioning::Shared && random.u8(..4) == 0 {
            return self.draw(random);
        }
        let (scale, typical) = (self.scale, self.typical);
        let share = |random: &mut Rng, view: &PlainView| share_of(random, view, scale, typical);
        let mut accesses = Accesses::random(random, &self.model, Direction::Read, positioning, share);
        for shares in &mut accesses.shares {
            if positioning == Positioning::Explicit {
                self.choose_offsets(random, shares);
            }
        }
        if self.take_all(positioning, &accesses.shares) {
            self.steps.push(Step::Accesses(accesses));
        }
    }

    /// Every rank the same amount, at its own pace.
    fn draw(&mut self, random: &mut Rng) {
        let ranks = self.model.ranks.len();
        let times = random.usize(1..4);
        let mut share = share_of(random, &self.model.ranks[0].view, self.scale, self.typical);
        share.memory = self.model.ranks[0].view.etype.clone();
        let drawn = vec![vec![share.clone(); ranks]; times];
        if self.take_all(Positioning::Shared, &drawn) {
            self.steps.push(Step::Draw { times, share });
        }
    }

    fn choose_offsets(&mut self, random: &mut Rng, shares: &mut [Share]) {
        for (rank, share) in shares.iter_mut().enumerate() {
            let end = end_of(&self.model, rank);
            share.offset =
                if self.forward { self.reached[rank] + random.u64(..3) } else { random_goal(end)(random) };
            self.reached[rank] = share.offset + self.model.ranks[rank].view.etypes(share.bytes());
        }
    }

    /// Moves the pointers over all of it; or not at all, if some of it was read by the shared pointer before.
    fn take_all(&mut self, positioning: Positioning, accesses: &[Vec<Share>]) -> bool {
        let before = (self.model.ranks.clone(), self.model.shared_pointer);
        for shares in accesses {
            if !self.take(positioning, shares) {
                (self.model.ranks, self.model.shared_pointer) = before;
                return false;
            }
            move_pointers(positioning, shares, &mut self.model);
        }
        true
    }

    /// Whether no rank has read these bytes by the shared pointer before. Records it, if that is how they are
    /// read now. Accesses that are abandoned may leave marks; that only makes programs tamer.
    fn take(&mut self, positioning: Positioning, shares: &[Share]) -> bool {
        for (rank, offset) in offsets(positioning, shares, &self.model).into_iter().enumerate() {
            for place in self.model.places(rank, offset, shares[rank].bytes()) {
                let Some(taken) = self.taken.get_mut(usize::try_from(place).unwrap()) else { break };
                if *taken {
                    return false;
                }
                *taken = positioning == Positioning::Shared;
            }
        }
        true
    }
}

fn share_of(random: &mut Rng, view: &PlainView, scale: Scale, typical: u64) -> Share {
    let share = random_share(random, view, scale, 0);
    let items = (typical / share.memory.size()).max(1);
    let count = match random.u8(..8) {
        0 => 0,
        1 => random.u64(..=items * 4),
        _ => random.u64(..=items),
    };
    Share { count, ..share }
}

/// An offset in a view of `end` etypes, or slightly beyond it.
fn random_goal(end: u64) -> impl Fn(&mut Rng) -> u64 {
    move |random| random.u64(..end + end / 8 + 3)
}

/// One of the three ways to express an offset.
fn seek_to(random: &mut Rng, goal: impl Fn(&mut Rng) -> u64, pointer: u64, end: u64) -> (i64, Whence) {
    let signed = |value: u64| i64::try_from(value).unwrap();
    let goal = goal(random);
    match random.u8(..3) {
        0 => (signed(goal), Whence::Set),
        1 => (signed(goal) - signed(pointer), Whence::Current),
        _ => (signed(goal) - signed(end), Whence::End),
    }
}
