// SPDX-License-Identifier: MIT OR Apache-2.0
//! `examples/integer_sort` with few keys, on every MPI and with every adapter: the same checksum.

use mpi_tests::{Installation, Launch, Output, workspace_root};

/// Neither keys nor ranks divide the number of buckets.
const KEYS_PER_RANK: &str = "5001";
const ITERATIONS: &str = "2";

/// The keys depend only on the arguments and the number of ranks.
const SORTED: [(usize, &str); 2] = [
    (1, "integer_sort: 5001 keys on 1 ranks, 2 times: sorted, checksum 000006f0974984e1"),
    (3, "integer_sort: 15003 keys on 3 ranks, 2 times: sorted, checksum 00003e60a8f5ce88"),
];

fn sorted(launch: Launch) {
    for (ranks, line) in SORTED {
        let output: Output =
            launch.clone().ranks(ranks).arguments([KEYS_PER_RANK, ITERATIONS]).run().expect_success();
        assert_eq!(output.stdout.lines().next(), Some(line), "{output}");
    }
}

fn program(installation: &Installation) -> std::path::PathBuf {
    installation.compile_c(workspace_root().join("examples/integer_sort/integer_sort.c"), &[])
}

#[test]
fn every_mpi_sorts() {
    for installation in Installation::all() {
        sorted(Launch::new(&installation, program(&installation)));
    }
}

#[test]
fn every_adapter_sorts() {
    let installations = ["mpich", "openmpi", "standard-abi"].map(Installation::named);
    for compiler in &installations {
        for host in installations.iter().filter(|host| host.abi != compiler.abi) {
            sorted(Launch::new(host, program(compiler)).adapted(compiler.abi));
        }
    }
}
