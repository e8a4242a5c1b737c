// SPDX-License-Identifier: MIT OR Apache-2.0
//! The head of a process' file: who it is, and how its clock runs.

use bytemuck::{Pod, Zeroable};

/// The first bytes of every file.
pub const MAGIC: [u8; 8] = *b"SEATRACE";

/// Readers read this version and refuse later ones.
pub const VERSION: u32 = 1;

/// Strings follow it. Where chunks begin is the first multiple of `CHUNK_UNIT` after it.
pub const HEADER_BYTES: usize = core::mem::size_of::<Header>();

/// The header and the strings behind it, as in a chunk of them: all that the files of many programs need.
pub const FIRST_BYTES: usize = 4096;

/// One file is one program in one process, from its start or `exec` to its end or `exec`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub struct Header {
    pub magic: [u8; 8],
    pub version: u32,
    /// Of this header, so that later versions can have longer ones.
    pub header_bytes: u32,
    /// A [`Clock`].
    pub clock: u32,
    /// Times in events are ticks of the clock divided by two to this power.
    pub clock_shift: u32,
    pub process: u32,
    pub parent: u32,
    /// The same moment by three clocks, taken when the file was made.
    pub began: ClockPair,
    pub began_real_nanoseconds: u64,
    /// Taken now and then; the last of them. With `began` it tells how long a tick is.
    pub latest: ClockPair,
    /// What to add to times of this host so that they fit those of others; set by `seaway trace merge`.
    pub offset_nanoseconds: i64,
    /// Where the next chunk goes. Threads add to it atomically, then extend the file.
    pub end: u64,
    /// The number that the next string gets. Threads add to it atomically. Numbers begin with 1.
    pub next_string: u32,
    /// Bits of [`Flags`], set atomically.
    pub flags: u32,
    /// In an MPI program, as its launcher says in the environment; -1 otherwise.
    pub rank: i32,
    pub ranks: i32,
    /// In bytes; 0 is no limit.
    pub quota: u64,
    /// Of the host, since it booted: the same for all its processes, and for nobody else.
    pub boot: [u8; 16],
    /// Ends with zeros.
    pub host: [u8; 64],
    pub reserved: [u64; 8],
}

#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct ClockPair {
    /// Of the clock that events have, not divided.
    pub ticks: u64,
    /// CLOCK_MONOTONIC.
    pub nanoseconds: u64,
}

/// What counts ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Clock {
    /// The processor's counter, which runs at one rate on all cores.
    Cycles = 1,
    /// CLOCK_MONOTONIC, where the counter cannot be relied on: a tick is a nanosecond.
    Monotonic = 2,
}

impl Clock {
    pub fn of_number(number: u32) -> Option<Self> {
        [Self::Cycles, Self::Monotonic].into_iter().find(|clock| *clock as u32 == number)
    }
}

/// Bits of [`Header::flags`].
#[derive(Debug, Clone, Copy)]
pub struct Flags;

impl Flags {
    /// The process has ended by `exit` or by returning from `main`.
    pub const ENDED: u32 = 1;
    /// The quota, or the disk, is full: since then calls are only counted, in chunks of counters.
    pub const FULL: u32 = 2;
    /// Recorded from outside by `seaway run --trace --seccomp`: opening alone, of processes without a file of their own.
    pub const FROM_OUTSIDE: u32 = 4;
    /// The process has called io_uring_setup: what it does by that ring is not seen.
    pub const HAS_RING: u32 = 8;
}

const _: () = assert!(HEADER_BYTES == 8 + 24 + 16 + 8 + 16 + 8 + 8 + 16 + 8 + 16 + 64 + 64);
