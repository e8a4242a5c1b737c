// SPDX-License-Identifier: MIT OR Apache-2.0
//! What `cargo xtask codegen` writes.

pub(crate) mod native_functions;
pub(crate) mod stubs;
