// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every number at which the report begins to say something. `docs/reports.md` explains them.

/// Accesses below so many bytes are small: a system call costs more than copying them.
pub(super) const SMALL_BYTES: u64 = 4096;

/// So many small accesses of one file, and this share of its accesses, are worth a word.
pub(super) const SMALL_CALLS: u64 = 1000;
pub(super) const SMALL_SHARE: f64 = 0.5;

/// Below this share of the run time, files are not what the program waits for.
pub(super) const SHARE_OF_TIME: f64 = 0.05;

/// One rank has this share of the bytes that all ranks read, and those are at least so many.
pub(super) const ONE_RANK_SHARE: f64 = 0.9;
pub(super) const ONE_RANK_BYTES: u64 = 16 << 20;

/// Calls that one rank makes about the name of one file: opening, or asking for its size and times.
pub(super) const OPENS_PER_RANK: u64 = 100;
pub(super) const LOOKS_PER_RANK: u64 = 1000;

/// So many accesses of one file, of which this share is random, smaller than so many bytes on average.
pub(super) const RANDOM_CALLS: u64 = 1000;
pub(super) const RANDOM_SHARE: f64 = 0.5;
pub(super) const RANDOM_BYTES: u64 = 1 << 20;

/// Calls that force a file to disk, and after how few writes each.
pub(super) const SYNCS: u64 = 100;
pub(super) const WRITES_PER_SYNC: u64 = 10;

/// Independent calls of MPI-IO on a file that several ranks access, smaller than so many bytes on average; collective
/// calls are below this share.
pub(super) const INDEPENDENT_CALLS: u64 = 100;
pub(super) const INDEPENDENT_BYTES: u64 = 1 << 20;
pub(super) const COLLECTIVE_SHARE: f64 = 0.1;

/// The share of the I/O time that goes to writing a file while other ranks write it, too.
pub(super) const CONTENTION_SHARE: f64 = 0.1;

/// The busiest rank spends so many times the mean in I/O, and that is this share of its run time.
pub(super) const IMBALANCE: f64 = 3.0;
pub(super) const IMBALANCE_SHARE_OF_TIME: f64 = 0.1;

/// The share of the I/O time in which ranks wait for another program to open or close a stream: to be told at all, and
/// to be a finding.
pub(super) const PARTNER_TOLD: f64 = 0.01;
pub(super) const PARTNER_SHARE: f64 = 0.2;

/// The share of the I/O time that goes to names rather than to bytes.
pub(super) const METADATA_SHARE: f64 = 0.5;

/// So many times the part of the file that was touched, and at least so many bytes.
pub(super) const REREAD_TIMES: f64 = 3.0;
pub(super) const REREAD_BYTES: u64 = 16 << 20;

/// The same by several ranks: so many of them read the same bytes.
pub(super) const SAME_BYTES_RANKS: usize = 4;

/// Files that were opened and then neither read nor written, or how often that was done.
pub(super) const UNUSED_FILES: u64 = 100;
pub(super) const UNUSED_OPENS: u64 = 1000;

/// Opening what is not there.
pub(super) const FAILED_OPENS: u64 = 1000;

/// System calls that one call of MPI-IO has become, smaller than so many bytes on average.
pub(super) const SPLIT_CALLS: u64 = 100;
pub(super) const SPLIT_BYTES: u64 = 64 << 10;

/// Files that one rule names; of more it says how many.
pub(super) const NAMED_FILES: usize = 3;
