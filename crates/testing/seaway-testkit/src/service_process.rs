// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`ServiceProcess`]: a `seaway serve` or `seaway relay` of a test, with a secret that the test knows.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A running service. Killed when dropped.
#[derive(Debug)]
pub struct ServiceProcess {
    pub child: Child,
    pub address: SocketAddr,
    /// The line that says what listens where.
    pub greeting: String,
}

impl ServiceProcess {
    /// Starts `command`, with the secret in `folder`, and waits until it listens.
    pub fn start(command: &mut Command, folder: &Path) -> Self {
        command.env("SEAWAY_SECRET_FILE", secret_in(folder)).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut greeting = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut greeting).unwrap();
        let address = greeting.split_whitespace().last().unwrap_or_default().parse();
        let address = address.unwrap_or_else(|_| panic!("no address at the end of {greeting:?}"));
        Self { child, address, greeting }
    }

    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for ServiceProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// What a secret file holds that [`make_secret`] has made.
pub const SECRET: [u8; 32] = [0x5a; 32];

pub fn make_secret(folder: &Path) {
    let mut options = fs::OpenOptions::new();
    let mut file = options.write(true).create_new(true).mode(0o600).open(secret_in(folder)).unwrap();
    let digits: String = SECRET.iter().map(|byte| format!("{byte:02x}")).collect();
    writeln!(file, "{digits}").unwrap();
}

pub fn secret_in(folder: &Path) -> PathBuf {
    folder.join("secret")
}

/// Whether this process has a secret of its own. If not, `test` runs again in a process that has one: clients take theirs from
/// the environment, which no test may change.
pub fn is_inside_process_with_secret(test: &str) -> bool {
    const INSIDE: &str = "SEAWAY_TEST_INSIDE";
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    let folder = tempfile::tempdir().unwrap();
    make_secret(folder.path());
    let mut again = Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", test, "--nocapture"]);
    again.env(INSIDE, "1").env("SEAWAY_SECRET_FILE", secret_in(folder.path()));
    assert!(again.status().unwrap().success());
    false
}
