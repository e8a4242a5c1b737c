// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine's suite on every device, with 1, 2, 3 and 7 ranks, through shared memory and through messages.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

#[path = "daemon_here/mod.rs"]
mod daemon_here;

use std::sync::Arc;

use seaway::{Group, GroupBuilder, Hints};
use seaway_devices::{Resolved, resolve};
use seaway_testkit::engine_suite::{BOOKKEEPING, SCENARIOS, Scenario, Seat};

#[test]
fn engine_keeps_its_promises_in_memory() {
    run("mem:engine-suite", SCENARIOS, "");
}

#[test]
fn engine_keeps_its_promises_on_tmpfs() {
    let directory = tempfile::tempdir_in("/dev/shm").unwrap();
    run(&format!("{}/suite", directory.path().display()), SCENARIOS, "");
}

#[test]
fn engine_keeps_its_promises_on_disk() {
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    run(&format!("ufs:{}/suite", directory.path().display()), SCENARIOS, "");
}

/// The device's own queue, where it has one, carries the nonblocking calls.
#[test]
fn engine_keeps_its_promises_through_a_queue() {
    let directory = tempfile::tempdir_in("/dev/shm").unwrap();
    run(&format!("{}/suite", directory.path().display()), SCENARIOS, "seaway_async=enable");
}

/// Two phases by force, with buffers that take many rounds.
#[test]
fn engine_keeps_its_promises_with_tiny_buffers() {
    let hints = "romio_cb_write=enable;romio_cb_read=enable;cb_buffer_size=256;cb_nodes=2;striping_unit=100";
    run("mem:engine-suite-tiny", SCENARIOS, hints);
}

#[test]
fn engine_keeps_its_promises_by_sieving() {
    let hints = "romio_cb_write=disable;romio_cb_read=disable;romio_ds_write=enable;romio_ds_read=enable;\
                 ind_wr_buffer_size=64;ind_rd_buffer_size=64;seaway_mapping=disable";
    run("mem:engine-suite-sieve", SCENARIOS, hints);
}

/// A daemon in this process: views travel as trees, and each rank's bytes as one stream.
#[test]
fn engine_keeps_its_promises_on_another_host() {
    let daemon = daemon_here::Daemon::start();
    run(&daemon.name("suite"), SCENARIOS, "");
}

/// The generic ways over a device that is far away.
#[test]
fn engine_keeps_its_promises_on_another_host_by_exchange() {
    let daemon = daemon_here::Daemon::start();
    let hints = "romio_cb_write=enable;romio_cb_read=enable;cb_buffer_size=256;cb_nodes=2;striping_unit=100;\
                 seaway_write_behind=disable;seaway_read_ahead=disable";
    run(&daemon.name("suite"), SCENARIOS, hints);
}

#[test]
fn engine_keeps_its_books_on_null() {
    run("null:engine-suite", BOOKKEEPING, "");
}

fn run(name: &str, scenarios: &[(&str, Scenario)], hints: &str) {
    let hints = Hints::parse(hints);
    for size in [1, 2, 3, 7] {
        for (group, way) in
            [(Group::of(size), "shared memory"), (Group::of(size).without_shared_memory(), "messages")]
        {
            for &(title, scenario) in scenarios {
                let unique = format!("{name}-{title}-{size}-{}", way.len());
                let ran = run_one(&group, &unique, scenario, &hints);
                assert!(ran.is_ok(), "{title} with {size} ranks by {way} on {name}: {ran:?}");
            }
        }
    }
}

fn run_one(
    group: &GroupBuilder,
    name: &str,
    scenario: Scenario,
    hints: &Hints,
) -> Result<Vec<()>, seaway::GroupError> {
    let Resolved { device, name, .. } = resolve(name, &seaway_device::MapRules::default(), hints).unwrap();
    group.run(|rank| {
        scenario(&Seat {
            communicator: Arc::clone(rank.communicator()),
            device: Arc::clone(&device),
            name: name.clone(),
            hints: hints.clone(),
        });
    })
}
