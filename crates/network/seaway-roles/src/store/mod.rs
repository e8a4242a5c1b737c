// SPDX-License-Identifier: MIT OR Apache-2.0
//! The store service: [`Client`] decides what a client sends, keeps and sends again; [`Served`] is one
//! client's session as the daemon sees it; [`Liveness`] decides when a silent peer is pinged, cut off, and
//! given up.

mod client;
mod liveness;
mod request;
mod served;

pub use client::{Answered, Began, Begin, Client, Trouble};
pub use liveness::{Liveness, Look};
pub use request::{RequestKind, Span};
pub use served::{Admission, HeldLock, LockAdmission, MAX_OUTCOMES, Served, Start};

/// Safeguards that can be disabled, to show that the simulator finds the resulting defects. Production uses
/// the default: none is disabled.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flaws {
    /// A newer connection does not fence the older ones of its session.
    pub unfenced: bool,
    /// A changed write verifier is not noticed.
    pub verifier_ignored: bool,
    /// Requests that are sent again are executed again.
    pub outcomes_forgotten: bool,
    /// Writes that others were allowed to overwrite are sent again nevertheless.
    pub published_resent: bool,
    /// Locks that ended with a session are considered held.
    pub lost_locks_untold: bool,
}
