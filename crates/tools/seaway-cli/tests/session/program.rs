// SPDX-License-Identifier: MIT OR Apache-2.0
//! A program that opens a file through a daemon: the test itself, as a child with an environment of its own.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

use seaway::{AccessMode, File, Group, Hints};

/// Far longer than anything takes: a test that waits this long has failed.
pub(crate) const LONG: Duration = Duration::from_secs(60);
pub(crate) const SEAWAY: &str = env!("CARGO_BIN_EXE_seaway");
const RANKS: usize = 3;
const BLOCK: usize = 100_000;
/// What the ranks write together.
pub(crate) const BYTES: u64 = (RANKS * BLOCK) as u64;

const NAME: &str = "SEAWAY_TEST_NAME";
const HINTS: &str = "SEAWAY_TEST_HINTS";
const STAY: &str = "SEAWAY_TEST_STAY";
/// In the environment of a daemon, to find it by.
pub(crate) const MARK: &str = "SEAWAY_TEST_MARK";
/// Prefix of the program's output: the test harness prints, too.
const SAYS: &str = "the program says: ";

/// The body of the test `program` of each file: opens and writes file after file, and closes them or stays.
/// Does nothing unless asked.
#[allow(clippy::print_stdout, reason = "the process that started it reads its output")]
pub(crate) fn run_if_asked() {
    let (Ok(names), Ok(hints)) = (env::var(NAME), env::var(HINTS)) else { return };
    let hints: Hints = hints.lines().filter_map(|line| line.split_once('=')).collect();
    let outcome = Group::run(RANKS, |rank| {
        let mode = AccessMode::READ_WRITE | AccessMode::CREATE;
        let mut files = Vec::new();
        for name in names.lines() {
            let file = File::open(&rank, name, mode, &hints).map_err(|error| error.to_string())?;
            let offset = i64::try_from(rank.rank() * BLOCK).unwrap();
            file.write_at_all(offset, &block(rank.rank())[..]).map_err(|error| error.to_string())?;
            file.sync().map_err(|error| error.to_string())?;
            files.push(file);
        }
        if rank.rank() == 0 && env::var_os(STAY).is_some() {
            println!("\n{SAYS}written");
            thread::sleep(LONG);
        }
        files.into_iter().try_for_each(|file| file.close()).map_err(|error| error.to_string())
    });
    let said = outcome.unwrap().into_iter().find_map(Result::err).unwrap_or_else(|| "closed".into());
    println!("\n{SAYS}{said}");
}

fn block(rank: usize) -> Vec<u8> {
    (0..BLOCK).map(|index| (index * (rank + 3) % 251).to_le_bytes()[0]).collect()
}

/// Ends with the value.
pub(crate) struct Program {
    pub(crate) child: Child,
    output: BufReader<ChildStdout>,
}

impl Program {
    /// A command that opens `name`, or several on a line each. More variables may follow.
    pub(crate) fn command(name: &str, hints: &[(&str, &str)], stays: bool) -> Command {
        let hints: String = hints.iter().map(|(key, value)| format!("{key}={value}\n")).collect();
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", "program", "--nocapture"]);
        command.env(NAME, name).env(HINTS, hints).env_remove("SSH_CONNECTION");
        if stays {
            command.env(STAY, "yes");
        }
        command
    }

    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, output }
    }

    /// Its next output line.
    pub(crate) fn says(&mut self) -> String {
        let lines = self.output.by_ref().lines().map_while(Result::ok);
        let mut said = lines.filter_map(|line| line.strip_prefix(SAYS).map(str::to_owned));
        said.next().expect("the program says something before it ends")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn check_data(file: &Path) {
    let data = fs::read(file).unwrap();
    assert!(data == (0..RANKS).flat_map(block).collect::<Vec<u8>>());
}

/// Whether a process has `mark` in its environment and serves a session.
pub(crate) fn runs(mark: &str) -> bool {
    let entry = format!("{MARK}={mark}\0");
    let has = |folder: &Path| {
        let read = |name: &str| fs::read(folder.join(name)).unwrap_or_default();
        let contains = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
        contains(&read("environ"), entry.as_bytes()) && contains(&read("cmdline"), b"--session")
    };
    fs::read_dir("/proc").unwrap().flatten().any(|process| has(&process.path()))
}
