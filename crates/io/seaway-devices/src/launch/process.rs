// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Process`]: the running command that starts a daemon. It is reparented at once: a program that waits for
//! its children must not find one that it does not know.

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
use seaway_channel::{Announcement, MAX_LINE};

use super::environment::{candidates, for_child};
use super::sys::{Program, run};

/// The user's login shell may print a greeting before the daemon's output, up to this many bytes.
const MAX_GREETING: usize = 64 << 10;
/// How much of the command's error output is kept.
const MAX_SAID: usize = 8 << 10;
/// Lower ones are standard input, output and error.
const FIRST_FREE: i32 = 3;

#[derive(Debug)]
pub(crate) enum StartError {
    /// The command could not be run.
    NotRun(io::Error),
    /// It ended before reporting an address.
    Ended { said: String },
    /// It runs and reports nothing.
    Silent { said: String },
}

#[derive(Debug)]
pub(crate) struct Process {
    /// A socket, because writing to a pipe without a reader would kill the program by SIGPIPE.
    input: Option<UnixStream>,
    output: PipeReader,
    /// A file, so that it need not be read while the command runs.
    errors: File,
    /// Readable when the process has ended. `None` on kernels without pidfds.
    handle: Option<OwnedFd>,
}

/// Why a wait ended.
enum Woken {
    Output,
    ProcessEnded,
    TimedOut,
}

impl Process {
    /// Runs `words` and writes `line` to its input.
    pub(crate) fn start(words: &[String], line: &[u8]) -> Result<Self, StartError> {
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
        // It fits into any socket buffer; if the command has already ended, the reason is found below.
        let _ = input.write_all(line);
        Ok(Self { input: Some(input), output, errors, handle })
    }

    /// Waits until the daemon reports its address.
    pub(crate) fn announcement(&mut self, deadline: Instant) -> Result<Announcement, StartError> {
        self.line(deadline, Announcement::parse)
    }

    /// Waits for a line that means something to `parse`.
    pub(crate) fn line<T>(
        &mut self,
        deadline: Instant,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, StartError> {
        let mut heard = Vec::new();
        while heard.len() < MAX_GREETING {
            let ended = match self.wait(Some(deadline)) {
                Woken::Output => false,
                Woken::ProcessEnded => true,
                Woken::TimedOut => return Err(StartError::Silent { said: self.said() }),
            };
            let mut bytes = [0; MAX_LINE];
            // The process has ended, but another one may still hold the pipe: there is nothing to wait for.
            let more = if ended { 0 } else { self.output.read(&mut bytes).unwrap_or_default() };
            heard.extend_from_slice(&bytes[..more]);
            if let Some(found) = found_in(&heard, &parse) {
                return Ok(found);
            }
            if more == 0 {
                break;
            }
        }
        Err(StartError::Ended { said: self.said() })
    }

    /// Ends the daemon by closing its standard input. After `patience` the command is killed.
    pub(crate) fn end(&mut self, patience: Duration) {
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

    /// The last part of the command's error output.
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
        // Output written before the process ended takes precedence.
        if entries[0].revents().is_empty() { Woken::ProcessEnded } else { Woken::Output }
    }
}

fn found_in<T>(heard: &[u8], parse: impl Fn(&str) -> Option<T>) -> Option<T> {
    let whole = &heard[..heard.iter().rposition(|&byte| byte == b'\n')?];
    whole.split(|&byte| byte == b'\n').find_map(|line| parse(&String::from_utf8_lossy(line)))
}

fn has_ended_by(handle: &OwnedFd, deadline: Instant) -> bool {
    wait_until(&mut [PollFd::new(handle, PollFlags::IN)], Some(deadline))
}

/// False if `deadline` passed and nothing arrived.
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
