// SPDX-License-Identifier: MIT OR Apache-2.0
//! `thing:NAME`: named bytes in the memory or on a disk of a node, shared by all programs of a space.
//!
//! The node's agent (`seaway_daemon::Agent`) has the names and the descriptors; it is found or started by `enter`. A program
//! gets the descriptor of a thing when it opens it: reads and writes are those of a file in memory and need no message.
//! Before and after each, the program looks at the agent's table of states (`table`): whether the thing is still here, and
//! the agent's lease has not ended. Memory is reserved before it is written, so that a full node is an error of the write.
//!
//! A thing whose home is another node is accessed by messages to that node's agent (`far_file`, `home_connection`).
//!
//! Bytes of memory things are lost with their agent: a sync makes them visible and not durable.

mod agent;
mod delivery;
mod device;
mod enter;
mod far_file;
mod far_requests;
mod file;
mod file_names;
mod here_file;
mod home_connection;
mod lost_home;
mod named_lock;
mod names;
mod opening;
mod options;
mod reserved;
mod row;
mod shared_folder;
mod spill;
mod striped_file;
mod stripes;
mod sys;
mod table;

use std::os::fd::OwnedFd;
use std::sync::Arc;

use seaway_device_api::{Device, DeviceFile, DeviceName, DevicePath, Hints, Result};

pub use self::agent::{AgentConnection, Listing};
pub use self::delivery::Delivery;
pub use self::device::{OpenThing, ThingDevice};
pub use self::enter::{SpaceName, enter, enter_queues, enter_running};
pub use self::file::NewThing;
pub use self::file_names::{file_name, name_of_file};
pub use self::home_connection::HomeConnection;
pub use self::named_lock::NamedLock;
pub use self::names::Names;
pub use self::options::{JOB_VARIABLE, JOIN_VARIABLE, SpaceOptions, Wait, check_node_name};
pub use self::stripes::STRIPES;
use crate::ufs::UfsDevice;

pub use self::table::{StateTable, TableWriter, now};

/// The bytes of a thing, for its home, which reads and writes them for other nodes.
pub fn bytes_of(name: &str, descriptor: OwnedFd) -> Result<Box<dyn DeviceFile>> {
    UfsDevice.adopt(&DevicePath::new(format!("thing:{name}")), descriptor, &Hints::new())
}

pub fn connect(_name: &DeviceName, hints: &Hints) -> Result<Arc<dyn Device>> {
    Ok(Arc::new(ThingDevice::new(SpaceOptions::from_hints(hints)?, hints)))
}
