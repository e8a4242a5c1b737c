// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Request`]: a data access that was started. On a device with asynchronous transfers it continues in the
//! background; elsewhere it has completed when it is started, which is also the fastest for a page cache.

use seaway_device_api::{Error, ErrorKind, Operation, Result};

use crate::Status;
use crate::transfer::Transfer;

/// A nonblocking access. Dropping it waits for an access that is still going on and discards its outcome. Forgetting it
/// (`std::mem::forget`) leaks memory and nothing else: the device uses a copy of the buffer, or memory that a
/// [`scope`](crate::scope()) gives back only when the access is over.
#[derive(Debug)]
#[must_use = "the outcome is known when the request is waited for"]
pub struct Request<'a>(State<'a>);

#[derive(Debug)]
enum State<'a> {
    /// Completed. Empty once the outcome has been returned.
    Done(Option<Result<Status>>),
    UnderWay(Transfer<'a>),
}

impl<'a> Request<'a> {
    pub(crate) fn done(outcome: Result<Status>) -> Self {
        Self(State::Done(Some(outcome)))
    }

    pub(crate) fn under_way(transfer: Transfer<'a>) -> Self {
        Self(State::UnderWay(transfer))
    }

    /// The outcome, if the access has completed. It is returned once: asking again is an error.
    pub fn test(&mut self) -> Result<Option<Status>> {
        match &mut self.0 {
            State::Done(outcome) => outcome.take().unwrap_or_else(|| Err(told_already())).map(Some),
            State::UnderWay(transfer) => transfer.test(),
        }
    }

    /// Waits until the access has completed.
    pub fn wait(mut self) -> Result<Status> {
        match &mut self.0 {
            State::Done(outcome) => outcome.take().unwrap_or_else(|| Err(told_already())),
            State::UnderWay(transfer) => transfer.wait(),
        }
    }
}

pub(crate) fn told_already() -> Error {
    Error::new(ErrorKind::Request, Operation::Wait).with_detail("this request has already completed")
}
