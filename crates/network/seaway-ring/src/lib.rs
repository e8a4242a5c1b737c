// SPDX-License-Identifier: MIT OR Apache-2.0
//! Copies files to one or many nodes. A source is listed ([`Listing`]) and split into objects; a [`Head`] feeds
//! the first nodes and decides who feeds whom; a [`Run`] receives, stores and publishes at a node, or in this
//! process for a local copy, and feeds further nodes. The decisions are those of `seaway_roles::ring`.
#![forbid(unsafe_code)]

mod failure;
mod feeding;
mod fetching;
mod filters;
mod head;
mod landing;
mod listing;
mod local;
mod objects;
mod receiving;
mod run;
mod source;

pub use failure::{CopyError, describe};
pub use feeding::{ChunkData, Stock, feed};
pub use fetching::{Fetch, fetch, serve_fetch};
pub use filters::{check_pattern, is_wanted};
pub use head::{Head, Monitor, NodeAccess, NodeReport, Outcome, introduce};
pub use listing::{Content, Identity, Listed, Listing, LocalContent, Opener};
pub use local::copy_locally;
pub use objects::{Object, objects_of};
pub use receiving::{receive, send};
pub use run::{Finished, Run, RunEvent};

/// A checksum.
pub type Sum = [u8; 32];

/// The checksum of a chunk.
pub fn sum(bytes: &[u8]) -> Sum {
    *blake3::hash(bytes).as_bytes()
}

fn lock<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
