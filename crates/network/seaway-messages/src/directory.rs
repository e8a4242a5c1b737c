// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages of the directory service: where the writers of a name are.

use crate::contact::Contact;
use crate::wire::{messages, text};

messages! {
    /// Requests and replies of a directory service.
    pub enum DirectoryMessage {
        /// The writers of `name` are here, for as long as this connection lasts.
        0x8001 Register { name: String, contacts: Vec<Contact> },
        0x0002 Registered,
        0x0003 LookUp { name: String },
        0x8004 Found { contacts: Vec<Contact> },
        0x0005 NotFound,
        0x0006 Refused { text: String as text },
    }
}
