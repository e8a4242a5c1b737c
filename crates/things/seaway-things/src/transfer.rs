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
    state: Mutex<State<T>>,
    done: Condvar,
}

#[derive(Debug)]
enum State<T> {
    Going,
    Done(Result<T>),
    Taken,
}

impl<T: Send + 'static> Transfer<T> {
    /// One that is over already.
    pub fn done(outcome: Result<T>) -> Self {
        Self(Arc::new(Outcome { state: Mutex::new(State::Done(outcome)), done: Condvar::new() }))
    }

    /// Waits for the outcome.
    pub fn wait(self) -> Result<T> {
        self.take(None).unwrap_or_else(|| Err(taken()))
    }

    /// Waits no longer than `patience`; `None`: it goes on. Once it has returned the outcome, it returns an error.
    pub fn wait_for(&self, patience: Duration) -> Option<Result<T>> {
        self.take(Some(patience))
    }

    /// Waits until it is over, and leaves the outcome to the call that waits for it. False: it has failed.
    pub fn settle(&self) -> bool {
        let mut state = self.0.lock();
        while matches!(*state, State::Going) {
            state = self.0.done.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        !matches!(*state, State::Done(Err(_)))
    }

    fn take(&self, patience: Option<Duration>) -> Option<Result<T>> {
        let deadline = patience.and_then(|patience| Instant::now().checked_add(patience));
        let mut state = self.0.lock();
        loop {
            match std::mem::replace(&mut *state, State::Taken) {
                State::Done(outcome) => return Some(outcome),
                State::Taken => return Some(Err(taken())),
                State::Going => *state = State::Going,
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            state = match left {
                Some(left) if left.is_zero() => return None,
                Some(left) => self.0.done.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
                None => self.0.done.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

impl<T> Outcome<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pool {
    /// Carries out `access` by a thread, or at once where none can be started.
    pub fn start<T: Send + 'static>(
        self: &Arc<Self>,
        access: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Transfer<T> {
        let outcome = Arc::new(Outcome { state: Mutex::new(State::Going), done: Condvar::new() });
        let theirs = Arc::clone(&outcome);
        let job: Job = Box::new(move || {
            let panicked = || {
                let error = Error::new(ErrorKind::Internal, Operation::Wait);
                Err(error.with_detail("the thread of this transfer has panicked"))
            };
            let result = catch_unwind(AssertUnwindSafe(access)).unwrap_or_else(|_| panicked());
            *theirs.lock() = State::Done(result);
            theirs.done.notify_all();
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
}
