// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages of the thing service: named objects in the memory and on the disks of the nodes of a space.
//!
//! A node's programs talk to its agent over a Unix socket, one request at a time, and get descriptors with
//! two of the replies: the table of states with `Entered`, the bytes of a thing with `Opened`. Reads and
//! writes then need no message.
//!
//! Programs of other nodes, and their agents, attach over TCP. Their requests carry the thing's epoch as
//! they know it. Several may be under way; they are answered in order. What is read or written follows
//! its message as plain bytes, outside of any frame.

mod fields;

use self::fields::{accumulated, open_flags, reserved_ranges, thing_bytes, thing_name, thing_names};
use crate::range::Range;
use crate::wire::{Body, Field, WireError, choice, impossible, messages, record, text};

/// Maximum length of a thing's name.
pub const MAX_THING_NAME: usize = 480;
/// Maximum number of ranges in one `Reserve`, and of things in one `Listed`.
pub const MAX_RESERVED_RANGES: usize = 4096;
pub const MAX_LISTED_THINGS: usize = 1024;
/// Maximum number of bytes in one `Accumulate`.
pub const MAX_ACCUMULATED_BYTES: usize = 64 << 10;
/// Maximum number of bytes that one `Read` or `Write` moves.
pub const MAX_THING_BYTES: u64 = 1 << 20;
/// The bits that `Open` may have; devices define their meaning, except for the last.
const OPEN_FLAGS: u8 = 0x1f | FOLLOWS | COPIED;
/// In the flags of `Open`: the program has had the thing open at its former home.
pub const FOLLOWS: u8 = 0x20;
/// In the flags of `Open`: a thing that is created by this has a second copy on another node.
pub const COPIED: u8 = 0x40;

messages! {
    /// Requests of a program to an agent, and their replies.
    pub enum ThingMessage {
        /// First on every connection.
        0x0001 Enter { space: String, pid: u32, program: String as text },
        /// `node` is the name of the agent's node, `incarnation` changes when the agent restarts. On a Unix
        /// socket the descriptor of the table of states comes with it.
        0x0002 Entered { node: String, incarnation: u64, pid: u32 },
        /// First on every connection from another node. `node` and `space` are those of the intended agent. A newer
        /// connection of a session replaces the older one: nothing that arrives there is carried out any more.
        0x0003 Attach { space: String, node: String, session: [u8; 16], pid: u32, program: String as text },
        /// `known`: what the session has open is still open.
        0x0004 Attached { incarnation: u64, known: bool },

        /// `kind` and `size` are for a thing that is created by this. With it, `size` bytes are reserved.
        0x0010 Open { id: u64, name: String as thing_name, flags: u8 as open_flags, kind: ThingKind, size: u64 },
        /// `opening` identifies what was opened until it is closed; `slot` is its place in the table of states.
        /// On a Unix socket the descriptor of its bytes comes with it.
        0x0011 Opened { id: u64, opening: u64, slot: u32, created: bool, status: ThingStatus },
        /// The thing's home is another node.
        0x0012 Elsewhere { id: u64, home: HomeAddress, status: ThingStatus },
        /// `complete`: the program has closed it in an orderly way, so that readers may rely on its bytes.
        0x0013 Close { id: u64, opening: u64, complete: bool },
        /// What was written through this opening so far may be read by others.
        0x0014 Publish { id: u64, opening: u64 },
        /// Reserves memory for ranges that are about to be written.
        0x0015 Reserve { id: u64, opening: u64, ranges: Vec<Range> as reserved_ranges },
        /// These ranges, which include those requested, have memory until `cuts` in the table changes.
        0x0016 Reserved { id: u64, cuts: u64, ranges: Vec<Range> as reserved_ranges },
        0x0017 Resize { id: u64, opening: u64, size: u64 },
        /// Changes eight bytes, little-endian, at a multiple of eight, in one step.
        0x0018 Update { id: u64, opening: u64, offset: u64, change: NumberChange },
        /// The number before the change.
        0x0019 Updated { id: u64, before: u64 },

        /// As `Open`; a thing that is created by this gets its home at the node of this name, or, for `near:NAME`, where
        /// that thing is.
        0x001a OpenAt {
            id: u64,
            name: String as thing_name,
            flags: u8 as open_flags,
            kind: ThingKind,
            size: u64,
            home: String
        },
        /// Asks where the thing of an opening has moved; answered by `Elsewhere`.
        0x001b Locate { id: u64, opening: u64 },

        0x0020 Delete { id: u64, name: String as thing_name },
        /// `replace`: a thing of the new name is deleted.
        0x0021 Rename { id: u64, from: String as thing_name, to: String as thing_name, replace: bool },
        0x0022 Stat { id: u64, name: String as thing_name },
        0x0023 StatIs { id: u64, status: ThingStatus },
        /// Names that begin with `prefix`, in order, starting after the name `after`.
        0x0024 List { id: u64, prefix: String, after: String },
        /// `more`: others follow the last one.
        0x8025 Listed { id: u64, things: Vec<ThingStatus>, more: bool },
        /// Answered when the thing is there, or ready; `NoSuchFile` after `patience` milliseconds.
        0x0026 Await { id: u64, name: String as thing_name, until: Until, patience: u64 },

        /// Answered when the agent has renewed its lease.
        0x0030 Renew { id: u64 },
        0x0031 AskSpace { id: u64 },
        0x0032 SpaceIs { id: u64, space: SpaceStatus },
        /// Ends the agent when its programs have left, at the latest after `patience` milliseconds.
        0x0033 Stop { id: u64, patience: u64 },

        /// After `Done`, the connection carries messages of the queue service.
        0x0034 UseQueues { id: u64 },

        0x0040 Done { id: u64 },
        /// `kind` is the number of an error kind, which this crate does not know.
        0x0041 Failed { id: u64, kind: u16, text: String as text },
        /// The thing is not here in this epoch: look it up.
        0x0042 NotHere { id: u64 },

        /// The ranges one after the other, `MAX_THING_BYTES` at most.
        0x0050 Read { id: u64, opening: u64, epoch: u64, ranges: Vec<Range> as reserved_ranges },
        /// This many bytes follow. Fewer than requested: the thing ends there.
        0x0051 Bytes { id: u64, count: u64 as thing_bytes },
        /// This many bytes follow, for the ranges one after the other.
        0x0052 Write {
            id: u64,
            opening: u64,
            epoch: u64,
            count: u64 as thing_bytes,
            ranges: Vec<Range> as reserved_ranges
        },
        0x0053 Ask { id: u64, opening: u64, epoch: u64, question: ThingQuestion },
        0x0054 Answer { id: u64, number: u64 },

        /// Moves a thing to another home.
        0x0060 Migrate { id: u64, name: String as thing_name, to: String },
        /// From its home of this epoch to the new one: the bytes are about to come. Answered by an opening to write them to.
        0x0061 Receive { id: u64, name: String as thing_name, kind: ThingKind, epoch: u64, size: u64 },
        /// All bytes have come. `awaited` writers have it open, and will follow it. Answered by the lease of the new home.
        0x0062 Deliver { id: u64, opening: u64, created: u64, published: bool, awaited: u32, version: u64, immutable: bool },
        /// The registry names the new home.
        0x0063 Take { id: u64, name: String as thing_name },
        /// From the home of a thing in this epoch, which acts under this lease, to the node that is to have its second copy of
        /// this number. Answered by an opening to write it to.
        0x0064 Copy { id: u64, name: String as thing_name, epoch: u64, copy: u64, home: String, lease: u64, created: u64 },
        /// What the home of a copy knows of its writers.
        0x0065 CopyState { id: u64, opening: u64, published: bool, awaited: u32, version: u64 },

        /// Combines a row of numbers with those at `offset`, each in one step.
        0x0070 Accumulate {
            id: u64,
            opening: u64,
            epoch: u64,
            offset: u64,
            combination: Combination,
            number: NumberType,
            bytes: Vec<u8> as accumulated
        },
        /// Answered when the version of the thing is greater than `past`, at the latest after `patience` milliseconds.
        0x0071 Watch { id: u64, name: String as thing_name, past: u64, patience: u64 },
        /// 0: there is no such thing, or its version is not greater.
        0x0072 VersionIs { id: u64, version: u64 },
        /// Answered when this connection has the lock, at the latest after `patience` milliseconds.
        0x0073 Lock { id: u64, name: String as thing_name, patience: u64 },
        /// `token` is greater than those of all who had the lock before. 0: another has it.
        0x0074 Locked { id: u64, token: u64 },
        0x0075 Unlock { id: u64, token: u64 },
        /// Fails if the lock was lost.
        0x0076 AskLock { id: u64, token: u64 },
        /// The thing goes on where it is, in a new epoch, as another: its bytes are copied.
        /// Copies all of these things, as they are at one moment, to things whose names begin with `prefix`.
        0x0078 Snapshot { id: u64, names: Vec<String> as thing_names, prefix: String },
        /// Nobody accesses these things of this node until they are released, for some seconds at most. Answered by a number.
        0x0079 Hold { id: u64, names: Vec<String> as thing_names },
        /// Copies a thing that is held.
        0x007a CopyHeld { id: u64, hold: u64, name: String as thing_name, to: String as thing_name },
        /// Fails if they were not held all the time.
        0x007b Release { id: u64, hold: u64 },
        0x0077 Convert { id: u64, name: String as thing_name, fate: ThingFate },
    }
}

/// Where the bytes of a thing are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ThingKind {
    /// In the memory of its home. They are lost with the agent there.
    Memory,
    /// In a file of its home.
    Disk,
}
choice!(ThingKind, "the kind of a thing", { Memory = 1, Disk = 2 });

/// What becomes of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThingFate {
    /// Nobody may change it any more.
    Immutable,
    /// Its bytes go from memory to disk.
    OnDisk,
}
choice!(ThingFate, "the fate of a thing", { Immutable = 1, OnDisk = 2 });

/// What `Await` waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    Exists,
    /// Each of its writers has closed or synced it, and at least one has.
    Published,
    Gone,
}
choice!(Until, "a condition", { Exists = 1, Published = 2, Gone = 3 });

/// One thing, as its home sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThingStatus {
    pub name: String,
    pub kind: ThingKind,
    /// Name of the node.
    pub home: String,
    /// Increases with each change of the home.
    pub epoch: u64,
    pub size: u64,
    /// Of memory or disk.
    pub reserved: u64,
    pub readers: u32,
    pub writers: u32,
    pub published: bool,
    /// Milliseconds since 1970.
    pub created: u64,
    /// How many copies it is to have: 1, or 2 on different nodes.
    pub copies: u32,
    /// The node that has the second copy. Empty: none has, now.
    pub backup: String,
}
record!(ThingStatus {
    name: String,
    kind: ThingKind,
    home: String,
    epoch: u64,
    size: u64,
    reserved: u64,
    readers: u32,
    writers: u32,
    published: bool,
    created: u64,
    copies: u32,
    backup: String
});

/// How the agent of another node is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HomeAddress {
    pub node: String,
    pub addresses: Vec<std::net::SocketAddr>,
}
record!(HomeAddress { node: String, addresses: Vec<std::net::SocketAddr> });

/// A space, as one of its agents sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpaceStatus {
    pub name: String,
    pub node: String,
    pub pid: u32,
    /// Milliseconds since the agent started.
    pub uptime: u64,
    pub programs: u32,
    pub memory_things: u64,
    pub disk_things: u64,
    pub memory_used: u64,
    pub memory_limit: u64,
    /// Where disk things are.
    pub folder: String,
    /// Names of the nodes whose leases have not ended.
    pub members: Vec<String>,
    pub addresses: Vec<std::net::SocketAddr>,
}
record!(SpaceStatus {
    name: String, node: String, pid: u32, uptime: u64, programs: u32, memory_things: u64, disk_things: u64,
    memory_used: u64, memory_limit: u64, folder: String, members: Vec<String>, addresses: Vec<std::net::SocketAddr>
});

/// A change in one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberChange {
    /// Wraps around.
    Add(u64),
    /// Only if the number is `expected`.
    Swap { expected: u64, new: u64 },
}

impl NumberChange {
    /// What becomes of a number.
    pub fn apply(self, before: u64) -> u64 {
        match self {
            NumberChange::Add(number) => before.wrapping_add(number),
            NumberChange::Swap { expected, new } if before == expected => new,
            NumberChange::Swap { .. } => before,
        }
    }
}

/// How a number is combined with the one that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Combination {
    /// Integers wrap around.
    Sum,
    Product,
    Least,
    Greatest,
    /// The last three are of bits, and for integers only.
    And,
    Or,
    Xor,
}
choice!(Combination, "a combination", { Sum = 1, Product = 2, Least = 3, Greatest = 4, And = 5, Or = 6, Xor = 7 });

/// Numbers are little-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberType {
    I32,
    I64,
    F32,
    F64,
}
choice!(NumberType, "a type of numbers", { I32 = 1, I64 = 2, F32 = 3, F64 = 4 });

impl NumberType {
    pub fn bytes(self) -> usize {
        match self {
            NumberType::I32 | NumberType::F32 => 4,
            NumberType::I64 | NumberType::F64 => 8,
        }
    }

    pub fn is_integer(self) -> bool {
        matches!(self, NumberType::I32 | NumberType::I64)
    }
}

impl Field for NumberChange {
    const LEAST_BYTES: usize = 9;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        match self {
            NumberChange::Add(number) => {
                1u8.put(out)?;
                number.put(out)
            }
            NumberChange::Swap { expected, new } => {
                2u8.put(out)?;
                expected.put(out)?;
                new.put(out)
            }
        }
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        match u8::take(body)? {
            1 => Ok(NumberChange::Add(u64::take(body)?)),
            2 => Ok(NumberChange::Swap { expected: u64::take(body)?, new: u64::take(body)? }),
            other => Err(impossible("a change", other)),
        }
    }
}

/// What a program asks the home of a thing on another node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThingQuestion {
    Size,
    SetSize(u64),
    /// Grows it to this size at least, with memory for all of it.
    Preallocate(u64),
    /// What was written so far may be read by others, and with `durable` survives a crash if it is on disk.
    Sync {
        durable: bool,
    },
    /// Answered by the number before the change.
    Update {
        offset: u64,
        change: NumberChange,
    },
    /// Answered by 1 if the range is locked now, by 0 if another holds a conflicting lock.
    TryLock {
        range: Range,
        exclusive: bool,
    },
    Unlock {
        range: Range,
    },
    /// Whether its name was deleted: 0 or 1.
    IsDeleted,
}

impl Field for ThingQuestion {
    const LEAST_BYTES: usize = 1;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        match self {
            ThingQuestion::Size => 1u8.put(out)?,
            ThingQuestion::SetSize(size) => {
                2u8.put(out)?;
                size.put(out)?;
            }
            ThingQuestion::Preallocate(size) => {
                3u8.put(out)?;
                size.put(out)?;
            }
            ThingQuestion::Sync { durable } => {
                4u8.put(out)?;
                durable.put(out)?;
            }
            ThingQuestion::Update { offset, change } => {
                5u8.put(out)?;
                offset.put(out)?;
                change.put(out)?;
            }
            ThingQuestion::TryLock { range, exclusive } => {
                6u8.put(out)?;
                range.put(out)?;
                exclusive.put(out)?;
            }
            ThingQuestion::Unlock { range } => {
                7u8.put(out)?;
                range.put(out)?;
            }
            ThingQuestion::IsDeleted => 8u8.put(out)?,
        }
        Ok(())
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        Ok(match u8::take(body)? {
            1 => ThingQuestion::Size,
            2 => ThingQuestion::SetSize(u64::take(body)?),
            3 => ThingQuestion::Preallocate(u64::take(body)?),
            4 => ThingQuestion::Sync { durable: bool::take(body)? },
            5 => ThingQuestion::Update { offset: u64::take(body)?, change: NumberChange::take(body)? },
            6 => ThingQuestion::TryLock { range: Range::take(body)?, exclusive: bool::take(body)? },
            7 => ThingQuestion::Unlock { range: Range::take(body)? },
            8 => ThingQuestion::IsDeleted,
            other => return Err(impossible("a question", other)),
        })
    }
}

/// Whether `name` can name a thing: not empty, not too long, no control characters.
pub fn is_thing_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= MAX_THING_NAME && !name.chars().any(char::is_control)
}
