// SPDX-License-Identifier: MIT OR Apache-2.0
//! How a daemon is reached: directly, or through relays where the network prevents that.
//!
//! The resulting connection is not authenticated yet, except for the certificate under TLS ([`secure`]): the
//! session begins with [`Channel::authenticate`].

use std::io;
use std::time::{Duration, Instant};

use seaway_channel::{Channel, Secret, pass_relay};
use seaway_device_api::{Error, ErrorKind, Hints, Operation, Result};
use seaway_messages::MAX_HOPS;

use super::target::Target;

const RELAY: &str = "seaway_relay";
const CERTIFICATE: &str = "seaway_certificate";

/// If there is a relay, a host that does not respond is waited for no longer than this, nor than half of the
/// timeout.
const DIRECT_WITHIN: Duration = Duration::from_secs(5);

/// The hints about routes.
#[derive(Debug, Clone, Default)]
pub(super) struct RouteOptions {
    /// `HOST:PORT` of each relay on the route, nearest first (`seaway_relay`, separated by commas or blanks).
    pub(super) relays: Vec<String>,
    /// The certificate that the daemon must present: a file, or `sha256:` and its fingerprint
    /// (`seaway_certificate`).
    pub(super) certificate: Option<String>,
    /// The route that is known to work. `None`: try.
    pub(super) way: Option<RouteKind>,
}

/// A route to a daemon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RouteKind {
    Direct,
    /// Through all relays of the options.
    Relays,
}

/// A connection to a daemon, and the route taken, which the other ranks reuse.
#[derive(Debug)]
pub(super) struct Reached {
    pub(super) channel: Channel,
    pub(super) way: RouteKind,
}

impl RouteOptions {
    pub(super) fn from_hints(hints: &Hints) -> Result<Self> {
        let words = hints.get(RELAY).unwrap_or_default().split([',', ' ', '\t']);
        let relays: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
        if let Some(wrong) = relays.iter().find(|relay| !is_address(relay)) {
            return Err(refused_hint(format!("{RELAY}={wrong}: expected HOST:PORT for each relay")));
        }
        if relays.len() > MAX_HOPS {
            return Err(refused_hint(format!("{RELAY}: at most {MAX_HOPS} relays")));
        }
        let certificate = hints.get(CERTIFICATE).map(|value| value.trim().to_owned());
        Ok(Self { relays, certificate: certificate.filter(|value| !value.is_empty()), way: None })
    }
}

/// Connects to the daemon of `target` by the best route. Relays are given the user's own secret.
pub(super) fn connect(target: &Target, options: &RouteOptions, deadline: Instant) -> Result<Reached> {
    connect_with(Secret::load, target, options, deadline)
}

/// The secret for relays is loaded only if it is needed.
fn connect_with(
    secret: fn() -> Result<Secret>,
    target: &Target,
    options: &RouteOptions,
    deadline: Instant,
) -> Result<Reached> {
    let (channel, way) = match options.way {
        Some(RouteKind::Direct) => (direct(target, deadline)?, RouteKind::Direct),
        Some(RouteKind::Relays) => (through_relays(secret, target, options, deadline)?, RouteKind::Relays),
        None => find(secret, target, options, deadline)?,
    };
    channel.set_deadline(Some(deadline));
    Ok(Reached { channel, way })
}

/// Continues inside TLS if `target` asks for it.
pub(super) fn secure(channel: Channel, target: &Target, options: &RouteOptions) -> Result<Channel> {
    if target.tls { inside_tls(channel, target, options) } else { Ok(channel) }
}

/// Whether `error` means that nothing listens there, or that the host cannot be reached: starting a daemon
/// may help.
pub(super) fn is_unreachable(error: &Error) -> bool {
    let source = std::error::Error::source(error);
    source.and_then(|source| source.downcast_ref::<io::Error>()).is_some_and(|error| no_way(error.kind()))
}

fn find(
    secret: fn() -> Result<Secret>,
    target: &Target,
    options: &RouteOptions,
    deadline: Instant,
) -> Result<(Channel, RouteKind)> {
    if options.relays.is_empty() {
        return Ok((direct(target, deadline)?, RouteKind::Direct));
    }
    let left = deadline.saturating_duration_since(Instant::now());
    match direct(target, Instant::now() + DIRECT_WITHIN.min(left / 2)) {
        Ok(channel) => Ok((channel, RouteKind::Direct)),
        Err(error) if is_unreachable(&error) => {
            let reached = through_relays(secret, target, options, deadline);
            // The error should mention both routes.
            reached
                .map(|channel| (channel, RouteKind::Relays))
                .map_err(|by_relay| both(target, &error, by_relay))
        }
        Err(error) => Err(error),
    }
}

fn direct(target: &Target, deadline: Instant) -> Result<Channel> {
    let connected = Channel::connect(&target.address(), deadline);
    connected.map_err(|error| unreachable(&format!("{target} cannot be reached"), error))
}

/// Each relay is asked for the next, the last one for the daemon.
fn through_relays(
    secret: fn() -> Result<Secret>,
    target: &Target,
    options: &RouteOptions,
    deadline: Instant,
) -> Result<Channel> {
    let secret = secret()?;
    let to = target.address();
    let steps: Vec<&str> = options.relays.iter().map(String::as_str).chain([to.as_str()]).collect();
    let first = steps[0];
    let channel = Channel::connect(first, deadline)
        .map_err(|error| unreachable(&format!("the relay {first} cannot be reached"), error))?;
    channel.set_deadline(Some(deadline));
    for (relay, to) in steps.iter().zip(&steps[1..]) {
        let left = deadline.saturating_duration_since(Instant::now());
        pass_relay(&channel, to, &secret, left).map_err(|error| {
            let detail = format!("the relay {relay} cannot connect to {to}: {}", error.reason());
            Error::new(error.kind(), Operation::Open).with_detail(detail).with_source(error)
        })?;
    }
    Ok(channel)
}

#[cfg(feature = "tls")]
fn inside_tls(channel: Channel, target: &Target, options: &RouteOptions) -> Result<Channel> {
    use seaway_channel::Pin;
    let pin = options.certificate.as_deref().map_or_else(Pin::first_use, Pin::given)?;
    channel.into_tls(&target.address(), &pin)
}

#[cfg(not(feature = "tls"))]
fn inside_tls(_channel: Channel, target: &Target, _options: &RouteOptions) -> Result<Channel> {
    let detail = format!("this library was built without TLS; use remote://{target}/ to connect without it");
    Err(Error::new(ErrorKind::Unsupported, Operation::Open).with_detail(detail))
}

fn no_way(kind: io::ErrorKind) -> bool {
    use io::ErrorKind as Io;
    matches!(kind, Io::ConnectionRefused | Io::TimedOut | Io::HostUnreachable | Io::NetworkUnreachable)
}

fn is_address(text: &str) -> bool {
    let parts = text.rsplit_once(':');
    parts.is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port != 0))
}

fn both(target: &Target, straight: &Error, by_relay: Error) -> Error {
    let detail =
        format!("{}, and {target} cannot be reached directly: {}", by_relay.reason(), straight.reason());
    Error::new(by_relay.kind(), Operation::Open).with_detail(detail).with_source(by_relay)
}

fn refused_hint(detail: String) -> Error {
    Error::new(ErrorKind::Argument, Operation::Open).with_detail(detail)
}

fn unreachable(what: &str, error: io::Error) -> Error {
    let detail = format!("{what}: {error}");
    Error::new(ErrorKind::Io, Operation::Open).with_detail(detail).with_source(error)
}

#[cfg(test)]
mod tests {
    use std::io::IoSlice;
    use std::net::{SocketAddr, TcpListener};
    use std::thread::{self, JoinHandle};

    use seaway_channel::read_frame;
    use seaway_messages::{RelayMessage, Service};

    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    fn target(address: SocketAddr) -> Target {
        Target { host: address.ip().to_string(), port: address.port(), user: None, tls: false }
    }

    /// An address on which nothing listens.
    fn nobody() -> SocketAddr {
        TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
    }

    fn known() -> Result<Secret> {
        Ok(Secret::from_bytes([1; 32]))
    }

    fn options(relays: &[SocketAddr]) -> RouteOptions {
        RouteOptions { relays: relays.iter().map(ToString::to_string).collect(), ..RouteOptions::default() }
    }

    /// A server that accepts as many requests as `answers`, gives those answers, and then authenticates.
    fn stand_in(secret: [u8; 32], answers: Vec<RelayMessage>) -> (SocketAddr, JoinHandle<Vec<String>>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let serve = move || {
            let channel = Channel::tcp(listener.accept().unwrap().0).unwrap();
            let mut asked = Vec::new();
            for answer in answers {
                if channel.accept(&[Service::Relay], &Secret::from_bytes(secret)).is_err() {
                    return asked;
                }
                let (kind, body) = read_frame(&mut &channel).unwrap().unwrap();
                let RelayMessage::Connect { to, .. } = RelayMessage::decode(kind, &body).unwrap() else {
                    panic!("another question")
                };
                asked.push(to);
                let mut frame = Vec::new();
                answer.encode(&mut frame).unwrap();
                channel.write_all_vectored(&[IoSlice::new(&frame)]).unwrap();
                channel.end_seal().unwrap();
            }
            channel.write_all_vectored(&[IoSlice::new(b"me")]).unwrap();
            asked
        };
        (address, thread::spawn(serve))
    }

    fn first_words(channel: &Channel) -> [u8; 2] {
        let mut words = [0; 2];
        channel.read_exact(&mut words).unwrap();
        words
    }

    #[test]
    fn direct_route_is_preferred() {
        let (address, daemon) = stand_in([1; 32], Vec::new());
        let reached = connect_with(known, &target(address), &options(&[nobody()]), soon()).unwrap();
        assert_eq!((reached.way, &first_words(&reached.channel)), (RouteKind::Direct, b"me"));
        daemon.join().unwrap();
    }

    #[test]
    fn relays_are_used_in_order_if_the_host_is_unreachable() {
        let (first, second, far) = (nobody(), nobody(), nobody());
        // The stand-in plays both relays: the messages after the first answer come from the second.
        let (relay, asked) = stand_in([1; 32], vec![RelayMessage::Connected, RelayMessage::Connected]);
        let reached = connect_with(known, &target(far), &options(&[relay, second]), soon()).unwrap();
        assert_eq!((reached.way, &first_words(&reached.channel)), (RouteKind::Relays, b"me"));
        assert_eq!(asked.join().unwrap(), [second.to_string(), far.to_string()]);

        let given = RouteOptions { way: Some(RouteKind::Direct), ..options(&[first]) };
        assert!(is_unreachable(&connect_with(known, &target(far), &given, soon()).unwrap_err()));
    }

    #[test]
    fn errors_mention_both_routes() {
        let far = nobody();
        let check = |options: &RouteOptions, kind: ErrorKind, parts: &[&str]| {
            let error = connect_with(known, &target(far), options, soon()).unwrap_err();
            assert_eq!(error.kind(), kind, "{error}");
            let text = error.to_string();
            parts.iter().for_each(|part| assert!(text.contains(part), "{part} in {text}"));
        };
        let far_text = far.to_string();
        check(&RouteOptions::default(), ErrorKind::Io, &[&far_text, "refused"]);
        let silent = nobody();
        check(&options(&[silent]), ErrorKind::Io, &[&far_text, &silent.to_string(), "relay"]);
        let text = "no way from here".to_owned();
        let refusal = RelayMessage::Refused { kind: ErrorKind::AccessDenied.code(), text };
        let (relay, asked) = stand_in([1; 32], vec![refusal]);
        check(&options(&[relay]), ErrorKind::AccessDenied, &[&far_text, "no way from here"]);
        asked.join().unwrap();
        let (relay, asked) = stand_in([2; 32], vec![RelayMessage::Connected]);
        check(&options(&[relay]), ErrorKind::AccessDenied, &[&relay.to_string(), "secret"]);
        assert!(asked.join().unwrap().is_empty());
    }

    #[test]
    fn hints_name_relays_and_a_certificate() {
        let read = |value: &str| RouteOptions::from_hints(&Hints::new().with(RELAY, value));
        assert_eq!(read("a:1, b:2  [::1]:3").unwrap().relays, ["a:1", "b:2", "[::1]:3"]);
        assert!(read("").unwrap().relays.is_empty());
        for wrong in ["a", "a:0", "a:b", ":1", &"a:1,".repeat(17)] {
            assert_eq!(read(wrong).unwrap_err().kind(), ErrorKind::Argument, "{wrong}");
        }
        let given = RouteOptions::from_hints(&Hints::new().with(CERTIFICATE, " sha256:00 ")).unwrap();
        assert_eq!(given.certificate.as_deref(), Some("sha256:00"));
    }
}
