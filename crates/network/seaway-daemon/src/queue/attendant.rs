// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Attendant`]: renews the leases of workers on this host while their processes run, so that a long task keeps
//! its worker without a thread in the program. A process that is stopped is not renewed; one that has ended is
//! reported at once.

use std::collections::HashMap;
use std::io;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use seaway_channel::{Calls, Secret};
use seaway_messages::{QueueMessage, Service};

use super::process::Process;

/// Maximum number of workers on one host.
const MAX_WORKERS: usize = 4096;
/// How long a renewal may take, as a part of the lease.
const CALL_PART: u32 = 4;
const IDLE: Duration = Duration::from_secs(3600);

#[derive(Debug)]
pub(super) struct Attendant {
    workers: Mutex<Sender<Attended>>,
    bell: Arc<rustix::fd::OwnedFd>,
}

/// A worker on this host.
#[derive(Debug)]
struct Attended {
    owner: String,
    queue: String,
    worker: u64,
    process: Process,
    lease: Duration,
    next: Instant,
}

impl Attendant {
    /// Its thread ends when it is dropped.
    pub(super) fn start(secret: Secret) -> io::Result<Self> {
        let (workers, received) = channel();
        let bell = Arc::new(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?);
        let thread = Rounds { secret, owners: HashMap::new(), workers: Vec::new(), bell: Arc::clone(&bell) };
        Builder::new().name("seaway-attend".into()).spawn(move || thread.run(&received))?;
        Ok(Self { workers: Mutex::new(workers), bell })
    }

    pub(super) fn attend(
        &self,
        owner: String,
        queue: String,
        worker: u64,
        pid: u32,
        lease: u64,
    ) -> io::Result<()> {
        let (process, lease) = (Process::open(pid)?, Duration::from_millis(lease.max(100)));
        let attended = Attended { owner, queue, worker, process, lease, next: Instant::now() };
        let workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        workers.send(attended).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        self.ring();
        Ok(())
    }

    fn ring(&self) {
        let _ = rustix::io::write(&*self.bell, &1_u64.to_ne_bytes());
    }
}

impl Drop for Attendant {
    fn drop(&mut self) {
        // The channel ends, and the thread notices.
        *self.workers.lock().unwrap_or_else(PoisonError::into_inner) = channel().0;
        self.ring();
    }
}

/// The thread's own.
struct Rounds {
    secret: Secret,
    owners: HashMap<String, Calls>,
    workers: Vec<Attended>,
    bell: Arc<rustix::fd::OwnedFd>,
}

impl Rounds {
    fn run(mut self, received: &Receiver<Attended>) {
        loop {
            loop {
                match received.try_recv() {
                    Ok(worker) if self.workers.len() < MAX_WORKERS => self.workers.push(worker),
                    Ok(_) => {}
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return,
                }
            }
            self.report_ended();
            self.renew();
            self.sleep();
        }
    }

    /// Until a worker is due or has ended, or somebody rings.
    fn sleep(&self) {
        let next = self.workers.iter().map(|worker| worker.next).min();
        let patience = next.map_or(IDLE, |next| next.saturating_duration_since(Instant::now()));
        let mut fds = vec![PollFd::new(&*self.bell, PollFlags::IN)];
        let processes = self.workers.iter().map(|worker| worker.process.descriptor());
        fds.extend(processes.map(|process| PollFd::from_borrowed_fd(process, PollFlags::IN)));
        let patience = Timespec::try_from(patience).unwrap_or_default();
        let _ = poll(&mut fds, Some(&patience));
        let _ = rustix::io::read(&*self.bell, &mut [0; 8]);
    }

    fn report_ended(&mut self) {
        let (ended, alive) =
            std::mem::take(&mut self.workers).into_iter().partition(|worker| worker.process.has_ended());
        self.workers = alive;
        let ended: Vec<Attended> = ended;
        for Attended { owner, queue, worker, lease, .. } in ended {
            // If this fails, the lease ends by itself.
            let _ = self.ask(&owner, &QueueMessage::Leave { queue, worker }, lease / CALL_PART);
        }
    }

    fn renew(&mut self) {
        let now = Instant::now();
        let mut due: HashMap<(String, String), (Vec<u64>, Duration)> = HashMap::new();
        for worker in self.workers.iter_mut().filter(|worker| worker.next <= now) {
            worker.next = now + worker.lease / 3;
            if !worker.process.is_stopped() {
                let place = (worker.owner.clone(), worker.queue.clone());
                let (workers, lease) = due.entry(place).or_insert((Vec::new(), worker.lease));
                workers.push(worker.worker);
                *lease = worker.lease.min(*lease);
            }
        }
        for ((owner, queue), (workers, lease)) in due {
            let request = QueueMessage::Renew { queue: queue.clone(), workers };
            if let Some(QueueMessage::Renewed { ended }) = self.ask(&owner, &request, lease / CALL_PART) {
                let is_ended = |worker: &Attended| {
                    worker.owner == owner && worker.queue == queue && ended.contains(&worker.worker)
                };
                self.workers.retain(|worker| !is_ended(worker));
            }
        }
    }

    fn ask(&mut self, owner: &str, request: &QueueMessage, within: Duration) -> Option<QueueMessage> {
        let mut frame = Vec::new();
        request.encode(&mut frame).ok()?;
        let calls = self
            .owners
            .entry(owner.into())
            .or_insert_with(|| Calls::to(owner, Service::Queue, self.secret.clone()));
        let (kind, body) = calls.call(&frame, Instant::now() + within).ok()?;
        QueueMessage::decode(kind, &body).ok()
    }
}
