// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`RegistryError`]: a kind that callers match, and one sentence for users.

use seaway_device_api::{Error, ErrorKind, Operation};
use seaway_messages::RegistryMessage;

pub type Result<T> = std::result::Result<T, RegistryError>;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct RegistryError {
    pub kind: RegistryErrorKind,
    /// One sentence: what failed, on what, and what to do.
    pub text: String,
}

/// The numbers travel between machines and are never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u16)]
pub enum RegistryErrorKind {
    /// A key, a value or a batch that no registry accepts.
    Argument = 1,
    /// The lease has ended, and its keys are gone.
    LeaseEnded = 2,
    /// Events after that revision are no longer kept: list the prefix, and watch from the list's revision.
    Compacted = 3,
    /// No answer before the deadline. A change may have been made, or may still be.
    TimedOut = 4,
    /// The registry cannot be reached; nothing was changed.
    Unreachable = 5,
    /// The connection ended before the answer: a change may have been made.
    Interrupted = 6,
    /// This registry's version must not be used.
    Unsupported = 7,
    AccessDenied = 8,
    /// The registry's disk failed. It answers nothing more.
    Storage = 9,
    /// The answer would be too long: use a longer prefix.
    TooLarge = 10,
    /// The registry answered something that makes no sense.
    Protocol = 11,
}

impl RegistryErrorKind {
    const ALL: [Self; 11] = [
        Self::Argument,
        Self::LeaseEnded,
        Self::Compacted,
        Self::TimedOut,
        Self::Unreachable,
        Self::Interrupted,
        Self::Unsupported,
        Self::AccessDenied,
        Self::Storage,
        Self::TooLarge,
        Self::Protocol,
    ];

    pub fn code(self) -> u16 {
        self as u16
    }

    /// A kind that only a newer registry knows is `Protocol`.
    fn from_code(code: u16) -> Self {
        Self::ALL.into_iter().find(|kind| kind.code() == code).unwrap_or(Self::Protocol)
    }
}

impl RegistryError {
    pub fn new(kind: RegistryErrorKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }

    /// Whether a change that ended in this error may have been made all the same: read the key again.
    pub fn may_have_happened(&self) -> bool {
        use RegistryErrorKind::{Interrupted, Protocol, Storage, TimedOut};
        matches!(self.kind, TimedOut | Interrupted | Protocol | Storage)
    }

    pub(crate) fn from_message(kind: u16, text: String) -> Self {
        Self { kind: RegistryErrorKind::from_code(kind), text }
    }

    pub(crate) fn to_message(&self) -> RegistryMessage {
        RegistryMessage::Failed { kind: self.kind.code(), text: self.text.clone() }
    }

    pub(crate) fn unexpected(what: &RegistryMessage) -> Self {
        let text = format!(
            "the registry sent a message of kind {:#06x} that does not answer this request",
            what.kind()
        );
        Self::new(RegistryErrorKind::Protocol, text)
    }
}

impl From<RegistryError> for Error {
    fn from(error: RegistryError) -> Self {
        let kind = match error.kind {
            RegistryErrorKind::Argument => ErrorKind::Argument,
            RegistryErrorKind::Unreachable | RegistryErrorKind::Interrupted | RegistryErrorKind::TimedOut => {
                ErrorKind::PeerLost
            }
            RegistryErrorKind::Unsupported => ErrorKind::Unsupported,
            RegistryErrorKind::AccessDenied => ErrorKind::AccessDenied,
            _ => ErrorKind::Io,
        };
        Error::new(kind, Operation::Open).with_detail(error.text.clone()).with_source(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_survive_the_wire() {
        for kind in RegistryErrorKind::ALL {
            let RegistryMessage::Failed { kind: code, text } = RegistryError::new(kind, "why").to_message()
            else {
                panic!("another message")
            };
            assert_eq!(RegistryError::from_message(code, text), RegistryError::new(kind, "why"));
        }
        assert_eq!(RegistryErrorKind::from_code(999), RegistryErrorKind::Protocol);
    }
}
