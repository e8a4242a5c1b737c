// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Door`]: accepts connections and hands those that have proved the secret to a service. Bounded: in strangers, in
//! connections, and in the time a stranger has.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use anyhow::Result;
use rustix::net::sockopt;
use seaway_devices::{Gate, Secret, authenticate};
use seaway_proto::{Role, Service as Kind};

/// Who connects has this long to prove that it may.
const PROVE_WITHIN: Duration = Duration::from_secs(10);
/// Each has a thread and a descriptor.
const MAX_CONNECTIONS: usize = 4096;
const STACK_BYTES: usize = 256 << 10;
/// After an error that would come again at once, such as too many open files.
const PAUSE: Duration = Duration::from_millis(50);

/// What is done for those who were let in.
pub(super) trait Service: Send + Sync + 'static {
    fn kind(&self) -> Kind;

    /// One connection, to its end.
    fn serve(&self, connection: TcpStream);
}

pub(super) struct Door {
    listener: TcpListener,
    secret: Secret,
    service: Arc<dyn Service>,
    gate: Arc<Gate>,
    connections: AtomicUsize,
}

impl Door {
    pub(super) fn new(listener: TcpListener, secret: Secret, service: Arc<dyn Service>) -> Arc<Self> {
        Arc::new(Self { listener, secret, service, gate: Arc::default(), connections: AtomicUsize::new(0) })
    }

    /// Accepts connections from now on, on a thread.
    pub(super) fn open(self: Arc<Self>) -> Result<()> {
        Builder::new().name("seaway-door".into()).spawn(move || self.accept_all())?;
        Ok(())
    }

    fn accept_all(self: Arc<Self>) {
        loop {
            match self.listener.accept() {
                Ok((connection, _)) => self.let_in(connection),
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                Err(_) => thread::sleep(PAUSE),
            }
        }
    }

    fn let_in(self: &Arc<Self>, connection: TcpStream) {
        if self.connections.load(Ordering::Relaxed) >= MAX_CONNECTIONS {
            // The peer sees an end; those inside are served on.
            return thread::sleep(PAUSE);
        }
        let Some(admission) = self.gate.admit(&connection) else { return thread::sleep(PAUSE) };
        self.connections.fetch_add(1, Ordering::Relaxed);
        let door = Arc::clone(self);
        let started = Builder::new().name("seaway-serve".into()).stack_size(STACK_BYTES).spawn(move || {
            let counted = Counted(&door.connections);
            let proved = door.prove(&connection);
            drop(admission);
            if proved.is_ok() {
                door.service.serve(connection);
            }
            drop(counted);
        });
        if started.is_err() {
            self.connections.fetch_sub(1, Ordering::Relaxed);
            thread::sleep(PAUSE);
        }
    }

    fn prove(&self, connection: &TcpStream) -> Result<()> {
        connection.set_nodelay(true)?;
        // A host that has vanished is noticed within half a minute.
        sockopt::set_socket_keepalive(connection, true)?;
        sockopt::set_tcp_keepidle(connection, Duration::from_secs(5))?;
        sockopt::set_tcp_keepintvl(connection, Duration::from_secs(5))?;
        sockopt::set_tcp_keepcnt(connection, 5)?;
        let mut stranger = Stranger { connection, deadline: Instant::now() + PROVE_WITHIN };
        authenticate(&mut stranger, Role::Server, self.service.kind(), &self.secret)?;
        connection.set_read_timeout(None)?;
        connection.set_write_timeout(Some(PROVE_WITHIN))?;
        Ok(())
    }
}

struct Counted<'a>(&'a AtomicUsize);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A connection with a deadline for the whole, however slowly the other side drips.
struct Stranger<'a> {
    connection: &'a TcpStream,
    deadline: Instant,
}

impl Stranger<'_> {
    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for Stranger<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.connection.set_read_timeout(self.left()?)?;
        self.connection.read(into)
    }
}

impl Write for Stranger<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.connection.set_write_timeout(self.left()?)?;
        self.connection.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
