// SPDX-License-Identifier: MIT OR Apache-2.0
//! Starts daemons from a user's process without affecting it.

mod environment;
mod process;
mod sys;

pub(crate) use self::process::{Process, StartError};
