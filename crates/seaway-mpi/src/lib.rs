// SPDX-License-Identifier: MIT OR Apache-2.0
//! The MPI underneath a program, whichever it is.
//!
//! [`abi`] holds what differs between MPI libraries as tables; [`host`] finds the library that the process has loaded
//! and its functions; [`communicator`] and [`datatypes`] give the engine what it wants to know of them. Building needs
//! no MPI.

pub mod abi;
pub mod communicator;
pub mod datatypes;
pub mod error_class;
pub mod host;
pub mod info;

pub use abi::{Abi, Mpich, OpenMpi, Standard};
pub use host::Host;
