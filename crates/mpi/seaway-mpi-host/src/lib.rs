// SPDX-License-Identifier: MIT OR Apache-2.0
//! Access to the MPI underneath a program, whichever it is.
//!
//! [`abi`] (a separate crate) holds the differences between MPI libraries as tables; [`host`] is the library
//! that the process has loaded, with its functions and handles; [`communicator`] and [`datatypes`] provide
//! them to the engine. Building needs no MPI.

pub mod communicator;
pub mod datatypes;
pub mod error_class;
pub mod host;
pub mod info;

pub use host::Host;
pub use seaway_mpi_abi::{Abi, Mpich, OpenMpi, Standard, abi};
