// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Cluster`]: calls of the JSON gateway, on whichever member answers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use ureq::http::Response;
use ureq::{Agent, Body, BodyReader};

use super::json::{Failure, Version};
use super::{nonsense, version};
use crate::error::{RegistryError, RegistryErrorKind, Result};

/// The longest answer. etcd's own database is limited to 8 GiB; lists here are far smaller.
const MAX_ANSWER: u64 = 256 << 20;
/// Before the members are tried once more.
const PAUSE: Duration = Duration::from_millis(50);

/// Whether a call may be sent again when its outcome is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeat {
    Safely,
    Never,
}

#[derive(Debug)]
pub(super) struct Cluster {
    agent: Agent,
    members: Vec<Member>,
    /// The member that answered last.
    current: AtomicUsize,
}

#[derive(Debug)]
struct Member {
    endpoint: String,
    is_checked: Mutex<bool>,
}

impl Cluster {
    pub(super) fn of(endpoints: &[String]) -> Result<Self> {
        let refused = |text: String| RegistryError::new(RegistryErrorKind::Argument, text);
        if endpoints.is_empty() {
            return Err(refused("no etcd member was given; give one as http://HOST:2379".into()));
        }
        let member = |endpoint: &String| match endpoint.strip_prefix("http://") {
            Some(host) if !host.is_empty() => {
                let endpoint = endpoint.trim_end_matches('/').to_owned();
                Ok(Member { endpoint, is_checked: Mutex::new(false) })
            }
            _ => Err(refused(format!("{endpoint:?} is not the address of an etcd member: http://HOST:PORT"))),
        };
        let members = endpoints.iter().map(member).collect::<Result<_>>()?;
        // The gateway is on the same network as the daemons: no proxy.
        let config = Agent::config_builder().http_status_as_error(false).proxy(None).build();
        Ok(Self { agent: config.into(), members, current: AtomicUsize::new(0) })
    }

    pub(super) fn call<A: DeserializeOwned>(
        &self,
        path: &str,
        request: &impl Serialize,
        repeat: Repeat,
        deadline: Instant,
    ) -> Result<A> {
        let request = serde_json::to_vec(request).map_err(|error| nonsense(&error.to_string()))?;
        let answer = self.try_members(repeat, deadline, |member, until| {
            let response = self.post(member, path, &request, until)?;
            let body = response.into_body().into_with_config().limit(MAX_ANSWER).read_to_vec();
            body.map_err(|error| after_sending(&member.endpoint, error, until))
        })?;
        serde_json::from_slice(&answer).map_err(|error| nonsense(&error.to_string()))
    }

    /// The body of an answer that is streamed until the deadline.
    pub(super) fn open(
        &self,
        path: &str,
        request: &impl Serialize,
        deadline: Instant,
    ) -> Result<BodyReader<'static>> {
        let request = serde_json::to_vec(request).map_err(|error| nonsense(&error.to_string()))?;
        let response = self
            .try_members(Repeat::Safely, deadline, |member, _| self.post(member, path, &request, deadline))?;
        Ok(response.into_body().into_with_config().limit(u64::MAX).reader())
    }

    /// Tries members until one answers, as long as it is certain that nothing was changed.
    fn try_members<T>(
        &self,
        repeat: Repeat,
        deadline: Instant,
        attempt: impl Fn(&Member, Instant) -> Result<T>,
    ) -> Result<T> {
        let count = self.members.len();
        for tried in 1_usize.. {
            let index = self.current.load(Ordering::Relaxed);
            // A member that is stopped must leave time for another.
            let left = deadline.saturating_duration_since(Instant::now());
            let until = if repeat == Repeat::Safely && count > 1 { deadline - left / 2 } else { deadline };
            let error = match attempt(&self.members[index % count], until) {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            let is_lost = match error.kind {
                RegistryErrorKind::Unreachable => true,
                RegistryErrorKind::Interrupted | RegistryErrorKind::TimedOut => repeat == Repeat::Safely,
                _ => return Err(error),
            };
            // Only from the member that failed: another caller may have gone on already.
            let _ = self.current.compare_exchange(index, index + 1, Ordering::Relaxed, Ordering::Relaxed);
            if !is_lost || Instant::now() + PAUSE >= deadline {
                return Err(error);
            }
            if tried.is_multiple_of(count) {
                thread::sleep(PAUSE);
            }
        }
        Err(nonsense("no member was tried"))
    }

    fn post(&self, member: &Member, path: &str, request: &[u8], until: Instant) -> Result<Response<Body>> {
        self.check_version(member, until)?;
        let left = left_until(&member.endpoint, until)?;
        let post = self.agent.post(format!("{}/v3/{path}", member.endpoint)).content_type("application/json");
        let response = post.config().timeout_global(Some(left)).build().send(request);
        let mut response = response.map_err(|error| after_sending(&member.endpoint, error, until))?;
        if response.status().is_success() {
            return Ok(response);
        }
        let status = response.status().as_u16();
        let body = response.body_mut().read_to_vec().unwrap_or_default();
        Err(serde_json::from_slice::<Failure>(&body).unwrap_or_default().error(status))
    }

    fn check_version(&self, member: &Member, until: Instant) -> Result<()> {
        let mut is_checked = member.is_checked.lock().unwrap_or_else(PoisonError::into_inner);
        if *is_checked {
            return Ok(());
        }
        let endpoint = &member.endpoint;
        let left = left_until(endpoint, until)?;
        let get = self.agent.get(format!("{endpoint}/version"));
        let response = get.config().timeout_global(Some(left)).build().call();
        let body = response.and_then(|mut response| response.body_mut().read_to_vec());
        // Nothing has been sent yet that could change anything.
        let body = body.map_err(|error| unreachable(endpoint, &error))?;
        let version = serde_json::from_slice::<Version>(&body).unwrap_or_default();
        version::check(&version.etcdserver, endpoint)?;
        *is_checked = true;
        Ok(())
    }
}

fn left_until(endpoint: &str, until: Instant) -> Result<Duration> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(timed_out(endpoint)) } else { Ok(left) }
}

/// Only a connection that could not be made proves that nothing was changed.
fn after_sending(endpoint: &str, error: ureq::Error, until: Instant) -> RegistryError {
    use std::io::ErrorKind::ConnectionRefused;
    use ureq::{Error, Timeout};
    match error {
        Error::HostNotFound
        | Error::ConnectionFailed
        | Error::Timeout(Timeout::Connect | Timeout::Resolve) => unreachable(endpoint, &error),
        Error::Io(ref cause) if cause.kind() == ConnectionRefused => unreachable(endpoint, &error),
        Error::BodyExceedsLimit(_) => {
            let text = format!("the answer of {endpoint} is too long; list by longer prefixes");
            RegistryError::new(RegistryErrorKind::TooLarge, text)
        }
        _ if matches!(error, Error::Timeout(_)) || Instant::now() >= until => timed_out(endpoint),
        _ => {
            let text = format!("etcd at {endpoint} ended the connection before it answered: {error}");
            RegistryError::new(RegistryErrorKind::Interrupted, text)
        }
    }
}

fn unreachable(endpoint: &str, error: &ureq::Error) -> RegistryError {
    let text = format!("etcd at {endpoint} cannot be reached: {error}");
    RegistryError::new(RegistryErrorKind::Unreachable, text)
}

fn timed_out(endpoint: &str) -> RegistryError {
    let text = format!("etcd at {endpoint} did not answer before the deadline");
    RegistryError::new(RegistryErrorKind::TimedOut, text)
}
