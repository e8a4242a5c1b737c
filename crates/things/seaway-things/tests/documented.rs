// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Rust examples of docs/queues.md and docs/things.md, which are the text between the marks.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

#[path = "../../../io/seaway/tests/thing_device/agent_here.rs"]
mod agent_here;

use std::thread;
use std::time::{Duration, Instant};

use agent_here::AgentHere;
use seaway_device_api::Hints;
use seaway_things::{DEFAULT_TERMS, Error, Kind, QueueError, QueueErrorKind, Space, Strided, Task};

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

// The example begins.
fn columns(space: &Space) -> Result<String, Error> {
    let matrix: Vec<u8> = (0..10_000).flat_map(|number| f64::from(number).to_le_bytes()).collect();
    let thing = space.create("matrix", Kind::Memory, 0)?;
    let write = thing.start_write(matrix, 0);
    // The program computes.
    write.wait()?;
    let mut column = vec![0; 800];
    thing.read_strided(Strided { offset: 56, block: 8, stride: 800, count: 100 }, &mut column)?;
    let number = |index: usize| column.chunks_exact(8).nth(index).and_then(|bytes| bytes.try_into().ok());
    let (first, last) = (number(0).map(f64::from_le_bytes), number(99).map(f64::from_le_bytes));
    let counter = space.create("counter", Kind::Memory, 8)?;
    counter.fetch_and_add(0, 5)?;
    let before = counter.fetch_and_add(0, 1)?;
    Ok(format!("{} {}, counted to {before}", first.unwrap_or(0.0), last.unwrap_or(0.0)))
}
// The example ends.

/// The page has the n-th example of this file.
fn check_page(page: &str, number: usize) {
    let own = include_str!("documented.rs");
    let example = own.split("// The example begins.\n").nth(number).unwrap();
    let example = example.split("// The example ends.").next().unwrap();
    assert!(page.contains(&format!("```rust\n{example}```")), "the page has another example");
}

#[test]
fn documented_example_of_things_is_this_and_works() {
    check_page(include_str!("../../../../docs/things.md"), 2);
    let agent = AgentHere::start(1 << 20);
    let space = Space::enter_with(&Hints::new().with("seaway_space", agent.space())).unwrap();
    assert_eq!(columns(&space).unwrap(), "7 9907, counted to 5");
}

#[test]
fn documented_example_is_this_and_works() {
    check_page(include_str!("../../../../docs/queues.md"), 1);

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
