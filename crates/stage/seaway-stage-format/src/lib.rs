// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the preloaded library and the node's agent for staging share: the table of rules, which the agent
//! writes and programs map, the requests between them, and the marks of local copies.
//!
//! The library has no standard library and no allocator, so these are plain values at fixed places.
#![no_std]
#![forbid(unsafe_code)]

use bytemuck::{Pod, Zeroable};

/// The variable with the path of the table. Not set: nothing is redirected.
pub const VARIABLE: &str = "SEAWAY_STAGE";

/// First bytes of a table.
pub const MAGIC: [u8; 8] = *b"SEASTAGE";
pub const VERSION: u32 = 1;

/// A table has this size.
pub const TABLE_BYTES: usize = 16384;

/// Longest path of the folder with local copies: paths in it must fit into the kernel's limit.
pub const LONGEST_ROOT: usize = 1024;

/// Mode bit of a local file whose bytes have not been fetched. On Linux it has no other meaning for a file,
/// and it is an attribute of the file itself: it moves with it, and there is no table that could lag behind.
pub const UNFETCHED: u32 = 0o1000;

/// Mode bit of a local folder whose entries have not been listed. It has no other meaning for a folder.
pub const UNLISTED: u32 = 0o4000;

/// A text of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Span {
    pub begin: u32,
    pub length: u32,
}

/// A folder of the server that programs get local copies of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Rule {
    pub prefix: Span,
    /// 1: programs may change it, and what they change goes back to the server.
    pub writable: u32,
}

pub const MOST_RULES: usize = 32;

/// The beginning of a table. Texts follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Head {
    pub magic: [u8; 8],
    pub version: u32,
    /// Not 0: too many bytes wait for the server, so who wants to write must ask first. The only field that
    /// changes.
    pub gate: u32,
    /// The folder of local copies: that of `/data/x` is at `ROOT/data/x`.
    pub root: Span,
    /// The abstract name of the agent's socket, without its zero.
    pub socket: Span,
    /// For how long a program waits for an answer, in milliseconds.
    pub limit: u32,
    pub rules: u32,
    pub rule: [Rule; MOST_RULES],
}

/// Where the gate is, for the agent, which writes it in place.
pub const GATE_OFFSET: u64 = 12;

/// The first byte of a request; the path follows, as programs know it. The answer is an error number of four
/// bytes, 0 for success.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Request {
    /// Is there a file of this name? Afterwards it has a local entry, if the server has one.
    Find = 1,
    /// List a folder: afterwards all its entries are local entries.
    List = 2,
    /// List a folder and everything below.
    ListAll = 3,
    /// Fetch the bytes of a file.
    Fetch = 4,
    /// The bytes of a file will be discarded: it need not be fetched.
    Empty = 5,
    /// Wait until there is room for more bytes that wait for the server.
    Room = 6,
}

impl Request {
    #[must_use]
    pub const fn of(byte: u8) -> Option<Self> {
        Some(match byte {
            1 => Self::Find,
            2 => Self::List,
            3 => Self::ListAll,
            4 => Self::Fetch,
            5 => Self::Empty,
            6 => Self::Room,
            _ => return None,
        })
    }
}

/// Longest request: a byte and a path.
pub const LONGEST_REQUEST: usize = 1 + 4096;
