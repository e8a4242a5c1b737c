// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`EtcdMember`]: a member of an etcd cluster that an agent runs on its node, from the installed program `etcd`. It ends with the
//! agent, even if that is killed, and is started again if it ends by itself. Its data stay, so that it can go on.

use std::fs::{DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, Builder};
use std::time::Duration;

use seaway_device_api::{Error, ErrorKind, Operation, Result};

/// Before it is started again.
const PAUSE: Duration = Duration::from_secs(1);
/// Members that are lost are noticed after half a second. A node's network is as quick as that.
const HEARTBEAT_MILLISECONDS: &str = "50";
const ELECTION_MILLISECONDS: &str = "500";
/// What etcd keeps for watchers that were away.
const KEPT_REVISIONS: &str = "100000";
const QUOTA_BYTES: &str = "2147483648";

#[derive(Debug)]
pub struct EtcdMember {
    /// Distinguishes it from the others.
    pub name: String,
    /// URL for clients.
    pub endpoint: String,
    /// URL for other members.
    pub peer: String,
    /// Name and URL of each member, this one included.
    pub cluster: Vec<(String, String)>,
    /// On a disk of this node, or in its memory: etcd waits for each write.
    pub folder: PathBuf,
    /// Held as long as it runs: its data have one member.
    pub lock: File,
}

impl EtcdMember {
    /// Starts it, and has it run as long as this process.
    pub(super) fn run(self) -> Result<()> {
        let failed = |error: io::Error| {
            let why = match error.kind() {
                io::ErrorKind::NotFound => {
                    "there is no program `etcd`; install it (Debian: etcd-server)".into()
                }
                _ => error.to_string(),
            };
            let detail = format!("a member of etcd cannot be started on this node: {why}");
            Error::new(ErrorKind::Io, Operation::Open).with_detail(detail).with_source(error)
        };
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder).map_err(failed)?;
        let (sender, started) = sync_channel(1);
        // The kernel ends the child with the thread that started it.
        let supervisor = Builder::new().name("seaway-etcd".into());
        supervisor.spawn(move || self.supervise(&sender)).map_err(failed)?;
        started.recv().unwrap_or_else(|_| Err(io::ErrorKind::BrokenPipe.into())).map_err(failed)
    }

    fn supervise(&self, started: &SyncSender<io::Result<()>>) {
        loop {
            match self.spawn() {
                Ok(mut child) => {
                    // The first time only: nobody listens later.
                    let _ = started.try_send(Ok(()));
                    let _ = child.wait();
                }
                Err(error) => {
                    if started.try_send(Err(error)).is_ok() {
                        return;
                    }
                }
            }
            thread::sleep(PAUSE);
        }
    }

    fn spawn(&self) -> io::Result<Child> {
        let mut command = Command::new("etcd");
        let cluster: Vec<String> = self.cluster.iter().map(|(name, peer)| format!("{name}={peer}")).collect();
        command.args(["--name", &self.name, "--data-dir"]).arg(self.folder.join("data"));
        command.args(["--listen-client-urls", &self.endpoint, "--advertise-client-urls", &self.endpoint]);
        command.args(["--listen-peer-urls", &self.peer, "--initial-advertise-peer-urls", &self.peer]);
        command.args(["--initial-cluster", &cluster.join(","), "--initial-cluster-state", "new"]);
        command.args(["--heartbeat-interval", HEARTBEAT_MILLISECONDS]);
        command.args(["--election-timeout", ELECTION_MILLISECONDS]);
        command.args(["--auto-compaction-mode", "revision", "--auto-compaction-retention", KEPT_REVISIONS]);
        command.args(["--quota-backend-bytes", QUOTA_BYTES, "--logger", "zap", "--log-level", "error"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        crate::sys::end_with_this_thread(&mut command);
        command.spawn()
    }
}
