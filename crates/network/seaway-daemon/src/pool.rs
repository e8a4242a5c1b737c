// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Pool`]: a bounded number of threads for slow jobs. Threads are started on demand and exit when idle.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Duration;

const STACK_BYTES: usize = 256 << 10;
/// A thread that is idle for this long exits.
const IDLE: Duration = Duration::from_secs(2);

type Job = Box<dyn FnOnce() + Send>;

#[derive(Debug)]
pub(crate) struct Pool {
    name: &'static str,
    most: usize,
    inside: Mutex<Inside>,
    more: Condvar,
}

#[derive(Default)]
struct Inside {
    jobs: VecDeque<Job>,
    threads: usize,
    idle: usize,
}

impl Pool {
    /// With at most this many threads.
    pub(crate) fn new(name: &'static str, most: usize) -> Arc<Self> {
        Arc::new(Self { name, most, inside: Mutex::default(), more: Condvar::new() })
    }

    /// Queues a job. An error: no thread could be started, and the job is dropped.
    pub(crate) fn run(self: &Arc<Self>, job: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let mut inside = self.lock();
        if inside.idle <= inside.jobs.len() && inside.threads < self.most {
            let pool = Arc::clone(self);
            let started =
                Builder::new().name(self.name.into()).stack_size(STACK_BYTES).spawn(move || pool.work());
            match started {
                Ok(_) => {
                    inside.threads += 1;
                    inside.idle += 1;
                }
                Err(error) if inside.threads == 0 => return Err(error),
                // The existing threads do it.
                Err(_) => {}
            }
        }
        inside.jobs.push_back(Box::new(job));
        drop(inside);
        self.more.notify_one();
        Ok(())
    }

    /// Queued jobs, and threads.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let inside = self.lock();
        (inside.jobs.len(), inside.threads)
    }

    fn work(&self) {
        let mut inside = self.lock();
        loop {
            if let Some(job) = inside.jobs.pop_front() {
                inside.idle -= 1;
                drop(inside);
                // A panic must not affect other jobs.
                let _ = catch_unwind(AssertUnwindSafe(job));
                inside = self.lock();
                inside.idle += 1;
                continue;
            }
            let (guard, waited) =
                self.more.wait_timeout(inside, IDLE).unwrap_or_else(PoisonError::into_inner);
            inside = guard;
            if waited.timed_out() && inside.jobs.is_empty() {
                inside.threads -= 1;
                inside.idle -= 1;
                return;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Inside {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Inside").field("threads", &self.threads).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn many_jobs_are_done_by_few_threads() {
        let pool = Pool::new("test", 3);
        let (at_once, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (done, all) = channel();
        for number in 0..200 {
            let (at_once, most, done) = (Arc::clone(&at_once), Arc::clone(&most), done.clone());
            let job = move || {
                most.fetch_max(at_once.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::yield_now();
                at_once.fetch_sub(1, Ordering::SeqCst);
                done.send(number).unwrap();
            };
            pool.run(job).unwrap();
        }
        let mut numbers: Vec<i32> = all.iter().take(200).collect();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..200));
        assert!(most.load(Ordering::SeqCst) <= 3);
    }

    /// Jobs that wait for each other must not be queued on one thread while others can be started.
    #[test]
    fn as_many_run_at_once_as_there_may_be_threads() {
        let pool = Pool::new("test", 4);
        let (met, (done, all)) = (Arc::new(Barrier::new(4)), channel());
        for _ in 0..4 {
            let (met, done) = (Arc::clone(&met), done.clone());
            pool.run(move || {
                met.wait();
                done.send(()).unwrap();
            })
            .unwrap();
        }
        assert_eq!(all.iter().take(4).count(), 4);
    }

    #[test]
    fn panic_costs_no_thread() {
        let pool = Pool::new("test", 1);
        let (done, all) = channel();
        pool.run(|| panic!("intended")).unwrap();
        pool.run(move || done.send(()).unwrap()).unwrap();
        assert_eq!(all.recv(), Ok(()));
    }
}
