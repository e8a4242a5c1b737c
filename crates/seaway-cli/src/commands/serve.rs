// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway serve`: the arguments. What is served stands in `seaway-daemon`.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use seaway_daemon::{Activity, Directory, Door, Endings, Exports, Service, SessionInput, Status, Store};
use seaway_devices::reachable_at;
use seaway_wire::{Announcement, Secret, TlsServer};

/// On all addresses, or all of IPv4 where there is no other.
const EVERYWHERE: [&str; 2] = ["[::]:7117", "0.0.0.0:7117"];
/// The same, at any port.
const ANYWHERE: [&str; 2] = ["[::]:0", "0.0.0.0:0"];
/// So long connections have to finish what they have begun.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serve files to other hosts, and let programs find each other
///
/// With --export, programs that open remote://HOST/PATH read and write the files beneath these directories, as the user
/// who runs this. Programs that open mxn://HOST:PORT/NAME meet here; their data do not pass through. All must know the same
/// secret, of SEAWAY_SECRET_FILE or ~/.config/seaway/secret, which is made on first use. Ends with SIGINT or SIGTERM.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Serve the files beneath this directory; may be given several times
    #[arg(long, value_name = "DIR")]
    export: Vec<PathBuf>,

    /// Refuse to change what is exported
    #[arg(long)]
    read_only: bool,

    /// Where to listen; port 0 takes a free one [default: port 7117 on all addresses]
    #[arg(long, value_name = "HOST:PORT")]
    listen: Option<String>,

    /// Serve one program, which starts this itself: the secret comes on standard input, and it ends when that does
    ///
    /// Without --export, all files that the user may access are served.
    #[arg(long)]
    session: bool,
}

impl Serve {
    pub(crate) fn run(&self) -> Result<()> {
        if self.session {
            return self.run_session();
        }
        if self.read_only && self.export.is_empty() {
            bail!("--read-only is about what is exported; say what by --export DIR");
        }
        let secret = Secret::load()?;
        let activity = Arc::new(Activity::default());
        let mut services: Vec<Arc<dyn Service>> =
            vec![Arc::new(Directory::default()), Arc::new(Status::new(Arc::clone(&activity)))];
        if !self.export.is_empty() {
            let exports = Exports::new(&self.export, self.read_only)?;
            services.push(Arc::new(Store::new(exports, activity)));
        }
        let listener = self.bind()?;
        let address = listener.local_addr()?;
        let endings = Endings::hold_back()?;
        let door = Door::new(listener, secret, Some(TlsServer::load()?), services);
        door.open()?;
        // Only now: whoever waits for this line may connect.
        let name = if self.export.is_empty() { "directory service" } else { "store and directory service" };
        let mut output = io::stdout().lock();
        writeln!(output, "{name} at {address}")?;
        output.flush()?;
        endings.wait();
        door.close(PATIENCE);
        Ok(())
    }

    fn run_session(&self) -> Result<()> {
        let (input, secret) = SessionInput::take()?;
        let activity = Arc::new(Activity::default());
        let exports = match self.export.is_empty() {
            true => Exports::everything(self.read_only)?,
            false => Exports::new(&self.export, self.read_only)?,
        };
        let listener = self.bind()?;
        let port = listener.local_addr()?.port();
        // Whoever started this is told the fingerprint: nothing need be kept on this host.
        let tls = TlsServer::fresh()?;
        let addresses = reachable_at(port)?.iter().map(SocketAddr::ip).collect();
        let announcement = Announcement { port, certificate: Some(tls.fingerprint()), addresses };
        let endings = Endings::hold_back()?;
        let door = Door::new(listener, secret, Some(tls), vec![Arc::new(Store::new(exports, activity))]);
        door.open()?;
        let mut output = io::stdout().lock();
        writeln!(output, "{announcement}")?;
        output.flush()?;
        input.end_with_it()?;
        endings.wait();
        door.close(PATIENCE);
        Ok(())
    }

    fn bind(&self) -> Result<TcpListener> {
        let listen = |address: &str| TcpListener::bind(&address.to_socket_addrs()?.collect::<Vec<_>>()[..]);
        match &self.listen {
            Some(address) => listen(address).with_context(|| format!("cannot listen at {address}")),
            None => {
                let [all, old] = if self.session { ANYWHERE } else { EVERYWHERE };
                let listener = listen(all).or_else(|_| listen(old));
                listener.context("cannot listen at port 7117; another may be given by --listen HOST:PORT")
            }
        }
    }
}
