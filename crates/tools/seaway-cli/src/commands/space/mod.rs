// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway space`: the node's agent of a space. The implementation is in `seaway-daemon`.

mod job;

use std::ffi::OsString;
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use seaway_channel::Secret;
use seaway_daemon::{Agent, AgentOptions, Endings, Network, default_folder, default_memory};
use seaway_device_api::{ErrorKind, Hints};
use seaway_devices::thing::{SpaceOptions, enter, enter_running};
use seaway_devices::{Configuration, reachable_at};
use seaway_messages::SpaceStatus;

use self::job::JobFolder;
pub(crate) use self::job::{PREFIX as JOB_PREFIX, new_name as new_job_name};
use super::agreement::Agreement;
use crate::commands::run::not_started;
use crate::listening::Listening;
use crate::quantity;

/// How long programs may rely on an agent without a sign of life.
const LEASE: Duration = Duration::from_secs(10);

/// Start, show or stop the agent that holds this node's things
///
/// Programs that open thing:NAME start it when they need it: this command sets other limits, makes spaces of several
/// nodes, and stops the agent. A space is named by --space or SEAWAY_SPACE; without a name it is the user's own. Nodes
/// authenticate with the same secret, from SEAWAY_SECRET_FILE or ~/.config/seaway/secret.
#[derive(Debug, Args)]
pub(crate) struct Space {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Start the agent if it is not running, and keep it running until it is stopped
    Start(Start),
    /// Show programs, things and memory of this node
    Status(Named),
    /// End the agent when its programs have left; things in memory are lost
    Stop(Stop),
    /// Be the agent
    #[command(hide = true)]
    Agent(Start),
    /// Start the agent of this node, if it does not run, and become another program
    #[command(hide = true)]
    Enter(Enter),
}

#[derive(Debug, Args)]
struct Enter {
    #[arg(value_name = "LINE", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    line: Vec<OsString>,
}

#[derive(Debug, Args)]
struct Named {
    /// The name of the space [default: SEAWAY_SPACE, or the user's own]
    #[arg(long, value_name = "NAME")]
    space: Option<String>,

    /// The name of this node, if the host stands for several [default: SEAWAY_NODE, or the host's name]
    #[arg(long, value_name = "NODE")]
    node: Option<String>,
}

#[derive(Debug, Args)]
struct Start {
    #[command(flatten)]
    named: Named,

    /// Maximum memory for things, such as 4g [default: half of this node's]
    #[arg(long, value_name = "BYTES", value_parser = amount)]
    memory: Option<u64>,

    /// Folder for things on disk [default: in ~/.local/share/seaway/things]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,

    /// Hold the registry of a space of several nodes, and serve them here; 0.0.0.0 stands for all addresses
    ///
    /// Other nodes join with --join. Without a port: 7117 (SEAWAY_DEFAULT_PORT) if it is free, otherwise any. With --join:
    /// where the other nodes reach this one.
    #[arg(long, value_name = "HOST[:PORT]")]
    listen: Vec<String>,

    #[command(flatten)]
    agreement: Agreement,

    /// Keep running even if nobody uses it
    #[arg(long, hide = true)]
    stay: bool,

    /// End the space when this process has ended
    #[arg(long = "while", hide = true, value_name = "PID")]
    while_process: Option<u32>,

    /// Stay until the registry of the space has ended
    #[arg(long, hide = true, requires = "join")]
    job: bool,

    /// Exit after this many seconds without programs and without things in memory
    #[arg(long, hide = true, default_value_t = 10.0)]
    idle: f64,
}

#[derive(Debug, Args)]
struct Stop {
    #[command(flatten)]
    named: Named,

    /// Seconds to wait for programs to leave
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS")]
    patience: f64,

    /// Stop even if things are in memory; they are lost
    #[arg(long)]
    force: bool,
}

impl Space {
    pub(crate) fn run(&self) -> Result<()> {
        match &self.verb {
            Verb::Start(start) => start.start(),
            Verb::Status(named) => named.status(),
            Verb::Stop(stop) => stop.run(),
            Verb::Agent(start) => start.be_the_agent(),
            Verb::Enter(program) => program.run(),
        }
    }
}

impl Named {
    fn options(&self) -> Result<SpaceOptions> {
        let hints = hints(self.space.as_deref())?;
        let hints = match &self.node {
            Some(node) => hints.with("seaway_node", node),
            None => hints,
        };
        Ok(SpaceOptions::from_hints(&hints)?)
    }

    fn status(&self) -> Result<()> {
        let options = self.options()?;
        let Some(agent) = enter_running(&options)? else {
            bail!(
                "space {} has no agent on this node; the first program that opens thing:NAME starts it",
                options.space
            );
        };
        Ok(io::stdout().write_all(text(&agent.space()?).as_bytes())?)
    }
}

impl Start {
    fn start(&self) -> Result<()> {
        let options = self.named.options()?;
        if let Some(status) = running_now(&options)? {
            let (memory, folder) = (self.memory.unwrap_or(status.memory_limit), self.folder()?);
            let folder = if self.folder.is_some() { folder } else { PathBuf::from(&status.folder) };
            if memory != status.memory_limit || folder.as_path() != Path::new(&status.folder) {
                bail!("space {} runs with other limits; stop it first: `seaway space stop`", options.space);
            }
            if status.addresses.is_empty() && (self.agreement.is_given() || !self.listen.is_empty()) {
                bail!("space {} has no other nodes; stop it first: `seaway space stop`", options.space);
            }
            return Ok(io::stdout().write_all(text(&status).as_bytes())?);
        }
        let mut words = vec!["--stay".to_owned()];
        words.extend(self.memory.iter().flat_map(|memory| ["--memory".to_owned(), memory.to_string()]));
        words.extend(self.listen.iter().flat_map(|place| ["--listen".to_owned(), place.clone()]));
        words.extend(self.agreement.words());
        if self.folder.is_some() {
            let folder = self.folder()?.into_os_string().into_string();
            words.extend(["--folder".to_owned(), folder.ok().context("the folder's name is not UTF-8")?]);
        }
        let options = SpaceOptions { agent_arguments: words, ..options };
        Ok(io::stdout().write_all(text(&enter(&options)?.space()?).as_bytes())?)
    }

    fn folder(&self) -> Result<PathBuf> {
        let folder = match &self.folder {
            Some(folder) => Some(std::path::absolute(folder)?),
            None => {
                let options = self.named.options()?;
                default_folder(&options.space, options.node.as_deref())
            }
        };
        folder.context("this user has no home directory; name a folder with --folder")
    }

    /// How this node takes part in a space of several. `None`: it is the only one.
    fn network(&self) -> Result<Option<Network>> {
        if self.listen.is_empty() && !self.agreement.is_given() {
            return Ok(None);
        }
        let SpaceOptions { space, .. } = self.named.options()?;
        let registry = self.agreement.place(space.as_str())?;
        let listening = match self.agreement.own_address(&registry)? {
            Some(own) if self.listen.is_empty() => Listening::at(&[format!("{}:0", bracketed(own))])?,
            _ => Listening::at(&self.listen)?,
        };
        let Listening { listeners, addresses } = listening;
        let addresses = reachable(&addresses)?;
        Ok(Some(Network { listeners, addresses, registry, secret: Secret::load()? }))
    }

    /// A folder that is removed at the end, if the space belongs to a job and has no name of its own.
    fn job_folder(&self, space: &str, folder: &Path) -> Result<Option<JobFolder>> {
        let is_of_job = self.job || self.while_process.is_some();
        let is_nameless = space.starts_with(JOB_PREFIX);
        let make =
            || JobFolder::make(folder).with_context(|| format!("cannot use the folder {}", folder.display()));
        (is_of_job && is_nameless).then(make).transpose()
    }

    /// Prints a line once it serves; the process that started it may then exit.
    fn be_the_agent(&self) -> Result<()> {
        let SpaceOptions { space, node, .. } = self.named.options()?;
        let network = self.network()?;
        let folder = self.folder()?;
        // Before threads are started, which inherit it.
        let endings = Endings::hold_back()?;
        let memory = self.memory.unwrap_or_else(default_memory);
        let idle = Duration::try_from_secs_f64(self.idle).context("--idle must be a number of seconds")?;
        let idle = (!self.stay && !self.job).then_some(idle);
        let options = AgentOptions {
            space: space.clone(),
            node,
            folder: folder.clone(),
            memory,
            idle,
            lease: self.agreement.lease(LEASE)?,
        };
        let Some(agent) = Agent::start_among(options, network)? else {
            bail!("another process is the agent of space {space} on this node");
        };
        let _removed_at_the_end = self.job_folder(space.as_str(), &folder)?;
        // Does not keep any directory from being unmounted.
        let _ = std::env::set_current_dir("/");
        // The process that started it may be gone already.
        let _ = writeln!(io::stdout(), "{}", space.ready_line()).and_then(|()| io::stdout().flush());
        if let Some(process) = self.while_process {
            job::end_with_process(&agent, process)?;
        }
        if self.job {
            job::end_with_registry(&agent)?;
        }
        let stopping = Arc::clone(&agent);
        thread::Builder::new().name("seaway-endings".into()).spawn(move || {
            endings.wait();
            stopping.stop(LEASE);
        })?;
        agent.wait();
        Ok(())
    }
}

impl Enter {
    /// Returns only if something failed. The agent stays: it belongs to the job.
    fn run(&self) -> Result<()> {
        drop(enter(&SpaceOptions::from_hints(&hints(None)?)?)?);
        let Some((program, arguments)) = self.line.split_first() else { bail!("there is no program to run") };
        Err(not_started(Path::new(program), &Command::new(program).args(arguments).exec()).into())
    }
}

impl Stop {
    fn run(&self) -> Result<()> {
        let options = self.named.options()?;
        let Some(agent) = enter_running(&options)? else {
            bail!("space {} has no agent on this node", options.space);
        };
        let things = agent.space()?.memory_things;
        if things > 0 && !self.force {
            bail!(
                "space {} has {things} things in memory, which would be lost: delete them, or use --force",
                options.space
            );
        }
        let patience =
            Duration::try_from_secs_f64(self.patience).context("--patience must be a number of seconds")?;
        agent.stop(patience)?;
        // Its end is the end of the connection.
        agent.wait_for_end(patience + LEASE)?;
        Ok(writeln!(io::stdout(), "space {} has ended on this node", options.space)?)
    }
}

/// `None`: there is no agent, or it has just ended.
fn running_now(options: &SpaceOptions) -> Result<Option<SpaceStatus>> {
    let status = enter_running(options).and_then(|agent| agent.map(|agent| agent.space()).transpose());
    match status {
        Err(error) if error.kind() == ErrorKind::PeerLost => Ok(None),
        other => Ok(other?),
    }
}

fn bracketed(address: IpAddr) -> String {
    if address.is_ipv6() { format!("[{address}]") } else { address.to_string() }
}

/// The addresses for other nodes: the loopback only if there are no others.
fn reachable(addresses: &[SocketAddr]) -> Result<Vec<SocketAddr>> {
    let mut all = Vec::new();
    for address in addresses {
        match address.ip() {
            any if any.is_unspecified() => all.extend(reachable_at(address.port())?),
            _ => all.push(*address),
        }
    }
    if all.iter().any(|address| !address.ip().is_loopback()) {
        all.retain(|address| !address.ip().is_loopback());
    }
    Ok(all)
}

/// Those of the environment, and the space of the command line.
pub(crate) fn hints(space: Option<&str>) -> Result<Hints> {
    let hints = Configuration::from_environment().context("the configuration cannot be used")?.hints;
    Ok(match space {
        Some(space) => hints.with("seaway_space", space),
        None => hints,
    })
}

/// The space that the environment names, if its agent runs, for `seaway status`.
pub(crate) fn running() -> Option<String> {
    let options = SpaceOptions::from_hints(&hints(None).ok()?).ok()?;
    let agent = enter_running(&options).ok()??;
    agent.space().ok().map(|status| text(&status))
}

fn text(status: &SpaceStatus) -> String {
    let SpaceStatus {
        name,
        node,
        pid,
        programs,
        memory_things,
        disk_things,
        memory_used,
        memory_limit,
        folder,
        members,
        addresses,
        ..
    } = status;
    let network = match addresses.first() {
        Some(first) if members.is_empty() => {
            format!("  at {first}; the registry of the space cannot be reached\n")
        }
        Some(first) => {
            format!("  at {first}; {}: {}\n", counted(members.len() as u64, "member"), members.join(", "))
        }
        None => String::new(),
    };
    format!(
        "space {name} on {node}, process {pid}: {}\n  {} in memory, {} of {}\n  {} on disk, in {folder}\n{network}",
        counted((*programs).into(), "connection"),
        counted(*memory_things, "thing"),
        quantity::bytes(*memory_used),
        quantity::bytes(*memory_limit),
        counted(*disk_things, "thing"),
    )
}

fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// `4096`, `64k`, `4g`.
fn amount(text: &str) -> Result<u64, String> {
    let hints = Hints::new().with("amount", text);
    hints.number("amount").ok_or_else(|| format!("{text:?} is not a number of bytes such as 4096, 64m or 4g"))
}
