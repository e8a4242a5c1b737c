// SPDX-License-Identifier: MIT OR Apache-2.0
//! One file or folder per verb: its arguments, and what it does.

pub(crate) mod agreement;
pub(crate) mod completions;
pub(crate) mod cp;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod doctor_check;
pub(crate) mod explain;
pub(crate) mod queue;
pub(crate) mod relay;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod serve;
pub(crate) mod space;
pub(crate) mod stage;
pub(crate) mod status;
pub(crate) mod things;
pub(crate) mod top;
pub(crate) mod trace;
pub(crate) mod watch_opens;
