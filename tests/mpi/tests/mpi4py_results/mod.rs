// SPDX-License-Identifier: MIT OR Apache-2.0
//! The results of mpi4py's own tests, as recorded by `programs/mpi4py/run_tests.py`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use mpi_tests::environment_folder;

/// Where mpi4py's tests are.
pub(crate) fn mpi4py_tests() -> PathBuf {
    let tests = environment_folder().join("mpi4py-4.1.2/test");
    assert!(tests.exists(), "{} is missing; run `cargo xtask test-mpi`", tests.display());
    tests
}

/// The records of all ranks, and their output.
pub(crate) struct Results {
    /// The worst outcome of each test over the ranks.
    pub(crate) outcomes: BTreeMap<String, Outcome>,
    pub(crate) output: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Skipped,
    Passed,
    /// Also if a rank began the test and never finished it.
    Failed,
}

impl Results {
    /// From the folder that `run_tests.py` was given.
    pub(crate) fn read(folder: &Path, ranks: usize, success: bool, output: String) -> Self {
        let mut results = Self { outcomes: BTreeMap::new(), output };
        for rank in 0..ranks {
            results.add(&folder.join(rank.to_string()));
        }
        if results.failed().is_empty() {
            assert!(success, "{}", results.output);
        }
        results
    }

    pub(crate) fn passed(&self) -> usize {
        self.outcomes.values().filter(|outcome| **outcome == Outcome::Passed).count()
    }

    pub(crate) fn failed(&self) -> BTreeSet<String> {
        let failed = self.outcomes.iter().filter(|(_, outcome)| **outcome == Outcome::Failed);
        failed.map(|(test, _)| test.clone()).collect()
    }
}

impl Results {
    fn add(&mut self, log: &Path) {
        let text = fs::read_to_string(log).unwrap_or_else(|_| panic!("a rank ran no test\n{}", self.output));
        let mut unfinished = None;
        // unittest prints `begin` first, and nothing more for a test whose rank has died.
        let mut ranks_outcomes: BTreeMap<&str, Outcome> = BTreeMap::new();
        for (word, test) in text.lines().filter_map(|line| line.split_once(' ')) {
            let outcome = match word {
                "begin" => {
                    unfinished = Some(test);
                    continue;
                }
                "passed" => Outcome::Passed,
                "skipped" => Outcome::Skipped,
                _ => Outcome::Failed,
            };
            unfinished = None;
            let worst = ranks_outcomes.entry(test).or_insert(outcome);
            *worst = outcome.max(*worst);
        }
        let died_in = unfinished.map(|test| (test, Outcome::Failed));
        for (test, outcome) in ranks_outcomes.into_iter().chain(died_in) {
            let worst = self.outcomes.entry(test.to_owned()).or_insert(outcome);
            *worst = outcome.max(*worst);
        }
    }
}
