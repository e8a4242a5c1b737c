// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the names in a trace stand for: not all of them are files.

use seaway_trace_format::Class;

use super::access::Kind;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::report) enum Nature {
    File,
    /// A stream to another program: its ends wait for each other when they open and close it.
    Coupled,
    /// What has a name and a descriptor and is no file: pipes, sockets, terminals. Waiting for it is no I/O.
    NoFile,
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
            _ => Self::File,
        }
    }

    /// What a call counts as, which on a file counts as `kind`.
    #[inline]
    pub(super) fn kind(self, kind: Kind, class: Class) -> Kind {
        match (self, class) {
            (Self::Coupled, Class::Open | Class::Close | Class::Sync) => Kind::Partner,
            _ => kind,
        }
    }
}
