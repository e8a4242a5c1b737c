// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway report`: shows what a traced program did with its files, as a page or as text.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use seaway_trace::Trace;
use seaway_trace::report::{Comparison, Report as Findings};

/// Show what a traced program did with its files, with advice
///
/// Reads a trace of `seaway run --trace` and writes one self-contained page for browsers.
#[derive(Debug, Args)]
pub(crate) struct Report {
    /// Directories of a trace, or packed traces; several are treated as one run on several nodes
    #[arg(value_name = "DIR", required_unless_present = "compare")]
    traces: Vec<PathBuf>,

    /// Compare two traces: the earlier run and the later one
    #[arg(long, num_args = 2, value_names = ["BEFORE", "AFTER"], conflicts_with = "traces")]
    compare: Option<Vec<PathBuf>>,

    /// Also show system files, which programs and MPI libraries read at start-up
    #[arg(long)]
    all: bool,

    /// Print text to standard output
    #[arg(long, conflicts_with = "output")]
    text: bool,

    /// Print the numbers to standard output as JSON, for scripts
    #[arg(long, conflicts_with_all = ["output", "text", "compare"])]
    json: bool,

    /// Where to write the page instead of report.html beside the trace; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Report {
    pub(crate) fn run(&self) -> Result<()> {
        match self.compare.as_deref() {
            Some([before, after]) => {
                let (before, newer) = (self.findings(&[before])?, self.findings(&[after])?);
                let comparison = Comparison::of(&before, &newer);
                self.put(after, "compare.html", || comparison.text(), || comparison.html())
            }
            _ => {
                let report = self.findings(&self.traces)?;
                if self.json {
                    io::stdout().write_all(report.json().as_bytes())?;
                    return Ok(());
                }
                let first = self.traces.first().context("no trace was given")?;
                self.put(first, "report.html", || report.text(), || report.html())
            }
        }
    }

    fn findings<P: AsRef<Path>>(&self, traces: &[P]) -> Result<Findings> {
        let trace = Trace::open_all(traces)?;
        Ok(if self.all { Findings::of_all_files(&trace) } else { Findings::of(&trace) })
    }

    fn put(
        &self,
        trace: &Path,
        name: &str,
        text: impl Fn() -> String,
        page: impl Fn() -> String,
    ) -> Result<()> {
        if self.text {
            io::stdout().write_all(text().as_bytes())?;
            return Ok(());
        }
        let folder = if trace.is_dir() { trace } else { trace.parent().unwrap_or(Path::new("")) };
        let path = self.output.clone().unwrap_or_else(|| folder.join(name));
        if path.as_os_str() == "-" {
            io::stdout().write_all(page().as_bytes())?;
            return Ok(());
        }
        fs::write(&path, page()).with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(io::stdout(), "{}", path.display())?;
        Ok(())
    }
}
