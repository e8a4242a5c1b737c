// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway stage-agent`: the process that `seaway run` starts on a node. It prints `ready`, or a sentence that
//! says why not, and ends when its standard input does.

use std::fs;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use seaway_stage::{Agent, Mounted, Rule, Settings};

/// For how long a name that the server lacks is known to be missing.
const ABSENCE: Duration = Duration::from_secs(10);

/// For how long a program waits for a file.
const LIMIT: Duration = Duration::from_secs(600);

#[derive(Debug, Args)]
pub(crate) struct StageAgent {
    #[arg(long)]
    folder: PathBuf,
    #[arg(long)]
    job: String,
    #[arg(long)]
    server: PathBuf,
    #[arg(long = "in")]
    read: Vec<String>,
    #[arg(long)]
    quota: u64,
}

impl StageAgent {
    pub(crate) fn run(&self) -> Result<()> {
        let mut output = io::stdout();
        match self.begin() {
            Ok(()) => writeln!(output, "ready")?,
            Err(error) => {
                writeln!(output, "{error}")?;
                return Ok(fs::remove_dir_all(&self.folder)?);
            }
        }
        output.flush()?;
        // Whoever started this agent holds the other end, and nobody writes.
        let _ended = io::stdin().read(&mut [0]);
        fs::remove_dir_all(&self.folder)?;
        Ok(())
    }

    fn begin(&self) -> seaway_stage::Result<()> {
        let rules = self.read.iter().map(|pattern| Rule::parse(pattern, false));
        let settings = Settings {
            folder: self.folder.clone(),
            job: self.job.clone(),
            rules: rules.collect::<seaway_stage::Result<_>>()?,
            quota: self.quota,
            absence: ABSENCE,
            limit: LIMIT,
        };
        Arc::new(Agent::new(settings, Box::new(Mounted::new(self.server.clone(), &self.job)))?).listen()
    }
}
