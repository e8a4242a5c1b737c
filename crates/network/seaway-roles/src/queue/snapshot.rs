// SPDX-License-Identifier: MIT OR Apache-2.0
//! The present state of a queue as records.

use seaway_device_api::Extent;
use seaway_messages::{Completion, HeldTask, QueueRecord, Range, TaskProgress};

use super::open_task::OpenTask;
use super::state::Queue;

/// Tasks of one record. They fit into a frame, whatever their payloads are.
const AT_ONCE: usize = 256;

pub(super) fn records(name: &str, queue: &Queue) -> Vec<QueueRecord> {
    let name = || name.to_owned();
    let ended = queue.ended.overlap(Extent::new(0, u64::MAX));
    let ended = ended.into_iter().map(|range| Range { offset: range.offset, len: range.len }).collect();
    let mut records = vec![
        QueueRecord::Attached { queue: name(), token: queue.token, epoch: queue.epoch, terms: queue.terms },
        QueueRecord::Past {
            queue: name(),
            next: queue.next,
            completions: queue.completed,
            workers: queue.last_worker,
            done: queue.done,
            ended,
        },
    ];
    let mut open: Vec<&OpenTask> = queue.open.values().collect();
    // They are renumbered in this order.
    open.sort_by_key(|task| task.order);
    let progress =
        |tasks: &[&OpenTask]| -> Vec<TaskProgress> { tasks.iter().map(|task| task.progress()).collect() };
    let dead: Vec<&OpenTask> = queue.dead.values().collect();
    records.extend(
        open.chunks(AT_ONCE).map(|tasks| QueueRecord::Open { queue: name(), tasks: progress(tasks) }),
    );
    records.extend(
        dead.chunks(AT_ONCE).map(|tasks| QueueRecord::Dead { queue: name(), tasks: progress(tasks) }),
    );
    let completions: Vec<&Completion> = queue.completions.iter().collect();
    records.extend(completions.chunks(AT_ONCE).map(|completions| {
        let completions = completions.iter().map(|&completion| completion.clone()).collect();
        QueueRecord::Unacknowledged { queue: name(), completions }
    }));
    records.extend(queue.workers.iter().map(|(&worker, state)| QueueRecord::Holding {
        queue: name(),
        worker,
        node: state.node.clone(),
        sequence: state.sequence,
        accepted: state.accepted.clone(),
        answer: state.answer.clone(),
        holds: state.holds.iter().map(|(&number, &attempt)| HeldTask { number, attempt }).collect(),
    }));
    records
}
