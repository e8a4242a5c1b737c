// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is in a trace: the layout of a process' file, and the calls that it tells of. `docs/trace-format.md` says the
//! same in words.
//!
//! Recorders write these values straight into mapped memory, in any process and under any allocator; readers map the
//! file. So this crate has values without pointers, needs no standard library, and leaves writing to `seaway-posix` and
//! reading to `seaway-trace`.
//!
//! A file begins with a [`Header`], followed by chunks. A chunk begins at a multiple of [`CHUNK_UNIT`] with a
//! [`ChunkHeader`] and holds events of one thread, or strings, or counters. Nothing is ever moved or written again but
//! an event that ends, so a file is whole at any moment, whatever becomes of its process.
#![no_std]
#![forbid(unsafe_code)]

mod call;
mod chunk;
mod counter;
mod event;
mod header;
mod string;

pub use call::{CALLS, Call, CallInfo, Class, Layer, Place};
pub use chunk::{CHUNK_MAGIC, CHUNK_UNIT, ChunkHeader, ChunkKind};
pub use counter::Counter;
pub use event::{EVENT_BYTES, Event, RUNNING};
pub use header::{Clock, ClockPair, FIRST_BYTES, Flags, HEADER_BYTES, Header, MAGIC, VERSION};
pub use string::{STRING_ALIGNMENT, StringHead, StringKind};

/// How the files of processes end: `HOST.PID.NUMBER.seatrace`, where NUMBER counts the programs that a process has
/// been, because exec begins a new one.
pub const FILE_ENDING: &str = "seatrace";

/// Names of the environment that recorders look at.
pub mod environment {
    /// The folder of the trace. Without it nothing is recorded.
    pub const FOLDER: &str = "SEAWAY_TRACE";
    /// How many bytes the files of one process may have together; then it goes over to counters.
    pub const QUOTA: &str = "SEAWAY_TRACE_QUOTA";
    /// Where launchers say which rank a process is, and of how many; the first that is set counts.
    pub const RANKS: [(&str, &str); 5] = [
        ("PMIX_RANK", "PMIX_SIZE"),
        ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
        ("PMI_RANK", "PMI_SIZE"),
        ("MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"),
        ("SLURM_PROCID", "SLURM_NTASKS"),
    ];
}
