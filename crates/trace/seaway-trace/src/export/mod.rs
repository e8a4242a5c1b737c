// SPDX-License-Identifier: MIT OR Apache-2.0
//! Traces for other programs, and as text.

mod columns;
mod csv;
mod escape;
mod open_flags;
mod parquet;
mod perfetto;
mod text;

use std::io::{self, Write};

use crate::{Error, Trace};

pub use escape::printable;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For ui.perfetto.dev and its tools: nested calls by thread, and bytes per second.
    Perfetto,
    /// One line per call, after a header line.
    Csv,
    /// The same as a table for dataframes and databases.
    Parquet,
    /// One line per call, like strace.
    Text,
}

/// Writes all calls of `trace`. Returns what had to be omitted, in sentences.
pub fn export(trace: &Trace, format: Format, target: &mut dyn Write) -> Result<Vec<String>, Failure> {
    let mut target = io::BufWriter::with_capacity(1 << 18, target);
    let notes = match format {
        Format::Perfetto => perfetto::write(trace, &mut target),
        Format::Csv => csv::write(trace, &mut target),
        Format::Parquet => parquet::write(trace, &mut target),
        Format::Text => text::write(trace, &mut target),
    }?;
    target.flush()?;
    Ok(notes)
}

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Read(#[from] Error),
    #[error("cannot write the export")]
    Write(#[from] io::Error),
}
