// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Rust example of docs/queues.md, which is the text between the two marks.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

#[path = "../../../io/seaway/tests/thing_device/agent_here.rs"]
mod agent_here;

use std::thread;
use std::time::{Duration, Instant};

use agent_here::AgentHere;
use seaway_device_api::Hints;
use seaway_things::{DEFAULT_TERMS, QueueError, QueueErrorKind, Space, Task};

// The example begins.
fn manage(space: &Space) -> Result<u64, QueueError> {
    let forever = Instant::now() + Duration::from_secs(1 << 32);
    let queue = space.queue("squares");
    let manager = queue.manage(DEFAULT_TERMS, forever)?;
    let payload = |number: u64| number.to_le_bytes().to_vec();
    let task = |number| Task { number, priority: 0, near: String::new(), payload: payload(number) };
    manager.submit((1..=100).map(task).collect(), forever)?;
    let mut sum = 0;
    for _ in 1..=100 {
        let Some(completion) = manager.wait_for_done(forever)? else { break };
        sum += completion.result.first_chunk().map_or(0, |result| u64::from_le_bytes(*result));
    }
    queue.remove(true, forever)?;
    Ok(sum)
}

fn work(space: &Space) -> Result<(), QueueError> {
    let forever = Instant::now() + Duration::from_secs(1 << 32);
    let mut worker = space.queue("squares").join(space.node(), forever)?;
    while let Some(assignment) = worker.get(forever)? {
        let square = assignment.task.number.pow(2);
        worker.done(&assignment, square.to_le_bytes().to_vec(), forever)?;
    }
    Ok(())
}
// The example ends.

#[test]
fn documented_example_is_this_and_works() {
    let own = include_str!("documented.rs");
    let example = own.split("// The example begins.\n").nth(1).unwrap();
    let example = example.split("// The example ends.").next().unwrap();
    let page = include_str!("../../../../docs/queues.md");
    assert!(page.contains(&format!("```rust\n{example}```")), "docs/queues.md has another example");

    let agent = AgentHere::start(1 << 20);
    let space = Space::enter_with(&Hints::new().with("seaway_space", agent.space())).unwrap();
    thread::scope(|scope| {
        let worker = scope.spawn(|| work(&space));
        // It is there before the queue is deleted.
        while space.queues("").unwrap().is_empty() {
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(manage(&space).unwrap(), 338_350);
        assert_eq!(worker.join().unwrap().unwrap_err().kind, QueueErrorKind::NoSuchQueue);
    });
}
