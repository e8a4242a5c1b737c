// SPDX-License-Identifier: MIT OR Apache-2.0
//! What `cargo xtask codegen` writes.

pub(super) mod constants;
