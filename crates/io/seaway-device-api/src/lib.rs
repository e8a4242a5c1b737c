// SPDX-License-Identifier: MIT OR Apache-2.0
//! The device contract: the traits, and the types that devices and engine share (names, hints, extents,
//! errors).
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
pub mod pieces;
mod segments;
mod transfers;

pub use device::{
    Alone, Device, DeviceFile, Durability, MapCandidate, MappedRange, Mapping, OpenFlags, OpenOptions,
    OpenTogether, RangeLock, RangeLocks, Ranks, Stream, Striping,
};
pub use error::{Error, ErrorKind, Operation, Result};
pub use extent::Extent;
pub use guarantees::{Costs, Guarantees, Locality};
pub use hints::Hints;
pub use map_rules::{MapRule, MapRules};
pub use name::{DeviceName, DevicePath, FILE_SYSTEM_PREFIXES};
pub use segments::{Segments, SegmentsMut};
pub use transfers::{FileShape, Region, Shaped, Ticket, Transfers};
