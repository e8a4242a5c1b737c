// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages of the status service: what a daemon is doing, for `seaway status`.

use crate::wire::{messages, record, text};

messages! {
    /// Requests and replies of the status service.
    pub enum StatusMessage {
        0x0001 Ask,
        /// Times are in milliseconds since the daemon started. The lists may be truncated: the counts are
        /// complete.
        0x8002 Report {
            version: String as text, pid: u32, uptime: u64,
            connection_count: u32, connections: Vec<ConnectionStatus>,
            file_count: u32, files: Vec<FileStatus>,
            total: Traffic
        },
        /// For monitoring tools.
        0x0003 AskMetrics,
        /// Lines in the text format of Prometheus.
        0x8004 Metrics { lines: Vec<String> },
    }
}

/// One connection to the store service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectionStatus {
    /// Address of the other end.
    pub peer: String,
    /// Milliseconds since it was established.
    pub age: u64,
    pub open_files: u32,
    pub traffic: Traffic,
}
record!(ConnectionStatus { peer: String, age: u64, open_files: u32, traffic: Traffic });

/// One file that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileStatus {
    pub path: String,
    /// How many times it is open.
    pub opened: u32,
    pub writable: bool,
}
record!(FileStatus { path: String, opened: u32, writable: bool });

/// Bytes in total, and per second over the last few seconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traffic {
    pub written: u64,
    pub read: u64,
    pub written_per_second: u64,
    pub read_per_second: u64,
}
record!(Traffic { written: u64, read: u64, written_per_second: u64, read_per_second: u64 });
