// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Apart`]: the test program again, in a separate process that can be killed and stopped. Its environment
//! selects its part; the two communicate by lines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

const VARIABLE: &str = "SEAWAY_TEST_PART";
/// Prefix of its lines, among those of the test harness.
const MARK: &str = "@@ ";

/// The part of this process, if it was started by [`Apart::start`].
pub fn part() -> Option<String> {
    std::env::var(VARIABLE).ok()
}

/// Sends a line to the process that started this one.
pub fn say(line: &str) {
    // The harness may have begun a line of its own.
    println!("\n{MARK}{line}");
}

/// Lines from the process that started this one. Ends with it.
pub fn heard() -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in std::io::stdin().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
        // The parent is gone.
        std::process::exit(0);
    });
    receiver
}

/// Killed when dropped.
#[derive(Debug)]
pub struct Apart {
    child: Child,
    lines: Receiver<String>,
}

impl Apart {
    /// `command` runs this program; `test` is the test that checks [`part`] first.
    pub fn start(mut command: Command, test: &str, part: &str) -> Self {
        command.args([test, "--exact", "--nocapture", "--test-threads=1"]).env(VARIABLE, part);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            let all = output.lines().map_while(Result::ok);
            for line in all.filter_map(|line| line.strip_prefix(MARK).map(str::to_owned)) {
                let _ = sender.send(line);
            }
        });
        Self { child, lines }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// False: it is gone.
    pub fn tell(&mut self, line: &str) -> bool {
        self.child.stdin.as_mut().is_some_and(|input| writeln!(input, "{line}").is_ok())
    }

    /// The next line. `None`: not in time, or never.
    pub fn next(&self, patience: Duration) -> Option<String> {
        self.lines.recv_timeout(patience).ok()
    }

    /// The lines received so far, without waiting; and whether more may follow.
    pub fn said(&self) -> (Vec<String>, bool) {
        let mut said = Vec::new();
        loop {
            match self.lines.recv_timeout(Duration::ZERO) {
                Ok(line) => said.push(line),
                Err(RecvTimeoutError::Timeout) => return (said, true),
                Err(RecvTimeoutError::Disconnected) => return (said, false),
            }
        }
    }

    pub fn stop(&self) {
        let _ = kill_process(Pid::from_child(&self.child), Signal::STOP);
    }

    pub fn go_on(&self) {
        let _ = kill_process(Pid::from_child(&self.child), Signal::CONT);
    }

    /// Sends SIGKILL, and waits for its end.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        self.kill();
    }
}
