// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Daemon`]: `seaway serve` or `seaway relay`, running while a test needs it, and the secret that it shares
//! with the ranks.

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::places::folder_in_memory;

/// A secret for one test: the user's home is not accessed.
#[derive(Debug)]
pub struct SecretFile(TempDir);

impl SecretFile {
    /// # Panics
    /// If it cannot be written.
    #[allow(clippy::new_without_default, reason = "it makes a file")]
    pub fn new() -> Self {
        let folder = folder_in_memory();
        let mut options = OpenOptions::new();
        let file = options.write(true).create_new(true).mode(0o600).open(folder.path().join("secret"));
        writeln!(file.expect("a file can be made"), "{}", "c5".repeat(32)).expect("it can be written");
        Self(folder)
    }

    pub fn path(&self) -> PathBuf {
        self.0.path().join("secret")
    }
}

/// Killed on drop.
#[derive(Debug)]
pub struct Daemon {
    child: Child,
    address: SocketAddr,
}

impl Daemon {
    /// A daemon on this machine that serves the files of a directory.
    pub fn serve(secret: &SecretFile, export: &Path) -> Self {
        let mut command = Command::new(crate::seaway_program());
        command.args(["serve", "--listen", "127.0.0.1:0", "--export"]).arg(export);
        Self::start(command, secret)
    }

    /// Starts `command`, which is `seaway serve` or `seaway relay` with all its arguments, and waits until it listens.
    ///
    /// # Panics
    /// If it does not start or does not say where it listens.
    pub fn start(mut command: Command, secret: &SecretFile) -> Self {
        command.env("SEAWAY_SECRET_FILE", secret.path()).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the daemon can be started");
        let mut line = String::new();
        let output = child.stdout.as_mut().expect("it is piped");
        BufReader::new(output).read_line(&mut line).expect("it says where it listens");
        let address = line.split_whitespace().find_map(|word| word.trim_end_matches([',', '.']).parse().ok());
        let address = address.unwrap_or_else(|| panic!("{command:?} should say where it listens: {line:?}"));
        Self { child, address }
    }

    /// HOST:PORT.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The name by which a program opens the file at an absolute path there.
    pub fn name_of(&self, path: &Path) -> String {
        format!("remote://{}{}", self.address, path.display())
    }

    /// A map rule that redirects all absolute names to this daemon.
    pub fn rule(&self) -> String {
        format!("/**=remote://{}/{{1}}", self.address)
    }

    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Its peak memory, in bytes.
    ///
    /// # Panics
    /// If it has ended.
    pub fn peak_memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux says it");
        let kibibytes: u64 =
            line.split_whitespace().next().and_then(|word| word.parse().ok()).expect("a number");
        kibibytes << 10
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        // SIGKILL: `ip`, `unshare` and `sh` in front of it have become the daemon.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
