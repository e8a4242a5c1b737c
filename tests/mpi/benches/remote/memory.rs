// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory of the daemon while many ranks write much data.

use mpi_tests::{Daemon, SecretFile, folder_in_memory};

use crate::Plan;
use crate::bars::{Bars, Limit};
use crate::embedded::{self, Task};

const RANKS: usize = 64;
/// Of each rank: 1 GiB in all.
const BYTES: usize = 16 << 20;
/// In MiB.
const MOST: f64 = 256.0;

pub(crate) fn run(plan: &Plan, bars: &mut Bars) {
    let tasks = [
        ("blocks", Task::Blocks { ranks: RANKS, bytes: BYTES }),
        ("interleaved", Task::Interleaved { ranks: RANKS, bytes: BYTES }),
    ];
    let wanted: Vec<_> = tasks.into_iter().filter(|(name, _)| plan.wants(&id_of(name))).collect();
    if wanted.is_empty() {
        return;
    }
    println!("\nMemory of the daemon, {RANKS} ranks write 1 GiB in all, MiB");
    for (name, task) in wanted {
        let (secret, folder) = (SecretFile::new(), folder_in_memory());
        let daemon = Daemon::serve(&secret, folder.path());
        let idle = mebibytes(daemon.peak_memory());
        let seconds = embedded::run(task, &daemon.name_of(&folder.path().join("much")), &secret);
        let peak = mebibytes(daemon.peak_memory());
        let id = id_of(name);
        let Some(seconds) = seconds else {
            println!("{id:32} failed");
            bars.record(id, f64::NAN, Limit::AtMost(MOST));
            continue;
        };
        let rate = (RANKS * BYTES) as f64 / seconds / 1e9;
        println!("{id:32} idle {idle:.1}, at its peak {peak:.1}; {rate:.2} GB/s");
        bars.record(id, peak, Limit::AtMost(MOST));
    }
}

fn id_of(name: &str) -> String {
    format!("memory.{RANKS}.{name}")
}

fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
