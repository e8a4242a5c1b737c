// SPDX-License-Identifier: MIT OR Apache-2.0
//! The thresholds of all rules. `docs/reports.md` explains them.

/// Accesses below this size are small: a system call costs more than copying them.
pub(super) const SMALL_BYTES: u64 = 4096;

/// Number of small accesses of one file, and their share of its accesses, that are a finding.
pub(super) const SMALL_CALLS: u64 = 1000;
pub(super) const SMALL_SHARE: f64 = 0.5;

/// Below this share of the run time, files are not what the program waits for.
pub(super) const SHARE_OF_TIME: f64 = 0.05;

/// One rank's share of the bytes that all ranks read, and the minimum of those.
pub(super) const ONE_RANK_SHARE: f64 = 0.9;
pub(super) const ONE_RANK_BYTES: u64 = 16 << 20;

/// Calls by one rank about one file's name: opens, or queries of its size and times.
pub(super) const OPENS_PER_RANK: u64 = 100;
pub(super) const LOOKS_PER_RANK: u64 = 1000;

/// Number of accesses of one file, the share that is random, and their maximum average size.
pub(super) const RANDOM_CALLS: u64 = 1000;
pub(super) const RANDOM_SHARE: f64 = 0.5;
pub(super) const RANDOM_BYTES: u64 = 1 << 20;

/// Number of syncs of a file, and the maximum number of writes per sync.
pub(super) const SYNCS: u64 = 100;
pub(super) const WRITES_PER_SYNC: u64 = 10;

/// Or, regardless of the number of writes: the share of the I/O time spent syncing one file.
pub(super) const SYNC_SHARE: f64 = 0.1;

/// Independent MPI-IO calls on a file that several ranks access, their maximum average size, and the maximum
/// share of collective calls.
pub(super) const INDEPENDENT_CALLS: u64 = 100;
pub(super) const INDEPENDENT_BYTES: u64 = 1 << 20;
pub(super) const COLLECTIVE_SHARE: f64 = 0.1;

/// The share of the I/O time spent writing a file while other ranks write it, too.
pub(super) const CONTENTION_SHARE: f64 = 0.1;

/// The busiest rank's I/O time as a multiple of the mean, and its share of that rank's run time.
pub(super) const IMBALANCE: f64 = 3.0;
pub(super) const IMBALANCE_SHARE_OF_TIME: f64 = 0.1;

/// The share of the I/O time in which ranks wait for another program to open or close a stream: to be
/// mentioned at all, and to be a finding.
pub(super) const PARTNER_TOLD: f64 = 0.01;
pub(super) const PARTNER_SHARE: f64 = 0.2;

/// The share of the I/O time spent in metadata operations.
pub(super) const METADATA_SHARE: f64 = 0.5;

/// Bytes read as a multiple of the touched range, and their minimum.
pub(super) const REREAD_TIMES: f64 = 3.0;
pub(super) const REREAD_BYTES: u64 = 16 << 20;

/// The same by several ranks: how many of them read the same bytes.
pub(super) const SAME_BYTES_RANKS: usize = 4;

/// Files that were opened and then neither read nor written, or how often that happened.
pub(super) const UNUSED_FILES: u64 = 100;
pub(super) const UNUSED_OPENS: u64 = 1000;

/// Failed opens.
pub(super) const FAILED_OPENS: u64 = 1000;

/// System calls per MPI-IO call, and their maximum average size.
pub(super) const SPLIT_CALLS: u64 = 100;
pub(super) const SPLIT_BYTES: u64 = 64 << 10;

/// Files named by one finding; of more only the number is given.
pub(super) const NAMED_FILES: usize = 3;
