// SPDX-License-Identifier: MIT OR Apache-2.0
//! The client side of work queues. A [`Manager`] submits tasks to a queue and takes their completions; a
//! [`Worker`] gets tasks and reports what came of them. A daemon with the service `queue` keeps everything in
//! between, durably: managers and workers may come, go and crash at any time.
//!
//! Calls block until a deadline. No thread is started: the worker's lease is renewed by the daemon of its own
//! host ([`Worker::attended_by`]) for as long as its process runs.
#![forbid(unsafe_code)]

mod error;
mod managing;
mod queue;
mod transport;
mod worker;

pub use error::{QueueError, QueueErrorKind, Result};
pub use managing::Manager;
pub use queue::{Queue, list};
pub use seaway_channel::CallError;
pub use seaway_messages::{Completion, QueueCounts, QueueStatus, QueueTerms, Task, TaskFate};
pub use seaway_roles::queue::{DEFAULT_TERMS, MAX_NAME, MAX_PAYLOAD};
pub use transport::Transport;
pub use worker::{Assignment, Worker};
