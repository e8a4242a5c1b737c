// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI datatypes: constructors, normalised trees, runs, packing, external32.
//!
//! A [`Datatype`] is made by MPI's constructors, with 64-bit counts and displacements. Committing gives it a
//! [`Layout`]: a normalised tree with multiplicity, so that a vector of a billion blocks is one node, and positions
//! in the packed stream turn into offsets and back without walking. `pack`, `unpack` and [`copy`] move data between
//! a layout and a stream or between two layouts; [`external32`] converts on the way.
//!
//! Bytes and arithmetic only: no clock, no thread, no environment, no MPI.

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
