// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Identity`]: how an endpoint introduces itself to peers, and what it offers them.

use std::sync::Arc;

use seaway_channel::Secret;
use seaway_device_api::Result;
use seaway_messages::{Contact, Side};

use super::addresses::{host_id, host_name};
use super::listener::Listener;
use super::memory::Window;
use super::trunk::Trunks;

#[derive(Debug)]
pub(crate) struct Identity {
    pub(crate) contact: Contact,
    pub(crate) secret: Secret,
    /// Offered to peers that connect.
    pub(crate) window: Option<Arc<Window>>,
    /// For links that have no connection of their own.
    pub(crate) trunks: Arc<Trunks>,
}

impl Identity {
    /// Of the links to other hosts, `direct_links` have connections of their own.
    pub(crate) fn new(
        contact: Contact,
        secret: Secret,
        window: Option<Arc<Window>>,
        direct_links: usize,
    ) -> Self {
        let trunks = Trunks::new(contact.clone(), secret.clone(), direct_links);
        Self { contact, secret, window, trunks }
    }
}

/// The contact of a rank of this process that listens at `listener`.
pub(crate) fn own_contact(side: Side, program: &str, rank: u32, listener: &Listener) -> Result<Contact> {
    let (unix, tcp) = listener.contact_addresses();
    let (program, pid) = (program.to_owned(), std::process::id());
    Ok(Contact { side, program, rank, host_name: host_name(), pid, host: host_id()?, unix, tcp })
}

/// For messages: `writer rank 3 of sim (process 412 on node17)`.
pub(crate) fn describe(contact: &Contact) -> String {
    let side = match contact.side {
        Side::Writer => "writer",
        Side::Reader => "reader",
    };
    let Contact { program, rank, host_name, pid, .. } = contact;
    if program.is_empty() {
        return format!("a {side} at {}", contact.unix);
    }
    format!("{side} rank {rank} of {program} (process {pid} on {host_name})")
}
