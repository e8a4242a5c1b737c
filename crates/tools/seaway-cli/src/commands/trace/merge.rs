// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway trace merge`: the arguments. The work is done in `seaway-trace`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Result, anyhow, ensure};
use clap::Args;

use super::print_notes;

/// Combine traces of several nodes on one time line
///
/// Clocks of nodes are aligned by the barriers that their ranks have left together or, if there are none, by
/// real time. --offset gives corrections instead; then nothing is measured.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// Traces, one or more of each node
    #[arg(required = true, value_name = "TRACE")]
    traces: Vec<PathBuf>,

    /// The target directory; it must not contain a trace
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// Correction to add to the times of a host, such as node2=-0.015; may be given several times
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
        let (host, seconds) = text.split_once('=').ok_or_else(|| anyhow!("expected HOST=SECONDS"))?;
        let seconds: f64 =
            seconds.parse().map_err(|_| anyhow!("`{seconds}` is not a valid number of seconds"))?;
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
        ensure!(
            !taken,
            "{} already contains a trace, which would become part of this one",
            self.output.display()
        );
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
