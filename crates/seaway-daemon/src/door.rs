// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Door`]: accepts connections and hands those that have proved the secret to the service they ask for. Bounded: in
//! strangers, in connections, and in the time a stranger has.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::os::fd::AsFd;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use rustix::net::{Shutdown, shutdown};
use seaway_device::{Error, Operation, Result};
use seaway_proto::Service as Kind;
use seaway_wire::{Channel, Gate, Secret, TlsServer, accept_connection};

/// Who connects has this long to prove that it may.
const PROVE_WITHIN: Duration = Duration::from_secs(10);
/// Each has some threads and a descriptor.
const MAX_CONNECTIONS: usize = 4096;
const STACK_BYTES: usize = 256 << 10;
/// After an error that would come again at once, such as too many open files.
const PAUSE: Duration = Duration::from_millis(50);

/// What is done for those who were let in.
pub trait Service: Send + Sync + 'static {
    fn kind(&self) -> Kind;

    /// One connection, to its end.
    fn serve(&self, channel: Channel);

    /// The daemon is about to end: connections shall finish what they have begun, and end too. May be called once.
    fn leave(&self) {}
}

#[allow(missing_debug_implementations, reason = "holds services, which need not have any")]
pub struct Door {
    listener: TcpListener,
    secret: Secret,
    tls: Option<TlsServer>,
    services: Vec<Arc<dyn Service>>,
    gate: Arc<Gate>,
    connections: Mutex<Connections>,
    fewer: Condvar,
}

#[derive(Default)]
struct Connections {
    count: usize,
    closed: bool,
}

impl Door {
    /// With `tls`, those who come inside TLS are let in too.
    pub fn new(
        listener: TcpListener,
        secret: Secret,
        tls: Option<TlsServer>,
        services: Vec<Arc<dyn Service>>,
    ) -> Arc<Self> {
        let (connections, fewer) = (Mutex::default(), Condvar::new());
        Arc::new(Self { listener, secret, tls, services, gate: Arc::default(), connections, fewer })
    }

    /// Accepts connections from now on, on a thread.
    pub fn open(self: &Arc<Self>) -> Result<()> {
        let door = Arc::clone(self);
        let started = Builder::new().name("seaway-door".into()).spawn(move || door.accept_all());
        started.map(|_| ()).map_err(|error| Error::from_io(Operation::Open, error))
    }

    /// Lets nobody in any more, and has the services finish what they have begun. Comes back when all connections have
    /// ended, or after `patience`.
    pub fn close(&self, patience: Duration) {
        self.lock().closed = true;
        self.gate.close();
        // Whoever waits in `accept` comes back.
        let _ = shutdown(self.listener.as_fd(), Shutdown::Both);
        self.services.iter().for_each(|service| service.leave());
        let deadline = Instant::now() + patience;
        let mut connections = self.lock();
        while connections.count > 0 {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            connections =
                self.fewer.wait_timeout(connections, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn accept_all(self: Arc<Self>) {
        loop {
            match self.listener.accept() {
                Ok((connection, _)) => self.let_in(connection),
                Err(_) if self.lock().closed => return,
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                Err(_) => thread::sleep(PAUSE),
            }
        }
    }

    fn let_in(self: &Arc<Self>, connection: TcpStream) {
        let Some(counted) = self.count() else {
            // The peer sees an end; those inside are served on.
            return thread::sleep(PAUSE);
        };
        let Some(admission) = self.gate.admit(&connection) else { return thread::sleep(PAUSE) };
        let started = Builder::new().name("seaway-serve".into()).stack_size(STACK_BYTES).spawn(move || {
            let proved = counted.0.prove(connection);
            drop(admission);
            if let Ok((channel, service)) = proved {
                service.serve(channel);
            }
            drop(counted);
        });
        if started.is_err() {
            thread::sleep(PAUSE);
        }
    }

    fn count(self: &Arc<Self>) -> Option<Counted> {
        let mut connections = self.lock();
        if connections.closed || connections.count >= MAX_CONNECTIONS {
            return None;
        }
        connections.count += 1;
        Some(Counted(Arc::clone(self)))
    }

    fn prove(&self, connection: TcpStream) -> Result<(Channel, &dyn Service)> {
        let deadline = Instant::now() + PROVE_WITHIN;
        let channel = accept_connection(connection, self.tls.as_ref(), deadline)?;
        let kinds: Vec<Kind> = self.services.iter().map(|service| service.kind()).collect();
        let (kind, _) = channel.accept(&kinds, &self.secret)?;
        channel.set_deadline(None);
        let service = self.services.iter().find(|service| service.kind() == kind);
        let service =
            service.ok_or_else(|| Error::from_io(Operation::Open, io::ErrorKind::NotFound.into()))?;
        Ok((channel, &**service))
    }

    fn lock(&self) -> MutexGuard<'_, Connections> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One connection, until dropped.
struct Counted(Arc<Door>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.lock().count -= 1;
        self.0.fewer.notify_all();
    }
}
