// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Daemon`]: a daemon that serves, and how to come to it. Rank 0 finds it, or starts it, and tells the others.

use std::sync::Arc;
use std::time::{Duration, Instant};

use seaway_device::{Error, ErrorKind, Operation, Result};
use seaway_proto::{Role, Service};
use seaway_wire::{Channel, Secret};

use super::options::RemoteOptions;
use super::route::{self, RouteOptions, Way};
use super::session::Connector;
use super::start::{Started, start};
use super::target::Target;

/// Where a daemon may be started, one that should be there already answers within this time.
const SOON: Duration = Duration::from_secs(5);

#[derive(Debug, Clone)]
pub(super) struct Daemon {
    target: Target,
    route: RouteOptions,
    secret: Secret,
    /// If this rank has started it: it ends with the last who holds this.
    _started: Option<Arc<Started>>,
}

impl Daemon {
    /// Connects to the daemon at `target`, or starts one where nobody listens.
    pub(super) fn find(target: &Target, options: &RemoteOptions) -> Result<(Daemon, Channel)> {
        // Networks that swallow what they do not let through leave time to start a daemon.
        let patience =
            if options.start.may_start() { (options.timeout / 2).min(SOON) } else { options.timeout };
        let secret = Secret::load()?;
        let found = Self::reach(target, &options.route, &secret, None, Instant::now() + patience);
        match found {
            Err(error) if route::is_unreachable(&error) && options.start.may_start() => {
                Self::start(target, options, &error)
            }
            other => other,
        }
    }

    fn start(target: &Target, options: &RemoteOptions, why: &Error) -> Result<(Daemon, Channel)> {
        let deadline = Instant::now() + options.timeout;
        let started = start(target, &options.start, deadline).map_err(|error| {
            let detail = format!("{}; {}", why.reason(), error.reason());
            Error::new(error.kind(), Operation::Open).with_detail(detail).with_source(error)
        })?;
        let started = Arc::new(started);
        let certificate = started.certificate.clone().or_else(|| options.route.certificate.clone());
        let route = RouteOptions { certificate, ..options.route.clone() };
        let mut last = None;
        for place in &started.targets {
            match Self::reach(place, &route, &started.secret, Some(&started), deadline) {
                Err(error) if route::is_unreachable(&error) => last = Some(error),
                other => return other,
            }
        }
        Err(last.unwrap_or_else(|| Error::new(ErrorKind::Internal, Operation::Open)))
    }

    fn reach(
        target: &Target,
        route: &RouteOptions,
        secret: &Secret,
        started: Option<&Arc<Started>>,
        deadline: Instant,
    ) -> Result<(Daemon, Channel)> {
        let route::Reached { channel, way } = route::connect(target, route, deadline)?;
        channel.set_deadline(Some(deadline));
        channel.authenticate(Role::Client, Service::Store, secret)?;
        let certificate = channel.certificate().map(str::to_owned).or_else(|| route.certificate.clone());
        let route = RouteOptions { way: Some(way), certificate, relays: route.relays.clone() };
        let daemon =
            Daemon { target: target.clone(), route, secret: secret.clone(), _started: started.cloned() };
        Ok((daemon, channel))
    }

    /// For the other ranks: one thing on each line.
    pub(super) fn to_text(&self) -> String {
        let Target { host, port, user, tls } = &self.target;
        let way = if self.route.way == Some(Way::Relays) { "relays" } else { "direct" };
        let (user, tls) = (user.as_deref().unwrap_or_default(), if *tls { "tls" } else { "plain" });
        let (relays, certificate) =
            (self.route.relays.join(","), self.route.certificate.as_deref().unwrap_or_default());
        let secret = self.secret.to_text();
        [host, &port.to_string(), user, tls, &relays, certificate, way, &secret].join("\n")
    }

    pub(super) fn from_text(text: &str) -> Option<Self> {
        let lines: Vec<&str> = text.split('\n').collect();
        let &[host, port, user, tls, relays, certificate, way, secret] = &lines[..] else { return None };
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
                way: Some(if way == "relays" { Way::Relays } else { Way::Direct }),
            },
            secret: Secret::from_text(secret)?,
            _started: None,
        })
    }
}

impl Connector for Daemon {
    fn connect(&self, deadline: Instant) -> Result<Channel> {
        Self::reach(&self.target, &self.route, &self.secret, None, deadline).map(|(_, channel)| channel)
    }

    fn host(&self) -> String {
        format!("remote://{}", self.target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_ranks_hear_all_that_they_need() {
        let route = RouteOptions {
            relays: vec!["a:1".into(), "b:2".into()],
            certificate: Some("sha256:77".into()),
            way: Some(Way::Relays),
        };
        let target = Target { host: "ocean".into(), port: 99, user: Some("ann".into()), tls: true };
        let daemon = Daemon { target, route, secret: Secret::from_bytes([7; 32]), _started: None };
        let told = Daemon::from_text(&daemon.to_text()).unwrap();
        assert_eq!(told.target, daemon.target);
        assert_eq!(told.to_text(), daemon.to_text());
        assert!(told.secret == daemon.secret);
        assert!(Daemon::from_text("half\n7").is_none());
    }
}
