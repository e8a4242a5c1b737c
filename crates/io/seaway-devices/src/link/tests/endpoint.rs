// SPDX-License-Identifier: MIT OR Apache-2.0
//! An endpoint that records the events of its links, and a second process as its peer: this test program, which runs one
//! test as the peer if its environment says so.

use std::env;
use std::io::{BufRead, BufReader, IoSlice, IoSliceMut, Read};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use seaway_channel::Secret;
use seaway_device_api::{Error, Result};
use seaway_memory::Spot;
use seaway_messages::{Contact, MxnMessage, Piece, Side};

use super::{Link, LinkEvents};
use crate::link::{Events, Identity, Listener, ListenerGuard, LocalName, Window, own_contact};

/// Far longer than anything takes: a test that waits this long has failed.
pub(super) const LONG: Duration = Duration::from_secs(60);
/// Names the test that a second process runs as the peer, and its task.
const PEER: &str = "SEAWAY_TEST_PEER";

pub(super) fn secret() -> Secret {
    Secret::from_bytes([7; 32])
}

/// An event of a link.
pub(super) enum Happened {
    Connected(Arc<Link>),
    Message(Arc<Link>, MxnMessage, Vec<u8>),
    Lost(Error),
    Left,
}

/// Passes everything to the test, including payloads.
pub(super) struct Notes(Mutex<Sender<Happened>>);

impl Notes {
    pub(super) fn start() -> (Arc<LinkEvents>, Receiver<Happened>) {
        let (sender, receiver) = channel();
        (Arc::new(Self(Mutex::new(sender))), receiver)
    }

    fn note(&self, happened: Happened) {
        let _ = self.0.lock().unwrap().send(happened);
    }
}

impl Events<MxnMessage> for Notes {
    fn connected(&self, link: &Arc<Link>) {
        self.note(Happened::Connected(Arc::clone(link)));
    }

    fn message(&self, link: &Arc<Link>, message: MxnMessage) -> Result<()> {
        let mut payload = vec![0; usize::try_from(message.payload()).unwrap()];
        if !payload.is_empty() {
            // Into several pieces, as a user's buffer may have.
            let (first, rest) = payload.split_at_mut(1);
            link.receive_payload(&mut [IoSliceMut::new(first), IoSliceMut::new(rest)])?;
        }
        self.note(Happened::Message(Arc::clone(link), message, payload));
        Ok(())
    }

    fn lost(&self, _: &Arc<Link>, why: Error) {
        self.note(Happened::Lost(why));
    }

    fn left(&self, _: &Arc<Link>) {
        self.note(Happened::Left);
    }
}

pub(super) struct Endpoint {
    pub(super) me: Arc<Identity>,
    pub(super) events: Arc<LinkEvents>,
    happened: Mutex<Receiver<Happened>>,
    pub(super) guard: ListenerGuard,
}

impl Endpoint {
    pub(super) fn new(side: Side, window: Option<Window>) -> Self {
        Self::with_secret(side, window, secret())
    }

    pub(super) fn with_secret(side: Side, window: Option<Window>, secret: Secret) -> Self {
        let listener = Listener::bind(LocalName::Fresh, true).unwrap();
        let contact = own_contact(side, "test", 3, &listener).unwrap();
        Self::serve(listener, contact, window, secret)
    }

    /// One that says it is on another host, which can be reached by the loopback.
    pub(super) fn elsewhere(side: Side) -> Self {
        let listener = Listener::bind(LocalName::Fresh, true).unwrap();
        let mut contact = own_contact(side, "test", 3, &listener).unwrap();
        contact.host.network ^= 1;
        reach_by_loopback(&mut contact);
        Self::serve(listener, contact, None, secret())
    }

    /// A rank that says it is on host number `host`.
    pub(super) fn on_host(side: Side, rank: u32, host: u64, direct_links: usize) -> Self {
        Self::on_host_with_secret(side, rank, host, direct_links, secret())
    }

    pub(super) fn on_host_with_secret(
        side: Side,
        rank: u32,
        host: u64,
        direct_links: usize,
        secret: Secret,
    ) -> Self {
        let listener = Listener::bind(LocalName::Fresh, true).unwrap();
        let mut contact = own_contact(side, "test", rank, &listener).unwrap();
        contact.host.network = host;
        reach_by_loopback(&mut contact);
        Self::serve_as(listener, Identity::new(contact, secret, None, direct_links))
    }

    fn serve(listener: Listener, contact: Contact, window: Option<Window>, secret: Secret) -> Self {
        Self::serve_as(listener, Identity::new(contact, secret, window.map(Arc::new), 16))
    }

    fn serve_as(listener: Listener, me: Identity) -> Self {
        let me = Arc::new(me);
        let (events, happened) = Notes::start();
        let guard = listener.serve(Arc::clone(&me), Arc::clone(&events)).unwrap();
        Self { me, events, happened: Mutex::new(happened), guard }
    }

    pub(super) fn connect(&self, to: &Contact) -> Result<Arc<Link>> {
        Link::connect(to, &self.me, &self.events, LONG)
    }

    pub(super) fn connected(&self) -> Arc<Link> {
        match self.next() {
            Happened::Connected(link) => link,
            _ => panic!("a link should be up"),
        }
    }

    pub(super) fn message(&self) -> (Arc<Link>, MxnMessage, Vec<u8>) {
        match self.next() {
            Happened::Message(link, message, payload) => (link, message, payload),
            Happened::Lost(why) => panic!("lost: {why}"),
            _ => panic!("a message should come"),
        }
    }

    pub(super) fn next(&self) -> Happened {
        self.happened.lock().unwrap().recv_timeout(LONG).expect("something should happen")
    }
}

fn reach_by_loopback(contact: &mut Contact) {
    let port = contact.tcp[0].port();
    contact.tcp = vec![([127, 0, 0, 1], port).into()];
}

/// The bytes that peers send and show.
pub(super) fn pattern(len: usize) -> Vec<u8> {
    (0..len).map(|index| u8::try_from(index % 251).unwrap()).collect()
}

/// Acts as a writer: announces its bytes if the copy method allows it, else sends them. Answers `Want` until `Cancel`.
pub(super) fn answer(endpoint: &Endpoint, bytes: &[u8], window_at: Option<u64>) {
    use seaway_messages::CopyMethod;
    loop {
        let (link, message, _) = match endpoint.next() {
            Happened::Message(link, message, payload) => (link, message, payload),
            Happened::Connected(_) => continue,
            Happened::Left | Happened::Lost(_) => return,
        };
        let MxnMessage::Want { id, .. } = message else { continue };
        let len = bytes.len() as u64;
        if link.way() == CopyMethod::Socket {
            let message = MxnMessage::Data { id, offset: 0, len };
            link.send_data(&message, &[IoSlice::new(&bytes[..10]), IoSlice::new(&bytes[10..])]).unwrap();
        } else {
            let address = bytes.as_ptr().expose_provenance() as u64;
            let piece = Piece { offset: 0, len, address, window: window_at };
            link.send(&MxnMessage::Here { id, pieces: vec![piece] }).unwrap();
        }
    }
}

/// Acts as a reader: asks for the bytes and receives them by whichever method they arrive.
pub(super) fn ask(endpoint: &Endpoint, link: &Arc<Link>, len: usize) -> Vec<u8> {
    link.send(&MxnMessage::Want { id: 5, once: true, expected: false, ranges: Vec::new() }).unwrap();
    match endpoint.message() {
        (_, MxnMessage::Data { id: 5, .. }, payload) => payload,
        (link, MxnMessage::Here { id: 5, pieces }, _) => {
            let mut target = vec![0_u8; len];
            link.fetch(&[(pieces[0], Spot::of_slice_mut(&mut target))]).unwrap();
            std::hint::black_box(target)
        }
        (_, other, _) => panic!("{other:?}"),
    }
}

/// A second process that runs test `name`, which begins with `if let Some(task) = peer_task() { .. }`.
pub(super) struct Peer {
    child: Child,
    contact: Contact,
    /// Kept open, because the peer's test program continues to print.
    _output: BufReader<ChildStdout>,
}

impl Peer {
    pub(super) fn start(name: &str, task: &str) -> Self {
        let mut child = Command::new(env::current_exe().unwrap())
            .args([name, "--exact", "--nocapture", "--test-threads=1"])
            .env(PEER, task)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let lines = output.by_ref().lines().map(Result::unwrap_or_default);
        let contact = lines.filter_map(|line| contact_of(&line)).next().expect("the peer says where it is");
        Self { child, contact, _output: output }
    }

    pub(super) fn contact(&self) -> &Contact {
        &self.contact
    }

    /// By SIGKILL.
    pub(super) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The task of this process as the peer of another.
pub(super) fn peer_task() -> Option<String> {
    env::var(PEER).ok()
}

const ANNOUNCEMENT: &str = "contact ";

/// Reports this peer's address to the process that started it.
pub(super) fn say_where(contact: &Contact) {
    let mut frame = Vec::new();
    let message = MxnMessage::Introduce { contact: contact.clone(), probe: None, window: None };
    message.encode(&mut frame).unwrap();
    println!("\n{ANNOUNCEMENT}{}", seaway_channel::hexadecimal(&frame));
}

fn contact_of(line: &str) -> Option<Contact> {
    let digits = line.strip_prefix(ANNOUNCEMENT)?.as_bytes();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    let frame: Vec<u8> = digits.chunks(2).map(byte).collect();
    let header = seaway_messages::decode_header(&frame[..6].try_into().unwrap()).unwrap();
    match MxnMessage::decode(header.kind, &frame[6..]).unwrap() {
        MxnMessage::Introduce { contact, .. } => Some(contact),
        _ => None,
    }
}
