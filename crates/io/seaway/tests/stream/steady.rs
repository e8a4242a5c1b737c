// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Steady`]: one side of a steady stream of numbered bytes, whose ranks report how they ended. For tests in
//! which something happens to one of them.

use seaway::{AccessMode, File, Group, Hints, Rank, Result, Whence};

use crate::other_process::Words;

#[derive(Debug, Clone)]
pub(crate) struct Steady {
    pub(crate) writes: bool,
    pub(crate) name: String,
    pub(crate) ranks: usize,
    pub(crate) steps: usize,
    /// Where a reader goes on.
    pub(crate) first_step: usize,
    /// Of all ranks together.
    pub(crate) step_bytes: usize,
    pub(crate) hints: Hints,
    /// A reader releases each step after reading it.
    pub(crate) syncs: bool,
}

/// What each rank does before a step; also before the first and after the last.
pub(crate) type BeforeStep<'a> = &'a (dyn Fn(&Rank, usize) + Sync);

impl Steady {
    pub(crate) fn writer(name: &str, ranks: usize) -> Self {
        let hints = Hints::new().with("seaway_mxn_window", "100000").with("seaway_timeout", "3");
        let (name, hints) = (name.to_owned(), hints);
        Self { writes: true, name, ranks, steps: 12, first_step: 0, step_bytes: 252_000, hints, syncs: false }
    }

    pub(crate) fn reader(name: &str, ranks: usize) -> Self {
        Self { writes: false, ..Self::writer(name, ranks) }
    }

    /// How each rank ended: `ended`, `failed STEP KIND TEXT`, `torn STEP` or `short STEP BYTES`.
    pub(crate) fn run(&self, before_step: BeforeStep<'_>) -> Vec<String> {
        let play = |rank: Rank| self.play(&rank, before_step).unwrap_or_else(|ending| ending);
        Group::run(self.ranks, play).unwrap()
    }

    fn play(&self, rank: &Rank, before_step: BeforeStep<'_>) -> Result<String, String> {
        let mode =
            if self.writes { AccessMode::WRITE_ONLY | AccessMode::CREATE } else { AccessMode::READ_ONLY };
        let file = check(0, File::open(rank, &self.name, mode, &self.hints))?;
        if self.first_step > 0 {
            let offset = i64::try_from(self.first_step * self.step_bytes).unwrap();
            check(self.first_step, file.seek_shared(offset, Whence::Set))?;
        }
        let bytes = self.step_bytes / self.ranks;
        for step in self.first_step..self.steps {
            before_step(rank, step);
            let start = step * self.step_bytes + rank.rank() * bytes;
            let expected: Vec<u8> = (start..start + bytes).map(byte_at).collect();
            if self.writes {
                check(step, file.write_ordered(&expected[..]))?;
                continue;
            }
            let mut seen = vec![0; bytes];
            let got = check(step, file.read_ordered(&mut seen[..]))?.bytes;
            if seen[..usize::try_from(got).unwrap()] != expected[..usize::try_from(got).unwrap()] {
                return Err(format!("torn {step}"));
            }
            if got < bytes as u64 {
                return Err(format!("short {step} {got}"));
            }
            if self.syncs {
                check(step, file.sync())?;
            }
        }
        before_step(rank, self.steps);
        if !self.writes {
            // Only a writer that has closed the file has written everything.
            let behind = check(self.steps, file.read_ordered(&mut [0_u8][..]))?.bytes;
            if behind != 0 {
                return Err(format!("torn {}", self.steps));
            }
        }
        check(self.steps + 1, file.close())?;
        Ok("ended".to_owned())
    }

    pub(crate) fn words(&self) -> Vec<String> {
        let Self { writes, name, ranks, steps, first_step, step_bytes, hints, syncs } = self;
        let hints: Vec<String> = hints.iter().map(|(key, value)| format!("{key}={value}")).collect();
        [
            "part=steady".to_owned(),
            format!("writes={}", u8::from(*writes)),
            format!("name={name}"),
            format!("ranks={ranks}"),
            format!("steps={steps}"),
            format!("first_step={first_step}"),
            format!("step_bytes={step_bytes}"),
            format!("syncs={}", u8::from(*syncs)),
            format!("hints={}", hints.join(";")),
        ]
        .to_vec()
    }

    pub(crate) fn from_words(words: &Words) -> Self {
        let mut hints = Hints::new();
        for (key, value) in words.get("hints").split(';').filter_map(|hint| hint.split_once('=')) {
            hints.set(key, value);
        }
        Self {
            writes: words.number("writes") == 1,
            name: words.get("name").to_owned(),
            ranks: words.number("ranks"),
            steps: words.number("steps"),
            first_step: words.number("first_step"),
            step_bytes: words.number("step_bytes"),
            hints,
            syncs: words.number("syncs") == 1,
        }
    }
}

/// What the file holds at an offset.
fn byte_at(offset: usize) -> u8 {
    ((offset / 8 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)).to_le_bytes()[offset % 8]
}

fn check<T>(step: usize, outcome: Result<T>) -> Result<T, String> {
    outcome.map_err(|error| format!("failed {step} {:?} {error}", error.kind()))
}
