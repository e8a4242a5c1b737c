// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway serve`: the arguments. The implementation is in `seaway-daemon`.

use std::env;
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use seaway_channel::{Announcement, RunningDaemon, Secret, Serves, SessionRequest, TlsServer};
use seaway_daemon::{
    Activity, Directory, Door, Endings, Exports, MetricsListener, QueueService, Ring, Service, SessionInput,
    Status, Store,
};
use seaway_devices::reachable_at;
use seaway_devices::remote::NodeDaemon;

use crate::listening::Listening;

/// How long connections have to finish what they have begun.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serve files to other hosts, and let programs find each other
///
/// With --export, programs that open remote://HOST/PATH read and write the files below these directories,
/// with the permissions of the user who runs this. Programs that open mxn://HOST:PORT/NAME find each other
/// here; their data does not pass through. Without --listen, only programs on this host can connect. Clients
/// must authenticate with the same secret, from SEAWAY_SECRET_FILE or ~/.config/seaway/secret, which is
/// created on first use. Ends with SIGINT or SIGTERM.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Serve the files below this directory; may be given several times
    #[arg(long, value_name = "DIR")]
    export: Vec<PathBuf>,

    /// Export read-only
    #[arg(long)]
    read_only: bool,

    /// Serve work queues, kept in this file; managers and workers reach them with the daemon's address
    #[arg(long, value_name = "FILE", conflicts_with = "session")]
    queues: Option<PathBuf>,

    /// Where to listen besides the loopback; may be given several times
    ///
    /// 0.0.0.0 stands for all addresses, port 0 for any free port. Without a port: 7117 (SEAWAY_DEFAULT_PORT)
    /// if it is free, otherwise any.
    #[arg(long, value_name = "HOST[:PORT]")]
    listen: Vec<String>,

    /// Refuse connections without TLS (clients must use remote+tls:)
    #[arg(long)]
    tls_only: bool,

    /// Answer GET /metrics over HTTP, for Prometheus; a port alone means the loopback interface
    #[arg(long, value_name = "[HOST:]PORT", conflicts_with = "session")]
    metrics: Option<String>,

    /// Serve one program, which starts this itself: the secret comes on standard input, and it exits at the
    /// end of input
    ///
    /// If a daemon of this user serves that program's file already, this prints its address, and exits.
    /// Without --export, all files that the user may access are served. Without --listen, it listens on the
    /// loopback and on the address that the program connected to.
    #[arg(long)]
    session: bool,
}

impl Serve {
    pub(crate) fn run(&self) -> Result<()> {
        if self.session {
            return self.run_session();
        }
        if self.read_only && self.export.is_empty() {
            bail!("--read-only applies to exported directories; name them with --export DIR");
        }
        let secret = Secret::load()?;
        let activity = Arc::new(Activity::default());
        let mut services: Vec<Arc<dyn Service>> =
            vec![Arc::new(Directory::default()), Arc::new(Status::new(Arc::clone(&activity)))];
        let mut exports = Vec::new();
        if !self.export.is_empty() {
            let exported = Exports::new(&self.export, self.read_only)?;
            exports.extend(exported.paths().map(PathBuf::from));
            let shared = Arc::new(Exports::new(&self.export, self.read_only)?);
            services.push(Arc::new(Ring::new(shared, NodeDaemon::connect_by)));
            services.push(Arc::new(Store::new(exported, Arc::clone(&activity))));
        }
        if let Some(path) = &self.queues {
            let queues = QueueService::open(path, secret.clone());
            let queues = queues.with_context(|| format!("cannot use {} for queues", path.display()))?;
            services.push(Arc::new(queues));
        }
        let listening = Listening::at(&self.listen)?;
        let endings = Endings::hold_back()?;
        let tls = self.tls(TlsServer::load()?);
        let running = RunningDaemon {
            addresses: listening.addresses.clone(),
            serves: Serves { exports, read_only: self.read_only },
            tls_only: self.tls_only,
            certificate: tls.fingerprint(),
        };
        let addresses = listening.to_text();
        let door = Door::with_listeners(listening.listeners, secret, Some(tls), services);
        let metrics = self.metrics.as_deref().map(|place| serve_metrics(place, &activity)).transpose()?;
        door.open()?;
        activity.watch(&door);
        // Only now: programs that find it may connect. Without the file it still serves.
        let registration = running.register();
        if let Err(error) = &registration {
            let _ =
                writeln!(io::stderr(), "seaway: programs on this host will not find this daemon: {error}");
        }
        let name = if self.export.is_empty() { "directory service" } else { "store and directory service" };
        let queues = if self.queues.is_some() { ", with work queues," } else { "" };
        say(&format!("{name}{queues} at {addresses}"))?;
        if let Some(metrics) = metrics {
            say(&format!("metrics at http://{}/metrics", metrics.address()))?;
        }
        endings.wait();
        drop(registration);
        door.close(PATIENCE);
        Ok(())
    }

    fn run_session(&self) -> Result<()> {
        let (input, request) = SessionInput::take()?;
        let came_in = came_in(&request);
        if let Some(running) = self.running(&request, &came_in) {
            return say(&running.to_string());
        }
        let activity = Arc::new(Activity::default());
        let exports = || match self.export.is_empty() {
            true => Exports::everything(self.read_only),
            false => Exports::new(&self.export, self.read_only),
        };
        let ring = Ring::new(Arc::new(exports()?), NodeDaemon::connect_by);
        let exports = exports()?;
        let listening = if self.listen.is_empty() {
            let own = || Ok(reachable_at(0)?.iter().map(SocketAddr::ip).collect());
            Listening::for_session(&came_in, own)?
        } else {
            Listening::at(&self.listen)?
        };
        // The program that started this receives the fingerprint: nothing needs to be stored on this host.
        let tls = self.tls(TlsServer::fresh()?);
        let mut places = listening.addresses.clone();
        // Another host's loopback is not this one's.
        let is_known = |place: &SocketAddr| !place.ip().is_loopback() || came_in.contains(&place.ip());
        if places.iter().any(is_known) {
            places.retain(is_known);
        }
        let announcement = announcement(&places, tls.fingerprint(), None)?;
        let endings = Endings::hold_back()?;
        let services: Vec<Arc<dyn Service>> = vec![Arc::new(Store::new(exports, activity)), Arc::new(ring)];
        let door = Door::with_listeners(listening.listeners, request.secret, Some(tls), services);
        door.open()?;
        say(&announcement.to_string())?;
        input.end_with_it()?;
        endings.wait();
        door.close(PATIENCE);
        Ok(())
    }

    fn tls(&self, tls: TlsServer) -> TlsServer {
        if self.tls_only { tls.required() } else { tls }
    }

    /// A daemon of this user that serves what the program wants, and listens on the address that it connected
    /// to.
    fn running(&self, request: &SessionRequest, came_in: &[IpAddr]) -> Option<Announcement> {
        let wanted = request.wanted.as_ref()?;
        // Explicit options request a new daemon.
        if !self.export.is_empty() || !self.listen.is_empty() || self.read_only || self.tls_only {
            return None;
        }
        let secret = Secret::load_existing().ok()??;
        if secret.tag(&request.secret).ok()? != wanted.tag {
            return None;
        }
        let serves = |daemon: &RunningDaemon| {
            let Serves { exports, read_only } = &daemon.serves;
            let exports = Exports::new(exports, *read_only);
            exports.is_ok_and(|exports| exports.contains(&wanted.path, &wanted.directory))
                && !(*read_only && wanted.writes)
                && (wanted.tls || !daemon.tls_only)
        };
        RunningDaemon::all().into_iter().filter(serves).find_map(|daemon| {
            let at = |came: &IpAddr| {
                let hears = |address: &&SocketAddr| match address.ip() {
                    all if all.is_unspecified() => all.is_ipv6() || came.is_ipv4(),
                    one => one == *came,
                };
                Some(SocketAddr::new(*came, daemon.addresses.iter().find(hears)?.port()))
            };
            let mut places: Vec<SocketAddr> = came_in.iter().filter_map(at).collect();
            let port = places.first()?.port();
            places.retain(|place| place.port() == port);
            announcement(&places, daemon.certificate.clone(), Some(daemon.serves.clone())).ok()
        })
    }
}

/// The addresses of this host that the program can use: those that it names, and the one that its ssh
/// connected to.
fn came_in(request: &SessionRequest) -> Vec<IpAddr> {
    // CLIENT PORT SERVER PORT
    let connection = env::var("SSH_CONNECTION").unwrap_or_default();
    let server = connection.split(' ').nth(2).and_then(|address| address.parse::<IpAddr>().ok());
    let all = server.into_iter().chain(request.addresses.iter().copied());
    all.map(|address| address.to_canonical()).filter(|address| !address.is_unspecified()).collect()
}

fn announcement(
    addresses: &[SocketAddr],
    certificate: String,
    running: Option<Serves>,
) -> Result<Announcement> {
    let Some(port) = addresses.first().map(SocketAddr::port) else { bail!("it listens nowhere") };
    let addresses =
        addresses.iter().map(SocketAddr::ip).filter(|address| !address.is_unspecified()).collect();
    Ok(Announcement { port, certificate: Some(certificate), addresses, running })
}

fn say(line: &str) -> Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{line}")?;
    Ok(output.flush()?)
}

fn serve_metrics(place: &str, activity: &Arc<Activity>) -> Result<MetricsListener> {
    let place = if place.contains(':') { place.to_owned() } else { format!("127.0.0.1:{place}") };
    let listen = || TcpListener::bind(&place.to_socket_addrs()?.collect::<Vec<_>>()[..]);
    let listener = listen().with_context(|| format!("cannot serve metrics at {place}"))?;
    Ok(MetricsListener::open(listener, Arc::clone(activity))?)
}
