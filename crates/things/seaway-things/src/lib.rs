// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things: named bytes in the memory and on the disks of a space, shared by all programs that enter it.
//!
//! ```no_run
//! use seaway_things::{Kind, Space};
//!
//! let space = Space::enter()?;
//! let pillar = space.create("S-xy-012", Kind::Memory, 1 << 20)?;
//! pillar.write_at(b"density", 0)?;
//! let mut bytes = [0; 7];
//! space.open("S-xy-012")?.read_at(&mut bytes, 0)?;
//! assert_eq!(&bytes, b"density");
//! # Ok::<(), seaway_things::Error>(())
//! ```
//!
//! A thing has a home, the node whose agent holds it. On that node a read is a copy and no message; the agent is started on
//! first need. `docs/things.md` has the whole picture.
#![forbid(unsafe_code)]

mod checkpoint;
mod lists;
mod lock;
mod queues;
mod space;
mod thing;
mod transfer;
mod whole;

pub use checkpoint::{CheckpointProgress, CheckpointSummary, restore_checkpoint, save_checkpoint};
pub use lists::Strided;
pub use lock::Lock;
pub use seaway_device_api::{Error, ErrorKind, Operation, Result};
pub use seaway_devices::thing::Listing;
pub use seaway_messages::{Combination, NumberType, SpaceStatus, ThingKind as Kind, ThingStatus, Until};
pub use seaway_queue::{
    Assignment, Completion, DEFAULT_TERMS, MAX_NAME as MAX_QUEUE_NAME, MAX_PAYLOAD, Manager, Queue,
    QueueCounts, QueueError, QueueErrorKind, QueueStatus, QueueTerms, Task, TaskFate,
    Transport as QueueTransport, Worker, list as list_queues,
};
pub use space::Space;
pub use thing::Thing;
pub use transfer::{Pool, Transfer, wait_all, wait_any};
pub use whole::UNFINISHED;
