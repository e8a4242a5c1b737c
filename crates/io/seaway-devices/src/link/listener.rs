// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Listener`]: the addresses of an endpoint, and the thread that accepts peers.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::io::Errno;
use rustix::net::{self, AddressFamily, SocketAddrUnix, SocketFlags, SocketType};
use seaway_channel::{Gate, hexadecimal, random_bytes};
use seaway_device_api::{Error, ErrorKind, Operation, Result};

use super::addresses::reachable_at;
use super::connection::{Events, Link};
use super::descriptor::Descriptor;
use super::identity::Identity;
use super::message::LinkMessage;
use super::setup::{self, Arrived, check_user};
use super::socket::Socket;
use super::threads::spawn;
use super::trunk::{Channel, Trunks};

/// Clients must authenticate within this time.
const PROVE_WITHIN: Duration = Duration::from_secs(10);
const BACKLOG: i32 = 4096;
/// Pause after an error that would recur at once, such as too many open files.
const PAUSE: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

/// The name of the abstract Unix socket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LocalName {
    /// A unique name.
    Fresh,
    /// This name, at most 107 bytes. `FileInUse` if it is taken.
    Named(String),
}

#[derive(Debug)]
pub(crate) struct Listener {
    unix: OwnedFd,
    name: String,
    tcp: Option<OwnedFd>,
    addresses: Vec<SocketAddr>,
}

impl Listener {
    /// Listens on this host and, if `tcp`, on all its networks.
    pub(crate) fn bind(name: LocalName, tcp: bool) -> Result<Self> {
        let name = match name {
            LocalName::Named(name) => name,
            LocalName::Fresh => format!("seaway-link-{}", hexadecimal(&random_bytes::<12>()?)),
        };
        let unix = listen_local(&name).map_err(|error| match error {
            Errno::ADDRINUSE => taken(&name),
            error => {
                Error::from_io(Operation::Open, error.into()).with_detail(format!("cannot listen at {name}"))
            }
        })?;
        let (tcp, addresses) = match tcp {
            true => listen_tcp().map(|(fd, addresses)| (Some(fd), addresses))?,
            false => (None, Vec::new()),
        };
        Ok(Self { unix, name, tcp, addresses })
    }

    /// The name of the Unix socket, and all addresses that others may try, in order.
    pub(crate) fn contact_addresses(&self) -> (String, Vec<SocketAddr>) {
        (self.name.clone(), self.addresses.clone())
    }

    /// Accepts peers until the guard is dropped. Established links continue.
    pub(crate) fn serve<M: LinkMessage>(
        self,
        me: Arc<Identity>,
        events: Arc<dyn Events<M>>,
    ) -> Result<ListenerGuard> {
        let stop = eventfd(0, EventfdFlags::CLOEXEC)
            .map_err(|error| Error::from_io(Operation::Open, error.into()))?;
        let door = Arc::new(Door { stop, gate: Arc::default() });
        let of_thread = Arc::clone(&door);
        let (trunks, of_trunks) = (Arc::clone(&me.trunks), (Arc::clone(&me), Arc::clone(&events)));
        let thread = spawn(move || Doorman { listener: self, door: of_thread, me, events }.accept_all())?;
        trunks.open_door(move |channel| welcome(channel, &of_trunks.0, &of_trunks.1));
        Ok(ListenerGuard { door, trunks, thread: Some(thread) })
    }
}

/// Turns an incoming channel into a link. The trunk that carries it is authenticated.
fn welcome<M: LinkMessage>(channel: Channel, me: &Arc<Identity>, events: &Arc<dyn Events<M>>) {
    let (me, events) = (Arc::clone(me), Arc::clone(events));
    // If no thread can be started, the channel is dropped and the peer sees its end.
    let _ = spawn(move || {
        let arrived = setup::accept(Socket::Channel(channel), &me, M::SERVICE, Instant::now() + PROVE_WITHIN);
        if let Ok(Arrived::Link(introduced)) = arrived {
            Link::new(*introduced).run(&*events);
        }
    });
}

/// Stops the listener when dropped.
#[derive(Debug)]
pub(crate) struct ListenerGuard {
    door: Arc<Door>,
    trunks: Arc<Trunks>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for ListenerGuard {
    fn drop(&mut self) {
        self.trunks.close_door();
        self.door.gate.close();
        let _ = rustix::io::write(&self.door.stop, &1_u64.to_ne_bytes());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What the accept thread and the guard share.
#[derive(Debug)]
struct Door {
    /// Wakes the thread.
    stop: OwnedFd,
    gate: Arc<Gate>,
}

/// The accept thread.
struct Doorman<M> {
    listener: Listener,
    door: Arc<Door>,
    me: Arc<Identity>,
    events: Arc<dyn Events<M>>,
}

impl<M: LinkMessage> Doorman<M> {
    fn accept_all(self) {
        loop {
            let mut entries = vec![
                PollFd::new(&self.door.stop, PollFlags::IN),
                PollFd::new(&self.listener.unix, PollFlags::IN),
            ];
            entries.extend(self.listener.tcp.as_ref().map(|tcp| PollFd::new(tcp, PollFlags::IN)));
            match poll(&mut entries, None) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(_) => self.pause(),
            }
            let ready: Vec<bool> = entries.iter().map(|entry| !entry.revents().is_empty()).collect();
            if self.door.gate.is_closed() {
                return;
            }
            if ready[1] {
                self.accept(&self.listener.unix, true);
            }
            if let (Some(true), Some(tcp)) = (ready.get(2), &self.listener.tcp) {
                self.accept(tcp, false);
            }
        }
    }

    fn accept(&self, listener: &OwnedFd, local: bool) {
        let fd = match net::accept_with(listener, SocketFlags::CLOEXEC) {
            Ok(fd) => fd,
            // The client has disconnected already, or a signal interrupted the call.
            Err(Errno::AGAIN | Errno::INTR | Errno::CONNABORTED) => return,
            Err(_) => return self.pause(),
        };
        let connection = if local { Ok(Descriptor::local(fd)) } else { Descriptor::remote(fd) };
        let Ok(connection) = connection else { return };
        if check_user(&connection).is_err() {
            return;
        }
        let Some(admission) = self.door.gate.admit(&connection) else { return self.pause() };
        let (me, events) = (Arc::clone(&self.me), Arc::clone(&self.events));
        let started = spawn(move || {
            let socket = Socket::Descriptor(connection);
            let deadline = Instant::now() + PROVE_WITHIN;
            let arrived = setup::accept(socket, &me, M::SERVICE, deadline);
            drop(admission);
            match arrived {
                Ok(Arrived::Link(introduced)) => Link::new(*introduced).run(&*events),
                Ok(Arrived::Trunk(connection)) => me.trunks.serve(connection, deadline),
                Err(_) => {}
            }
        });
        if started.is_err() {
            self.pause();
        }
    }

    /// Waits briefly, or until the listener stops.
    fn pause(&self) {
        let _ = poll(&mut [PollFd::new(&self.door.stop, PollFlags::IN)], Some(&PAUSE));
    }
}

fn listen_local(name: &str) -> Result<OwnedFd, Errno> {
    let address = SocketAddrUnix::new_abstract_name(name.as_bytes())?;
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let fd = net::socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)?;
    net::bind(&fd, &address)?;
    net::listen(&fd, BACKLOG)?;
    Ok(fd)
}

fn listen_tcp() -> Result<(OwnedFd, Vec<SocketAddr>)> {
    let failed = |error: io::Error| {
        let detail = format!("cannot listen for other hosts: {error}");
        Error::from_io(Operation::Open, error).with_detail(detail)
    };
    // An IPv6 socket accepts IPv4 as well. The second is for hosts without IPv6.
    let any: [SocketAddr; 2] = [(Ipv6Addr::UNSPECIFIED, 0).into(), (Ipv4Addr::UNSPECIFIED, 0).into()];
    let listener = TcpListener::bind(&any[..]).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let port = listener.local_addr().map_err(failed)?.port();
    net::listen(&listener, BACKLOG).map_err(|error| failed(error.into()))?;
    Ok((listener.into(), reachable_at(port)?))
}

fn taken(name: &str) -> Error {
    let holder = Descriptor::connect_local(name, Instant::now() + Duration::from_secs(1))
        .and_then(|holder| holder.peer());
    let detail = match holder {
        Ok(peer) => {
            let process = peer.pid.as_raw_nonzero();
            let program = std::fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
            format!("process {process} ({}) already uses this name", program.trim_end())
        }
        Err(_) => "another process already uses this name".into(),
    };
    Error::new(ErrorKind::FileInUse, Operation::Open).with_detail(detail)
}
