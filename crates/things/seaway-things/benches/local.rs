// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things on their own node, beside memcpy, `pread` from /dev/shm and a request to the agent, by turns in one run.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench says what it expects, and what it has measured"
)]
#![allow(clippy::cast_precision_loss, reason = "shown with three digits")]

#[path = "../../../io/seaway/tests/thing_device/agent_here.rs"]
mod agent_here;

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::process::ExitCode;
use std::time::Instant;

use agent_here::AgentHere;
use seaway_device_api::Hints;
use seaway_things::{Kind, Space};

const SMALL: usize = 4096;
const READS: usize = 200_000;
const LARGE: usize = 64 << 20;
const ROUNDS: usize = 15;

fn main() -> ExitCode {
    let agent = AgentHere::start(1 << 30);
    let space = Space::enter_with(&Hints::new().with("seaway_space", agent.space())).unwrap();
    let thing = space.create("bench", Kind::Memory, LARGE as u64).unwrap();
    let mut buffer = vec![1; LARGE];
    thing.write_at(&buffer, 0).unwrap();
    let folder = tempfile::tempdir_in("/dev/shm").unwrap();
    let path = folder.path().join("file");
    std::fs::write(&path, &buffer).unwrap();
    let file = File::open(&path).unwrap();

    let read = median(READS, |turn| {
        assert_eq!(thing.read_at(&mut buffer[..SMALL], place(turn)).unwrap(), SMALL);
    });
    let pread = median(READS, |turn| file.read_exact_at(&mut buffer[..SMALL], place(turn)).unwrap());
    let stat = median(2_000, |_| drop(space.stat("bench").unwrap()));
    println!(
        "4 KiB: read {:.2} us, pread {:.2} us, a request to the agent {:.1} us",
        read * 1e6,
        pread * 1e6,
        stat * 1e6
    );

    let source = vec![2; LARGE];
    let (mut copies, mut reads, mut writes) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        copies.push(timed(|| buffer.copy_from_slice(&source)));
        reads.push(timed(|| assert_eq!(thing.read_at(&mut buffer, 0).unwrap(), LARGE)));
        writes.push(timed(|| thing.write_at(&source, 0).unwrap()));
    }
    let [copy, bulk_read, bulk_write] = [copies, reads, writes].map(middle);
    let rate = |time: f64| LARGE as f64 / time / 1e9;
    println!(
        "64 MiB: memcpy {:.1} GB/s, read {:.1} GB/s, write {:.1} GB/s",
        rate(copy),
        rate(bulk_read),
        rate(bulk_write)
    );
    let held = [
        bar("things.read.4k.us", read * 1e6, "<=", 2.0),
        bar("things.read.bulk.of_memcpy", copy / bulk_read, ">=", 0.8),
        bar("things.write.bulk.of_memcpy", copy / bulk_write, ">=", 0.8),
    ];
    if held.into_iter().all(|held| held) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// All over the thing, and not in order.
fn place(turn: usize) -> u64 {
    (turn * 7919 % (LARGE / SMALL) * SMALL) as u64
}

/// Seconds of one access.
fn median(count: usize, mut access: impl FnMut(usize)) -> f64 {
    middle((0..count).map(|turn| timed(|| access(turn))).collect())
}

fn timed(access: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    access();
    begun.elapsed().as_secs_f64()
}

fn middle(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn bar(name: &str, value: f64, relation: &str, target: f64) -> bool {
    let held = if relation == "<=" { value <= target } else { value >= target };
    println!("bar {name} {value:.2} {relation} {target} {}", if held { "ok" } else { "SHORT" });
    held
}
