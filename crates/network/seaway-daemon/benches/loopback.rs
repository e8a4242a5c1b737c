// SPDX-License-Identifier: MIT OR Apache-2.0
//! Throughput of the store service over this machine's loopback, beside as many bare TCP connections, in one
//! run.
//!
//! The attainable rate is that of a buffered transfer and of encryption and decryption, one after the other:
//! "buffered" is the same path without encryption (TCP into a private buffer, from there into the file; or
//! the other way), "aead" is what one core encrypts and decrypts, with records of the same size.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench says what it expects, and what it has measured"
)]

#[path = "../tests/raw_client/mod.rs"]
mod raw_client;

use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use raw_client::{CREATE, Client, Daemon, READ, WRITE, extent};
use seaway_datatype::{Datatype, Named};
use seaway_messages::{
    MAX_CHUNK, MAX_RECORD, Opener, RECORD_OVERHEAD, RecordKey, Region, Sealer, StoreMessage,
};

const CONNECTIONS: u64 = 4;
/// Per connection.
const BYTES: u64 = 128 << 20;
const ROUNDS: usize = 5;
/// Small requests of each connection in one round.
const QUESTIONS: u64 = 5_000;
/// Share of 1 / (1/buffered + 1/aead), for large pieces written over existing bytes and read.
const TARGET: f64 = 0.8;

fn main() -> ExitCode {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::exporting(&[folder.path()], false);
    let path = folder.path().join("data");
    let cases: [(&str, Work); 9] = [
        ("raw", |_, _, rank| raw(rank)),
        ("aead", |_, _, rank| aead(rank)),
        ("new", |daemon, path, rank| write(daemon, path, rank, contiguous(rank))),
        ("buffered-write", |_, path, rank| buffered_write(path, rank)),
        ("buffered-read", |_, path, rank| buffered_read(path, rank)),
        ("write", |daemon, path, rank| write(daemon, path, rank, contiguous(rank))),
        ("read", |daemon, path, rank| read(daemon, path, rank, contiguous(rank))),
        ("write-256", |daemon, path, rank| write(daemon, path, rank, striped())),
        ("read-256", |daemon, path, rank| read(daemon, path, rank, striped())),
    ];
    // Selects some of them, for a profile.
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let mut best = [0.0_f64; 9];
    for _ in 0..ROUNDS {
        for ((name, work), best) in cases.iter().zip(&mut best) {
            if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == name) {
                continue;
            }
            if *name == "new" {
                let _ = std::fs::remove_file(&path);
            }
            let rate = measure(|rank| work(&daemon, &path, rank));
            *best = best.max(rate);
        }
    }
    if wanted.is_empty() || wanted.iter().any(|wanted| wanted == "ask") {
        for connections in [1, CONNECTIONS] {
            let best = (0..ROUNDS).map(|_| questions(&daemon, &path, connections)).fold(0.0, f64::max);
            println!("{:>10} {best:8.0} answers/s by {connections} connections", "ask");
        }
    }
    let rate_of = |wanted: &str| {
        let at = cases.iter().position(|(name, _)| *name == wanted);
        at.map_or(0.0, |at| best[at])
    };
    for ((name, _), rate) in cases.iter().zip(best) {
        println!("{name:>14} {rate:6.2} GB/s  {:5.2} of raw", rate / rate_of("raw"));
    }
    let mut all = true;
    for (bar, name, buffered) in
        [("store-write", "write", "buffered-write"), ("store-read", "read", "buffered-read")]
    {
        let possible = 1.0 / (1.0 / rate_of(buffered) + 1.0 / rate_of("aead"));
        let value = rate_of(name) / possible;
        let verdict = if value >= TARGET { "ok" } else { "SHORT" };
        println!(
            "bar {bar} {value:.2} >= {TARGET} {verdict} ({possible:.2} GB/s possible; {:.2} of raw TCP)",
            rate_of(name) / rate_of("raw")
        );
        all &= value >= TARGET;
    }
    if all { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

type Work = fn(&Daemon, &Path, u64) -> Box<dyn FnOnce() + Send>;

/// Prepares all connections, then starts them together. Gigabytes per second of all together.
#[allow(clippy::cast_precision_loss, reason = "shown with three digits")]
fn measure(prepare: impl Fn(u64) -> Box<dyn FnOnce() + Send>) -> f64 {
    let work: Vec<_> = (0..CONNECTIONS).map(prepare).collect();
    let started = Instant::now();
    thread::scope(|scope| work.into_iter().for_each(|work| drop(scope.spawn(work))));
    (CONNECTIONS * BYTES) as f64 / started.elapsed().as_secs_f64() / 1e9
}

/// Small requests, each sent when the previous one is answered: answers per second of all connections
/// together.
#[allow(clippy::cast_precision_loss, reason = "shown without fractions")]
fn questions(daemon: &Daemon, path: &Path, connections: u64) -> f64 {
    let mut clients: Vec<_> = (0..connections).map(|rank| open(daemon, path, rank)).collect();
    let started = Instant::now();
    thread::scope(|scope| {
        for (client, file) in &mut clients {
            scope.spawn(|| (0..QUESTIONS).for_each(|_| assert!(client.size(*file).is_ok())));
        }
    });
    (connections * QUESTIONS) as f64 / started.elapsed().as_secs_f64()
}

fn raw(_rank: u64) -> Box<dyn FnOnce() + Send> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut sender = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (mut receiver, _) = listener.accept().unwrap();
    Box::new(move || {
        thread::scope(|scope| {
            scope.spawn(|| {
                let chunk = vec![1; 1 << 20];
                (0..BYTES >> 20).for_each(|_| sender.write_all(&chunk).unwrap());
            });
            let mut buffer = vec![0; 1 << 20];
            let mut left = BYTES;
            while left > 0 {
                left -= receiver.read(&mut buffer).unwrap() as u64;
            }
        });
    })
}

/// Encrypts and decrypts as many bytes as a connection carries, on one core, while the others are idle.
fn aead(rank: u64) -> Box<dyn FnOnce() + Send> {
    Box::new(move || {
        if rank > 0 {
            return;
        }
        let key = RecordKey::new([1; 32]);
        let (mut sealer, mut opener) = (Sealer::new(&key), Opener::new(&key));
        let mut record = vec![1; MAX_RECORD + RECORD_OVERHEAD];
        for _ in 0..CONNECTIONS * BYTES / MAX_RECORD as u64 {
            sealer.seal(&mut record).unwrap();
            opener.open(&mut record).unwrap();
        }
    })
}

/// From one end to the other, in pieces of a record's size, which `take` consumes.
fn buffered(
    send: impl Fn(u64, &mut [u8]) + Send + 'static,
    take: impl Fn(u64, &[u8]) + Send + 'static,
) -> Box<dyn FnOnce() + Send> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut sender = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (mut receiver, _) = listener.accept().unwrap();
    Box::new(move || {
        thread::scope(|scope| {
            scope.spawn(move || {
                let mut buffer = vec![1; MAX_RECORD];
                for number in 0..BYTES / MAX_RECORD as u64 {
                    send(number * MAX_RECORD as u64, &mut buffer);
                    sender.write_all(&buffer).unwrap();
                }
            });
            let mut buffer = vec![0; MAX_RECORD];
            for number in 0..BYTES / MAX_RECORD as u64 {
                receiver.read_exact(&mut buffer).unwrap();
                take(number * MAX_RECORD as u64, &buffer);
            }
        });
    })
}

fn buffered_write(path: &Path, rank: u64) -> Box<dyn FnOnce() + Send> {
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path).unwrap();
    buffered(|_, _| (), move |offset, bytes| file.write_all_at(bytes, rank * BYTES + offset).unwrap())
}

fn buffered_read(path: &Path, rank: u64) -> Box<dyn FnOnce() + Send> {
    let file = OpenOptions::new().read(true).open(path).unwrap();
    buffered(move |offset, bytes| file.read_exact_at(bytes, rank * BYTES + offset).unwrap(), |_, _| ())
}

fn contiguous(rank: u64) -> Region {
    extent(rank * BYTES, usize::try_from(BYTES).unwrap())
}

/// 256 bytes of every 1024.
fn striped() -> Region {
    Region::Shaped { shape: 1, position: 0, len: BYTES }
}

fn open(daemon: &Daemon, path: &Path, rank: u64) -> (Client, u32) {
    let mut client = daemon.connect();
    let stride = i64::try_from(256 * CONNECTIONS).unwrap();
    let count = i64::try_from(BYTES / 256).unwrap();
    let column = Datatype::vector(count, 256, stride, &Datatype::named(Named::Byte)).unwrap();
    client.send(&StoreMessage::Shape { shape: 1, displacement: rank * 256, tree: column.encode() });
    let file = client.open(path, READ | WRITE | CREATE).unwrap();
    (client, file)
}

fn write(daemon: &Daemon, path: &Path, rank: u64, place: Region) -> Box<dyn FnOnce() + Send> {
    let (mut client, file) = open(daemon, path, rank);
    Box::new(move || {
        let id = client.begin_write(file, place);
        let chunk = vec![1; usize::try_from(MAX_CHUNK).unwrap()];
        (0..BYTES / MAX_CHUNK).for_each(|_| client.send_chunk(id, &chunk));
        client.answer(id).unwrap();
    })
}

fn read(daemon: &Daemon, path: &Path, rank: u64, place: Region) -> Box<dyn FnOnce() + Send> {
    let (mut client, file) = open(daemon, path, rank);
    Box::new(move || {
        let id = client.id();
        client.send(&StoreMessage::Read { id, file, place });
        let mut buffer = vec![0; 1 << 20];
        client.drain(id, &mut buffer);
    })
}
