// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway run --trace` without a recorder: where the trace goes, and what reaches the program. `tests/mpi`
//! checks what is recorded.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "helpers of tests say what they expect, as tests do, and what they skip"
)]

mod program_apart;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use program_apart::program_in;

/// A directory with libraries to preload. Any will do where only the variable matters; the C library is
/// loaded anyway.
fn place() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    let paths = maps.lines().filter_map(|line| line.split_whitespace().nth(5));
    let c_library = paths.map(PathBuf::from).find(|path| path.ends_with("libc.so.6")).unwrap();
    for name in ["libseaway.so", "libseaway_posix.so"] {
        fs::copy(&c_library, folder.path().join(name)).unwrap();
    }
    program_in(folder.path());
    folder
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(folder.join("seaway"));
    command.arg("run").args(arguments).current_dir(folder).stdin(Stdio::null());
    for (name, _) in std::env::vars() {
        if name.starts_with("SEAWAY_") || name == "LD_PRELOAD" {
            command.env_remove(name);
        }
    }
    command.env("SEAWAY_LIBRARY", folder.join("libseaway.so"));
    command
}

fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap().trim_end().to_owned()
}

const SHOW: [&str; 3] = ["sh", "-c", "echo \"$LD_PRELOAD|$SEAWAY_TRACE|$SEAWAY_TRACE_QUOTA\""];

#[test]
fn the_recorder_comes_first_and_gets_directory_and_quota() {
    let place = place();
    let folder = place.path().canonicalize().unwrap();
    let options = ["--trace=a/b", "--trace-quota", "64M"];
    let output = command(&folder, &[&options[..], &SHOW].concat()).output().unwrap();
    let (library, recorder) = (folder.join("libseaway.so"), folder.join("libseaway_posix.so"));
    let trace = folder.join("a/b");
    let expected = format!("{}:{}|{}|67108864", recorder.display(), library.display(), trace.display());
    assert_eq!(printed(&output), expected);
    assert!(trace.is_dir());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, format!("seaway: the trace goes to {}\n", trace.display()));
}

#[test]
fn without_a_name_the_directory_is_new_and_here() {
    let place = place();
    let folder = place.path().canonicalize().unwrap();
    let traces: Vec<String> = (0..2)
        .map(|_| {
            let output = command(&folder, &[&["--trace"], &SHOW[..]].concat()).output().unwrap();
            printed(&output).split('|').nth(1).unwrap().to_owned()
        })
        .collect();
    for trace in &traces {
        assert!(trace.starts_with(&format!("{}/seaway-trace-2", folder.display())), "{trace}");
        assert!(Path::new(trace).is_dir());
    }
    assert_ne!(traces[0], traces[1]);
}

#[test]
fn a_directory_with_a_trace_causes_a_warning() {
    let place = place();
    let folder = place.path().canonicalize().unwrap();
    fs::create_dir(folder.join("t")).unwrap();
    let warned = |outer: Option<&Path>| {
        let mut command = command(&folder, &["--trace=t", "true"]);
        command.envs(outer.map(|outer| ("SEAWAY_TRACE", outer)));
        let output = command.output().unwrap();
        printed(&output);
        String::from_utf8(output.stderr).unwrap().contains("warning: the directory already contains a trace")
    };
    assert!(!warned(None));
    fs::write(folder.join("t/host.1.0.seatrace"), "").unwrap();
    assert!(warned(None));
    assert!(!warned(Some(&folder.join("t"))), "a run inside of the run that makes the trace");
}

#[test]
fn without_the_option_nothing_is_recorded() {
    let place = place();
    let output = command(place.path(), &SHOW).output().unwrap();
    assert_eq!(printed(&output), format!("{}||", place.path().join("libseaway.so").display()));
    assert!(output.stderr.is_empty());
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 3, "the program and two libraries");
}

/// The arguments of a launcher, which stands for MPICH's.
#[test]
fn launchers_pass_the_directory_on() {
    let place = place();
    let folder = place.path().canonicalize().unwrap();
    let launcher = folder.join("mpiexec");
    let script = "#!/bin/sh\n[ \"$1\" = --version ] && echo 'HYDRA Version: 4.0' || printf '%s ' \"$@\"\n";
    fs::write(folder.join("source"), script).unwrap();
    assert!(Command::new("cp").arg(folder.join("source")).arg(&launcher).status().unwrap().success());
    assert!(Command::new("chmod").arg("+x").arg(&launcher).status().unwrap().success());
    let line = ["--trace=t", launcher.to_str().unwrap(), "-n", "2", "true"];
    let words = printed(&command(&folder, &line).output().unwrap());
    assert!(words.contains(&format!("-genv SEAWAY_TRACE {}", folder.join("t").display())), "{words}");
    assert!(
        words.contains(&format!("-genv LD_PRELOAD {}", folder.join("libseaway_posix.so:").display())),
        "{words}"
    );
}

#[test]
fn a_program_without_mpi_needs_no_libseaway() {
    let place = place();
    let folder = place.path().canonicalize().unwrap();
    let recorder = folder.join("recorder.so");
    fs::rename(folder.join("libseaway_posix.so"), &recorder).unwrap();
    let prefix = tempfile::tempdir().unwrap();
    let seaway = program_in(prefix.path());
    let run = |line: &[&str]| {
        let mut command = Command::new(&seaway);
        command.arg("run").args(line).current_dir(&folder).env_remove("SEAWAY_LIBRARY");
        command.env("SEAWAY_POSIX_LIBRARY", &recorder).env_remove("LD_PRELOAD").output().unwrap()
    };
    let output = run(&[&["--trace=t"], &SHOW[..]].concat());
    assert_eq!(printed(&output), format!("{}|{}|", recorder.display(), folder.join("t").display()));
    let refused = run(&["sh", "-c", "true"]);
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("libseaway.so"));
}

/// A trace contains file names and command lines.
#[test]
fn a_new_trace_directory_is_private_to_its_user() {
    use std::os::unix::fs::PermissionsExt;
    let place = place();
    let mode = |path: &str| fs::metadata(place.path().join(path)).unwrap().permissions().mode() & 0o777;
    for umask in ["000", "777"] {
        let script = format!("umask {umask}; exec \"$0\" run --trace=under/{umask} true");
        fs::create_dir_all(place.path().join("under")).unwrap();
        let (library, program) = (place.path().join("libseaway.so"), place.path().join("seaway"));
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).arg(program).current_dir(place.path()).env("SEAWAY_LIBRARY", library);
        let output = shell.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert_eq!(mode(&format!("under/{umask}")), 0o700, "umask {umask}");
    }
}

/// Its owner could read what is recorded, or replace it.
#[test]
fn a_directory_of_another_user_is_refused() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("skipped: only root can give a folder away");
        return;
    }
    let place = place();
    let theirs = place.path().join("theirs");
    fs::create_dir(&theirs).unwrap();
    std::os::unix::fs::chown(&theirs, Some(12345), None).unwrap();
    let output = command(place.path(), &["--trace=theirs", "touch", "was-run"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("theirs belongs to user 12345"), "{said}");
    assert!(said.contains("--trace="), "the way out: {said}");
    assert!(!place.path().join("was-run").exists());
    // A subdirectory of our own is accepted.
    assert!(command(place.path(), &["--trace=theirs/mine", "true"]).status().unwrap().success());
}

#[test]
fn errors_are_reported_before_anything_runs() {
    let place = place();
    let check = |options: &[&str], part: &str| {
        let output = command(place.path(), &[options, &["touch", "was-run"]].concat()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(part), "{options:?}: {said}");
        assert!(!place.path().join("was-run").exists(), "{options:?}");
    };
    check(&["--trace-quota", "5M"], "--trace");
    check(&["--trace", "--trace-quota", "much"], "500M");
    check(&["--seccomp"], "--trace");
    check(&["--trace=libseaway.so"], "libseaway.so");
    // Where not even root can write.
    check(&["--trace=/proc"], "cannot write to the directory /proc");
    fs::remove_file(place.path().join("libseaway_posix.so")).unwrap();
    check(&["--trace"], "cargo build --release -p seaway-interpose");
}
