// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bytes through the store service over this machine's loopback, beside as many bare TCP connections, in one run.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench says what it expects, and what it has measured"
)]

#[path = "../tests/raw_client/mod.rs"]
mod raw_client;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use raw_client::{CREATE, Client, Daemon, READ, WRITE, extent};
use seaway_datatype::{Datatype, Named};
use seaway_proto::{MAX_CHUNK, Place, StoreMessage};

const CONNECTIONS: u64 = 4;
/// Of each connection.
const BYTES: u64 = 128 << 20;
const ROUNDS: usize = 5;
/// Of raw TCP, of large pieces written over old bytes and read.
const TARGET: f64 = 0.7;

fn main() -> ExitCode {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::exporting(&[folder.path()], false);
    let path = folder.path().join("data");
    let cases: [(&str, Work); 6] = [
        ("raw", |_, _, rank| raw(rank)),
        ("new", |daemon, path, rank| write(daemon, path, rank, contiguous(rank))),
        ("write", |daemon, path, rank| write(daemon, path, rank, contiguous(rank))),
        ("read", |daemon, path, rank| read(daemon, path, rank, contiguous(rank))),
        ("write-256", |daemon, path, rank| write(daemon, path, rank, striped())),
        ("read-256", |daemon, path, rank| read(daemon, path, rank, striped())),
    ];
    // For a profile of some of them.
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let mut best = [0.0_f64; 6];
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
    for ((name, _), rate) in cases.iter().zip(best) {
        println!("{name:>10} {rate:6.2} GB/s  {:5.2} of raw", rate / best[0]);
    }
    let reached = [("store-write", best[2] / best[0]), ("store-read", best[3] / best[0])];
    let mut all = true;
    for (bar, value) in reached {
        let verdict = if value >= TARGET { "ok" } else { "SHORT" };
        println!("bar {bar} {value:.2} >= {TARGET} {verdict}");
        all &= value >= TARGET;
    }
    if all { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

type Work = fn(&Daemon, &Path, u64) -> Box<dyn FnOnce() + Send>;

/// Prepares all connections, then lets them go at once. Gigabytes a second of all together.
#[allow(clippy::cast_precision_loss, reason = "shown with three digits")]
fn measure(prepare: impl Fn(u64) -> Box<dyn FnOnce() + Send>) -> f64 {
    let work: Vec<_> = (0..CONNECTIONS).map(prepare).collect();
    let started = Instant::now();
    thread::scope(|scope| work.into_iter().for_each(|work| drop(scope.spawn(work))));
    (CONNECTIONS * BYTES) as f64 / started.elapsed().as_secs_f64() / 1e9
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

fn contiguous(rank: u64) -> Place {
    extent(rank * BYTES, usize::try_from(BYTES).unwrap())
}

/// 256 bytes of every 1024.
fn striped() -> Place {
    Place::Shaped { shape: 1, position: 0, len: BYTES }
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

fn write(daemon: &Daemon, path: &Path, rank: u64, place: Place) -> Box<dyn FnOnce() + Send> {
    let (mut client, file) = open(daemon, path, rank);
    Box::new(move || {
        let id = client.begin_write(file, place);
        let chunk = vec![1; usize::try_from(MAX_CHUNK).unwrap()];
        (0..BYTES / MAX_CHUNK).for_each(|_| client.send_chunk(id, &chunk));
        client.answer(id).unwrap();
    })
}

fn read(daemon: &Daemon, path: &Path, rank: u64, place: Place) -> Box<dyn FnOnce() + Send> {
    let (mut client, file) = open(daemon, path, rank);
    Box::new(move || {
        let id = client.id();
        client.send(&StoreMessage::Read { id, file, place });
        let mut buffer = vec![0; 1 << 20];
        client.drain(id, &mut buffer);
    })
}
