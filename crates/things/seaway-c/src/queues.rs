// SPDX-License-Identifier: MIT OR Apache-2.0
//! What this process is at work queues: manager of some, worker at others. A thread that asks for work is a worker of its own
//! until the task is reported; then another thread may go on as this worker.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use seaway_device_api::Operation;
use seaway_things::{
    Assignment, DEFAULT_TERMS, Error, ErrorKind, Manager, QueueErrorKind, QueueTerms, Worker,
};

use crate::entry::Failure;
use crate::state::space;

/// How long leaving may take when the program stops.
const LEAVE_WITHIN: Duration = Duration::from_secs(2);

#[derive(Debug, Default)]
struct Roles {
    process: u32,
    managers: HashMap<String, Arc<Manager>>,
    /// Workers without a task.
    idle: HashMap<String, Vec<Worker>>,
    /// Tasks that were too large for the buffer.
    kept: HashMap<String, Vec<(Worker, Assignment)>>,
    /// Tasks that the program works on, by handle.
    given: HashMap<i64, Given>,
    last: i64,
}

#[derive(Debug)]
struct Given {
    queue: String,
    worker: Worker,
    assignment: Assignment,
}

static ROLES: Mutex<Option<Roles>> = Mutex::new(None);

/// When an answer must be here that waits for nobody else.
pub(crate) fn soon() -> Result<Instant, Failure> {
    Ok(Instant::now() + space()?.timeout())
}

/// `None`: forever, which is longer than anybody waits.
pub(crate) fn deadline(patience: Option<Duration>) -> Instant {
    Instant::now() + patience.unwrap_or(Duration::from_secs(1 << 32))
}

/// This process becomes the manager, also where it was before.
pub(crate) fn manage(queue: &str, terms: QueueTerms) -> Result<Arc<Manager>, Failure> {
    let manager = Arc::new(space()?.queue(queue).manage(terms, soon()?)?);
    roles(|roles| roles.managers.insert(queue.to_owned(), Arc::clone(&manager)));
    Ok(manager)
}

/// The manager in this process, made now if there was none. One that was fenced stays fenced until the program asks for it.
pub(crate) fn manager(queue: &str) -> Result<Arc<Manager>, Failure> {
    match roles(|roles| roles.managers.get(queue).cloned()) {
        Some(manager) => Ok(manager),
        None => manage(queue, DEFAULT_TERMS),
    }
}

/// The next task, as long as it has at most `capacity` bytes: its handle.
pub(crate) fn get(
    queue: &str,
    capacity: usize,
    deadline: Instant,
) -> Result<(i64, u64, Assignment), Failure> {
    let (worker, assignment) = match roles(|roles| roles.kept.get_mut(queue)?.pop()) {
        Some(kept) => kept,
        None => next(queue, deadline)?,
    };
    roles(|roles| {
        let bytes = assignment.task.payload.len();
        if bytes > capacity {
            roles.kept.entry(queue.to_owned()).or_default().push((worker, assignment));
            return Err(Failure::TooSmall(bytes));
        }
        roles.last += 1;
        let (handle, number) = (roles.last, worker.number());
        let given = Given { queue: queue.to_owned(), worker, assignment: assignment.clone() };
        roles.given.insert(handle, given);
        Ok((handle, number, assignment))
    })
}

fn next(queue: &str, deadline: Instant) -> Result<(Worker, Assignment), Failure> {
    loop {
        let mut worker = match roles(|roles| roles.idle.get_mut(queue)?.pop()) {
            Some(worker) => worker,
            None => space()?.queue(queue).join(space()?.node(), soon()?)?,
        };
        let outcome = worker.get(deadline);
        match outcome {
            Ok(Some(assignment)) => return Ok((worker, assignment)),
            // The program was stopped for a while: it is another worker from now on.
            Err(error) if error.kind == QueueErrorKind::LeaseEnded => {}
            Err(error) if error.kind == QueueErrorKind::NoSuchQueue => return Err(error.into()),
            Ok(None) => {
                keep_idle(queue, worker);
                return Err(Failure::Pending);
            }
            // Its request is sent again with the next call.
            Err(error) => {
                keep_idle(queue, worker);
                return Err(error.into());
            }
        }
    }
}

/// Reports a task, done with this result or failed.
pub(crate) fn report(queue: &str, handle: i64, result: Option<Vec<u8>>) -> Result<(), Failure> {
    let unknown = || {
        let detail = "no such task: it does not come from this queue, or was reported already";
        Error::new(ErrorKind::Request, Operation::Wait).with_detail(detail)
    };
    let is_its = |given: &Given| given.queue == queue;
    let found = roles(|roles| match roles.given.get(&handle).is_some_and(is_its) {
        true => roles.given.remove(&handle),
        false => None,
    });
    let Given { queue, mut worker, assignment } = found.ok_or_else(unknown)?;
    let outcome = match result {
        Some(result) => worker.done(&assignment, result, soon()?),
        None => worker.failed(&assignment, soon()?),
    };
    match outcome {
        Ok(()) => {
            keep_idle(&queue, worker);
            Ok(())
        }
        Err(error) => {
            if matches!(error.kind, QueueErrorKind::TimedOut | QueueErrorKind::Unreachable) {
                // The program may report it again: the queue takes the first of equal reports.
                roles(|roles| roles.given.insert(handle, Given { queue, worker, assignment }));
            }
            Err(error.into())
        }
    }
}

/// Gives tasks back that were not reported, and acknowledges completions that were taken.
pub(crate) fn leave(queue: &str, deadline: Instant) -> Result<(), Failure> {
    let (manager, workers) = roles(|roles| {
        let manager = roles.managers.remove(queue);
        let idle = roles.idle.remove(queue).unwrap_or_default();
        let kept = roles.kept.remove(queue).unwrap_or_default().into_iter().map(|(worker, _)| worker);
        let given = roles.given.extract_if(|_, given| given.queue == queue).map(|(_, given)| given.worker);
        let workers: Vec<Worker> = idle.into_iter().chain(kept).chain(given).collect();
        (manager, workers)
    });
    let mut outcome = Ok(());
    if let Some(manager) = manager {
        outcome = manager.acknowledge(deadline);
    }
    for worker in workers {
        outcome = outcome.and(worker.leave(deadline));
    }
    match outcome {
        // Nobody would have been told of its end.
        Err(error)
            if !matches!(
                error.kind,
                QueueErrorKind::NoSuchQueue | QueueErrorKind::LeaseEnded | QueueErrorKind::Fenced
            ) =>
        {
            Err(error.into())
        }
        _ => Ok(()),
    }
}

/// When the program stops. What fails is noticed by the agent when the process ends.
pub(crate) fn leave_all() {
    let queues = roles(|roles| {
        let given = roles.given.values().map(|given| &given.queue);
        let mut queues: Vec<String> = roles
            .managers
            .keys()
            .chain(roles.idle.keys())
            .chain(roles.kept.keys())
            .chain(given)
            .cloned()
            .collect();
        queues.sort();
        queues.dedup();
        queues
    });
    let deadline = Instant::now() + LEAVE_WITHIN;
    for queue in queues {
        let _ = leave(&queue, deadline);
    }
}

/// A child after a fork is neither a manager nor a worker of its parent's.
pub(crate) fn forget_other_processes() {
    roles(|_| ());
}

fn keep_idle(queue: &str, worker: Worker) {
    roles(|roles| roles.idle.entry(queue.to_owned()).or_default().push(worker));
}

fn roles<T>(body: impl FnOnce(&mut Roles) -> T) -> T {
    let mut roles: MutexGuard<'_, Option<Roles>> = ROLES.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if roles.as_ref().is_none_or(|roles| roles.process != process) {
        *roles = Some(Roles { process, ..Roles::default() });
    }
    body(roles.get_or_insert_default())
}
