// SPDX-License-Identifier: MIT OR Apache-2.0
//! A real sshd on a simulated host, with its own keys.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use seaway_testkit::Node;
use tempfile::TempDir;

/// sshd must be started by its absolute path.
const SSHD: &str = "/usr/sbin/sshd";

/// Killed on drop.
pub(crate) struct Sshd {
    child: Child,
    keys: TempDir,
}

impl Sshd {
    /// Programs that it starts find others in `folder`, too. `None` if there is no sshd.
    pub(crate) fn start(node: &Node, folder: &Path) -> Option<Self> {
        if !Path::new(SSHD).exists() {
            return None;
        }
        let keys = tempfile::tempdir().expect("a folder can be made");
        let [host, user] = ["host", "user"].map(|name| make_key(keys.path(), name));
        // Its privilege separation directory, which its package creates at boot.
        let _ = fs::create_dir_all("/run/sshd");
        let mut command = node.command(SSHD);
        command.args(["-D", "-e", "-f", "/dev/null", "-h"]).arg(&host);
        let path = format!("PATH={}:/usr/local/bin:/usr/bin:/bin", folder.display());
        for option in [
            format!("ListenAddress={}", node.address()),
            format!("AuthorizedKeysFile={}.pub", user.display()),
            format!("SetEnv={path}"),
            "Subsystem=sftp internal-sftp".to_owned(),
            "StrictModes=no".to_owned(),
            "UsePAM=no".to_owned(),
            "PermitRootLogin=yes".to_owned(),
            "PidFile=none".to_owned(),
        ] {
            command.args(["-o", &option]);
        }
        let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().ok()?;
        wait_until_it_listens(&mut child);
        Some(Self { child, keys })
    }

    /// Options for `ssh` and `scp` to connect, ignoring the user's configuration.
    pub(crate) fn client_options(&self) -> Vec<String> {
        let key = self.keys.path().join("user");
        let mut words = vec!["-F".to_owned(), "/dev/null".to_owned(), "-i".to_owned()];
        words.push(key.to_string_lossy().into_owned());
        for option in
            ["BatchMode=yes", "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR"]
        {
            words.extend(["-o".to_owned(), option.to_owned()]);
        }
        words
    }
}

impl Drop for Sshd {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn make_key(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    let made = Command::new("ssh-keygen").args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(&path).status();
    assert!(made.is_ok_and(|status| status.success()), "ssh-keygen cannot make {}", path.display());
    path
}

/// Later output must be read as well, or it would block.
fn wait_until_it_listens(child: &mut Child) {
    let mut lines = BufReader::new(child.stderr.take().expect("it is piped")).lines();
    let listens = lines.by_ref().map_while(Result::ok).any(|line| line.contains("Server listening"));
    assert!(listens, "sshd does not listen");
    thread::spawn(move || lines.for_each(drop));
}
