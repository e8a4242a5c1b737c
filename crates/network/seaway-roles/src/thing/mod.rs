// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things: named bytes that have a home, a node whose agent holds them.
//!
//! [`Lease`] is an agent's membership of its space: when it ends, the agent stops serving. [`Held`] is one
//! thing at its home: who has it open, whether its writers are done, whether it is served, moved or deleted.
//! [`judge`] is what a program concludes from the states that it sees in shared memory before and after each
//! copy. [`Reservation`] decides how much memory a thing takes.

mod combine;
mod held;
mod hold;
mod lease;
mod mirror;
mod reservation;
mod sight;

pub use combine::Row;
pub use held::{Closed, Held, Verdict};
pub use hold::{Hold, Holder};
pub use lease::Lease;
pub use mirror::{Backup, Copied, Course, Flaws as CopyFlaws, Mirror};
pub use reservation::{Grant, PAGE_BYTES, Reservation, page_extent};
pub use sight::{Judgement, Sight, State, judge};

/// Mends that can be taken out, to show that the simulator finds what they mend. Production uses the default: none is out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flaws {
    /// An agent whose lease has ended goes on serving, and programs go on trusting its table.
    pub lease_ignored: bool,
    /// Requests for a thing that had the name before reach the one that has it now.
    pub epochs_ignored: bool,
    /// Programs do not look at the table after a copy.
    pub no_second_look: bool,
    /// A number is changed some time after the home has looked whether it may.
    pub updates_in_two_steps: bool,
}
