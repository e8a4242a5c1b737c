// SPDX-License-Identifier: MIT OR Apache-2.0
//! A queue whose ring is gone still answers: plain calls do the work.

use std::os::fd::AsFd;

use seaway_device::{Extent, Submission};

use super::super::ring::Ring;
use super::{QueueFile, UfsQueue};

/// Writes and reads back: `before` happens to the ring before the write is submitted, `during` after that.
fn check(before: fn(&mut Ring), during: fn(&mut Ring)) {
    let Some(queue) = UfsQueue::open() else { return };
    let plain = tempfile::tempfile().unwrap();
    let file = QueueFile { cached: plain.as_fd(), direct_read: None, direct_write: None, path: "temporary" };
    before(queue.flights().ring());
    let extents = vec![Extent::new(0, 3 << 20), Extent::new(5 << 20, 10)];
    let bytes: Vec<u8> = (0..=255).cycle().take((3 << 20) + 10).collect();

    let write =
        queue.submit(file, Submission::Write { extents: extents.clone(), buffer: bytes.clone() }).unwrap();
    during(queue.flights().ring());
    assert_eq!(queue.wait(file, &write).unwrap().outcome.unwrap(), bytes.len() as u64);

    let buffer = vec![0; bytes.len()];
    let read = queue.submit(file, Submission::Read { extents, buffer }).unwrap();
    let completion = queue.wait(file, &read).unwrap();
    assert!(completion.outcome.unwrap() == bytes.len() as u64 && completion.buffer == bytes);
}

#[test]
fn works_while_all_is_well() {
    check(|_| (), |_| ());
}

#[test]
fn after_a_fork_plain_calls_do_the_work() {
    // Not during a transfer: in truth the kernel would work on the parent's memory, here it would on ours.
    check(Ring::pretend_to_be_a_parents, |_| ());
}

#[test]
fn after_the_ring_broke_plain_calls_do_the_work() {
    check(|_| (), Ring::pretend_to_be_broken);
    check(Ring::pretend_to_be_broken, |_| ());
}
