// SPDX-License-Identifier: MIT OR Apache-2.0
//! The sockets of a daemon: on the loopback, and at the addresses that its user names. Never on all addresses
//! unless requested.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs};

use anyhow::{Context, Result, bail};
use seaway_channel::default_port;

const LOOPBACK: [IpAddr; 2] = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
/// A port that is free at one address may be taken at another: how often to try another one.
const ATTEMPTS: usize = 32;

/// Listening sockets and their addresses.
#[derive(Debug)]
pub(crate) struct Listening {
    pub(crate) listeners: Vec<TcpListener>,
    /// In the same order: what the user named comes first.
    pub(crate) addresses: Vec<SocketAddr>,
}

/// What `--listen` names.
#[derive(Debug)]
struct ListenAddress<'t> {
    text: &'t str,
    /// A name may have several addresses; the first that can be bound is used.
    addresses: Vec<IpAddr>,
    port: Option<u16>,
}

/// An address to bind at the same port as others.
#[derive(Debug, Clone)]
struct Wanted {
    choices: Vec<IpAddr>,
    /// Not every host has it.
    optional: bool,
}

impl Listening {
    /// Listens at `places`, each `HOST` or `HOST:PORT`, and on the loopback. Without a port, uses the default
    /// one if it is free, and any free one otherwise.
    pub(crate) fn at(places: &[String]) -> Result<Self> {
        let places = places.iter().map(|text| ListenAddress::parse(text)).collect::<Result<Vec<_>>>()?;
        let mut fixed = Vec::new();
        for (place, port) in places.iter().filter_map(|place| Some((place, place.port?))) {
            let listener = bind_any(&place.addresses, port);
            fixed.push(listener.with_context(|| format!("cannot listen at {}", place.text))?);
        }
        let mut wanted: Vec<Wanted> =
            places.iter().filter(|place| place.port.is_none()).map(Wanted::from).collect();
        let named: Vec<IpAddr> = places.iter().flat_map(|place| place.addresses.iter().copied()).collect();
        if !named.iter().any(|address| address.is_loopback() || address.is_unspecified()) {
            // The network of a container may have no loopback; without any other address it is required.
            let optional = |address: &IpAddr| !places.is_empty() || address.is_ipv6();
            wanted.extend(
                LOOPBACK
                    .iter()
                    .map(|address| Wanted { choices: vec![*address], optional: optional(address) }),
            );
        }
        let first = fixed.first().map(TcpListener::local_addr).transpose()?;
        let floating = bind_together(&wanted, first.map_or_else(default_port, |address| address.port()));
        let floating = floating.with_context(|| {
            let names: Vec<&str> =
                places.iter().filter(|place| place.port.is_none()).map(|place| place.text).collect();
            format!(
                "cannot listen at {}",
                if names.is_empty() { "the loopback".into() } else { names.join(", ") }
            )
        })?;
        Self::of(fixed.into_iter().chain(floating).collect())
    }

    /// For one session: at a free port on the loopback and at those of `addresses` that belong to this host.
    /// If none does, at `otherwise`.
    pub(crate) fn for_session(
        addresses: &[IpAddr],
        otherwise: impl FnOnce() -> Result<Vec<IpAddr>>,
    ) -> Result<Self> {
        let mine = own(addresses);
        let mut wanted = if mine.is_empty() { own(&otherwise()?) } else { mine };
        for address in LOOPBACK {
            if !wanted.contains(&address) {
                wanted.push(address);
            }
        }
        let wanted: Vec<_> =
            wanted.into_iter().map(|address| Wanted { choices: vec![address], optional: true }).collect();
        let listeners = bind_together(&wanted, 0).context("cannot listen at any address of this host")?;
        if listeners.is_empty() {
            bail!("this host has no address to listen at");
        }
        Self::of(listeners)
    }

    fn of(listeners: Vec<TcpListener>) -> Result<Self> {
        let addresses = listeners.iter().map(TcpListener::local_addr).collect::<io::Result<_>>()?;
        Ok(Self { listeners, addresses })
    }

    /// The addresses, readable.
    pub(crate) fn to_text(&self) -> String {
        self.addresses.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }
}

impl<'t> ListenAddress<'t> {
    fn parse(text: &'t str) -> Result<Self> {
        let (host, port) =
            split(text).with_context(|| format!("--listen {text}: must be HOST or HOST:PORT"))?;
        let resolved = (host, 0).to_socket_addrs().with_context(|| format!("cannot listen at {text}"))?;
        let mut addresses: Vec<IpAddr> = resolved.map(|address| address.ip()).collect();
        addresses.dedup();
        Ok(Self { text, addresses, port })
    }
}

impl From<&ListenAddress<'_>> for Wanted {
    fn from(place: &ListenAddress<'_>) -> Self {
        Self { choices: place.addresses.clone(), optional: false }
    }
}

/// `host`, `host:port`, `[address]`, `[address]:port`, and an IPv6 address without brackets.
fn split(text: &str) -> Option<(&str, Option<u16>)> {
    if text.parse::<Ipv6Addr>().is_ok() {
        return Some((text, None));
    }
    let (host, port) = match text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, "")) => (host, None),
        Some((host, rest)) => (host, Some(rest.strip_prefix(':')?)),
        None => text.split_once(':').map_or((text, None), |(host, port)| (host, Some(port))),
    };
    let port = port.map(str::parse).transpose().ok()?;
    (!host.is_empty()).then_some((host, port))
}

/// Those that belong to this host, each once.
fn own(addresses: &[IpAddr]) -> Vec<IpAddr> {
    let mut own: Vec<IpAddr> = Vec::new();
    for address in addresses.iter().map(IpAddr::to_canonical) {
        let can_be_had = || !address.is_unspecified() && TcpListener::bind((address, 0)).is_ok();
        if !own.contains(&address) && can_be_had() {
            own.push(address);
        }
    }
    own
}

fn bind_any(addresses: &[IpAddr], port: u16) -> io::Result<TcpListener> {
    let addresses: Vec<SocketAddr> = addresses.iter().map(|address| (*address, port).into()).collect();
    TcpListener::bind(&addresses[..])
}

/// All of `wanted` at one port: `preferred`, or any if that is taken.
fn bind_together(wanted: &[Wanted], preferred: u16) -> io::Result<Vec<TcpListener>> {
    let mut outcome = bind_all(wanted, preferred);
    for _ in 0..ATTEMPTS {
        match outcome {
            Err(error) if error.kind() == ErrorKind::AddrInUse => outcome = bind_all(wanted, 0),
            other => return other,
        }
    }
    outcome
}

fn bind_all(wanted: &[Wanted], port: u16) -> io::Result<Vec<TcpListener>> {
    let mut port = port;
    let mut listeners = Vec::new();
    for Wanted { choices, optional } in wanted {
        match bind_any(choices, port) {
            Ok(listener) => {
                port = listener.local_addr()?.port();
                listeners.push(listener);
            }
            Err(error) if *optional && error.kind() != ErrorKind::AddrInUse => {}
            Err(error) => return Err(error),
        }
    }
    Ok(listeners)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_a_port_or_none() {
        assert_eq!(split("ocean"), Some(("ocean", None)));
        assert_eq!(split("ocean:7200"), Some(("ocean", Some(7200))));
        assert_eq!(split("::1"), Some(("::1", None)));
        assert_eq!(split("[::1]"), Some(("::1", None)));
        assert_eq!(split("[::1]:0"), Some(("::1", Some(0))));
        for wrong in ["", ":1", "ocean:", "ocean:x", "[::1]x", "ocean:70000"] {
            assert_eq!(split(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn port_in_use_is_left_alone() {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = taken.local_addr().unwrap().port();
        let loopback = LOOPBACK.map(|address| Wanted { choices: vec![address], optional: address.is_ipv6() });
        let found = Listening::of(bind_together(&loopback, port).unwrap()).unwrap();
        let ports: Vec<u16> = found.addresses.iter().map(SocketAddr::port).collect();
        assert!(ports.iter().all(|&other| other != port && other == ports[0]), "{ports:?}");
    }

    #[test]
    fn named_loopback_is_all_there_is() {
        let found = Listening::at(&["127.0.0.1:0".to_owned()]).unwrap();
        assert_eq!(found.addresses.len(), 1);
        let error = Listening::at(&[found.addresses[0].to_string()]).unwrap_err();
        assert!(
            format!("{error:#}").contains(&format!("cannot listen at {}", found.addresses[0])),
            "{error:#}"
        );
    }

    #[test]
    fn session_listens_at_own_addresses_alone() {
        let unknown: IpAddr = "192.0.2.7".parse().unwrap();
        let asked = [LOOPBACK[0], unknown];
        let found = Listening::for_session(&asked, || panic!("one of them is ours")).unwrap();
        assert!(found.addresses.iter().all(|address| address.ip().is_loopback()), "{found:?}");
        assert_eq!(found.addresses[0].ip(), LOOPBACK[0]);
        let found = Listening::for_session(&[unknown], || Ok(vec!["127.0.0.2".parse().unwrap()])).unwrap();
        assert_eq!(found.addresses[0].ip().to_string(), "127.0.0.2");
    }
}
