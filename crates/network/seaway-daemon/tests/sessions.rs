// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sessions outlive connections: a newer connection fences the older ones, resent requests are applied once,
//! and locks stay for a while. As in `store.rs`, the client is raw: it may do what no client of ours does.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

mod raw_client;

use std::fs;
use std::io::{IoSlice, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use raw_client::{CREATE, Client, Daemon, EXCLUSIVE, READ, WRITE, extent};
use seaway_device_api::ErrorKind;
use seaway_messages::{Range, StoreMessage};

const ALL: u8 = READ | WRITE | CREATE;
const SESSION: [u8; 16] = *b"a session's name";
const LEN: usize = 300_000;

/// A proxy between a client and the daemon. What the client sends is held back on demand, and delivered
/// later, whatever happened to the client: as a network does after an outage.
struct Proxy {
    address: SocketAddr,
    hold: Sender<()>,
    release: Sender<()>,
}

impl Proxy {
    fn before(daemon: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (hold, held) = channel::<()>();
        let (release, released) = channel::<()>();
        thread::spawn(move || {
            let (mut client, _) = listener.accept().unwrap();
            let mut server = TcpStream::connect(daemon).unwrap();
            let (mut answers, mut back) = (server.try_clone().unwrap(), client.try_clone().unwrap());
            thread::spawn(move || std::io::copy(&mut answers, &mut back));
            let mut queued = Vec::new();
            let mut buffer = vec![0; 1 << 20];
            client.set_read_timeout(Some(Duration::from_millis(5))).unwrap();
            let mut holds = false;
            loop {
                holds |= held.try_recv().is_ok();
                if released.try_recv().is_ok() {
                    break;
                }
                match client.read(&mut buffer) {
                    Ok(0) => {}
                    Ok(bytes) if holds => queued.extend_from_slice(&buffer[..bytes]),
                    Ok(bytes) => server.write_all(&buffer[..bytes]).unwrap(),
                    Err(_) => {}
                }
            }
            // The daemon may have ended the connection: then the bytes are lost.
            let _ = server.write_all(&queued).and_then(|()| server.shutdown(Shutdown::Write));
            let _ = server.read_to_end(&mut Vec::new());
        });
        Self { address, hold, release }
    }
}

fn all(daemon: &Daemon, session: [u8; 16], epoch: u64, path: &std::path::Path) -> (Client, u32) {
    let (mut client, _, _) = Client::resume(daemon.address, session, epoch);
    let file = client.open(path, ALL).unwrap();
    (client, file)
}

#[test]
fn bytes_that_a_lost_connection_delivers_late_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::exporting(&[folder.path()], false);
    let path = folder.path().join("file");
    let proxy = Proxy::before(daemon.address);
    let (mut old, _, first_made) = Client::resume(proxy.address, SESSION, 1);
    let file = old.open(&path, ALL).unwrap();
    old.write(file, extent(0, LEN), &[0; LEN]).unwrap();
    proxy.hold.send(()).unwrap();
    thread::sleep(Duration::from_millis(20));
    // Version 1, and a size: both stay in flight.
    let first = old.begin_write(file, extent(0, LEN));
    old.send_chunk_unasked(first, &[1; LEN]);
    let size = old.id();
    old.send(&StoreMessage::SetSize { id: size, file, size: 7 });

    let (mut new, _, made) = Client::resume(daemon.address, SESSION, 2);
    assert_eq!(made, first_made, "its files are open");
    new.write_again(first, file, extent(0, LEN), &[1; LEN]);
    new.write_again(size + 1, file, extent(0, LEN), &[2; LEN]);
    new.skip_to(size + 2);
    new.done(|id| StoreMessage::Sync { id, file, durable: true }).unwrap();
    drop(old);
    proxy.release.send(()).unwrap();
    // The daemon has dropped the old connection: what it still sends is ignored.
    thread::sleep(Duration::from_millis(100));
    assert_eq!(new.size(file).unwrap(), LEN as u64);
    assert!(fs::read(&path).unwrap() == [2; LEN], "version 2 was synced");
}

#[test]
fn older_connection_that_is_in_the_middle_of_a_write_is_cut_there() {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::exporting(&[folder.path()], false);
    let path = folder.path().join("file");
    let (mut old, file) = all(&daemon, SESSION, 1, &path);
    let write = old.begin_write(file, extent(0, LEN));
    old.send_chunk(write, &[1; LEN / 2]);
    let (mut new, _, _) = Client::resume(daemon.address, SESSION, 2);
    new.write_again(write, file, extent(0, LEN), &[1; LEN]);
    new.write_again(write + 1, file, extent(0, LEN), &[2; LEN]);
    // As far as the kernel still takes them.
    let mut frames = Vec::new();
    StoreMessage::Chunk { id: write, len: (LEN - LEN / 2) as u64 }.encode(&mut frames).unwrap();
    let _ = old.channel.write_all_vectored(&[IoSlice::new(&frames), IoSlice::new(&[1; LEN - LEN / 2])]);
    assert!(old.is_sent_away());
    assert!(fs::read(&path).unwrap() == [2; LEN]);
}

#[test]
fn connection_with_an_epoch_that_is_over_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::exporting(&[folder.path()], false);
    let (_new, _, _) = Client::resume(daemon.address, SESSION, 5);
    for epoch in [0, 4, 5] {
        let channel = raw_client::authenticated(daemon.address, seaway_messages::Service::Store).unwrap();
        let mut frame = Vec::new();
        StoreMessage::Begin { session: SESSION, epoch, grace: 0 }.encode(&mut frame).unwrap();
        channel.write_all_vectored(&[IoSlice::new(&frame)]).unwrap();
        assert!(matches!(channel.read(&mut [0; 64]), Ok(0) | Err(_)), "epoch {epoch}");
    }
}

#[test]
fn requests_that_are_sent_again_get_their_first_outcome() {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::exporting(&[folder.path()], false);
    let (path, gone) = (folder.path().join("made"), folder.path().join("gone"));
    fs::write(&gone, "x").unwrap();
    let text = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    let open =
        StoreMessage::Open { id: 1, path: text(&path), directory: String::new(), flags: ALL | EXCLUSIVE };
    let delete = StoreMessage::Delete { id: 2, path: text(&gone), directory: String::new() };
    let (mut old, verifier, first_made) = Client::resume(daemon.address, SESSION, 1);
    old.send(&open);
    old.send(&delete);
    let first = [old.answer(1).unwrap().0, old.answer(2).unwrap().0];
    let StoreMessage::Opened { file, .. } = first[0] else { panic!("{first:?}") };
    old.skip_to(3);
    old.write(file, extent(0, 4), b"mine").unwrap();
    // The client has received none of it, and asks again. Meanwhile another program has written.
    fs::write(&path, "theirs").unwrap();
    let (mut new, same, made) = Client::resume(daemon.address, SESSION, 2);
    assert_eq!((same, made), (verifier, first_made));
    new.send(&open);
    new.send(&delete);
    assert_eq!([new.answer(1).unwrap().0, new.answer(2).unwrap().0], first);
    new.write_again(4, file, extent(0, 4), b"mine");
    assert_eq!(fs::read(&path).unwrap(), b"theirs", "it was applied before");
    // Outcomes that were received are discarded; requesting one again violates the protocol.
    new.send(&StoreMessage::Heard { id: 4 });
    new.send(&delete);
    assert!(new.is_sent_away());
}

#[test]
fn locks_are_held_while_the_connection_is_lost_and_end_with_the_grace() {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::exporting(&[folder.path()], false);
    let path = folder.path().join("file");
    let (mut holder, file) = all(&daemon, SESSION, 1, &path);
    let range = Range { offset: 0, len: 100 };
    let lock = |id, file| StoreMessage::Lock { id, file, range, exclusive: true };
    holder.done(|id| lock(id, file)).unwrap();
    drop(holder);
    let mut other = daemon.connect();
    let theirs = other.open(&path, READ | WRITE).unwrap();
    let wanted = other.id();
    other.send(&lock(wanted, theirs));
    let (mut again, _, _) = Client::resume(daemon.address, SESSION, 2);
    again.skip_to(10);
    // Requested again, the lock is still held; and the unlock releases it for good.
    again.done(|id| lock(id, file)).unwrap();
    again.write(file, extent(0, 3), b"abc").unwrap();
    again.done(|id| StoreMessage::Unlock { id, file, range }).unwrap();
    assert_eq!(other.answer(wanted).unwrap().0, StoreMessage::Done { id: wanted });
    assert_eq!(other.read(theirs, extent(0, 3)).unwrap(), b"abc");
    drop(other);
    // Without a grace period a lost connection releases its locks.
    let mut third = daemon.connect();
    let file = third.open(&path, READ | WRITE).unwrap();
    let since = Instant::now();
    third.done(|id| lock(id, file)).unwrap();
    assert!(since.elapsed() < Duration::from_secs(30));
}

/// A client that waits for a lock asks again on the next connection, which is served when the wait on the
/// older one has ended.
#[test]
fn wait_for_a_lock_ends_with_its_connection_and_restarts_on_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::exporting(&[folder.path()], false);
    let path = folder.path().join("file");
    let range = Range { offset: 0, len: 100 };
    let lock = |id, file| StoreMessage::Lock { id, file, range, exclusive: true };
    let mut holder = daemon.connect();
    let theirs = holder.open(&path, ALL).unwrap();
    holder.done(|id| lock(id, theirs)).unwrap();
    let (mut waiting, file) = all(&daemon, SESSION, 1, &path);
    let wanted = waiting.id();
    waiting.send(&lock(wanted, file));
    // Answered after it: the daemon waits for the lock by now.
    waiting.size(file).unwrap();
    let (mut again, _, _) = Client::resume(daemon.address, SESSION, 2);
    again.skip_to(wanted + 1);
    again.send(&lock(wanted, file));
    again.size(file).unwrap();
    holder.done(|id| StoreMessage::Unlock { id, file: theirs, range }).unwrap();
    assert_eq!(again.answer(wanted).unwrap().0, StoreMessage::Done { id: wanted });
    assert!(waiting.is_sent_away());
}

#[test]
fn closed_session_is_forgotten_and_each_daemon_has_its_own_verifier() {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::exporting(&[folder.path()], false);
    let (client, verifier, made) = Client::resume(daemon.address, SESSION, 1);
    client.send(&StoreMessage::Bye);
    assert!(client.is_sent_away());
    let (mut client, same, made_again) = Client::resume(daemon.address, SESSION, 2);
    assert!(made_again != made && same == verifier);
    assert_eq!(client.size(1).unwrap_err().kind, ErrorKind::BadFile);
    let other = Daemon::exporting(&[folder.path()], false);
    assert_ne!(Client::resume(other.address, SESSION, 3).1, verifier);
}
