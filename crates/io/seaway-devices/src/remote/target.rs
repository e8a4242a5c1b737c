// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Target`]: the host of a file, and the port of its daemon.

use std::env;
use std::fmt;
use std::fs;
use std::net::{IpAddr, ToSocketAddrs};

/// The address of a daemon.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Target {
    pub(super) host: String,
    pub(super) port: u16,
    /// The account in which a daemon is started.
    pub(super) user: Option<String>,
    /// Whether to use TLS.
    pub(super) tls: bool,
}

impl Target {
    /// `HOST:PORT`, with the brackets that an IPv6 address needs.
    pub(super) fn address(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        }
    }

    /// The user given in the name, if it is not the one who runs this program. Then this user's own daemons,
    /// at the default port or on this host, have the wrong permissions.
    pub(super) fn another_user(&self) -> Option<&str> {
        self.user.as_deref().filter(|user| own_name().as_deref() != Some(*user))
    }

    /// The host's addresses as resolved here. Empty if the name cannot be resolved.
    pub(super) fn addresses(&self) -> Vec<IpAddr> {
        let found = (&*self.host, self.port).to_socket_addrs();
        found.into_iter().flatten().map(|address| address.ip()).collect()
    }
}

/// From the environment, or the user database.
fn own_name() -> Option<String> {
    let name =
        ["USER", "LOGNAME"].iter().find_map(|name| env::var(name).ok().filter(|name| !name.is_empty()));
    name.or_else(|| {
        let id = rustix::process::geteuid().as_raw().to_string();
        let users = fs::read_to_string("/etc/passwd").ok()?;
        let is_own = |line: &&str| line.split(':').nth(2) == Some(&id);
        users.lines().find(is_own)?.split(':').next().map(str::to_owned)
    })
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_account_is_not_another_users() {
        let of = |user: Option<&str>| Target {
            host: "ocean".into(),
            port: 1,
            user: user.map(str::to_owned),
            tls: false,
        };
        let own = own_name().unwrap();
        assert_eq!(of(None).another_user(), None);
        assert_eq!(of(Some(&own)).another_user(), None);
        assert_eq!(of(Some("somebody-else")).another_user(), Some("somebody-else"));
    }
}
