// SPDX-License-Identifier: MIT OR Apache-2.0
//! Records the opens of programs that no library can be preloaded into: `seaway run --trace --seccomp`.
//!
//! The kernel stops every open of the program and of its descendants, until `seaway run`, their ancestor, has
//! recorded it and lets it continue. (An ancestor, because the kernel may forbid others to read their
//! memory.) The program is started by `seaway be-watched`, which installs the seccomp filter, passes on the
//! descriptor of the notifications, and becomes the program. `seaway run` forwards signals, and ends as the
//! program does; `seaway let-go` serves the remaining processes, which otherwise could not open anything any
//! more.

mod be_watched;
mod callers;
mod descriptors;
mod let_go;
mod processes;
mod sys;
mod trace_file;

use std::ffi::OsString;
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};

use anyhow::{Context, Result};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};

pub(crate) use self::be_watched::BeWatched;
use self::descriptors::{READY, receive};
pub(crate) use self::let_go::LetGo;
use self::processes::Processes;
use self::sys::Signals;

/// Runs a program to its end. Returns only if it could not be watched.
pub(crate) fn run(
    command: &Path,
    words: &[OsString],
    environment: &[(String, OsString)],
    folder: &Path,
    library: &Path,
) -> Result<()> {
    let (mut socket, theirs) = UnixStream::pair().context("cannot make a socket")?;
    fcntl_setfd(&theirs, FdFlags::empty())?;
    let mut starter =
        Command::new(std::env::current_exe().context("cannot determine the path of this program")?);
    starter.arg("be-watched").arg(theirs.as_raw_fd().to_string());
    for (name, value) in environment {
        starter
            .arg("--set")
            .arg([name.as_ref(), "=".as_ref(), value.as_os_str()].into_iter().collect::<OsString>());
    }
    starter.arg("--").arg(command).args(words);
    let mut child = starter.spawn().context("cannot start the program")?;
    drop(theirs);
    // Not earlier, or the program would inherit the blocked signals. It does not start before it is told that
    // we are ready.
    let signals = Signals::hold().context("cannot block signals")?;
    let child_id = child.id();
    let Some(listener) = receive(socket.as_fd())? else {
        // It has reported the reason.
        let status = child.wait()?;
        return end_as(status);
    };
    socket.write_all(&[READY])?;
    drop(socket);
    let status = watch(&listener, &signals, &mut child, &mut Processes::new(folder, library, child_id))?;
    if !is_left(listener.as_fd())? {
        return end_as(status);
    }
    let_go::go_on(listener)?;
    end_as(status)
}

/// Until the program has ended.
fn watch(
    listener: &OwnedFd,
    signals: &Signals,
    child: &mut Child,
    processes: &mut Processes,
) -> Result<ExitStatus> {
    let process = Pid::from_child(child);
    let ended = pidfd_open(process, PidfdFlags::empty())
        .context("this kernel has no pidfd_open (needs Linux 5.3)")?;
    loop {
        let mut waits = [
            PollFd::new(listener, PollFlags::IN),
            PollFd::new(&ended, PollFlags::IN),
            PollFd::from_borrowed_fd(signals.as_fd(), PollFlags::IN),
        ];
        match poll(&mut waits, None) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        }
        let [calls, end, signal] = waits.map(|wait| wait.revents().contains(PollFlags::IN));
        if calls {
            note_one(listener.as_fd(), processes)?;
        } else if signal {
            hand_on(signals, process);
        } else if end {
            return Ok(child.wait()?);
        }
    }
}

fn note_one(listener: BorrowedFd<'_>, processes: &mut Processes) -> io::Result<()> {
    let Some(waiting) = sys::next(listener)? else { return Ok(()) };
    // The program continues even if nothing can be recorded.
    processes.note(&waiting, || sys::is_waiting(listener, waiting.id));
    sys::let_go(listener, waiting.id)
}

/// The program receives signals of the terminal directly.
fn hand_on(signals: &Signals, process: Pid) {
    let Some((number, is_from_terminal)) = signals.next() else { return };
    if let Some(signal) = Signal::from_named_raw(number).filter(|_| !is_from_terminal) {
        // It may have ended.
        let _ = kill_process(process, signal);
    }
}

/// Whether some process is still watched.
fn is_left(listener: BorrowedFd<'_>) -> Result<bool> {
    let mut waits = [PollFd::new(&listener, PollFlags::IN)];
    poll(&mut waits, Some(&rustix::time::Timespec { tv_sec: 0, tv_nsec: 0 }))?;
    Ok(!waits[0].revents().contains(PollFlags::HUP))
}

/// Ends this process as that one did.
fn end_as(status: ExitStatus) -> Result<()> {
    match (status.code(), status.signal()) {
        (Some(code), _) => std::process::exit(code),
        (None, Some(signal)) => Ok(sys::end_by(signal)?),
        (None, None) => Ok(()),
    }
}
