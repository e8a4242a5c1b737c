// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Failure`]: somebody is lost, and with it the stream.

use seaway_device::{Error, ErrorKind, Operation};
use seaway_proto::{Contact, MxnMessage};

/// Why the stream cannot go on, as it is told to everybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) program: String,
    pub(super) rank: u32,
    pub(super) host_name: String,
    pub(super) offset: u64,
    pub(super) text: String,
}

impl Failure {
    pub(super) fn of(peer: &Contact, offset: u64, text: impl Into<String>) -> Self {
        let Contact { program, rank, host_name, pid, .. } = peer;
        let text = format!("{} (process {pid})", text.into());
        Self { program: program.clone(), rank: *rank, host_name: host_name.clone(), offset, text }
    }

    pub(super) fn message(&self) -> MxnMessage {
        let Self { program, rank, host_name, offset, text } = self.clone();
        MxnMessage::Failed { program, rank, host_name, offset, text }
    }

    pub(super) fn error(&self, operation: Operation) -> Error {
        let Self { program, rank, host_name, offset, text } = self;
        let detail =
            format!("rank {rank} of {program} on {host_name} {text}, at offset {offset} of the stream");
        Error::new(ErrorKind::Io, operation).with_detail(detail)
    }
}
