// SPDX-License-Identifier: MIT OR Apache-2.0
//! The descriptor limit of this process, and how many descriptors are reserved, so that clients that cannot
//! be served can still be told so.

use std::os::fd::{AsFd, AsRawFd};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::system::uname;

/// Reserved at most: for handshakes, and for connections that have not begun one.
const MOST_RESERVED: u64 = 128;

/// Raises the soft limit to the hard one: many systems leave it at 1,024 for programs that use `select`.
pub(crate) fn raise_limit() {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current != maximum {
        // If this fails, fewer clients are served, and the others get the reason.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

/// The current limit. `u64::MAX`: none.
pub(crate) fn limit() -> u64 {
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

/// Whether `fd`, which was just created, is one of the reserved ones. The system assigns the lowest free
/// number: a high one means that all below are in use.
pub(crate) fn is_reserved(fd: &impl AsFd) -> bool {
    let limit = limit();
    let number = u64::try_from(fd.as_fd().as_raw_fd()).unwrap_or(0);
    number >= limit - MOST_RESERVED.min(limit / 8)
}

/// The message for a refused client. `what` has run out: "connections", "open files".
pub(crate) fn refusal(what: &str) -> String {
    format!(
        "too many {what} on {}: its daemon may have {} descriptors, one for each connection and open file, and all are in \
         use; raise the limit where it is started (`ulimit -n`, or LimitNOFILE= of a systemd unit)",
        host_name(),
        limit()
    )
}

pub(crate) fn host_name() -> String {
    uname().nodename().to_string_lossy().into_owned()
}
