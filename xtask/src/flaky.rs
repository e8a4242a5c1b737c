// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Failures`]: tests that failed, read from what `cargo test` prints, so that they can be repeated alone. A test that
//! then passes is flaky: it does not stop a landing, but the report names it until the race is found.

/// More failures than this are no accident, and are not repeated.
const MOST: usize = 3;

/// One executable with tests that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FailedSuite {
    /// Selects the executable: `-p seaway --test stream`.
    pub(crate) selector: Vec<String>,
    pub(crate) tests: Vec<String>,
}

#[derive(Debug, Default)]
pub(crate) struct Failures {
    is_listing: bool,
    listed: Vec<String>,
    suites: Vec<FailedSuite>,
}

impl Failures {
    /// Takes note of one line.
    pub(crate) fn look(&mut self, line: &str) {
        if line == "failures:" {
            // Printed twice: before the output of the tests, and before their names.
            (self.is_listing, self.listed) = (true, Vec::new());
        } else if let Some(selector) = selector_in(line) {
            let tests = std::mem::take(&mut self.listed);
            self.suites.push(FailedSuite { selector, tests });
        } else if let Some(name) = line.strip_prefix("    ").filter(|_| self.is_listing) {
            self.listed.push(name.to_owned());
        } else if !line.is_empty() {
            self.is_listing = false;
        }
    }

    /// What to repeat; nothing if too much has failed, or a suite ended without naming its failures.
    pub(crate) fn to_repeat(&self) -> &[FailedSuite] {
        let tests: usize = self.suites.iter().map(|suite| suite.tests.len()).sum();
        let all_are_named = self.suites.iter().all(|suite| !suite.tests.is_empty());
        if all_are_named && tests <= MOST { &self.suites } else { &[] }
    }
}

/// "error: test failed, to rerun pass `-p seaway --test stream`"
fn selector_in(line: &str) -> Option<Vec<String>> {
    let words = line.strip_prefix("error: test failed, to rerun pass `")?.strip_suffix('`')?;
    Some(words.split(' ').map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(lines: &[&str]) -> Failures {
        let mut failures = Failures::default();
        lines.iter().for_each(|line| failures.look(line));
        failures
    }

    #[test]
    fn failed_tests_are_named_by_suite() {
        let failures = seen(&[
            "test faults::late ... FAILED",
            "failures:",
            "",
            "---- faults::late stdout ----",
            "    an indented line of the test",
            "failures:",
            "    faults::late",
            "",
            "test result: FAILED. 23 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out",
            "error: test failed, to rerun pass `-p seaway --test stream`",
        ]);
        let selector = ["-p", "seaway", "--test", "stream"].map(str::to_owned).to_vec();
        assert_eq!(failures.to_repeat(), [FailedSuite { selector, tests: vec!["faults::late".to_owned()] }]);
    }

    #[test]
    fn a_suite_that_died_and_many_failures_are_not_repeated() {
        let died = "error: test failed, to rerun pass `-p seaway --lib`";
        assert!(seen(&[died]).to_repeat().is_empty());
        let many = seen(&["failures:", "    a", "    b", "    c", "    d", "", died]);
        assert!(many.to_repeat().is_empty());
    }
}
