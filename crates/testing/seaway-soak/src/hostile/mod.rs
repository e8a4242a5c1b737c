// SPDX-License-Identifier: MIT OR Apache-2.0
//! Malicious peers: strangers without the secret, and liars with it.

mod liar;
mod lies;
mod stranger;
mod stream_peer;

pub(crate) use liar::send_lies;
pub use liar::{Ending, lie, lie_to_store};
pub use lies::Lies;
pub use stranger::{Recording, Stranger};
pub(crate) use stream_peer::{contact, say};
pub use stream_peer::{lie_to_trunk, lie_to_writer, socket_of};
