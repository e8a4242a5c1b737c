// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Trunk`]: one connection and the channels on it. One thread reads it (`receiving`), one sends what is queued.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use seaway_device_api::Result;
use seaway_messages::{Contact, Role, TrunkMessage};

use super::end::{End, Opening};
use super::queue::Queue;
use super::relay::{Half, Relay};
use crate::link::descriptor::Descriptor;
use crate::link::threads::spawn;

#[derive(Debug)]
pub(super) struct Trunk {
    pub(super) peer: Contact,
    pub(super) descriptor: Descriptor,
    role: Role,
    queue: Queue,
    channels: Mutex<Channels>,
    /// Locked while a channel is opened.
    opening: Mutex<()>,
    /// A channel has ended, or the trunk has.
    fewer: Condvar,
}

#[derive(Debug)]
struct Channels {
    /// The next channel number that this side assigns.
    next: Option<u32>,
    /// The last channel number that the other side has assigned.
    last_of_peer: Option<u32>,
    routes: HashMap<u32, Route>,
    is_over: bool,
}

/// Where a channel leads from here.
#[derive(Debug, Clone)]
pub(super) enum Route {
    /// Will be forwarded when there is a trunk to the next process.
    Coming,
    Here(Arc<End>),
    Onward(Onward),
}

/// The other trunk of a channel that is forwarded.
#[derive(Debug, Clone)]
pub(super) struct Onward {
    pub(super) trunk: Arc<Trunk>,
    pub(super) channel: u32,
    pub(super) relay: Arc<Relay>,
    /// The side of the trunk that holds this route.
    pub(super) half: Half,
}

/// A violation of the protocol, which ends the trunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Violation {
    #[error("more bytes than the channel's window, or bytes after its end")]
    Window,
    #[error("credit for bytes that were not sent")]
    Credit,
    #[error("a message of {0} bytes of a channel")]
    Length(u32),
    #[error("channel {0} was never opened, or twice")]
    Number(u32),
    #[error("channel {0} is not open yet, or open already")]
    Order(u32),
}

impl Trunk {
    /// Starts a thread that sends; the caller runs `receive_all`.
    pub(super) fn start(descriptor: Descriptor, role: Role, peer: Contact) -> Result<Arc<Self>> {
        let next = Some(if role == Role::Client { 2 } else { 1 });
        let channels = Channels { next, last_of_peer: None, routes: HashMap::new(), is_over: false };
        let (queue, channels, fewer) = (Queue::default(), Mutex::new(channels), Condvar::new());
        let trunk =
            Arc::new(Self { peer, descriptor, role, queue, channels, opening: Mutex::new(()), fewer });
        let of_thread = Arc::clone(&trunk);
        spawn(move || match of_thread.queue.send_all(&of_thread.descriptor) {
            Ok(()) => of_thread.descriptor.end_sending(),
            // The thread that reads finds out why.
            Err(_) => of_thread.descriptor.shut_down(),
        })?;
        Ok(trunk)
    }

    /// Never waits.
    pub(super) fn send(&self, message: &TrunkMessage) {
        let mut frame = Vec::new();
        // Only a name that is too long cannot be encoded, and all names were decoded from messages.
        if message.encode(&mut frame).is_ok() {
            self.queue.push(frame);
        }
    }

    /// As `send`, with bytes that `fill` appends.
    pub(super) fn send_bytes(&self, channel: u32, len: u32, fill: impl FnOnce(&mut Vec<u8>)) {
        let mut frame = bytes_header(channel, len);
        fill(&mut frame);
        self.queue.push(frame);
    }

    pub(super) fn send_frame(&self, frame: Vec<u8>) {
        self.queue.push(frame);
    }

    /// Opens a channel if `agrees` accepts its number. `None` if the trunk has ended or its numbers are used up.
    pub(super) fn open(
        &self,
        to: String,
        porter: Option<Contact>,
        route: Route,
        agrees: impl FnOnce(u32) -> bool,
    ) -> Option<u32> {
        // The peer must see channel numbers in ascending order.
        let _in_order = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        let number = self.begin(route)?;
        if agrees(number) {
            self.send(&TrunkMessage::Open { channel: number, to, porter });
        } else {
            self.forget(number);
        }
        Some(number)
    }

    fn begin(&self, route: Route) -> Option<u32> {
        let mut channels = self.lock();
        let number = channels.next.filter(|_| !channels.is_over)?;
        channels.next = number.checked_add(2);
        channels.routes.insert(number, route);
        Some(number)
    }

    /// The peer opens a channel.
    pub(super) fn admit(&self, channel: u32) -> Result<(), Violation> {
        let mut channels = self.lock();
        let is_new = channels.last_of_peer.is_none_or(|last| channel > last);
        if self.is_own(channel) || !is_new {
            return Err(Violation::Number(channel));
        }
        channels.last_of_peer = Some(channel);
        channels.routes.insert(channel, Route::Coming);
        Ok(())
    }

    /// Sets the route of an admitted channel. Returns whether the channel is still open.
    pub(super) fn lead(&self, channel: u32, route: Route) -> bool {
        let mut channels = self.lock();
        match channels.routes.get_mut(&channel) {
            Some(coming @ Route::Coming) => {
                *coming = route;
                true
            }
            _ => false,
        }
    }

    /// `None` if the channel has ended; frames that still arrive for it are late.
    pub(super) fn route(&self, channel: u32) -> Result<Option<Route>, Violation> {
        let channels = self.lock();
        let is_given = match self.is_own(channel) {
            true => channels.next.is_none_or(|next| channel < next) && channel > 0,
            false => channels.last_of_peer.is_some_and(|last| channel <= last),
        };
        if !is_given {
            return Err(Violation::Number(channel));
        }
        Ok(channels.routes.get(&channel).cloned())
    }

    pub(super) fn is_own(&self, channel: u32) -> bool {
        channel.is_multiple_of(2) == (self.role == Role::Client)
    }

    pub(super) fn forget(&self, channel: u32) {
        self.lock().routes.remove(&channel);
        self.fewer.notify_all();
    }

    pub(super) fn is_over(&self) -> bool {
        self.lock().is_over
    }

    #[cfg(test)]
    pub(super) fn channel_count(&self) -> usize {
        self.lock().routes.len()
    }

    /// Ends all channels after the connection has ended.
    pub(super) fn finish(&self, why: &str) {
        self.descriptor.shut_down();
        self.queue.abandon();
        let routes = {
            let mut channels = self.lock();
            channels.is_over = true;
            std::mem::take(&mut channels.routes)
        };
        self.fewer.notify_all();
        for route in routes.into_values() {
            match route {
                Route::Here(end) => drop(end.cut(why)),
                Route::Onward(onward) => onward.cut(why),
                Route::Coming => {}
            }
        }
    }

    /// Waits until no channel of another rank passes through here, at most until `deadline`.
    pub(super) fn wait_for_others(&self, deadline: Instant) {
        let passes_on = |channels: &mut Channels| {
            channels.routes.values().any(|route| !matches!(route, Route::Here(_))) && !channels.is_over
        };
        drop(self.fewer.wait_timeout_while(self.lock(), until(deadline), passes_on));
    }

    /// Sends what is queued and nothing more. The peer ends the connection when it has received it.
    pub(super) fn leave(&self, deadline: Instant) {
        self.queue.close();
        self.queue.wait_until_empty(deadline);
        let waited =
            self.fewer.wait_timeout_while(self.lock(), until(deadline), |channels| !channels.is_over);
        drop(waited);
        self.descriptor.shut_down();
    }

    fn lock(&self) -> MutexGuard<'_, Channels> {
        self.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Onward {
    pub(super) fn cut(&self, why: &str) {
        self.trunk.send(&TrunkMessage::Cut { channel: self.channel, text: why.to_owned() });
        self.trunk.forget(self.channel);
    }
}

impl Route {
    /// Whether the channel is open and ends at this process.
    pub(super) fn new_here() -> (Self, Arc<End>) {
        let end = Arc::new(End::new(Opening::Open));
        (Self::Here(Arc::clone(&end)), end)
    }
}

/// The header of a frame with bytes of a channel.
pub(super) fn bytes_header(channel: u32, len: u32) -> Vec<u8> {
    let mut frame = Vec::with_capacity(len as usize + 16);
    let encoded = TrunkMessage::Bytes { channel, len }.encode(&mut frame);
    debug_assert!(encoded.is_ok(), "it has no string");
    frame
}

fn until(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}
