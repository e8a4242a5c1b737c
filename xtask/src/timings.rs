// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Timings`]: how long each suite of tests takes, read from what `cargo test` prints. `cargo xtask test --timings` shows
//! the slowest.

/// Suites that are shown; the others take seconds.
const SHOWN: usize = 25;

#[derive(Debug, Default)]
pub(crate) struct Timings {
    suite: String,
    taken: Vec<(f64, String)>,
}

impl Timings {
    /// Takes note of one line.
    pub(crate) fn look(&mut self, line: &str) {
        if let Some(suite) = suite_in(line) {
            self.suite = suite;
        } else if let Some(seconds) = seconds_in(line) {
            self.taken.push((seconds, self.suite.clone()));
        }
    }

    pub(crate) fn print(&mut self) {
        self.taken.sort_by(|a, b| b.0.total_cmp(&a.0));
        let all: f64 = self.taken.iter().map(|(seconds, _)| seconds).sum();
        println!("\n{all:8.1} s in {} suites; the slowest:", self.taken.len());
        for (seconds, suite) in self.taken.iter().take(SHOWN) {
            println!("{seconds:8.1} s  {suite}");
        }
    }
}

/// `     Running tests/slots.rs (target/debug/deps/slots-1f)`, `   Doc-tests seaway`: what is about to run. Several crates
/// have a `src/lib.rs`, so the name of the executable says more than the path.
fn suite_in(line: &str) -> Option<String> {
    let line = line.trim_start();
    if let Some(package) = line.strip_prefix("Doc-tests ") {
        return Some(format!("{package} (documentation)"));
    }
    let (source, executable) = line.strip_prefix("Running ")?.rsplit_once(" (")?;
    let name = executable.trim_end_matches(')').rsplit('/').next()?;
    let name = name.rsplit_once('-').map_or(name, |(name, _hash)| name);
    Some(format!("{name} ({})", source.trim_start_matches("unittests ")))
}

/// `test result: ok. 5 passed; ...; finished in 0.93s`.
fn seconds_in(line: &str) -> Option<f64> {
    let (_, seconds) = line.strip_prefix("test result: ")?.rsplit_once("finished in ")?;
    seconds.trim_end_matches('s').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_and_their_times_are_read() {
        let mut timings = Timings::default();
        for line in [
            "     Running unittests src/lib.rs (target/debug/deps/seaway_trace-f22f37f3a5e453b2)",
            "test a ... ok",
            "test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.93s",
            "   Doc-tests seaway",
            "test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 61.02s",
        ] {
            timings.look(line);
        }
        let expected = [(0.93, "seaway_trace (src/lib.rs)"), (61.02, "seaway (documentation)")];
        assert_eq!(timings.taken, expected.map(|(seconds, name)| (seconds, name.to_owned())));
    }
}
