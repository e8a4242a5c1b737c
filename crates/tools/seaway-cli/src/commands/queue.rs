// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway queue`: the work queues of a space, from the command line.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use seaway_channel::{Calls, Secret};
use seaway_messages::Service;
use seaway_things::{QueueErrorKind, QueueStatus, QueueTransport as Transport, Space, list_queues as list};

use crate::commands::space;
use crate::commands::status::quoted;

/// How long a daemon may take to answer.
const AT_WITHIN: Duration = Duration::from_secs(30);

/// List, show and delete work queues
///
/// A manager submits tasks to a queue, workers fetch them and report that they are done; docs/queues.md has examples. Queues
/// are kept in the folder of the space and outlive programs and the node's agent.
#[derive(Debug, Args)]
pub(crate) struct Queue {
    /// The name of the space [default: SEAWAY_SPACE, or the user's own]
    #[arg(long, value_name = "NAME", global = true)]
    space: Option<String>,

    /// The queues of the daemon there (`seaway serve --queues`), in place of those of a space
    #[arg(long, value_name = "HOST:PORT", global = true, conflicts_with = "space")]
    at: Option<String>,

    #[command(subcommand)]
    verb: Verb,
}

/// Who has the queues, and how long an answer may take.
struct Source {
    calls: Arc<dyn Transport>,
    timeout: Duration,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// List queues: tasks that are ready, assigned, done and dead, workers, and name
    Ls {
        /// Only names that begin with this
        #[arg(default_value = "")]
        prefix: String,
        /// Print one JSON array
        #[arg(long)]
        json: bool,
    },
    /// Show one queue
    Stat {
        name: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Delete queues
    Rm {
        #[arg(required = true)]
        names: Vec<String>,
        /// Delete them even if they have workers or unfinished tasks
        #[arg(long)]
        force: bool,
    },
}

impl Queue {
    pub(crate) fn run(&self) -> Result<()> {
        let source = self.source()?;
        let text = match &self.verb {
            Verb::Ls { prefix, json } => {
                let queues = list(&source.calls, prefix, source.deadline())?;
                let all = || queues.iter().map(self::json).collect::<Vec<_>>().join(",");
                if *json { format!("[{}]\n", all()) } else { table(&queues) }
            }
            Verb::Stat { name, json } => {
                let queue = source.queue(name).status(source.deadline())?;
                if *json { self::json(&queue) + "\n" } else { one(&queue) }
            }
            Verb::Rm { names, force } => {
                names.iter().try_for_each(|name| remove(&source, name, *force))?;
                String::new()
            }
        };
        Ok(io::stdout().write_all(text.as_bytes())?)
    }

    fn source(&self) -> Result<Source> {
        if let Some(address) = &self.at {
            let calls = Arc::new(Calls::to(address, Service::Queue, Secret::load()?));
            return Ok(Source { calls, timeout: AT_WITHIN });
        }
        let space = Space::enter_with(&space::hints(self.space.as_deref())?)?;
        Ok(Source { calls: space.queue_transport(), timeout: space.timeout() })
    }
}

impl Source {
    fn queue(&self, name: &str) -> seaway_things::Queue {
        seaway_things::Queue::by(Arc::clone(&self.calls), name)
    }

    fn deadline(&self) -> Instant {
        Instant::now() + self.timeout
    }
}

fn remove(source: &Source, name: &str, force: bool) -> Result<()> {
    match source.queue(name).remove(force, source.deadline()) {
        Err(error) if error.kind == QueueErrorKind::InUse => bail!("{error} (--force)"),
        other => Ok(other?),
    }
}

fn table(queues: &[QueueStatus]) -> String {
    let mut text = String::new();
    if !queues.is_empty() {
        text.push_str("   ready  assigned      done      dead  workers  name\n");
    }
    for QueueStatus { name, counts, .. } in queues {
        let (ready, assigned, done, dead) = (counts.ready, counts.assigned, counts.done, counts.dead);
        let _ = writeln!(text, "{ready:8}  {assigned:8}  {done:8}  {dead:8}  {:7}  {name}", counts.workers);
    }
    text
}

fn one(queue: &QueueStatus) -> String {
    let QueueStatus { name, epoch, terms, counts, unacknowledged } = queue;
    let straggler = match terms.straggler {
        0 => "no second starts".to_owned(),
        time => format!("second start after {:?}", Duration::from_millis(time)),
    };
    format!(
        "queue {name}\n  tasks: {} ready, {} assigned, {} done, {} dead\n  workers: {}, {} of them waiting\n  \
         manager: {}, {unacknowledged} completions not acknowledged\n  terms: {} tries, lease {:?}, {straggler}\n",
        counts.ready,
        counts.assigned,
        counts.done,
        counts.dead,
        counts.workers,
        counts.waiting,
        if *epoch == 0 { "none so far".to_owned() } else { format!("number {epoch}") },
        terms.tries,
        Duration::from_millis(terms.lease),
    )
}

fn json(queue: &QueueStatus) -> String {
    let QueueStatus { name, epoch, terms, counts, unacknowledged } = queue;
    format!(
        "{{\"name\":{},\"managers\":{epoch},\"ready\":{},\"assigned\":{},\"done\":{},\"dead\":{},\"workers\":{},\
         \"waiting\":{},\"unacknowledged\":{unacknowledged},\"tries\":{},\"lease_ms\":{},\"straggler_ms\":{}}}",
        quoted(name),
        counts.ready,
        counts.assigned,
        counts.done,
        counts.dead,
        counts.workers,
        counts.waiting,
        terms.tries,
        terms.lease,
        terms.straggler
    )
}
