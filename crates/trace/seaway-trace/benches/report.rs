// SPDX-License-Identifier: MIT OR Apache-2.0
//! Makes a report of ten million calls: how long that takes, how much memory it needs, and how large the page
//! is. A child process makes the report, so that the cost of generating the trace does not count.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench says what it expects, and what it has measured"
)]

#[path = "../tests/generated/mod.rs"]
mod generated;

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use generated::Shape;
use seaway_trace::Trace;
use seaway_trace::report::Report;

const EVENTS: u64 = 10_000_000;
const ROUNDS: usize = 3;
const SECONDS: f64 = 2.0;
const MEBIBYTES: f64 = 512.0;
const PAGE_MEBIBYTES: f64 = 3.0;

/// Tells the child what to do.
const FOLDER: &str = "SEAWAY_BENCH_REPORT";

fn main() -> ExitCode {
    if let Some(folder) = std::env::var_os(FOLDER) {
        child(Path::new(&folder));
        return ExitCode::SUCCESS;
    }
    let mut is_short = false;
    let mut worst = [0.0_f64; 3];
    for (name, shape) in [
        ("64 ranks, 40 files", Shape { ranks: 64, files: 40, events: EVENTS }),
        ("1 process, 3 files", Shape { ranks: 1, files: 3, events: EVENTS }),
        ("2000 ranks, 100,000 files", Shape { ranks: 2000, files: 100_000, events: EVENTS }),
    ] {
        let folder = tempfile::tempdir().unwrap();
        generated::write(folder.path(), shape);
        let rounds: Vec<Measured> = (0..ROUNDS).map(|_| measure(folder.path())).collect();
        let seconds = rounds.iter().map(|round| round.seconds).fold(f64::MAX, f64::min);
        let mebibytes = rounds.iter().map(|round| round.mebibytes).fold(0.0, f64::max);
        let page = rounds.iter().map(|round| round.page).fold(0.0, f64::max);
        println!("{name:>26}: {seconds:5.2} s  {mebibytes:6.0} MiB  page {page:5.2} MiB");
        worst = [worst[0].max(seconds), worst[1].max(mebibytes), worst[2].max(page)];
    }
    let bars = [("seconds", SECONDS), ("mebibytes", MEBIBYTES), ("page.mebibytes", PAGE_MEBIBYTES)];
    for ((bar, target), value) in bars.into_iter().zip(worst) {
        let verdict = if value <= target { "ok" } else { "SHORT" };
        is_short |= value > target;
        println!("bar report.{bar} {value:.2} <= {target} {verdict}");
    }
    ExitCode::from(u8::from(is_short))
}

struct Measured {
    seconds: f64,
    mebibytes: f64,
    page: f64,
}

fn measure(folder: &Path) -> Measured {
    let mut child = Command::new(std::env::current_exe().unwrap());
    let began = Instant::now();
    let output = child.env(FOLDER, folder).output().unwrap();
    let seconds = began.elapsed().as_secs_f64();
    assert!(output.status.success(), "{output:?}");
    let kibibytes: f64 = String::from_utf8(output.stdout).unwrap().trim().parse().unwrap();
    let page = fs::metadata(folder.join("report.html")).unwrap().len();
    Measured { seconds, mebibytes: kibibytes / 1024.0, page: page as f64 / f64::from(1 << 20) }
}

/// Writes the page, then prints the peak memory of this process, in KiB.
fn child(folder: &Path) {
    let report = Report::of(&Trace::open(folder).unwrap());
    fs::write(folder.join("report.html"), report.html()).unwrap();
    // Everything is written: freeing the figures would gain nothing.
    std::mem::forget(report);
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    println!("{}", peak.trim().trim_end_matches(" kB"));
}
