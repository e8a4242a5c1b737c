// SPDX-License-Identifier: MIT OR Apache-2.0
//! The binary differences between MPI libraries as tables ([`abi`]); the MPI library that a process has
//! loaded ([`library`]), and its functions by name ([`functions`]). For code that calls MPI without needing
//! the engine. Building needs no MPI.

pub mod abi;
mod dynamic_section;
pub mod functions;
pub mod library;
pub mod modules;

pub use abi::{Abi, Mpich, OpenMpi, Standard};
pub use dynamic_section::DynamicSection;
pub use library::Library;
