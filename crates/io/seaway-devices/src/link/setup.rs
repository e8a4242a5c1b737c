// SPDX-License-Identifier: MIT OR Apache-2.0
//! How a connection becomes a link: both ends prove the secret and say who they are, and the one that connected finds out
//! how bytes can come from the other.

use std::env;
use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use seaway_channel::{authenticate, authenticate_for_any};
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{
    Contact, CopyMethod, HEADER_BYTES, MxnMessage, Probe, Role, Service, Side, decode_header,
};

use super::addresses::{host_id, reachable_at};
use super::descriptor::Descriptor;
use super::identity::{Identity, describe};
use super::memory::{Board, PeerProcess, PeerWindow, own_probe};
use super::message::too_long;
use super::socket::{Socket, Timed, remaining};
use super::trunk::Permit;

/// The value of a [`CopyMethods`], where nothing else says it.
const WAYS_VARIABLE: &str = "SEAWAY_MXN_WAY";
/// An introduction is a few hundred bytes; a peer that has proved the secret may still be of another version.
const MAX_INTRODUCTION: usize = 64 << 10;

/// Which methods of copying bytes from a peer on the same host are tried. For tests, and for machines on which one does not work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CopyMethods {
    /// All, fastest first.
    Any,
    /// Not the memory of the process itself.
    Window,
    /// None.
    Socket,
}

impl CopyMethods {
    /// `memory`, `window` or `socket`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text {
            "memory" => Some(Self::Any),
            "window" => Some(Self::Window),
            "socket" => Some(Self::Socket),
            _ => None,
        }
    }

    pub(crate) fn of_environment() -> Self {
        env::var(WAYS_VARIABLE).ok().and_then(|text| Self::parse(&text)).unwrap_or(Self::Any)
    }
}

/// A connection that is proved and introduced.
#[derive(Debug)]
pub(super) struct Introduced {
    pub(super) socket: Socket,
    pub(super) peer: Contact,
    pub(super) way: CopyMethod,
    pub(super) reach: Reach,
    /// Of a link that counts among those with a connection of their own.
    pub(super) permit: Option<Permit>,
}

/// How this end gets at the peer's memory.
#[derive(Debug)]
pub(super) enum Reach {
    /// The peer is in this process: its board is needed, and its window is not.
    Here(Option<Board>),
    /// The window where a piece lies in it: its pages need not be looked up each time.
    Process(PeerProcess, Option<PeerWindow>),
    Window(PeerWindow),
    /// Not at all.
    None,
}

/// Connects to `to`: by a connection of its own, or by a channel where there are enough of those.
pub(super) fn connect(
    to: &Contact,
    me: &Identity,
    (service, methods): (Service, CopyMethods),
    timeout: Duration,
) -> Result<Introduced> {
    let deadline = Instant::now() + timeout;
    let is_here = to.host == host_id()?;
    let permit = if is_here { None } else { me.trunks.permit() };
    // Before the two programs have met, no process is known that could forward a link.
    let has_channel = !is_here && me.trunks.lead_to(to);
    if is_here || permit.is_some() || !has_channel {
        let connection =
            if is_here { Descriptor::connect_local(&to.unix, deadline) } else { reach_by_tcp(to, deadline) };
        let connection = connection.map_err(|error| unreachable(to, error))?;
        check_user(&connection)?;
        match introduce(Socket::Descriptor(connection), to, me, (service, methods), deadline)? {
            Ok(introduced) => return Ok(Introduced { permit, ..introduced }),
            Err(_) if has_channel => {}
            Err(refusal) => return Err(refusal),
        }
    }
    let channel = me.trunks.open(to, deadline)?;
    introduce(Socket::Channel(channel), to, me, (service, methods), deadline)?
}

/// The inner error: the peer has enough connections.
fn introduce(
    socket: Socket,
    to: &Contact,
    me: &Identity,
    (service, methods): (Service, CopyMethods),
    deadline: Instant,
) -> Result<Result<Introduced>> {
    let mut timed = Timed { socket: &socket, deadline };
    socket.seal(&authenticate(&mut timed, Role::Client, service, &me.secret)?.keys);
    send(&mut timed, &introduction(me, None, None))?;
    let (message, fd) = receive(&mut timed)?;
    let (peer, probe, window) = match message {
        MxnMessage::Introduce { contact, probe, window } => (contact, probe, window),
        MxnMessage::Refused { text, .. } => {
            return Ok(Err(Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(text)));
        }
        _ => return Err(not_introduced()),
    };
    check_identity(to, &peer)?;
    let (way, reach) = choose(&socket, methods, probe, fd.zip(window));
    send(&mut timed, &MxnMessage::CopyMethod { way })?;
    Ok(Ok(Introduced { socket, peer, way, reach, permit: None }))
}

/// What an accepted connection is for.
#[derive(Debug)]
pub(super) enum Arrived {
    Link(Box<Introduced>),
    /// Proved, and not introduced.
    Trunk(Descriptor),
}

/// Turns an accepted connection into a link or a trunk.
pub(super) fn accept(socket: Socket, me: &Identity, service: Service, deadline: Instant) -> Result<Arrived> {
    let mut timed = Timed { socket: &socket, deadline };
    let services: &[Service] = match &socket {
        Socket::Descriptor(_) => &[service, Service::Trunk],
        Socket::Channel(_) => &[service],
    };
    let (service, agreed) = authenticate_for_any(&mut timed, services, &me.secret, None)?;
    socket.seal(&agreed.keys);
    if service == Service::Trunk {
        return match socket {
            Socket::Descriptor(connection) => Ok(Arrived::Trunk(connection)),
            Socket::Channel(_) => Err(not_introduced()),
        };
    }
    let MxnMessage::Introduce { contact: peer, .. } = receive(&mut timed)?.0 else {
        return Err(not_introduced());
    };
    let permit = admit(&mut timed, me, &peer)?;
    let window = me.window.as_ref().filter(|_| socket.is_local());
    let probe = socket.is_local().then(own_probe).transpose()?;
    let introduction = introduction(me, probe, window.map(|window| window.bytes()));
    match window {
        Some(window) => {
            let frame = framed(&introduction)?;
            socket.send_with_fd(&frame, window.fd(), deadline).map_err(interrupted)?;
        }
        None => send(&mut timed, &introduction)?,
    }
    let MxnMessage::CopyMethod { way } = receive(&mut timed)?.0 else { return Err(not_introduced()) };
    Ok(Arrived::Link(Box::new(Introduced { socket, peer, way, reach: Reach::None, permit })))
}

/// Sends readers of other hosts away when there are enough: they know who passes their links on. Rank 0 may not know yet.
fn admit(timed: &mut Timed<'_>, me: &Identity, peer: &Contact) -> Result<Option<Permit>> {
    let is_counted = matches!(timed.socket, Socket::Descriptor(_)) && !timed.socket.is_local();
    let permit = if is_counted { me.trunks.permit() } else { None };
    let can_wait = me.contact.side == Side::Writer && peer.side == Side::Reader && peer.rank != 0;
    if !is_counted || permit.is_some() || !can_wait {
        return Ok(permit);
    }
    let text = format!("{} has reached its limit of connections to other hosts", describe(&me.contact));
    send(timed, &MxnMessage::Refused { kind: ErrorKind::FileInUse.code(), text: text.clone() })?;
    Err(Error::new(ErrorKind::FileInUse, Operation::Open).with_detail(text))
}

/// A Unix socket is open to all users of the host: peers of other users are refused before authentication.
pub(super) fn check_user(connection: &Descriptor) -> Result<()> {
    if !connection.is_local() {
        return Ok(());
    }
    let peer = connection.peer().map_err(interrupted)?;
    if peer.uid == rustix::process::geteuid() {
        return Ok(());
    }
    let detail = format!("the peer is a process of another user ({})", peer.uid.as_raw());
    Err(Error::new(ErrorKind::AccessDenied, Operation::Open).with_detail(detail))
}

/// A connection to a rank of another host. A host that cannot be reached may be so for a moment only, and its silence is what
/// the deadline is for; but one that says that nobody listens has answered.
pub(super) fn reach_by_tcp(to: &Contact, deadline: Instant) -> io::Result<Descriptor> {
    const PAUSE: Duration = Duration::from_millis(50);
    // The kernel asks a host that does not answer less and less often, and a cut may end meanwhile.
    const LONGEST_TRY: Duration = Duration::from_secs(2);
    let mut try_each = Duration::from_millis(250);
    let addresses = u32::try_from(to.tcp.len()).unwrap_or(u32::MAX);
    loop {
        let error = match reach_once(to, deadline.min(Instant::now() + try_each * addresses)) {
            Err(error) if is_out_of_reach(&error) => error,
            other => return other,
        };
        try_each = LONGEST_TRY.min(2 * try_each);
        match remaining(deadline) {
            Ok(left) => std::thread::sleep(PAUSE.min(left)),
            Err(_) => return Err(error),
        }
    }
}

/// A host that refuses is there, whatever its other addresses lead to.
fn reach_once(to: &Contact, deadline: Instant) -> io::Result<Descriptor> {
    let mut last =
        io::Error::new(io::ErrorKind::AddrNotAvailable, "the peer is on another host and has no address");
    for (index, address) in to.tcp.iter().enumerate() {
        // An address that swallows everything leaves time for those behind it.
        let left = u32::try_from(to.tcp.len() - index).unwrap_or(u32::MAX);
        match Descriptor::connect_tcp(address, remaining(deadline)? / left) {
            Ok(connection) => return Ok(connection),
            Err(_) if last.kind() == io::ErrorKind::ConnectionRefused => {}
            // The bridges of two hosts often have one address: this host has refused, not the other.
            Err(error) if error.kind() == io::ErrorKind::ConnectionRefused && is_own(address, to) => {}
            Err(error) => last = io::Error::new(error.kind(), format!("{address}: {error}")),
        }
    }
    Err(last)
}

fn is_own(address: &SocketAddr, to: &Contact) -> bool {
    // Network namespaces of a host without a network meet by the loopback.
    let is_alone = to.tcp.iter().all(|address| address.ip().is_loopback());
    !is_alone && reachable_at(address.port()).is_ok_and(|own| own.contains(address))
}

/// What the own host says when it hears nothing of the other.
fn is_out_of_reach(error: &io::Error) -> bool {
    use io::ErrorKind::{HostUnreachable, NetworkDown, NetworkUnreachable, TimedOut};
    matches!(error.kind(), HostUnreachable | NetworkDown | NetworkUnreachable | TimedOut)
}

fn introduction(me: &Identity, probe: Option<Probe>, window: Option<u64>) -> MxnMessage {
    MxnMessage::Introduce { contact: me.contact.clone(), probe, window }
}

/// Tries the available methods, fastest first.
fn choose(
    socket: &Socket,
    methods: CopyMethods,
    probe: Option<Probe>,
    window: Option<(OwnedFd, u64)>,
) -> (CopyMethod, Reach) {
    if !socket.is_local() || methods == CopyMethods::Socket {
        return (CopyMethod::Socket, Reach::None);
    }
    let window = window.and_then(|(fd, bytes)| PeerWindow::map(&fd, bytes).ok());
    let probe = probe.filter(|_| methods == CopyMethods::Any);
    // The number that the kernel knows: the peer's own one may be of another namespace.
    let process = socket.peer().ok().and_then(|peer| u32::try_from(peer.pid.as_raw_nonzero().get()).ok());
    if let (Some(probe), Some(process)) = (probe, process) {
        if process == std::process::id() && own_probe().ok() == Some(probe) {
            return (CopyMethod::SameProcess, Reach::Here(window.and_then(PeerWindow::into_board)));
        }
        if let Some(peer) = PeerProcess::try_probe(process, probe) {
            return (CopyMethod::ProcessMemory, Reach::Process(peer, window));
        }
    }
    match window {
        Some(window) => (CopyMethod::Window, Reach::Window(window)),
        None => (CopyMethod::Socket, Reach::None),
    }
}

/// A port or a name may belong to another process since it was published.
fn check_identity(expected: &Contact, found: &Contact) -> Result<()> {
    let same = (expected.pid, expected.rank, &expected.host, &expected.unix)
        == (found.pid, found.rank, &found.host, &found.unix);
    // Before two programs have met, all they know is a name.
    if expected.pid == 0 || same {
        return Ok(());
    }
    let detail = format!("{} is gone; its address now belongs to {}", describe(expected), describe(found));
    Err(Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail))
}

fn send(timed: &mut Timed<'_>, message: &MxnMessage) -> Result<()> {
    timed.write_all(&framed(message)?).map_err(interrupted)
}

fn framed(message: &MxnMessage) -> Result<Vec<u8>> {
    let mut frame = Vec::new();
    message.encode(&mut frame).map_err(too_long)?;
    Ok(frame)
}

/// Takes no byte more than the message has.
fn receive(timed: &mut Timed<'_>) -> Result<(MxnMessage, Option<OwnedFd>)> {
    let mut header = [0; HEADER_BYTES];
    let fd = timed.read_exact_with_fd(&mut header).map_err(interrupted)?;
    let header = decode_header(&header).map_err(|_| not_introduced())?;
    if header.body_bytes > MAX_INTRODUCTION {
        return Err(not_introduced());
    }
    let mut body = vec![0; header.body_bytes];
    timed.read_exact(&mut body).map_err(interrupted)?;
    Ok((MxnMessage::decode(header.kind, &body).map_err(|_| not_introduced())?, fd))
}

fn not_introduced() -> Error {
    Error::new(ErrorKind::Io, Operation::Open).with_detail("the peer did not introduce itself")
}

fn interrupted(error: io::Error) -> Error {
    let detail = format!("the connection ended before it was set up: {error}");
    Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail).with_source(error)
}

pub(super) fn unreachable(to: &Contact, error: io::Error) -> Error {
    let kind = match error.kind() {
        io::ErrorKind::ConnectionRefused => ErrorKind::NoSuchFile,
        _ => ErrorKind::PeerLost,
    };
    let detail = format!("{} cannot be reached: {error}", describe(to));
    Error::new(kind, Operation::Open).with_detail(detail).with_source(error)
}
