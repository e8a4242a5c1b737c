// SPDX-License-Identifier: MIT OR Apache-2.0
//! The head of a process's file: the process, and how its clock runs.

use bytemuck::{Pod, Zeroable};

/// The first bytes of every file.
pub const MAGIC: [u8; 8] = *b"SEATRACE";

/// Readers accept this version and refuse later ones.
pub const VERSION: u32 = 1;

/// Strings follow it. Chunks begin at the first multiple of `CHUNK_UNIT` after it.
pub const HEADER_BYTES: usize = core::mem::size_of::<Header>();

/// The header and the strings after it: all that the files of many programs need.
pub const FIRST_BYTES: usize = 4096;

/// One file is one program in one process, from its start or `exec` to its end or `exec`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub struct Header {
    pub magic: [u8; 8],
    pub version: u32,
    /// Size of this header, so that later versions can have longer ones.
    pub header_bytes: u32,
    /// A [`Clock`].
    pub clock: u32,
    /// Times in events are ticks of the clock divided by two to this power.
    pub clock_shift: u32,
    pub process: u32,
    pub parent: u32,
    /// The same moment by three clocks, taken when the file was created.
    pub began: ClockPair,
    pub began_real_nanoseconds: u64,
    /// Taken periodically; the latest. Together with `began` it determines the length of a tick.
    pub latest: ClockPair,
    /// What to add to times of this host so that they match those of others; set by `seaway trace merge`.
    pub offset_nanoseconds: i64,
    /// The intended length of the file: a shorter one was truncated.
    pub end: u64,
    /// The number that the next string gets. Threads add to it atomically. Numbers begin with 1.
    pub next_string: u32,
    /// Bits of [`Flags`], set atomically.
    pub flags: u32,
    /// In an MPI program, from the launcher's environment variables; -1 otherwise.
    pub rank: i32,
    pub ranks: i32,
    /// In bytes; 0 means no limit.
    pub quota: u64,
    /// Identifies a boot of the host: the same for all its processes.
    pub boot: [u8; 16],
    /// Padded with zeros.
    pub host: [u8; 64],
    pub reserved: [u64; 8],
}

#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct ClockPair {
    /// Of the events' clock, not divided.
    pub ticks: u64,
    /// CLOCK_MONOTONIC.
    pub nanoseconds: u64,
}

/// The unit of ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Clock {
    /// The processor's cycle counter, which has a constant rate on all cores.
    Cycles = 1,
    /// CLOCK_MONOTONIC, if the counter is not reliable: a tick is a nanosecond.
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
    /// The process ended by `exit` or by returning from `main`.
    pub const ENDED: u32 = 1;
    /// The quota, or the disk, is full: since then calls are only counted, in chunks of counters.
    pub const FULL: u32 = 2;
    /// Recorded from outside by `seaway run --trace --seccomp`: only opens, of processes without a file of
    /// their own.
    pub const FROM_OUTSIDE: u32 = 4;
    /// The process has called io_uring_setup: what it does through that ring is not recorded.
    pub const HAS_RING: u32 = 8;
    /// The file was truncated, or could not be written, while its process ran: calls are missing.
    pub const CUT: u32 = 16;
}

const _: () = assert!(HEADER_BYTES == 8 + 24 + 16 + 8 + 16 + 8 + 8 + 16 + 8 + 16 + 64 + 64);
