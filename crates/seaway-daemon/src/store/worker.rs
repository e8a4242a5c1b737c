// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Worker`]: a thread for what may take long, one thing after the other. It is started when the first comes, and ends
//! with the connection, when it is done.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::Builder;

/// Who asks for more at a time waits.
const MAX_WAITING: usize = 64;
const STACK_BYTES: usize = 128 << 10;

type Job = Box<dyn FnOnce() + Send>;

#[derive(Debug, Default)]
pub(super) struct Worker {
    jobs: Option<SyncSender<Job>>,
}

impl Worker {
    pub(super) fn run(&mut self, job: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let jobs = match &self.jobs {
            Some(jobs) => jobs,
            None => self.jobs.insert(start()?),
        };
        jobs.send(Box::new(job)).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

fn start() -> io::Result<SyncSender<Job>> {
    let (sender, jobs): (_, Receiver<Job>) = sync_channel(MAX_WAITING);
    let work = move || jobs.into_iter().for_each(|job| job());
    Builder::new().name("seaway-slow".into()).stack_size(STACK_BYTES).spawn(work)?;
    Ok(sender)
}
