// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway things checkpoint` and `restore`: memory things to files and back.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use seaway_things::{CheckpointSummary, Space, restore_checkpoint, save_checkpoint};

use crate::commands::cp::progress::bar;
use crate::quantity;

/// Save the things in memory as files; the previous checkpoint stays until the new one is complete
#[derive(Debug, Args)]
pub(super) struct Checkpoint {
    /// Folder of the checkpoints
    folder: PathBuf,

    /// Only names that begin with this
    #[arg(default_value = "")]
    prefix: String,

    /// Make a checkpoint every SECONDS until interrupted
    #[arg(long, value_name = "SECONDS")]
    every: Option<f64>,

    /// How many checkpoints to keep
    #[arg(long, default_value_t = 2, value_name = "COUNT")]
    keep: usize,
}

impl Checkpoint {
    pub(super) fn run(&self, space: &Space) -> Result<()> {
        let seconds =
            |every| Duration::try_from_secs_f64(every).context("--every must be a number of seconds");
        let every = self.every.map(seconds).transpose()?;
        loop {
            let begun = Instant::now();
            let saved = shown(|progress| {
                save_checkpoint(space, &self.folder, super::bare(&self.prefix), self.keep, progress)
            })?;
            tell(&saved, "saved in", &self.folder)?;
            let Some(every) = every else { return Ok(()) };
            thread::sleep(every.saturating_sub(begun.elapsed()));
        }
    }
}

/// Bring the things of the newest checkpoint back into memory
#[derive(Debug, Args)]
pub(super) struct Restore {
    /// Folder of the checkpoints, or one of them
    folder: PathBuf,

    /// Replace things of the same names
    #[arg(long)]
    replace: bool,
}

impl Restore {
    pub(super) fn run(&self, space: &Space) -> Result<()> {
        let restored = shown(|progress| restore_checkpoint(space, &self.folder, self.replace, progress))?;
        tell(&restored, "restored from", &self.folder)
    }
}

fn shown(
    work: impl FnOnce(&mut dyn FnMut(u64, u64)) -> seaway_things::Result<CheckpointSummary>,
) -> Result<CheckpointSummary> {
    let bar = bar(0);
    let outcome = work(&mut |done, total| {
        bar.set_length(total);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    Ok(outcome?)
}

fn tell(summary: &CheckpointSummary, what: &str, folder: &Path) -> Result<()> {
    let CheckpointSummary { name, things, bytes } = summary;
    let bytes = quantity::bytes(*bytes);
    let plural = if *things == 1 { "" } else { "s" };
    Ok(writeln!(io::stdout(), "{things} thing{plural}, {bytes}, {what} {}: {name}", folder.display())?)
}
