// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway trace merge`: the arguments. What is done stands in `seaway-trace`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Result, anyhow, ensure};
use clap::Args;

use super::print_notes;

/// Bring traces of many nodes together, on one time line
///
/// Each node's clock is compared with the others by the barriers that its ranks have left together, or if there are
/// none, by its real time. --offset says what to add instead, and then nothing is measured.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// Traces, one or more of each node
    #[arg(required = true, value_name = "TRACE")]
    traces: Vec<PathBuf>,

    /// The folder; it must not hold a trace yet
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// What to add to the times of a host, such as node2=-0.015; may be given several times
    #[arg(long, value_name = "HOST=SECONDS", allow_hyphen_values = true)]
    offset: Vec<Offset>,
}

#[derive(Debug, Clone)]
struct Offset {
    host: String,
    nanoseconds: i64,
}

impl FromStr for Offset {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (host, seconds) = text.split_once('=').ok_or_else(|| anyhow!("it has the form HOST=SECONDS"))?;
        let seconds: f64 = seconds.parse().map_err(|_| anyhow!("`{seconds}` is no number of seconds"))?;
        let nanoseconds = (seconds * 1e9).round();
        ensure!(nanoseconds.abs() < 1e18, "`{seconds}` is too long");
        #[expect(clippy::cast_possible_truncation, reason = "checked above")]
        let nanoseconds = nanoseconds as i64;
        Ok(Self { host: host.to_owned(), nanoseconds })
    }
}

impl Merge {
    pub(super) fn run(&self) -> Result<()> {
        let there = std::fs::read_dir(&self.output).into_iter().flatten().flatten();
        let ending = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "seatrace");
        let taken = there.map(|entry| entry.path()).any(|path| ending(&path));
        ensure!(!taken, "{} has a trace in it: it would become part of this one", self.output.display());
        let offsets: BTreeMap<String, i64> =
            self.offset.iter().map(|offset| (offset.host.clone(), offset.nanoseconds)).collect();
        let mut notes = vec![];
        let hosts = seaway_trace::merge(&self.traces, &self.output, &offsets, &mut notes)?;
        print_notes(&notes);
        let mut output = io::stdout().lock();
        for (host, nanoseconds) in hosts {
            let sign = if nanoseconds < 0 { '-' } else { '+' };
            let size = nanoseconds.unsigned_abs();
            writeln!(output, "{host}: {sign}{}.{:09} s", size / 1_000_000_000, size % 1_000_000_000)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_read() {
        let offset: Offset = "node2=-0.015".parse().unwrap();
        assert_eq!((offset.host.as_str(), offset.nanoseconds), ("node2", -15_000_000));
        assert!("node=2=1".parse::<Offset>().is_err());
        assert!("node2".parse::<Offset>().is_err());
        assert!("node2=1e99".parse::<Offset>().is_err());
        assert!("node2=NaN".parse::<Offset>().is_err());
    }
}
