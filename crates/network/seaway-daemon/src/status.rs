// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Status`]: reports the daemon's activity to authenticated clients.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use seaway_channel::Channel;
use seaway_messages::{MAX_STRING, Service as Kind, StatusMessage};

use crate::activity::Activity;
use crate::conversation::{Answer, Answers, Conversation};
use crate::door::{Admitted, Service};
use crate::lot::Manners;
use crate::metrics;

/// Maximum length of each list.
const MAX_LISTED: usize = 4096;
/// A client has this long to send its request.
const WITHIN: Duration = Duration::from_secs(10);

#[allow(missing_debug_implementations, reason = "leads to a door, which has none")]
pub struct Status {
    activity: Arc<Activity>,
}

impl Status {
    pub fn new(activity: Arc<Activity>) -> Self {
        Self { activity }
    }

    fn report(&self) -> StatusMessage {
        let (mut connections, mut files) = (self.activity.connections(), self.activity.files());
        let count = |items: usize| u32::try_from(items).unwrap_or(u32::MAX);
        let (connection_count, file_count) = (count(connections.len()), count(files.len()));
        connections.truncate(MAX_LISTED);
        files.truncate(MAX_LISTED);
        // The kernel's own limit; a longer name cannot be sent.
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

    fn serve(self: Arc<Self>, admitted: Admitted) {
        let Admitted { channel, lot, counted } = admitted;
        let deadline = Some(Instant::now() + WITHIN);
        // A client that cannot be served sees the connection end.
        let _ = lot.enter(vec![Arc::clone(&channel)], Manners::CutOff, |_| {
            Box::new(Conversation::new(channel, Report(self), deadline, counted))
        });
    }

    /// Status requests are served even when others are refused.
    fn refuse(&self, _channel: &Channel, _reason: &str) {}
}

struct Report(Arc<Status>);

impl Answers for Report {
    fn answer(&mut self, kind: u16, body: &[u8]) -> io::Result<Answer> {
        let answer = match StatusMessage::decode(kind, body)? {
            StatusMessage::Ask => self.0.report(),
            StatusMessage::AskMetrics => {
                let text = metrics::text(&self.0.activity);
                StatusMessage::Metrics { lines: text.lines().map(Into::into).collect() }
            }
            _ => return Err(io::ErrorKind::InvalidData.into()),
        };
        let mut frame = Vec::new();
        answer.encode(&mut frame)?;
        Ok(Answer::Last(frame))
    }
}
