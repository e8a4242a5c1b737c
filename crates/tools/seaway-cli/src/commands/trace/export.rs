// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway trace export`: the arguments. Formats are in `seaway-trace`.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use seaway_trace::Trace;
use seaway_trace::export::{self, Failure};

use super::print_notes;

/// Export a trace to another format
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The trace; several are combined
    #[arg(required = true, value_name = "TRACE")]
    traces: Vec<PathBuf>,

    /// The format to write
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// The file to write; - is standard output, which is the default
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// For ui.perfetto.dev: nested calls, and bytes per second
    Perfetto,
    /// Comma-separated values, one line per call
    Csv,
    /// The same as a table for dataframes and databases
    Parquet,
    /// One line per call, like strace
    Text,
}

impl Export {
    pub(super) fn run(&self) -> Result<()> {
        let trace = Trace::open_all(&self.traces)?;
        print_notes(trace.notes());
        let left_out = match self.output.as_deref().filter(|path| path.as_os_str() != "-") {
            Some(path) => self.write_file(&trace, path)?,
            None => {
                let output = io::stdout().lock();
                let is_text = matches!(self.format, Format::Text | Format::Csv);
                ensure!(
                    is_text || !output.is_terminal(),
                    "this format cannot be written to a terminal: give a file with -o FILE"
                );
                written(self.write(&trace, output))?
            }
        };
        print_notes(&left_out);
        Ok(())
    }

    fn write_file(&self, trace: &Trace, path: &Path) -> Result<Vec<String>> {
        let about = || format!("cannot write {}", path.display());
        let file = File::create(path).with_context(about)?;
        written(self.write(trace, file)).with_context(about)
    }

    fn write(&self, trace: &Trace, mut target: impl Write) -> Result<Vec<String>, Failure> {
        let format = match self.format {
            Format::Perfetto => export::Format::Perfetto,
            Format::Csv => export::Format::Csv,
            Format::Parquet => export::Format::Parquet,
            Format::Text => export::Format::Text,
        };
        export::export(trace, format, &mut target)
    }
}

/// A closed pipe is to be known as one.
fn written(outcome: Result<Vec<String>, Failure>) -> Result<Vec<String>> {
    outcome.map_err(|failure| match failure {
        Failure::Read(error) => error.into(),
        Failure::Write(error) => error.into(),
    })
}
