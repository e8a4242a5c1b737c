// SPDX-License-Identifier: MIT OR Apache-2.0
//! The programs under test: two ranks write steps of numbered words to a stream, two others read and check
//! them, and each program reports its progress and how it ended.

use std::thread;
use std::time::{Duration, Instant};

use seaway::{AccessMode, File, Group, Hints, Rank, Result};
use seaway_soak::apart::{heard, say};

pub(crate) const STEPS: u64 = 300;
const RANKS: u64 = 2;
/// Of one rank in one step.
const WORDS: u64 = 1024;

/// `part` is `writer NAME TIMEOUT` or `reader NAME TIMEOUT`.
pub(crate) fn run(part: &str) {
    let words: Vec<&str> = part.split(' ').collect();
    let [side, name, timeout] = words[..] else { panic!("not a part: {part}") };
    let _orders = heard();
    let hints = Hints::new().with("seaway_timeout", timeout).with("seaway_mxn_window", "65536");
    let program = if side == "writer" { write } else { read };
    let started = Instant::now();
    let ended = Group::run(usize::try_from(RANKS).unwrap(), |rank| program(&rank, name, &hints));
    let outcome: Result<Vec<()>> = ended.unwrap().into_iter().collect();
    match outcome {
        Ok(_) => say("ended well"),
        Err(error) => say(&format!("ended after {} ms: {error}", started.elapsed().as_millis())),
    }
}

fn write(rank: &Rank, name: &str, hints: &Hints) -> Result<()> {
    let file = File::open(rank, name, AccessMode::CREATE | AccessMode::WRITE_ONLY, hints)?;
    say_if_first(rank, "open");
    for step in 0..STEPS {
        let words: Vec<u64> = (0..WORDS).map(|index| word(step, rank.rank() as u64, index)).collect();
        file.write_ordered(&words)?;
        say_if_first(rank, &format!("step {step}"));
    }
    file.close()
}

fn read(rank: &Rank, name: &str, hints: &Hints) -> Result<()> {
    let file = File::open(rank, name, AccessMode::READ_ONLY, hints)?;
    say_if_first(rank, "open");
    let usual: usize = usize::try_from(WORDS).unwrap_or(0);
    for step in 0..STEPS {
        let mut words = vec![0_u64; usual];
        let bytes = file.read_ordered(&mut words)?.bytes;
        let expected: Vec<u64> = (0..WORDS).map(|index| word(step, rank.rank() as u64, index)).collect();
        if bytes != WORDS * 8 || words != expected {
            say(&format!("wrong step {step} of rank {}: {bytes} bytes, first {:#x}", rank.rank(), words[0]));
        }
        say_if_first(rank, &format!("step {step}"));
        thread::sleep(Duration::from_millis(2));
    }
    file.close()
}

fn word(step: u64, rank: u64, index: u64) -> u64 {
    (step + 1) << 32 | rank << 24 | index
}

fn say_if_first(rank: &Rank, line: &str) {
    if rank.rank() == 0 {
        say(line);
    }
}
