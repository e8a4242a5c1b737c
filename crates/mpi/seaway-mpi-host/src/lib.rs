// SPDX-License-Identifier: MIT OR Apache-2.0
//! The MPI underneath a program, whichever it is.
//!
//! [`abi`] (a crate of its own) holds what differs between MPI libraries as tables; [`host`] is the library that the process has
//! loaded, with its functions and handles; [`communicator`] and [`datatypes`] give the engine what it wants to know of them. Building needs
//! no MPI.

pub mod communicator;
pub mod datatypes;
pub mod error_class;
pub mod host;
pub mod info;

pub use host::Host;
pub use seaway_mpi_abi::{Abi, Mpich, OpenMpi, Standard, abi};
