// SPDX-License-Identifier: MIT OR Apache-2.0
//! The path of a channel: from the rank that opens it through the porters to the target rank.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{Contact, Role, TrunkMessage};

use super::channel::Channel;
use super::connection::{Onward, Route, Trunk};
use super::end::{End, Opening};
use super::relay::{Half, Relay};
use super::setup::introduce_as_client;
use super::trunks::{Line, Refusal, Trunks, Waiter};
use crate::link::descriptor::Descriptor;
use crate::link::identity::describe;
use crate::link::setup::{check_user, reach_by_tcp, unreachable};
use crate::link::threads::spawn;

/// Connecting a trunk fails after this time.
const CONNECT_WITHIN: Duration = Duration::from_secs(30);

/// How long to wait before asking again a peer that says there is a trunk.
const AGAIN: Duration = Duration::from_millis(5);

/// The next process on a channel's path.
#[derive(Debug)]
enum Next {
    /// The rank of this host that has this Unix socket.
    Here(String),
    /// A porter of another host.
    Elsewhere(Contact),
}

impl Trunks {
    /// Whether `rank` can be reached without a direct connection.
    pub(in crate::link) fn lead_to(&self, rank: &Contact) -> bool {
        self.porters.of(rank).is_some() && self.porters.of(&self.me).is_some()
    }

    /// Opens a channel to a rank of another host. `NoSuchFile` if the rank does not listen.
    pub(in crate::link) fn open(self: &Arc<Self>, to: &Contact, deadline: Instant) -> Result<Channel> {
        let unreached = |Refusal { kind, text }: Refusal| {
            let detail = format!("{} cannot be reached: {text}", describe(to));
            Error::new(kind, Operation::Open).with_detail(detail)
        };
        let lost = |text: String| unreached(Refusal::new(ErrorKind::PeerLost, text));
        let (Some(far), Some(own)) = (self.porters.of(to), self.porters.of(&self.me)) else {
            return Err(lost("no process that forwards links is known".to_owned()));
        };
        let (next, porter) = match own.unix == self.me.unix {
            true => (Next::Elsewhere(far), None),
            false => (Next::Here(own.unix), Some(far)),
        };
        let trunk = self.wait_for_trunk(next, deadline).map_err(unreached)?;
        let end = Arc::new(End::new(Opening::Asked));
        let begun = trunk.open(to.unix.clone(), porter, Route::Here(Arc::clone(&end)), |_| true);
        let number = begun.ok_or_else(|| lost(format!("{} is gone", describe(&trunk.peer))))?;
        let channel = Channel::new(trunk, number, Arc::clone(&end));
        let settled =
            end.wait(Some(deadline), |state| state.opening != Opening::Asked || state.cut.is_some());
        let state = settled.map_err(|_| lost("nobody answers".to_owned()))?;
        match (&state.opening, &state.cut) {
            (Opening::Refused(kind, text), _) => Err(unreached(Refusal::new(*kind, text.clone()))),
            (_, Some(why)) => Err(lost(why.clone())),
            _ => Ok(channel),
        }
    }

    /// A peer requests a channel through `porter` to the rank with the Unix socket `to`. Never waits.
    pub(super) fn pass_on(
        self: &Arc<Self>,
        trunk: &Arc<Trunk>,
        channel: u32,
        to: String,
        porter: Option<Contact>,
    ) {
        let next = match porter {
            Some(porter) if porter.unix != self.me.unix => Next::Elsewhere(porter),
            _ if to == self.me.unix => return self.deliver(trunk, channel),
            _ => Next::Here(to.clone()),
        };
        let trunk = Arc::clone(trunk);
        let found: Waiter = Box::new(move |found| {
            let joined = found.and_then(|onward| join(&trunk, channel, &onward, to));
            if let Err(refusal) = joined {
                refuse(&trunk, channel, refusal);
            }
        });
        self.find_trunk(next, found);
    }

    fn deliver(&self, trunk: &Arc<Trunk>, channel: u32) {
        let Some(door) = self.door() else {
            let text = "it no longer listens";
            return refuse(trunk, channel, Refusal::new(ErrorKind::NoSuchFile, text));
        };
        let (route, end) = Route::new_here();
        if trunk.lead(channel, route) {
            trunk.send(&TrunkMessage::Opened { channel });
            door(Channel::new(Arc::clone(trunk), channel, end));
        }
    }

    fn wait_for_trunk(self: &Arc<Self>, next: Next, deadline: Instant) -> Result<Arc<Trunk>, Refusal> {
        let (sender, found) = sync_channel(1);
        // The peer may have disconnected.
        self.find_trunk(next, Box::new(move |trunk| drop(sender.send(trunk))));
        let left = deadline.saturating_duration_since(Instant::now());
        let silent = |_| Refusal::new(ErrorKind::PeerLost, "the process that forwards it does not answer");
        found.recv_timeout(left).map_err(silent)?
    }

    /// Calls `waiter` when there is a trunk. Never waits itself.
    fn find_trunk(self: &Arc<Self>, next: Next, waiter: Waiter) {
        let mut lines = self.lines();
        if lines.is_closed {
            drop(lines);
            return waiter(Err(Refusal::new(ErrorKind::PeerLost, "the process that forwards it has left")));
        }
        match lines.by_peer.get_mut(next.name()) {
            Some(Line::Coming(waiters)) => return waiters.push(waiter),
            Some(Line::Up(trunk)) if !trunk.is_over() => {
                let trunk = Arc::clone(trunk);
                drop(lines);
                return waiter(Ok(trunk));
            }
            _ => drop(lines.by_peer.insert(next.name().to_owned(), Line::Coming(vec![waiter]))),
        }
        drop(lines);
        let (trunks, name) = (Arc::clone(self), next.name().to_owned());
        if let Err(error) = spawn(move || trunks.connect_and_run(&next)) {
            self.come_up(&name, Err(error.into()));
        }
    }

    fn connect_and_run(self: &Arc<Self>, next: &Next) {
        let deadline = Instant::now() + CONNECT_WITHIN;
        let outcome = loop {
            match self.connect(next, deadline) {
                // The other side's trunk will be accepted here, or ends as soon as that side notices.
                Err(error) if error.kind() == ErrorKind::FileInUse && Instant::now() < deadline => {
                    if self.is_up(next.name()) {
                        return;
                    }
                    std::thread::sleep(AGAIN);
                }
                connected => break connected,
            }
        };
        self.come_up(next.name(), outcome.map_err(Refusal::from));
    }

    fn connect(&self, next: &Next, deadline: Instant) -> Result<Arc<Trunk>> {
        let connection = next.reach(deadline)?;
        check_user(&connection)?;
        let (connection, peer) = introduce_as_client(connection, &self.me, &self.secret, deadline)?;
        if peer.unix != next.name() {
            let detail = format!("its address now belongs to {}", describe(&peer));
            return Err(Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail));
        }
        Trunk::start(connection, Role::Client, peer)
    }
}

impl Next {
    /// Its Unix socket, which names it.
    fn name(&self) -> &str {
        match self {
            Self::Here(name) => name,
            Self::Elsewhere(porter) => &porter.unix,
        }
    }

    fn reach(&self, deadline: Instant) -> Result<Descriptor> {
        match self {
            Self::Elsewhere(porter) => {
                reach_by_tcp(porter, deadline).map_err(|error| unreachable(porter, error))
            }
            Self::Here(name) => Descriptor::connect_local(name, deadline).map_err(|error| {
                let kind = match error.kind() {
                    io::ErrorKind::ConnectionRefused => ErrorKind::NoSuchFile,
                    _ => ErrorKind::PeerLost,
                };
                Error::new(kind, Operation::Open).with_detail(format!("on its host: {error}"))
            }),
        }
    }
}

/// Joins two trunks: from here on, frames of the channel that arrive on one are sent on the other.
fn join(trunk: &Arc<Trunk>, channel: u32, onward: &Arc<Trunk>, to: String) -> Result<(), Refusal> {
    let relay = Arc::new(Relay::default());
    let leg = |trunk: &Arc<Trunk>, channel, half| {
        Route::Onward(Onward { trunk: Arc::clone(trunk), channel, relay: Arc::clone(&relay), half })
    };
    let gone = || Refusal::new(ErrorKind::PeerLost, format!("{} is gone", describe(&onward.peer)));
    // The route is gone: the channel's owner has closed it, or the trunk has ended.
    let lead = |number| trunk.lead(channel, leg(onward, number, Half::First));
    onward.open(to, None, leg(trunk, channel, Half::Second), lead).map(drop).ok_or_else(gone)
}

fn refuse(trunk: &Trunk, channel: u32, refusal: Refusal) {
    trunk.forget(channel);
    let Refusal { kind, text } = refusal;
    trunk.send(&TrunkMessage::Refused { channel, kind: kind.code(), text });
}
