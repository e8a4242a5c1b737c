// SPDX-License-Identifier: MIT OR Apache-2.0
//! Drives a [`Feed`] over a connection: sends what the successor lacks, as it becomes available here.

use std::io::{self, IoSlice};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use seaway_channel::{Channel, read_frame};
use seaway_messages::RingMessage;
use seaway_roles::ring::{Feed, Holdings, Step};

use crate::{Sum, lock};

/// A successor that takes nothing for so long is lost.
const SEND_WITHIN: Duration = Duration::from_secs(8);
/// How often a waiting feeder looks whether it should stop.
const LOOK: Duration = Duration::from_millis(500);

/// The bytes of a chunk.
#[derive(Debug)]
pub struct ChunkData {
    pub bytes: Vec<u8>,
    pub sum: Sum,
    /// All of them are zero: they are not sent.
    pub zero: bool,
}

/// What there is to send.
pub trait Stock: Send + Sync {
    fn held(&self) -> &Mutex<Holdings>;
    /// Notified when `held` has changed.
    fn changed(&self) -> &Condvar;
    /// How many chunks an object of this version has.
    fn chunks(&self, object: u64, version: u32) -> u64;
    fn offer(&self, object: u64, version: u32) -> Option<RingMessage>;
    /// `None`: this version is outdated.
    fn chunk(&self, object: u64, version: u32, index: u64) -> io::Result<Option<ChunkData>>;
    /// All checksums of a version, as far as they can be had.
    fn sums(&self, object: u64, version: u32) -> io::Result<Option<Vec<Sum>>>;
}

/// Feeds a successor until it closes the connection or `stop` is set. An error: the link is broken.
pub fn feed(channel: &Channel, stock: &dyn Stock, stop: &AtomicBool) -> io::Result<()> {
    let feed = Mutex::new(Feed::default());
    let ended = AtomicBool::new(false);
    thread::scope(|scope| {
        let listener = thread::Builder::new().name("seaway-answers".into()).spawn_scoped(scope, || {
            let heard = listen(channel, stock, &feed);
            ended.store(true, Ordering::Release);
            wake(stock);
            heard
        })?;
        let sent =
            send_all(channel, stock, &feed, || stop.load(Ordering::Acquire) || ended.load(Ordering::Acquire));
        channel.shut_down();
        let heard = listener.join().unwrap_or_else(|_| Err(io::Error::other("the thread has panicked")));
        sent.and(if stop.load(Ordering::Acquire) { Ok(()) } else { heard })
    })
}

fn wake(stock: &dyn Stock) {
    // With the lock, so that a feeder that is about to wait notices.
    drop(lock(stock.held()));
    stock.changed().notify_all();
}

/// Until the successor closes its end.
fn listen(channel: &Channel, stock: &dyn Stock, feed: &Mutex<Feed>) -> io::Result<()> {
    loop {
        let frame = match read_frame(&mut &*channel) {
            // The deadline is that of the sender; nothing was read.
            Err(error) if error.kind() == io::ErrorKind::TimedOut => continue,
            other => other?,
        };
        let Some((kind, body)) = frame else { return Ok(()) };
        match RingMessage::decode(kind, &body)? {
            RingMessage::Wanted { object, version, want } => {
                let chunks = stock.chunks(object, version);
                lock(feed).wanted(object, version, chunks, &want);
                wake(stock);
            }
            RingMessage::Refused { text, .. } => return Err(io::Error::other(text)),
            _ => return Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

fn send_all(
    channel: &Channel,
    stock: &dyn Stock,
    feed: &Mutex<Feed>,
    is_over: impl Fn() -> bool,
) -> io::Result<()> {
    let mut frame = Vec::new();
    while !is_over() {
        let Some(step) = next_step(stock, feed, &is_over) else { continue };
        frame.clear();
        let mut payload = Vec::new();
        match step {
            Step::Offer { object, version } => match stock.offer(object, version) {
                Some(offer) => offer.encode(&mut frame)?,
                None => continue,
            },
            Step::Chunk { object, version, index } => {
                let Some(ChunkData { bytes, sum, zero }) = stock.chunk(object, version, index)? else {
                    continue;
                };
                let len = u32::try_from(bytes.len()).map_err(io::Error::other)?;
                RingMessage::Chunk { object, version, index, len, zero, sum }.encode(&mut frame)?;
                payload = if zero { Vec::new() } else { bytes };
            }
            Step::Sums { object, version } => match stock.sums(object, version)? {
                Some(sums) => RingMessage::Sums { object, version, sums }.encode(&mut frame)?,
                None => continue,
            },
            Step::Commit { object, version } => RingMessage::Commit { object, version }.encode(&mut frame)?,
            Step::Last { objects } => RingMessage::Last { objects }.encode(&mut frame)?,
        }
        channel.set_deadline(Some(Instant::now() + SEND_WITHIN));
        channel.write_all_vectored(&[IoSlice::new(&frame), IoSlice::new(&payload)])?;
    }
    Ok(())
}

/// Waits for one, but not for long.
fn next_step(stock: &dyn Stock, feed: &Mutex<Feed>, is_over: impl Fn() -> bool) -> Option<Step> {
    let held = lock(stock.held());
    if let Some(step) = lock(feed).step(&held) {
        return Some(step);
    }
    if !is_over() {
        let waited = stock.changed().wait_timeout(held, LOOK);
        drop(waited.unwrap_or_else(std::sync::PoisonError::into_inner));
    }
    None
}
