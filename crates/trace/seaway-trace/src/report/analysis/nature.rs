// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the names in a trace refer to: not all of them are files.

use seaway_trace_format::Class;

use super::access::AccessKind;
use super::system_files::is_system_file;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::report) enum Nature {
    File,
    /// A stream to another program: its ends wait for each other when they open and close it.
    Coupled,
    /// Not files, but with a name and a descriptor: pipes, sockets, terminals. Waiting for them is not I/O.
    NoFile,
    /// System files, read by programs and MPI libraries at start-up. Counted in sums, and not shown.
    System,
}

impl Nature {
    pub(in crate::report) fn of(name: &[u8]) -> Self {
        const BEGINNINGS: [&[u8]; 6] =
            [b"pipe:", b"socket:", b"anon_inode:", b"/dev/pts/", b"/dev/tty", b"/memfd:"];
        let is_no_file = BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
            || matches!(name, b"/dev/null" | b"/dev/ptmx");
        match name {
            _ if is_no_file => Self::NoFile,
            _ if name.starts_with(b"mxn:") => Self::Coupled,
            _ if is_system_file(name) => Self::System,
            _ => Self::File,
        }
    }

    /// The same, with system files treated as ordinary ones.
    pub(in crate::report) fn with_system(name: &[u8]) -> Self {
        match Self::of(name) {
            Self::System => Self::File,
            other => other,
        }
    }

    /// What a call counts as that would count as `kind` on a file.
    #[inline]
    pub(super) fn kind(self, kind: AccessKind, class: Class) -> AccessKind {
        match (self, class) {
            (Self::Coupled, Class::Open | Class::Close | Class::Sync) => AccessKind::Partner,
            _ => kind,
        }
    }
}
