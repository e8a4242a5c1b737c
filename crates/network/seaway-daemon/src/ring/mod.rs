// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Ring`]: a node of rings. Heads open runs here; feeders, which are heads or other nodes, send files over
//! links; and programs fetch files. Each connection has a thread.

mod node_run;

use std::collections::HashMap;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use seaway_channel::{Channel, read_frame};
use seaway_device_api::ErrorKind;
use seaway_messages::{RingMessage, RunTerms, Service as Kind};
use seaway_ring::{Listing, receive, send, serve_fetch};

use self::node_run::NodeRun;
use crate::door::{Admitted, Counted, Service};
use crate::store::Exports;

/// A connection has this long to say what it wants.
const ASK_WITHIN: Duration = Duration::from_secs(10);
/// A feeder that sends nothing for so long is gone, or has nothing; a new link is made if it is needed.
const IDLE: Duration = Duration::from_secs(600);
/// Connections at a time: each has a thread.
const MOST_CONNECTIONS: usize = 512;
const STACK_BYTES: usize = 512 << 10;

/// Connects to another node, as the head's directions say.
pub type ConnectNode = fn(&str, Instant) -> seaway_device_api::Result<Channel>;

#[allow(missing_debug_implementations, reason = "holds a function")]
pub struct Ring {
    exports: Arc<Exports>,
    connect: ConnectNode,
    runs: Mutex<HashMap<[u8; 16], Arc<NodeRun>>>,
    connections: AtomicUsize,
}

impl Ring {
    pub fn new(exports: Arc<Exports>, connect: ConnectNode) -> Self {
        Self { exports, connect, runs: Mutex::default(), connections: AtomicUsize::new(0) }
    }

    fn converse(self: &Arc<Self>, channel: &Arc<Channel>) -> io::Result<()> {
        channel.set_deadline(Some(Instant::now() + ASK_WITHIN));
        let Some((kind, body)) = read_frame(&mut &**channel)? else { return Ok(()) };
        match RingMessage::decode(kind, &body)? {
            RingMessage::Begin { run, terms } => self.begin(channel, run, terms),
            RingMessage::Link { run, .. } => self.link(channel, run),
            RingMessage::Fetch { paths, terms } => self.fetch(channel, &paths, &terms),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    fn begin(self: &Arc<Self>, channel: &Arc<Channel>, id: [u8; 16], terms: RunTerms) -> io::Result<()> {
        let known = self.lock().get(&id).cloned();
        let run = match known {
            Some(run) => run,
            None => match self.open(id, terms) {
                Ok(run) => run,
                Err(error) => return refuse(channel, &error.to_string()),
            },
        };
        send(channel, &RingMessage::Begun)?;
        channel.set_deadline(None);
        let served = run.serve(channel, self.connect);
        if run.is_abandoned() {
            self.lock().remove(&id);
            run.end();
        }
        served
    }

    fn open(&self, id: [u8; 16], terms: RunTerms) -> io::Result<Arc<NodeRun>> {
        let target = PathBuf::from(std::ffi::OsStr::from_bytes(&terms.target));
        if self.exports.is_read_only() {
            return Err(io::Error::other("the daemon there exports its directories for reading only"));
        }
        let target = self.exports.whole(&target).map_err(|error| io::Error::other(error.reason()))?;
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", target.display()));
        let open = |path: &Path| self.exports.open_folder(path);
        let run = NodeRun::begin(id, terms, &target, &open).map_err(named)?;
        self.lock().insert(id, Arc::clone(&run));
        Ok(run)
    }

    fn link(&self, channel: &Arc<Channel>, id: [u8; 16]) -> io::Result<()> {
        let Some(run) = self.lock().get(&id).cloned() else {
            return refuse(channel, "this node has no such run");
        };
        send(channel, &RingMessage::Linked)?;
        channel.set_deadline(Some(Instant::now() + IDLE));
        run.keep_line(channel);
        receive(channel, run.run())
    }

    fn fetch(&self, channel: &Arc<Channel>, paths: &[Vec<u8>], terms: &RunTerms) -> io::Result<()> {
        let mut listing = Listing::default();
        for path in paths {
            let path = Path::new(std::ffi::OsStr::from_bytes(path));
            match self.exports.whole(path) {
                Ok(path) => listing.add_beneath(&path, terms, self.exports.real_roots()),
                Err(error) => return refuse(channel, &error.reason()),
            }
        }
        channel.set_deadline(Some(Instant::now() + IDLE));
        serve_fetch(channel, listing)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<[u8; 16], Arc<NodeRun>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Service for Ring {
    fn kind(&self) -> Kind {
        Kind::Ring
    }

    fn serve(self: Arc<Self>, admitted: Admitted) {
        let Admitted { channel, counted, .. } = admitted;
        if self.connections.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
            self.connections.fetch_sub(1, Ordering::Relaxed);
            return self.refuse(&channel, "too many copies are under way there; try again later");
        }
        let ring = Arc::clone(&self);
        let serve = move || {
            let _one = One(&ring, counted);
            // The other end sees the connection end.
            let _ = ring.converse(&channel);
            channel.shut_down();
        };
        if Builder::new().name("seaway-ring".into()).stack_size(STACK_BYTES).spawn(serve).is_err() {
            self.connections.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn refuse(&self, channel: &Channel, reason: &str) {
        let _ = refuse(channel, reason);
    }

    fn leave(&self) {
        self.lock().drain().for_each(|(_, run)| run.end());
    }
}

/// One of the connections, until dropped.
struct One<'r>(&'r Ring, #[allow(dead_code, reason = "counts until it is dropped")] Counted);

impl Drop for One<'_> {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

fn refuse(channel: &Channel, reason: &str) -> io::Result<()> {
    send(channel, &RingMessage::Refused { kind: ErrorKind::Io.code(), text: reason.into() })
}
