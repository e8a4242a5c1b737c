// SPDX-License-Identifier: MIT OR Apache-2.0
//! Threads of ranks: each is a future that is resumed when its rank's state has changed. A rank has one for
//! its program and one for each of its links, as in production; they change shared state only between two
//! waits, as under a lock.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use super::{Event, Rank, World};
use crate::core::{MILLISECOND, Time};

pub(super) type Task = Pin<Box<dyn Future<Output = ()>>>;

/// How often a waiting thread polls, whatever happens meanwhile.
const LOOK: Time = 100 * MILLISECOND;

/// Why a program does not continue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Stop {
    /// The stream has failed, and this rank knows.
    Failed,
    /// A call has returned an error.
    Error(String),
}

/// What a thread has access to: its rank, and the world.
#[derive(Clone)]
pub(super) struct Handle {
    pub(super) world: Rc<RefCell<World>>,
    pub(super) rank: Rank,
}

impl Handle {
    pub(super) fn with<T>(&self, act: impl FnOnce(&mut World) -> T) -> T {
        act(&mut self.world.borrow_mut())
    }

    /// Waits until `look` returns something.
    pub(super) fn until<'a, T>(
        &'a self,
        mut look: impl FnMut(&mut World) -> Option<T> + 'a,
    ) -> impl Future<Output = T> + 'a {
        poll_fn(move |_| {
            let mut world = self.world.borrow_mut();
            match look(&mut world) {
                Some(found) => {
                    world.progress += 1;
                    Poll::Ready(found)
                }
                None => Poll::Pending,
            }
        })
    }

    /// As `until`, or until the stream has failed.
    pub(super) async fn wait<T>(&self, mut look: impl FnMut(&mut World) -> Option<T>) -> Result<T, Stop> {
        self.until(|world| match world.ranks[self.rank].has_failed {
            true => Some(Err(Stop::Failed)),
            false => look(world).map(Ok),
        })
        .await
    }

    pub(super) async fn sleep(&self, delay: Time) {
        let end = self.with(|world| {
            world.events.after(delay, Event::Wake(self.rank));
            world.events.now() + delay
        });
        self.until(|world| (world.events.now() >= end).then_some(())).await;
    }

    /// A thread may be preempted for a moment.
    pub(super) async fn stumble(&self) {
        let delay = self.with(|world| match world.choices.below(3) {
            0 => world.choices.below(3 * MILLISECOND),
            1 => world.choices.below(200),
            _ => 0,
        });
        if delay > 0 {
            self.sleep(delay).await;
        }
    }

    /// Waits until something of this rank has changed, or some time has passed.
    pub(super) async fn pause(&self) {
        let (seen, end) = self.with(|world| {
            world.events.after(LOOK, Event::Wake(self.rank));
            (world.ranks[self.rank].changes, world.events.now() + LOOK)
        });
        self.until(|world| {
            let has_changed = world.ranks[self.rank].changes != seen;
            (has_changed || world.events.now() >= end).then_some(())
        })
        .await;
    }

    /// Collective over the ranks of this program: an all-gather, in rank order.
    pub(super) async fn all_gather(&self, mine: Vec<u64>) -> Result<Vec<Vec<u64>>, Stop> {
        let key = self.with(|world| {
            let rank = &mut world.ranks[self.rank];
            let key = (rank.program, rank.collective_calls);
            rank.collective_calls += 1;
            let all = world.program_of(self.rank);
            let here = world.collective_calls.entry(key).or_default();
            here.insert(self.rank, mine);
            if here.len() == all.len() {
                for rank in all {
                    let delay = world.choices.below(2 * MILLISECOND);
                    world.events.after(delay, Event::Wake(rank));
                }
            }
            key
        });
        self.wait(move |world| {
            let count = world.program_of(self.rank).len();
            let all: &BTreeMap<Rank, Vec<u64>> = world.collective_calls.get(&key)?;
            (all.len() == count).then(|| all.values().cloned().collect())
        })
        .await
    }
}

/// The threads of all ranks.
#[derive(Default)]
pub(super) struct Tasks(Vec<Vec<Task>>);

impl Tasks {
    pub(super) fn new(ranks: usize) -> Self {
        Self((0..ranks).map(|_| Vec::new()).collect())
    }

    pub(super) fn add(&mut self, rank: Rank, task: Task) {
        self.0[rank].push(task);
    }

    /// All threads of a process that has ended.
    pub(super) fn end(&mut self, rank: Rank) {
        self.0[rank].clear();
    }

    /// Runs the threads of a rank until all of them wait.
    pub(super) fn run(&mut self, rank: Rank, world: &Rc<RefCell<World>>) {
        let mut context = Context::from_waker(Waker::noop());
        loop {
            let before = world.borrow().progress;
            self.0[rank].retain_mut(|task| task.as_mut().poll(&mut context).is_pending());
            let spawned = std::mem::take(&mut world.borrow_mut().spawned);
            let has_spawned = !spawned.is_empty();
            for (of, task) in spawned {
                self.add(of, task);
                world.borrow_mut().events.after(0, Event::Wake(of));
            }
            if world.borrow().progress == before && !has_spawned {
                return;
            }
        }
    }
}
