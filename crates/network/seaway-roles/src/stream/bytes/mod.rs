// SPDX-License-Identifier: MIT OR Apache-2.0
//! The bytes of a stream: what a writer holds and delivers ([`Outbox`]), what a reader requested and received ([`Inbox`]), which
//! rank has which bytes ([`order`]) and which steps a reader sees ([`Selection`]).
//!
//! Both are state machines: messages, calls, lost links and the time go in, messages and actions come out. Links ([`Line`]) and
//! memory ([`Memory`]) are opaque to them.

mod inbox;
pub mod order;
mod outbox;
mod past;
mod pieces;
mod ranges;
mod room;
mod selection;
mod store;

use std::fmt::Debug;

use seaway_messages::CopyMethod;

pub use self::inbox::{
    ATTACHING, Asked, Chosen, Ending, Got, Inbox, Knowledge, Leave, NOT_YET, Outcome, Owners, Reading,
    Settled, Step, Verdict, Want, Whom, wanted_parts,
};
pub use self::outbox::{Action, Begun, Call, Drained, Next, Options, Outbox, Presence, Unheard};
pub use self::pieces::{Memory, Placed, hull, parts};
pub use self::ranges::RangeSet;
pub use self::selection::{Choice, Selection};
pub use self::store::{Located, Location, Refusal, Slot};

/// One end of a link.
pub trait Line: Debug {
    /// Unique in its process, and never used again.
    fn number(&self) -> u64;

    /// How bytes move on it.
    fn way(&self) -> CopyMethod;
}

/// What a writer does when its window is full and no reader has come (`seaway_mxn_late`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Late {
    Wait,
    /// Goes on, into a spill file.
    Keep,
    /// Drops what a reader has missed, and says so.
    Drop,
}

/// What a writer does when a reader is lost (`seaway_mxn_lost`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lost {
    Fail,
    /// Waits for the reader to be started again. Nothing is dropped before the reader has called MPI_File_sync.
    Wait,
}

/// Defects that the simulator switches on to show that it finds them. Production uses the default: none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flaws {
    /// A writer says that nothing more comes while a thread still sends what was found before.
    pub end_overtakes_bytes: bool,
    /// A retraction is answered although bytes of the want are still on their way.
    pub retraction_overtakes_bytes: bool,
    /// A writer leaves although a thread has still to send what was decided.
    pub leaves_while_sending: bool,
    /// With `seaway_mxn_late=drop`, each writer rank that knows of no reader drops its bytes when it closes, whatever the others
    /// know, and leaves although a reader may still ask for what was dropped.
    pub drops_alone: bool,
    /// A reader that has not read everything leaves without telling the writers that it wants no more.
    pub leaves_without_a_word: bool,
    /// A reader waits without a limit until it is known why the link to a writer has ended.
    pub end_unlimited: bool,
    /// A writer leaves although readers have not acknowledged what it has sent: it may have been lost with a link.
    pub leaves_unconfirmed: bool,
    /// Bytes are not held in place while a thread sends them.
    pub frees_while_sending: bool,
}
