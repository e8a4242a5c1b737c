// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a device is: the traits, and the words that devices and engine share (names, hints, extents, errors).
//!
//! This crate knows no device, no MPI, no datatype, no clock and no thread. A device author needs this crate
//! alone; the engine needs this crate and never a device.
#![forbid(unsafe_code)]

mod device;
mod error;
mod extent;
mod guarantees;
mod hints;
mod map_rules;
mod name;
mod segments;
mod transfers;

pub use device::{
    Alone, Completion, Device, DeviceFile, Durability, MappedRange, Mapping, OpenFlags, OpenOptions,
    OpenTogether, RangeLock, RangeLocks, Ranks, Stream, Striping, Submission, SubmissionQueue, Ticket,
};
pub use error::{Error, ErrorKind, Operation, Result};
pub use extent::Extent;
pub use guarantees::{Costs, Guarantees, Locality};
pub use hints::Hints;
pub use map_rules::{MapRule, MapRules};
pub use name::{DeviceName, DevicePath, FILE_SYSTEM_PREFIXES};
pub use segments::{Segments, SegmentsMut};
pub use transfers::{FileShape, Place, Shaped, Transfers};
