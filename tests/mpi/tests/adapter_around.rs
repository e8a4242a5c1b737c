// SPDX-License-Identifier: MIT OR Apache-2.0
//! What stands around an adapter: the launcher.

use mpi_tests::{Installation, Launch, folder_in_memory};

/// Open MPI 4 does not look for other launchers, and takes itself for the only rank of a world.
#[test]
fn ranks_of_a_strange_launcher_do_not_run_one_by_one() {
    let host = Installation::named("debian-openmpi");
    for (own, launcher) in [("mpich", "mpich"), ("mpich", "debian-mpich"), ("standard-abi", "intel")] {
        let (own, launcher) = (Installation::named(own), Installation::named(launcher));
        let program = own.compile_c("adapter_run/whose.c", &[]);
        let folder = folder_in_memory();
        let file = folder.path().join("file");
        let output = Launch::new(&host, program)
            .ranks(2)
            .argument(&file)
            .adapted(own.abi)
            .launched_by(&launcher)
            .run();
        assert!(!output.status.success() && output.stdout.is_empty() && !file.exists(), "{output}");
        assert!(
            output.stderr.contains("seaway: the launcher of MPICH or Intel MPI has started 2"),
            "{output}"
        );
        assert!(output.stderr.contains("libmpi.so.40 -n 2`, or by that MPI's own launcher"), "{output}");
    }
}

#[test]
fn one_rank_of_a_strange_launcher_runs() {
    let (own, host) = (Installation::named("mpich"), Installation::named("debian-openmpi"));
    let program = own.compile_c("adapter_run/whose.c", &[]);
    let folder = folder_in_memory();
    let file = folder.path().join("file");
    let launch = Launch::new(&host, program).argument(file).adapted(own.abi).launched_by(&own);
    let output = launch.run().expect_success();
    assert!(output.stdout.starts_with("ranks 1 sum 0 library Open MPI v4."), "{output}");
}
