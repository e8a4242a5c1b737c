// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Door`]: authenticates clients, and hands them to the service that they ask for. Bounded in
//! unauthenticated and in total connections, in threads, and in the time for authentication.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rustix::net::{Shutdown, shutdown};
use seaway_channel::{Channel, Secret, TlsServer, accept_connection};
use seaway_device_api::{Error, Operation, Result};
use seaway_messages::Service as Kind;

use crate::descriptors;
use crate::lobby::{Lobby, PROVE_WITHIN};
use crate::lot::{Lot, LotStatus};

/// Upper limit, even if more descriptors are available.
const MAX_CONNECTIONS: usize = 65_536;
/// How long a refused client has to receive the reason.
const REFUSE_WITHIN: Duration = Duration::from_secs(5);

/// Serves authenticated clients.
pub trait Service: Send + Sync + 'static {
    fn kind(&self) -> Kind;

    /// Takes over a connection, and returns at once.
    fn serve(self: Arc<Self>, admitted: Admitted);

    /// Tells a client why it is not served. The channel has a deadline, and is closed afterwards.
    fn refuse(&self, channel: &Channel, reason: &str);

    /// The daemon is about to exit: connections finish what they have begun, and end. Called at most once.
    fn leave(&self) {}
}

/// A connection whose peer has authenticated.
#[derive(Debug)]
pub struct Admitted {
    pub(crate) channel: Arc<Channel>,
    pub(crate) lot: Arc<Lot>,
    /// Must be kept as long as the connection.
    pub(crate) counted: Counted,
}

#[allow(missing_debug_implementations, reason = "holds services, which need not have any")]
pub struct Door {
    pub(crate) listeners: Vec<TcpListener>,
    secret: Secret,
    tls: Option<TlsServer>,
    services: Vec<Arc<dyn Service>>,
    lobby: OnceLock<Lobby>,
    lot: OnceLock<Arc<Lot>>,
    connections: Arc<Connections>,
}

/// Current and total counts.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    state: Mutex<State>,
    fewer: Condvar,
    accepted: AtomicU64,
    refused: AtomicU64,
    unproven: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    count: usize,
    closed: bool,
}

/// The metrics of a door.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DoorStatus {
    pub(crate) connections: usize,
    pub(crate) accepted: u64,
    /// For lack of descriptors or slots.
    pub(crate) refused: u64,
    /// Those that failed to authenticate.
    pub(crate) unproven: u64,
    pub(crate) strangers: usize,
    pub(crate) lot: Option<LotStatus>,
}

impl Door {
    /// With `tls`, also accepts TLS connections.
    pub fn new(
        listener: TcpListener,
        secret: Secret,
        tls: Option<TlsServer>,
        services: Vec<Arc<dyn Service>>,
    ) -> Arc<Self> {
        Self::with_listeners(vec![listener], secret, tls, services)
    }

    /// As [`Self::new`], at several addresses.
    pub fn with_listeners(
        listeners: Vec<TcpListener>,
        secret: Secret,
        tls: Option<TlsServer>,
        services: Vec<Arc<dyn Service>>,
    ) -> Arc<Self> {
        let (lobby, lot, connections) = (OnceLock::new(), OnceLock::new(), Arc::default());
        Arc::new(Self { listeners, secret, tls, services, lobby, lot, connections })
    }

    /// Starts accepting connections. Raises this process's soft limit of descriptors to the hard one. Called
    /// at most once.
    pub fn open(self: &Arc<Self>) -> Result<()> {
        descriptors::raise_limit();
        let failed = |error| Error::from_io(Operation::Open, error);
        let lot = Lot::new().map_err(failed)?;
        let _ = self.lot.set(lot);
        let lobby = Lobby::open(self).map_err(failed)?;
        let _ = self.lobby.set(lobby);
        Ok(())
    }

    /// Stops accepting connections, and has the services finish what they have begun. Returns when all
    /// connections have ended, or after `patience`, when the remaining ones are ended.
    pub fn close(&self, patience: Duration) {
        self.connections.lock().closed = true;
        if let Some(lobby) = self.lobby.get() {
            lobby.close();
        }
        // New connections are refused by the system from here on.
        for listener in &self.listeners {
            let _ = shutdown(listener, Shutdown::Both);
        }
        self.services.iter().for_each(|service| service.leave());
        if let Some(lot) = self.lot.get() {
            lot.leave();
        }
        self.connections.wait_for_none(Instant::now() + patience);
        if let Some(lot) = self.lot.get() {
            lot.close();
        }
    }

    /// Authenticates a new connection, and has it served or refused. Blocks until the peer is done, at most
    /// until `deadline`.
    pub(crate) fn admit(&self, stranger: TcpStream, deadline: Instant) {
        let is_reserved = descriptors::is_reserved(&stranger);
        let Ok((channel, service)) = self.prove(stranger, deadline) else {
            self.connections.unproven.fetch_add(1, Ordering::Relaxed);
            return;
        };
        let reason = match self.connections.count() {
            _ if is_reserved && service.kind() != Kind::Status => descriptors::refusal("connections"),
            Some(counted) => {
                channel.set_deadline(None);
                let Some(lot) = self.lot.get().cloned() else { return };
                return service.serve(Admitted { channel: Arc::new(channel), lot, counted });
            }
            None if self.connections.lock().closed => return,
            None => {
                let host = descriptors::host_name();
                format!("too many connections on {host}: its daemon serves {MAX_CONNECTIONS} at a time")
            }
        };
        self.connections.refused.fetch_add(1, Ordering::Relaxed);
        channel.set_deadline(Some(Instant::now() + REFUSE_WITHIN));
        service.refuse(&channel, &reason);
    }

    pub(crate) fn status(&self) -> DoorStatus {
        DoorStatus {
            connections: self.connections.lock().count,
            accepted: self.connections.accepted.load(Ordering::Relaxed),
            refused: self.connections.refused.load(Ordering::Relaxed),
            unproven: self.connections.unproven.load(Ordering::Relaxed),
            strangers: self.lobby.get().map_or(0, Lobby::strangers),
            lot: self.lot.get().map(|lot| lot.status()),
        }
    }

    fn prove(&self, connection: TcpStream, deadline: Instant) -> Result<(Channel, Arc<dyn Service>)> {
        let deadline = deadline.min(Instant::now() + PROVE_WITHIN);
        let channel = accept_connection(connection, self.tls.as_ref(), deadline)?;
        let kinds: Vec<Kind> = self.services.iter().map(|service| service.kind()).collect();
        let (kind, _) = channel.accept(&kinds, &self.secret)?;
        let service = self.services.iter().find(|service| service.kind() == kind);
        let service =
            service.ok_or_else(|| Error::from_io(Operation::Open, io::ErrorKind::NotFound.into()))?;
        Ok((channel, Arc::clone(service)))
    }
}

impl Connections {
    fn count(self: &Arc<Self>) -> Option<Counted> {
        let mut state = self.lock();
        if state.closed || state.count >= MAX_CONNECTIONS {
            return None;
        }
        state.count += 1;
        self.accepted.fetch_add(1, Ordering::Relaxed);
        Some(Counted(Arc::clone(self)))
    }

    fn wait_for_none(&self, deadline: Instant) {
        let mut state = self.lock();
        while state.count > 0 {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            state = self.fewer.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts one connection, until dropped.
#[derive(Debug)]
pub(crate) struct Counted(Arc<Connections>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.lock().count -= 1;
        self.0.fewer.notify_all();
    }
}
