// SPDX-License-Identifier: MIT OR Apache-2.0
//! What an adapter allocates and locks, counted: nothing, in calls that do little. The host's own allocations are not counted:
//! the preloaded counter checks its caller.

use mpi_tests::{Installation, Launch};

fn check(program: &str, host: &str) {
    let (program, host) = (Installation::named(program), Installation::named(host));
    let counter = host.compile_c("costs/counter.c", &["-shared", "-fPIC", "-ldl"]);
    let launch = Launch::new(&host, program.compile_c("costs/counts.c", &["-ldl"]));
    let output = launch.adapted(program.abi).in_front(counter).run().expect_success();
    let mut counts = output.stdout.lines().filter_map(|line| line.split_once(' '));
    assert!(counts.next().is_some_and(|(name, count)| name == "first" && count != "0"), "{output}");
    let counts: Vec<_> = counts.collect();
    assert_eq!(counts.len(), 7, "{output}");
    assert!(counts.iter().all(|(_, count)| *count == "0"), "{output}");
}

#[test]
fn programs_of_open_mpi_on_mpich() {
    check("openmpi", "mpich");
}

#[test]
fn programs_of_the_standard_on_mpich() {
    check("standard-abi", "mpich");
}

#[test]
fn programs_of_mpich_on_open_mpi() {
    check("mpich", "openmpi");
}

#[test]
fn programs_of_the_standard_on_open_mpi() {
    check("standard-abi", "openmpi");
}
