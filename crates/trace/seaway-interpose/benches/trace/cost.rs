// SPDX-License-Identifier: MIT OR Apache-2.0
//! What recording costs a program: nanoseconds per call, bytes per event, and milliseconds per started
//! program.

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use seaway_trace_format::{Call, EVENT_BYTES};
use tempfile::TempDir;

use crate::bars::{Bars, median};
use crate::reader;

/// Alternating runs with and without recording.
const ROUNDS: usize = 15;
const CALLS: usize = 1_000_000;
const PROGRAMS: usize = 300;

/// Kind of call, permitted overhead, and how it is recorded.
const KINDS: [(&str, f64, Call); 3] =
    [("pwrite", 60.0, Call::Pwrite), ("read", 60.0, Call::Read), ("fread", 45.0, Call::Fread)];

pub(crate) fn calls(library: &Path, bars: &mut Bars) {
    let folder = in_memory();
    let program = compile(folder.path());
    let data = folder.path().join("data");
    fs::write(&data, vec![0; CALLS * 64]).unwrap();
    println!("{CALLS} calls of 64 bytes on a file in memory, in nanoseconds of CPU time each:");
    for (kind, target, call) in KINDS {
        let (mut without, mut with) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            without.push(run(Command::new(&program).arg(&data).arg(kind)));
            let trace = in_memory();
            with.push(run(recorded(Command::new(&program), library, trace.path()).arg(&data).arg(kind)));
            check_and_show_size(trace.path(), call, with.len() == 1 && call == Call::Pwrite, bars);
        }
        let added = Added::of(&without, &with);
        println!(
            "  {kind:8} {:7.1} without, {:7.1} recorded: {added:.1} more",
            median(without),
            median(with)
        );
        bars.at_most(&format!("added-nanoseconds-{kind}"), added.median, target);
    }
}

pub(crate) fn programs(library: &Path, bars: &mut Bars) {
    let trace = in_memory();
    let (mut without, mut with) = (Vec::new(), Vec::new());
    for _ in 0..PROGRAMS {
        without.push(milliseconds(&mut Command::new("/bin/true")));
        with.push(milliseconds(&mut recorded(Command::new("/bin/true"), library, trace.path())));
    }
    let files = fs::read_dir(trace.path()).unwrap().count();
    assert_eq!(files, PROGRAMS, "every program has a file");
    let added = Added::of(&without, &with);
    println!(
        "/bin/true: {:.3} ms without, {:.3} ms recorded: {added:.3} more",
        median(without),
        median(with)
    );
    bars.at_most("added-milliseconds-exec", added.median, 0.3);
}

/// The difference of neighbouring runs. The speed of a shared machine varies, but neighbours see the same
/// speed.
struct Added {
    quarter: f64,
    median: f64,
    three_quarters: f64,
}

impl Added {
    fn of(without: &[f64], with: &[f64]) -> Self {
        let mut added: Vec<f64> = without.iter().zip(with).map(|(without, with)| with - without).collect();
        added.sort_by(f64::total_cmp);
        let at = |quarters: usize| added[quarters * (added.len() - 1) / 4];
        Self { quarter: at(1), median: at(2), three_quarters: at(3) }
    }
}

impl fmt::Display for Added {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = formatter.precision().unwrap_or(1);
        let Self { quarter, median, three_quarters } = self;
        write!(formatter, "{median:.digits$} ({quarter:.digits$}..{three_quarters:.digits$})")
    }
}

fn in_memory() -> TempDir {
    tempfile::tempdir_in("/dev/shm").unwrap()
}

fn compile(folder: &Path) -> std::path::PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/trace/calls.c");
    let program = folder.join("calls");
    let status = Command::new("cc").args(["-O2", "-o"]).arg(&program).arg(source).status().unwrap();
    assert!(status.success(), "the program does not compile");
    program
}

fn recorded(mut command: Command, library: &Path, trace: &Path) -> Command {
    command.env("LD_PRELOAD", library).env("SEAWAY_TRACE", trace);
    command
}

fn run(command: &mut Command) -> f64 {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    String::from_utf8(output.stdout).unwrap().trim().parse().unwrap()
}

fn milliseconds(command: &mut Command) -> f64 {
    let begin = Instant::now();
    assert!(command.status().unwrap().success());
    begin.elapsed().as_secs_f64() * 1e3
}

/// Every call must be an event, or the numbers mean nothing.
fn check_and_show_size(trace: &Path, call: Call, show: bool, bars: &mut Bars) {
    let file = fs::read_dir(trace).unwrap().next().unwrap().unwrap().path();
    let process = reader::read(&file);
    assert_eq!(process.count(call), CALLS, "every call is an event");
    if !show {
        return;
    }
    let events = process.event_places * EVENT_BYTES;
    println!(
        "  {} calls: {events} bytes of events, {} of strings, {} chunks; the file has {} bytes",
        process.events.len(),
        process.string_bytes,
        process.chunks,
        process.bytes
    );
    bars.at_most("event-bytes-per-call", events as f64 / process.events.len() as f64, 24.0);
}
