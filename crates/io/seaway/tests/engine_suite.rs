// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine's suite on every device, with 1, 2, 3 and 7 ranks, through shared memory and through messages.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

#[path = "thing_device/agent_here.rs"]
mod agent_here;
#[path = "daemon_here/mod.rs"]
mod daemon_here;

use std::sync::Arc;

use seaway::{Group, GroupBuilder, Hints};
use seaway_devices::{Resolved, resolve};
use seaway_testkit::engine_suite::{BOOKKEEPING, SCENARIOS, Scenario, TestRank};

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

/// The device's asynchronous transfers, if any, carry the nonblocking calls.
#[test]
fn engine_keeps_its_promises_through_a_queue() {
    let directory = tempfile::tempdir_in("/dev/shm").unwrap();
    run(&format!("{}/suite", directory.path().display()), SCENARIOS, "seaway_async=enable");
}

/// Forced two-phase I/O, with buffers that take many rounds.
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

/// A daemon in this process: views are sent as trees, and each rank's bytes as one stream.
#[test]
fn engine_keeps_its_promises_on_another_host() {
    let daemon = daemon_here::Daemon::start();
    run(&daemon.name("suite"), SCENARIOS, "");
}

/// The generic methods over a remote device.
#[test]
fn engine_keeps_its_promises_on_another_host_by_exchange() {
    let daemon = daemon_here::Daemon::start();
    let hints = "romio_cb_write=enable;romio_cb_read=enable;cb_buffer_size=256;cb_nodes=2;striping_unit=100;\
                 seaway_write_behind=disable;seaway_read_ahead=disable";
    run(&daemon.name("suite"), SCENARIOS, hints);
}

/// An agent in this process. Nonblocking calls and locks are those of files.
#[test]
fn engine_keeps_its_promises_on_things() {
    let agent = agent_here::AgentHere::start(1 << 30);
    for kind in ["memory", "disk"] {
        let hints = format!("seaway_space={};seaway_thing_kind={kind}", agent.space());
        run("thing:suite", SCENARIOS, &hints);
    }
}

#[test]
fn engine_counts_correctly_on_null() {
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
    let Resolved { device, name, .. } =
        resolve(name, &seaway_device_api::MapRules::default(), hints).unwrap();
    group.run(|rank| {
        scenario(&TestRank {
            communicator: Arc::clone(rank.communicator()),
            device: Arc::clone(&device),
            name: name.clone(),
            hints: hints.clone(),
        });
    })
}
