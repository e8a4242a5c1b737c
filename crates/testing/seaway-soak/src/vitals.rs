// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Vitals`]: the resources that a process uses, as reported by the kernel.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vitals {
    pub resident_kib: u64,
    pub threads: u64,
    pub descriptors: u64,
}

impl Vitals {
    /// `None`: the process is gone.
    pub fn of(process: u32) -> Option<Self> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let number = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().trim_end_matches("kB").trim().parse().ok()
        };
        let descriptors = fs::read_dir(format!("/proc/{process}/fd")).ok()?.count() as u64;
        Some(Self { resident_kib: number("VmRSS:")?, threads: number("Threads:")?, descriptors })
    }

    /// The minimum of each within a second: what is in use all the time.
    pub fn at_rest(process: u32) -> Option<Self> {
        let mut least = Self::of(process)?;
        for _ in 0..100 {
            thread::sleep(Duration::from_millis(10));
            least = least.min(Self::of(process)?);
        }
        Some(least)
    }

    /// The same, as soon as it is not more than `before`, or after `patience`.
    pub fn at_rest_again(process: u32, before: Self, patience: Duration) -> Option<Self> {
        let deadline = Instant::now() + patience;
        loop {
            let now = Self::at_rest(process)?;
            let is_calm = now.threads <= before.threads && now.descriptors <= before.descriptors;
            if is_calm || Instant::now() > deadline {
                return Some(now);
            }
        }
    }

    fn min(self, other: Self) -> Self {
        Self {
            resident_kib: self.resident_kib.min(other.resident_kib),
            threads: self.threads.min(other.threads),
            descriptors: self.descriptors.min(other.descriptors),
        }
    }
}
