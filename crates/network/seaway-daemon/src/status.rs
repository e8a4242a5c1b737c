// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Status`]: tells what the daemon does, to those who prove the secret and ask.

use std::io::{self, IoSlice};
use std::sync::Arc;
use std::time::{Duration, Instant};

use seaway_proto::{MAX_STRING, Service as Kind, StatusMessage};
use seaway_wire::{Channel, read_frame};

use crate::activity::Activity;
use crate::door::Service;

/// Of each list at most.
const MAX_LISTED: usize = 4096;
/// Who asks, and who is answered, has this long.
const WITHIN: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub struct Status {
    activity: Arc<Activity>,
}

impl Status {
    pub fn new(activity: Arc<Activity>) -> Self {
        Self { activity }
    }

    fn answer(&self, channel: &Channel) -> io::Result<()> {
        channel.set_deadline(Some(Instant::now() + WITHIN));
        let Some((kind, body)) = read_frame(&mut &*channel)? else { return Ok(()) };
        if StatusMessage::decode(kind, &body)? != StatusMessage::Ask {
            return Ok(());
        }
        let mut frame = Vec::new();
        self.report().encode(&mut frame)?;
        channel.write_all_vectored(&[IoSlice::new(&frame)])
    }

    fn report(&self) -> StatusMessage {
        let (mut connections, mut files) = (self.activity.connections(), self.activity.files());
        let count = |items: usize| u32::try_from(items).unwrap_or(u32::MAX);
        let (connection_count, file_count) = (count(connections.len()), count(files.len()));
        connections.truncate(MAX_LISTED);
        files.truncate(MAX_LISTED);
        // The kernel's own limit; a name that is longer after all cannot be told.
        files.retain(|file| file.path.len() <= MAX_STRING);
        StatusMessage::Report {
            version: env!("CARGO_PKG_VERSION").into(),
            pid: std::process::id(),
            uptime: self.activity.uptime(),
            connection_count,
            connections,
            file_count,
            files,
            total: self.activity.total(),
        }
    }
}

impl Service for Status {
    fn kind(&self) -> Kind {
        Kind::Status
    }

    fn serve(&self, channel: Channel) {
        // Who goes before it is answered misses nothing.
        let _ = self.answer(&channel);
    }
}
