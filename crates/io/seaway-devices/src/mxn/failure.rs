// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Failure`]: a rank is lost, and the stream fails.

use std::time::Duration;

use seaway_device_api::{Error, ErrorKind, Operation};
use seaway_messages::{Contact, MxnMessage};

use crate::link::is_silence;

/// Why the stream has failed, as all ranks are informed.
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

    /// It did not answer when this rank connected to it.
    pub(super) fn unanswered(peer: &Contact, offset: u64, error: &Error) -> Self {
        Self::of(peer, offset, format!("does not answer ({})", error.reason()))
    }

    /// It refused the connection, or did not answer.
    pub(super) fn unreached(peer: &Contact, offset: u64, error: &Error) -> Self {
        if is_silence(error) {
            return Self::unanswered(peer, offset, error);
        }
        let text = format!("cannot be reached ({})", error.detail().unwrap_or("no connection"));
        Self::of(peer, offset, text)
    }

    pub(super) fn silent(peer: &Contact, offset: u64, silence: Duration) -> Self {
        let text = format!("has been silent for {} s: stopped, or its host is gone", silence.as_secs());
        Self::of(peer, offset, text)
    }

    /// Whether it is this rank that is lost, or one that is called the same.
    pub(super) fn is_of(&self, peer: &Contact) -> bool {
        (&self.program, self.rank, &self.host_name) == (&peer.program, peer.rank, &peer.host_name)
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
