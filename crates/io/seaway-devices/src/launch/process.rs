// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Process`]: the command that starts a daemon, as it runs. It is no child of this process for long: a program that
//! waits for its children must not find one that it does not know.

use std::env;
use std::ffi::CString;
use std::fs::File;
use std::io::{self, PipeReader, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::io::{Errno, fcntl_dupfd_cloexec};
use rustix::process::{Signal, pidfd_send_signal};
use seaway_wire::{Announcement, MAX_LINE};

use super::environment::{candidates, for_child};
use super::sys::{Program, run};

/// The shell of the user there may greet before the daemon speaks. So many bytes, no more.
const MAX_GREETING: usize = 64 << 10;
/// What is kept of what the command says to people.
const MAX_SAID: usize = 8 << 10;
/// Below are standard input, output and error.
const FIRST_FREE: i32 = 3;

#[derive(Debug)]
pub(super) enum StartError {
    /// The command itself does not run.
    NotRun(io::Error),
    /// It ended before it said where it listens.
    Ended { said: String },
    /// It goes on and says nothing.
    Silent { said: String },
}

#[derive(Debug)]
pub(super) struct Process {
    /// A socket, because writing to a pipe that nobody reads would end our program by a signal.
    input: Option<UnixStream>,
    output: PipeReader,
    /// A file, so that nobody need read it while the command runs.
    errors: File,
    /// Readable when the process has ended. `None` on kernels that have no such thing.
    handle: Option<OwnedFd>,
}

/// How waiting ended.
enum Woken {
    Output,
    ProcessEnded,
    TimedOut,
}

impl Process {
    /// Runs `words` and tells it `line`.
    pub(super) fn start(words: &[String], line: &[u8]) -> Result<Self, StartError> {
        Self::try_start(words, line).map_err(StartError::NotRun)
    }

    fn try_start(words: &[String], line: &[u8]) -> io::Result<Self> {
        let first = words.first().ok_or(io::ErrorKind::InvalidInput)?;
        let program = Program {
            files: candidates(first, env::var_os("PATH")),
            arguments: words.iter().map(|word| CString::new(word.as_str())).collect::<Result<_, _>>()?,
            environment: for_child(env::vars_os()),
        };
        let (mut input, its_input) = UnixStream::pair()?;
        let (output, its_output) = io::pipe()?;
        let errors = File::from(memfd_create("seaway-start", MemfdFlags::CLOEXEC)?);
        let high = |fd: &dyn AsFd| fcntl_dupfd_cloexec(fd.as_fd(), FIRST_FREE);
        let its = [high(&its_input)?, high(&its_output)?, high(&errors)?];
        let handle = run(&program, &its)?;
        // It fits into any socket's buffer; a command that has ended already says why below.
        let _ = input.write_all(line);
        Ok(Self { input: Some(input), output, errors, handle })
    }

    /// Waits until the daemon says where it listens.
    pub(super) fn announcement(&mut self, deadline: Instant) -> Result<Announcement, StartError> {
        let mut heard = Vec::new();
        while heard.len() < MAX_GREETING {
            let ended = match self.wait(Some(deadline)) {
                Woken::Output => false,
                Woken::ProcessEnded => true,
                Woken::TimedOut => return Err(StartError::Silent { said: self.said() }),
            };
            let mut bytes = [0; MAX_LINE];
            // With the process gone, somebody else may still hold the pipe: there is nothing to wait for.
            let more = if ended { 0 } else { self.output.read(&mut bytes).unwrap_or_default() };
            heard.extend_from_slice(&bytes[..more]);
            if let Some(found) = announcement_in(&heard) {
                return Ok(found);
            }
            if more == 0 {
                break;
            }
        }
        Err(StartError::Ended { said: self.said() })
    }

    /// Ends the daemon: its standard input ends. After `patience` the command is told to end.
    pub(super) fn end(&mut self, patience: Duration) {
        self.input = None;
        let deadline = Instant::now() + patience;
        loop {
            match self.wait(Some(deadline)) {
                Woken::ProcessEnded => return,
                Woken::Output => {
                    let more = self.output.read(&mut [0; MAX_LINE]).unwrap_or_default();
                    if more == 0 && self.handle.is_none() {
                        return;
                    }
                    if more == 0 {
                        break;
                    }
                }
                Woken::TimedOut => break,
            }
        }
        let Some(handle) = &self.handle else { return };
        if !has_ended_by(handle, deadline) {
            let _ = pidfd_send_signal(handle, Signal::TERM);
        }
    }

    /// What the command has said to people, the last of it.
    fn said(&self) -> String {
        let length = self.errors.metadata().map_or(0, |metadata| metadata.len());
        let mut bytes = vec![0; MAX_SAID];
        let read = self.errors.read_at(&mut bytes, length.saturating_sub(MAX_SAID as u64));
        bytes.truncate(read.unwrap_or_default());
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn wait(&self, deadline: Option<Instant>) -> Woken {
        let mut entries = vec![PollFd::new(&self.output, PollFlags::IN)];
        entries.extend(self.handle.as_ref().map(|handle| PollFd::new(handle, PollFlags::IN)));
        if !wait_until(&mut entries, deadline) {
            return Woken::TimedOut;
        }
        // What it said before it ended comes first.
        if entries[0].revents().is_empty() { Woken::ProcessEnded } else { Woken::Output }
    }
}

fn announcement_in(heard: &[u8]) -> Option<Announcement> {
    let whole = &heard[..heard.iter().rposition(|&byte| byte == b'\n')?];
    whole.split(|&byte| byte == b'\n').find_map(|line| Announcement::parse(&String::from_utf8_lossy(line)))
}

fn has_ended_by(handle: &OwnedFd, deadline: Instant) -> bool {
    wait_until(&mut [PollFd::new(handle, PollFlags::IN)], Some(deadline))
}

/// False when it is `deadline` and nothing has come.
fn wait_until(entries: &mut [PollFd<'_>], deadline: Option<Instant>) -> bool {
    loop {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let timeout = left.and_then(|left| Timespec::try_from(left).ok());
        match poll(entries, timeout.as_ref()) {
            Ok(0) => return false,
            Err(Errno::INTR) => {}
            _ => return true,
        }
    }
}
