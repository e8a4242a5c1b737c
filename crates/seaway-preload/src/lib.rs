// SPDX-License-Identifier: MIT OR Apache-2.0
//! libseaway.so: MPI's file functions, for programs that do not know about Seaway.
//!
//! Preloaded before the MPI library, it answers `MPI_File_*` and `PMPI_File_*`, the calls of C programs and of the MPI
//! libraries' own Fortran layers. `generated/stubs.rs` has the C symbols; each finds the [`process`] (the MPI that is
//! loaded, in its ABI) and passes through the [`door`], which looks up the handle, catches panics and calls the file's
//! error handler. Behind it, `calls` and `access` translate between MPI's arguments and the engine's. Files that are
//! not ours, opened as `native:`, go back to the MPI's own functions. Libraries on top of MPI-IO
//! that want more than MPI promises are helped out: `pnetcdf`, `hdf5`; and so are programs that read files without MPI: `posix`.

#![allow(unreachable_pub, reason = "C reaches what is exported by name")]

mod access;
mod calls;
mod door;
mod errors;
mod fortran;
mod generated;
mod handlers;
mod handles;
mod hdf5;
mod native;
mod open_file;
mod pnetcdf;
mod posix;
mod process;
mod report;
mod representations;
mod requests;
mod trace;
mod view_types;
mod waits;
