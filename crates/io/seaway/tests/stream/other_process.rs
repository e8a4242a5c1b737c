// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`OtherProcess`]: this test program once more, in another role. It gets its orders by variables and lines,
//! and answers by lines.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use seaway_testkit::Node;

const VARIABLE: &str = "SEAWAY_STREAM_PART";
/// Prefix of a role's lines: the test harness prints others.
const MARK: &str = "> ";
/// Only a hang takes this long.
const LIMIT: Duration = Duration::from_secs(120);

/// Killed when it is dropped.
#[derive(Debug)]
pub(crate) struct OtherProcess {
    child: Child,
    /// Process id of the role itself; a launcher may be in between.
    process: Option<Pid>,
    lines: Receiver<String>,
}

/// The orders of a role.
pub(crate) struct Words(HashMap<String, String>);

impl OtherProcess {
    /// On `node`, or here. The words are `NAME=VALUE`; the first selects the role.
    pub(crate) fn start(words: &[String], node: Option<&Node>, variables: &[(&str, &str)]) -> Self {
        let program = std::env::current_exe().unwrap();
        let mut command = node.map_or_else(|| Command::new(&program), |node| node.command(&program));
        command.args(["--exact", "plays_its_role", "--nocapture", "--test-threads=1"]);
        command.env(VARIABLE, words.join("\n")).envs(variables.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                // The harness begins a line with the name of the test.
                let Some((_, line)) = line.split_once(MARK) else { continue };
                if sender.send(line.to_owned()).is_err() {
                    break;
                }
            }
        });
        let mut other = Self { child, process: None, lines };
        let process = other.expect("process ");
        other.process = Pid::from_raw(process.parse().unwrap());
        other
    }

    /// The next line, or nothing at the end.
    pub(crate) fn line(&self) -> Option<String> {
        use std::sync::mpsc::RecvTimeoutError;
        match self.lines.recv_timeout(LIMIT) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the other process says nothing"),
        }
    }

    /// The rest of the next line that begins with `word`.
    pub(crate) fn expect(&self, word: &str) -> String {
        while let Some(line) = self.line() {
            if let Some(rest) = line.strip_prefix(word) {
                return rest.to_owned();
            }
        }
        panic!("the other process ended before it said {word:?}");
    }

    pub(crate) fn rest(&self) -> Vec<String> {
        std::iter::from_fn(|| self.line()).collect()
    }

    pub(crate) fn tell(&mut self, word: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{word}").unwrap();
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.process.unwrap(), signal).unwrap();
    }
}

impl Drop for OtherProcess {
    fn drop(&mut self) {
        for process in [self.process, Some(Pid::from_child(&self.child))].into_iter().flatten() {
            let _ = kill_process(process, Signal::KILL);
        }
        let _ = self.child.wait();
    }
}

impl Words {
    /// The orders of this process, if it was started in a role.
    pub(crate) fn told() -> Option<Self> {
        let text = std::env::var(VARIABLE).ok()?;
        say(&format!("process {}", std::process::id()));
        let words = text.lines().filter_map(|line| line.split_once('='));
        Some(Self(words.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()))
    }

    pub(crate) fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    pub(crate) fn number(&self, name: &str) -> usize {
        self.get(name).parse().unwrap_or_else(|_| panic!("{name} is not a number"))
    }
}

/// For the process that started this one.
#[allow(clippy::print_stdout, reason = "lines are how the two processes speak")]
pub(crate) fn say(line: &str) {
    println!("{MARK}{line}");
}

/// Waits indefinitely for a line from the process that started this one.
pub(crate) fn wait_for_word() -> String {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    line.trim().to_owned()
}
