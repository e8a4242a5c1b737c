// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway serve` as seen by programs and by unauthenticated clients.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::io::{ErrorKind as IoKind, IoSlice, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use seaway_channel::Channel;
use seaway_device_api::{ErrorKind, Result};
use seaway_devices::{Secret, read_frame};
use seaway_messages::{Contact, DirectoryMessage, HostId, Role, Service, Side};
use seaway_testkit::service_process::{SECRET, ServiceProcess, make_secret, secret_in};

/// Far longer than anything takes: a test that waits this long has failed.
const LONG: Duration = Duration::from_secs(60);

struct Server {
    process: ServiceProcess,
    address: String,
    folder: tempfile::TempDir,
}

impl Server {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        make_secret(folder.path());
        let mut seaway = Command::new(env!("CARGO_BIN_EXE_seaway"));
        seaway.args(["serve", "--listen", "127.0.0.1:0"]);
        let process = ServiceProcess::start(&mut seaway, folder.path());
        let address = process.greeting.trim_end().strip_prefix("directory service at ").unwrap().to_owned();
        Self { process, address, folder }
    }

    fn stranger(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream
    }

    fn connect(&self) -> Client {
        self.connect_with(SECRET).unwrap()
    }

    fn connect_with(&self, secret: [u8; 32]) -> Result<Client> {
        let channel = Channel::tcp(self.stranger()).unwrap();
        channel.set_deadline(Some(Instant::now() + LONG));
        channel.authenticate(Role::Client, Service::Directory, &Secret::from_bytes(secret))?;
        Ok(Client(channel))
    }
}

struct Client(Channel);

impl Client {
    fn ask(&mut self, message: &DirectoryMessage) -> DirectoryMessage {
        let mut frame = Vec::new();
        message.encode(&mut frame).unwrap();
        self.0.write_all_vectored(&[IoSlice::new(&frame)]).unwrap();
        let (kind, body) = read_frame(&mut &self.0).unwrap().unwrap();
        DirectoryMessage::decode(kind, &body).unwrap()
    }

    fn look_up(&mut self, name: &str) -> DirectoryMessage {
        self.ask(&DirectoryMessage::LookUp { name: name.into() })
    }

    fn register(&mut self, name: &str, program: &str) -> DirectoryMessage {
        self.ask(&DirectoryMessage::Register { name: name.into(), contacts: vec![contact(program)] })
    }
}

fn contact(program: &str) -> Contact {
    Contact {
        side: Side::Writer,
        program: program.into(),
        rank: 0,
        host_name: "node1".into(),
        pid: 17,
        host: HostId { boot: [1; 16], network: 2 },
        unix: "x".into(),
        tcp: vec!["10.0.0.1:7".parse().unwrap()],
    }
}

#[test]
fn writers_are_found_while_they_are_connected() {
    let server = Server::start();
    let (mut writer, mut reader) = (server.connect(), server.connect());
    assert_eq!(reader.look_up("field"), DirectoryMessage::NotFound);
    assert_eq!(writer.register("field", "sim"), DirectoryMessage::Registered);
    assert_eq!(reader.look_up("field"), DirectoryMessage::Found { contacts: vec![contact("sim")] });
    assert_eq!(reader.look_up("other"), DirectoryMessage::NotFound);
    match reader.register("field", "another") {
        DirectoryMessage::Refused { text } => assert_eq!(
            text,
            "sim (process 17 on node1) already uses this \
                                                                name"
        ),
        other => panic!("{other:?}"),
    }
    drop(writer);
    let started = Instant::now();
    while reader.look_up("field") != DirectoryMessage::NotFound {
        assert!(started.elapsed() < LONG, "the entry outlives its connection");
    }
    assert_eq!(reader.register("field", "another"), DirectoryMessage::Registered);
}

#[test]
fn only_clients_with_the_secret_are_answered() {
    let server = Server::start();
    let mut silent = server.stranger();
    let mut babbling = server.stranger();
    babbling.write_all(&[b'X'; 4096]).unwrap();
    let error = server.connect_with([1; 32]).map(|_| ()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AccessDenied, "{error}");
    assert_eq!(server.connect().look_up("field"), DirectoryMessage::NotFound);
    let mut said = Vec::new();
    // Disconnected; by an end or by a reset, depending on unread data.
    let _ = babbling.read_to_end(&mut said);
    assert!(said.len() <= seaway_messages::HELLO_BYTES, "a hello at most");
    silent.set_nonblocking(true).unwrap();
    assert!(
        silent.read(&mut [0]).is_err_and(|error| error.kind() == IoKind::WouldBlock),
        "a silent client stays connected"
    );
}

#[test]
fn malformed_messages_end_only_their_own_connection() {
    let server = Server::start();
    let (odd, mut reader) = (server.connect(), server.connect());
    (&odd.0).write_all(&[0xff; 64]).unwrap();
    let mut rest = Vec::new();
    let _ = (&odd.0).read_to_end(&mut rest);
    assert!(rest.is_empty());
    assert!(matches!(reader.ask(&DirectoryMessage::Registered), DirectoryMessage::Refused { .. }));
    assert_eq!(reader.look_up("field"), DirectoryMessage::NotFound);
}

#[test]
fn service_ends_on_request() {
    for signal in [Signal::TERM, Signal::INT] {
        let mut server = Server::start();
        let client = server.connect();
        kill_process(Pid::from_child(&server.process.child), signal).unwrap();
        assert_eq!(server.process.child.wait().unwrap().code(), Some(0));
        assert_eq!(client.0.read(&mut [0; 1]).unwrap_or(0), 0, "its connections end with it");
    }
}

#[test]
fn unavailable_address_is_reported() {
    let server = Server::start();
    let secret = secret_in(server.folder.path());
    let output = Command::new(env!("CARGO_BIN_EXE_seaway"))
        .args(["serve", "--listen", &server.address])
        .env("SEAWAY_SECRET_FILE", secret)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.code() == Some(1) && text.contains(&format!("cannot listen at {}", server.address)),
        "{text}"
    );
}
