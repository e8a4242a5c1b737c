// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`NodeRun`]: a run at this node, with the head's connection, the links from feeders, and those to the nodes
//! that this one feeds. It outlives the head's connection for a while: a head that connects again goes on.

use std::collections::HashMap;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use seaway_channel::{Channel, read_frame};
use seaway_messages::{MAX_PATH, RingMessage, RunTerms};
use seaway_ring::{Run, RunEvent, feed, introduce, send};

use super::ConnectNode;

const CONNECT_WITHIN: Duration = Duration::from_secs(10);
/// How often the head hears of this node.
const REPORT: Duration = Duration::from_millis(50);
/// The head must take a report within this time.
const TAKE_WITHIN: Duration = Duration::from_secs(10);
/// How long a run waits for its head.
const AWAIT_HEAD: Duration = Duration::from_secs(15);

pub(super) struct NodeRun {
    id: [u8; 16],
    run: Arc<Run>,
    state: Mutex<State>,
    /// Of the head's connections: a newer one replaces older ones.
    newest: AtomicU64,
    has_ended: AtomicBool,
}

struct State {
    events: Option<Receiver<RunEvent>>,
    /// All that the head has to know, from the beginning: another connection gets it again.
    log: Vec<RingMessage>,
    is_finished: bool,
    feeds: HashMap<u64, Feeding>,
    lines: Vec<Arc<Channel>>,
}

#[derive(Clone, Default)]
struct Feeding {
    stop: Arc<AtomicBool>,
    line: Arc<Mutex<Option<Arc<Channel>>>>,
}

impl Feeding {
    fn end(&self) {
        self.stop.store(true, Ordering::Release);
        if let Some(line) = &*self.line.lock().unwrap_or_else(PoisonError::into_inner) {
            line.shut_down();
        }
    }
}

impl NodeRun {
    pub(super) fn begin(
        id: [u8; 16],
        terms: RunTerms,
        target: &Path,
        open: &dyn Fn(&Path) -> io::Result<OwnedFd>,
    ) -> io::Result<Arc<Self>> {
        let (run, events) = Run::begin(id, terms, target, open)?;
        let (log, feeds, lines) = (Vec::new(), HashMap::new(), Vec::new());
        let state = State { events: Some(events), log, is_finished: false, feeds, lines };
        let (newest, has_ended) = (AtomicU64::new(0), AtomicBool::new(false));
        Ok(Arc::new(Self { id, run, state: Mutex::new(state), newest, has_ended }))
    }

    pub(super) fn run(&self) -> &Run {
        &self.run
    }

    /// Remembers a link from a feeder, to end it with the run.
    pub(super) fn keep_line(&self, channel: &Arc<Channel>) {
        let mut state = self.lock();
        state.lines.retain(|line| !line.has_ended());
        state.lines.push(Arc::clone(channel));
    }

    /// Serves the head until its connection ends. Then waits for another for a while, unless all is done.
    pub(super) fn serve(self: &Arc<Self>, channel: &Arc<Channel>, connect: ConnectNode) -> io::Result<()> {
        let number = self.newest.fetch_add(1, Ordering::AcqRel) + 1;
        let (own, line) = (Arc::clone(self), Arc::clone(channel));
        Builder::new().name("seaway-report".into()).spawn(move || own.report(&line, number))?;
        let heard = self.hear(channel, connect);
        channel.shut_down();
        let until = Instant::now() + AWAIT_HEAD;
        let is_needed = || !self.lock().is_finished && !self.has_ended.load(Ordering::Acquire);
        while self.newest.load(Ordering::Acquire) == number && is_needed() && Instant::now() < until {
            std::thread::sleep(REPORT);
        }
        if self.newest.load(Ordering::Acquire) == number {
            self.has_ended.store(true, Ordering::Release);
        }
        heard
    }

    pub(super) fn is_abandoned(&self) -> bool {
        self.has_ended.load(Ordering::Acquire)
    }

    pub(super) fn end(&self) {
        self.has_ended.store(true, Ordering::Release);
        let mut state = self.lock();
        state.feeds.drain().for_each(|(_, feeding)| feeding.end());
        state.lines.drain(..).for_each(|line| line.shut_down());
        drop(state);
        self.run.end();
    }

    fn hear(self: &Arc<Self>, channel: &Channel, connect: ConnectNode) -> io::Result<()> {
        while let Some((kind, body)) = read_patiently(channel)? {
            match RingMessage::decode(kind, &body)? {
                RingMessage::Feed { link, to } => self.feed(link, to, connect)?,
                RingMessage::EndFeed { link } => {
                    if let Some(feeding) = self.lock().feeds.remove(&link) {
                        feeding.end();
                    }
                }
                _ => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
        Ok(())
    }

    fn feed(self: &Arc<Self>, link: u64, to: String, connect: ConnectNode) -> io::Result<()> {
        let feeding = Feeding::default();
        self.lock().feeds.insert(link, feeding.clone());
        let own = Arc::clone(self);
        let job = move || {
            let fed = own.feed_over(link, &to, connect, &feeding);
            if own.lock().feeds.remove(&link).is_some() {
                let text =
                    fed.err().map_or_else(|| "the node has closed it".into(), |error| error.to_string());
                own.lock().log.push(RingMessage::LinkLost { link, text });
            }
        };
        Builder::new().name("seaway-feed".into()).spawn(job).map(drop)
    }

    fn feed_over(&self, link: u64, to: &str, connect: ConnectNode, feeding: &Feeding) -> io::Result<()> {
        let deadline = Instant::now() + CONNECT_WITHIN;
        let channel = Arc::new(connect(to, deadline).map_err(|error| io::Error::other(error.reason()))?);
        channel.set_deadline(Some(deadline));
        introduce(&channel, self.id, link)?;
        *feeding.line.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&channel));
        feed(&channel, &*self.run, &feeding.stop)
    }

    /// What happens here, and how far it is, until a newer connection does that.
    fn report(&self, channel: &Channel, number: u64) {
        let mut said = 0;
        while self.newest.load(Ordering::Acquire) == number && !self.has_ended.load(Ordering::Acquire) {
            self.collect();
            let (bytes, objects, complete) = self.run.progress();
            let mut messages = vec![RingMessage::Progress { bytes, objects, complete }];
            {
                let state = self.lock();
                messages.extend_from_slice(&state.log[said..]);
                said = state.log.len();
            }
            channel.set_deadline(Some(Instant::now() + TAKE_WITHIN));
            if messages.iter().try_for_each(|message| send(channel, message)).is_err() {
                return;
            }
            std::thread::sleep(REPORT);
        }
    }

    fn collect(&self) {
        let mut state = self.lock();
        let Some(events) = &state.events else { return };
        let new: Vec<RunEvent> = events.try_iter().collect();
        for event in new {
            let message = match event {
                RunEvent::Failed(error) => {
                    let mut name = error.name;
                    name.truncate(MAX_PATH);
                    RingMessage::Failed { name, kind: error.kind.code(), text: error.text }
                }
                RunEvent::Removed(name) => RingMessage::Removed { name },
                RunEvent::CannotForward => RingMessage::CannotForward,
                RunEvent::Finished(finished) => {
                    state.is_finished = true;
                    let (files, bytes, failed) = (finished.files, finished.bytes, finished.failed);
                    RingMessage::Arrived { files, bytes, failed }
                }
            };
            state.log.push(message);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The deadline is that of the reports; a head that says nothing is not gone.
fn read_patiently(channel: &Channel) -> io::Result<Option<(u16, Vec<u8>)>> {
    loop {
        match read_frame(&mut &*channel) {
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {}
            other => return other,
        }
    }
}
