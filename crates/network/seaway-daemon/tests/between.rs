// SPDX-License-Identifier: MIT OR Apache-2.0
//! A man in the middle that forwards the handshake and then tampers: it can read nothing and inject nothing;
//! all it can do is cut the connection.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

mod raw_client;

use std::fs;
use std::io::{IoSlice, Read};

use raw_client::{CREATE, Client, Daemon, READ, WRITE, authenticated, extent, pattern};
use seaway_messages::{Service, StoreMessage};
use seaway_testkit::middle::{Going, Middle, Passing};

const ALL: u8 = READ | WRITE | CREATE;

struct Setting {
    folder: tempfile::TempDir,
    daemon: Daemon,
}

fn start() -> Setting {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::exporting(&[folder.path()], false);
    fs::write(folder.path().join("there"), b"old").unwrap();
    Setting { folder, daemon }
}

#[test]
fn nothing_can_be_read_on_the_way() {
    let Setting { folder, daemon } = start();
    let middle = Middle::start(daemon.address, |passing| vec![passing.record]);
    let mut client = Client::connect(middle.address);
    let path = folder.path().join("secret-name");
    let file = client.open(&path, ALL).unwrap();
    let bytes = pattern(100_000, 1);
    client.write(file, extent(0, bytes.len()), &bytes).unwrap();
    assert!(client.read(file, extent(0, bytes.len())).unwrap() == bytes);
    assert!(fs::read(&path).unwrap() == bytes);
    assert!(middle.seen_bytes() > 2 * bytes.len());
    for clear in [&b"secret-name"[..], &bytes[..16], &bytes[50_000..50_016]] {
        assert!(!middle.has_seen(clear), "{clear:?}");
    }
}

/// What is done to records of which length, on the way to the daemon.
type Change = fn(&mut Vec<Vec<u8>>, Passing) -> Vec<Vec<u8>>;

/// From the fourth record on: the client's own `Begin`, `Credit` and `Open` pass.
fn tampered(change: Change) -> (Setting, Middle) {
    let setting = start();
    let mut kept = Vec::new();
    let middle = Middle::start(setting.daemon.address, move |passing| match passing.going {
        Going::ToServer if passing.number >= 3 => change(&mut kept, passing),
        Going::ToServer => {
            kept.push(passing.record.clone());
            vec![passing.record]
        }
        Going::ToClient => vec![passing.record],
    });
    (setting, middle)
}

/// A client that writes through a man in the middle who applies `change`: the connection is cut, and the file
/// is unchanged.
fn check(what: &str, change: Change) {
    let (Setting { folder, daemon }, middle) = tampered(change);
    let mut client = Client::connect(middle.address);
    let path = folder.path().join("there");
    let file = client.open(&path, ALL).unwrap();
    let id = client.id();
    for (message, bytes) in [
        (StoreMessage::Write { id, file, place: extent(0, 6) }, &b""[..]),
        (StoreMessage::Chunk { id, len: 6 }, b"newest"),
        (StoreMessage::SetSize { id: id + 1, file, size: 1 }, b""),
    ] {
        let mut frame = Vec::new();
        message.encode(&mut frame).unwrap();
        // The connection may be cut already.
        let _ = client.channel.write_all_vectored(&[IoSlice::new(&frame), IoSlice::new(bytes)]);
    }
    assert!(client.is_sent_away(), "{what}: the connection continues");
    assert_eq!(fs::read(&path).unwrap(), b"old", "{what}");
    // Other clients are served as before.
    let mut other = daemon.connect();
    let file = other.open(&path, READ).unwrap();
    assert_eq!(other.read(file, extent(0, 3)).unwrap(), b"old");
}

#[test]
fn changed_record_cuts_the_line() {
    // A bit of the length, of the bytes, and of the tag.
    check("length", |_, mut passing| {
        passing.record[0] ^= 1;
        vec![passing.record, vec![0; 64]]
    });
    check("too long", |_, mut passing| {
        passing.record[3] = 0xFF;
        vec![passing.record]
    });
    check("bytes", |_, mut passing| {
        passing.record[4] ^= 0x80;
        vec![passing.record]
    });
    check("tag", |_, mut passing| {
        *passing.record.last_mut().unwrap() ^= 1;
        vec![passing.record]
    });
}

#[test]
fn injected_record_cuts_the_line() {
    check("a frame in clear text", |_, passing| {
        let mut frame = Vec::new();
        StoreMessage::SetSize { id: 1, file: 1, size: 0 }.encode(&mut frame).unwrap();
        vec![frame, passing.record]
    });
    check("a record of zeros", |_, passing| vec![vec![9, 0, 0, 0], vec![0; 9 + 16], passing.record]);
}

#[test]
fn repeated_record_cuts_the_line() {
    check("an old one first", |kept, passing| vec![kept[1].clone(), passing.record]);
}

#[test]
fn dropped_record_cuts_the_line() {
    check("the write is left out", |_, passing| match passing.number {
        3 => Vec::new(),
        _ => vec![passing.record],
    });
}

#[test]
fn records_out_of_order_cut_the_line() {
    check("the size before the write", |kept, passing| {
        kept.push(passing.record);
        match kept.len() {
            6 => [kept[5].clone(), kept[3].clone(), kept[4].clone()].to_vec(),
            _ => Vec::new(),
        }
    });
}

/// An end in the middle of a record does not complete a message, and one between records leaves a write
/// incomplete.
#[test]
fn line_that_is_cut_short_writes_nothing() {
    check("half a record", |_, mut passing| {
        passing.record.truncate(10);
        // A record of the other connection's tail: nothing that follows may open either.
        vec![passing.record, vec![0xFF; 4096]]
    });
}

/// A chunk of 1 MiB is several records; one bit of the last is changed. What came before was verified and may
/// have been written; of the changed record, nothing is.
#[test]
fn no_byte_of_a_bad_record_reaches_a_file() {
    let Setting { folder, daemon } = start();
    let middle = Middle::start(daemon.address, |mut passing| {
        let marked = passing.going == Going::ToServer && passing.number == 4;
        if marked {
            let last = passing.record.len() - 17;
            passing.record[last] ^= 1;
        }
        vec![passing.record]
    });
    let mut client = Client::connect(middle.address);
    let path = folder.path().join("new");
    let file = client.open(&path, ALL).unwrap();
    let bytes = vec![1; 200_000];
    let id = client.begin_write(file, extent(0, bytes.len()));
    client.send_chunk_unasked(id, &bytes);
    assert!(client.is_sent_away());
    assert!(fs::read(&path).unwrap().is_empty());
}

/// The same towards the client: it reads what the daemon sent, or gets an error.
#[test]
fn client_rejects_changed_records() {
    let Setting { folder, daemon } = start();
    let middle = Middle::start(daemon.address, |mut passing| {
        if passing.going == Going::ToClient && passing.number >= 2 {
            *passing.record.last_mut().unwrap() ^= 1;
        }
        vec![passing.record]
    });
    let mut client = Client::connect(middle.address);
    let file = client.open(folder.path().join("there"), READ).unwrap();
    let id = client.id();
    client.send(&StoreMessage::Read { id, file, place: extent(0, 3) });
    let mut heard = Vec::new();
    let error = (&client.channel).read_to_end(&mut heard).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidData, "{error}");
    assert!(heard.is_empty());
}

/// An attacker that owns the port of the directory or the status service cannot inject anything either.
#[test]
fn every_service_is_sealed() {
    let Setting { daemon, .. } = start();
    for service in [Service::Directory, Service::Status, Service::Store] {
        let middle =
            Middle::start(daemon.address, |passing| vec![passing.record, vec![1, 0, 0, 0], vec![0; 17]]);
        let channel = authenticated(middle.address, service).unwrap();
        assert!(channel.is_sealed(), "{service:?}");
        let client = Client::without_credit(channel);
        assert!(client.is_sent_away(), "{service:?}");
    }
}
