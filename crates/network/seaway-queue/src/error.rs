// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`QueueError`]: a kind that callers match, and one sentence for users.

use seaway_channel::CallError;
use seaway_device_api::{Error, ErrorKind, Operation};
use seaway_messages::QueueMessage;
use seaway_roles::queue::Refusal;

pub type Result<T> = std::result::Result<T, QueueError>;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct QueueError {
    pub kind: QueueErrorKind,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueueErrorKind {
    Argument,
    /// Another manager has taken over: this one must stop.
    Fenced,
    /// The worker was silent for too long: its tasks are with others, and it must join again.
    LeaseEnded,
    NoSuchQueue,
    /// It has workers or unfinished tasks.
    InUse,
    /// The daemon's disk failed.
    Storage,
    TimedOut,
    /// The daemon cannot be reached.
    Unreachable,
    AccessDenied,
    /// The daemon answered something that makes no sense.
    Protocol,
}

impl QueueError {
    pub(crate) fn new(kind: QueueErrorKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }

    pub(crate) fn refused(code: u16, text: String) -> Self {
        let known = [
            (Refusal::Argument, QueueErrorKind::Argument),
            (Refusal::Fenced, QueueErrorKind::Fenced),
            (Refusal::LeaseEnded, QueueErrorKind::LeaseEnded),
            (Refusal::NoSuchQueue, QueueErrorKind::NoSuchQueue),
            (Refusal::Storage, QueueErrorKind::Storage),
            (Refusal::InUse, QueueErrorKind::InUse),
        ];
        let kind = known.into_iter().find(|(refusal, _)| refusal.code() == code);
        Self { kind: kind.map_or(QueueErrorKind::Protocol, |(_, kind)| kind), text }
    }

    pub(crate) fn from_call(address: &str, error: CallError) -> Self {
        let (kind, what) = match error {
            CallError::Unreachable(why) => (QueueErrorKind::Unreachable, format!("cannot be reached: {why}")),
            CallError::Denied(why) => (QueueErrorKind::AccessDenied, format!("refused this client: {why}")),
            CallError::TimedOut => (QueueErrorKind::TimedOut, "did not answer before the deadline".into()),
            CallError::Interrupted(why) => {
                (QueueErrorKind::Unreachable, format!("ended the connection before it answered: {why}"))
            }
        };
        Self::new(kind, format!("the queue's daemon at {address} {what}"))
    }

    pub(crate) fn unexpected(answer: &QueueMessage) -> Self {
        let text = format!(
            "the queue's daemon sent a message of kind {:#06x} that does not answer this request",
            answer.kind()
        );
        Self::new(QueueErrorKind::Protocol, text)
    }
}

impl From<QueueError> for Error {
    fn from(error: QueueError) -> Self {
        let kind = match error.kind {
            QueueErrorKind::Argument => ErrorKind::Argument,
            QueueErrorKind::NoSuchQueue => ErrorKind::NoSuchFile,
            QueueErrorKind::AccessDenied => ErrorKind::AccessDenied,
            QueueErrorKind::InUse => ErrorKind::FileInUse,
            QueueErrorKind::TimedOut | QueueErrorKind::Unreachable | QueueErrorKind::LeaseEnded => {
                ErrorKind::PeerLost
            }
            _ => ErrorKind::Io,
        };
        Error::new(kind, Operation::Open).with_detail(error.text.clone()).with_source(error)
    }
}
