// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ranks of a stream: how readers find their writers ([`Search`]), how a waiting rank detects that another is silent
//! ([`Liveness`], [`Lookout`]), and how all ranks are informed ([`Recipients`]).

pub mod bytes;
mod liveness;
mod lookout;
mod recipients;
mod search;

pub use self::liveness::{Liveness, Verdict};
pub use self::lookout::{Absence, Lookout, Order, Seen, suspect_after};
pub use self::recipients::{Position, Recipients};
pub use self::search::{Defect as SearchDefect, Look, Search, Step, Surrender, Tried, Try};

/// Time since a moment that the driver chooses.
pub type Time = std::time::Duration;
