// SPDX-License-Identifier: MIT OR Apache-2.0
//! How a daemon is reached: straight, or through relays where the network does not let us.
//!
//! What comes back has proved nothing yet, but for the certificate where there is TLS: the session begins with
//! [`Channel::authenticate`].

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use seaway_device::{Error, ErrorKind, Hints, Operation, Result};
use seaway_proto::MAX_HOPS;
use seaway_wire::{Channel, Secret, pass_relay};

use super::target::Target;

const RELAY: &str = "seaway_relay";
const CERTIFICATE: &str = "seaway_certificate";

/// Where there is a relay, a host that swallows everything is not waited for longer than this, nor than half of the time.
const DIRECT_WITHIN: Duration = Duration::from_secs(5);

/// What hints say about ways.
#[derive(Debug, Clone, Default)]
pub(super) struct RouteOptions {
    /// `HOST:PORT` of each relay on the way, nearest first (`seaway_relay`, with commas or blanks between them).
    pub(super) relays: Vec<String>,
    /// The certificate that the daemon must show: a file, or `sha256:` and its fingerprint (`seaway_certificate`).
    pub(super) certificate: Option<String>,
    /// The way that is known to work. `None`: try.
    pub(super) way: Option<Way>,
}

/// A way to a daemon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Direct,
    /// Through all relays of the options.
    Relays,
}

/// A connection to a daemon, and how it came about: the other ranks need not find out again.
#[derive(Debug)]
pub(super) struct Reached {
    pub(super) channel: Channel,
    pub(super) way: Way,
}

impl RouteOptions {
    pub(super) fn from_hints(hints: &Hints) -> Result<Self> {
        let words = hints.get(RELAY).unwrap_or_default().split([',', ' ', '\t']);
        let relays: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
        if let Some(wrong) = relays.iter().find(|relay| !is_address(relay)) {
            return Err(refused_hint(format!("{RELAY}={wrong}: a relay is named HOST:PORT")));
        }
        if relays.len() > MAX_HOPS {
            return Err(refused_hint(format!("{RELAY}: at most {MAX_HOPS} relays")));
        }
        let certificate = hints.get(CERTIFICATE).map(|value| value.trim().to_owned());
        Ok(Self { relays, certificate: certificate.filter(|value| !value.is_empty()), way: None })
    }
}

/// Connects to the daemon of `target` by the best way. Relays are shown the user's own secret.
pub(super) fn connect(target: &Target, options: &RouteOptions, deadline: Instant) -> Result<Reached> {
    let (channel, way) = match options.way {
        Some(Way::Direct) => (direct(target, deadline)?, Way::Direct),
        Some(Way::Relays) => (through_relays(target, options, deadline)?, Way::Relays),
        None => find(target, options, deadline)?,
    };
    channel.set_deadline(Some(deadline));
    let channel = if target.tls { inside_tls(channel, target, options)? } else { channel };
    Ok(Reached { channel, way })
}

/// Whether `error` says that nobody listens there, or that the host cannot be reached: starting a daemon may help.
pub(super) fn is_unreachable(error: &Error) -> bool {
    let source = std::error::Error::source(error);
    source.and_then(|source| source.downcast_ref::<io::Error>()).is_some_and(|error| no_way(error.kind()))
}

fn find(target: &Target, options: &RouteOptions, deadline: Instant) -> Result<(Channel, Way)> {
    if options.relays.is_empty() {
        return Ok((direct(target, deadline)?, Way::Direct));
    }
    let left = deadline.saturating_duration_since(Instant::now());
    match direct(target, Instant::now() + DIRECT_WITHIN.min(left / 2)) {
        Ok(channel) => Ok((channel, Way::Direct)),
        Err(error) if is_unreachable(&error) => {
            let reached = through_relays(target, options, deadline);
            // Who reads this should know of both.
            reached.map(|channel| (channel, Way::Relays)).map_err(|by_relay| both(target, &error, by_relay))
        }
        Err(error) => Err(error),
    }
}

fn direct(target: &Target, deadline: Instant) -> Result<Channel> {
    let connected = connect_tcp(&target.address(), deadline);
    connected.map_err(|error| unreachable(&format!("{target} cannot be reached"), error))
}

/// Every relay is asked for the next, the last one for the daemon.
fn through_relays(target: &Target, options: &RouteOptions, deadline: Instant) -> Result<Channel> {
    let secret = Secret::load()?;
    let to = target.address();
    let steps: Vec<&str> = options.relays.iter().map(String::as_str).chain([to.as_str()]).collect();
    let first = steps[0];
    let channel = connect_tcp(first, deadline)
        .map_err(|error| unreachable(&format!("the relay {first} cannot be reached"), error))?;
    channel.set_deadline(Some(deadline));
    for (relay, to) in steps.iter().zip(&steps[1..]) {
        let left = deadline.saturating_duration_since(Instant::now());
        pass_relay(&channel, to, &secret, left).map_err(|error| {
            let detail = format!("the relay {relay} does not lead to {to}: {}", what_went_wrong(&error));
            Error::new(error.kind(), Operation::Open).with_detail(detail).with_source(error)
        })?;
    }
    Ok(channel)
}

#[cfg(feature = "tls")]
fn inside_tls(channel: Channel, target: &Target, options: &RouteOptions) -> Result<Channel> {
    use seaway_wire::Pin;
    let pin = options.certificate.as_deref().map_or_else(Pin::first_use, Pin::given)?;
    channel.into_tls(&target.address(), &pin)
}

#[cfg(not(feature = "tls"))]
fn inside_tls(_channel: Channel, target: &Target, _options: &RouteOptions) -> Result<Channel> {
    let detail = format!("this library was built without TLS; without it, {target} is remote://{target}/");
    Err(Error::new(ErrorKind::Unsupported, Operation::Open).with_detail(detail))
}

fn connect_tcp(address: &str, deadline: Instant) -> io::Result<Channel> {
    let addresses: Vec<_> = address.to_socket_addrs()?.collect();
    let mut last = io::Error::new(io::ErrorKind::AddrNotAvailable, "the host has no address");
    for (index, address) in addresses.iter().enumerate() {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        // An address that swallows everything leaves time for those behind it.
        let share = u32::try_from(addresses.len() - index).unwrap_or(u32::MAX);
        match TcpStream::connect_timeout(address, left / share) {
            Ok(stream) => return Channel::tcp(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn no_way(kind: io::ErrorKind) -> bool {
    use io::ErrorKind as Io;
    matches!(kind, Io::ConnectionRefused | Io::TimedOut | Io::HostUnreachable | Io::NetworkUnreachable)
}

fn is_address(text: &str) -> bool {
    let parts = text.rsplit_once(':');
    parts.is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port != 0))
}

fn what_went_wrong(error: &Error) -> String {
    error.detail().map_or_else(|| error.to_string(), str::to_owned)
}

fn both(target: &Target, straight: &Error, by_relay: Error) -> Error {
    let detail = format!(
        "{}, and {target} does not answer itself: {}",
        what_went_wrong(&by_relay),
        what_went_wrong(straight)
    );
    Error::new(by_relay.kind(), Operation::Open).with_detail(detail).with_source(by_relay)
}

fn refused_hint(detail: String) -> Error {
    Error::new(ErrorKind::Argument, Operation::Open).with_detail(detail)
}

fn unreachable(what: &str, error: io::Error) -> Error {
    let detail = format!("{what}: {error}");
    Error::new(ErrorKind::Io, Operation::Open).with_detail(detail).with_source(error)
}
