// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Door`]: listens for Redis clients, over TCP with a password, or on a Unix socket for processes of the same user.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;
use std::time::Duration;
use std::{fmt, fs};

use seaway_things::{Error, Kind, Operation, Result, Space};

use crate::commands::Commands;
use crate::connection::{Client, Connection, Entry};

/// Clients at a time; more are sent away.
const MOST_CLIENTS: usize = 256;
/// How long a client may take to authenticate.
const STRANGER_PATIENCE: Duration = Duration::from_secs(10);
/// How long a client may take no byte of a reply.
const REPLY_PATIENCE: Duration = Duration::from_secs(60);

/// Where a door is, and what is behind it.
pub struct DoorOptions {
    /// Opens the space; called again when its agent has ended.
    pub enter: Box<dyn Fn() -> Result<Space> + Send + Sync>,
    /// Of things that are created.
    pub kind: Kind,
    /// What TCP clients pass to AUTH.
    pub password: String,
    pub listeners: Vec<TcpListener>,
    /// A socket file for processes of this user, which need no password.
    pub socket: Option<PathBuf>,
}

impl fmt::Debug for DoorOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, listeners, socket, .. } = self;
        f.debug_struct("DoorOptions")
            .field("kind", kind)
            .field("listeners", listeners)
            .field("socket", socket)
            .finish_non_exhaustive()
    }
}

/// A door that is open until the process ends.
#[derive(Debug)]
pub struct Door {
    addresses: Vec<SocketAddr>,
    socket: Option<PathBuf>,
}

#[derive(Debug)]
struct Inside {
    commands: Commands,
    clients: AtomicUsize,
}

impl Door {
    pub fn open(options: DoorOptions) -> Result<Self> {
        let DoorOptions { enter, kind, password, listeners, socket } = options;
        let inside = Arc::new(Inside { commands: Commands::new(enter, kind)?, clients: AtomicUsize::new(0) });
        let failed = |error| Error::from_io(Operation::Open, error);
        let addresses = listeners.iter().map(TcpListener::local_addr).collect::<io::Result<_>>();
        let addresses = addresses.map_err(failed)?;
        for listener in listeners {
            let (inside, entry) = (Arc::clone(&inside), Entry::Password(password.clone()));
            listen(move || inside.admit(listener.accept().map(|(client, _)| client), || Some(entry.clone())))
                .map_err(failed)?;
        }
        if let Some(path) = &socket {
            let listener = bind_private(path)
                .map_err(|error| failed(error).with_detail(format!("cannot listen at {}", path.display())))?;
            listen(move || {
                let client = listener.accept().map(|(client, _)| client);
                let is_own = client.as_ref().is_ok_and(is_of_this_user);
                inside.admit(client, || is_own.then_some(Entry::Known));
            })
            .map_err(failed)?;
        }
        Ok(Self { addresses, socket })
    }

    pub fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        if let Some(path) = &self.socket {
            let _ = fs::remove_file(path);
        }
    }
}

impl Inside {
    /// `entry`: how the client gets in; `None`: it does not.
    fn admit<C: Socket>(self: &Arc<Self>, client: io::Result<C>, entry: impl FnOnce() -> Option<Entry>) {
        let Ok(mut client) = client else {
            // Out of descriptors, perhaps.
            return std::thread::sleep(Duration::from_millis(100));
        };
        let Some(entry) = entry() else { return };
        if self.clients.fetch_add(1, Ordering::Relaxed) >= MOST_CLIENTS {
            self.clients.fetch_sub(1, Ordering::Relaxed);
            let _ = client.set_limits(Some(STRANGER_PATIENCE), STRANGER_PATIENCE);
            let _ = client.write_all(b"-ERR max number of clients reached\r\n");
            return;
        }
        let inside = Arc::clone(self);
        let served = Builder::new().name("seaway-resp".into()).spawn(move || {
            let _leaves = Leaves(&inside.clients);
            if client.set_limits(Some(STRANGER_PATIENCE), REPLY_PATIENCE).is_ok() {
                // A client that is lost needs no answer.
                let _ = Connection::new(&inside.commands, entry).serve(&mut client);
            }
        });
        if served.is_err() {
            self.clients.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// Counts a client out, also if serving it panics.
struct Leaves<'c>(&'c AtomicUsize);

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

trait Socket: Read + Write + Send + 'static + Client {
    fn set_limits(&self, read: Option<Duration>, write: Duration) -> io::Result<()>;
}

macro_rules! socket {
    ($($kind:ty),*) => {$(
        impl Socket for $kind {
            fn set_limits(&self, read: Option<Duration>, write: Duration) -> io::Result<()> {
                self.set_read_timeout(read)?;
                self.set_write_timeout(Some(write))
            }
        }

        impl Client for $kind {
            /// Clients keep idle connections for hours.
            fn was_admitted(&self) -> io::Result<()> {
                self.set_read_timeout(None)
            }
        }
    )*};
}
socket!(TcpStream, UnixStream);

fn listen(mut accept: impl FnMut() + Send + 'static) -> io::Result<()> {
    let work = move || {
        loop {
            accept();
        }
    };
    Builder::new().name("seaway-door".into()).spawn(work).map(drop)
}

/// Nobody else may even connect. A socket file whose process is gone is replaced.
fn bind_private(path: &PathBuf) -> io::Result<UnixListener> {
    let bound = UnixListener::bind(path).or_else(|error| {
        let is_stale = error.kind() == io::ErrorKind::AddrInUse
            && UnixStream::connect(path).is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused);
        if !is_stale {
            return Err(error);
        }
        fs::remove_file(path)?;
        UnixListener::bind(path)
    })?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
    Ok(bound)
}

fn is_of_this_user(client: &UnixStream) -> bool {
    let peer = rustix::net::sockopt::socket_peercred(client);
    peer.is_ok_and(|peer| peer.uid == rustix::process::geteuid())
}
