// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Plan`]: how many cases a run has and where its seeds begin. `cargo xtask soak` sets this in the
//! environment; otherwise a test runs its sample.

use std::env;
use std::ops::Range;

const COUNT: &str = "SEAWAY_SOAK_COUNT";
const SEED: &str = "SEAWAY_SOAK_SEED";

/// Case `n` of a run has the seed `seed + n`, so that a failing one can be repeated alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    name: &'static str,
    count: u64,
    seed: u64,
    is_sample: bool,
}

impl Plan {
    /// For the soak `name`: `sample` cases unless the environment sets another number.
    pub fn of(name: &'static str, sample: u64) -> Self {
        let number = |variable: &str| env::var(variable).ok().and_then(|value| value.parse().ok());
        let count: Option<u64> = number(COUNT);
        let plan = Self {
            name,
            count: count.unwrap_or(sample),
            seed: number(SEED).unwrap_or(1),
            is_sample: count.is_none(),
        };
        println!("{name}: {} cases from seed {} on", plan.count, plan.seed);
        plan
    }

    /// A share of the cases, for runs that divide them: `of` 8 is an eighth, and at least one.
    #[must_use]
    pub fn share(self, of: u64) -> Self {
        Self { count: (self.count / of).max(1), ..self }
    }

    pub fn count(self) -> u64 {
        self.count
    }

    pub fn seed(self) -> u64 {
        self.seed
    }

    /// Whether this is the sample of ordinary tests, on machines that may be busy.
    pub fn is_sample(self) -> bool {
        self.is_sample
    }

    pub fn seeds(self) -> Range<u64> {
        self.seed..self.seed.saturating_add(self.count)
    }

    /// The command that repeats one case.
    pub fn repeat(self, seed: u64) -> String {
        format!("repeat with: cargo xtask soak {} --count 1 --seed {seed}", self.name)
    }
}
