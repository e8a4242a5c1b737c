// SPDX-License-Identifier: MIT OR Apache-2.0
//! What differs between MPI libraries in a binary, as tables ([`abi`]); the library among those that a process has loaded
//! ([`library`]), and its functions by name ([`functions`]). Whoever speaks to an MPI needs this and no engine. Building needs no
//! MPI.

pub mod abi;
pub mod functions;
pub mod library;

pub use abi::{Abi, Mpich, OpenMpi, Standard};
pub use library::Library;
