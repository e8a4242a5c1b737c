// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Group`]: starts ranks, waits for them and collects their results.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::Rank;
use super::communicator::{SharedState, ThreadCommunicator};
use super::liveness::{Departure, Liveness};

/// A parallel program: ranks that are threads of this process.
#[derive(Debug)]
pub struct Group;

/// Options of a group.
#[derive(Debug, Clone)]
pub struct GroupBuilder {
    ranks: usize,
    shared_memory: bool,
}

/// Why a group gave no results.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GroupError {
    #[error("a group needs at least one rank")]
    NoRanks,
    /// The first rank that panicked; others may have failed because of it.
    #[error("rank {rank} panicked: {message}")]
    Panicked { rank: usize, message: String },
    #[error("rank {rank} could not be started")]
    NotStarted { rank: usize, source: io::Error },
}

impl Group {
    /// Runs `program` on `ranks` ranks and returns what each returned, in rank order.
    ///
    /// A rank that panics, or returns while others still wait for it, makes their calls fail instead of hang.
    ///
    /// ```
    /// let squares = seaway::Group::run(3, |rank| rank.rank() * rank.rank())?;
    /// assert_eq!(squares, [0, 1, 4]);
    /// # Ok::<(), seaway::GroupError>(())
    /// ```
    pub fn run<T: Send>(ranks: usize, program: impl Fn(Rank) -> T + Sync) -> Result<Vec<T>, GroupError> {
        Self::of(ranks).run(program)
    }

    /// A group with other options.
    pub fn of(ranks: usize) -> GroupBuilder {
        GroupBuilder { ranks, shared_memory: true }
    }
}

impl GroupBuilder {
    /// Ranks behave as if each were on a machine of its own: they exchange messages only.
    #[must_use]
    pub fn without_shared_memory(mut self) -> Self {
        self.shared_memory = false;
        self
    }

    /// As [`Group::run`].
    pub fn run<T: Send>(&self, program: impl Fn(Rank) -> T + Sync) -> Result<Vec<T>, GroupError> {
        if self.ranks == 0 {
            return Err(GroupError::NoRanks);
        }
        let liveness = Arc::new(Liveness::new(self.ranks));
        let shared = Arc::new(SharedState::new(&liveness, self.ranks, self.shared_memory));
        let first_failure = FirstFailure::default();
        let results = thread::scope(|scope| {
            let program = &program;
            let (liveness, shared, first_failure) = (&liveness, &shared, &first_failure);
            let start = |rank: usize| {
                let body = move || run_rank(rank, shared, liveness, first_failure, program);
                let started = thread::Builder::new().name(format!("rank {rank}")).spawn_scoped(scope, body);
                started
                    .map_err(|source| {
                        liveness.depart(rank, Departure::NotStarted(source.to_string()));
                        first_failure.record(GroupError::NotStarted { rank, source });
                    })
                    .ok()
            };
            let threads: Vec<_> = (0..self.ranks).map(start).collect();
            threads.into_iter().map(|thread| thread?.join().ok()?).collect::<Option<Vec<T>>>()
        });
        first_failure.into_result()?;
        Ok(results.expect("every rank that gave no result has recorded a failure"))
    }
}

fn run_rank<T>(
    rank: usize,
    shared: &Arc<SharedState>,
    liveness: &Liveness,
    first_failure: &FirstFailure,
    program: &(impl Fn(Rank) -> T + Sync),
) -> Option<T> {
    let communicator = Arc::new(ThreadCommunicator::new(rank, Arc::clone(shared)));
    // No state of this rank is used after a panic, and the shared state records its departure.
    let outcome = catch_unwind(AssertUnwindSafe(|| program(Rank::new(communicator))));
    match outcome {
        Ok(result) => {
            liveness.depart(rank, Departure::Returned);
            Some(result)
        }
        Err(payload) => {
            let message = panic_message(&*payload);
            // Recorded before the others can learn of it: their failures come second.
            first_failure.record(GroupError::Panicked { rank, message: message.clone() });
            liveness.depart(rank, Departure::Panicked(message));
            None
        }
    }
}

#[derive(Debug, Default)]
struct FirstFailure(Mutex<Option<GroupError>>);

impl FirstFailure {
    fn record(&self, failure: GroupError) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
    }

    fn into_result(self) -> Result<(), GroupError> {
        match self.0.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message").to_owned()
}
