// SPDX-License-Identifier: MIT OR Apache-2.0
//! The contents of a trace: the layout of a process's file, and the calls that it records.
//! `docs/trace-format.md` is the prose version.
//!
//! Recorders write these values straight into mapped memory, in any process and under any allocator; readers
//! map the file. So this crate has values without pointers, needs no standard library, and leaves writing to
//! `seaway-interpose` and reading to `seaway-trace`.
//!
//! A file begins with a [`Header`], followed by chunks. A chunk begins at a multiple of [`CHUNK_UNIT`] with a
//! [`ChunkHeader`] and holds events of one thread, or strings, or counters. Nothing is ever moved or
//! rewritten except an event that completes, so a file is consistent at any moment, whatever happens to its
//! process.
#![no_std]
#![forbid(unsafe_code)]

mod call;
mod chunk;
mod counter;
mod event;
mod header;
pub mod mounts;
mod string;

pub use call::{ArgumentMeaning, CALLS, Call, CallInfo, Class, Layer};
pub use chunk::{CHUNK_MAGIC, CHUNK_UNIT, ChunkHeader, ChunkKind};
pub use counter::Counter;
pub use event::{EVENT_BYTES, Event, RUNNING};
pub use header::{Clock, ClockPair, FIRST_BYTES, Flags, HEADER_BYTES, Header, MAGIC, VERSION};
pub use string::{STRING_ALIGNMENT, StringHead, StringKind};

/// Suffix of trace files: `HOST.PID.NUMBER.seatrace`, where NUMBER counts the programs that a process has
/// executed.
pub const FILE_ENDING: &str = "seatrace";

/// Environment variables that recorders read.
pub mod environment {
    /// The directory of the trace. Without it nothing is recorded.
    pub const FOLDER: &str = "SEAWAY_TRACE";
    /// The maximum total size of the files of one process, in bytes; beyond it calls are counted.
    pub const QUOTA: &str = "SEAWAY_TRACE_QUOTA";
    /// Where launchers put the rank of a process and the number of ranks; the first that is set applies.
    pub const RANKS: [(&str, &str); 5] = [
        ("PMIX_RANK", "PMIX_SIZE"),
        ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
        ("PMI_RANK", "PMI_SIZE"),
        ("MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"),
        ("SLURM_PROCID", "SLURM_NTASKS"),
    ];
    /// Where launchers put the rank of a process on its node; the first that is set applies.
    pub const LOCAL_RANKS: [&str; 5] = [
        "OMPI_COMM_WORLD_LOCAL_RANK",
        "MPI_LOCALRANKID",
        "PMI_LOCAL_RANK",
        "MV2_COMM_WORLD_LOCAL_RANK",
        "SLURM_LOCALID",
    ];
    /// Where batch systems put the job of a process; the first that is set applies.
    pub const JOBS: [&str; 9] = [
        "SLURM_JOB_ID",
        "PBS_JOBID",
        "LSB_JOBID",
        "FLUX_JOB_ID",
        "PJM_JOBID",
        "COBALT_JOBID",
        "OAR_JOB_ID",
        "LOADL_STEP_ID",
        "JOB_ID",
    ];
    /// Where the name of the user is; the first that is set applies.
    pub const USERS: [&str; 2] = ["LOGNAME", "USER"];
}
