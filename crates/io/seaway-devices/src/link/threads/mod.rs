// SPDX-License-Identifier: MIT OR Apache-2.0
//! Threads inside a user's process: small, deaf to signals, and silent.

mod sys;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{Builder, JoinHandle};

use seaway_device_api::{Error, Operation, Result};

const STACK_BYTES: usize = 256 << 10;
const NAME: &str = "seaway-mxn";

/// Starts a thread of a stream. No panic leaves it.
pub(crate) fn spawn(work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>> {
    spawn_as(NAME, STACK_BYTES, work)
}

/// Starts any thread that this crate needs in a user's process: with all signals blocked, so that none of the program's is
/// ever taken by it. No panic leaves it.
pub(crate) fn spawn_as(
    name: &str,
    stack_bytes: usize,
    work: impl FnOnce() + Send + 'static,
) -> Result<JoinHandle<()>> {
    let guarded = move || {
        let _ = catch_unwind(AssertUnwindSafe(work));
    };
    let builder = Builder::new().name(name.into()).stack_size(stack_bytes);
    sys::with_signals_blocked(|| builder.spawn(guarded)).map_err(|error| {
        let detail = format!("cannot start a thread: {error}");
        Error::from_io(Operation::Open, error).with_detail(detail)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn signals_pass_these_threads_by() {
        let blocked = |status: String| {
            let line =
                status.lines().find_map(|line| line.strip_prefix("SigBlk:")).unwrap().trim().to_owned();
            u64::from_str_radix(&line, 16).unwrap()
        };
        let own = || fs::read_to_string("/proc/thread-self/status").unwrap();
        let before = blocked(own());
        let (sender, receiver) = std::sync::mpsc::channel();
        let thread = spawn(move || sender.send(own()).unwrap()).unwrap();
        thread.join().unwrap();
        let inside = blocked(receiver.recv().unwrap());
        for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGPIPE, libc::SIGUSR1, libc::SIGCHLD] {
            assert_ne!(inside & 1 << (signal - 1), 0, "signal {signal}");
        }
        assert_eq!(blocked(own()), before, "and this thread hears as before");
    }

    #[test]
    fn panic_stays_inside() {
        let thread = spawn(|| panic!("on purpose")).unwrap();
        assert!(thread.join().is_ok());
    }
}
