// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`LinkMessage`]: what a service sends through its links.

use std::fmt;

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{Service, WireError};

/// The messages of one service. Links answer pings and say goodbye themselves; all other messages go to the owner.
pub(crate) trait LinkMessage: fmt::Debug + Sized + 'static {
    /// Sent in the hello: both ends must use the same service.
    const SERVICE: Service;

    /// Appends the message as a frame.
    fn write(&self, frame: &mut Vec<u8>) -> Result<(), WireError>;

    fn read(kind: u16, body: &[u8]) -> Result<Self, WireError>;

    /// Bytes that follow the frame.
    fn payload_bytes(&self) -> u64;

    /// Whether the link itself handles this message.
    fn control(&self) -> Option<Control>;

    /// The answer to a ping.
    fn pong(number: u64) -> Self;

    fn bye() -> Self;
}

/// A message that every service has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Control {
    Ping(u64),
    Bye,
}

pub(super) fn encoded<M: LinkMessage>(message: &M) -> Result<Vec<u8>> {
    let mut frame = Vec::new();
    message.write(&mut frame).map_err(too_long)?;
    Ok(frame)
}

pub(super) fn too_long(error: WireError) -> Error {
    Error::new(ErrorKind::Internal, Operation::Open)
        .with_detail("a message is too long to be sent")
        .with_source(error)
}
