// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway things redis`: serves the things of a space to Redis clients. The implementation is in `seaway-resp`.

use std::io::{self, Write};
use std::net::TcpListener;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use seaway_channel::Secret;
use seaway_daemon::Endings;
use seaway_device_api::Hints;
use seaway_resp::{Door, DoorOptions, password};
use seaway_things::{Kind, Space};

/// Serve things to Redis clients until interrupted: GET, SET, GETRANGE, SETRANGE, STRLEN, DEL, EXISTS, SCAN
#[derive(Debug, Args)]
pub(super) struct Redis {
    /// Where to listen, ADDRESS:PORT; clients authenticate with what --password prints
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Vec<String>,

    /// A socket file for processes of this user, which need no password
    #[arg(long, value_name = "PATH")]
    socket: Option<PathBuf>,

    /// Create things on disk instead of in memory
    #[arg(long)]
    disk: bool,

    /// Print the password of this space and exit
    #[arg(long)]
    password: bool,
}

impl Redis {
    pub(super) fn run(&self, hints: &Hints) -> Result<()> {
        let space = seaway_devices::thing::SpaceOptions::from_hints(hints)?.space;
        let password = password(&Secret::load()?, space.as_str())?;
        if self.password {
            return Ok(writeln!(io::stdout(), "{password}")?);
        }
        if self.listen.is_empty() && self.socket.is_none() {
            bail!("say where to listen: --listen 127.0.0.1:6380, or --socket PATH");
        }
        // Before threads are started, which inherit it.
        let endings = Endings::hold_back()?;
        let bind = |place: &String| {
            TcpListener::bind(place.as_str()).with_context(|| format!("cannot listen at {place}"))
        };
        let listeners = self.listen.iter().map(bind).collect::<Result<Vec<_>>>()?;
        let hints = hints.clone();
        let enter = Box::new(move || Space::enter_with(&hints));
        let kind = if self.disk { Kind::Disk } else { Kind::Memory };
        let door = Door::open(DoorOptions { enter, kind, password, listeners, socket: self.socket.clone() })?;
        let places = door.addresses().iter().map(ToString::to_string);
        let places = places.chain(self.socket.iter().map(|path| path.display().to_string()));
        writeln!(
            io::stdout(),
            "space {space} for Redis clients at {}",
            places.collect::<Vec<_>>().join(", ")
        )?;
        endings.wait();
        Ok(())
    }
}
