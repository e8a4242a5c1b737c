// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Party`]: what a rank of either side has: who it is, its links, whether the stream has failed (`news` spreads it), and
//! the `watch` over peers that have gone silent.

mod news;
mod watch;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use seaway_device::{Error, Operation, Result};
use seaway_proto::{Contact, MxnMessage, Side, Way};

use super::failure::Failure;
use super::options::MxnOptions;
use super::sys;
use crate::link::{Events, Identity, Link};

/// How often a call that waits looks around, whatever it is told meanwhile.
pub(in crate::mxn) const LOOK: Duration = Duration::from_millis(100);
/// How often it asks silent peers whether they live.
pub(in crate::mxn) const PING: Duration = Duration::from_secs(1);
/// After this long, rank 0 is asked to look after everybody.
pub(in crate::mxn) const SUSPECT: Duration = Duration::from_secs(2);
/// Links that one rank keeps open at most; idle ones make room.
const MOST_LINKS: usize = 512;

/// How bytes come from one rank to another, as people are told.
const WAYS: [(Way, &str); 4] = [
    (Way::SameProcess, "memory of this process"),
    (Way::ProcessMemory, "process memory"),
    (Way::Window, "shared window"),
    (Way::Socket, "socket"),
];

#[derive(Debug)]
pub(in crate::mxn) struct Party {
    pub(in crate::mxn) identity: Arc<Identity>,
    /// For messages.
    pub(in crate::mxn) name: String,
    pub(in crate::mxn) options: MxnOptions,
    /// Told whenever something a call may wait for has changed.
    pub(in crate::mxn) changed: Condvar,
    group: OnceLock<Vec<Contact>>,
    /// Looked up once: that takes a while.
    pub(in crate::mxn) neighbours: OnceLock<Neighbours>,
    greeting: OnceLock<MxnMessage>,
    /// By the peer's own socket, which names it.
    links: Mutex<HashMap<String, Vec<Arc<Link>>>>,
    /// Ranks of the other programs that there was ever a link to, by their sockets, and how bytes came.
    came: Mutex<HashMap<String, Way>>,
    /// Numbers of links that have ended: one may do so before it could be registered.
    ended: Mutex<HashSet<u64>>,
    /// Links that others have made to a reader. Messages come by them, but only who connects can take bytes out of the
    /// other's memory.
    visitors: Mutex<Vec<Arc<Link>>>,
    failed: AtomicBool,
    /// Where the last read or write of this rank begins.
    reached: AtomicU64,
    failure: Mutex<Option<Failure>>,
    /// When somebody last asked for a look at everybody, and whether a thread does so.
    suspicion: Mutex<Suspicion>,
    waiting: Mutex<Option<Waiting>>,
    /// Ranks of the other programs that rank 0 looks after too.
    others: Mutex<Vec<Contact>>,
    /// The file is being closed: whoever is gone may be gone.
    is_closing: AtomicBool,
}

/// Ranks of this program on this host, this one among them, and the cores that they share.
#[derive(Debug, Clone, Copy)]
pub(in crate::mxn) struct Neighbours {
    pub(in crate::mxn) ranks: usize,
    pub(in crate::mxn) cores: usize,
}

#[derive(Debug, Default)]
struct Suspicion {
    until: Option<Instant>,
    is_looking: bool,
}

/// A collective call waits for ranks of the own program.
#[derive(Debug, Clone, Copy)]
struct Waiting {
    since: Instant,
    last: Instant,
}

impl Party {
    pub(in crate::mxn) fn new(identity: Arc<Identity>, name: String, options: MxnOptions) -> Self {
        Self {
            identity,
            name,
            options,
            changed: Condvar::new(),
            group: OnceLock::new(),
            neighbours: OnceLock::new(),
            greeting: OnceLock::new(),
            links: Mutex::default(),
            came: Mutex::default(),
            ended: Mutex::default(),
            visitors: Mutex::default(),
            failed: AtomicBool::new(false),
            reached: AtomicU64::new(0),
            failure: Mutex::default(),
            suspicion: Mutex::default(),
            waiting: Mutex::default(),
            others: Mutex::default(),
            is_closing: AtomicBool::new(false),
        }
    }

    pub(in crate::mxn) fn rank(&self) -> u32 {
        self.identity.contact.rank
    }

    pub(in crate::mxn) fn side(&self) -> Side {
        self.identity.contact.side
    }

    pub(in crate::mxn) fn set_group(&self, group: Vec<Contact>) {
        self.identity.trunks.learn(self.side(), &group);
        let _ = self.group.set(group);
    }

    /// All ranks of this program.
    pub(in crate::mxn) fn group(&self) -> &[Contact] {
        self.group.get().map_or(&[], Vec::as_slice)
    }

    pub(in crate::mxn) fn neighbours(&self) -> Neighbours {
        *self.neighbours.get_or_init(|| {
            let host = self.identity.contact.host;
            let ranks = self.group().iter().filter(|rank| rank.host == host).count();
            // A launcher may have bound each rank to cores of its own.
            let own = thread::available_parallelism().map_or(1, usize::from);
            let cores = own.saturating_mul(ranks).clamp(own, sys::processors().max(own));
            Neighbours { ranks, cores }
        })
    }

    /// The other ranks of this program.
    pub(in crate::mxn) fn fellows(&self) -> impl Iterator<Item = &Contact> {
        self.group().iter().filter(|peer| peer.rank != self.rank())
    }

    /// Rank 0 of this program, unless that is us.
    pub(in crate::mxn) fn leader(&self) -> Option<&Contact> {
        self.group().first().filter(|first| first.rank != self.rank())
    }

    pub(in crate::mxn) fn set_others(&self, others: Vec<Contact>) {
        *self.others.lock().unwrap_or_else(PoisonError::into_inner) = others;
    }

    fn others(&self) -> Vec<Contact> {
        self.others.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(in crate::mxn) fn register(&self, link: &Arc<Link>) {
        link.set_patience(self.options.timeout);
        let mut links = self.links_held();
        let has_ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner).contains(&link.number());
        let to_peer = links.entry(link.peer().unix.clone()).or_default();
        if link.peer().side != self.side() {
            self.came_held().insert(link.peer().unix.clone(), link.way());
        }
        if !has_ended && to_peer.iter().all(|other| other.number() != link.number()) {
            to_peer.push(link.clone());
        }
    }

    /// A link that may not be ours to ask by.
    pub(in crate::mxn) fn admit(&self, link: &Arc<Link>) {
        link.set_patience(self.options.timeout);
        self.visitors_held().push(link.clone());
    }

    /// What is said first on links to the other program.
    pub(in crate::mxn) fn set_greeting(&self, greeting: MxnMessage) {
        let _ = self.greeting.set(greeting);
    }

    pub(in crate::mxn) fn forget(&self, link: &Link) {
        self.visitors_held().retain(|other| other.number() != link.number());
        let mut links = self.links_held();
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).insert(link.number());
        if let Some(to_peer) = links.get_mut(&link.peer().unix) {
            to_peer.retain(|other| other.number() != link.number());
            if to_peer.is_empty() {
                links.remove(&link.peer().unix);
            }
        }
    }

    pub(in crate::mxn) fn links(&self) -> Vec<Arc<Link>> {
        let mut links: Vec<Arc<Link>> = self.links_held().values().flatten().cloned().collect();
        links.extend(self.visitors_held().iter().cloned());
        links.sort_by_key(|link| link.number());
        links.dedup_by_key(|link| link.number());
        links
    }

    /// Whether a link has not ended.
    pub(in crate::mxn) fn has(&self, link: &Link) -> bool {
        let links = self.links_held();
        links
            .get(&link.peer().unix)
            .is_some_and(|links| links.iter().any(|own| own.number() == link.number()))
    }

    /// The link to a peer, made now if there is none.
    pub(in crate::mxn) fn link_to(&self, peer: &Contact, events: &Arc<dyn Events>) -> Result<Arc<Link>> {
        self.known_link_to(peer).map_or_else(|| self.connect(peer, events), Ok)
    }

    /// The link to a peer, if there is one.
    pub(in crate::mxn) fn known_link_to(&self, peer: &Contact) -> Option<Arc<Link>> {
        self.links_held().get(&peer.unix).and_then(|links| links.first().cloned())
    }

    /// Says who we are, on a link to the other program. If it cannot be said, the link's thread finds out why.
    pub(in crate::mxn) fn greet(&self, link: &Link) {
        if let Some(greeting) = self.greeting.get().filter(|_| link.peer().side != self.side()) {
            let _ = link.send(greeting);
        }
    }

    /// Whether somebody still answers at a peer's address.
    pub(in crate::mxn) fn is_there(&self, peer: &Contact, events: &Arc<dyn Events>) -> bool {
        let link = Link::connect(peer, &self.identity, events, PING);
        link.inspect(|link| link.close()).is_ok()
    }

    fn connect(&self, peer: &Contact, events: &Arc<dyn Events>) -> Result<Arc<Link>> {
        let link = Link::connect(peer, &self.identity, events, self.options.timeout)?;
        self.greet(&link);
        self.register(&link);
        Ok(link)
    }

    /// All links to a peer: several where bytes go through sockets and a hint asks for it.
    pub(in crate::mxn) fn links_to(
        &self,
        peer: &Contact,
        events: &Arc<dyn Events>,
    ) -> Result<Vec<Arc<Link>>> {
        let first = self.link_to(peer, events)?;
        let wanted = if first.way() == Way::Socket { self.options.links } else { 1 };
        let mut links = self.links_held().get(&peer.unix).cloned().unwrap_or_default();
        if links.is_empty() {
            links.push(first);
        }
        while links.len() < wanted {
            links.push(self.connect(peer, events)?);
        }
        Ok(links)
    }

    /// Closes the links that were silent longest, of those that `is_idle` lets go, if there are too many.
    pub(in crate::mxn) fn make_room(&self, is_idle: impl Fn(&Link) -> bool) {
        // Readers alone have so many, and all links of a reader are admitted.
        if self.visitors_held().len() < MOST_LINKS {
            return;
        }
        let mut links = self.links();
        links.sort_by_key(|link| link.last_heard());
        for link in links.iter().filter(|link| is_idle(link)).take(MOST_LINKS / 4) {
            self.forget(link);
            link.close();
        }
    }

    fn visitors_held(&self) -> MutexGuard<'_, Vec<Arc<Link>>> {
        self.visitors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn came_held(&self) -> MutexGuard<'_, HashMap<String, Way>> {
        self.came.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn links_held(&self) -> MutexGuard<'_, HashMap<String, Vec<Arc<Link>>>> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A read or write begins, for messages.
    pub(in crate::mxn) fn reach(&self, offset: Option<u64>) {
        if let Some(offset) = offset {
            self.reached.store(offset, Ordering::Relaxed);
        }
    }

    /// The failure as an error of the call that meets it.
    pub(in crate::mxn) fn check(&self, operation: Operation) -> Result<()> {
        match self.error(operation) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    pub(in crate::mxn) fn error(&self, operation: Operation) -> Option<Error> {
        if !self.failed.load(Ordering::Acquire) {
            return None;
        }
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.as_ref().map(|failure| failure.error(operation).with_path(&self.name))
    }

    pub(in crate::mxn) fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Acquire)
    }

    /// What both sides answer alike. `None`: it was dealt with.
    pub(in crate::mxn) fn answer(
        self: &Arc<Self>,
        link: &Link,
        message: MxnMessage,
        events: &Arc<dyn Events>,
    ) -> Option<MxnMessage> {
        match message {
            MxnMessage::Failed { program, rank, host_name, offset, text } => {
                let failure = Failure { program, rank, host_name, offset, text };
                self.hear(&failure, link.peer().side, events);
            }
            MxnMessage::Suspect => self.suspect(events),
            other => return Some(other),
        }
        None
    }

    /// How bytes have travelled, for people.
    pub(in crate::mxn) fn transport(&self) -> String {
        let came = self.came_held();
        let told: Vec<String> = WAYS
            .iter()
            .map(|(way, text)| (came.values().filter(|other| *other == way).count(), text))
            .filter(|(count, _)| *count > 0)
            .map(|(count, text)| format!("{count} by {text}"))
            .collect();
        if told.is_empty() { "no peer".to_owned() } else { format!("peers: {}", told.join(", ")) }
    }

    pub(in crate::mxn) fn set_closing(&self) {
        self.is_closing.store(true, Ordering::Release);
    }

    pub(in crate::mxn) fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::Acquire)
    }

    pub(in crate::mxn) fn close_links(&self) {
        self.set_closing();
        for link in self.links() {
            self.forget(&link);
            link.close();
        }
        self.identity.trunks.close();
    }

    pub(in crate::mxn) fn cut_links(&self) {
        self.set_closing();
        for link in self.links() {
            self.forget(&link);
            link.cut();
        }
        self.identity.trunks.cut();
    }
}
