// SPDX-License-Identifier: MIT OR Apache-2.0
//! How an agent handles frames from other nodes: those of another epoch, of a connection that was replaced, requests that
//! come twice, and those that no program sends.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::io::IoSlice;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use seaway_channel::{Channel, Secret, read_frame};
use seaway_daemon::{Agent, AgentOptions, Network, RegistryPlace};
use seaway_device_api::{ErrorKind, OpenFlags};
use seaway_devices::thing::SpaceName;
use seaway_messages::{
    MAX_THING_BYTES, NumberChange, Range, Role, Service, ThingKind, ThingMessage, ThingQuestion,
};
use tempfile::TempDir;

const SECRET: [u8; 32] = [0x5a; 32];
const ALL: OpenFlags = OpenFlags::READ.union(OpenFlags::WRITE).union(OpenFlags::CREATE);

/// The agent of node `right`, alone in its space.
struct Home {
    agent: Arc<Agent>,
    space: SpaceName,
    address: SocketAddr,
    _folder: TempDir,
}

impl Home {
    fn start() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let space = SpaceName::parse(&format!("visitors-{}-{number}", std::process::id())).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let secret = Secret::from_bytes(SECRET);
        let network = Network {
            listeners: vec![listener],
            addresses: vec![address],
            registry: RegistryPlace::Here,
            secret,
        };
        let options = AgentOptions {
            space: space.clone(),
            node: Some("right".to_owned()),
            folder: folder.path().to_owned(),
            memory: 1 << 30,
            idle: None,
            lease: Duration::from_secs(10),
        };
        let agent = Agent::start_among(options, Some(network)).unwrap().unwrap();
        Self { agent, space, address, _folder: folder }
    }

    fn connect(&self, session: u8) -> Visitor {
        let visitor = self.stranger();
        let (space, node) = (self.space.as_str().to_owned(), "right".to_owned());
        let session = [session; 16];
        visitor.send(&ThingMessage::Attach { space, node, session, pid: 1, program: String::new() }, &[]);
        let ThingMessage::Attached { .. } = visitor.receive() else { panic!("not attached") };
        visitor
    }

    /// A connection that has not made a request yet.
    fn stranger(&self) -> Visitor {
        let deadline = Instant::now() + Duration::from_secs(60);
        let channel = Channel::connect(&self.address.to_string(), deadline).unwrap();
        channel.set_deadline(Some(deadline));
        channel.authenticate(Role::Client, Service::Thing, &Secret::from_bytes(SECRET)).unwrap();
        Visitor(channel)
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        self.agent.stop(Duration::ZERO);
        self.agent.wait();
    }
}

struct Visitor(Channel);

impl Visitor {
    fn send(&self, message: &ThingMessage, bytes: &[u8]) {
        let mut frame = Vec::new();
        message.encode(&mut frame).unwrap();
        self.0.write_all_vectored(&[IoSlice::new(&frame), IoSlice::new(bytes)]).unwrap();
    }

    fn receive(&self) -> ThingMessage {
        let (kind, body) = read_frame(&mut &self.0).unwrap().expect("the agent has ended the connection");
        ThingMessage::decode(kind, &body).unwrap()
    }

    fn ask(&self, message: &ThingMessage) -> ThingMessage {
        self.send(message, &[]);
        self.receive()
    }

    /// Opening and epoch.
    fn open(&self, name: &str) -> (u64, u64) {
        let (flags, kind) = (ALL.bits(), ThingKind::Memory);
        match self.ask(&ThingMessage::Open { id: 1, name: name.to_owned(), flags, kind, size: 16 }) {
            ThingMessage::Opened { opening, status, .. } => (opening, status.epoch),
            other => panic!("{other:?}"),
        }
    }

    fn write(&self, opening: u64, epoch: u64, byte: u8) -> ThingMessage {
        let ranges = vec![Range { offset: 0, len: 1 }];
        self.send(&ThingMessage::Write { id: 2, opening, epoch, count: 1, ranges }, &[byte]);
        self.receive()
    }

    fn first_byte(&self, opening: u64, epoch: u64) -> u8 {
        let ranges = vec![Range { offset: 0, len: 1 }];
        let answer = self.ask(&ThingMessage::Read { id: 3, opening, epoch, ranges });
        assert_eq!(answer, ThingMessage::Bytes { id: 3, count: 1 });
        let mut byte = [0];
        self.0.read_exact(&mut byte).unwrap();
        byte[0]
    }

    fn is_over(&self) -> bool {
        matches!(read_frame(&mut &self.0), Ok(None) | Err(_))
    }
}

#[test]
fn stale_epoch_is_refused() {
    let home = Home::start();
    let visitor = home.connect(1);
    let (opening, epoch) = visitor.open("a");
    assert_eq!(visitor.write(opening, epoch, 7), ThingMessage::Done { id: 2 });
    for stale in [epoch - 1, epoch + 1, 0] {
        assert_eq!(visitor.write(opening, stale, 8), ThingMessage::NotHere { id: 2 });
        let question = ThingQuestion::SetSize(0);
        let answer = visitor.ask(&ThingMessage::Ask { id: 4, opening, epoch: stale, question });
        assert_eq!(answer, ThingMessage::NotHere { id: 4 });
    }
    assert_eq!(visitor.first_byte(opening, epoch), 7);
}

#[test]
fn replaced_connection_changes_nothing() {
    let home = Home::start();
    let older = home.connect(1);
    let (opening, epoch) = older.open("a");
    assert_eq!(older.write(opening, epoch, 1), ThingMessage::Done { id: 2 });
    let newer = home.connect(1);
    assert_eq!(newer.write(opening, epoch, 2), ThingMessage::Done { id: 2 });
    // What it sends now may or may not arrive. It is not carried out.
    let mut frame = Vec::new();
    let ranges = vec![Range { offset: 0, len: 1 }];
    ThingMessage::Write { id: 9, opening, epoch, count: 1, ranges }.encode(&mut frame).unwrap();
    let _ = older.0.write_all_vectored(&[IoSlice::new(&frame), IoSlice::new(&[3])]);
    assert!(older.is_over());
    assert_eq!(newer.first_byte(opening, epoch), 2);
    // What another session has open is not this one's.
    let other = home.connect(2);
    let ThingMessage::Failed { kind, .. } = other.write(opening, epoch, 4) else { panic!("not refused") };
    assert_eq!(kind, ErrorKind::BadFile.code());
}

#[test]
fn request_that_comes_again_is_carried_out_once() {
    let home = Home::start();
    let visitor = home.connect(1);
    let (opening, epoch) = visitor.open("a");
    let question = ThingQuestion::Update { offset: 8, change: NumberChange::Add(1) };
    let add = |id| ThingMessage::Ask { id, opening, epoch, question };
    assert_eq!(visitor.ask(&add(5)), ThingMessage::Answer { id: 5, number: 0 });
    let again = home.connect(1);
    assert_eq!(again.ask(&add(5)), ThingMessage::Answer { id: 5, number: 0 });
    assert_eq!(again.ask(&add(6)), ThingMessage::Answer { id: 6, number: 1 });
}

#[test]
fn request_for_another_node_or_space_is_refused() {
    let home = Home::start();
    let name = |text: &str| text.to_owned();
    for (space, node) in [(name(home.space.as_str()), name("left")), (name("other"), name("right"))] {
        let visitor = home.stranger();
        let attach = ThingMessage::Attach { space, node, session: [1; 16], pid: 1, program: String::new() };
        let ThingMessage::Failed { text, .. } = visitor.ask(&attach) else { panic!("not refused") };
        assert!(text.contains("this is node right of space visitors-"), "{text}");
        assert!(visitor.is_over());
    }
}

#[test]
fn malformed_requests_end_the_connection_or_are_refused() {
    let home = Home::start();
    // A request before it is attached; an answer; the agent's own business.
    let early = home.stranger();
    early.send(&ThingMessage::Stat { id: 1, name: "a".to_owned() }, &[]);
    assert!(early.is_over());
    let visitor = home.connect(1);
    visitor.send(&ThingMessage::Done { id: 1 }, &[]);
    assert!(visitor.is_over());
    let visitor = home.connect(2);
    let ThingMessage::Failed { kind, .. } = visitor.ask(&ThingMessage::AskSpace { id: 9 }) else {
        panic!("only programs of its own node ask an agent for its state");
    };
    assert_eq!(kind, ErrorKind::Unsupported.code());
    // More than one request may move, and ranges that do not fit the bytes.
    let (opening, epoch) = visitor.open("a");
    let ranges = vec![Range { offset: 0, len: MAX_THING_BYTES }, Range { offset: 1 << 30, len: 1 }];
    let answer = visitor.ask(&ThingMessage::Read { id: 3, opening, epoch, ranges: ranges.clone() });
    assert!(matches!(answer, ThingMessage::Failed { .. }), "{answer:?}");
    visitor.send(&ThingMessage::Write { id: 4, opening, epoch, count: 1, ranges }, &[1]);
    assert!(matches!(visitor.receive(), ThingMessage::Failed { .. }));
    let (flags, kind, size) = (ALL.bits(), ThingKind::Memory, u64::MAX);
    let huge = visitor.ask(&ThingMessage::Open { id: 5, name: "b".to_owned(), flags, kind, size });
    assert!(matches!(huge, ThingMessage::Failed { .. }), "{huge:?}");
}
