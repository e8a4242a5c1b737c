// SPDX-License-Identifier: MIT OR Apache-2.0
//! From calls to figures of bounded size: one pass over the calls of each process, then all processes
//! combined. Their interpretation is decided elsewhere.

mod access;
mod chain;
mod common_sizes;
mod files;
mod layers;
mod nature;
mod nesting;
mod outcome;
mod pass;
mod pattern;
mod sample;
mod sizes;
mod slowest;
mod system_files;
mod tally;
mod time_bins;

pub(super) use access::{Access, ProcessFacts};
pub(super) use chain::Chain;
pub(super) use common_sizes::CommonSizes;
pub(super) use files::{FileFigures, Heat, LaneFigures, LaneShare};
pub(super) use layers::{LayerTally, TOP_DOWN, name_of};
pub(super) use nature::Nature;
pub(super) use outcome::{CallFigures, Outcome};
pub(super) use pass::Pass;
pub(super) use sample::Sample;
pub(super) use sizes::Sizes;
pub(super) use slowest::SlowCall;
pub(super) use tally::Tally;
pub(super) use time_bins::{BINS, TimeBins};
