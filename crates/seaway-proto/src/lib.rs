// SPDX-License-Identifier: MIT OR Apache-2.0
//! What Seaway's processes say to each other, as bytes: frames, the handshake, and the messages of each service.
//!
//! Pure: no sockets, no clock, no threads, no random numbers. Whoever has a connection moves the bytes; this crate
//! says what they mean and refuses what cannot be meant. `docs/protocol.md` is the format in a page.
//!
//! `frame`, `wire` and `session` serve every service; a service is one file with one table of messages.
#![forbid(unsafe_code)]

mod contact;
mod directory;
mod frame;
mod mxn;
mod range;
mod relay;
mod session;
mod status;
mod store;
mod trunk;
mod wire;

pub use contact::{Contact, HostId, Side};
pub use directory::DirectoryMessage;
pub use frame::{HEADER_BYTES, Header, LARGE, MAX_BODY, MAX_LARGE_BODY, decode_header, encode_frame};
pub use mxn::{MAX_RANGES, MxnMessage, Piece, Policy, Probe, Step, Way};
pub use range::Range;
pub use relay::{MAX_HOPS, RelayMessage};
pub use session::{HELLO_BYTES, Handshake, HandshakeError, PROOF_BYTES, Role, Service, Session, VERSION};
pub use status::{ConnectionStatus, FileStatus, StatusMessage, Traffic};
pub use store::{MAX_CHUNK, MAX_OPEN_FILES, MAX_SHAPES, MAX_TREE, MAX_TREES, Place, StatKind, StoreMessage};
pub use trunk::{CHANNEL_WINDOW, MAX_CHANNEL_BYTES, TrunkMessage};
pub use wire::{MAX_STRING, WireError};
