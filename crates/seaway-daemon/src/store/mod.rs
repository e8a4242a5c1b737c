// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Store`]: files of this machine for programs on others. Each connection has one thread that receives and writes, one
//! that reads and sends, and others for what may take long; none holds more than a few buffers of fixed size.

mod apart;
mod connection;
mod cursor;
mod exports;
mod incoming;
mod input;
mod kept_pages;
mod open_file;
mod outbox;
mod outgoing;
mod shapes;
mod worker;

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;

use seaway_proto::Service as Kind;
use seaway_wire::Channel;

use self::connection::Connection;
pub use self::exports::Exports;
use self::outbox::Outbox;
use crate::activity::Activity;
use crate::door::Service;

const STACK_BYTES: usize = 128 << 10;

#[derive(Debug)]
pub struct Store {
    exports: Exports,
    activity: Arc<Activity>,
    /// Of connections that go on.
    outboxes: Mutex<Outboxes>,
}

#[derive(Debug, Default)]
struct Outboxes {
    all: Vec<Weak<Outbox>>,
    leaving: bool,
}

impl Store {
    pub fn new(exports: Exports, activity: Arc<Activity>) -> Self {
        Self { exports, activity, outboxes: Mutex::default() }
    }

    /// `None`: the daemon is about to end.
    fn outbox(&self) -> Option<Arc<Outbox>> {
        let mut outboxes = self.outboxes.lock().unwrap_or_else(PoisonError::into_inner);
        if outboxes.leaving {
            return None;
        }
        let outbox = Arc::new(Outbox::default());
        outboxes.all.retain(|outbox| outbox.strong_count() > 0);
        outboxes.all.push(Arc::downgrade(&outbox));
        Some(outbox)
    }
}

impl Service for Store {
    fn kind(&self) -> Kind {
        Kind::Store
    }

    fn serve(&self, channel: Channel) {
        let Some(outbox) = self.outbox() else { return };
        let activity = self.activity.connected(channel.peer());
        thread::scope(|scope| {
            let sending = thread::Builder::new().name("seaway-send".into()).stack_size(STACK_BYTES);
            if sending.spawn_scoped(scope, || outbox.send_all(&channel, &activity)).is_err() {
                return;
            }
            let served = Connection::new(&self.exports, &channel, &outbox, &activity).serve();
            // The thread that sends shuts the channel down when it has said all; it may be stuck in saying something.
            if served.is_ok_and(|farewell| farewell) {
                outbox.leave();
            } else {
                outbox.end();
                channel.shut_down();
            }
        });
    }

    /// What was acknowledged is in the file already; what is being written and not acknowledged, the client sends again.
    fn leave(&self) {
        let mut outboxes = self.outboxes.lock().unwrap_or_else(PoisonError::into_inner);
        outboxes.leaving = true;
        outboxes.all.iter().filter_map(Weak::upgrade).for_each(|outbox| outbox.leave());
    }
}
