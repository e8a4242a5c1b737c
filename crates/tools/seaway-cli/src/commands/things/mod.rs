// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway things`: the things of a space, from the command line.

mod checkpoint;
mod redis;
mod show;

use std::io::{self, Write};

use anyhow::Result;
use clap::{Args, Subcommand};
use seaway_things::Space;

use crate::commands::cp::devices;
use crate::commands::space;

/// List, show, copy, delete, rename, move, save and serve things
///
/// The prefix thing: of a NAME may be omitted, except in cp, where names without it are files.
#[derive(Debug, Args)]
pub(crate) struct Things {
    /// The name of the space [default: SEAWAY_SPACE, or the user's own]
    #[arg(long, value_name = "NAME", global = true)]
    space: Option<String>,

    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// List things: kind, size, state and name
    Ls {
        /// Only names that begin with this
        #[arg(default_value = "")]
        prefix: String,
        /// Print one JSON array
        #[arg(long)]
        json: bool,
    },
    /// Show one thing
    Stat {
        name: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Copy a thing or a file to another
    Cp {
        /// thing:NAME, or the name of a file on any device
        from: String,
        to: String,
        /// Create the thing on disk instead of in memory
        #[arg(long)]
        disk: bool,
        /// Nodes that have the bytes of a thing that is created: 1 or 2 [default: seaway_thing_copies, or 1]
        #[arg(long, value_name = "NUMBER")]
        copies: Option<u32>,
    },
    /// Delete things
    Rm {
        #[arg(required = true)]
        names: Vec<String>,
    },
    /// Rename a thing
    Mv {
        from: String,
        to: String,
        /// Replace a thing of the new name
        #[arg(long)]
        force: bool,
    },
    /// Move a thing to another node, while programs use it
    Migrate {
        name: String,
        /// The name of the node, as `seaway space status` shows it
        node: String,
    },
    Checkpoint(checkpoint::Checkpoint),
    Restore(checkpoint::Restore),
    Redis(redis::Redis),
}

impl Things {
    pub(crate) fn run(&self) -> Result<()> {
        let hints = space::hints(self.space.as_deref())?;
        if let Verb::Cp { from, to, disk, copies } = &self.verb {
            let hints = match copies {
                Some(copies) => hints.with("seaway_thing_copies", copies.to_string()),
                None => hints,
            };
            return devices::copy(from, to, *disk, &hints);
        }
        if let Verb::Redis(redis) = &self.verb {
            return redis.run(&hints);
        }
        // Moving takes as long as the bytes need.
        let is_long = matches!(self.verb, Verb::Migrate { .. });
        let hints = if is_long { hints.with("seaway_timeout", "3600") } else { hints };
        let space = Space::enter_with(&hints)?;
        match &self.verb {
            Verb::Ls { prefix, json } => {
                let things = space.list(bare(prefix))?;
                let text = if *json { show::json_list(&things) } else { show::table(&things) };
                io::stdout().write_all(text.as_bytes())?;
            }
            Verb::Stat { name, json } => {
                let thing = space.stat(bare(name))?;
                let text = if *json { show::json(&thing) + "\n" } else { show::one(&thing) };
                io::stdout().write_all(text.as_bytes())?;
            }
            Verb::Rm { names } => names.iter().try_for_each(|name| space.delete(bare(name)))?,
            Verb::Mv { from, to, force } => space.rename(bare(from), bare(to), *force)?,
            Verb::Migrate { name, node } => space.migrate(bare(name), node)?,
            Verb::Checkpoint(checkpoint) => checkpoint.run(&space)?,
            Verb::Restore(restore) => restore.run(&space)?,
            Verb::Cp { .. } | Verb::Redis(_) => {}
        }
        Ok(())
    }
}

fn bare(name: &str) -> &str {
    name.strip_prefix("thing:").unwrap_or(name)
}
