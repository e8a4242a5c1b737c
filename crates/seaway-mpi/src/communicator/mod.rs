// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine's communicator over the host MPI.
