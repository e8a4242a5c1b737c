// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Plan`]: what a bench is to run, from its command line.

pub(crate) struct Plan {
    only: Option<String>,
    pub(crate) rounds: usize,
}

impl Plan {
    /// `rounds` is the number of rounds without `--quick`.
    pub(crate) fn from_arguments(rounds: usize) -> Result<Self, String> {
        let mut plan = Self { only: None, rounds };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            match word.as_str() {
                // What cargo itself passes.
                "--bench" => (),
                "--quick" => plan.rounds = 1,
                "--only" => plan.only = Some(words.next().ok_or("--only needs a word")?),
                word if !word.starts_with('-') => plan.only = Some(word.to_owned()),
                other => {
                    return Err(format!("{other:?} is not understood; there are --only WORD and --quick"));
                }
            }
        }
        Ok(plan)
    }

    pub(crate) fn wants(&self, row: &str) -> bool {
        self.only.as_ref().is_none_or(|only| row.contains(only.as_str()))
    }
}
