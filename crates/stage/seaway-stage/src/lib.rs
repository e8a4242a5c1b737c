// SPDX-License-Identifier: MIT OR Apache-2.0
//! The node's agent for staging. Programs open paths of a server and get files of the local disk; the
//! preloaded library (`seaway-interpose`, `redirect`) turns the names, this crate makes the copies.
//!
//! The local copies are a mirror of the server's tree. Folders are listed when a program first needs an
//! entry, and their files get size, mode and times at once; bytes are fetched when a file is opened. Marks in
//! the mode of local files say what is missing (`seaway-stage-format`), so what is here survives the agent.
//!
//! How bytes come from the server is a [`Server`]; the one here reads a mounted folder.
#![forbid(unsafe_code)]

mod agent;
mod back;
mod control;
mod error;
mod known;
mod listener;
mod mirror;
mod mounted;
mod mounted_changes;
mod plan;
mod rules;
mod server;
mod settings;
mod table;

pub use agent::{Agent, Counts};
pub use back::{Failure, Report};
pub use control::{Control, Status as AgentStatus};
pub use error::{Error, Result};
pub use mirror::is_fetched;
pub use mounted::Mounted;
pub use rules::Rule;
pub use server::{Attributes, Content, Entry, Kind, Server, Status};
pub use settings::Settings;
