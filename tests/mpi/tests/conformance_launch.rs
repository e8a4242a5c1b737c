// SPDX-License-Identifier: MIT OR Apache-2.0
//! The launcher of each MPI starts ranks, forwards variables and reports how they ended: the basis of all
//! other tests.

use mpi_tests::{Installation, Launch};

#[test]
fn ranks_start_and_see_variables_under_every_mpi() {
    for installation in Installation::all() {
        let program = installation.compile_c("conformance/hello.c", &[]);
        let output =
            Launch::new(&installation, program).ranks(3).environment("SEAWAY_TEST_VALUE", "seen").run();
        let output = output.expect_success();
        let mut lines: Vec<&str> = output.stdout.lines().collect();
        lines.sort_unstable();
        let expected = ["rank 0 of 3, seen", "rank 1 of 3, seen", "rank 2 of 3, seen"];
        assert_eq!(lines, expected, "{}: {}", installation.name, output.stderr);
    }
}

#[test]
fn a_failure_of_ranks_is_reported() {
    for installation in Installation::all() {
        let program = installation.compile_c("conformance/hello.c", &[]);
        let output = Launch::new(&installation, program).ranks(2).argument("7").run();
        assert_eq!(output.status.code(), Some(7), "{output}");
    }
}
