// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway relay`: the arguments. What is done stands in `seaway-daemon`.

use std::io::{self, Write};
use std::net::{TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use seaway_daemon::{Door, Endings, Relay as Service};
use seaway_wire::{Secret, TlsServer};

/// So long connections have to end.
const PATIENCE: Duration = Duration::from_secs(2);

/// Lead programs to daemons that they cannot reach themselves
///
/// For a gateway between networks: programs that cannot reach the host of remote://HOST/PATH connect by way of this one if
/// the hint seaway_relay names it. It passes bytes on and has no access to files. Those who use it must know the same
/// secret, of SEAWAY_SECRET_FILE or ~/.config/seaway/secret. Ends with SIGINT or SIGTERM.
#[derive(Debug, Args)]
pub(crate) struct Relay {
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "HOST:PORT")]
    listen: String,

    /// Lead to this place alone, * is any; may be given several times [default: everywhere]
    #[arg(long, value_name = "HOST:PORT")]
    allow: Vec<String>,
}

impl Relay {
    pub(crate) fn run(&self) -> Result<()> {
        for place in &self.allow {
            let port = place.rsplit_once(':').map(|(_, port)| port);
            let fine = port.is_some_and(|port| port == "*" || port.parse::<u16>().is_ok());
            ensure!(fine, "--allow {place}: a place is HOST:PORT, where either may be *");
        }
        let secret = Secret::load()?;
        let listen = || TcpListener::bind(&self.listen.to_socket_addrs()?.collect::<Vec<_>>()[..]);
        let listener = listen().with_context(|| format!("cannot listen at {}", self.listen))?;
        let address = listener.local_addr()?;
        let endings = Endings::hold_back()?;
        let relay = Arc::new(Service::to(self.allow.clone()));
        let door = Door::new(listener, secret, Some(TlsServer::load()?), vec![relay]);
        door.open()?;
        // Only now: whoever waits for this line may connect.
        let mut output = io::stdout().lock();
        writeln!(output, "relay at {address}")?;
        output.flush()?;
        endings.wait();
        door.close(PATIENCE);
        Ok(())
    }
}
