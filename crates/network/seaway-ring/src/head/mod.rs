// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Head`]: copies a listing to nodes. It has a connection to each, feeds the first ones itself, and carries
//! out what the [`Conductor`] decides.

mod control;

pub use self::control::introduce;

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use std::time::{Duration, Instant};

use seaway_channel::Channel;
use seaway_device_api::{ErrorKind, Result};
use seaway_messages::{RingMessage, RunTerms};
use seaway_roles::ring::{Action, Conductor, Fate, Feeder, Patience, Shape, chunk_bytes};

use self::control::{Told, attend};
use crate::failure::CopyError;
use crate::feeding::feed;
use crate::listing::Listing;
use crate::lock;
use crate::receiving::send;
use crate::source::Source;

/// A connection must be there within this time.
pub(crate) const CONNECT_WITHIN: Duration = Duration::from_secs(10);
/// A node whose connection broke is looked for again this often.
const RETURNS: u32 = 3;
const TICK: Duration = Duration::from_millis(40);

/// How a node is reached.
pub trait NodeAccess: Send + Sync {
    /// As the user calls it.
    fn name(&self) -> String;
    /// A new connection, authenticated for the ring service.
    fn connect(&self, deadline: Instant) -> Result<Channel>;
    /// For other nodes: whatever they need to connect to it.
    fn directions(&self) -> Result<String>;
}

/// Follows a copy.
pub trait Monitor: Send + Sync {
    /// `node` is empty for what concerns none in particular.
    fn failed(&self, node: &str, error: &CopyError);
    fn removed(&self, node: &str, name: &[u8]);
    /// So many bytes are to arrive at each node.
    fn total(&self, _bytes: u64) {}
    /// Bytes that have arrived, on average over the nodes.
    fn progress(&self, bytes: u64);
    fn note(&self, _text: &str) {}
}

/// What became of one node.
#[derive(Debug, Clone, Default)]
pub struct NodeReport {
    pub name: String,
    /// Everything has arrived, but for what has failed.
    pub has_arrived: bool,
    pub files: u64,
    pub bytes: u64,
    pub failed: u64,
    /// Why it was given up.
    pub error: Option<String>,
    /// After how many seconds everything was there.
    pub seconds: f64,
}

#[derive(Debug, Clone, Default)]
pub struct Outcome {
    pub nodes: Vec<NodeReport>,
    /// Files that could not be read.
    pub unread: u64,
}

pub struct Head {
    run: [u8; 16],
    terms: RunTerms,
    nodes: Vec<Arc<dyn NodeAccess>>,
    source: Arc<Source>,
    conductor: Conductor,
    began: Instant,
    reports: Vec<NodeReport>,
    /// Of each node, while there is one.
    controls: Vec<Option<Arc<Channel>>>,
    returns: Vec<u32>,
    /// Nodes that are being looked for.
    awaited: usize,
    feeds: HashMap<u64, OwnLink>,
    tell: Sender<Told>,
    told: Receiver<Told>,
}

/// A link that the head feeds itself.
#[derive(Clone, Default)]
struct OwnLink {
    stop: Arc<AtomicBool>,
    /// Once it is connected.
    line: Arc<Mutex<Option<Arc<Channel>>>>,
}

impl std::fmt::Debug for Head {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Head").field("reports", &self.reports).finish_non_exhaustive()
    }
}

impl Head {
    pub fn new(listing: Listing, nodes: Vec<Arc<dyn NodeAccess>>, terms: RunTerms) -> io::Result<Self> {
        let count = u32::try_from(nodes.len()).map_err(io::Error::other)?;
        let bytes = listing.bytes();
        let (tell, told) = channel();
        let shape = Shape::for_bytes(bytes, nodes.len());
        let slack = u64::from(chunk_bytes(bytes, count));
        let reports =
            nodes.iter().map(|node| NodeReport { name: node.name(), ..NodeReport::default() }).collect();
        Ok(Self {
            run: seaway_channel::random_bytes().map_err(io::Error::other)?,
            terms: RunTerms { nodes: count, ..terms },
            conductor: Conductor::new(shape, nodes.len(), slack, Patience::default()),
            began: Instant::now(),
            reports,
            controls: vec![None; nodes.len()],
            returns: vec![0; nodes.len()],
            awaited: 0,
            source: Arc::new(Source::new(listing, count)),
            feeds: HashMap::new(),
            nodes,
            tell,
            told,
        })
    }

    /// Returns when every node has everything, or is lost.
    pub fn copy(mut self, monitor: &dyn Monitor) -> io::Result<Outcome> {
        for node in 0..self.nodes.len() {
            self.attend(node, Duration::ZERO)?;
        }
        // All are asked at once, and none is waited for longer than a connection may take.
        while self.awaited > 0 {
            if let Ok(told) = self.told.recv() {
                self.hear(told, monitor);
            }
        }
        let actions = self.conductor.begin(self.now());
        self.carry_out(actions);
        while !self.conductor.is_over() || self.awaited > 0 {
            match self.told.recv_timeout(TICK) {
                Ok(told) => self.hear(told, monitor),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
            let actions = self.conductor.tick(self.now());
            self.act(actions, monitor);
            self.show(monitor);
        }
        self.finish(monitor)
    }

    fn finish(mut self, monitor: &dyn Monitor) -> io::Result<Outcome> {
        for (_, link) in self.feeds.drain() {
            link.stop.store(true, Ordering::Release);
        }
        self.controls.iter().flatten().for_each(|control| control.shut_down());
        let failures = self.source.take_failures();
        failures.iter().for_each(|error| monitor.failed("", error));
        for (index, report) in self.reports.iter_mut().enumerate() {
            report.has_arrived = self.conductor.fate(index) == Fate::Arrived;
            if !report.has_arrived && report.error.is_none() {
                report.error = Some("it fell silent".into());
            }
        }
        Ok(Outcome { nodes: self.reports, unread: failures.len() as u64 })
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn show(&self, monitor: &dyn Monitor) {
        let living = (0..self.nodes.len()).filter(|&node| self.conductor.fate(node) != Fate::Lost);
        let (count, bytes) =
            living.fold((0, 0), |(count, bytes), node| (count + 1, bytes + self.conductor.bytes(node)));
        monitor.progress(bytes / u64::max(count, 1));
    }

    /// Connects to a node, in a thread of its own.
    fn attend(&mut self, node: usize, delay: Duration) -> io::Result<()> {
        self.awaited += 1;
        let (access, tell) = (Arc::clone(&self.nodes[node]), self.tell.clone());
        let begin = RingMessage::Begin { run: self.run, terms: self.terms.clone() };
        let job = move || attend(&*access, node, &begin, delay, &tell);
        Builder::new().name("seaway-node".into()).spawn(job).map(drop)
    }

    fn hear(&mut self, told: Told, monitor: &dyn Monitor) {
        let now = self.now();
        match told {
            Told::Connected(node, control) => {
                self.awaited -= 1;
                self.controls[node] = Some(control);
                let actions = self.conductor.returned(now, node);
                self.act(actions, monitor);
            }
            Told::Unreachable(node, text) => {
                self.awaited -= 1;
                self.lose(node, text, monitor);
                if self.returns[node] > 0 {
                    self.look_again(node);
                }
            }
            Told::Gone(node, text) => {
                self.controls[node] = None;
                let has_arrived = self.conductor.fate(node) == Fate::Arrived;
                self.lose(node, text, monitor);
                if !has_arrived {
                    self.look_again(node);
                }
            }
            Told::LinkEnded(link, text) => {
                if self.feeds.remove(&link).is_some() {
                    monitor.note(&text);
                    let actions = self.conductor.link_lost(now, link);
                    self.act(actions, monitor);
                }
            }
            Told::Said(node, message) => self.hear_node(now, node, message, monitor),
        }
    }

    /// A node that was there may come back.
    fn look_again(&mut self, node: usize) {
        if self.returns[node] < RETURNS {
            self.returns[node] += 1;
            let pause = Duration::from_millis(500) * self.returns[node];
            if self.attend(node, pause).is_err() {
                self.awaited -= 1;
            }
        }
    }

    fn hear_node(&mut self, now: u64, node: usize, message: RingMessage, monitor: &dyn Monitor) {
        match message {
            RingMessage::Progress { bytes, complete, .. } => {
                self.conductor.progress(now, node, bytes, complete)
            }
            RingMessage::LinkLost { link, text } => {
                monitor.note(&text);
                let actions = self.conductor.link_lost(now, link);
                self.act(actions, monitor);
            }
            RingMessage::CannotForward => {
                let actions = self.conductor.cannot_forward(now, node);
                self.act(actions, monitor);
            }
            RingMessage::Failed { name, kind, text } => {
                let kind = ErrorKind::from_code(kind).unwrap_or(ErrorKind::Io);
                monitor.failed(&self.reports[node].name, &CopyError { name, kind, text });
            }
            RingMessage::Removed { name } => monitor.removed(&self.reports[node].name, &name),
            RingMessage::Arrived { files, bytes, failed } => {
                let report = &mut self.reports[node];
                (report.files, report.bytes, report.failed) = (files, bytes, failed);
                (report.seconds, report.error) = (self.began.elapsed().as_secs_f64(), None);
                self.conductor.arrived(now, node);
            }
            _ => {}
        }
    }

    fn lose(&mut self, node: usize, text: String, monitor: &dyn Monitor) {
        let actions = self.conductor.lost(self.now(), node);
        if self.conductor.fate(node) == Fate::Lost {
            self.reports[node].error = Some(text);
        }
        self.act(actions, monitor);
    }

    /// Changes of the first order.
    fn act(&mut self, actions: Vec<Action>, monitor: &dyn Monitor) {
        for action in &actions {
            if let Action::Feed { feeder, node, .. } = *action {
                let feeder = match feeder {
                    Feeder::Head => "this machine",
                    Feeder::Node(feeder) => &self.reports[feeder].name,
                };
                let seconds = self.began.elapsed().as_secs_f64();
                monitor
                    .note(&format!("after {seconds:.1} s: {} is fed by {feeder}", self.reports[node].name));
            }
        }
        self.carry_out(actions);
    }

    fn carry_out(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Feed { feeder: Feeder::Head, node, link } => self.feed(node, link),
                Action::Feed { feeder: Feeder::Node(feeder), node, link } => {
                    let order = self.nodes[node].directions().map(|to| RingMessage::Feed { link, to });
                    let sent = order.is_ok_and(|order| self.order(feeder, &order));
                    if !sent {
                        let _ = self
                            .tell
                            .send(Told::Said(feeder, RingMessage::LinkLost { link, text: String::new() }));
                    }
                }
                Action::EndFeed { feeder: Feeder::Head, link } => {
                    if let Some(own) = self.feeds.remove(&link) {
                        own.stop.store(true, Ordering::Release);
                        if let Some(line) = &*lock(&own.line) {
                            line.shut_down();
                        }
                    }
                }
                Action::EndFeed { feeder: Feeder::Node(feeder), link } => {
                    self.order(feeder, &RingMessage::EndFeed { link });
                }
            }
        }
    }

    /// False: there is no connection. That it is gone is told by its own thread.
    fn order(&self, node: usize, order: &RingMessage) -> bool {
        self.controls[node].as_ref().is_some_and(|control| send(control, order).is_ok())
    }

    /// Feeds a node from here.
    fn feed(&mut self, node: usize, link: u64) {
        let own = OwnLink::default();
        self.feeds.insert(link, own.clone());
        let (access, source, tell) =
            (Arc::clone(&self.nodes[node]), Arc::clone(&self.source), self.tell.clone());
        let run = self.run;
        let failing = self.tell.clone();
        let job = move || {
            let fed = control::link(&*access, run, link).and_then(|channel| {
                *lock(&own.line) = Some(Arc::clone(&channel));
                feed(&channel, &*source, &own.stop)
            });
            let text = fed.err().map_or_else(String::new, |error| format!("{}: {error}", access.name()));
            let _ = tell.send(Told::LinkEnded(link, text));
        };
        if Builder::new().name("seaway-feed".into()).spawn(job).is_err() {
            let _ = failing.send(Told::LinkEnded(link, "no thread could be started".into()));
        }
    }
}
