// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway trace`: what can be done with a trace besides reporting. One file per verb.

mod export;
mod info;
mod merge;
mod pack;

use std::io::{self, Write};

use anyhow::Result;
use clap::{Args, Subcommand};

/// Inspect, pack, merge and export traces
///
/// A trace is the directory that `seaway run --trace` has filled, one file per process; a single file of it;
/// or a file made by `seaway trace pack`. All subcommands accept all of these, also while the program is
/// running.
#[derive(Debug, Args)]
pub(crate) struct Trace {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Info(info::Info),
    Export(export::Export),
    Pack(pack::Pack),
    Merge(merge::Merge),
}

impl Trace {
    pub(crate) fn run(&self) -> Result<()> {
        match &self.verb {
            Verb::Info(info) => info.run(),
            Verb::Export(export) => export.run(),
            Verb::Pack(pack) => pack.run(),
            Verb::Merge(merge) => merge.run(),
        }
    }
}

/// Irregularities go to standard error.
fn print_notes(notes: &[String]) {
    let mut errors = io::stderr().lock();
    for note in notes {
        let _ = writeln!(errors, "seaway: {note}");
    }
}
