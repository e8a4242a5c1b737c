// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway cp` with real processes: trees, names, faults, several nodes.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

mod faults;
mod nodes;
mod trees;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use seaway_testkit::service_process::{ServiceProcess, make_secret, secret_in};
use tempfile::TempDir;

/// A folder with a secret, a source, and nodes that are daemons of this machine.
struct Site {
    folder: TempDir,
}

impl Site {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        make_secret(folder.path());
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A daemon that exports its own folder, which is also its home: `~/` is another place at each node.
    fn node(&self, name: &str) -> ServiceProcess {
        let export = self.path(name);
        fs::create_dir_all(&export).unwrap();
        let mut command = seaway();
        command.arg("serve").arg("--export").arg(&export).args(["--listen", "127.0.0.1:0"]);
        command.env("XDG_RUNTIME_DIR", self.folder.path()).env("HOME", &export);
        ServiceProcess::start(&mut command, self.folder.path())
    }

    fn command(&self) -> Command {
        let mut command = seaway();
        command
            .arg("cp")
            .env("SEAWAY_SECRET_FILE", secret_in(self.folder.path()))
            .env("SEAWAY_START", "none");
        command
            .env("XDG_RUNTIME_DIR", self.folder.path())
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        command
    }

    fn cp(&self, words: &[&str]) -> Output {
        self.command().args(words).output().unwrap()
    }

    #[track_caller]
    fn succeeds(&self, words: &[&str]) {
        let output = self.cp(words);
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// Exit code and what it says.
    #[track_caller]
    fn fails(&self, words: &[&str], code: i32, part: &str) {
        let output = self.cp(words);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {text}");
        assert!(text.contains(part), "{words:?}: {text}");
    }
}

fn seaway() -> Command {
    Command::new(env!("CARGO_BIN_EXE_seaway"))
}

fn random(path: &Path, bytes: usize, seed: u64) -> Vec<u8> {
    let mut content = vec![0; bytes];
    fastrand::Rng::with_seed(seed).fill(&mut content);
    fs::write(path, &content).unwrap();
    content
}

/// Temporary files that a copy has left.
fn left_over(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let inside = entries.flatten().map(|entry| {
        let is_part = entry.file_name().to_string_lossy().starts_with(".seaway-");
        usize::from(is_part) + if entry.path().is_dir() { left_over(&entry.path()) } else { 0 }
    });
    inside.sum()
}
