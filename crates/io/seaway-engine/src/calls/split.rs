// SPDX-License-Identifier: MIT OR Apache-2.0
//! Split collective calls. MPI-5.0 "Split Collective Data Access Routines": an implementation may do the work
//! when the call begins, and a file has at most one such call in progress. On a device with asynchronous
//! transfers the work continues until the call is ended: bytes of a stream may take long to arrive.

use seaway_device_api::{Error, ErrorKind, Operation, Result};

use super::access::Positioning::{self, Explicit, Individual, Ordered};
use super::transfers::Begun;
use crate::buffer::Items;
use crate::{File, ReadBuffer, Status, WriteBuffer};

/// A call that was begun, and its state.
#[derive(Debug)]
pub(crate) struct SplitCall {
    kind: SplitKind,
    outcome: Outcome,
}

#[derive(Debug)]
enum Outcome {
    Agreed(Status),
    /// This rank's own transfer: the ranks agree on the outcome at the end.
    Own(Result<Begun>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SplitKind {
    ReadAt,
    Read,
    ReadOrdered,
    WriteAt,
    Write,
    WriteOrdered,
}

impl File {
    pub fn read_at_all_begin<'a>(&self, offset: i64, buffer: impl Into<ReadBuffer<'a>>) -> Result<()> {
        self.begin_read(SplitKind::ReadAt, Explicit(offset), &mut buffer.into())
    }

    pub fn read_at_all_end(&self) -> Result<Status> {
        self.end(SplitKind::ReadAt, Operation::Read)
    }

    pub fn read_all_begin<'a>(&self, buffer: impl Into<ReadBuffer<'a>>) -> Result<()> {
        self.begin_read(SplitKind::Read, Individual, &mut buffer.into())
    }

    pub fn read_all_end(&self) -> Result<Status> {
        self.end(SplitKind::Read, Operation::Read)
    }

    pub fn read_ordered_begin<'a>(&self, buffer: impl Into<ReadBuffer<'a>>) -> Result<()> {
        self.begin_read(SplitKind::ReadOrdered, Ordered, &mut buffer.into())
    }

    pub fn read_ordered_end(&self) -> Result<Status> {
        self.end(SplitKind::ReadOrdered, Operation::Read)
    }

    pub fn write_at_all_begin<'a>(&self, offset: i64, buffer: impl Into<WriteBuffer<'a>>) -> Result<()> {
        self.begin_write(SplitKind::WriteAt, Explicit(offset), &buffer.into())
    }

    pub fn write_at_all_end(&self) -> Result<Status> {
        self.end(SplitKind::WriteAt, Operation::Write)
    }

    pub fn write_all_begin<'a>(&self, buffer: impl Into<WriteBuffer<'a>>) -> Result<()> {
        self.begin_write(SplitKind::Write, Individual, &buffer.into())
    }

    pub fn write_all_end(&self) -> Result<Status> {
        self.end(SplitKind::Write, Operation::Write)
    }

    pub fn write_ordered_begin<'a>(&self, buffer: impl Into<WriteBuffer<'a>>) -> Result<()> {
        self.begin_write(SplitKind::WriteOrdered, Ordered, &buffer.into())
    }

    pub fn write_ordered_end(&self) -> Result<Status> {
        self.end(SplitKind::WriteOrdered, Operation::Write)
    }

    fn begin_read(
        &self,
        kind: SplitKind,
        positioning: Positioning,
        buffer: &mut ReadBuffer<'_>,
    ) -> Result<()> {
        self.check_beginning(buffer.items(), Operation::Read)?;
        let outcome = if self.splits_go_on() {
            Outcome::Own(self.begin_transfer_read(positioning, buffer))
        } else {
            Outcome::Agreed(self.read_together(positioning, buffer)?)
        };
        *self.split() = Some(SplitCall { kind, outcome });
        Ok(())
    }

    fn begin_write(&self, kind: SplitKind, positioning: Positioning, buffer: &WriteBuffer<'_>) -> Result<()> {
        self.check_beginning(buffer.items(), Operation::Write)?;
        let outcome = if self.splits_go_on() {
            Outcome::Own(self.begin_transfer_write(positioning, buffer))
        } else {
            Outcome::Agreed(self.write_together(positioning, buffer)?)
        };
        *self.split() = Some(SplitCall { kind, outcome });
        Ok(())
    }

    /// Collective: all begin, or none. A rank that could not begin would not call the matching end either.
    fn check_beginning(&self, items: &Items, operation: Operation) -> Result<()> {
        let begun = self.split().is_some();
        let text = "a split collective call is in progress on this file; end it first";
        let refused = Err(Error::new(ErrorKind::Request, operation).with_detail(text));
        let possible = if begun { refused } else { items.check() };
        self.all(operation, possible.and_then(|()| self.make_visible()))
    }

    fn end(&self, kind: SplitKind, operation: Operation) -> Result<Status> {
        let mut split = self.split();
        match split.take() {
            Some(call) if call.kind == kind => {
                drop(split);
                match call.outcome {
                    Outcome::Agreed(status) => Ok(status),
                    Outcome::Own(begun) => {
                        let ended = begun.and_then(Begun::end);
                        self.all(operation, ended.and_then(|status| self.make_visible().map(|()| status)))
                    }
                }
            }
            other => {
                let text = match &other {
                    Some(call) => format!("{kind:?} was ended, but {:?} was begun", call.kind),
                    None => format!("{kind:?} was ended without having been begun"),
                };
                *split = other;
                Err(self.explain(Error::new(ErrorKind::Request, operation).with_detail(text)))
            }
        }
    }
}
