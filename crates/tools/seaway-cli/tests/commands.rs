// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program as users see it: what it prints, where it prints it, and its exit codes.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::fs;
use std::process::{Command, Output, Stdio};

/// `seaway` in an empty folder, with nothing configured.
struct Session {
    folder: tempfile::TempDir,
}

impl Session {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_seaway"));
        command.args(arguments).current_dir(&self.folder).stdin(Stdio::null());
        for variable in ["SEAWAY_MAP", "SEAWAY_HINTS", "SEAWAY_CONFIG", "SEAWAY_RUN_MAP", "SEAWAY_RUN_HINTS"]
        {
            command.env_remove(variable);
        }
        command
    }

    fn succeed(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        assert!(
            output.stderr.is_empty(),
            "a program that is not in a terminal shows no progress bar: {output:?}"
        );
        String::from_utf8(output.stdout).unwrap()
    }

    /// The only line on standard error.
    fn fail(&self, arguments: &[&str]) -> String {
        sentence_of(&self.command(arguments).output().unwrap())
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

fn sentence_of(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.starts_with("seaway: ") && !text.contains("panicked"), "{text}");
    text
}

fn contains_all(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing in:\n{text}");
    }
}

const SMALL: &[&str] = &["demo", "--size", "17", "--steps", "2"];

fn small_demo(session: &Session, more: &[&str]) -> String {
    session.succeed(&[SMALL, more].concat())
}

#[test]
fn demo_couples_two_programs_by_a_stream() {
    let session = Session::new();
    let text = small_demo(&session, &[]);
    contains_all(
        &text,
        &[
            "17 x 17 points, 2 steps",
            "through mxn:demo-",
            "4 ranks",
            "16 ranks",
            "residual",
            "/s",
            "at the same time",
        ],
    );
    assert!(session.files().is_empty());
}

#[test]
fn demo_runs_with_any_count_of_ranks() {
    let session = Session::new();
    for (ranks, readers) in [("1", "1"), ("1", "5"), ("7", "2"), ("6", "17")] {
        for name in [&[][..], &["--name", "mem:demo"]] {
            let ranks = ["--writers", ranks, "--readers", readers];
            contains_all(&small_demo(&session, &[&ranks, name].concat()), &["residual"]);
        }
    }
}

#[test]
fn demo_leaves_a_file_of_the_right_size_and_content() {
    let session = Session::new();
    let text = small_demo(&session, &["--name", "equations.bin"]);
    contains_all(&text, &["through ufs:equations.bin", "equations.bin is still there"]);
    let bytes = fs::read(session.folder.path().join("equations.bin")).unwrap();
    assert_eq!(bytes.len(), 2 * 17 * 17 * 96);
    let rows = bytes.chunks_exact(96).map(|equation| u64::from_ne_bytes(equation[..8].try_into().unwrap()));
    assert!(rows.zip((0..2).flat_map(|_| 0..17 * 17)).all(|(row, point)| row == point));
}

#[test]
fn demo_does_not_write_over_a_file_unasked() {
    let session = Session::new();
    fs::write(session.folder.path().join("mine"), [7; 100_000]).unwrap();
    let sentence = session.fail(&[SMALL, &["--name", "mine"]].concat());
    contains_all(&sentence, &["file exists", "mine", "--overwrite"]);
    assert_eq!(fs::read(session.folder.path().join("mine")).unwrap(), [7; 100_000]);
    small_demo(&session, &["--name", "mine", "--overwrite"]);
    assert_eq!(fs::metadata(session.folder.path().join("mine")).unwrap().len(), 2 * 17 * 17 * 96);
}

#[test]
fn demo_refuses_what_cannot_be_read_back() {
    let session = Session::new();
    contains_all(&session.fail(&["demo", "--name", "null:x"]), &["null:x", "discards"]);
    contains_all(
        &session.fail(&["demo", "--name", "missing/folder/x"]),
        &["missing/folder/x", "no such file"],
    );
}

#[test]
fn map_rule_moves_the_demo_elsewhere() {
    let session = Session::new();
    contains_all(&small_demo(&session, &["--name", "a.bin", "--map", "*.bin=mem:{1}"]), &["through mem:a"]);
    assert!(session.files().is_empty());
}

#[test]
fn explain_makes_no_file() {
    let session = Session::new();
    let text = session.succeed(&["explain", "new.nc"]);
    contains_all(
        &text,
        &[
            "device              ufs",
            "path                new.nc",
            "no; what follows",
            "write_all",
            "range locks",
        ],
    );
    assert!(session.files().is_empty(), "{:?}", session.files());
}

#[test]
fn explain_recognises_an_existing_file() {
    let session = Session::new();
    fs::write(session.folder.path().join("old"), [1; 4096]).unwrap();
    contains_all(&session.succeed(&["explain", "old"]), &["yes, 4.0 KiB"]);
    assert_eq!(fs::read(session.folder.path().join("old")).unwrap(), [1; 4096]);
}

#[test]
fn explain_names_the_rule_and_where_it_came_from() {
    let session = Session::new();
    let text = session.succeed(&["explain", "out/a.nc", "--map", "out/*.nc=mem:{1}"]);
    contains_all(&text, &["out/a.nc", "out/*.nc=mem:{1}", "--map", "device              mem"]);
    let output =
        session.command(&["explain", "out/a.nc"]).env("SEAWAY_MAP", "out/*.nc=null:{1}").output().unwrap();
    contains_all(&String::from_utf8(output.stdout).unwrap(), &["environment", "device              null"]);
}

#[test]
fn explain_does_not_join_a_stream() {
    let session = Session::new();
    let text = session.succeed(&["explain", "out/a.nc", "--map", "out/*.nc=mxn:{1}"]);
    contains_all(&text, &["--map", "device              mxn", "path                a", "live stream"]);
}

#[test]
fn hints_change_what_explain_foresees() {
    let session = Session::new();
    let text = session.succeed(&["explain", "mem:a", "--hint", "romio_cb_write=enable"]);
    contains_all(&text, &["romio_cb_write      enable", "a hint asks for collective buffering"]);
    let text = session.succeed(&["explain", "mem:a", "--hint", "nobody_knows=this"]);
    contains_all(&text, &["nobody_knows        this   (kept, without effect)"]);
}

#[test]
fn errors_are_one_sentence() {
    let session = Session::new();
    contains_all(&session.fail(&["explain", "no/such/folder/file"]), &["no/such/folder/file"]);
    contains_all(&session.fail(&["explain", "."]), &["."]);
    contains_all(&session.fail(&["explain", ""]), &["invalid file name"]);
}

#[test]
fn misunderstood_command_line_is_exit_code_2() {
    let session = Session::new();
    for arguments in [
        &["fly"][..],
        &["explain"],
        &["demo", "--ranks", "0"],
        &["explain", "a", "--hint", "b"],
        &["run", "-n", "0", "true"],
    ] {
        let output = session.command(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    }
    let output = session.command(&["explain", "a", "--map", "nonsense"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    contains_all(&String::from_utf8(output.stderr).unwrap(), &["\"nonsense\"", "PATTERN=TARGET"]);
}

#[test]
fn help_explains_names_and_settings() {
    let text = Session::new().succeed(&["--help"]);
    let words = ["seaway demo", "mem:NAME", "null:NAME", "lustre:", "SEAWAY_MAP", "SEAWAY_HINTS", "cb_nodes"];
    contains_all(&text, &words);
    for scheme in seaway_devices::schemes() {
        assert!(text.contains(&format!("{scheme}:")), "no word about {scheme}:");
    }
    assert!(
        text.lines().all(|line| line.len() <= 80),
        "a line is too wide for a terminal:
{text}"
    );
}

#[test]
fn completions_for_each_shell() {
    let session = Session::new();
    for shell in ["bash", "zsh", "fish"] {
        contains_all(&session.succeed(&["completions", shell]), &["explain", "overwrite"]);
    }
}

#[test]
fn closed_pipe_is_no_failure() {
    let session = Session::new();
    let mut child = session.command(&["explain", "mem:a"]).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
}
