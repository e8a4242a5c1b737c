// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Daemon`]: a running daemon and how to reach it. Rank 0 finds or starts it, and tells the other ranks.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use seaway_channel::{Channel, RunningDaemon, Secret, Serves, SessionRequest, Wanted};
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{Role, Service};

use super::local::is_this_host;
use super::name::RemoteName;
use super::options::RemoteOptions;
use super::route::{self, RouteKind, RouteOptions};
use super::session::Connector;
use super::start::{Started, start};
use super::target::Target;

/// If a daemon may be started, one that is already running must answer within this time.
const SOON: Duration = Duration::from_secs(5);

/// The file for which a daemon is needed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Search<'s> {
    pub(super) name: &'s RemoteName,
    pub(super) writes: bool,
    pub(super) options: &'s RemoteOptions,
}

/// Why an address does not lead to a daemon of this user.
#[derive(Debug)]
struct Miss {
    error: Error,
    /// Whether to try the next address.
    goes_on: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Daemon {
    target: Target,
    route: RouteOptions,
    secret: Secret,
    /// What it serves, if known.
    pub(super) serves: Option<Serves>,
    /// Set if this rank has started it: the daemon ends when the last reference is dropped.
    _started: Option<Arc<Started>>,
}

impl Daemon {
    /// Connects to this user's daemon on the host of a name: at the port in the name and nowhere else;
    /// otherwise at the default port, or at one that is found or started over ssh. If the name gives another
    /// user, only over ssh: a daemon that accepts this user's secret at the default port is this user's own.
    pub(super) fn find(search: &Search<'_>) -> Result<(Daemon, Channel)> {
        let Search { name: RemoteName { target, has_port, .. }, options, .. } = *search;
        let secret = Secret::load()?;
        let reach_within = |patience| Self::reach(target, &options.route, &secret, Instant::now() + patience);
        if *has_port {
            return reach_within(options.timeout).map_err(|miss| miss.at_the_only_port(target));
        }
        let may_start = options.start.may_start();
        if let Some(user) = target.another_user() {
            return match may_start {
                true => Self::start(search, &secret, None),
                false => Err(no_start_as(user, target)),
            };
        }
        if let Some(found) = Self::running_here(search, &secret) {
            return Ok(found);
        }
        // A firewall may drop packets silently: leave time to start a daemon.
        match reach_within(if may_start { (options.timeout / 2).min(SOON) } else { options.timeout }) {
            Err(miss) if miss.goes_on && may_start => Self::start(search, &secret, Some(&miss.error)),
            found => found.map_err(|miss| miss.with_no_start(target)),
        }
    }

    /// A daemon that has recorded its address, if the host is this one.
    fn running_here(search: &Search<'_>, secret: &Secret) -> Option<(Daemon, Channel)> {
        let Search { name: RemoteName { target, path, .. }, writes, options } = *search;
        if !is_this_host(&target.host) {
            return None;
        }
        let serves =
            |daemon: &RunningDaemon| daemon.serves.contains(path, writes) && (target.tls || !daemon.tls_only);
        RunningDaemon::all().into_iter().filter(serves).find_map(|daemon| {
            let mut ports: Vec<u16> = daemon.addresses.iter().map(SocketAddr::port).collect();
            ports.sort_unstable();
            ports.dedup();
            let deadline = Instant::now() + (options.timeout / 2).min(SOON);
            let reach = |port| {
                let target = Target { port, ..target.clone() };
                Self::reach(&target, &options.route, secret, deadline).ok()
            };
            let (found, channel) = ports.into_iter().find_map(reach)?;
            Some((Daemon { serves: Some(daemon.serves), ..found }, channel))
        })
    }

    /// Asks the host over ssh for the address of a running daemon of that account, or starts one. `why`: the
    /// error at the default port.
    fn start(search: &Search<'_>, secret: &Secret, why: Option<&Error>) -> Result<(Daemon, Channel)> {
        let Search { name: RemoteName { target, path, .. }, writes, options } = *search;
        let deadline = Instant::now() + options.timeout;
        let start = |request: &SessionRequest| {
            start(target, &options.start, request, deadline).map_err(|error| {
                let Some(why) = why else { return error };
                let detail = format!("{}; {}", why.reason(), error.reason());
                Error::new(error.kind(), Operation::Open).with_detail(detail).with_source(error)
            })
        };
        let mut request = SessionRequest::new(target.addresses())?;
        let (tag, directory) = (secret.tag(&request.secret)?, options.directory.clone());
        request.wanted = Some(Wanted { tag, path: path.clone(), directory, writes, tls: target.tls });
        let mut started = start(&request)?;
        if started.running.is_some() {
            let half = deadline.saturating_duration_since(Instant::now()) / 2;
            let found = Self::reach_started(&Arc::new(started), search, secret, Instant::now() + half);
            if found.is_ok() {
                return found;
            }
            // It runs, but cannot be reached from here: start a new one, which listens on the address that
            // this program came in by.
            request.wanted = None;
            started = start(&request)?;
        }
        Self::reach_started(&Arc::new(started), search, &request.secret, deadline)
    }

    fn reach_started(
        started: &Arc<Started>,
        search: &Search<'_>,
        secret: &Secret,
        deadline: Instant,
    ) -> Result<(Daemon, Channel)> {
        let options = &search.options.route;
        let certificate = started.certificate.clone().or_else(|| options.certificate.clone());
        let route = RouteOptions { certificate, ..options.clone() };
        let with_started = |(daemon, channel)| {
            let serves = started.running.clone();
            let started = serves.is_none().then(|| Arc::clone(started));
            (Daemon { serves, _started: started, ..daemon }, channel)
        };
        let mut last = None;
        for place in &started.targets {
            match Self::reach(place, &route, secret, deadline) {
                Err(miss) if miss.goes_on => last = Some(miss.error),
                found => return found.map(with_started).map_err(|miss| miss.error),
            }
        }
        let host = &search.name.target.host;
        let last = last.unwrap_or_else(|| Error::new(ErrorKind::Internal, Operation::Open));
        let detail = format!(
            "a daemon runs on {host}, but cannot be reached: {}; open the port in the firewall, or name a gateway with the hint seaway_relay",
            last.reason()
        );
        Err(Error::new(last.kind(), Operation::Open).with_detail(detail).with_source(last))
    }

    fn reach(
        target: &Target,
        route: &RouteOptions,
        secret: &Secret,
        deadline: Instant,
    ) -> Result<(Daemon, Channel), Miss> {
        Self::reach_service(Service::Store, target, route, secret, deadline)
    }

    fn reach_service(
        service: Service,
        target: &Target,
        route: &RouteOptions,
        secret: &Secret,
        deadline: Instant,
    ) -> Result<(Daemon, Channel), Miss> {
        let route::Reached { channel, way } =
            route::connect(target, route, deadline).map_err(Miss::of_route)?;
        channel.set_deadline(Some(deadline));
        let channel = route::secure(channel, target, route).map_err(|error| Miss::of_peer(target, error))?;
        channel.authenticate(Role::Client, service, secret).map_err(|error| Miss::of_peer(target, error))?;
        let certificate = channel.certificate().map(str::to_owned).or_else(|| route.certificate.clone());
        let route = RouteOptions { way: Some(way), certificate, relays: route.relays.clone() };
        let (target, secret) = (target.clone(), secret.clone());
        Ok((Daemon { target, route, secret, serves: None, _started: None }, channel))
    }

    /// A connection to another service of the same daemon.
    pub(super) fn connect_to(&self, service: Service, deadline: Instant) -> Result<Channel> {
        let reached = Self::reach_service(service, &self.target, &self.route, &self.secret, deadline);
        let channel = reached.map(|(_, channel)| channel).map_err(|miss| miss.error)?;
        channel.set_deadline(None);
        Ok(channel)
    }

    /// For the other ranks: one item per line. They get a key derived for this purpose, never the secret.
    pub(super) fn to_text(&self) -> Result<String> {
        let Target { host, port, user, tls } = &self.target;
        let way = if self.route.way == Some(RouteKind::Relays) { "relays" } else { "direct" };
        let (user, tls) = (user.as_deref().unwrap_or_default(), if *tls { "tls" } else { "plain" });
        let (relays, certificate) =
            (self.route.relays.join(","), self.route.certificate.as_deref().unwrap_or_default());
        let key = self.secret.grant()?.to_grant_text();
        Ok([host, &port.to_string(), user, tls, &relays, certificate, way, &key].join("\n"))
    }

    pub(super) fn from_text(text: &str) -> Option<Self> {
        let lines: Vec<&str> = text.split('\n').collect();
        let &[host, port, user, tls, relays, certificate, way, key] = &lines[..] else { return None };
        let filled = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Some(Self {
            target: Target {
                host: host.to_owned(),
                port: port.parse().ok()?,
                user: filled(user),
                tls: tls == "tls",
            },
            route: RouteOptions {
                relays: relays.split(',').filter_map(filled).collect(),
                certificate: filled(certificate),
                way: Some(if way == "relays" { RouteKind::Relays } else { RouteKind::Direct }),
            },
            secret: Secret::from_grant_text(key)?,
            serves: None,
            _started: None,
        })
    }
}

fn no_start_as(user: &str, target: &Target) -> Error {
    let host = &target.host;
    let detail = format!(
        "finding a daemon of {user} on {host} requires ssh, which seaway_start=none forbids; give its port, remote://{user}@{host}:PORT/, or omit the user"
    );
    Error::new(ErrorKind::Argument, Operation::Open).with_detail(detail)
}

impl Miss {
    /// The connection failed.
    fn of_route(error: Error) -> Self {
        Self { goes_on: route::is_unreachable(&error), error }
    }

    /// The server at this address did not authenticate as a daemon of this user: it is another user's, or
    /// another service.
    fn of_peer(target: &Target, error: Error) -> Self {
        let goes_on = matches!(error.kind(), ErrorKind::AccessDenied | ErrorKind::PeerLost | ErrorKind::Io);
        let detail = format!(
            "the server at {target} did not authenticate as a daemon of this user: {}",
            error.reason()
        );
        let error = if goes_on {
            Error::new(error.kind(), Operation::Open).with_detail(detail).with_source(error)
        } else {
            error
        };
        Self { error, goes_on }
    }

    /// The name gives this port explicitly.
    fn at_the_only_port(self, target: &Target) -> Error {
        let Target { host, port, .. } = target;
        let way_out = format!(
            "no other address was tried because the name gives port {port}; without it, a daemon is found or started on {host} over ssh"
        );
        self.with_way_out(&way_out)
    }

    fn with_no_start(self, target: &Target) -> Error {
        let host = &target.host;
        self.with_way_out(&format!(
            "seaway_start=none forbids starting one; run `seaway serve` on {host} and use the port that it prints, remote://{host}:PORT/"
        ))
    }

    fn with_way_out(self, way_out: &str) -> Error {
        let Self { error, goes_on } = self;
        if !goes_on {
            return error;
        }
        let detail = format!("{}; {way_out}", error.reason());
        Error::new(error.kind(), Operation::Open).with_detail(detail).with_source(error)
    }
}

impl Connector for Daemon {
    fn connect(&self, deadline: Instant) -> Result<Channel> {
        let reached = Self::reach(&self.target, &self.route, &self.secret, deadline);
        reached.map(|(_, channel)| channel).map_err(|miss| miss.error)
    }

    fn host(&self) -> String {
        format!("remote://{}", self.target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_ranks_get_all_that_they_need() {
        let route = RouteOptions {
            relays: vec!["a:1".into(), "b:2".into()],
            certificate: Some("sha256:77".into()),
            way: Some(RouteKind::Relays),
        };
        let target = Target { host: "ocean".into(), port: 99, user: Some("ann".into()), tls: true };
        let daemon =
            Daemon { target, route, secret: Secret::from_bytes([7; 32]), serves: None, _started: None };
        let text = daemon.to_text().unwrap();
        assert!(!text.contains(&daemon.secret.to_text()), "the secret is not sent");
        let parsed = Daemon::from_text(&text).unwrap();
        assert_eq!(parsed.target, daemon.target);
        assert_eq!(parsed.to_text().unwrap(), text);
        assert!(Daemon::from_text("half\n7").is_none());
    }
}
