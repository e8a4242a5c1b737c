// SPDX-License-Identifier: MIT OR Apache-2.0
//! What stands behind `seaway serve`. The [`Door`] lets in those who prove the user's secret and hands each to the
//! service that its hello names. A service knows nothing of the door, nor of other services.
//!
//! Blocking threads, a few for each connection, with bounded memory: whoever serves a file waits for a disk, and no
//! runtime makes that shorter.
#![deny(unsafe_code)]

mod activity;
mod directory;
mod door;
mod relay;
mod session;
mod status;
mod store;
mod sys;

pub use activity::Activity;
pub use directory::Directory;
pub use door::{Door, Service};
pub use relay::Relay;
pub use session::SessionInput;
pub use status::Status;
pub use store::{Exports, Store};
pub use sys::Endings;
