// SPDX-License-Identifier: MIT OR Apache-2.0
//! Copies within this machine: the same source and the same run as between machines, without a link.

use std::io;
use std::path::Path;
use std::sync::Mutex;

use seaway_messages::{RingMessage, RunTerms};
use seaway_roles::ring::{Feed, Step};

use crate::failure::CopyError;
use crate::feeding::{ChunkData, Stock};
use crate::head::Monitor;
use crate::landing::open_here;
use crate::listing::Listing;
use crate::lock;
use crate::run::{Finished, Run, RunEvent};
use crate::source::Source;

/// What has failed is told to the monitor.
pub fn copy_locally(
    listing: Listing,
    terms: RunTerms,
    target: &Path,
    monitor: &dyn Monitor,
) -> io::Result<Finished> {
    let id = seaway_channel::random_bytes().map_err(io::Error::other)?;
    let (run, events) = Run::begin(id, RunTerms { nodes: 1, ..terms }, target, &open_here)?;
    let source = Source::new(listing, 1);
    let feed = Mutex::new(Feed::default());
    while !lock(&feed).is_over() {
        let step = lock(&feed).step(&lock(source.held()));
        let Some(step) = step else { continue };
        carry(&source, &run, &feed, step)?;
        monitor.progress(run.progress().0);
    }
    let failures = source.take_failures();
    failures.iter().for_each(|error| monitor.failed("", error));
    // Nobody else listens, so that the end is not missed.
    for event in events {
        if let RunEvent::Finished(finished) = event {
            run.end();
            return Ok(Finished { failed: finished.failed + failures.len() as u64, ..finished });
        }
        tell(event, monitor);
    }
    Err(io::Error::other("the publishing thread has ended"))
}

fn tell(event: RunEvent, monitor: &dyn Monitor) {
    match event {
        RunEvent::Failed(error) => monitor.failed("", &error),
        RunEvent::Removed(name) => monitor.removed("", &name),
        RunEvent::CannotForward | RunEvent::Finished(_) => {}
    }
}

fn carry(source: &Source, run: &Run, feed: &Mutex<Feed>, step: Step) -> io::Result<()> {
    match step {
        Step::Offer { object, version } => {
            if let Some(RingMessage::Offer { chunk_bytes, entries, .. }) = source.offer(object, version) {
                let want = run.offered(object, version, chunk_bytes, entries);
                lock(feed).wanted(object, version, source.chunks(object, version), &want);
            }
        }
        Step::Sums { object, version } => {
            if let Some(sums) = source.sums(object, version)? {
                let want = run.compared(object, version, &sums);
                lock(feed).wanted(object, version, source.chunks(object, version), &want);
            }
        }
        Step::Chunk { object, version, index } => {
            if let Some(ChunkData { bytes, sum, zero }) = source.chunk(object, version, index)? {
                run.chunk(object, version, index, sum, &bytes, zero)?;
            }
        }
        Step::Commit { object, version } => run.commit(object, version),
        Step::Last { objects } => run.last(objects),
    }
    Ok(())
}

/// For the other end of a fetch.
pub(crate) fn report(error: &CopyError) -> RingMessage {
    let mut name = error.name.clone();
    name.truncate(seaway_messages::MAX_PATH);
    RingMessage::Failed { name, kind: error.kind.code(), text: error.text.clone() }
}
