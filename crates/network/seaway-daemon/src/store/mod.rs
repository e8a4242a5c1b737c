// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Store`]: files of this machine for programs on others. A connection is a task of the daemon's
//! [`Lot`](crate::lot::Lot): it has a thread and buffers while there is work, and holds no more than a few
//! kilobytes otherwise.

mod apart;
mod connection;
mod cursor;
mod exports;
mod incoming;
mod input;
mod locks;
mod open_file;
mod outbox;
mod outgoing;
mod sessions;
mod shapes;
mod speaker;

use std::io::IoSlice;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use seaway_channel::Channel;
use seaway_device_api::ErrorKind;
use seaway_messages::{Service as Kind, StoreMessage};

use self::connection::Connection;
pub use self::exports::Exports;
use self::locks::LockBell;
use self::outbox::Outbox;
use self::sessions::Sessions;
use crate::activity::Activity;
use crate::door::{Admitted, Service};
use crate::lot::Manners;
use crate::pool::Pool;

/// Threads for slow jobs: syncs and preallocations of all connections.
const MAX_SLOW_JOBS: usize = 12;

#[allow(missing_debug_implementations, reason = "leads to a door, which has none")]
pub struct Store {
    exports: Exports,
    activity: Arc<Activity>,
    sessions: Arc<Sessions>,
    bell: Arc<LockBell>,
    pool: Arc<Pool>,
    /// Of live connections.
    outboxes: Mutex<Outboxes>,
}

#[derive(Default)]
struct Outboxes {
    all: Vec<Weak<Outbox>>,
    /// How many were live at the last cleanup: at twice that, the next is due.
    looked_through: usize,
    leaving: bool,
}

impl Store {
    pub fn new(exports: Exports, activity: Arc<Activity>) -> Self {
        let pool = Pool::new("seaway-slow", MAX_SLOW_JOBS);
        activity.watch_pool(&pool);
        let (sessions, bell) = (Sessions::new(), Arc::default());
        Self { exports, activity, sessions, bell, pool, outboxes: Mutex::default() }
    }

    /// False: the daemon is about to exit.
    fn note(&self, outbox: &Arc<Outbox>) -> bool {
        let mut outboxes = self.outboxes.lock().unwrap_or_else(PoisonError::into_inner);
        if outboxes.leaving {
            return false;
        }
        if outboxes.all.len() > 2 * outboxes.looked_through {
            outboxes.all.retain(|outbox| outbox.strong_count() > 0);
            outboxes.looked_through = outboxes.all.len();
        }
        outboxes.all.push(Arc::downgrade(outbox));
        true
    }
}

impl Service for Store {
    fn kind(&self) -> Kind {
        Kind::Store
    }

    fn serve(self: Arc<Self>, admitted: Admitted) {
        let Admitted { channel, lot, counted } = admitted;
        let activity = self.activity.connected(channel.peer());
        let entered = lot.enter(vec![Arc::clone(&channel)], Manners::Finishes, |waker| {
            let outbox = Arc::new(Outbox::new(waker, Arc::clone(&activity)));
            if !self.note(&outbox) {
                outbox.leave();
            }
            Box::new(Connection::new(self, Arc::clone(&channel), outbox, activity, counted))
        });
        if entered.is_err() {
            channel.shut_down();
        }
    }

    fn refuse(&self, channel: &Channel, reason: &str) {
        let (kind, text) = (ErrorKind::Io.code(), reason.into());
        let mut frame = Vec::new();
        if (StoreMessage::Refused { kind, text }).encode(&mut frame).is_ok() {
            let _ = channel.write_all_vectored(&[IoSlice::new(&frame)]);
        }
    }

    /// Acknowledged writes are in the file already; the client resends those not acknowledged.
    fn leave(&self) {
        let mut outboxes = self.outboxes.lock().unwrap_or_else(PoisonError::into_inner);
        outboxes.leaving = true;
        self.sessions.leave();
        let all: Vec<_> = outboxes.all.iter().filter_map(Weak::upgrade).collect();
        drop(outboxes);
        all.iter().for_each(|outbox| outbox.leave());
    }
}
