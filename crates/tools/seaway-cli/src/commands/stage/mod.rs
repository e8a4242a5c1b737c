// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway stage`: the agents for staging that run on this node; and the agent itself.

mod agent;

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use seaway_stage::{AgentStatus, Control};

pub(crate) use self::agent::StageAgent;
use crate::quantity;

/// Show what is staged on this node, and discard copies
///
/// A run with --stage-in has an agent on its node, which makes node-local copies of the files that its programs open;
/// docs/staging.md has examples.
#[derive(Debug, Args)]
pub(crate) struct Stage {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// List the runs with staging on this node: files and bytes fetched, folders listed, bytes on the local disk
    Status {
        /// Print one JSON array
        #[arg(long)]
        json: bool,
    },
    /// List the local copies of a run's files
    Ls {
        /// As `seaway stage status` shows it
        job: String,
    },
    /// Discard the bytes of all files that can be fetched again
    Evict {
        /// As `seaway stage status` shows it
        job: String,
    },
}

impl Stage {
    pub(crate) fn run(&self) -> Result<()> {
        let text = match &self.verb {
            Verb::Status { json } => status(*json)?,
            Verb::Ls { job } => ls(job)?,
            Verb::Evict { job } => {
                known(job)?.evict()?;
                String::new()
            }
        };
        Ok(io::stdout().write_all(text.as_bytes())?)
    }
}

/// The runs of this user, by their sockets.
fn jobs() -> Vec<String> {
    let start = format!("@seaway-stage/{}/", rustix::process::getuid().as_raw());
    let sockets = fs::read_to_string("/proc/net/unix").unwrap_or_default();
    let names = sockets.lines().filter_map(|line| line.split_whitespace().last());
    let mut jobs: Vec<String> =
        names.filter_map(|name| Some(name.strip_prefix(&start)?.to_owned())).collect();
    jobs.sort();
    jobs.dedup();
    jobs
}

fn known(job: &str) -> Result<Control> {
    if !jobs().iter().any(|known| known == job) {
        bail!("there is no run {job} with staging on this node: see seaway stage status");
    }
    Ok(Control::of(job))
}

fn status(json: bool) -> Result<String> {
    let mut runs = Vec::new();
    for job in jobs() {
        // A run may end meanwhile.
        if let Ok(status) = Control::of(&job).status() {
            runs.push((job, status));
        }
    }
    if json {
        let rows: Vec<String> = runs.iter().map(|(job, status)| self::json(job, *status)).collect();
        return Ok(format!("[{}]\n", rows.join(",")));
    }
    let mut text = String::new();
    if !runs.is_empty() {
        text.push_str("   files     fetched     on disk   folders  run\n");
    }
    for (job, status) in &runs {
        let AgentStatus { lists, fetches, fetched_bytes, local_bytes, .. } = *status;
        let (fetched, local) = (quantity::bytes(fetched_bytes), quantity::bytes(local_bytes));
        let _ = writeln!(text, "{fetches:8}  {fetched:>10}  {local:>10}  {lists:8}  {job}");
    }
    Ok(text)
}

fn json(job: &str, status: AgentStatus) -> String {
    let AgentStatus { lists, fetches, fetched_bytes, local_bytes, evictions } = status;
    format!(
        "{{\"run\":\"{job}\",\"files\":{fetches},\"fetched_bytes\":{fetched_bytes},\"local_bytes\":{local_bytes},\
         \"folders\":{lists},\"evictions\":{evictions}}}"
    )
}

fn ls(job: &str) -> Result<String> {
    let folder = known(job)?.folder()?;
    let root = folder.join("tree");
    let mut text = String::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let metadata = entry.metadata()?;
            let is_fetched = seaway_stage::is_fetched(&metadata);
            let path = entry.path();
            if metadata.is_dir() {
                folders.push(path);
            } else if metadata.is_file() {
                let state = if is_fetched { "here" } else { "server" };
                let shown = path.strip_prefix(&root).unwrap_or(&path).display();
                let _ = writeln!(text, "{state:6}  {:>12}  /{shown}", metadata.len());
            }
        }
    }
    Ok(text)
}
