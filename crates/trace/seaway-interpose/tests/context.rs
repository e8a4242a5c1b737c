// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a trace records about the run besides its calls: the user, the batch job, mounted file systems.

#![allow(clippy::unwrap_used, reason = "a test stops where it cannot go on")]

mod support;

use seaway_trace_format::{StringKind, environment};
use support::Trial;
use support::reader::Process;

/// A process started with these variables, and none of those that launchers and batch systems set.
fn process_with(variables: &[(&str, &str)]) -> Process {
    let trial = Trial::new();
    let program = trial.compiled("endings.c");
    let mut command = trial.command(program);
    let ranks = environment::RANKS.iter().flat_map(|(rank, ranks)| [*rank, *ranks]);
    let others = [&environment::LOCAL_RANKS[..], &environment::JOBS, &environment::USERS].concat();
    for name in ranks.chain(others) {
        command.env_remove(name);
    }
    let status = command.envs(variables.iter().copied()).arg(trial.folder()).arg("return").output().unwrap();
    assert!(status.status.success());
    trial.process()
}

fn user() -> String {
    // SAFETY: it has no arguments and always succeeds.
    unsafe { libc::getuid() }.to_string()
}

#[test]
fn user_and_job_come_from_the_environment() {
    let process =
        process_with(&[("LOGNAME", "ada"), ("USER", "other"), ("PBS_JOBID", "17.node"), ("JOB_ID", "3")]);
    assert_eq!(process.texts(StringKind::User), [format!("{} ada", user())]);
    assert_eq!(process.texts(StringKind::Job), ["PBS_JOBID=17.node"]);
}

#[test]
fn without_variables_the_user_id_is_known() {
    let process = process_with(&[("SLURM_JOB_ID", "")]);
    assert_eq!(process.texts(StringKind::User), [user()]);
    assert!(process.texts(StringKind::Job).is_empty());
    assert!(process.texts(StringKind::Mounts).is_empty(), "small processes stay cheap");
}

#[test]
fn excessively_long_names_are_omitted() {
    let long = "x".repeat(100_000);
    let process = process_with(&[("USER", &long), ("SLURM_JOB_ID", &long), ("PBS_JOBID", "1")]);
    assert_eq!(process.texts(StringKind::User), [user()]);
    assert_eq!(process.texts(StringKind::Job), ["PBS_JOBID=1"]);
}

#[test]
fn one_rank_per_node_records_mounts() {
    for first in [&[("PMI_RANK", "4")][..], &[("PMI_RANK", "4"), ("MPI_LOCALRANKID", "0")]] {
        let process = process_with(first);
        let mounts = process.texts(StringKind::Mounts);
        let [mounts] = mounts[..] else { panic!("{mounts:?}") };
        let root = mounts.lines().find(|line| line.starts_with("/ "));
        assert!(root.is_some() && !mounts.contains("/proc proc"), "{mounts}");
    }
    let process = process_with(&[("PMI_RANK", "4"), ("MPI_LOCALRANKID", "1")]);
    assert!(process.texts(StringKind::Mounts).is_empty());
}
