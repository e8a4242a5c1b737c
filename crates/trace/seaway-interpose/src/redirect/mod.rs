// SPDX-License-Identifier: MIT OR Apache-2.0
//! The second layer, below the recorder: names of files on a server become names of local copies. The node's
//! agent makes the copies; its table, mapped read-only, holds the rules.
//!
//! The copies are a mirror of the server's tree in a folder of the local disk: real folders and links, and
//! files that have the right size, mode and times before their bytes are there. So the kernel answers almost
//! everything, for descriptors, mappings and locks as for any file. Only a name that is missing, a folder
//! that has not been listed and a file that has not been fetched need the agent; marks in the mode show which
//! (`seaway-stage-format`).
//!
//! Nothing is kept here but the table and whether the working directory matters: children of vfork, signal
//! handlers and threads need no care.

mod agent;
mod back;
mod calls;
mod environment;
mod exported;
mod files;
mod links;
mod place;
mod programs;
mod status;
mod table;
mod text;

pub(crate) use calls::{Change, Name};
pub(crate) use programs::Arguments;
pub(crate) use status::{Layout, shown};
pub(crate) use table::{Redirect, current, know};
