// SPDX-License-Identifier: MIT OR Apache-2.0
//! The implementation of `seaway serve`. The [`Door`] authenticates clients with the user's secret and hands
//! each to the service that its hello names. A service is independent of the door and of other services.
//!
//! Connections outnumber threads: they are tasks of the `lot`, which serves thousands with a few workers, and
//! disk waits go to bounded pools.
#![deny(unsafe_code)]

mod activity;
mod conversation;
mod descriptors;
mod directory;
mod door;
mod lobby;
mod lot;
mod metrics;
mod pool;
mod queue;
mod registry;
mod relay;
mod ring;
mod session;
mod status;
mod store;
mod sys;
mod thing;

pub use activity::Activity;
pub use directory::Directory;
pub use door::{Admitted, Door, Service};
pub use metrics::MetricsListener;
pub use queue::{Journal, MemoryJournal, QueueService, RedbJournal};
pub use registry::RegistryService;
pub use relay::Relay;
pub use ring::{ConnectNode, Ring};
pub use session::SessionInput;
pub use status::Status;
pub use store::{Exports, Store};
pub use sys::Endings;
pub use thing::{Agent, AgentOptions, EtcdMember, Network, RegistryPlace, default_folder, default_memory};
