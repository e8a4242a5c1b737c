// SPDX-License-Identifier: MIT OR Apache-2.0
//! libseaway.so: MPI's file functions, for programs that do not know about Seaway.
//!
//! Preloaded before the MPI library, it interposes `MPI_File_*` and `PMPI_File_*`, which C programs and the
//! MPI libraries' own Fortran layers call. `generated/stubs.rs` has the C symbols; each finds the [`process`]
//! (the MPI that is loaded, in its ABI) and goes through the [`door`], which looks up the handle, catches
//! panics and calls the file's error handler. Behind it, `calls` and `access` translate between MPI's
//! arguments and the engine's. Files opened as `native:` are forwarded to the MPI's own functions. Libraries
//! on top of MPI-IO that need more than MPI guarantees are supported by `pnetcdf` and `hdf5`; programs that
//! access files without MPI, by `posix`.

#![allow(unreachable_pub, reason = "C reaches what is exported by name")]

mod access;
mod beginning;
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
mod staging;
mod trace;
mod view_types;
mod waits;
