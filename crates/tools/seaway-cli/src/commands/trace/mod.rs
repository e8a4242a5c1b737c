// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway trace`: what can be done with a trace besides reporting. One file per verb.

mod export;
mod info;
mod merge;
mod pack;

use std::io::{self, Write};

use anyhow::Result;
use clap::{Args, Subcommand};

/// Look at traces, pack, merge and export them
///
/// A trace is the folder that `seaway run --trace` has filled, one file for each process; a file of it; or what `seaway
/// trace pack` makes of it. All verbs read all of them, also while the program still runs.
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

/// What was odd goes where it is in nobody's way.
fn print_notes(notes: &[String]) {
    let mut errors = io::stderr().lock();
    for note in notes {
        let _ = writeln!(errors, "seaway: {note}");
    }
}
