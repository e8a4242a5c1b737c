// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Party`]: what a rank of either side has: who it is, its links, whether the stream has failed, and the watch over
//! peers that have gone silent.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use seaway_device::{Error, Operation, Result};
use seaway_proto::{Contact, MxnMessage, Side, Way};

use super::failure::{Failure, words};
use super::options::MxnOptions;
use super::vigil::Vigil;
use crate::link::{Events, Identity, Link};

/// How often a call that waits looks around, whatever it is told meanwhile.
pub(super) const LOOK: Duration = Duration::from_millis(100);
/// How often it asks silent peers whether they live.
pub(super) const PING: Duration = Duration::from_secs(1);
/// After this long, rank 0 is asked to look after everybody.
pub(super) const SUSPECT: Duration = Duration::from_secs(2);
/// Links that one rank keeps open at most; idle ones make room.
const MOST_LINKS: usize = 512;

#[derive(Debug)]
pub(super) struct Party {
    pub(super) identity: Arc<Identity>,
    /// For messages.
    pub(super) name: String,
    pub(super) options: MxnOptions,
    /// Told whenever something a call may wait for has changed.
    pub(super) changed: Condvar,
    group: OnceLock<Vec<Contact>>,
    greeting: OnceLock<MxnMessage>,
    /// By the peer's own socket, which names it.
    links: Mutex<HashMap<String, Vec<Arc<Link>>>>,
    /// Numbers of links that have ended: one may do so before it could be registered.
    ended: Mutex<HashSet<u64>>,
    /// Links that others have made to a reader. Messages come by them, but only who connects can take bytes out of the
    /// other's memory.
    visitors: Mutex<Vec<Arc<Link>>>,
    failed: AtomicBool,
    failure: Mutex<Option<Failure>>,
    /// When somebody last asked for a look at everybody, and whether a thread does so.
    suspicion: Mutex<Suspicion>,
    waiting: Mutex<Option<Waiting>>,
    /// Ranks of the other programs that rank 0 looks after too.
    others: Mutex<Vec<Contact>>,
    /// The file is being closed: whoever is gone may be gone.
    is_closing: AtomicBool,
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
    pub(super) fn new(identity: Arc<Identity>, name: String, options: MxnOptions) -> Self {
        Self {
            identity,
            name,
            options,
            changed: Condvar::new(),
            group: OnceLock::new(),
            greeting: OnceLock::new(),
            links: Mutex::default(),
            ended: Mutex::default(),
            visitors: Mutex::default(),
            failed: AtomicBool::new(false),
            failure: Mutex::default(),
            suspicion: Mutex::default(),
            waiting: Mutex::default(),
            others: Mutex::default(),
            is_closing: AtomicBool::new(false),
        }
    }

    pub(super) fn rank(&self) -> u32 {
        self.identity.contact.rank
    }

    pub(super) fn side(&self) -> Side {
        self.identity.contact.side
    }

    pub(super) fn set_group(&self, group: Vec<Contact>) {
        self.identity.trunks.learn(self.side(), &group);
        let _ = self.group.set(group);
    }

    /// All ranks of this program.
    pub(super) fn group(&self) -> &[Contact] {
        self.group.get().map_or(&[], Vec::as_slice)
    }

    /// The other ranks of this program.
    pub(super) fn fellows(&self) -> impl Iterator<Item = &Contact> {
        self.group().iter().filter(|peer| peer.rank != self.rank())
    }

    /// Rank 0 of this program, unless that is us.
    pub(super) fn leader(&self) -> Option<&Contact> {
        self.group().first().filter(|first| first.rank != self.rank())
    }

    pub(super) fn set_others(&self, others: Vec<Contact>) {
        *self.others.lock().unwrap_or_else(PoisonError::into_inner) = others;
    }

    pub(super) fn register(&self, link: &Arc<Link>) {
        let mut links = self.links_held();
        let has_ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner).contains(&link.number());
        let to_peer = links.entry(link.peer().unix.clone()).or_default();
        if !has_ended && to_peer.iter().all(|other| other.number() != link.number()) {
            to_peer.push(link.clone());
        }
    }

    /// A link that may not be ours to ask by.
    pub(super) fn admit(&self, link: &Arc<Link>) {
        self.visitors_held().push(link.clone());
    }

    /// What is said first on links to the other program.
    pub(super) fn set_greeting(&self, greeting: MxnMessage) {
        let _ = self.greeting.set(greeting);
    }

    pub(super) fn forget(&self, link: &Link) {
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

    pub(super) fn links(&self) -> Vec<Arc<Link>> {
        let mut links: Vec<Arc<Link>> = self.links_held().values().flatten().cloned().collect();
        links.extend(self.visitors_held().iter().cloned());
        links.sort_by_key(|link| link.number());
        links.dedup_by_key(|link| link.number());
        links
    }

    /// Whether a link has not ended.
    pub(super) fn has(&self, link: &Link) -> bool {
        let links = self.links_held();
        links
            .get(&link.peer().unix)
            .is_some_and(|links| links.iter().any(|own| own.number() == link.number()))
    }

    /// The link to a peer, made now if there is none.
    pub(super) fn link_to(&self, peer: &Contact, events: &Arc<dyn Events>) -> Result<Arc<Link>> {
        if let Some(link) = self.links_held().get(&peer.unix).and_then(|links| links.first().cloned()) {
            return Ok(link);
        }
        self.connect(peer, events)
    }

    /// Says who we are, on a link to the other program. If it cannot be said, the link's thread finds out why.
    pub(super) fn greet(&self, link: &Link) {
        if let Some(greeting) = self.greeting.get().filter(|_| link.peer().side != self.side()) {
            let _ = link.send(greeting);
        }
    }

    /// Whether somebody still answers at a peer's address.
    pub(super) fn is_there(&self, peer: &Contact, events: &Arc<dyn Events>) -> bool {
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
    pub(super) fn links_to(&self, peer: &Contact, events: &Arc<dyn Events>) -> Result<Vec<Arc<Link>>> {
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
    pub(super) fn make_room(&self, is_idle: impl Fn(&Link) -> bool) {
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

    fn links_held(&self) -> MutexGuard<'_, HashMap<String, Vec<Arc<Link>>>> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The failure as an error of the call that meets it.
    pub(super) fn check(&self, operation: Operation) -> Result<()> {
        match self.error(operation) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    pub(super) fn error(&self, operation: Operation) -> Option<Error> {
        if !self.failed.load(Ordering::Acquire) {
            return None;
        }
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.as_ref().map(|failure| failure.error(operation).with_path(&self.name))
    }

    pub(super) fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Acquire)
    }

    /// This rank is the first to know: it tells its peers, and all of its own program.
    pub(super) fn fail(&self, failure: Failure, events: &Arc<dyn Events>) {
        if !self.note(&failure) {
            return;
        }
        self.tell_links(&failure);
        let message = failure.message();
        for peer in self.fellows().filter(|peer| peer.rank != failure.rank) {
            // Whoever cannot be reached any more need not be told.
            if let Ok(link) = Link::connect(peer, &self.identity, events, PING) {
                let _ = link.send(&message);
            }
        }
    }

    /// Another rank has told; its peers are told, but the program has heard it from the first.
    pub(super) fn hear(&self, failure: &Failure) {
        if self.note(failure) {
            self.tell_links(failure);
        }
    }

    fn note(&self, failure: &Failure) -> bool {
        let mut known = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_some() {
            return false;
        }
        *known = Some(failure.clone());
        self.failed.store(true, Ordering::Release);
        drop(known);
        self.changed.notify_all();
        true
    }

    fn tell_links(&self, failure: &Failure) {
        let message = failure.message();
        for link in self.links() {
            let _ = link.send(&message);
        }
    }

    /// What both sides answer alike. `None`: it was dealt with.
    pub(super) fn answer(
        self: &Arc<Self>,
        message: MxnMessage,
        events: &Arc<dyn Events>,
    ) -> Option<MxnMessage> {
        match message {
            MxnMessage::Failed { program, rank, host_name, offset, text } => {
                self.hear(&Failure { program, rank, host_name, offset, text });
            }
            MxnMessage::Suspect => self.suspect(events),
            other => return Some(other),
        }
        None
    }

    /// Looks after everybody for a while: a thread of its own, because a stopped process may make it wait.
    fn suspect(self: &Arc<Self>, events: &Arc<dyn Events>) {
        let mut suspicion = self.suspicion.lock().unwrap_or_else(PoisonError::into_inner);
        suspicion.until = Some(Instant::now() + 3 * PING);
        if std::mem::replace(&mut suspicion.is_looking, true) {
            return;
        }
        drop(suspicion);
        let (party, events) = (self.clone(), events.clone());
        let looked = crate::link::spawn(move || party.look_after(&events));
        if looked.is_err() {
            self.suspicion.lock().unwrap_or_else(PoisonError::into_inner).is_looking = false;
        }
    }

    fn look_after(&self, events: &Arc<dyn Events>) {
        let mut vigil = Vigil::new();
        while self.goes_on_looking() {
            let others = self.others.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let mut links = Vec::new();
            for peer in self.fellows().chain(&others) {
                match self.link_to(peer, events) {
                    Ok(link) => links.push(link),
                    // It may have closed the file in order, and told so meanwhile.
                    Err(_) if self.is_over(peer) => {}
                    Err(error) => {
                        self.fail(Failure::of(peer, 0, unanswered(&error)), events);
                    }
                }
            }
            vigil.look(self, || links, 0, events);
            std::thread::sleep(PING / 2);
        }
    }

    /// A rank of this program is gone: which?
    pub(super) fn find_lost(&self, offset: u64, events: &Arc<dyn Events>) {
        for peer in self.fellows() {
            if self.has_failed() {
                return;
            }
            if !self.is_there(peer, events) {
                return self.fail(Failure::of(peer, offset, "is gone"), events);
            }
        }
    }

    fn goes_on_looking(&self) -> bool {
        let mut suspicion = self.suspicion.lock().unwrap_or_else(PoisonError::into_inner);
        let is_over = self.has_failed() || self.is_closing();
        suspicion.is_looking = !is_over && suspicion.until.is_some_and(|until| Instant::now() < until);
        suspicion.is_looking
    }

    /// Whether nobody needs `peer` any more.
    fn is_over(&self, peer: &Contact) -> bool {
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let is_other = peer.side != self.side();
        self.is_closing() || (is_other && !others.contains(peer))
    }

    /// Asked again and again while a collective call waits for the own program's ranks: if that takes long, somebody may
    /// be gone.
    pub(super) fn waits_for_own(self: &Arc<Self>, events: &Arc<dyn Events>) {
        let now = Instant::now();
        let since = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let fresh = Waiting { since: now, last: now };
            let current = waiting.filter(|waiting| now - waiting.last < PING).unwrap_or(fresh);
            *waiting = Some(Waiting { last: now, ..current });
            current.since
        };
        if now - since > SUSPECT {
            self.ask_for_a_look(events);
        }
    }

    /// Rank 0 looks after everybody.
    pub(super) fn ask_for_a_look(self: &Arc<Self>, events: &Arc<dyn Events>) {
        let Some(first) = self.leader().cloned() else { return self.suspect(events) };
        {
            let mut suspicion = self.suspicion.lock().unwrap_or_else(PoisonError::into_inner);
            let now = Instant::now();
            if suspicion.is_looking || suspicion.until.is_some_and(|until| until > now) {
                return;
            }
            suspicion.until = Some(now + PING);
            suspicion.is_looking = true;
        }
        let (party, events) = (self.clone(), events.clone());
        let asked = crate::link::spawn(move || {
            match party.link_to(&first, &events).and_then(|link| link.send(&MxnMessage::Suspect)) {
                Ok(()) => {}
                Err(_) if party.has_failed() || party.is_closing() => {}
                Err(error) => party.fail(Failure::of(&first, 0, unanswered(&error)), &events),
            }
            party.suspicion.lock().unwrap_or_else(PoisonError::into_inner).is_looking = false;
        });
        if asked.is_err() {
            self.suspicion.lock().unwrap_or_else(PoisonError::into_inner).is_looking = false;
        }
    }

    /// How bytes travel, for people.
    pub(super) fn transport(&self) -> String {
        let mut counts = [0_usize; 4];
        for link in self.links() {
            counts[way_index(link.way())] += 1;
        }
        let told: Vec<String> = ["memory of this process", "process memory", "shared window", "socket"]
            .iter()
            .zip(counts)
            .filter(|(_, count)| *count > 0)
            .map(|(way, count)| format!("{count} by {way}"))
            .collect();
        if told.is_empty() { "no peer yet".to_owned() } else { format!("peers: {}", told.join(", ")) }
    }

    pub(super) fn set_closing(&self) {
        self.is_closing.store(true, Ordering::Release);
    }

    pub(super) fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::Acquire)
    }

    pub(super) fn close_links(&self) {
        self.set_closing();
        for link in self.links() {
            self.forget(&link);
            link.close();
        }
        self.identity.trunks.close();
    }

    pub(super) fn cut_links(&self) {
        self.set_closing();
        for link in self.links() {
            self.forget(&link);
            link.cut();
        }
        self.identity.trunks.cut();
    }
}

fn unanswered(error: &Error) -> String {
    format!("does not answer ({})", words(error))
}

fn way_index(way: Way) -> usize {
    match way {
        Way::SameProcess => 0,
        Way::ProcessMemory => 1,
        Way::Window => 2,
        Way::Socket => 3,
    }
}
