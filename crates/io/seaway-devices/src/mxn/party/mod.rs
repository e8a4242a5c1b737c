// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Party`]: what ranks of both sides have in common: identity, links, the failure of the stream (`news` distributes it), and
//! the `watch` for silent peers.

mod links;
mod news;
#[cfg(test)]
mod tests;
mod watch;

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{Contact, CopyMethod, MxnMessage, Side};
use seaway_roles::stream::Time;

use self::links::Links;
use self::watch::Attention;
use super::failure::Failure;
use super::options::MxnOptions;
use super::sys;
use crate::link::Identity;
use crate::mxn::{Link, LinkEvents};

/// Interval at which a waiting call checks for changes even without a notification.
pub(in crate::mxn) const LOOK: Duration = Duration::from_millis(100);
/// Longest time that a live peer needs to take a short message.
pub(in crate::mxn) const PING: Duration = Duration::from_secs(1);
/// Links that one rank keeps open at most; idle ones make room.
const MOST_LINKS: usize = 512;

#[derive(Debug)]
pub(in crate::mxn) struct Party {
    pub(in crate::mxn) identity: Arc<Identity>,
    /// For messages.
    pub(in crate::mxn) name: String,
    pub(in crate::mxn) options: MxnOptions,
    /// Notified whenever something changes that a call may wait for.
    pub(in crate::mxn) changed: Condvar,
    group: OnceLock<Vec<Contact>>,
    /// Cached, because it is slow to find out.
    pub(in crate::mxn) neighbours: OnceLock<Neighbours>,
    greeting: OnceLock<MxnMessage>,
    links: Mutex<Links>,
    failure: OnceLock<Failure>,
    /// Set once linked peers have been informed: from then on calls of this rank fail.
    failure_is_published: AtomicBool,
    stage: AtomicU8,
    /// Where the last read or write of this rank begins.
    reached: AtomicU64,
    attention: Mutex<Attention>,
    /// Ranks of the other programs that rank 0 looks after too.
    others: Mutex<Vec<Contact>>,
    began: Instant,
}

/// How far the life of the file has come. It only ever goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::mxn) enum Stage {
    Open,
    /// It is being closed and nothing can be lost any more, so that peers may go. Ranks of this program still wait for each
    /// other.
    Closing,
    Closed,
}

/// Ranks of this program on this host, this one among them, and the cores that they share.
#[derive(Debug, Clone, Copy)]
pub(in crate::mxn) struct Neighbours {
    pub(in crate::mxn) ranks: usize,
    pub(in crate::mxn) cores: usize,
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
            failure: OnceLock::new(),
            failure_is_published: AtomicBool::new(false),
            stage: AtomicU8::new(Stage::Open as u8),
            reached: AtomicU64::new(0),
            attention: Mutex::default(),
            others: Mutex::default(),
            began: Instant::now(),
        }
    }

    /// For the machines in `roles`.
    pub(in crate::mxn) fn time(&self, at: Instant) -> Time {
        at.saturating_duration_since(self.began)
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

    /// A link to ask by.
    pub(in crate::mxn) fn register(&self, link: &Arc<Link>) {
        link.set_patience(self.options.timeout);
        self.links_held().add(link, true, link.peer().side != self.side());
    }

    /// A link that may not be ours to ask by.
    pub(in crate::mxn) fn admit(&self, link: &Arc<Link>) {
        link.set_patience(self.options.timeout);
        self.links_held().add(link, false, link.peer().side != self.side());
    }

    /// Sent first on links to the other program.
    pub(in crate::mxn) fn set_greeting(&self, greeting: MxnMessage) {
        let _ = self.greeting.set(greeting);
    }

    pub(in crate::mxn) fn forget(&self, link: &Link) {
        self.links_held().remove(link);
    }

    pub(in crate::mxn) fn links(&self) -> Vec<Arc<Link>> {
        self.links_held().all()
    }

    /// Whether a link has not ended.
    pub(in crate::mxn) fn has(&self, link: &Link) -> bool {
        self.links_held().to(link.peer()).any(|own| own.number() == link.number())
    }

    /// The link to a peer, made now if there is none.
    pub(in crate::mxn) fn link_to(&self, peer: &Contact, events: &Arc<LinkEvents>) -> Result<Arc<Link>> {
        self.known_link_to(peer).map_or_else(|| self.connect(peer, events), Ok)
    }

    /// The link to a peer, if there is one.
    pub(in crate::mxn) fn known_link_to(&self, peer: &Contact) -> Option<Arc<Link>> {
        self.links_held().to(peer).next().cloned()
    }

    /// Introduces this rank on a link to the other program. If sending fails, the link's thread reports why.
    pub(in crate::mxn) fn greet(&self, link: &Link) {
        if let Some(greeting) = self.greeting.get().filter(|_| link.peer().side != self.side()) {
            let _ = link.send(greeting);
        }
    }

    /// Whether a peer still accepts connections.
    pub(in crate::mxn) fn is_there(&self, peer: &Contact, events: &Arc<LinkEvents>) -> bool {
        let link = Link::connect(peer, &self.identity, events, PING);
        link.inspect(|link| link.close()).is_ok()
    }

    fn connect(&self, peer: &Contact, events: &Arc<LinkEvents>) -> Result<Arc<Link>> {
        self.connect_within(peer, events, self.options.timeout)
    }

    fn connect_within(
        &self,
        peer: &Contact,
        events: &Arc<LinkEvents>,
        within: Duration,
    ) -> Result<Arc<Link>> {
        let link = Link::connect(peer, &self.identity, events, within)?;
        self.greet(&link);
        self.register(&link);
        Ok(link)
    }

    /// As [`link_to`](Self::link_to), within a time of its own.
    pub(in crate::mxn) fn link_within(
        &self,
        peer: &Contact,
        events: &Arc<LinkEvents>,
        within: Duration,
    ) -> Result<Arc<Link>> {
        self.known_link_to(peer).map_or_else(|| self.connect_within(peer, events, within), Ok)
    }

    /// The link to a rank of this program. A rank that does not answer, or no longer listens, is lost, and the stream fails.
    pub(in crate::mxn) fn link_to_fellow(
        self: &Arc<Self>,
        peer: &Contact,
        operation: Operation,
        events: &Arc<LinkEvents>,
    ) -> Result<Arc<Link>> {
        self.check(operation)?;
        self.link_to(peer, events).map_err(|error| match error.kind() {
            ErrorKind::NoSuchFile | ErrorKind::PeerLost => {
                self.fail_call(&Failure::unreached(peer, 0, &error), operation, events)
            }
            _ => error,
        })
    }

    /// All links to a peer: several where bytes go through sockets and a hint asks for it.
    pub(in crate::mxn) fn links_to(
        &self,
        peer: &Contact,
        events: &Arc<LinkEvents>,
    ) -> Result<Vec<Arc<Link>>> {
        let first = self.link_to(peer, events)?;
        let wanted = if first.way() == CopyMethod::Socket { self.options.links } else { 1 };
        let mut links: Vec<Arc<Link>> = self.links_held().to(peer).cloned().collect();
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
        if self.links_held().count() < MOST_LINKS {
            return;
        }
        let mut links = self.links();
        links.sort_by_key(|link| link.last_heard());
        links.retain(|link| is_idle(link));
        links.truncate(MOST_LINKS / 4);
        links.iter().for_each(|link| self.forget(link));
        Link::close_all(&links, self.options.timeout);
    }

    fn links_held(&self) -> MutexGuard<'_, Links> {
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
        let failure = self.failure.get().filter(|_| self.has_failed())?;
        Some(self.as_error(failure, operation))
    }

    fn as_error(&self, failure: &Failure, operation: Operation) -> Error {
        failure.error(operation).with_path(&self.name)
    }

    pub(in crate::mxn) fn has_failed(&self) -> bool {
        self.failure_is_published.load(Ordering::Acquire)
    }

    /// Handles messages that mean the same on both sides. `None`: handled.
    pub(in crate::mxn) fn answer(
        self: &Arc<Self>,
        link: &Link,
        message: MxnMessage,
        events: &Arc<LinkEvents>,
    ) -> Option<MxnMessage> {
        match message {
            MxnMessage::Failed { program, rank, host_name, offset, text } => {
                let failure = Failure { program, rank, host_name, offset, text };
                self.hear(&failure, link.peer().side, events);
            }
            MxnMessage::Suspect => self.suspect(events),
            // The answer to `wait_monitor::ask`: its arrival is the information.
            MxnMessage::Pong { number: 0 } => {}
            other => return Some(other),
        }
        None
    }

    /// How bytes were transferred, for display.
    pub(in crate::mxn) fn transport(&self) -> String {
        self.links_held().transport()
    }

    pub(in crate::mxn) fn enter(&self, stage: Stage) {
        self.stage.fetch_max(stage as u8, Ordering::AcqRel);
    }

    fn is_at(&self, stage: Stage) -> bool {
        self.stage.load(Ordering::Acquire) >= stage as u8
    }

    /// Whether the loss of a peer is harmless from now on.
    pub(in crate::mxn) fn is_closing(&self) -> bool {
        self.is_at(Stage::Closing)
    }

    pub(in crate::mxn) fn is_closed(&self) -> bool {
        self.is_at(Stage::Closed)
    }

    /// With goodbyes.
    pub(in crate::mxn) fn close_links(&self) {
        self.enter(Stage::Closed);
        let links = self.links();
        links.iter().for_each(|link| self.forget(link));
        Link::close_all(&links, self.options.timeout);
        self.identity.trunks.close();
    }

    /// Without: peers see that this rank is lost.
    pub(in crate::mxn) fn cut_links(&self) {
        self.enter(Stage::Closed);
        for link in self.links() {
            self.forget(&link);
            link.cut();
        }
        self.identity.trunks.cut();
    }
}
