// SPDX-License-Identifier: MIT OR Apache-2.0
//! What this agent does for its programs about things whose homes are other nodes: it finds the home in the registry, and asks
//! the agent there. Bytes do not pass through: programs talk to the home themselves.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use seaway_channel::Secret;
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_devices::thing::{HomeConnection, SpaceName};
use seaway_messages::{HomeAddress, MAX_LISTED_THINGS, ThingMessage, ThingStatus, Until};

use super::home::{Home, refused};
use super::names::Registered;

/// How long the agent of another node may take to hear that it is to end, and how many are asked at the same time.
const STOP_WITHIN: Duration = Duration::from_secs(2);
const STOPPED_AT_ONCE: usize = 16;
/// How long the agent of another node may take to answer.
pub(super) const WITHIN: Duration = Duration::from_secs(10);
/// How often a wait checks that the waiting program is still there.
pub(super) const LOOK_EVERY: Duration = Duration::from_secs(1);
pub(super) const PAUSE: Duration = Duration::from_millis(10);
/// How many times a thing is looked up if it moves meanwhile.
const TRIES: usize = 16;
/// What `near:NAME` begins with.
const NEAR: &str = "near:";
/// One node after the other.
const ROUND_ROBIN: &str = "round-robin";

/// Connections to the agents of other nodes.
#[derive(Debug)]
pub(super) struct Peers {
    space: SpaceName,
    /// `None`: there are no other nodes.
    secret: Option<Secret>,
    known: Mutex<HashMap<String, (HomeAddress, Arc<HomeConnection>)>>,
    /// Things that were placed on one node after the other.
    turns: AtomicUsize,
}

impl Peers {
    pub(super) fn new(space: &SpaceName, secret: Option<Secret>) -> Self {
        Self { space: space.clone(), secret, known: Mutex::default(), turns: AtomicUsize::new(0) }
    }

    fn at(&self, address: &HomeAddress) -> Result<Arc<HomeConnection>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        match known.get(&address.node) {
            Some((at, connection)) if at == address => Ok(Arc::clone(connection)),
            _ => {
                let connection = Arc::new(self.another(address)?);
                known.insert(address.node.clone(), (address.clone(), Arc::clone(&connection)));
                Ok(connection)
            }
        }
    }

    /// For requests that take long.
    pub(super) fn another(&self, address: &HomeAddress) -> Result<HomeConnection> {
        self.another_within(address, WITHIN)
    }

    /// One whose answers take no longer than this.
    pub(super) fn another_within(&self, address: &HomeAddress, within: Duration) -> Result<HomeConnection> {
        let alone =
            || Error::new(ErrorKind::Internal, Operation::Open).with_detail("there are no other nodes");
        let secret = self.secret.clone().ok_or_else(alone)?;
        HomeConnection::new(&self.space, address, within, secret)
    }
}

impl Home {
    pub(super) fn stop_others(&self, patience: Duration) {
        let others = self.membership.members().unwrap_or_default();
        let patience = u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
        let stop = |node: &String| {
            let request = |id| ThingMessage::Stop { id, patience };
            let asked =
                self.peer(node).and_then(|peer| peer.ask_within(Operation::Close, STOP_WITHIN, request));
            // It ends with its lease.
            drop(asked);
        };
        // Nodes that are gone would keep the others waiting.
        std::thread::scope(|scope| {
            for part in others.chunks(others.len().div_ceil(STOPPED_AT_ONCE).max(1)) {
                let rest = part.iter().filter(|node| *node != self.node());
                scope.spawn(move || rest.for_each(stop));
            }
        });
    }

    pub(super) fn stat_anywhere(&self, name: &str) -> Result<ThingStatus> {
        self.anywhere(
            name,
            || self.stat(name),
            |peer| {
                let request = |id| ThingMessage::Stat { id, name: name.to_owned() };
                match peer.ask(Operation::Open, request)? {
                    ThingMessage::StatIs { status, .. } => Ok(status),
                    other => Err(unexpected(&other)),
                }
            },
        )
    }

    pub(super) fn delete_anywhere(&self, name: &str) -> Result<()> {
        self.anywhere(name, || self.delete(name), |peer| delete_at(peer, name))
    }

    pub(super) fn rename_anywhere(&self, from: &str, to: &str, replace: bool) -> Result<()> {
        let here = || self.rename(from, to, replace);
        self.anywhere(from, here, |peer| {
            let (from, to) = (from.to_owned(), to.to_owned());
            done(&peer.ask(Operation::Open, |id| ThingMessage::Rename { id, from, to, replace })?)
        })
    }

    /// Before a thing of this node gets a name that one of another node may have.
    pub(super) fn make_room(&self, name: &str, replace: bool) -> Result<()> {
        let Some(Registered { home, .. }) = self.names.find(name)?.filter(|found| found.home != self.node())
        else {
            return Ok(());
        };
        if !replace {
            let detail = format!("a thing named {name:?} already exists on node {home}");
            return Err(refused(ErrorKind::FileExists, Operation::Open).with_detail(detail));
        }
        match delete_at(&*self.peer(&home)?, name) {
            Err(error) if error.kind() != ErrorKind::NoSuchFile => Err(error),
            _ => Ok(()),
        }
    }

    /// Some of those of all members; and whether there are more.
    pub(super) fn list_everywhere(&self, prefix: &str, after: &str) -> Result<(Vec<ThingStatus>, bool)> {
        let (mut things, mut more) = self.list(prefix, after);
        // A truncated list says nothing about names after its last one.
        let mut complete_to = more.then(|| things.last().map(|last| last.name.clone())).flatten();
        for node in self.membership.members()?.iter().filter(|node| *node != self.node()) {
            let (prefix, after) = (prefix.to_owned(), after.to_owned());
            let listed =
                self.peer(node)?.ask(Operation::Open, |id| ThingMessage::List { id, prefix, after })?;
            let ThingMessage::Listed { things: theirs, more: goes_on, .. } = listed else {
                return Err(unexpected(&listed));
            };
            if let Some(last) = theirs.last().filter(|_| goes_on) {
                more = true;
                let last = &last.name;
                complete_to = Some(complete_to.map_or_else(|| last.clone(), |known| known.min(last.clone())));
            }
            things.extend(theirs);
        }
        things.sort_by(|one, other| one.name.cmp(&other.name));
        if let Some(last) = complete_to {
            things.retain(|thing| thing.name <= last);
        }
        more |= things.len() > MAX_LISTED_THINGS;
        things.truncate(MAX_LISTED_THINGS);
        Ok((things, more))
    }

    /// Waits until `name` is there, ready, or gone, on any node. False: in vain.
    pub(super) fn wait_anywhere(
        &self,
        name: &str,
        until: Until,
        deadline: Instant,
        goes_on: impl Fn() -> bool,
    ) -> Result<bool> {
        if self.membership.is_alone() {
            return Ok(self.wait(name, until, deadline, goes_on));
        }
        let mut asked = None;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let turn = left.min(LOOK_EVERY);
            let (found, revision) = self.names.look(name)?;
            let met = match found {
                Some(found) if found.home == self.node() && self.has(name) => {
                    self.wait(name, until, Instant::now() + turn, &goes_on)
                }
                // Being created or deleted.
                Some(found) if found.home == self.node() => {
                    std::thread::sleep(PAUSE.min(left));
                    false
                }
                Some(_) if until == Until::Exists => true,
                Some(found) if until == Until::Published => {
                    self.is_published_at(&found.home, name, turn, &mut asked)?
                }
                None if until == Until::Gone => true,
                _ => {
                    self.names.watch(name, revision, turn)?;
                    false
                }
            };
            if met || left.is_zero() || !goes_on() {
                return Ok(met);
            }
        }
    }

    /// Asks another home, on a connection that `asked` keeps for the next time.
    fn is_published_at(
        &self,
        node: &str,
        name: &str,
        turn: Duration,
        asked: &mut Option<HomeConnection>,
    ) -> Result<bool> {
        let address = self.membership.address_of(node)?;
        let connection = match asked.take().filter(|asked| asked.home() == &address) {
            Some(connection) => connection,
            None => self.peers.another(&address)?,
        };
        let patience = u64::try_from(turn.as_millis()).unwrap_or(0);
        let (name, until) = (name.to_owned(), Until::Published);
        let answer = connection.ask_within(Operation::Open, turn + WITHIN, |id| ThingMessage::Await {
            id,
            name,
            until,
            patience,
        });
        *asked = Some(connection);
        match answer {
            Ok(answer) => done(&answer).map(|()| true),
            Err(error) if error.kind() == ErrorKind::NoSuchFile => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The node that a thing is to be created on: `None` for this one.
    pub(super) fn placed_at(&self, wish: &str) -> Result<Option<HomeAddress>> {
        let node = match wish.strip_prefix(NEAR) {
            Some(name) => match self.names.find(name)? {
                Some(found) => found.home,
                None => {
                    let detail =
                        format!("the hint seaway_thing_home={wish} names a thing that does not exist");
                    return Err(refused(ErrorKind::NoSuchFile, Operation::Open).with_detail(detail));
                }
            },
            None if wish == ROUND_ROBIN => self.next_in_turn()?,
            None => wish.to_owned(),
        };
        if node == self.node() { Ok(None) } else { self.membership.address_of(&node).map(Some) }
    }

    /// This node first, so that agents do not all begin with the same one.
    fn next_in_turn(&self) -> Result<String> {
        let members = self.membership.members()?;
        let own = members.iter().position(|member| member == self.node()).unwrap_or(0);
        let turn = self.peers.turns.fetch_add(1, Ordering::Relaxed);
        Ok(members
            .get((own + turn) % members.len().max(1))
            .cloned()
            .unwrap_or_else(|| self.node().to_owned()))
    }

    /// Does something to a thing where it is.
    pub(super) fn anywhere<T>(
        &self,
        name: &str,
        here: impl Fn() -> Result<T>,
        there: impl Fn(&HomeConnection) -> Result<T>,
    ) -> Result<T> {
        let mut last = refused(ErrorKind::NoSuchFile, Operation::Open);
        for _ in 0..TRIES {
            match here() {
                Err(error) if error.kind() == ErrorKind::NoSuchFile => last = error,
                outcome => return outcome,
            }
            let Some(found) = self.names.find(name)?.filter(|found| found.home != self.node()) else { break };
            match there(&*self.peer(&found.home)?) {
                // It may have moved meanwhile.
                Err(error) if error.kind() == ErrorKind::NoSuchFile => last = error,
                outcome => return outcome,
            }
            if self.names.find(name)? == Some(found) {
                break;
            }
        }
        Err(last)
    }

    pub(super) fn peer(&self, node: &str) -> Result<Arc<HomeConnection>> {
        self.peers.at(&self.membership.address_of(node)?)
    }
}

fn delete_at(peer: &HomeConnection, name: &str) -> Result<()> {
    let request = |id| ThingMessage::Delete { id, name: name.to_owned() };
    done(&peer.ask(Operation::Delete, request)?)
}

pub(super) fn done(answer: &ThingMessage) -> Result<()> {
    match answer {
        ThingMessage::Done { .. } => Ok(()),
        other => Err(unexpected(other)),
    }
}

pub(super) fn unexpected(message: &ThingMessage) -> Error {
    let detail = format!("another agent answers with message {:#06x}; update Seaway there", message.kind());
    Error::new(ErrorKind::Internal, Operation::Open).with_detail(detail)
}
