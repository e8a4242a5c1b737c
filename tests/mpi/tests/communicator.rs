// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine's communicator over every MPI: ranks on one machine, and the same ranks as if they ran on
//! several. The ranks are this test program again, started by the MPI's launcher; its environment selects
//! what it does.
#![allow(clippy::unwrap_used, reason = "ranks are tests too, where a panic is how they say what is wrong")]

mod trial;

use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;
use std::{env, fs};

use mpi_tests::{Abi, Installation, Launch};
use rustix::fs::{CWD, FileType, Mode, mknodat};

const TRIAL: &str = "SEAWAY_TEST_TRIAL";
const LIBRARY: &str = "SEAWAY_TEST_TRIAL_LIBRARY";
const NODES: &str = "SEAWAY_TEST_NODES";
/// The test that acts as a rank.
const RANK: &str = "rank_of_another_test";

#[test]
fn ranks_of_one_machine_agree_under_every_mpi() {
    for installation in Installation::all() {
        for ranks in [1, 2, 3, 4] {
            run(&installation, ranks, 1, "everything");
        }
    }
}

#[test]
fn ranks_of_several_machines_agree_under_every_mpi() {
    for installation in Installation::all() {
        for (ranks, nodes) in [(2, 2), (3, 2), (4, 3)] {
            run(&installation, ranks, nodes, "everything");
        }
    }
}

#[test]
fn ranks_on_several_machines_synchronise_without_one_sided_communication() {
    for installation in Installation::all() {
        run(&installation, 2, 2, "one_sided");
    }
}

#[test]
fn default_types_of_fortran_are_as_wide_as_the_mpi_says() {
    for installation in Installation::all() {
        run(&installation, 1, 1, "wide_fortran");
    }
}

#[test]
fn communicators_come_and_go_in_any_order() {
    for installation in Installation::all() {
        for nodes in [1, 2] {
            run(&installation, 3, nodes, "lifetimes");
        }
    }
}

/// A rank waits in a barrier for one that waits for a long message from it: the barrier must drive MPI's
/// progress.
#[test]
fn waiting_lets_mpi_move_the_programs_messages() {
    for installation in Installation::all() {
        for nodes in [1, 2] {
            run(&installation, 2, nodes, "progress");
        }
    }
}

/// Launchers end all ranks as soon as one has died. So the launcher starts shells, which stay until told to
/// exit; the ranks below them write their results to a pipe, which ends with the last of them.
#[test]
fn a_killed_rank_is_an_error_for_the_others() {
    for installation in Installation::all() {
        let folder = tempfile::tempdir().unwrap();
        let [heard, go] = ["heard", "go"].map(|name| folder.path().join(name));
        for pipe in [&heard, &go] {
            mknodat(CWD, pipe, FileType::Fifo, Mode::RWXU, 0).unwrap();
        }
        let script = format!("\"$@\"; read word < {}", go.display());
        let rank = [env::current_exe().unwrap().into_os_string(), "--exact".into(), RANK.into()];
        let launch = Launch::new(&installation, "/bin/sh").ranks(3).arguments(["-c", &script, "sh"]);
        let launch =
            prepared(launch.arguments(rank), &installation, 1, "killed").environment(trial::PIPE, &heard);
        let mut command = launch.command();
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut launcher = command.spawn().unwrap();
        let mut told: Vec<_> = fs::read_to_string(&heard).unwrap().lines().map(str::to_owned).collect();
        // Open for both directions, so that the order of opening does not matter.
        let mut gate = fs::File::options().read(true).write(true).open(&go).unwrap();
        gate.write_all(&b"go\n".repeat(3)).unwrap();
        launcher.wait().unwrap();
        told.sort_unstable();
        assert_eq!(told, ["rank 0 was told", "rank 2 was told"], "{}", installation.name);
    }
}

/// What the ranks of the tests above run; does nothing in a normal test run.
#[test]
fn rank_of_another_test() {
    if let Ok(program) = env::var(TRIAL) {
        trial::run(&env::var_os(LIBRARY).unwrap(), &program);
    }
}

fn run(installation: &Installation, ranks: usize, nodes: usize, program: &str) {
    let output = launch(installation, ranks, nodes, program).run().expect_success();
    // Not by lines: ranks print at the same time.
    let done = output.stdout.matches("1 passed").count();
    assert_eq!(done, ranks, "{output}");
}

fn launch(installation: &Installation, ranks: usize, nodes: usize, program: &str) -> Launch {
    let launch = Launch::new(installation, env::current_exe().unwrap()).ranks(ranks);
    prepared(launch.arguments(["--exact", RANK, "--nocapture"]), installation, nodes, program)
}

fn prepared(launch: Launch, installation: &Installation, nodes: usize, program: &str) -> Launch {
    launch
        .environment(TRIAL, program)
        .environment(LIBRARY, library(installation))
        .environment(NODES, nodes.to_string())
        .environment("RUST_BACKTRACE", "0")
}

fn library(installation: &Installation) -> PathBuf {
    let name = match installation.abi {
        Abi::Mpich => "libmpi.so.12",
        Abi::OpenMpi => "libmpi.so.40",
        Abi::Standard => "libmpi_abi.so.1",
    };
    installation.library_folder().map_or_else(|| name.into(), |folder| folder.join(name))
}
