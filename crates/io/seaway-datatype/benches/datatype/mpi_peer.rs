// SPDX-License-Identifier: MIT OR Apache-2.0
//! An MPI library as a baseline: a C program, compiled when the bench runs, that packs on command.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running baseline process, or the reason why there is none.
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    process: Result<Process, String>,
}

struct Process {
    child: Child,
    commands: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Peer {
    pub(crate) fn start(name: &'static str, compiler: &str) -> Peer {
        Peer { name, process: start(compiler) }
    }

    pub(crate) fn missing(&self) -> Option<&str> {
        self.process.as_ref().err().map(String::as_str)
    }

    /// Seconds per call of `MPI_Pack` (`'p'`) or `MPI_Unpack` (`'u'`).
    pub(crate) fn seconds_per_call(&mut self, direction: char, shape: usize, calls: u32) -> Option<f64> {
        let process = self.process.as_mut().ok()?;
        let commands = process.commands.as_mut()?;
        writeln!(commands, "{direction} {shape} {calls}").ok()?;
        commands.flush().ok()?;
        let mut answer = String::new();
        process.answers.read_line(&mut answer).ok()?;
        answer.trim().parse().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process exits by itself at end of input.
        drop(self.commands.take());
        let _ = self.child.wait();
    }
}

fn start(compiler: &str) -> Result<Process, String> {
    let program = compile(compiler)?;
    let mut child = Command::new(&program)
        // Open MPI refuses to run as root otherwise.
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{} does not start: {error}", program.display()))?;
    let commands = child.stdin.take();
    let answers = BufReader::new(child.stdout.take().ok_or("no output")?);
    Ok(Process { child, commands, answers })
}

fn compile(compiler: &str) -> Result<PathBuf, String> {
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("mpi_pack.{compiler}"));
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/datatype/mpi_pack.c");
    let status = Command::new(compiler)
        .args(["-O2", "-o"])
        .arg(&program)
        .arg(source)
        .stderr(Stdio::null())
        .status()
        .map_err(|_| format!("{compiler} is not installed"))?;
    if status.success() { Ok(program) } else { Err(format!("{compiler} fails on mpi_pack.c")) }
}
