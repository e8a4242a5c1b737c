// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Attendant`]: renews the leases of workers on this host while their processes run, so that a long task keeps
//! its worker without a thread in the program. A process that is stopped is not renewed; one that has ended is
//! reported at once.

use std::collections::HashMap;
use std::io;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::Builder;
use std::time::{Duration, Instant};

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use seaway_channel::{Calls, Secret};
use seaway_messages::{QueueMessage, Service};
use seaway_registry::GroupCommit;

use super::kept::KeptQueues;
use super::process::Process;

/// Maximum number of workers on one host.
const MAX_WORKERS: usize = 4096;
/// How long a renewal may take, as a part of the lease.
const CALL_PART: u32 = 4;
/// Between renewals at another node.
const FAR_RENEWAL: Duration = Duration::from_secs(1);
const IDLE: Duration = Duration::from_secs(3600);

#[derive(Debug)]
pub(super) struct Attendant {
    news: Mutex<Sender<News>>,
    bell: Arc<rustix::fd::OwnedFd>,
}

/// The process that has the queue of a worker.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Owner {
    /// This process.
    Here,
    /// The daemon at `HOST:PORT`.
    Daemon(String),
}

#[derive(Debug)]
enum News {
    Worker(Attended),
    /// A manager has changed the lease of a queue.
    Lease {
        owner: Owner,
        queue: String,
        lease: Duration,
    },
}

/// A worker on this host.
#[derive(Debug)]
struct Attended {
    owner: Owner,
    queue: String,
    worker: u64,
    process: Process,
    lease: Duration,
    next: Instant,
}

impl Attendant {
    /// Its thread ends when it is dropped. `here`: the queues of this process. Without a secret it asks no daemons.
    pub(super) fn start(here: Weak<GroupCommit<KeptQueues>>, secret: Option<Secret>) -> io::Result<Self> {
        let (news, received) = channel();
        let bell = Arc::new(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?);
        let (owners, workers) = (HashMap::new(), Vec::new());
        let thread = Rounds { here, secret, owners, workers, bell: Arc::clone(&bell) };
        Builder::new().name("seaway-attend".into()).spawn(move || thread.run(&received))?;
        Ok(Self { news: Mutex::new(news), bell })
    }

    pub(super) fn attend(
        &self,
        owner: Owner,
        queue: String,
        worker: u64,
        pid: u32,
        lease: u64,
    ) -> io::Result<()> {
        let (process, lease) = (Process::open(pid)?, milliseconds(lease));
        self.tell(News::Worker(Attended { owner, queue, worker, process, lease, next: Instant::now() }))
    }

    /// A queue has another lease now.
    pub(super) fn lease_is(&self, owner: Owner, queue: String, lease: u64) -> io::Result<()> {
        self.tell(News::Lease { owner, queue, lease: milliseconds(lease) })
    }

    fn tell(&self, news: News) -> io::Result<()> {
        let sender = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        sender.send(news).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
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
        *self.news.lock().unwrap_or_else(PoisonError::into_inner) = channel().0;
        self.ring();
    }
}

/// The thread's own.
struct Rounds {
    here: Weak<GroupCommit<KeptQueues>>,
    secret: Option<Secret>,
    owners: HashMap<String, Calls>,
    workers: Vec<Attended>,
    bell: Arc<rustix::fd::OwnedFd>,
}

impl Rounds {
    fn run(mut self, received: &Receiver<News>) {
        loop {
            loop {
                match received.try_recv() {
                    Ok(News::Worker(worker)) => self.attend(worker),
                    Ok(News::Lease { owner, queue, lease }) => self.change_lease(&owner, &queue, lease),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return,
                }
            }
            self.report_ended();
            self.renew();
            self.sleep();
        }
    }

    fn attend(&mut self, worker: Attended) {
        let is_same = |other: &Attended| {
            (other.worker, &other.queue, &other.owner) == (worker.worker, &worker.queue, &worker.owner)
        };
        self.workers.retain(|other| !is_same(other));
        if self.workers.len() < MAX_WORKERS {
            self.workers.push(worker);
        }
    }

    fn change_lease(&mut self, owner: &Owner, queue: &str, lease: Duration) {
        let concerned = |worker: &&mut Attended| worker.owner == *owner && worker.queue == queue;
        for worker in self.workers.iter_mut().filter(concerned) {
            (worker.lease, worker.next) = (lease, Instant::now());
        }
    }

    /// Until a worker is due or has ended, or another thread wakes this one.
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
        let mut due: HashMap<(Owner, String), (Vec<u64>, Duration)> = HashMap::new();
        for worker in self.workers.iter_mut().filter(|worker| worker.next <= now) {
            // A manager on another node may have made the lease of its queue shorter.
            let at_most = if worker.owner == Owner::Here { worker.lease } else { FAR_RENEWAL };
            worker.next = now + (worker.lease / 3).min(at_most);
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

    fn ask(&mut self, owner: &Owner, request: &QueueMessage, within: Duration) -> Option<QueueMessage> {
        let Owner::Daemon(address) = owner else { return self.ask_here(request.clone(), within) };
        let mut frame = Vec::new();
        request.encode(&mut frame).ok()?;
        if !self.owners.contains_key(address) {
            let calls = Calls::to(address, Service::Queue, self.secret.clone()?);
            self.owners.insert(address.clone(), calls);
        }
        let (kind, body) = self.owners.get(address)?.call(&frame, Instant::now() + within).ok()?;
        QueueMessage::decode(kind, &body).ok()
    }

    fn ask_here(&self, request: QueueMessage, within: Duration) -> Option<QueueMessage> {
        let (give, take) = channel();
        let queues = self.here.upgrade()?;
        queues.submit(request, move |answer| _ = give.send(answer));
        take.recv_timeout(within).ok()
    }
}

fn milliseconds(lease: u64) -> Duration {
    Duration::from_millis(lease.max(100))
}
