// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program is killed in the middle of a run, and the run continues: all objects have the same bytes as without.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn ppm(words: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ppm"));
    command.args(words).arg(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The record of a run tells how often it was started; all others must be equal.
fn objects(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = files.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), path));
    named.filter(|(name, _)| name != "run").map(|(name, path)| (name, fs::read(path).unwrap())).collect()
}

/// How many double steps a pillar has done, from its log in either set.
fn state(folder: &Path, pillar: &str) -> u64 {
    let logs = ["A", "B"].map(|set| fs::read(folder.join(format!("{set}-{pillar}-log"))).unwrap_or_default());
    let states = logs.iter().filter_map(|log| log.first_chunk::<8>()).map(|bytes| u64::from_ne_bytes(*bytes));
    states.max().unwrap_or(0)
}

#[test]
fn killed_run_continues() {
    // It would take minutes to its end.
    let words = ["run", "turbulence", "--zones=32", "--pillars=4x2", "--end=20"];
    let (straight, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut child = ppm(&[&words[..], &["--folder"]].concat(), killed.path()).spawn().unwrap();
    while state(killed.path(), "0301") < 3 {
        assert!(child.try_wait().unwrap().is_none(), "the run ended by itself");
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();

    // A few double steps beyond, since no pillar is more than two ahead of another.
    let stop = format!("--stop-after={}", state(killed.path(), "0301") + 4);
    assert!(ppm(&["resume", "--workers=3", &stop], killed.path()).status().unwrap().success());
    let uninterrupted = [&words[..], &[&stop, "--folder"]].concat();
    assert!(ppm(&uninterrupted, straight.path()).status().unwrap().success());
    let (straight, killed) = (objects(straight.path()), objects(killed.path()));
    assert_eq!(straight.len(), killed.len());
    let differing: Vec<_> =
        straight.iter().filter(|(name, bytes)| killed.get(*name) != Some(*bytes)).collect();
    assert!(differing.is_empty(), "{} objects differ", differing.len());
}
