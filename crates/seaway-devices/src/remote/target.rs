// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Target`]: the host that a file is on, and the port where its daemon listens.

use std::fmt;

/// Where a daemon is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Target {
    pub(super) host: String,
    pub(super) port: u16,
    /// Whose account a daemon is started in.
    pub(super) user: Option<String>,
    /// Inside TLS.
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
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address())
    }
}
