// SPDX-License-Identifier: MIT OR Apache-2.0
//! Starting daemons out of somebody else's process, such that it notices nothing.

mod environment;
mod process;
mod sys;

pub(crate) use self::process::{Process, StartError};
