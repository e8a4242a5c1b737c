// SPDX-License-Identifier: MIT OR Apache-2.0
//! Counters: what is kept of calls when events no longer fit.

use bytemuck::{Pod, Zeroable};

/// All calls of one kind on one file since the quota was exhausted. Threads add to it atomically.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Counter {
    /// The number of a string; 0 if the table had no row left for the file.
    pub file: u32,
    /// A [`crate::Call`]; 0 means no counter.
    pub call: u32,
    pub calls: u64,
    pub failures: u64,
    pub bytes: u64,
    /// Ticks of the clock, divided as in events.
    pub duration: u64,
}
