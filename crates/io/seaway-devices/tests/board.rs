// SPDX-License-Identifier: MIT OR Apache-2.0
//! Explores all executions of a writer and its readers at a board. `src/link/memory/board.rs` is compiled
//! here unchanged over a model of memory: other threads may run between any two accesses, sleepers wake only
//! when woken, and any ordering can be weakened to show that it is needed.

#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, dead_code, reason = "a test, and stand-ins")]

#[path = "board/model.rs"]
mod model;

#[path = "."]
mod memory {
    #[path = "board/cells.rs"]
    pub(crate) mod cells;

    pub(crate) mod sys {
        use std::mem::MaybeUninit;
        use std::os::fd::BorrowedFd;

        use rustix::io::Errno;

        use super::board::Page;
        use super::cells;

        #[derive(Debug)]
        pub(crate) struct Region(Box<Page>);

        impl Region {
            pub(super) fn map_at(_: BorrowedFd<'_>, _: u64, _: usize, _: bool) -> Result<Self, Errno> {
                // SAFETY: a page is made of numbers.
                let page = Box::new(unsafe { MaybeUninit::<Page>::zeroed().assume_init() });
                cells::begin(std::ptr::from_ref(&*page).addr());
                Ok(Self(page))
            }

            pub(super) fn board(&self) -> &Page {
                &self.0
            }
        }
    }

    #[path = "../src/link/memory/board.rs"]
    pub(crate) mod board;

    pub(crate) const WORDS: usize = size_of::<board::Page>() / 4;

    pub(crate) fn new_board() -> board::Board {
        use std::os::fd::AsFd;
        board::Board::create(std::io::stdin().as_fd(), 0, 0).unwrap()
    }

    /// Where words are in the page.
    pub(crate) mod places {
        use std::mem::offset_of;

        use super::board::{BoardEntry, Page};

        const PART: usize = offset_of!(Page, parts) + offset_of!(BoardEntry, state);

        pub(crate) const CLAIMS: &[usize] = &[offset_of!(Page, claims) / 4];
        pub(crate) const SLEEPERS: &[usize] = &[offset_of!(Page, sleepers) / 4];
        pub(crate) const STATES: &[usize] = &[PART / 4, (PART + size_of::<BoardEntry>()) / 4];
    }
}

use std::cell::Cell;
use std::time::Duration;

use memory::board::{Board, Found};
use memory::places::{CLAIMS, SLEEPERS, STATES};
use memory::{WORDS, new_board};
use model::{Access, End, Kind, Mistake, Program, access, explore, mark};
use seaway_device_api::Extent;

const PART: u64 = 10;
/// The model has no clock.
const LONG: Duration = Duration::MAX;
const ADDRESS: usize = 5000;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Outcome {
    /// For each step, which bytes were taken.
    Writer(Vec<Vec<(u64, u64)>>),
    /// For each step, if it was taken: the version of its bytes, and the number of the copy.
    Reader(Vec<Option<(u64, usize)>>),
}

/// How long the writer waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Patience {
    /// Until everything is taken.
    All,
    /// Not for readers that have claimed nothing: it withdraws at any moment.
    Claimed,
    /// Not for claims either: it revokes them at any moment.
    None,
    /// The same by a writer that forgets to revoke.
    ForgetsToRevoke,
}

#[derive(Debug, Clone, Copy)]
struct Scenario {
    readers: u64,
    steps: u64,
    patience: Patience,
}

impl Scenario {
    fn step(&self, step: u64) -> Extent {
        Extent::new(step * self.readers * PART, self.readers * PART)
    }

    fn part(&self, step: u64, reader: u64) -> Extent {
        Extent::new(self.step(step).offset + reader * PART, PART)
    }

    /// As in `mxn/writer/offering.rs`: the bytes belong to the program again when a step is over.
    fn write(&self, board: &Board) -> Outcome {
        let mut had = Vec::new();
        for step in 0..self.steps {
            let shown = self.step(step);
            mark(&("shows", &had));
            access(0, Access::Fill(step + 1));
            board.show(shown, ADDRESS, shown.end(), 1);
            if self.patience == Patience::All {
                self.await_all(board, &had);
            }
            let more = self.await_claimed(board, &had);
            had.push(more);
        }
        mark(&("ends", &had));
        access(0, Access::Fill(u64::MAX));
        board.pass(u64::MAX);
        Outcome::Writer(had)
    }

    fn await_all(&self, board: &Board, before: &[Vec<(u64, u64)>]) {
        loop {
            mark(&("waits", before));
            let rings = board.rings();
            if board.taken() >= self.step(0).len {
                return;
            }
            board.sleep_until_ring(rings, LONG);
        }
    }

    fn await_claimed(&self, board: &Board, before: &[Vec<(u64, u64)>]) -> Vec<(u64, u64)> {
        let claimed = board.withdraw();
        loop {
            mark(&("awaits", before, &claimed));
            let rings = board.rings();
            if let Some(had) = board.had(&claimed) {
                return had.iter().map(|part| (part.offset, part.len)).collect();
            }
            let gives_up = matches!(self.patience, Patience::None | Patience::ForgetsToRevoke)
                && access(0, Access::Choose).0 == 1;
            match self.patience {
                Patience::None if gives_up => board.revoke(&claimed),
                Patience::ForgetsToRevoke if gives_up => return Vec::new(),
                _ => board.sleep_until_ring(rings, LONG),
            }
        }
    }

    /// As in `mxn/reader/offered.rs`. Other bytes are requested by messages.
    fn read(&self, board: &Board, reader: u64) -> Outcome {
        let (copied, copies) = (Cell::new(0), Cell::new(0));
        let copy = |_| {
            copied.set(access(0, Access::Copy).0);
            copies.set(copies.get() + 1);
            true
        };
        let mut had = Vec::new();
        for step in 0..self.steps {
            let mut slept_on = None;
            had.push(loop {
                mark(&(&had, &slept_on, copies.get()));
                match board.take(self.part(step, reader), copy) {
                    Found::Had => break Some((copied.get(), copies.get() - 1)),
                    Found::Elsewhere => break None,
                    Found::NotYet(news) => {
                        if slept_on.replace(news).is_some_and(|before| before != news) {
                            board.wake_another();
                        }
                        board.sleep(news, LONG);
                    }
                }
            });
        }
        Outcome::Reader(had)
    }

    /// A reader has taken exactly what was shown, and the writer knows exactly which parts.
    fn check(&self, ends: &[End<Outcome>]) -> Result<(), String> {
        let Outcome::Writer(mut had) = ends[0].0.clone() else { panic!("the first is the writer") };
        let mut taken = vec![Vec::new(); had.len()];
        for (reader, (outcome, raced)) in (0..).zip(&ends[1..]) {
            let Outcome::Reader(steps) = outcome else { panic!("one writer") };
            for (step, outcome) in (0..).zip(steps) {
                let Some((version, copy)) = outcome else { continue };
                if *version != step + 1 {
                    return Err(format!("reader {reader} has bytes {version} for step {step}: {ends:?}"));
                }
                if raced.contains(copy) {
                    return Err(format!("copy {copy} of reader {reader} may have newer bytes: {ends:?}"));
                }
                taken[step as usize].push((self.part(step, reader).offset, PART));
            }
        }
        had.iter_mut().for_each(|parts| parts.sort_unstable());
        if had == taken { Ok(()) } else { Err(format!("readers have bytes {taken:?}: {ends:?}")) }
    }

    fn explore(self, mistake: Mistake) -> Result<usize, String> {
        let board = &new_board();
        let mut programs: Vec<Program<'_, Outcome>> = vec![Box::new(move || self.write(board))];
        for reader in 0..self.readers {
            programs.push(Box::new(move || self.read(board, reader)));
        }
        explore(&programs, WORDS, mistake, |ends| self.check(ends))
    }
}

/// The number of states shows whether threads interleaved at all.
fn check(readers: u64, steps: u64, patience: Patience, least: usize) {
    let scenario = Scenario { readers, steps, patience };
    let states = scenario.explore(Mistake::None).unwrap_or_else(|error| panic!("{scenario:?}: {error}"));
    assert!(states >= least, "{scenario:?}: {states} states");
}

#[test]
fn all_parts_are_taken_once_and_no_thread_sleeps_forever() {
    check(1, 2, Patience::All, 1000);
    check(2, 1, Patience::All, 1000);
}

#[test]
fn writer_that_withdraws_at_any_moment_waits_for_copies() {
    check(1, 2, Patience::Claimed, 1000);
    check(2, 1, Patience::Claimed, 1000);
}

#[test]
fn claims_that_are_revoked_at_any_moment_are_void() {
    check(1, 2, Patience::None, 1000);
    check(2, 1, Patience::None, 1000);
}

/// Weakening some accesses is harmless: several words order the bytes, so that no single one is needed. The
/// accesses below are needed.
#[test]
fn planted_mistakes_are_found() {
    use Mistake::{AcquireRelease, Blind, None};
    let one = |patience| Scenario { readers: 1, steps: 2, patience };
    // The reader that takes the last byte wakes the writer anyway: leave some for another.
    let two = |patience| Scenario { readers: 2, steps: 1, patience };
    let found = |scenario: Scenario, mistake, words: &str| {
        let error = scenario.explore(mistake).err();
        let error = error.unwrap_or_else(|| panic!("{mistake:?} is not found, {scenario:?}"));
        assert!(error.contains(words), "{mistake:?}, {scenario:?}: {error}");
    };
    // A thread that goes to sleep and one that has news must not miss each other.
    found(one(Patience::All), AcquireRelease(SLEEPERS, Kind::Load), "sleeps forever");
    found(one(Patience::All), AcquireRelease(SLEEPERS, Kind::Change), "sleeps forever");
    // Nor a thread that ends a claim and a writer that has withdrawn and waits for it.
    found(two(Patience::Claimed), AcquireRelease(CLAIMS, Kind::Load), "sleeps forever");
    found(two(Patience::Claimed), AcquireRelease(CLAIMS, Kind::Change), "sleeps forever");
    found(two(Patience::Claimed), AcquireRelease(STATES, Kind::Load), "sleeps forever");
    found(two(Patience::Claimed), AcquireRelease(STATES, Kind::Change), "sleeps forever");
    // A claim that was revoked has not been had; one that was not revoked may be.
    found(one(Patience::None), Blind(STATES), "bytes");
    found(one(Patience::ForgetsToRevoke), None, "bytes");
}
