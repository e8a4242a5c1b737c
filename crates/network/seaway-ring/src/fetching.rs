// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files of a node, for a program: the node is the head of a ring whose only node is the program. One
//! connection serves as the link.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use seaway_channel::{Channel, read_frame};
use seaway_device_api::ErrorKind;
use seaway_messages::{RingMessage, RunTerms};

use crate::failure::CopyError;
use crate::feeding::feed;
use crate::head::Monitor;
use crate::landing::open_here;
use crate::listing::Listing;
use crate::local::report;
use crate::receiving::{send, take};
use crate::run::{Finished, Run, RunEvent};
use crate::source::Source;

/// The node may take this long to list its files, and be silent no longer than that.
const SILENCE: Duration = Duration::from_secs(600);
const LOOK: Duration = Duration::from_millis(100);

/// What to fetch.
#[derive(Debug)]
pub struct Fetch {
    pub paths: Vec<Vec<u8>>,
    pub terms: RunTerms,
}

/// At the node: sends what is listed over this connection.
pub fn serve_fetch(channel: &Arc<Channel>, listing: Listing) -> io::Result<()> {
    let (files, bytes) = (listing.files(), listing.bytes());
    let source = Source::new(listing, 1);
    for error in source.take_failures() {
        send(channel, &report(&error))?;
    }
    send(channel, &RingMessage::Listed { files, bytes })?;
    // A file that fails later is withdrawn, which the other end sees.
    feed(channel, &source, &AtomicBool::new(false))
}

/// Fetches files to a local target.
pub fn fetch(channel: &Channel, fetch: Fetch, target: &Path, monitor: &dyn Monitor) -> io::Result<Finished> {
    let id = seaway_channel::random_bytes().map_err(io::Error::other)?;
    let terms = RunTerms { nodes: 1, ..fetch.terms.clone() };
    let (run, events) = Run::begin(id, terms, target, &open_here)?;
    channel.set_deadline(Some(Instant::now() + SILENCE));
    send(channel, &RingMessage::Fetch { paths: fetch.paths, terms: fetch.terms })?;
    let has_ended = &AtomicBool::new(false);
    thread::scope(|scope| {
        let waiter = scope.spawn(move || wait(channel, &events, has_ended, monitor));
        let (received, refused) = receive_all(channel, &run, monitor);
        has_ended.store(true, Ordering::Release);
        run.end();
        let finished = waiter.join().ok().flatten();
        match finished {
            Some(finished) => Ok(Finished { failed: finished.failed + refused, ..finished }),
            None => Err(received.err().unwrap_or_else(|| io::ErrorKind::UnexpectedEof.into())),
        }
    })
}

/// Ends the connection when everything has arrived.
fn wait(
    channel: &Channel,
    events: &Receiver<RunEvent>,
    has_ended: &AtomicBool,
    monitor: &dyn Monitor,
) -> Option<Finished> {
    loop {
        let event = match events.recv_timeout(LOOK) {
            Ok(event) => event,
            Err(_) if has_ended.load(Ordering::Acquire) => return None,
            Err(_) => continue,
        };
        match event {
            RunEvent::Failed(error) => monitor.failed("", &error),
            RunEvent::Removed(name) => monitor.removed("", &name),
            RunEvent::CannotForward => {}
            RunEvent::Finished(finished) => {
                channel.shut_down();
                return Some(finished);
            }
        }
    }
}

/// Also returns how many files the node could not read.
fn receive_all(channel: &Channel, run: &Run, monitor: &dyn Monitor) -> (io::Result<()>, u64) {
    let (mut refused, mut bytes) = (0, Vec::new());
    loop {
        channel.set_deadline(Some(Instant::now() + SILENCE));
        let message = match read_frame(&mut &*channel) {
            Ok(Some((kind, body))) => RingMessage::decode(kind, &body),
            Ok(None) => return (Ok(()), refused),
            Err(error) => return (Err(error), refused),
        };
        let taken = match message {
            Ok(RingMessage::Listed { bytes, .. }) => {
                monitor.total(bytes);
                Ok(())
            }
            Ok(RingMessage::Failed { name, kind, text }) => {
                refused += 1;
                let kind = ErrorKind::from_code(kind).unwrap_or(ErrorKind::Io);
                monitor.failed("", &CopyError { name, kind, text });
                Ok(())
            }
            Ok(RingMessage::Refused { text, .. }) => Err(io::Error::other(text)),
            Ok(message) => take(channel, run, message, &mut bytes),
            Err(error) => Err(error.into()),
        };
        if let Err(error) = taken {
            return (Err(error), refused);
        }
        monitor.progress(run.progress().0);
    }
}
