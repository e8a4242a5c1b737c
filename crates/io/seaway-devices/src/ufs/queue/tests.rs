// SPDX-License-Identifier: MIT OR Apache-2.0
//! A queue that has lost its ring still works: plain calls do the work.

use std::os::fd::AsFd;

use seaway_device_api::{Extent, Region};
use seaway_memory::Spot;

use super::super::ring::{Direction, Ring};
use super::{QueueFile, UfsQueue};

/// Writes and reads back: `before` is applied to the ring before the write is submitted, `during` after that.
fn check(before: fn(&mut Ring), during: fn(&mut Ring)) {
    let Some(queue) = UfsQueue::open() else { return };
    let plain = tempfile::tempfile().unwrap();
    let file = QueueFile { cached: plain.as_fd(), direct_read: None, direct_write: None, path: "temporary" };
    before(queue.flights().ring());
    let extents = vec![Extent::new(0, 3 << 20), Extent::new(5 << 20, 10)];
    let bytes: Vec<u8> = (0..=255).cycle().take((3 << 20) + 10).collect();

    let place = || Region::Extents(extents.clone());

    // Memory in two pieces, neither of which ends where an extent does.
    let lent = [Spot::of_slice(&bytes[..100_000]), Spot::of_slice(&bytes[100_000..])];
    let write = queue.start(file, Direction::Write, place(), &lent).unwrap();
    during(queue.flights().ring());
    assert_eq!(queue.wait(file, &write).unwrap(), bytes.len() as u64);

    let mut back = vec![0; bytes.len()];
    let (head, tail) = back.split_at_mut(2 << 20);
    let lent = [Spot::of_slice_mut(head), Spot::of_slice_mut(tail)];
    let read = queue.start(file, Direction::Read, place(), &lent).unwrap();
    assert_eq!(queue.wait(file, &read).unwrap(), bytes.len() as u64);
    assert!(back == bytes);
}

#[test]
fn works_while_all_is_well() {
    check(|_| (), |_| ());
}

#[test]
fn after_a_fork_plain_calls_do_the_work() {
    // Not during a transfer: in reality the kernel would work on the parent's memory, here on this process's.
    check(Ring::pretend_to_be_a_parents, |_| ());
}

#[test]
fn after_the_ring_broke_plain_calls_do_the_work() {
    check(|_| (), Ring::pretend_to_be_broken);
    check(Ring::pretend_to_be_broken, |_| ());
}
