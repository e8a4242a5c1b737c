// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Process`]: whether a process of this host lives, and whether it runs.

use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, PidfdFlags, geteuid, pidfd_open};

/// Its descriptor stays with this process, even if its id is used again.
#[derive(Debug)]
pub(crate) struct Process {
    pid: u32,
    descriptor: OwnedFd,
}

impl Process {
    /// Only processes of this user are known.
    pub(crate) fn open(pid: u32) -> io::Result<Self> {
        let id = i32::try_from(pid).ok().and_then(Pid::from_raw).ok_or(io::ErrorKind::InvalidInput)?;
        let descriptor = pidfd_open(id, PidfdFlags::empty())?;
        let process = Self { pid, descriptor };
        if fs::metadata(format!("/proc/{pid}"))?.uid() != geteuid().as_raw() || process.has_ended() {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        Ok(process)
    }

    /// Readable when the process has ended.
    pub(crate) fn descriptor(&self) -> BorrowedFd<'_> {
        self.descriptor.as_fd()
    }

    pub(crate) fn has_ended(&self) -> bool {
        let mut fds = [PollFd::new(&self.descriptor, PollFlags::IN)];
        poll(&mut fds, Some(&rustix::event::Timespec::default())).is_ok_and(|ready| ready > 0)
    }

    /// Stopped by a signal or a debugger: it does nothing, and must not keep its tasks. proc(5),
    /// `/proc/pid/stat`, field 3.
    pub(crate) fn is_stopped(&self) -> bool {
        let text = fs::read_to_string(format!("/proc/{}/stat", self.pid)).unwrap_or_default();
        // The program name is in parentheses, and may contain anything.
        let state = text.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().next());
        matches!(state, Some("T" | "t")) && !self.has_ended()
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::process::{Signal, kill_process};

    use super::*;

    fn until(what: &str, mut is_so: impl FnMut() -> bool) {
        let deadline = Instant::now() + Duration::from_secs(120);
        while !is_so() {
            assert!(Instant::now() < deadline, "{what}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn stopped_and_ended_processes_are_noticed() {
        let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let process = Process::open(child.id()).unwrap();
        let pid = Pid::from_child(&child);
        assert!(!process.has_ended() && !process.is_stopped());
        kill_process(pid, Signal::STOP).unwrap();
        until("it is stopped", || process.is_stopped());
        kill_process(pid, Signal::CONT).unwrap();
        until("it runs", || !process.is_stopped());
        child.kill().unwrap();
        until("it has ended", || process.has_ended());
        child.wait().unwrap();
        assert!(process.has_ended() && !process.is_stopped());
        assert!(Process::open(0).is_err() && Process::open(u32::MAX).is_err());
    }
}
