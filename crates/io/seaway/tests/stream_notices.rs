// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a waiting rank of a stream prints: one line on standard error, so that users do not think that it
//! hangs.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::Mutex;

use seaway::{AccessMode, File, Group, Hints, Result};

/// Tells this program that it is a writer, and of which stream.
const VARIABLE: &str = "SEAWAY_TEST_WRITER_OF";
/// The window has room for one step.
const STEP: [u8; 4096] = [7; 4096];
const STEPS: usize = 4;

#[test]
fn a_writer_says_that_its_window_is_full_with_and_without_a_reader() {
    if let Ok(name) = std::env::var(VARIABLE) {
        return write(&name);
    }
    let name = format!("mxn:notices-{}", std::process::id());
    let mut writer = Writer::start(&name);
    writer.await_line("is waiting for a reader of mxn:notices");
    let read = Group::run(1, |rank| -> Result<u64> {
        let file = File::open(&rank, &name, AccessMode::READ_ONLY, &Hints::new())?;
        let first = file.read_shared(&mut STEP.to_vec())?.bytes;
        writer.await_line("is waiting for the readers of mxn:notices");
        let rest = file.read_shared(&mut vec![0_u8; STEPS * STEP.len()])?.bytes;
        file.close()?;
        Ok(first + rest)
    });
    assert_eq!(read.unwrap().remove(0).unwrap(), (STEPS * STEP.len()) as u64);
    assert!(writer.child.wait().unwrap().success());
}

fn write(name: &str) {
    let hints = Hints::new().with("seaway_mxn_window", STEP.len().to_string());
    let written = Group::run(1, |rank| -> Result<()> {
        let file = File::open(&rank, name, AccessMode::CREATE | AccessMode::WRITE_ONLY, &hints)?;
        for _ in 0..STEPS {
            file.write_shared(&STEP)?;
        }
        file.close()
    });
    written.unwrap().remove(0).unwrap();
}

/// This test again, in a process whose standard error can be read. Killed when it is dropped.
struct Writer {
    child: Child,
    lines: Mutex<Lines<BufReader<ChildStderr>>>,
}

impl Writer {
    fn start(name: &str) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--nocapture", "--test-threads=1"])
            .env(VARIABLE, name)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = Mutex::new(BufReader::new(child.stderr.take().unwrap()).lines());
        Self { child, lines }
    }

    fn await_line(&self, words: &str) {
        let mut lines = self.lines.lock().unwrap();
        let is_it = |line: std::io::Result<String>| line.unwrap().contains(words);
        assert!(lines.any(is_it), "the writer has ended without saying {words:?}");
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
