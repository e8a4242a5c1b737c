// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI_Comm_c2f and related functions: convert handles between C and Fortran.

#![allow(clippy::missing_safety_doc, reason = "MPI's own functions")]

seaway_adapter::fortran_conversions!();
