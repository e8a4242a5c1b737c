// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway serve` with thousands of clients: all are served, by few threads and with little memory, and
//! excess clients get an error.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests say what they expect, and what they did instead"
)]

#[path = "../../../network/seaway-daemon/tests/raw_client/mod.rs"]
mod raw_client;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use raw_client::{CREATE, Client, LONG, READ, WRITE, authenticated, extent, pattern};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use seaway_messages::{Range, Service, StoreMessage};
use seaway_testkit::service_process::{ServiceProcess, make_secret, secret_in};

const ALL: u8 = READ | WRITE | CREATE;
const CROWD: u64 = 5_000;
/// Threads of workers, handshakes and slow jobs together, and a few others.
const MOST_THREADS: u64 = 64 + 8;
const MOST_IDLE_BYTES: u64 = 32 << 10;

/// Descriptors and memory belong to the process: one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

struct Server {
    process: ServiceProcess,
    folder: tempfile::TempDir,
    _alone: MutexGuard<'static, ()>,
}

impl Server {
    fn start() -> Self {
        Self::start_after(":")
    }

    /// `limits`: a shell command.
    fn start_after(limits: &str) -> Self {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("data")).unwrap();
        make_secret(folder.path());
        let serve = format!("{limits} && exec \"$0\" serve --export \"$1\" --listen 127.0.0.1:0");
        let mut shell = Command::new("sh");
        shell.args(["-c", &serve, env!("CARGO_BIN_EXE_seaway")]).arg(folder.path().join("data"));
        let process = ServiceProcess::start(&mut shell, folder.path());
        Self { process, folder, _alone: alone }
    }

    fn connect(&self) -> Client {
        Client::connect(self.process.address)
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("data/a")
    }

    fn number(&self, key: &str) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(key)).unwrap();
        line.split_whitespace().next().unwrap().parse().unwrap()
    }

    fn threads(&self) -> u64 {
        self.number("Threads:")
    }

    /// Bytes.
    fn memory(&self) -> u64 {
        self.number("VmRSS:") << 10
    }

    fn check(&self, what: &str, clients: u64, before: u64) {
        let (threads, each) = (self.threads(), self.memory().saturating_sub(before) / clients);
        println!("{what}: {threads} threads, {each} bytes for each of {clients} clients");
        assert!(threads <= MOST_THREADS, "{what}: {threads} threads");
        assert!(each <= MOST_IDLE_BYTES, "{what}: {each} bytes for each client");
    }

    fn metric(&self, name: &str) -> u64 {
        let output = Command::new(env!("CARGO_BIN_EXE_seaway"))
            .args(["status", "--prometheus", &self.process.address.to_string()])
            .env("SEAWAY_SECRET_FILE", secret_in(self.folder.path()))
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.unwrap_or_else(|| panic!("no {name} in\n{text}")).parse().unwrap()
    }
}

/// How many of `wanted` clients are possible, each with `descriptors` of the daemon.
fn as_many_as_allowed(wanted: u64, descriptors: u64) -> u64 {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).unwrap();
    let most = maximum.map_or(wanted, |maximum| maximum.saturating_sub(300) / descriptors);
    if most < wanted {
        println!("{most} clients instead of {wanted}: the hard limit of descriptors is {maximum:?}");
    }
    wanted.min(most)
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + LONG;
    while !is_so() {
        assert!(Instant::now() < deadline, "{what}");
        thread::sleep(Duration::from_millis(50));
    }
}

fn frame(message: &StoreMessage) -> Vec<u8> {
    let mut frame = Vec::new();
    message.encode(&mut frame).unwrap();
    frame
}

/// Half of them stop in the middle of a message or of a write, and the others continue.
#[test]
fn thousands_of_connections_have_few_threads_and_little_memory() {
    const BYTES: usize = 600;
    let server = Server::start();
    let count = as_many_as_allowed(CROWD, 2);
    let mut first = server.connect();
    let file = first.open(server.file(), ALL).unwrap();
    first.write(file, extent(0, 1 << 20), &vec![0; 1 << 20]).unwrap();
    let before = server.memory();
    let mut clients: Vec<(Client, u32)> = (0..count)
        .map(|_| {
            let mut client = server.connect();
            let file = client.open(server.file(), ALL).unwrap();
            (client, file)
        })
        .collect();
    server.check("idle", count, before);

    let mut expected = vec![0; 1 << 20];
    let mut rest = Vec::new();
    for (index, (client, file)) in clients.iter_mut().enumerate() {
        let bytes = pattern(BYTES, index as u64);
        expected.resize(expected.len().max((index + 1) * BYTES), 0);
        expected[index * BYTES..(index + 1) * BYTES].copy_from_slice(&bytes);
        let (id, place) = (client.id(), extent((index * BYTES) as u64, BYTES));
        let mut whole = frame(&StoreMessage::Write { id, file: *file, place });
        whole.extend(frame(&StoreMessage::Chunk { id, len: BYTES as u64 }));
        whole.extend(bytes);
        // In the middle of the frame of a request, or of the bytes of a chunk; or not at all.
        let part = match index % 4 {
            0 => 10,
            1 => whole.len() - BYTES / 2,
            _ => whole.len(),
        };
        (&client.channel).write_all(&whole[..part]).unwrap();
        rest.push((id, whole.split_off(part)));
    }
    for ((client, _), (id, rest)) in clients.iter_mut().zip(&rest) {
        if rest.is_empty() {
            assert_eq!(client.answer(*id).unwrap().0, StoreMessage::Written { id: *id });
        }
    }
    server.check("half of them in the middle of something", count, before);
    for ((client, _), (id, rest)) in clients.iter_mut().zip(&rest) {
        if !rest.is_empty() {
            (&client.channel).write_all(rest).unwrap();
            assert_eq!(client.answer(*id).unwrap().0, StoreMessage::Written { id: *id });
        }
    }
    server.check("all written", count, before);
    assert!(fs::read(server.file()).unwrap() == expected);
    assert_eq!(server.metric("seaway_store_connections"), count + 1);

    drop(clients);
    until("their connections end", || server.metric("seaway_store_connections") == 1);
    // Their threads exit after a while without work.
    until("threads end", || server.threads() <= 8);
    let left = server.memory().saturating_sub(before);
    println!("all gone: {} threads, {left} bytes more than before", server.threads());
    // What the allocator does not release; an input buffer for each of them would be 600 MiB.
    assert!(left <= 24 << 20, "{left} bytes are kept");
    assert_eq!(first.read(file, extent(0, expected.len())).unwrap(), expected);
}

#[test]
fn clients_that_take_nothing_hold_no_thread() {
    const BYTES: usize = 16 << 20;
    let server = Server::start();
    let count = as_many_as_allowed(400, 2);
    let mut first = server.connect();
    let file = first.open(server.file(), ALL).unwrap();
    let expected = pattern(BYTES, 1);
    first.write(file, extent(0, BYTES), &expected).unwrap();
    let before = server.memory();
    let mut clients: Vec<(Client, u64)> = (0..count)
        .map(|_| {
            let mut client = server.connect();
            let file = client.open(server.file(), READ).unwrap();
            let id = client.id();
            client.send(&StoreMessage::Read { id, file, place: extent(0, BYTES) });
            (client, id)
        })
        .collect();
    // All of them have as much as their lines take, and no worker serves them.
    until("they are parked", || {
        assert_eq!(first.size_of(file), BYTES as u64);
        server.metric("seaway_connections_parked") >= count
    });
    // The workers' buffers; one for each client would be 100 MiB.
    let (threads, more) = (server.threads(), server.memory().saturating_sub(before));
    println!("nothing taken by {count} clients: {threads} threads, {more} bytes more than before");
    assert!(threads <= MOST_THREADS, "{threads} threads");
    assert!(more <= 40 << 20, "{more} bytes are kept for clients that take nothing");
    // Finally they take it all.
    for (client, id) in clients.iter_mut().take(10) {
        let (_, bytes) = client.answer(*id).unwrap();
        assert!(bytes == expected);
    }
}

#[test]
fn clients_that_wait_for_a_lock_hold_no_thread() {
    let server = Server::start();
    let count = as_many_as_allowed(300, 2);
    let mut holder = server.connect();
    let file = holder.open(server.file(), ALL).unwrap();
    let range = Range { offset: 0, len: 100 };
    holder.done(|id| StoreMessage::Lock { id, file, range, exclusive: true }).unwrap();
    let mut clients: Vec<(Client, u32, u64)> = (0..count)
        .map(|_| {
            let mut client = server.connect();
            let file = client.open(server.file(), ALL).unwrap();
            let id = client.id();
            client.send(&StoreMessage::Lock { id, file, range, exclusive: true });
            (client, file, id)
        })
        .collect();
    assert!(server.threads() <= MOST_THREADS);
    assert_eq!(holder.size_of(file), 0);
    holder.done(|id| StoreMessage::Unlock { id, file, range }).unwrap();
    // Each holder passes it on, in any order: each client retries until it has it.
    thread::scope(|scope| {
        for (client, file, id) in &mut clients {
            scope.spawn(move || {
                assert!(matches!(client.answer(*id).unwrap().0, StoreMessage::Done { .. }));
                client.done(|id| StoreMessage::Unlock { id, file: *file, range }).unwrap();
            });
        }
    });
}

/// A typical soft limit, and more ranks than it would allow.
#[test]
fn soft_limit_of_descriptors_is_raised() {
    let server = Server::start_after("ulimit -Sn 1024");
    let count = as_many_as_allowed(400, 5);
    let mut clients: Vec<Client> = (0..count)
        .map(|_| {
            let mut client = server.connect();
            for _ in 0..3 {
                client.open(server.file(), ALL).unwrap();
            }
            client
        })
        .collect();
    for client in &mut clients {
        assert_eq!(client.size_of(1), 0);
    }
    // One for each connection and open file, and a few of its own.
    let descriptors = server.metric("process_open_fds");
    assert!(descriptors <= count * 4 + 40, "{descriptors} descriptors for {count} clients");
}

#[test]
fn too_many_are_refused_with_a_sentence() {
    const LIMIT: u64 = 320;
    let server = Server::start_after(&format!("ulimit -n {LIMIT}"));
    as_many_as_allowed(LIMIT + 100, 1);
    let mut clients = vec![server.connect()];
    let file = clients[0].open(server.file(), ALL).unwrap();
    let refusal = loop {
        assert!(clients.len() < 400, "more clients than descriptors");
        let mut client =
            Client::without_credit(authenticated(server.process.address, Service::Store).unwrap());
        match client.receive().0 {
            StoreMessage::Refused { text, .. } => break text,
            StoreMessage::Began { .. } => clients.push(client),
            other => panic!("{other:?}"),
        }
    };
    println!("{} clients, then: {refusal}", clients.len());
    assert!(clients.len() as u64 > LIMIT / 2, "only {} are served", clients.len());
    for part in ["too many connections", &LIMIT.to_string(), "ulimit -n"] {
        assert!(refusal.contains(part), "{refusal}");
    }
    assert!(server.metric("seaway_connections_refused_total") > 0);
    // Connected clients are still served, except for new files.
    clients[0].write(file, extent(0, 4), b"gold").unwrap();
    let error = clients[1].open(server.file(), READ).unwrap_err();
    assert!(error.text.contains("too many open files") && error.text.contains("320"), "{}", error.text);
    // Silent strangers do not prevent others from getting the message.
    let silent: Vec<TcpStream> =
        (0..100).map(|_| TcpStream::connect(server.process.address).unwrap()).collect();
    let mut client = Client::without_credit(authenticated(server.process.address, Service::Store).unwrap());
    assert!(matches!(client.receive().0, StoreMessage::Refused { .. }));
    drop(silent);
    // When some have left, others are accepted.
    clients.truncate(20);
    until("room is made", || {
        let client = authenticated(server.process.address, Service::Store);
        client.is_ok_and(|client| {
            matches!(Client::without_credit(client).receive().0, StoreMessage::Began { .. })
        })
    });
    assert_eq!(clients[0].read(file, extent(0, 4)).unwrap(), b"gold");
}

/// Silent connections need no thread.
#[test]
fn silent_strangers_hold_no_thread() {
    let server = Server::start();
    let mut strangers: Vec<TcpStream> =
        (0..60).map(|_| TcpStream::connect(server.process.address).unwrap()).collect();
    until("all are there", || server.metric("seaway_unproven_connections") >= 60);
    assert!(server.threads() <= 12, "{} threads", server.threads());
    // They are dropped after their time limit.
    strangers[0].set_read_timeout(Some(LONG)).unwrap();
    assert_eq!(strangers[0].read(&mut [0]).unwrap(), 0);
}
