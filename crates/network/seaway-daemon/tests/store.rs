// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the store service does for authorised clients.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

mod raw_client;

use std::fs;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::thread;

use raw_client::{CREATE, Client, Daemon, EXCLUSIVE, READ, WRITE, extent, extents, pattern};
use seaway_datatype::{Datatype, Named, Order};
use seaway_device_api::ErrorKind;
use seaway_messages::{Range, Region, StatKind, StatusMessage, StoreMessage};

const ALL: u8 = READ | WRITE | CREATE;

fn start() -> (tempfile::TempDir, Daemon, Client) {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::exporting(&[folder.path()], false);
    let client = daemon.connect();
    (folder, daemon, client)
}

#[test]
fn bytes_come_back_as_they_were_written() {
    let (folder, _daemon, mut client) = start();
    let path = folder.path().join("a");
    let file = client.open(&path, ALL).unwrap();
    let bytes = pattern(5_000_001, 1);
    client.write(file, extent(17, bytes.len()), &bytes).unwrap();
    let stored = fs::read(&path).unwrap();
    assert_eq!(stored[..17], [0; 17]);
    assert!(stored[17..] == bytes);
    assert_eq!(client.size(file).unwrap(), stored.len() as u64);
    assert!(client.read(file, extent(0, stored.len())).unwrap() == stored);
    assert_eq!(client.read(file, extent(4_999_999, 100)).unwrap(), stored[4_999_999..], "cut at the end");
    assert!(client.read(file, extent(1 << 40, 100)).unwrap().is_empty());
    assert!(client.read(file, extents(&[])).unwrap().is_empty());
    client.write(file, extents(&[]), &[]).unwrap();
}

#[test]
fn lists_of_ranges_are_written_and_read_in_order() {
    let (folder, _daemon, mut client) = start();
    let path = folder.path().join("a");
    let file = client.open(&path, ALL).unwrap();
    for (count, len, step, seed) in
        [(3, 5, 9, 1), (5000, 64, 200, 2), (40, 100_000, 150_000, 3), (16_384, 1, 3, 4)]
    {
        let ranges: Vec<(u64, u64)> = (0..count).map(|index| (7 + index * step, len)).collect();
        let bytes = pattern(usize::try_from(count * len).unwrap(), seed);
        // Twice: over a hole, and over existing bytes.
        for _ in 0..2 {
            client.write(file, extents(&ranges), &bytes).unwrap();
            let stored = fs::read(&path).unwrap();
            let expected = bytes.chunks(usize::try_from(len).unwrap());
            for (&(offset, len), expected) in ranges.iter().zip(expected) {
                let (start, len) = (usize::try_from(offset).unwrap(), usize::try_from(len).unwrap());
                assert!(stored[start..start + len] == *expected, "{count} ranges of {len}, at {start}");
            }
            assert!(client.read(file, extents(&ranges)).unwrap() == bytes);
        }
        client.done(|id| StoreMessage::SetSize { id, file, size: 0 }).unwrap();
    }
}

/// A view of a block of a 3-dimensional array, split along each axis.
#[test]
fn views_lie_where_their_datatype_says() {
    let (folder, _daemon, mut client) = start();
    let path = folder.path().join("cube");
    let file = client.open(&path, ALL).unwrap();
    let (edge, displacement) = (32_i64, 12_u64);
    for axis in 0..3 {
        let mut expected = vec![0; usize::try_from(12 + edge.pow(3) * 4).unwrap()];
        client.done(|id| StoreMessage::SetSize { id, file, size: 0 }).unwrap();
        for part in 0..4 {
            let (mut lengths, mut starts) = ([edge; 3], [0; 3]);
            lengths[axis] = edge / 4;
            starts[axis] = part * edge / 4;
            let element = Datatype::named(Named::Int32);
            let block = Datatype::subarray(&[edge; 3], &lengths, &starts, Order::C, &element).unwrap();
            block.commit();
            let shape = u32::try_from(part).unwrap();
            client.send(&StoreMessage::Shape { shape, displacement, tree: block.encode() });
            let bytes = pattern(usize::try_from(block.size()).unwrap(), u64::from(shape) + 100);
            let mut at = 0;
            for run in block.layout().unwrap().runs(0..block.size()) {
                let start = usize::try_from(displacement + run.offset.unsigned_abs()).unwrap();
                let len = usize::try_from(run.len).unwrap();
                expected[start..start + len].copy_from_slice(&bytes[at..at + len]);
                at += len;
            }
            // In two requests: a view's bytes need not be accessed all at once.
            let half = block.size() / 3;
            let place = |position, len| Region::Shaped { shape, position, len };
            let (first, second) = bytes.split_at(usize::try_from(half).unwrap());
            client.write(file, place(0, half), first).unwrap();
            client.write(file, place(half, block.size() - half), second).unwrap();
            assert!(client.read(file, place(0, block.size())).unwrap() == bytes, "axis {axis}, part {part}");
            client.send(&StoreMessage::DropShape { shape });
        }
        assert!(fs::read(&path).unwrap() == expected, "axis {axis}");
    }
    let error = client.read(file, Region::Shaped { shape: 1, position: 0, len: 4 }).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Datatype, "a shape that was dropped");
}

#[test]
fn several_clients_write_small_pieces_to_one_file() {
    let (folder, daemon, _client) = start();
    let path = folder.path().join("stripes");
    let (clients, piece, count) = (4_i64, 24_i64, 20_000_i64);
    thread::scope(|scope| {
        for rank in 0..clients.unsigned_abs() {
            let (daemon, path) = (&daemon, &path);
            scope.spawn(move || {
                let mut client = daemon.connect();
                let file = client.open(path, ALL).unwrap();
                let bytes = Datatype::named(Named::Byte);
                let column = Datatype::vector(count, piece, piece * clients, &bytes).unwrap();
                client.send(&StoreMessage::Shape {
                    shape: 7,
                    displacement: rank * 24,
                    tree: column.encode(),
                });
                let place = Region::Shaped { shape: 7, position: 0, len: 480_000 };
                client.write(file, place.clone(), &pattern(480_000, rank)).unwrap();
                assert!(client.read(file, place).unwrap() == pattern(480_000, rank));
            });
        }
    });
    let stored = fs::read(&path).unwrap();
    for rank in 0..4 {
        let pieces = stored.chunks(96).flat_map(|row| &row[rank * 24..(rank + 1) * 24]);
        assert!(pieces.copied().eq(pattern(480_000, rank as u64)), "rank {rank}");
    }
}

#[test]
fn files_are_opened_as_asked_and_deleted() {
    let (folder, _daemon, mut client) = start();
    let path = folder.path().join("a");
    assert_eq!(client.open(&path, READ).unwrap_err().kind, ErrorKind::NoSuchFile);
    let file = client.open(&path, ALL | EXCLUSIVE).unwrap();
    let error = client.open(&path, ALL | EXCLUSIVE).unwrap_err();
    assert_eq!(error.kind, ErrorKind::FileExists);
    assert!(error.text.contains(path.to_str().unwrap()), "{}", error.text);
    client.write(file, extent(0, 3), b"abc").unwrap();
    let reader = client.open(&path, READ).unwrap();
    let error = client.write(reader, extent(0, 3), b"xyz").unwrap_err();
    assert_eq!(error.kind, ErrorKind::ReadOnly, "{}", error.text);
    assert!(error.text.contains(path.to_str().unwrap()), "{}", error.text);
    assert_eq!(client.read(reader, extent(0, 3)).unwrap(), b"abc");
    client.done(|id| StoreMessage::Close { id, file: reader }).unwrap();
    assert_eq!(client.read(reader, extent(0, 3)).unwrap_err().kind, ErrorKind::BadFile);
    assert_eq!(client.size(reader).unwrap_err().kind, ErrorKind::BadFile);

    let name = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    let delete = |path: String| move |id| StoreMessage::Delete { id, path, directory: String::new() };
    client.done(delete(name(&path))).unwrap();
    assert!(!path.exists());
    assert_eq!(client.done(delete(name(&path))).unwrap_err().kind, ErrorKind::NoSuchFile);
    fs::create_dir(&path).unwrap();
    assert_eq!(client.open(&path, READ).unwrap_err().kind, ErrorKind::BadFileName);
    let stat =
        client.ask(|id| StoreMessage::Stat { id, path: "a".into(), directory: name(folder.path()) }).unwrap();
    assert!(matches!(stat, StoreMessage::StatIs { kind: StatKind::Directory, .. }), "{stat:?}");
}

#[test]
fn files_are_renamed_in_one_step() {
    let (folder, _daemon, mut client) = start();
    let mut rename = |from: &str, to: &str, replace| {
        let (path, to, directory) =
            (from.to_owned(), to.to_owned(), folder.path().to_str().unwrap().to_owned());
        client
            .done(|id| StoreMessage::Rename { id, path, to, directory, replace })
            .map_err(|error| error.kind)
    };
    let file = |name: &str| folder.path().join(name);
    fs::write(file("a"), b"first").unwrap();
    fs::write(file("b"), b"second").unwrap();
    fs::create_dir(file("deep")).unwrap();
    assert_eq!(rename("missing", "b", true), Err(ErrorKind::NoSuchFile));
    assert_eq!(rename("a", "b", false), Err(ErrorKind::FileExists));
    assert_eq!(fs::read(file("b")).unwrap(), b"second");
    rename("a", "b", true).unwrap();
    assert!(!file("a").exists());
    rename("b", "deep/c", false).unwrap();
    assert_eq!(fs::read(file("deep/c")).unwrap(), b"first");
    assert!(rename("deep", "other", true).is_err(), "only files are served");
    assert!(rename("deep/c", "missing/c", true).is_err());
    assert_eq!(fs::read(file("deep/c")).unwrap(), b"first");
}

#[test]
fn names_are_relative_to_the_directory_that_is_given() {
    let (folder, _daemon, mut client) = start();
    fs::create_dir(folder.path().join("run")).unwrap();
    fs::write(folder.path().join("run/a"), b"12345").unwrap();
    let directory = folder.path().join("run").to_str().unwrap().to_owned();
    let opened =
        client.ask(|id| StoreMessage::Open { id, path: "a".into(), directory, flags: READ }).unwrap();
    let status = fs::metadata(folder.path().join("run/a")).unwrap();
    let StoreMessage::Opened { size, device, inode, .. } = opened else { panic!("{opened:?}") };
    assert_eq!((size, device, inode), (5, status.dev(), status.ino()));
}

#[test]
fn sizes_are_set_and_space_is_reserved() {
    let (folder, _daemon, mut client) = start();
    let path = folder.path().join("a");
    let file = client.open(&path, ALL).unwrap();
    client.write(file, extent(0, 10), &[7; 10]).unwrap();
    client.done(|id| StoreMessage::SetSize { id, file, size: 4 }).unwrap();
    assert_eq!(fs::read(&path).unwrap(), [7; 4]);
    client.done(|id| StoreMessage::Preallocate { id, file, size: 1 << 20 }).unwrap();
    assert_eq!(client.size(file).unwrap(), 1 << 20);
    client.done(|id| StoreMessage::Preallocate { id, file, size: 100 }).unwrap();
    assert_eq!(client.size(file).unwrap(), 1 << 20, "never shrinks");
    for durable in [false, true] {
        client.done(|id| StoreMessage::Sync { id, file, durable }).unwrap();
    }
}

/// The daemon applies a write before it reads the next request.
#[test]
fn requests_may_be_sent_without_waiting() {
    let (folder, _daemon, mut client) = start();
    let file = client.open(folder.path().join("a"), ALL).unwrap();
    let mut expected = Vec::new();
    for index in 0..1000_u64 {
        let id = client.begin_write(file, extent(index * 64, 64));
        client.send_chunk(id, &pattern(64, index));
        expected.push(id);
    }
    let sync = client.id();
    client.send(&StoreMessage::Sync { id: sync, file, durable: true });
    let size = client.id();
    client.send(&StoreMessage::Size { id: size, file });
    let (mut written, mut others) = (Vec::new(), Vec::new());
    while written.len() < 1000 || others.len() < 2 {
        match client.receive().0 {
            StoreMessage::Written { id } => written.push(id),
            StoreMessage::Credit { .. } => {}
            other => others.push(other),
        }
    }
    assert_eq!(written, expected);
    assert!(others.contains(&StoreMessage::Done { id: sync }), "{others:?}");
    assert!(others.contains(&StoreMessage::SizeIs { id: size, size: 64_000 }), "{others:?}");
    let bytes: Vec<u8> = (0..1000).flat_map(|index| pattern(64, index)).collect();
    assert!(fs::read(folder.path().join("a")).unwrap() == bytes);
}

#[test]
fn locks_wait_for_other_clients_and_go_with_their_connection() {
    let (folder, daemon, mut first) = start();
    let path = folder.path().join("a");
    let mut second = daemon.connect();
    let (file, other) = (first.open(&path, ALL).unwrap(), second.open(&path, ALL).unwrap());
    let range = Range { offset: 10, len: 20 };
    let lock = |id, file| StoreMessage::Lock { id, file, range, exclusive: true };
    first.done(|id| lock(id, file)).unwrap();
    let beside = Range { offset: 30, len: 5 };
    second.done(|id| StoreMessage::Lock { id, file: other, range: beside, exclusive: true }).unwrap();
    let id = second.id();
    second.send(&lock(id, other));
    // Others are served while it waits.
    assert_eq!(second.size(other).unwrap(), 0);
    first.done(|id| StoreMessage::Unlock { id, file, range }).unwrap();
    assert_eq!(second.answer(id).unwrap().0, StoreMessage::Done { id });
    let id = first.id();
    first.send(&lock(id, file));
    drop(second);
    assert_eq!(first.answer(id).unwrap().0, StoreMessage::Done { id });
}

#[test]
fn what_is_cancelled_is_answered_and_others_go_on() {
    let (folder, _daemon, mut client) = start();
    let path = folder.path().join("a");
    fs::write(&path, vec![7; 64 << 20]).unwrap();
    let file = client.open(&path, READ | WRITE).unwrap();

    let id = client.begin_write(file, extent(0, 2 << 20));
    client.send_chunk(id, &[9; 1 << 20]);
    client.send(&StoreMessage::Cancel { id });
    let error = client.answer(id).unwrap_err();
    assert!(error.text.contains("cancelled"), "{}", error.text);
    assert_eq!(
        client.read(file, extent((1 << 20) - 1, 2)).unwrap(),
        [9, 7],
        "bytes that had arrived are written"
    );

    let (id, last) = (client.id(), client.id());
    client.send(&StoreMessage::Read { id, file, place: extent(0, 64 << 20) });
    client.send(&StoreMessage::Cancel { id });
    client.send(&StoreMessage::Read { id: last, file, place: extent(63 << 20, 1) });
    let mut ended = false;
    loop {
        match client.receive() {
            (StoreMessage::Chunk { id: of, .. }, _) if of == id => assert!(!ended),
            (StoreMessage::Failed { id: of, .. } | StoreMessage::ReadEnd { id: of, .. }, _) if of == id => {
                ended = true
            }
            (StoreMessage::Chunk { id: of, .. }, bytes) if of == last => assert_eq!(bytes, [7]),
            (StoreMessage::ReadEnd { id: of, .. }, _) if of == last => break,
            (StoreMessage::Credit { .. }, _) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(ended);
    client.send(&StoreMessage::Cancel { id: 123_456 });
    assert_eq!(client.size(file).unwrap(), 64 << 20, "cancelling nothing does no harm");
}

#[test]
fn reads_keep_to_the_credit_that_they_are_given() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let bytes = pattern(3_000_000, 5);
    fs::write(&path, &bytes).unwrap();
    let daemon = Daemon::exporting(&[folder.path()], false);
    let channel = raw_client::authenticated(daemon.address, seaway_messages::Service::Store).unwrap();
    let mut client = Client::without_credit(channel);
    assert!(matches!(client.receive().0, StoreMessage::Began { .. }));
    let file = client.open(&path, READ).unwrap();
    let id = client.id();
    client.send(&StoreMessage::Read { id, file, place: extent(0, bytes.len()) });
    let (mut got, mut given) = (Vec::new(), 0);
    for credit in [1, 999, 500_000, 10_000_000] {
        // Answered while the read waits for credit: no more data has arrived by then.
        let size = client.id();
        client.send(&StoreMessage::Size { id: size, file });
        loop {
            match client.receive() {
                (StoreMessage::Chunk { .. }, bytes) => got.extend(bytes),
                (StoreMessage::SizeIs { .. }, _) => break,
                (StoreMessage::Credit { .. }, _) => {}
                other => panic!("{other:?}"),
            }
        }
        assert!(got.len() as u64 <= given, "{} bytes with a credit of {given}", got.len());
        given += credit;
        client.send(&StoreMessage::Credit { bytes: credit });
    }
    while got.len() < bytes.len() {
        let (message, more) = client.receive();
        assert!(matches!(message, StoreMessage::Chunk { .. }), "{message:?}");
        got.extend(more);
    }
    assert!(got == bytes);
    assert_eq!(client.receive().0, StoreMessage::ReadEnd { id, bytes: 3_000_000 });
}

#[test]
fn write_that_fails_says_so_and_the_rest_is_dropped() {
    let (folder, _daemon, mut client) = start();
    let path = folder.path().join("a");
    fs::write(&path, b"old").unwrap();
    let file = client.open(&path, READ).unwrap();
    let id = client.begin_write(file, extent(0, 3 << 20));
    (0..3).for_each(|_| client.send_chunk(id, &[1; 1 << 20]));
    assert_eq!(client.answer(id).unwrap_err().kind, ErrorKind::ReadOnly);
    assert_eq!(client.read(file, extent(0, 10)).unwrap(), b"old", "the connection continues");
    let id = client.begin_write(99, extent(0, 10));
    client.send_chunk(id, &[1; 10]);
    assert_eq!(client.answer(id).unwrap_err().kind, ErrorKind::BadFile);
    let id = client.begin_write(99, extent(0, 10));
    client.send(&StoreMessage::Cancel { id });
    assert_eq!(client.answer(id).unwrap_err().kind, ErrorKind::BadFile);
    assert_eq!(client.size(file).unwrap(), 3);
}

#[test]
fn client_that_violates_the_protocol_is_disconnected() {
    let (folder, daemon, mut good) = start();
    let path = folder.path().join("a");
    let kept = good.open(&path, ALL).unwrap();
    let check = |what: &str, misbehave: fn(&mut Client, u32)| {
        let mut client = daemon.connect();
        let file = client.open(&path, ALL).unwrap();
        misbehave(&mut client, file);
        assert!(client.is_sent_away(), "{what}");
    };
    check("bytes of no write", |client, _| client.send_chunk_unasked(77, &[0; 10]));
    check("more bytes than announced", |client, file| {
        let id = client.begin_write(file, extent(0, 10));
        client.send_chunk_unasked(id, &[0; 11]);
    });
    check("two writes at a time", |client, file| {
        client.begin_write(file, extent(0, 10));
        client.begin_write(file, extent(0, 10));
    });
    check("an answer", |client, _| client.send(&StoreMessage::Done { id: 1 }));
    check("too many shapes", |client, _| {
        let tree = Datatype::named(Named::Byte).encode();
        (0..65).for_each(|shape| {
            client.send(&StoreMessage::Shape { shape, displacement: 0, tree: tree.clone() })
        });
    });
    good.write(kept, extent(0, 3), b"abc").unwrap();
}

#[test]
fn status_tells_who_does_what() {
    let (folder, daemon, mut client) = start();
    // Served by then: the first in the list.
    let file = client.open(folder.path().join("a"), ALL).unwrap();
    let mut other = daemon.connect();
    other.open(folder.path().join("a"), READ).unwrap();
    client.write(file, extent(0, 1000), &[1; 1000]).unwrap();
    client.read(file, extent(0, 500)).unwrap();
    let StatusMessage::Report { connection_count, connections, file_count, files, total, pid, .. } =
        daemon.status()
    else {
        panic!("no report")
    };
    assert_eq!((connection_count, connections.len(), file_count, pid), (2, 2, 1, std::process::id()));
    assert_eq!((connections[0].traffic.written, connections[0].traffic.read), (1000, 500));
    assert_eq!((connections[1].open_files, connections[1].traffic.written), (1, 0));
    assert_eq!(
        (files[0].path.as_str(), files[0].opened, files[0].writable),
        (folder.path().join("a").to_str().unwrap(), 2, true)
    );
    assert_eq!((total.written, total.read), (1000, 500));
}

#[test]
fn what_was_acknowledged_is_there_when_the_daemon_ends() {
    let (folder, daemon, mut client) = start();
    let path = folder.path().join("a");
    let file = client.open(&path, ALL).unwrap();
    client.write(file, extent(0, 1 << 20), &pattern(1 << 20, 3)).unwrap();
    // In the middle of another write.
    let id = client.begin_write(file, extent(1 << 20, 2 << 20));
    client.send_chunk(id, &[9; 1 << 20]);
    daemon.close();
    let mut farewell = false;
    while let Ok(Some((kind, body))) = seaway_channel::read_frame(&mut &client.channel) {
        farewell |= StoreMessage::decode(kind, &body) == Ok(StoreMessage::Bye);
    }
    assert!(farewell, "it says that it leaves");
    let file = fs::File::open(&path).unwrap();
    let mut stored = vec![0; 1 << 20];
    file.read_exact_at(&mut stored, 0).unwrap();
    assert!(stored == pattern(1 << 20, 3));
}

#[test]
fn client_that_says_farewell_gets_all_answers() {
    let (folder, _daemon, mut client) = start();
    let file = client.open(folder.path().join("a"), ALL).unwrap();
    let id = client.begin_write(file, extent(0, 3));
    client.send_chunk(id, b"abc");
    client.send(&StoreMessage::Bye);
    assert_eq!(client.answer(id).unwrap().0, StoreMessage::Written { id });
    assert_eq!(client.receive().0, StoreMessage::Bye);
    assert!(client.is_sent_away());
}
