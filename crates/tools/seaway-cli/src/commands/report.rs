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
/// Reads what `seaway run --trace` has recorded and writes one page for browsers, which loads nothing else.
#[derive(Debug, Args)]
pub(crate) struct Report {
    /// Folders of a trace, or a packed one; several are one run on several nodes
    #[arg(value_name = "DIR", required_unless_present = "compare")]
    traces: Vec<PathBuf>,

    /// Two traces: of a run before, and of one after
    #[arg(long, num_args = 2, value_names = ["BEFORE", "AFTER"], conflicts_with = "traces")]
    compare: Option<Vec<PathBuf>>,

    /// Also show system files, which programs and MPI libraries read at start-up
    #[arg(long)]
    all: bool,

    /// For terminals, to standard output
    #[arg(long, conflicts_with = "output")]
    text: bool,

    /// The numbers for scripts, to standard output
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
                let first = self.traces.first().context("no trace was named")?;
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
