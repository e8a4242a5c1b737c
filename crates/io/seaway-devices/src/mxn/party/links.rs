// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Links`]: all links of a rank, by the peers they lead to.

use std::collections::HashMap;
use std::sync::Arc;

use seaway_messages::{Contact, CopyMethod};

use crate::mxn::Link;

/// Names of copy methods for display.
const WAYS: [(CopyMethod, &str); 4] = [
    (CopyMethod::SameProcess, "memory of this process"),
    (CopyMethod::ProcessMemory, "process memory"),
    (CopyMethod::Window, "shared window"),
    (CopyMethod::Socket, "socket"),
];

/// Keyed by the peers' Unix sockets, which identify them. Peers stay when their links have ended, for `transport`.
#[derive(Debug, Default)]
pub(super) struct Links(HashMap<String, Peer>);

#[derive(Debug, Default)]
struct Peer {
    links: Vec<Held>,
    /// How bytes come, or came, if it is of the other program.
    way: Option<CopyMethod>,
}

#[derive(Debug)]
struct Held {
    link: Arc<Link>,
    /// A reader requests bytes only by links that it has made itself: only the connecting side can read the peer's memory.
    is_to_ask_by: bool,
}

impl Links {
    /// Adds a link unless it has ended already: its thread reports the end only once.
    pub(super) fn add(&mut self, link: &Arc<Link>, is_to_ask_by: bool, is_of_others: bool) {
        let peer = self.0.entry(link.peer().unix.clone()).or_default();
        if is_of_others && is_to_ask_by {
            peer.way = Some(link.way());
        }
        match peer.links.iter_mut().find(|held| held.link.number() == link.number()) {
            Some(held) => held.is_to_ask_by |= is_to_ask_by,
            None if link.has_ended() => {}
            None => peer.links.push(Held { link: Arc::clone(link), is_to_ask_by }),
        }
    }

    pub(super) fn remove(&mut self, link: &Link) {
        if let Some(peer) = self.0.get_mut(&link.peer().unix) {
            peer.links.retain(|held| held.link.number() != link.number());
        }
    }

    /// All, the oldest first.
    pub(super) fn all(&self) -> Vec<Arc<Link>> {
        let held = self.0.values().flat_map(|peer| &peer.links);
        let mut links: Vec<Arc<Link>> = held.map(|held| Arc::clone(&held.link)).collect();
        links.sort_by_key(|link| link.number());
        links
    }

    pub(super) fn count(&self) -> usize {
        self.0.values().map(|peer| peer.links.len()).sum()
    }

    /// Links to ask `peer` by.
    pub(super) fn to<'a>(&'a self, peer: &Contact) -> impl Iterator<Item = &'a Arc<Link>> {
        let held = self.0.get(&peer.unix).into_iter().flat_map(|peer| &peer.links);
        held.filter(|held| held.is_to_ask_by).map(|held| &held.link)
    }

    /// Whether there is a link with `peer`, made by either side.
    pub(super) fn has_any(&self, peer: &Contact) -> bool {
        self.0.get(&peer.unix).is_some_and(|peer| !peer.links.is_empty())
    }

    /// How bytes were transferred, for display.
    pub(super) fn transport(&self) -> String {
        let came = |way: CopyMethod| self.0.values().filter(|peer| peer.way == Some(way)).count();
        let told: Vec<String> = WAYS
            .iter()
            .map(|(way, text)| (came(*way), text))
            .filter(|(count, _)| *count > 0)
            .map(|(count, text)| format!("{count} by {text}"))
            .collect();
        if told.is_empty() { "no peer".to_owned() } else { format!("peers: {}", told.join(", ")) }
    }
}
