// SPDX-License-Identifier: MIT OR Apache-2.0
//! The default port of a daemon.

use std::env;

/// Sites may set another port for all of their hosts.
const PORT_VARIABLE: &str = "SEAWAY_DEFAULT_PORT";
const DEFAULT_PORT: u16 = 7117;

/// Where a daemon listens if it can, and where clients try first: `SEAWAY_DEFAULT_PORT`, or 7117.
pub fn default_port() -> u16 {
    let given = env::var(PORT_VARIABLE).ok().and_then(|text| text.trim().parse().ok());
    given.filter(|&port| port != 0).unwrap_or(DEFAULT_PORT)
}
