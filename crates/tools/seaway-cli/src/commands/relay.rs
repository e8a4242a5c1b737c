// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway relay`: the arguments. The implementation is in `seaway-daemon`.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;
use seaway_channel::{Secret, TlsServer};
use seaway_daemon::{Door, Endings, Relay as Service};

use crate::listening::Listening;

/// How long connections have to end.
const PATIENCE: Duration = Duration::from_secs(2);

/// Forward connections to daemons that are out of direct reach
///
/// For a gateway between networks: programs that cannot reach the host of remote://HOST/PATH connect through
/// this relay if the hint seaway_relay names it. It forwards bytes and has no access to files. Clients must
/// authenticate with the same secret, from SEAWAY_SECRET_FILE or ~/.config/seaway/secret. Ends with SIGINT or
/// SIGTERM.
#[derive(Debug, Args)]
pub(crate) struct Relay {
    /// Where to listen besides the loopback, port 0 selects a free one; may be given several times
    #[arg(long, value_name = "HOST[:PORT]", required = true)]
    listen: Vec<String>,

    /// Forward to this target only, * matches any; may be given several times [default: everywhere]
    #[arg(long, value_name = "HOST:PORT")]
    allow: Vec<String>,
}

impl Relay {
    pub(crate) fn run(&self) -> Result<()> {
        for place in &self.allow {
            let port = place.rsplit_once(':').map(|(_, port)| port);
            let fine = port.is_some_and(|port| port == "*" || port.parse::<u16>().is_ok());
            ensure!(fine, "--allow {place}: must be HOST:PORT, where either may be *");
        }
        let secret = Secret::load()?;
        let listening = Listening::at(&self.listen)?;
        let addresses = listening.to_text();
        let endings = Endings::hold_back()?;
        let relay = Arc::new(Service::to(self.allow.clone()));
        let door = Door::with_listeners(listening.listeners, secret, Some(TlsServer::load()?), vec![relay]);
        door.open()?;
        // Only now: a program that waits for this line may connect.
        let mut output = io::stdout().lock();
        writeln!(output, "relay at {addresses}")?;
        output.flush()?;
        endings.wait();
        door.close(PATIENCE);
        Ok(())
    }
}
