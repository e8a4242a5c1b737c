// SPDX-License-Identifier: MIT OR Apache-2.0
//! Who exists, who owns what, in which epoch and until when: small values under short keys behind one trait,
//! [`Registry`]. Bytes of things and files never pass through it.
//!
//! Two implementations, one conformance suite (`registry_suite!` in seaway-testkit): [`EmbeddedRegistry`] runs
//! in one daemon, keeps everything in memory and commits to redb; other processes reach it with
//! [`RemoteRegistry`]. `EtcdRegistry` uses an etcd cluster, for spaces that must survive the loss of any node.
//!
//! [`Machine`] holds the decisions of the embedded registry: requests and times in, answers and records out.
#![forbid(unsafe_code)]

mod embedded;
mod error;
#[cfg(feature = "etcd")]
mod etcd;
mod group_commit;
mod machine;
mod registry;
mod remote;
mod store;

pub use embedded::EmbeddedRegistry;
pub use error::{RegistryError, RegistryErrorKind, Result};
#[cfg(feature = "etcd")]
pub use etcd::EtcdRegistry;
pub use group_commit::{Asked, Durable, GroupCommit, Ticket};
pub use machine::{Machine, Output};
pub use registry::{
    Answer, Ask, Change, Events, Lease, LeaseId, MAX_BATCH, MAX_KEY, MAX_VALUE, NewEntry, Registry,
    RegistryEntry, RegistryEvent, Revision,
};
pub use remote::RemoteRegistry;
#[cfg(feature = "redb")]
pub use store::RedbStore;
pub use store::{Batch, Contents, MemoryStore, Record, Store};
