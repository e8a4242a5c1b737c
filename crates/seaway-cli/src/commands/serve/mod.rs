// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway serve`: services for programs on several hosts. `door` lets in those who prove the user's secret; `directory`
//! is the one service there is. A service knows nothing of the door, nor of other services.

mod directory;
mod door;
mod sys;

use std::io::{self, Write};
use std::net::{TcpListener, ToSocketAddrs};
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use seaway_devices::Secret;

use self::directory::Directory;
use self::door::Door;
use self::sys::Endings;

/// Tell programs on several hosts where to find each other
///
/// Programs that open mxn://HOST:PORT/NAME meet here; their data do not pass through. All must know the same secret, of
/// SEAWAY_SECRET_FILE or ~/.config/seaway/secret, which is made on first use. Ends with SIGINT or SIGTERM.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "HOST:PORT")]
    listen: String,
}

impl Serve {
    pub(crate) fn run(&self) -> Result<()> {
        let secret = Secret::load()?;
        let listener = self.bind()?;
        let address = listener.local_addr()?;
        let endings = Endings::hold_back()?;
        Door::new(listener, secret, Arc::new(Directory::default())).open()?;
        // Only now: whoever waits for this line may connect.
        let mut output = io::stdout().lock();
        writeln!(output, "directory service at {address}")?;
        output.flush()?;
        endings.wait();
        Ok(())
    }

    fn bind(&self) -> Result<TcpListener> {
        let listen = || TcpListener::bind(&self.listen.to_socket_addrs()?.collect::<Vec<_>>()[..]);
        listen().with_context(|| format!("cannot listen at {}", self.listen))
    }
}
