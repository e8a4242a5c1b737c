// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway run` without an MPI: what reaches the program, exit codes, signals, and what is refused. Launchers
//! are scripts here that print their arguments; `tests/mpi` has the real ones.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder with a library to preload, and `seaway run` in it.
struct Session {
    folder: tempfile::TempDir,
}

impl Session {
    fn new() -> Self {
        let session = Self { folder: tempfile::tempdir().unwrap() };
        // Any library will do where only the variable matters. The C library is loaded anyway.
        fs::copy(c_library(), session.path("libseaway.so")).unwrap();
        session
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn library(&self) -> String {
        self.path("libseaway.so").display().to_string()
    }

    fn script(&self, name: &str, text: &str) -> String {
        self.executable(name, format!("#!/bin/sh\n{text}\n").as_bytes())
    }

    /// Written by another process: a file that this one has open for writing may be held open for a moment by
    /// a child that another test starts, and cannot be executed meanwhile.
    fn executable(&self, name: &str, bytes: &[u8]) -> String {
        let (source, path) = (self.path("source"), self.path(name));
        fs::write(&source, bytes).unwrap();
        assert!(Command::new("cp").args([&source, &path]).status().unwrap().success());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path.display().to_string()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_seaway"));
        command.arg("run").args(arguments).current_dir(&self.folder).stdin(Stdio::null());
        for (name, _) in std::env::vars() {
            if name.starts_with("SEAWAY_") || name.starts_with("SLURM_") || name == "LD_PRELOAD" {
                command.env_remove(name);
            }
        }
        command.env("SEAWAY_LIBRARY", self.path("libseaway.so"));
        command
    }

    fn output(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn succeed(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The sentence on standard error; nothing may have been run.
    fn refuse(&self, arguments: &[&str], code: i32) -> String {
        let output = self.output(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.starts_with("seaway: ") && text.lines().count() == 1, "{text}");
        text
    }
}

/// The path that the loader used for this process.
fn c_library() -> PathBuf {
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    let paths = maps.lines().filter_map(|line| line.split_whitespace().nth(5));
    paths.map(PathBuf::from).find(|path| path.ends_with("libc.so.6")).unwrap()
}

#[test]
fn a_plain_program_gets_library_rules_and_hints_by_its_environment() {
    let session = Session::new();
    let line = ["sh", "-c", "echo \"$LD_PRELOAD|$SEAWAY_RUN_MAP|$SEAWAY_RUN_HINTS|$SEAWAY_VERBOSE\""];
    let options =
        ["--map", "out/*.nc=mem:{1}", "--map", "a b=null:", "--hint", "cb_nodes=2", "--hint", "x=y"];
    let printed = session.succeed(&[&options[..], &line[..]].concat());
    assert_eq!(
        printed.trim_end(),
        format!("{}|out/*.nc=mem:{{1}};a b=null:|cb_nodes=2;x=y|", session.library())
    );
}

#[test]
fn what_was_preloaded_stays_after_ours() {
    let session = Session::new();
    let mut command = session.command(&["sh", "-c", "echo $LD_PRELOAD"]);
    let output = command.env("LD_PRELOAD", "libm.so.6").output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(printed.trim_end(), format!("{}:libm.so.6", session.library()));
}

#[test]
fn a_run_within_a_run_is_stronger() {
    let session = Session::new();
    let mut command = session.command(&[
        "--map",
        "a=mem:b",
        "--hint",
        "h=2",
        "sh",
        "-c",
        "echo $SEAWAY_RUN_MAP $SEAWAY_RUN_HINTS",
    ]);
    let output = command.env("SEAWAY_RUN_MAP", "a=mem:c").env("SEAWAY_RUN_HINTS", "h=1").output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "a=mem:b;a=mem:c h=1;h=2\n");
}

#[test]
fn a_configuration_file_is_found_from_other_directories() {
    let session = Session::new();
    fs::write(session.path("my.toml"), "").unwrap();
    let mut command = session.command(&["sh", "-c", "echo $SEAWAY_CONFIG"]);
    let output = command.env("SEAWAY_CONFIG", "my.toml").output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        Path::new(printed.trim_end()).canonicalize().unwrap(),
        session.path("my.toml").canonicalize().unwrap()
    );
}

#[test]
fn exit_codes_and_signals_are_those_of_the_program() {
    let session = Session::new();
    assert_eq!(session.output(&["sh", "-c", "exit 41"]).status.code(), Some(41));
    assert_eq!(session.output(&["sh", "-c", "kill -TERM $$"]).status.signal(), Some(15));
    // The process stays the same, so signals sent to it reach the program.
    let printed = session.succeed(&["sh", "-c", "echo $0 $1", "--map", "-v"]);
    assert_eq!(printed, "--map -v\n");
}

#[test]
fn a_closed_pipe_ends_the_program_as_it_would_without_us() {
    let session = Session::new();
    let line = format!("{} run sh -c 'while echo y; do :; done' | head -1", env!("CARGO_BIN_EXE_seaway"));
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", &line]).env("SEAWAY_LIBRARY", session.library()).output().unwrap();
    assert_eq!(output.stdout, b"y\n");
    assert!(output.stderr.is_empty(), "{output:?}");
}

/// A launcher that prints its arguments, one per line, and its own LD_PRELOAD.
const SHOW: &str =
    "for word; do printf '%s\\n' \"$word\"; done; echo \"self $LD_PRELOAD\"; echo \"map $SEAWAY_RUN_MAP\"";

fn launcher_script(version: &str) -> String {
    format!("if [ \"$1\" = --version ]; then echo '{version}'; exit; fi\n{SHOW}")
}

#[test]
fn launchers_get_variables_by_their_own_options() {
    let session = Session::new();
    let library = session.library();
    for (name, version, expected, map) in [
        ("mpiexec", "HYDRA build details:", vec!["-genv", "LD_PRELOAD", &*library], ""),
        ("mpirun", "mpirun (Open MPI) 5.0.11", vec!["-x", &*format!("LD_PRELOAD={library}")], "a=mem:b"),
        (
            "srun",
            "slurm 23.11",
            vec![&*format!("--export=ALL,LD_PRELOAD={library},SEAWAY_LIBRARY,SEAWAY_RUN_MAP")],
            "a=mem:b",
        ),
    ] {
        let launcher = session.script(name, &launcher_script(version));
        let printed = session.succeed(&["--map", "a=mem:b", &launcher, "-n", "2", "true", "-n"]);
        let lines: Vec<&str> = printed.lines().collect();
        assert!(lines.starts_with(&expected), "{printed}");
        assert!(lines.ends_with(&["-n", "2", "true", "-n", "self ", &format!("map {map}")]), "{printed}");
    }
}

#[test]
fn an_unknown_launcher_hands_on_its_environment() {
    let session = Session::new();
    let launcher = session.script("aprun", SHOW);
    let printed = session.succeed(&["--map", "a=mem:b", &launcher, "-n", "2", "true"]);
    assert_eq!(printed, format!("-n\n2\ntrue\nself {}\nmap a=mem:b\n", session.library()));
}

#[test]
fn a_launcher_is_found_after_timeout() {
    let session = Session::new();
    let launcher = session.script("mpiexec", &launcher_script("HYDRA"));
    let printed = session.succeed(&["timeout", "100", &launcher, "true"]);
    assert!(printed.starts_with("-genv\nLD_PRELOAD\n") && printed.contains("self \n"), "{printed}");
}

#[test]
fn a_script_of_a_user_is_not_asked_for_its_version() {
    let session = Session::new();
    let script = session.script("mpirun.sh", "echo started \"$@\"");
    assert_eq!(session.succeed(&[&script, "-n", "2"]), "started -n 2\n");
}

#[test]
fn verbose_says_what_was_found() {
    let session = Session::new();
    let output = session.output(&["-v", "sh", "-c", "echo $SEAWAY_VERBOSE"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "1\n");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1);
    for part in ["no launcher", "/sh: not linked with an MPI", &session.library()] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn unrunnable_programs_are_reported_in_one_sentence() {
    let session = Session::new();
    fs::write(session.path("data"), "x").unwrap();
    fs::create_dir(session.path("folder")).unwrap();
    session.executable("lost", b"#!/no/such/interpreter\n");
    for (line, code, part) in [
        (["no-such-command", "x"], 127, "not found in PATH"),
        (["./no-such-file", "x"], 127, "does not exist"),
        (["./data", "x"], 126, "chmod +x"),
        (["./folder", "x"], 126, "folder"),
        (["./lost", "x"], 127, "interpreter"),
        (["--oversubscribe", "x"], 2, "write the launcher too"),
    ] {
        let sentence = session.refuse(&line, code);
        assert!(sentence.contains(part), "{sentence}");
    }
}

#[test]
fn a_missing_library_is_reported_with_a_remedy() {
    let session = Session::new();
    let mut command = session.command(&["true"]);
    let output = command.env("SEAWAY_LIBRARY", "/no/such/library.so").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("SEAWAY_LIBRARY names /no/such/library.so"), "{text}");
    // The program alone in a directory finds nothing beside it.
    let program = session.executable("seaway", &fs::read(env!("CARGO_BIN_EXE_seaway")).unwrap());
    fs::remove_file(session.path("libseaway.so")).unwrap();
    let mut command = Command::new(program);
    let output = command.args(["run", "true"]).env_remove("SEAWAY_LIBRARY").output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("cargo build --release -p seaway-preload"), "{text}");
}

#[test]
fn rules_and_hints_that_make_no_sense_stop_the_line() {
    let session = Session::new();
    let output = session.output(&["--map", "no-target", "echo", "started"]);
    assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("no-target"), "{output:?}");
    let sentence = session.refuse(&["--hint", "a=1,2", "echo", "started"], 1);
    assert!(sentence.contains("separates hints"), "{sentence}");
}

/// The smallest static program: an ELF header, one segment, and `exit(7)`. Built here because a test without
/// an MPI has no compiler either.
#[cfg(target_arch = "x86_64")]
#[test]
fn a_static_program_is_refused_before_it_runs() {
    let session = Session::new();
    let path = session.executable("static", &static_program());
    // It does run, just not through us.
    assert_eq!(Command::new(&path).status().unwrap().code(), Some(7));
    let sentence = session.refuse(&["./static"], 2);
    assert!(sentence.contains("statically linked") && sentence.contains("-static"), "{sentence}");
    let launcher = session.script("mpiexec", &launcher_script("HYDRA"));
    let sentence = session.refuse(&[&launcher, "-n", "2", "true", ":", "-n", "1", "./static"], 2);
    assert!(sentence.contains("statically linked"), "{sentence}");
}

#[cfg(target_arch = "x86_64")]
fn static_program() -> Vec<u8> {
    let mut bytes = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    let start: u64 = 0x40_0000;
    bytes.extend([2_u16, 62].iter().flat_map(|field| field.to_le_bytes()));
    bytes.extend(1_u32.to_le_bytes());
    bytes.extend([start + 120, 64, 0].iter().flat_map(|field| field.to_le_bytes()));
    bytes.extend(0_u32.to_le_bytes());
    bytes.extend([64_u16, 56, 1, 64, 0, 0].iter().flat_map(|field| field.to_le_bytes()));
    bytes.extend([1_u32, 5].iter().flat_map(|field| field.to_le_bytes()));
    bytes.extend([0, start, start, 132, 132, 4096].iter().flat_map(|field: &u64| field.to_le_bytes()));
    // mov edi, 7; mov eax, 60 (exit); syscall
    bytes.extend([0xbf, 7, 0, 0, 0, 0xb8, 60, 0, 0, 0, 0x0f, 0x05]);
    bytes
}
