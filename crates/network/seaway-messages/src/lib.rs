// SPDX-License-Identifier: MIT OR Apache-2.0
//! The wire format of Seaway's processes: frames, the handshake, the records that encrypt a connection, and
//! the messages of each service.
//!
//! Pure: no sockets, no clock, no threads, no random numbers. The caller moves the bytes; this crate encodes,
//! decodes and rejects malformed input. `docs/protocol.md` describes the format.
//!
//! `frame`, `wire`, `session` and `record` serve every service; a service is one file with one table of
//! messages.
#![forbid(unsafe_code)]

mod contact;
mod directory;
mod frame;
mod mxn;
mod queue;
mod range;
mod record;
mod registry;
mod relay;
mod ring;
mod session;
mod status;
mod store;
mod thing;
mod trunk;
mod wire;

pub use contact::{Contact, HostId, Side};
pub use directory::DirectoryMessage;
pub use frame::{HEADER_BYTES, Header, LARGE, MAX_BODY, MAX_LARGE_BODY, decode_header, encode_frame};
pub use mxn::{CopyMethod, MAX_RANGES, MxnMessage, Piece, Policy, Probe, Step};
pub use queue::{
    AssignedTask, Completion, HeldTask, QueueCounts, QueueMessage, QueueRecord, QueueStatus, QueueTerms,
    Task, TaskFate, TaskProgress, TaskReport,
};
pub use range::Range;
pub use record::{
    Keys, MAX_RECORD, Opener, RECORD_HEADER_BYTES, RECORD_OVERHEAD, RecordError, RecordKey, Sealer,
};
pub use registry::{Change, NewEntry, RegistryEntry, RegistryEvent, RegistryMessage};
pub use relay::{MAX_HOPS, RelayMessage};
pub use ring::{
    Attribute, Entry, EntryKind, Filter, MAX_ENTRIES, MAX_PATH, MAX_RING_CHUNK, RingMessage, RunTerms, Want,
    is_relative_name,
};
pub use session::{
    GRANT_BYTES, HELLO_BYTES, HELLO_HEAD_BYTES, Handshake, HandshakeError, OLDEST_VERSION, PROOF_BYTES,
    Proven, Role, SHARE_BYTES, Service, Session, VERSION, grant_key, granted, hello_bytes_missing,
    refusal_of_version_1,
};
pub use status::{ConnectionStatus, FileStatus, StatusMessage, Traffic};
pub use store::{MAX_CHUNK, MAX_OPEN_FILES, MAX_SHAPES, MAX_TREE, MAX_TREES, Region, StatKind, StoreMessage};
pub use thing::{
    COPIED, Combination, FOLLOWS, HomeAddress, MAX_ACCUMULATED_BYTES, MAX_LISTED_THINGS, MAX_RESERVED_RANGES,
    MAX_THING_BYTES, MAX_THING_NAME, NumberChange, NumberType, SpaceStatus, ThingFate, ThingKind,
    ThingMessage, ThingQuestion, ThingStatus, Until, is_thing_name,
};
pub use trunk::{CHANNEL_WINDOW, MAX_CHANNEL_BYTES, TrunkMessage};
pub use wire::{MAX_STRING, WireError};
