// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ranks of streams with a malicious peer: their calls end, with or without an error, and nothing panics.
//! Data from such a peer is still data: with the secret it may write a stream.

use std::io;
use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use seaway::{AccessMode, File, Group, Hints, Result};
use seaway_channel::{Channel, Secret, read_frame};
use seaway_messages::{MxnMessage, Service, Side};

use super::panics;
use crate::draw::Draw;
use crate::hostile::{Ending, Lies, lie_to_trunk, lie_to_writer, socket_of};
use crate::hostile::{contact, say, send_lies};

/// Far longer than anything takes: a call that takes this long hangs.
const LONG: Duration = Duration::from_secs(60);
const MOST_FRAMES: u64 = 60;
const STEPS: usize = 4;

/// A writer with a reader derived from `bytes`.
pub fn check_stream_writer(bytes: &[u8]) {
    check_writer(bytes, lie_to_writer);
}

/// A writer with a trunk derived from `bytes`.
pub fn check_trunk_machine(bytes: &[u8]) {
    check_writer(bytes, lie_to_trunk);
}

/// A reader with a writer derived from `bytes`.
pub fn check_stream_reader(bytes: &[u8]) {
    panics::none_in(|| {
        let name = fresh_name();
        let listener = UnixListener::bind_addr(&socket_of(&name).unwrap()).unwrap();
        let reading = started(name.clone(), read);
        // An error means that the reader has detected it, which is fine.
        let lied = pretend_to_write(&listener, &name, &mut Draw::new(bytes));
        assert!(!matches!(lied, Ok(Ending::Hangs)), "the reader does not end a connection that has ended");
        drop(listener);
        // A reader that rejected it keeps looking for its writer. Here one starts, and again if it was too
        // early.
        let deadline = Instant::now() + LONG;
        while reading.recv_timeout(Duration::from_millis(20)).is_err() {
            assert!(Instant::now() < deadline, "a reader hangs, or has panicked");
            assert_ended(&started(name.clone(), write_to_reader), "a writer");
        }
    });
}

fn check_writer(bytes: &[u8], lie: fn(&str, &Secret, &mut Draw<'_>, u64) -> io::Result<Ending>) {
    panics::none_in(|| {
        let (name, secret) = (fresh_name(), Secret::load().unwrap());
        let released = Arc::new(AtomicBool::new(false));
        let until = Arc::clone(&released);
        let writing = started(name.clone(), move |name| write_until(name, &until));
        let deadline = Instant::now() + LONG;
        let lied = loop {
            match lie(&name, &secret, &mut Draw::new(bytes), MOST_FRAMES) {
                // The writer is not listening yet.
                Err(_) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                other => break other,
            }
        };
        released.store(true, Ordering::Relaxed);
        assert_ne!(lied.unwrap(), Ending::Hangs, "the writer does not end a connection that has ended");
        assert_ended(&writing, "a writer");
    });
}

fn started(name: String, program: impl FnOnce(&str) -> Result<()> + Send + 'static) -> Receiver<Result<()>> {
    let (sender, receiver) = channel();
    thread::spawn(move || sender.send(program(&format!("mxn:{name}"))));
    receiver
}

fn assert_ended(program: &Receiver<Result<()>>, who: &str) {
    // Whether it succeeds depends on its input.
    assert!(program.recv_timeout(LONG).is_ok(), "{who} hangs, or has panicked");
}

fn fresh_name() -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    format!("machine-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed))
}

fn hints() -> Hints {
    // Without a reader the writer continues, so that it ends whatever the peer does.
    Hints::new()
        .with("seaway_timeout", "0.2")
        .with("seaway_mxn_late", "drop")
        .with("seaway_mxn_window", "8192")
}

/// Waits for a reader, so that a slow one does not miss it, but not for long: it may have ended already.
fn write_to_reader(name: &str) -> Result<()> {
    write_and(name, &hints().with("seaway_mxn_late", "wait").with("seaway_mxn_wait", "1"), || ())
}

/// Continues until the peer has sent everything: otherwise it would often come too late.
fn write_until(name: &str, released: &AtomicBool) -> Result<()> {
    write_and(name, &hints(), || {
        let deadline = Instant::now() + LONG;
        while !released.load(Ordering::Relaxed) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
    })
}

fn write_and(name: &str, hints: &Hints, before_closing: impl Fn() + Sync) -> Result<()> {
    let ended = Group::run(1, |rank| -> Result<()> {
        let file = File::open(&rank, name, AccessMode::CREATE | AccessMode::WRITE_ONLY, hints)?;
        for step in 0..STEPS {
            file.write_ordered(&[u8::try_from(step).unwrap_or(0); 4096])?;
        }
        before_closing();
        file.close()
    });
    ended.unwrap().remove(0)
}

fn read(name: &str) -> Result<()> {
    let ended = Group::run(1, |rank| -> Result<()> {
        let file = File::open(&rank, name, AccessMode::READ_ONLY, &hints())?;
        let mut step = [0_u8; 4096];
        for _ in 0..STEPS {
            file.read_ordered(&mut step)?;
        }
        file.close()
    });
    ended.unwrap().remove(0)
}

/// As far as a writer would go, or less.
fn pretend_to_write(listener: &UnixListener, name: &str, draw: &mut Draw<'_>) -> io::Result<Ending> {
    let channel = Channel::unix(listener.accept()?.0)?;
    channel.set_deadline(Some(Instant::now() + LONG));
    let secret = Secret::load().map_err(io::Error::other)?;
    channel.accept(&[Service::Mxn, Service::Trunk], &secret).map_err(io::Error::other)?;
    let depth = draw.below(4);
    let socket = socket_of(name)?;
    let socket = std::os::linux::net::SocketAddrExt::as_abstract_name(&socket).unwrap_or_default();
    let me = contact(Side::Writer, &String::from_utf8_lossy(socket))?;
    if depth > 0 {
        read_frame(&mut &channel)?;
        say(&channel, &MxnMessage::Introduce { contact: me.clone(), probe: None, window: None })?;
        read_frame(&mut &channel)?;
    }
    if depth > 1 {
        read_frame(&mut &channel)?;
        say(&channel, &MxnMessage::Attached { reader: 1, contacts: vec![me] })?;
    }
    // Today a reader allocates as many bytes as `Data` announces, which ends its process.
    Ok(send_lies(&channel, &Lies::of(Service::Mxn), draw, MOST_FRAMES))
}
