// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Transfer`]: an access that goes on while the program computes, and the [`Pool`] of threads that carry it out. Threads are
//! started when the first transfer needs one, and end when they have been idle for a while.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use seaway_device_api::{Error, ErrorKind, Operation, Result};

/// Accesses that are carried out at a time.
const MOST_THREADS: usize = 8;
const IDLE: Duration = Duration::from_secs(2);

type Job = Box<dyn FnOnce() + Send>;

#[derive(Default)]
pub struct Pool {
    inside: Mutex<Inside>,
    more: Condvar,
}

#[derive(Default)]
struct Inside {
    jobs: VecDeque<Job>,
    threads: usize,
    idle: usize,
}

/// The outcome of an access, now or later.
#[derive(Debug)]
pub struct Transfer<T>(Arc<Outcome<T>>);

#[derive(Debug)]
struct Outcome<T> {
    inside: Mutex<Progress<T>>,
    done: Condvar,
}

#[derive(Debug)]
struct Progress<T> {
    state: State<T>,
    /// Those who wait for this one or another.
    watchers: Vec<Arc<Signal>>,
}

#[derive(Debug)]
enum State<T> {
    /// No thread has begun with it.
    Queued,
    Going,
    Done(Result<T>),
    Cancelled,
    Taken,
}

/// Wakes up one who waits for any of several transfers.
#[derive(Debug, Default)]
struct Signal {
    is_set: Mutex<bool>,
    set: Condvar,
}

impl<T: Send + 'static> Transfer<T> {
    /// One that is over already.
    pub fn done(outcome: Result<T>) -> Self {
        Self(Arc::new(Outcome::new(State::Done(outcome))))
    }

    /// Waits for the outcome.
    pub fn wait(self) -> Result<T> {
        self.take(None).unwrap_or_else(|| Err(taken()))
    }

    /// Waits no longer than `patience`; `None`: it goes on. Once it has returned the outcome, it returns an error.
    pub fn wait_for(&self, patience: Duration) -> Option<Result<T>> {
        self.take(Some(patience))
    }

    /// Whether waiting for it would return at once.
    pub fn is_over(&self) -> bool {
        !self.0.lock().state.goes_on()
    }

    /// Gives it up if nobody has begun with it: it never touches its buffer or the thing, and waiting for it is an error.
    /// False: it is being carried out, or is over.
    pub fn cancel(&self) -> bool {
        let is_queued = matches!(self.0.lock().state, State::Queued);
        is_queued && self.0.begin_to(State::Cancelled)
    }

    /// Waits until it is over, and leaves the outcome to the call that waits for it. False: it has failed.
    pub fn settle(&self) -> bool {
        let mut inside = self.0.lock();
        while inside.state.goes_on() {
            inside = self.0.done.wait(inside).unwrap_or_else(PoisonError::into_inner);
        }
        !matches!(inside.state, State::Done(Err(_)))
    }

    fn take(&self, patience: Option<Duration>) -> Option<Result<T>> {
        let deadline = patience.and_then(|patience| Instant::now().checked_add(patience));
        let mut inside = self.0.lock();
        while inside.state.goes_on() {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            inside = match left {
                Some(left) if left.is_zero() => return None,
                Some(left) => {
                    self.0.done.wait_timeout(inside, left).unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.0.done.wait(inside).unwrap_or_else(PoisonError::into_inner),
            };
        }
        Some(match std::mem::replace(&mut inside.state, State::Taken) {
            State::Done(outcome) => outcome,
            State::Cancelled => Err(cancelled()),
            _ => Err(taken()),
        })
    }
}

/// Waits until one of them is over, no longer than `patience`, and returns its index. `None`: all go on, or there is none.
pub fn wait_any<T: Send + 'static>(transfers: &[&Transfer<T>], patience: Option<Duration>) -> Option<usize> {
    if transfers.is_empty() {
        return None;
    }
    let deadline = patience.and_then(|patience| Instant::now().checked_add(patience));
    let signal = Arc::new(Signal::default());
    let over = transfers.iter().position(|transfer| transfer.0.watch(&signal));
    if over.is_none() {
        signal.wait(deadline);
    }
    transfers.iter().for_each(|transfer| transfer.0.forget(&signal));
    over.or_else(|| transfers.iter().position(|transfer| transfer.is_over()))
}

/// Waits until all of them are over, no longer than `patience`. False: some go on.
pub fn wait_all<T: Send + 'static>(transfers: &[&Transfer<T>], patience: Option<Duration>) -> bool {
    let deadline = patience.and_then(|patience| Instant::now().checked_add(patience));
    transfers.iter().all(|transfer| {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        transfer.is_over() || wait_any(&[*transfer], left).is_some()
    })
}

impl<T> State<T> {
    fn goes_on(&self) -> bool {
        matches!(self, State::Queued | State::Going)
    }
}

impl<T> Outcome<T> {
    fn new(state: State<T>) -> Self {
        Self { inside: Mutex::new(Progress { state, watchers: Vec::new() }), done: Condvar::new() }
    }

    /// From the queue to this state. False: it was cancelled.
    fn begin_to(&self, state: State<T>) -> bool {
        let mut inside = self.lock();
        if !matches!(inside.state, State::Queued) {
            return false;
        }
        inside.state = state;
        if !inside.state.goes_on() {
            self.tell(inside);
        }
        true
    }

    fn end(&self, outcome: Result<T>) {
        let mut inside = self.lock();
        inside.state = State::Done(outcome);
        self.tell(inside);
    }

    fn tell(&self, mut inside: MutexGuard<'_, Progress<T>>) {
        let watchers = std::mem::take(&mut inside.watchers);
        drop(inside);
        self.done.notify_all();
        watchers.iter().for_each(|watcher| watcher.set());
    }

    /// Has the signal set when it is over. True: it is.
    fn watch(&self, signal: &Arc<Signal>) -> bool {
        let mut inside = self.lock();
        if inside.state.goes_on() {
            inside.watchers.push(Arc::clone(signal));
        }
        !inside.state.goes_on()
    }

    fn forget(&self, signal: &Arc<Signal>) {
        self.lock().watchers.retain(|known| !Arc::ptr_eq(known, signal));
    }

    fn lock(&self) -> MutexGuard<'_, Progress<T>> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Signal {
    fn set(&self) {
        *self.is_set.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.set.notify_all();
    }

    fn wait(&self, deadline: Option<Instant>) {
        let mut is_set = self.is_set.lock().unwrap_or_else(PoisonError::into_inner);
        while !*is_set {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            is_set = match left {
                Some(left) if left.is_zero() => return,
                Some(left) => self.set.wait_timeout(is_set, left).unwrap_or_else(PoisonError::into_inner).0,
                None => self.set.wait(is_set).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

impl Pool {
    /// Carries out `access` by a thread, or at once where none can be started.
    pub fn start<T: Send + 'static>(
        self: &Arc<Self>,
        access: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Transfer<T> {
        let outcome = Arc::new(Outcome::new(State::Queued));
        let theirs = Arc::clone(&outcome);
        let job: Job = Box::new(move || {
            if !theirs.begin_to(State::Going) {
                return;
            }
            let panicked = || {
                let error = Error::new(ErrorKind::Internal, Operation::Wait);
                Err(error.with_detail("the thread of this transfer has panicked"))
            };
            let result = catch_unwind(AssertUnwindSafe(access)).unwrap_or_else(|_| panicked());
            theirs.end(result);
        });
        if let Some(job) = self.queue(job) {
            job();
        }
        Transfer(outcome)
    }

    /// The job comes back where nobody can do it.
    fn queue(self: &Arc<Self>, job: Job) -> Option<Job> {
        let mut inside = self.lock();
        if inside.idle <= inside.jobs.len() && inside.threads < MOST_THREADS {
            let pool = Arc::clone(self);
            match Builder::new().name("seaway-thing".into()).spawn(move || pool.work()) {
                Ok(_) => (inside.threads, inside.idle) = (inside.threads + 1, inside.idle + 1),
                Err(_) if inside.threads == 0 => return Some(job),
                Err(_) => {}
            }
        }
        inside.jobs.push_back(job);
        drop(inside);
        self.more.notify_one();
        None
    }

    fn work(&self) {
        let mut inside = self.lock();
        loop {
            if let Some(job) = inside.jobs.pop_front() {
                inside.idle -= 1;
                drop(inside);
                job();
                inside = self.lock();
                inside.idle += 1;
                continue;
            }
            let (guard, waited) =
                self.more.wait_timeout(inside, IDLE).unwrap_or_else(PoisonError::into_inner);
            inside = guard;
            if waited.timed_out() && inside.jobs.is_empty() {
                (inside.threads, inside.idle) = (inside.threads - 1, inside.idle - 1);
                return;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").field("threads", &self.lock().threads).finish_non_exhaustive()
    }
}

fn taken() -> Error {
    Error::new(ErrorKind::Request, Operation::Wait).with_detail("this transfer has already completed")
}

fn cancelled() -> Error {
    Error::new(ErrorKind::Request, Operation::Wait).with_detail("this transfer was cancelled")
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn outcome_comes_once() {
        let pool = Arc::new(Pool::default());
        let (go, wait) = channel::<()>();
        let transfer = pool.start(move || {
            wait.recv().unwrap();
            Ok(7)
        });
        assert!(transfer.wait_for(Duration::from_millis(1)).is_none());
        go.send(()).unwrap();
        assert_eq!(transfer.wait_for(Duration::from_secs(600)).unwrap().unwrap(), 7);
        assert_eq!(transfer.wait().unwrap_err().kind(), ErrorKind::Request);
    }

    #[test]
    fn more_transfers_than_threads_complete_and_panics_are_errors() {
        let pool = Arc::new(Pool::default());
        let all: Vec<_> = (0..100)
            .map(|number| {
                pool.start(move || {
                    assert!(number != 50, "as the test wants it");
                    Ok(number)
                })
            })
            .collect();
        for (number, transfer) in all.into_iter().enumerate() {
            match transfer.wait() {
                Ok(done) => assert_eq!(done, number),
                Err(error) => assert_eq!((number, error.kind()), (50, ErrorKind::Internal)),
            }
        }
    }

    #[test]
    fn one_that_has_not_begun_can_be_cancelled() {
        let pool = Arc::new(Pool::default());
        let (go, wait) = channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        let hold = || {
            let wait = Arc::clone(&wait);
            pool.start(move || {
                let _ = wait.lock().unwrap().recv();
                Ok(0)
            })
        };
        let busy: Vec<_> = (0..MOST_THREADS).map(|_| hold()).collect();
        // All threads are at it when one more is not begun.
        let are_waiting = |inside: &mut Inside| inside.jobs.len() + inside.idle > 0;
        while are_waiting(&mut pool.lock()) {
            std::thread::yield_now();
        }
        let (late, other) = (pool.start(|| panic!("it was cancelled")), pool.start(|| Ok(7)));
        assert!(late.cancel() && !late.cancel() && late.is_over());
        assert!(!busy[0].cancel(), "it has begun");
        assert_eq!(wait_any(&[&busy[0], &late], None), Some(1));
        let error = late.wait().unwrap_err();
        assert!(error.kind() == ErrorKind::Request && error.to_string().contains("cancelled"), "{error}");
        drop(go);
        assert!(wait_all(&busy.iter().collect::<Vec<_>>(), None));
        assert_eq!(other.wait().unwrap(), 7);
    }

    #[test]
    fn the_first_that_is_over_wakes_up_one_who_waits_for_any() {
        let pool = Arc::new(Pool::default());
        let (go, wait) = channel::<()>();
        let slow = pool.start(move || {
            let _ = wait.recv();
            Ok(1)
        });
        assert_eq!(wait_any(&[&slow], Some(Duration::from_millis(1))), None);
        assert!(!wait_all(&[&slow], Some(Duration::ZERO)));
        let quick = pool.start(|| Ok(2));
        assert_eq!(wait_any(&[&slow, &quick], None), Some(1));
        drop(go);
        assert_eq!(wait_any(&[&slow], None), Some(0));
        assert_eq!(wait_any::<i32>(&[], None), None);
        assert!(wait_all::<i32>(&[], None) && wait_all(&[&slow, &quick], None));
        assert_eq!((slow.wait().unwrap(), quick.wait().unwrap()), (1, 2));
    }
}
