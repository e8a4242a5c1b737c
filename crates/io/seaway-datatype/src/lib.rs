// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI datatypes: constructors, normalised trees, runs, packing, external32.
//!
//! A [`Datatype`] is made by MPI's constructors, with 64-bit counts and displacements. Committing gives it a
//! [`Layout`]: a normalised tree with multiplicity, so that a vector of a billion blocks is one node, and positions
//! in the packed stream turn into offsets and back without walking. `pack`, `unpack` and [`copy`] move data between
//! a layout and a stream or between two layouts; [`external32`] converts on the way.
//!
//! Bytes and arithmetic only: no clock, no thread, no environment, no MPI.
//!
//! ```
//! use seaway_datatype::{Datatype, Named, Run, Source};
//!
//! // Two doubles of every four, a billion times: one node.
//! let column = Datatype::vector(1_000_000_000, 2, 4, &Datatype::named(Named::Double))?;
//! column.commit();
//! let layout = column.layout()?;
//! assert!(layout.heap_bytes() < 1024);
//!
//! // From any position, without walking there.
//! let position = layout.size() - 8;
//! assert_eq!(layout.runs(position..layout.size()).next(), Some(Run { offset: 31_999_999_976, len: 8 }));
//! assert_eq!(layout.position_of(31_999_999_976), position);
//!
//! // Data and stream: bytes 16 to 31 are a hole.
//! let memory: Vec<u8> = (0..48).collect();
//! let mut packed = [0; 24];
//! layout.pack(Source::from_slice(&memory), 0..24, &mut packed)?;
//! assert_eq!(packed[16..], [32, 33, 34, 35, 36, 37, 38, 39]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(unsafe_code)]

mod assembly;
mod construction;
mod constructors;
mod copy;
mod datatype;
mod display;
mod elements;
mod encoding;
mod equality;
mod error;
pub mod external32;
mod layout;
mod named;
mod pack;
mod replaced;
mod shape;
mod shape_assembly;
mod tiles;
mod tree;

pub use construction::{Construction, Dimension, Distribution, DistributionArgument, Order};
pub use copy::copy;
pub use datatype::{Datatype, MAX_DEPTH};
pub use elements::ElementCount;
pub use encoding::DecodeError;
pub use error::DatatypeError;
pub use layout::{Layout, Run, Runs};
pub use named::Named;
pub use seaway_memory::{OutOfBounds, Source, Target};
