// SPDX-License-Identifier: MIT OR Apache-2.0
//! Blocks that are accessed over and over: their bytes take another way, and a client sees no difference, also when the file
//! is cut or the connection ends in the middle.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

mod raw_client;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use raw_client::{CREATE, Client, Daemon, READ, WRITE, authenticated, extent, pattern};
use seaway_proto::{MAX_CHUNK, Service, StatusMessage, StoreMessage};

const ALL: u8 = READ | WRITE | CREATE;
const BLOCK: usize = 2 << 20;
/// Some blocks, and parts of the first and of one behind.
const START: usize = 12_345;
const LEN: usize = 4 * BLOCK;

struct Setting {
    _folder: tempfile::TempDir,
    path: PathBuf,
    daemon: Daemon,
    client: Client,
    file: u32,
}

/// A file that was written so often that its pages are kept; the bytes that it has now.
fn rewritten() -> (Setting, Vec<u8>) {
    // In memory, where pages are kept for reading and writing.
    let folder = tempfile::tempdir_in("/dev/shm").unwrap();
    let path = folder.path().join("again");
    let daemon = Daemon::exporting(&[folder.path()], false);
    let mut client = daemon.connect();
    let file = client.open(&path, ALL).unwrap();
    for seed in 1..4 {
        let bytes = pattern(LEN, seed);
        client.write(file, extent(START as u64, LEN), &bytes).unwrap();
        assert!(fs::read(&path).unwrap()[START..] == bytes, "pass {seed}");
    }
    assert_eq!(mapped_bytes(&path), 4 * BLOCK, "all but the last, which is not whole");
    (Setting { _folder: folder, path, daemon, client, file }, pattern(LEN, 3))
}

/// Of this process, in which the daemon is.
fn mapped_bytes(path: &Path) -> usize {
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    let of_file = maps.lines().filter(|line| line.contains(path.to_str().unwrap()));
    let lengths = of_file.map(|line| {
        let (start, end) = line.split_once(' ').unwrap().0.split_once('-').unwrap();
        usize::from_str_radix(end, 16).unwrap() - usize::from_str_radix(start, 16).unwrap()
    });
    lengths.sum()
}

#[test]
fn bytes_that_are_read_again_are_those_of_the_file() {
    let (mut setting, mut bytes) = rewritten();
    let Setting { client, path, file, .. } = &mut setting;
    for pass in 4..7 {
        assert!(client.read(*file, extent(START as u64, LEN)).unwrap() == bytes, "pass {pass}");
        bytes = pattern(LEN, pass);
        client.write(*file, extent(START as u64, LEN), &bytes).unwrap();
    }
    let reader = client.open(&path, READ).unwrap();
    for _ in 0..3 {
        assert!(client.read(reader, extent(START as u64, LEN + 100)).unwrap() == bytes);
    }
}

#[test]
fn pages_go_with_the_file() {
    let (mut setting, _) = rewritten();
    let file = setting.file;
    setting.client.done(|id| StoreMessage::Close { id, file }).unwrap();
    assert_eq!(mapped_bytes(&setting.path), 0);
}

#[test]
fn time_of_modification_is_that_of_the_last_write() {
    let (mut setting, bytes) = rewritten();
    let Setting { client, path, file, .. } = &mut setting;
    client.done(|id| StoreMessage::Sync { id, file: *file, durable: false }).unwrap();
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
    File::options().write(true).open(&path).unwrap().set_modified(old).unwrap();
    client.write(*file, extent(START as u64, LEN), &bytes).unwrap();
    client.done(|id| StoreMessage::Sync { id, file: *file, durable: false }).unwrap();
    assert!(fs::metadata(path).unwrap().modified().unwrap() > old);
}

#[test]
fn file_that_was_cut_between_two_writes_grows_again() {
    for size in [0, START, BLOCK + 100, 2 * BLOCK] {
        let (mut setting, _) = rewritten();
        let Setting { client, path, file, .. } = &mut setting;
        File::options().write(true).open(&path).unwrap().set_len(size as u64).unwrap();
        assert_eq!(client.read(*file, extent(0, START + LEN)).unwrap().len(), size);
        let bytes = pattern(LEN, 9);
        client.write(*file, extent(START as u64, LEN), &bytes).unwrap();
        assert!(fs::read(&path).unwrap()[START..] == bytes, "cut to {size}");
        assert!(client.read(*file, extent(START as u64, LEN)).unwrap() == bytes, "cut to {size}");
    }
}

#[test]
fn file_that_is_cut_in_the_middle_of_a_write_has_the_rest_of_it() {
    let (mut setting, _) = rewritten();
    let Setting { client, path, file, .. } = &mut setting;
    let bytes = pattern(LEN, 9);
    let id = client.begin_write(*file, extent(START as u64, LEN));
    let chunks: Vec<&[u8]> = bytes.chunks(usize::try_from(MAX_CHUNK).unwrap()).collect();
    let (before, after) = chunks.split_at(chunks.len() / 2);
    before.iter().for_each(|chunk| client.send_chunk(id, chunk));
    client.send(&StoreMessage::Ping { number: 1 });
    while !matches!(client.receive().0, StoreMessage::Pong { .. }) {}
    let cut = START + before.concat().len();
    assert!(fs::read(&path).unwrap()[START..cut] == bytes[..cut - START]);
    File::options().write(true).open(&path).unwrap().set_len(0).unwrap();
    after.iter().for_each(|chunk| client.send_chunk(id, chunk));
    client.answer(id).unwrap();
    let stored = fs::read(&path).unwrap();
    assert!(stored[..cut].iter().all(|&byte| byte == 0));
    assert!(stored[cut..] == bytes[cut - START..]);
}

#[test]
fn file_that_is_cut_in_the_middle_of_a_read_ends_there() {
    let (setting, bytes) = rewritten();
    let channel = authenticated(setting.daemon.address, Service::Store).unwrap();
    let mut client = Client::without_credit(channel);
    let file = client.open(&setting.path, READ).unwrap();
    let read = |client: &mut Client, id, first: u64| {
        client.send(&StoreMessage::Read { id, file, place: extent(START as u64, LEN) });
        client.send(&StoreMessage::Credit { bytes: first });
    };
    for id in [100, 101] {
        read(&mut client, id, LEN as u64);
        assert!(client.answer(id).unwrap().1 == bytes);
    }
    assert_eq!(mapped_bytes(&setting.path), 4 * BLOCK, "the writer's are the reader's");
    let first = 3 * BLOCK / 2;
    read(&mut client, 102, first as u64);
    let mut got = Vec::new();
    while got.len() < first {
        got.extend(client.receive().1);
    }
    assert!(got == bytes[..first]);
    let cut = START + first + 1000;
    File::options().write(true).open(&setting.path).unwrap().set_len(cut as u64).unwrap();
    client.send(&StoreMessage::Credit { bytes: LEN as u64 });
    let (end, rest) = client.answer(102).unwrap();
    assert_eq!(end, StoreMessage::ReadEnd { id: 102, bytes: (cut - START) as u64 });
    assert!(rest == bytes[first..first + 1000]);
}

#[test]
fn connection_that_ends_in_the_middle_of_a_write_leaves_what_came() {
    let (mut setting, old) = rewritten();
    let Setting { client, path, file, daemon, .. } = &mut setting;
    let bytes = pattern(LEN, 9);
    let id = client.begin_write(*file, extent(START as u64, LEN));
    let half = LEN / 2 + 777;
    for chunk in bytes[..half].chunks(usize::try_from(MAX_CHUNK).unwrap()) {
        client.send_chunk(id, chunk);
    }
    client.channel.end_sending();
    assert!(client.is_sent_away());
    // Its thread has gone when nobody is connected any more.
    while !matches!(daemon.status(), StatusMessage::Report { connections, .. } if connections.is_empty()) {}
    let stored = fs::read(&path).unwrap();
    assert!(stored[START..START + half] == bytes[..half]);
    assert!(stored[START + half..] == old[half..]);
    assert_eq!(mapped_bytes(path), 0);
    let mut next = daemon.connect();
    let file = next.open(&path, ALL).unwrap();
    next.write(file, extent(START as u64, LEN), &bytes).unwrap();
    assert!(next.read(file, extent(START as u64, LEN)).unwrap() == bytes);
}
