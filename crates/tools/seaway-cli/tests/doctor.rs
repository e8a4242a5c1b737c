// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway doctor` with launchers that are scripts, each broken in its own way; `tests/mpi` has the working
//! ones.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A prefix with a launcher and a library that only looks like an MPI's.
struct Prefix {
    folder: tempfile::TempDir,
}

impl Prefix {
    /// `behaviour` is what the launcher does when it is not asked for its version.
    fn new(version: &str, library: &str, behaviour: &str) -> Self {
        let prefix = Self { folder: tempfile::tempdir().unwrap() };
        for folder in ["bin", "lib"] {
            fs::create_dir(prefix.path(folder)).unwrap();
        }
        for name in ["libseaway.so", &format!("lib/{library}")] {
            fs::copy(c_library(), prefix.path(name)).unwrap();
        }
        let script =
            format!("#!/bin/sh\nif [ \"$1\" = --version ]; then echo '{version}'; exit; fi\n{behaviour}\n");
        // Written by another process: see the same in the tests of `run`.
        fs::write(prefix.path("source"), script).unwrap();
        let (source, launcher) = (prefix.path("source"), prefix.path("bin/mpiexec"));
        assert!(Command::new("cp").args([&source, &launcher]).status().unwrap().success());
        fs::set_permissions(&launcher, fs::Permissions::from_mode(0o755)).unwrap();
        prefix
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn doctor(&self) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_seaway"));
        command.arg("doctor").arg(self.folder.path()).stdin(Stdio::null());
        command.env("SEAWAY_LIBRARY", self.path("libseaway.so")).env_remove("LD_PRELOAD");
        command.output().unwrap()
    }

    /// The problem reported, with the line breaks removed.
    fn finding(&self) -> String {
        let output = self.doctor();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(error, "seaway: 1 problem found, see above\n");
        let text = String::from_utf8(output.stdout).unwrap();
        let words: Vec<&str> = text.split_whitespace().collect();
        let (_, finding) =
            words.join(" ").split_once("to fix ").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        finding
    }
}

fn c_library() -> PathBuf {
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    let paths = maps.lines().filter_map(|line| line.split_whitespace().nth(5));
    paths.map(PathBuf::from).find(|path| path.ends_with("libc.so.6")).unwrap()
}

fn hydra(behaviour: &str) -> Prefix {
    Prefix::new("HYDRA build details: Version: 9.8.7", "libmpi.so.12", behaviour)
}

#[test]
fn a_launcher_that_starts_nothing_is_quoted() {
    let finding = hydra("echo 'cannot reach node7' >&2; exit 1").finding();
    assert!(finding.contains("started no rank") && finding.contains("cannot reach node7"), "{finding}");
}

#[test]
fn variables_that_get_lost_are_noticed() {
    let forgetful = "while [ \"$1\" = -genv ]; do shift 3; done; shift 2; env -u LD_PRELOAD \"$@\"";
    let finding = hydra(forgetful).finding();
    assert!(finding.starts_with("LD_PRELOAD does not reach the ranks"), "{finding}");
}

#[test]
fn a_library_that_is_no_mpi_is_named() {
    let honest = "while [ \"$1\" = -genv ]; do export \"$2=$3\"; shift 3; done; shift 2; \"$@\"";
    let finding = hydra(honest).finding();
    assert!(finding.contains("libmpi.so.12 has no") && finding.contains("not an MPI library"), "{finding}");
}

#[test]
fn slots_are_asked_for_once_more() {
    let strict = "case \" $* \" in *--oversubscribe*) echo 'now it is another problem'; exit 1;; esac
        echo 'There are not enough slots available'; exit 1";
    let prefix = Prefix::new("mpirun (Open MPI) 9.8.7", "libmpi.so.40", strict);
    let finding = prefix.finding();
    assert!(finding.contains("now it is another problem"), "{finding}");
    assert!(finding.contains("note there are fewer slots than ranks"), "{finding}");
}

#[test]
fn a_place_without_an_mpi_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_seaway"));
    let output = command.arg("doctor").arg(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("neither the launcher of an MPI") && text.lines().count() == 1, "{text}");
}

#[test]
fn missing_files_are_reported() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_seaway"));
    let output = command.args(["doctor", "./missing"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("seaway: ./missing does not exist"), "{text}");
}

#[test]
fn without_the_library_nothing_is_checked() {
    let prefix = hydra("echo started; exit 1");
    let mut command = Command::new(env!("CARGO_BIN_EXE_seaway"));
    let output = command
        .arg("doctor")
        .arg(prefix.folder.path())
        .env("SEAWAY_LIBRARY", "/no/such.so")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("/no/such.so") && text.contains("not checked without libseaway.so"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}
