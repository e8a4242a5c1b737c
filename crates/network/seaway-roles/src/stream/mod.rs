// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ranks of a stream: how readers find their writers ([`Search`]), how a waiting rank detects that another is silent
//! ([`Liveness`], [`Lookout`]), and how all ranks are informed ([`Telling`]).

pub mod bytes;
mod liveness;
mod lookout;
mod search;
mod telling;

pub use self::liveness::{Liveness, Verdict};
pub use self::lookout::{Absence, Lookout, Order, Seen, suspect_after};
pub use self::search::{Defect as SearchDefect, Look, Search, Step, Surrender, Tried, Try};
pub use self::telling::{Position, Telling};

/// Time since a moment that the driver chooses.
pub type Time = std::time::Duration;
