// SPDX-License-Identifier: MIT OR Apache-2.0
//! A real sshd of this user, with its own keys, at an unprivileged port.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use tempfile::TempDir;

/// It must be started by its absolute path.
const SSHD: &str = "/usr/sbin/sshd";
/// Another process may take a port that was free a moment ago.
const ATTEMPTS: usize = 10;

/// Ends with the value.
pub(crate) struct Sshd {
    child: Child,
    port: u16,
    keys: TempDir,
}

impl Sshd {
    /// `None` if there is no sshd.
    pub(crate) fn start() -> Option<Self> {
        if !Path::new(SSHD).exists() {
            return None;
        }
        let keys = tempfile::tempdir().unwrap();
        let [host, user, _] = ["host", "user", "stranger"].map(|name| make_key(keys.path(), name));
        // Its privilege separation directory, if run by root; its package creates it at boot.
        let _ = fs::create_dir_all("/run/sshd");
        let started = (0..ATTEMPTS).find_map(|_| {
            let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
            Some((listening(port, &host, &user)?, port))
        });
        let (child, port) = started.expect("sshd listens");
        Some(Self { child, port, keys })
    }

    /// `ssh` with all options needed to connect, ignoring the user's configuration.
    pub(crate) fn command(&self) -> String {
        self.command_by("user", "no")
    }

    pub(crate) fn command_with_a_wrong_key(&self) -> String {
        self.command_by("stranger", "no")
    }

    pub(crate) fn command_that_checks_the_host(&self) -> String {
        self.command_by("user", "yes")
    }

    fn command_by(&self, key: &str, checks_the_host: &str) -> String {
        let key = self.keys.path().join(key);
        let options = ["IdentitiesOnly=yes", "IdentityAgent=none", "UserKnownHostsFile=/dev/null"];
        let options: String = options.iter().map(|option| format!(" -o {option}")).collect();
        let (port, key) = (self.port, key.display());
        format!("ssh -F none -p {port} -i '{key}'{options} -o StrictHostKeyChecking={checks_the_host}")
    }
}

impl Drop for Sshd {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn listening(port: u16, host: &Path, user: &Path) -> Option<Child> {
    let mut command = Command::new(SSHD);
    command.args(["-D", "-e", "-f", "/dev/null", "-h"]).arg(host);
    for option in [
        format!("ListenAddress=127.0.0.1:{port}"),
        format!("AuthorizedKeysFile={}.pub", user.display()),
        "StrictModes=no".to_owned(),
        "UsePAM=no".to_owned(),
        "PermitRootLogin=yes".to_owned(),
        "PasswordAuthentication=no".to_owned(),
        "KbdInteractiveAuthentication=no".to_owned(),
        "PidFile=none".to_owned(),
    ] {
        command.args(["-o", &option]);
    }
    let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    if !lines.any(|line| line.contains("Server listening")) {
        let _ = child.wait();
        return None;
    }
    // Later output must be read as well, or it would block.
    thread::spawn(move || lines.for_each(drop));
    Some(child)
}

fn make_key(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    let made = Command::new("ssh-keygen").args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(&path).status();
    assert!(made.is_ok_and(|status| status.success()), "ssh-keygen cannot make {}", path.display());
    path
}
