// SPDX-License-Identifier: MIT OR Apache-2.0
//! `--stage-in`: programs get local copies of a server's files, which an agent makes as long as the command
//! runs.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use clap::Args;
use seaway_stage::{Control, Rule};

use super::trace::size;
use crate::quantity;

#[derive(Debug, Args)]
pub(crate) struct StageOptions {
    /// Give programs node-local copies of a server's folder, made when they are opened: '/data/**'. May be
    /// repeated
    #[arg(long, value_name = "PATTERN")]
    stage_in: Vec<String>,

    /// Where this node sees the server's files, if not under their own paths: /data/x is at DIR/data/x
    #[arg(long, value_name = "DIR", default_value = "/", requires = "stage_in")]
    server: PathBuf,

    /// A folder of the local disk for the copies [default: TMPDIR, or /tmp]
    #[arg(long, value_name = "DIR", requires = "stage_in")]
    local: Option<PathBuf>,

    /// What the copies may take on the local disk, as in 20G; the oldest are discarded when it is reached
    #[arg(long, value_name = "SIZE", requires = "stage_in", value_parser = size)]
    local_quota: Option<u64>,
}

impl StageOptions {
    pub(super) fn is_asked_for(&self) -> bool {
        !self.stage_in.is_empty()
    }

    fn rules(&self) -> Result<Vec<Rule>> {
        Ok(self.stage_in.iter().map(|pattern| Rule::parse(pattern, false)).collect::<Result<_, _>>()?)
    }

    /// A program on the server is executed by a program of this node, in which names are redirected.
    pub(super) fn through_env(&self, mut line: Vec<OsString>) -> Result<Vec<OsString>> {
        let is_staged = |word: &OsString| {
            let rules = self.rules()?;
            Ok::<_, anyhow::Error>(rules.iter().any(|rule| Path::new(word).starts_with(&rule.prefix)))
        };
        if line.first().map(is_staged).transpose()?.unwrap_or(false) {
            line.insert(0, "env".into());
        }
        Ok(line)
    }

    /// Starts the agent of this node.
    pub(super) fn begin(&self) -> Result<Option<Staging>> {
        if !self.is_asked_for() {
            return Ok(None);
        }
        self.rules()?;
        let job = job();
        let local = self.local.clone().unwrap_or_else(std::env::temp_dir);
        let local = std::path::absolute(&local)?;
        let folder = local.join(format!("seaway-stage-{job}"));
        let own = std::env::current_exe().context("cannot determine the path of this program")?;
        let mut command = Command::new(own);
        command.arg("stage-agent").arg("--folder").arg(&folder).args(["--job", &job]);
        command.arg("--server").arg(std::path::absolute(&self.server)?);
        for pattern in &self.stage_in {
            command.args(["--in", pattern]);
        }
        command.args(["--quota", &self.local_quota.unwrap_or(0).to_string()]);
        // Signals of the terminal are for the program.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut agent = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start the agent for staging")?;
        let mut line = String::new();
        if let Some(output) = agent.stdout.take() {
            BufReader::new(output).read_line(&mut line).context("the agent for staging does not answer")?;
        }
        if line.trim_end() != "ready" {
            let _ended = agent.wait();
            bail!("nothing was run, because files cannot be staged: {}", line.trim_end());
        }
        Ok(Some(Staging { agent, job, table: folder.join("table") }))
    }
}

/// A running agent. It ends when this process does.
#[derive(Debug)]
pub(super) struct Staging {
    agent: Child,
    job: String,
    table: PathBuf,
}

impl Staging {
    pub(super) fn variables(&self) -> Vec<(String, OsString)> {
        vec![("SEAWAY_STAGE".to_owned(), self.table.clone().into())]
    }

    /// Runs the command; returns a sentence about what was staged.
    pub(super) fn run(mut self, mut command: Command) -> std::io::Result<(ExitStatus, String)> {
        let status = command.status();
        let counts = Control::of(&self.job).status().unwrap_or_default();
        // The agent ends, and removes the copies, when its standard input does.
        drop(self.agent.stdin.take());
        let _ended = self.agent.wait();
        let sentence = format!(
            "staged {} files ({}), listed {} folders",
            counts.fetches,
            quantity::bytes(counts.fetched_bytes),
            counts.lists
        );
        Ok((status?, sentence))
    }
}

/// Different for all runs of a user on a node.
fn job() -> String {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_micros();
    format!("{}-{time:x}", std::process::id())
}
