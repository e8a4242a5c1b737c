// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files that travel along nodes: what a node has ([`Holdings`]), what it sends to a successor ([`Feed`]), and
//! who feeds whom ([`Conductor`], at the head).
//!
//! An object is one large file, or several small ones. It has versions: if the source changes while it is
//! read, a newer version replaces all of the older one. A chunk belongs to one version, and an object becomes
//! visible when all chunks of one version are there and the head has committed that version. So a node shows
//! the old content or the new one, never a mix. Messages may be lost, late or repeated: chunks are stored once,
//! and a new link begins with what the successor lacks.

mod bits;
mod conductor;
mod feed;
mod holdings;
mod plan;
mod reading;

pub use bits::Bits;
pub use conductor::{Action, Conductor, Fate, Feeder, Patience};
pub use feed::{Feed, Step};
pub use holdings::{Holdings, Offered, Received};
pub use plan::{Shape, chunk_bytes};
pub use reading::Reading;

/// Defects that the simulation must find.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Defect {
    #[default]
    None,
    /// Chunks of every version are stored alike.
    MixesVersions,
    /// An object becomes visible when its chunks are there, committed or not.
    ShowsUncommitted,
    /// The successors of a lost node stay with it.
    LeavesOrphans,
    /// A new link goes on where the old one ended, without asking what has arrived.
    TrustsTheLink,
}
