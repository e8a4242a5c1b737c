// SPDX-License-Identifier: MIT OR Apache-2.0
//! Agents of a job: they end when the job does, or when they have lost its registry, and what they leave behind is removed.
//! The folder of a job is locked while its agent runs; one that is not locked belonged to an agent that was killed.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{FlockOperation, flock};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use seaway_daemon::Agent;

use super::LEASE;

/// What the names of spaces begin with that belong to one job and have no other name.
pub(crate) const PREFIX: &str = "job-";
const LOCK: &str = "job.lock";
/// How often an agent looks whether it has lost the registry.
const TICK: Duration = Duration::from_millis(250);

/// A name that no other job of this user has, on any of its nodes.
pub(crate) fn new_name() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!("{PREFIX}{}-{:x}", std::process::id(), since.as_micros())
}

/// Ends `agent`, and the whole space, when the process has ended.
pub(super) fn end_with_process(agent: &Arc<Agent>, process: u32) -> io::Result<()> {
    let id = i32::try_from(process).ok().and_then(Pid::from_raw).ok_or(io::ErrorKind::InvalidInput)?;
    let process = pidfd_open(id, PidfdFlags::empty());
    let agent = Arc::clone(agent);
    let watch = move || {
        // A process that cannot be watched has ended.
        while let Ok(process) = &process
            && poll(&mut [PollFd::new(process, PollFlags::IN)], None).is_err()
        {}
        agent.stop_others(LEASE);
        agent.stop(LEASE);
    };
    thread::Builder::new().name("seaway-job".into()).spawn(watch).map(drop)
}

/// Ends `agent` when it has been without the registry for longer than its lease: the job is over, or it is of no use.
pub(super) fn end_with_registry(agent: &Arc<Agent>) -> io::Result<()> {
    let agent = Arc::downgrade(agent);
    let watch = move || {
        while let Some(agent) = agent.upgrade() {
            if agent.is_cut_off() {
                return agent.stop(Duration::ZERO);
            }
            drop(agent);
            thread::sleep(TICK);
        }
    };
    thread::Builder::new().name("seaway-job".into()).spawn(watch).map(drop)
}

/// The folder of an agent whose space ends with its job. Removed with this value.
#[derive(Debug)]
pub(super) struct JobFolder {
    path: PathBuf,
    _lock: File,
}

impl JobFolder {
    pub(super) fn make(path: &Path) -> io::Result<Self> {
        if let Some(parent) = path.parent() {
            remove_leftovers(parent);
        }
        DirBuilder::new().recursive(true).mode(0o700).create(path)?;
        // Locked before it has its name: another agent that starts now must not take it for a leftover.
        let unnamed = path.join(format!("{LOCK}.{}", std::process::id()));
        let lock = File::create(&unnamed)?;
        flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
        fs::rename(&unnamed, path.join(LOCK))?;
        Ok(Self { path: path.to_owned(), _lock: lock })
    }
}

impl Drop for JobFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Removes folders of jobs whose agents were killed.
fn remove_leftovers(spaces: &Path) {
    let Ok(entries) = fs::read_dir(spaces) else { return };
    for entry in entries.flatten() {
        let is_of_job = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        // Without a lock it is another's, or one that is being made.
        let Some(lock) = is_of_job.then(|| File::open(entry.path().join(LOCK)).ok()).flatten() else {
            continue;
        };
        if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_killed_agents_are_removed_and_no_others() {
        let spaces = tempfile::tempdir().unwrap();
        let folder = |name: &str| spaces.path().join(name);
        for name in ["job-dead", "job-without-lock", "user"] {
            fs::create_dir(folder(name)).unwrap();
        }
        for name in ["job-dead", "user"] {
            fs::write(folder(name).join(LOCK), "").unwrap();
            fs::write(folder(name).join("a.thing"), "bytes").unwrap();
        }
        let live = JobFolder::make(&folder("job-live")).unwrap();
        assert!(!folder("job-dead").exists());
        let another = JobFolder::make(&folder("job-another")).unwrap();
        for name in ["job-live", "job-another", "job-without-lock", "user"] {
            assert!(folder(name).exists(), "{name}");
        }
        drop((live, another));
        assert!(!folder("job-live").exists() && !folder("job-another").exists());
    }

    #[test]
    fn jobs_have_names_of_their_own() {
        let name = new_name();
        assert!(seaway_devices::thing::SpaceName::parse(&name).is_ok(), "{name}");
        assert_ne!(name, new_name());
    }
}
