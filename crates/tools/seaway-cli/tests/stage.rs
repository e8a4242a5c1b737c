// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway run --stage-in`: the agent's life, and what is refused before anything runs. What programs see is tested
//! beside the preloaded library (`seaway-interpose`, `tests/staged`).
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A server with a folder, a local disk, and a library to preload: any will do, and the C library is loaded anyway.
fn place() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    let paths = maps.lines().filter_map(|line| line.split_whitespace().nth(5));
    let c_library = paths.map(PathBuf::from).find(|path| path.ends_with("libc.so.6")).unwrap();
    fs::copy(&c_library, folder.path().join("libseaway_posix.so")).unwrap();
    fs::create_dir_all(folder.path().join("server/staged/data")).unwrap();
    fs::create_dir(folder.path().join("local")).unwrap();
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_seaway"));
    command.args(["run", "--server", "server", "--local", "local"]).args(arguments);
    command.current_dir(folder).stdin(Stdio::null());
    let library = folder.join("libseaway_posix.so");
    command.env("SEAWAY_LIBRARY", &library).env("SEAWAY_POSIX_LIBRARY", &library).env_remove("LD_PRELOAD");
    command.output().unwrap()
}

#[test]
fn the_agent_lives_as_long_as_the_command() {
    let folder = place();
    let seaway = env!("CARGO_BIN_EXE_seaway");
    let script = format!("test -f $SEAWAY_STAGE && ls -d local/* && {seaway} stage status --json; exit 7");
    let output = run(folder.path(), &["--stage-in", "/staged/data/**", "sh", "-c", &script]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(7), "{text}");
    let job = text.lines().next().unwrap().strip_prefix("local/seaway-stage-").unwrap();
    assert!(text.contains(&format!("{{\"run\":\"{job}\",\"files\":0")), "{text}");
    assert_eq!(fs::read_dir(folder.path().join("local")).unwrap().count(), 0, "nothing is left");
}

#[test]
fn what_cannot_be_staged_is_refused_before_anything_runs() {
    let folder = place();
    for (arguments, reason) in [
        (["--stage-in", "/staged/*.nc", "touch", "ran"], "wildcards"),
        (["--stage-in", "/none/**", "touch", "ran"], "/none"),
        (["--stage-in", "/staged/data", "./static", "ran"], "statically linked"),
    ] {
        if arguments[2] == "./static" {
            let source = folder.path().join("static.c");
            fs::write(&source, "int main(void) { return 0; }").unwrap();
            let mut compiler = Command::new("cc");
            compiler.arg("-static").arg(&source).arg("-o").arg(folder.path().join("static"));
            assert!(compiler.status().unwrap().success());
        }
        let output = run(folder.path(), &arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(reason), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(!folder.path().join("ran").exists());
        assert_eq!(fs::read_dir(folder.path().join("local")).unwrap().count(), 0, "nothing is left");
    }
}
