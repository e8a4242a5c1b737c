// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway space`: the node's agent of a space. The implementation is in `seaway-daemon`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use seaway_daemon::{Agent, AgentOptions, Endings, default_folder, default_memory};
use seaway_device_api::Hints;
use seaway_devices::Configuration;
use seaway_devices::thing::{SpaceName, SpaceOptions, enter, enter_running};
use seaway_messages::SpaceStatus;

use crate::quantity;

/// How long programs may rely on an agent without hearing of it.
const LEASE: Duration = Duration::from_secs(10);

/// Start, show or stop the agent that holds this node's things
///
/// Programs that open thing:NAME start it on first need: this is for other limits, and to end it. A space is named by
/// --space or SEAWAY_SPACE; without a name it is the user's own.
#[derive(Debug, Args)]
pub(crate) struct Space {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Start the agent, if it does not run, and have it stay until it is stopped
    Start(Start),
    /// Show programs, things and memory of this node
    Status(Named),
    /// End the agent when its programs have left; things in memory are lost
    Stop(Stop),
    /// Be the agent
    #[command(hide = true)]
    Agent(Start),
}

#[derive(Debug, Args)]
struct Named {
    /// The name of the space [default: SEAWAY_SPACE, or the user's own]
    #[arg(long, value_name = "NAME")]
    space: Option<String>,
}

#[derive(Debug, Args)]
struct Start {
    #[command(flatten)]
    named: Named,

    /// Most memory that things may take, such as 4g [default: half of this node's]
    #[arg(long, value_name = "BYTES", value_parser = amount)]
    memory: Option<u64>,

    /// Where things on disk are [default: in ~/.local/share/seaway/things]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,

    /// Stay although nobody uses it
    #[arg(long, hide = true)]
    stay: bool,

    /// Seconds without programs and without things in memory after which it ends
    #[arg(long, hide = true, default_value_t = 10.0)]
    idle: f64,
}

#[derive(Debug, Args)]
struct Stop {
    #[command(flatten)]
    named: Named,

    /// Seconds that programs have to leave
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS")]
    patience: f64,

    /// Also if things are in memory, which are lost
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
        }
    }
}

impl Named {
    fn options(&self) -> Result<SpaceOptions> {
        Ok(SpaceOptions::from_hints(&hints(self.space.as_deref())?)?)
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
        if let Some(agent) = enter_running(&options)? {
            let status = agent.space()?;
            let (memory, folder) = (self.memory.unwrap_or(status.memory_limit), self.folder()?);
            let folder = if self.folder.is_some() { folder } else { PathBuf::from(&status.folder) };
            if memory != status.memory_limit || folder.as_path() != std::path::Path::new(&status.folder) {
                bail!("space {} runs with other limits; stop it first: `seaway space stop`", options.space);
            }
            return Ok(io::stdout().write_all(text(&status).as_bytes())?);
        }
        let mut words = vec!["--stay".to_owned()];
        words.extend(self.memory.iter().flat_map(|memory| ["--memory".to_owned(), memory.to_string()]));
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
            None => default_folder(&self.named.options()?.space),
        };
        folder.context("this user has no home directory; name a folder by --folder")
    }

    /// Prints a line once it serves; the process that started it may then exit.
    fn be_the_agent(&self) -> Result<()> {
        let space: SpaceName = self.named.options()?.space;
        let folder = self.folder()?;
        // Before threads are started, which inherit it.
        let endings = Endings::hold_back()?;
        let memory = self.memory.unwrap_or_else(default_memory);
        let idle = Duration::try_from_secs_f64(self.idle).context("--idle is a number of seconds")?;
        let idle = (!self.stay).then_some(idle);
        let options = AgentOptions { space: space.clone(), folder, memory, idle, lease: LEASE };
        let Some(agent) = Agent::start(options)? else {
            bail!("another process is the agent of space {space} on this node");
        };
        // No directory is kept from being unmounted.
        let _ = std::env::set_current_dir("/");
        // Who started it may be gone already.
        let _ = writeln!(io::stdout(), "{}", space.ready_line()).and_then(|()| io::stdout().flush());
        let stopping = Arc::clone(&agent);
        thread::Builder::new().name("seaway-endings".into()).spawn(move || {
            endings.wait();
            stopping.stop(LEASE);
        })?;
        agent.wait();
        Ok(())
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
            Duration::try_from_secs_f64(self.patience).context("--patience is a number of seconds")?;
        agent.stop(patience)?;
        // Its end is the end of the connection.
        agent.wait_for_end(patience + LEASE)?;
        Ok(writeln!(io::stdout(), "space {} has ended on this node", options.space)?)
    }
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
        ..
    } = status;
    format!(
        "space {name} on {node}, process {pid}: {}\n  {} in memory, {} of {}\n  {} on disk, in {folder}\n",
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
