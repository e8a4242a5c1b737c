// SPDX-License-Identifier: MIT OR Apache-2.0
//! `--space`: the space of a job. The agent that holds its registry is started here and watches this process, which becomes
//! the launcher; the launcher's own processes start the agents of the other nodes (`seaway space enter`).

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;
use seaway_devices::thing::{JOB_VARIABLE, JOIN_VARIABLE, SpaceOptions, enter, enter_running};
use seaway_messages::SpaceStatus;

use crate::commands::space::{JOB_PREFIX, hints, new_job_name};

#[derive(Debug, Args)]
pub(crate) struct SpaceChoice {
    /// Start an agent on each node of the job, for thing: names and queues that end with the job; with NAME, use the space
    /// of that name if it runs on this node
    #[arg(long, value_name = "NAME", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    space: Option<String>,

    /// With --space=NAME: join the space whose registry is held there, which outlives the job
    #[arg(long, value_name = "HOST:PORT", requires = "space")]
    join: Option<String>,

    /// With --space: the address of this host that the job's nodes reach [default: its first]
    #[arg(long, value_name = "ADDRESS", requires = "space", conflicts_with = "join")]
    space_address: Option<String>,

    /// Seconds that nodes of the job may be without its registry
    #[arg(long, hide = true, default_value = "10", value_name = "SECONDS")]
    space_lease: String,
}

/// What the ranks get.
#[derive(Debug)]
pub(super) struct JobSpace {
    name: String,
    /// Where the other nodes join. `None`: the space has this node alone.
    join: Option<String>,
    /// Seconds, if it ends with the job.
    lease: Option<String>,
    program: OsString,
}

impl SpaceChoice {
    /// Starts or finds the space.
    pub(super) fn begin(&self) -> Result<Option<JobSpace>> {
        let Some(named) = &self.space else { return Ok(None) };
        let program = std::env::current_exe().context("the path of this program is not known")?.into();
        if named.starts_with(JOB_PREFIX) {
            bail!("the names that begin with {JOB_PREFIX} are for jobs without a name: choose another one");
        }
        if let Some(join) = &self.join {
            if named.is_empty() {
                bail!("--join needs the name of the space: --space=NAME");
            }
            let (name, join) = (named.clone(), Some(join.clone()));
            return Ok(Some(JobSpace { name, join, lease: None, program }));
        }
        let name = if named.is_empty() { new_job_name() } else { named.clone() };
        let options = SpaceOptions::from_hints(&hints(Some(&name))?)?;
        if let Some(agent) = enter_running(&options)? {
            let join = registry_of(&agent.space()?)?;
            return Ok(Some(JobSpace { name, join, lease: None, program }));
        }
        let listen = self.space_address.as_deref().unwrap_or("0.0.0.0");
        let (place, process) = (format!("{listen}:0"), std::process::id().to_string());
        let words = ["--stay", "--listen", &place, "--while", &process, "--lease", &self.space_lease];
        let agent_arguments = words.iter().map(|word| (*word).to_owned()).collect();
        let status = enter(&SpaceOptions { agent_arguments, ..options })?.space()?;
        let join = registry_of(&status)?;
        Ok(Some(JobSpace { name, join, lease: Some(self.space_lease.clone()), program }))
    }
}

impl JobSpace {
    pub(super) fn variables(&self) -> Vec<(String, OsString)> {
        let mut variables = vec![
            ("SEAWAY_SPACE".to_owned(), OsString::from(&self.name)),
            ("SEAWAY_PROGRAM".to_owned(), self.program.clone()),
        ];
        if let Some(join) = &self.join {
            variables.push((JOIN_VARIABLE.to_owned(), join.into()));
        }
        variables.extend(self.lease.iter().map(|lease| (JOB_VARIABLE.to_owned(), lease.into())));
        variables
    }

    /// What each rank runs before its program: it starts the agent of its node.
    pub(super) fn prefix(&self) -> Vec<OsString> {
        let words = ["space", "enter", "--"].map(OsString::from);
        [self.program.clone()].into_iter().chain(words).collect()
    }
}

/// Where other nodes join a space that runs on this node. `None`: it has this node alone.
fn registry_of(status: &SpaceStatus) -> Result<Option<String>> {
    let Some(first) = status.addresses.first() else { return Ok(None) };
    if !Path::new(&status.folder).join("registry.redb").exists() {
        bail!(
            "this node has joined space {}, whose registry is on another one: say where with --join HOST:PORT",
            status.name
        );
    }
    // Clusters may have addresses of several families; nodes surely have the usual one.
    let usual = status.addresses.iter().find(|address| matches!(address, SocketAddr::V4(_)));
    Ok(Some(usual.unwrap_or(first).to_string()))
}
