// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway run` with the launchers of real MPIs: what reaches the ranks, and how they end.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use mpi_tests::{Abi, Family, Installation, environment_folder, program_source, seaway};
use rustix::process::{Pid, Signal, kill_process};

/// The messages of `seaway run`, and the output of its command.
fn run(installation: &Installation, folder: &Path, options: &[&str], line: &[&str]) -> Output {
    let launcher = installation.launcher().display().to_string();
    let words = [&["run"], options, &[launcher.as_str()], oversubscribe(installation), line].concat();
    seaway(installation, &words).current_dir(folder).output().unwrap()
}

fn oversubscribe(installation: &Installation) -> &'static [&'static str] {
    if installation.family == Family::OpenMpi { &["--oversubscribe"] } else { &[] }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A library that marks each process it is loaded into.
fn marker(folder: &Path) -> PathBuf {
    let library = folder.join("marker.so");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-Wall", "-o"]).arg(&library).arg(program_source("run/marker.c"));
    assert!(compiler.status().unwrap().success());
    library
}

#[test]
fn ranks_get_preloads_and_variables_and_the_launcher_does_not() {
    for installation in Installation::all() {
        let folder = tempfile::tempdir().unwrap();
        let (library, marks) = (marker(folder.path()), folder.path().join("marks"));
        let launcher = installation.launcher().display().to_string();
        // Two programs in one line, a rule and a hint with characters that are special to shells and
        // launchers.
        let rules =
            ["--map", "a b/*.nc=mem:{1}", "--map", "c=null:$x", "--hint", "cb_nodes=2", "--hint", "d='e'"];
        let line = ["-n", "1", "true", ":", "-n", "2", "sh", "-c", "exit 0"];
        let words = [&["run"], &rules[..], &[&launcher], oversubscribe(&installation), &line].concat();
        let mut command = seaway(&installation, &words);
        command.env("SEAWAY_LIBRARY", &library).env("SEAWAY_TEST_MARKS", &marks).current_dir(folder.path());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}: {output:?}", installation.name);
        let marks = fs::read_to_string(&marks).unwrap();
        let mut programs: Vec<String> = marks.lines().map(|line| program_of(line, &installation)).collect();
        programs.sort_unstable();
        let shell = Path::new("/bin/sh").canonicalize().unwrap();
        let shell = shell.file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(programs, [shell.clone(), shell, "true".to_owned()], "{}: {marks}", installation.name);
    }
}

/// The name of the program that left a mark; its variables must be complete.
fn program_of(mark: &str, installation: &Installation) -> String {
    let (program, told) = mark.split_once('|').unwrap();
    assert_eq!(told, "a b/*.nc=mem:{1};c=null:$x|cb_nodes=2;d='e'", "{}", installation.name);
    Path::new(program).file_name().unwrap().to_string_lossy().into_owned()
}

#[test]
fn what_the_line_itself_preloads_stays() {
    for installation in Installation::all() {
        let folder = tempfile::tempdir().unwrap();
        let option: &[&str] = match installation.family {
            Family::OpenMpi => &["-x", "LD_PRELOAD=libm.so.6"],
            Family::Mpich | Family::Intel => &["-genv", "LD_PRELOAD", "libm.so.6"],
        };
        let line = [option, &["-n", "1", "sh", "-c", "echo \"preload $LD_PRELOAD\""]].concat();
        let output = run(&installation, folder.path(), &[], &line);
        let expected = format!("preload {}:libm.so.6\n", mpi_tests::seaway_library().display());
        assert_eq!(text(&output.stdout), expected, "{}: {output:?}", installation.name);
    }
}

#[test]
fn a_program_writes_through_seaway_under_another_name() {
    for installation in Installation::all() {
        let folder = tempfile::tempdir().unwrap();
        let program = installation.compile_c("run/numbers.c", &[]).display().to_string();
        let options = ["-v", "--map", "built-in=renamed"];
        let output = run(&installation, folder.path(), &options, &["-n", "3", &program, "built-in"]);
        let said = text(&output.stderr);
        assert!(output.status.success(), "{}: {output:?}", installation.name);
        // The rule applies only in a process where Seaway opens the file.
        assert_eq!(fs::read(folder.path().join("renamed")).unwrap(), b"012", "{}", installation.name);
        assert!(!folder.path().join("built-in").exists(), "{}", installation.name);
        let abi = match installation.abi {
            Abi::Mpich => "MPICH ABI, /",
            Abi::OpenMpi => "Open MPI ABI, /",
            Abi::Standard => "standard ABI, /",
        };
        for part in [abi, "preloading /", "renamed"] {
            assert!(said.contains(part), "{}: {part:?} is not in {said}", installation.name);
        }
    }
}

/// `null:` and `mem:` names are per process; only for the former nothing can be missed.
#[test]
fn ranks_share_null_files_but_not_mem_files() {
    for installation in Installation::all() {
        let folder = tempfile::tempdir().unwrap();
        let program = installation.compile_c("run/numbers.c", &[]).display().to_string();
        let line = ["-n", "3", &program, "built-in"];
        let output = run(&installation, folder.path(), &["--map", "*=null:{name}"], &line);
        assert!(output.status.success(), "{}: {output:?}", installation.name);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{}", installation.name);
        let output = run(&installation, folder.path(), &["--map", "*=mem:{name}"], &line);
        assert!(!output.status.success(), "{}: {output:?}", installation.name);
    }
}

#[test]
fn exit_codes_are_those_of_the_line() {
    for installation in Installation::all() {
        let folder = tempfile::tempdir().unwrap();
        let program = installation.compile_c("run/numbers.c", &[]).display().to_string();
        let output = run(&installation, folder.path(), &[], &["-n", "2", &program, "file", "7"]);
        assert_eq!(output.status.code(), Some(7), "{}: {output:?}", installation.name);
    }
}

#[test]
fn a_signal_ends_the_ranks() {
    for installation in Installation::all() {
        let launcher = installation.launcher().display().to_string();
        let line = ["-n", "2", "sh", "-c", "echo $$; exec sleep 1000"];
        let words = [&["run", &launcher], oversubscribe(&installation), &line].concat();
        let mut command = seaway(&installation, &words);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let ranks: Vec<String> = (0..2).map(|_| lines.next().unwrap().unwrap()).collect();
        kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
        // The exit code depends on the launcher, and varies.
        child.wait().unwrap();
        let is_gone = |rank: &String| !Path::new("/proc").join(rank.trim()).exists();
        // Only a rank that was left behind takes this long.
        let limit = Instant::now() + Duration::from_secs(60);
        while !ranks.iter().all(is_gone) {
            assert!(Instant::now() < limit, "{}: ranks {ranks:?} were left behind", installation.name);
            std::thread::yield_now();
        }
    }
}

#[test]
fn a_program_of_another_mpi_causes_a_warning() {
    let (mpich, openmpi) = (Installation::named("debian-mpich"), Installation::named("debian-openmpi"));
    for (of_program, of_launcher) in [(&mpich, &openmpi), (&openmpi, &mpich)] {
        let folder = tempfile::tempdir().unwrap();
        let program = of_program.compile_c("run/numbers.c", &[]).display().to_string();
        let output = run(of_launcher, folder.path(), &[], &["-n", "1", &program, "file"]);
        let said = text(&output.stderr);
        assert!(said.contains("warning") && said.contains("each rank will run as a singleton"), "{said}");
    }
}

#[test]
fn a_program_without_a_launcher_is_one_rank() {
    for installation in Installation::all() {
        let folder = tempfile::tempdir().unwrap();
        let program = installation.compile_c("run/numbers.c", &[]).display().to_string();
        let words = ["run", "--map", "built-in=renamed", &program, "built-in"];
        let output = seaway(&installation, &words).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}: {output:?}", installation.name);
        assert_eq!(fs::read(folder.path().join("renamed")).unwrap(), b"0", "{}", installation.name);
    }
}

/// Python is not linked with an MPI; mpi4py loads one when it is imported.
#[test]
fn an_mpi_that_is_loaded_late_is_found() {
    let script = "from mpi4py import MPI; world = MPI.COMM_WORLD; \
                  file = MPI.File.Open(world, 'built-in', MPI.MODE_CREATE | MPI.MODE_WRONLY); \
                  file.Write_at_all(world.rank, str(world.rank).encode()); file.Close()";
    let python = environment_folder().join("python/bin/python").display().to_string();
    for installation in Installation::all_for_python() {
        let folder = tempfile::tempdir().unwrap();
        let launcher = installation.launcher().display().to_string();
        let abi = if installation.abi == Abi::OpenMpi { "openmpi" } else { "mpich" };
        // A `timeout` in front does not hide the launcher.
        let before = ["run", "-v", "--map", "built-in=renamed", "timeout", "200", &launcher];
        let words = [&before[..], oversubscribe(&installation), &["-n", "2", &python, "-c", script]].concat();
        let mut command = seaway(&installation, &words);
        let output = command.env("MPI4PY_MPIABI", abi).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}: {output:?}", installation.name);
        assert_eq!(fs::read(folder.path().join("renamed")).unwrap(), b"01", "{}", installation.name);
        let said = text(&output.stderr);
        assert!(said.contains("not linked with an MPI, may load one at run time"), "{said}");
    }
}
