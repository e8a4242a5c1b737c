// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Budget`]: how much memory things may take, all together.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use seaway_device_api::{Error, ErrorKind, Operation, Result};

/// Left to all other programs on the node, whatever the limit.
const LEFT_FREE: u64 = 64 << 20;

#[derive(Debug)]
pub(super) struct Budget {
    limit: u64,
    used: AtomicU64,
}

/// Memory of one thing, returned when it is dropped.
#[derive(Debug)]
pub(super) struct Share {
    budget: Arc<Budget>,
    bytes: u64,
}

impl Budget {
    pub(super) fn new(limit: u64) -> Arc<Self> {
        Arc::new(Self { limit, used: AtomicU64::new(0) })
    }

    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    pub(super) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    pub(super) fn share(self: &Arc<Self>) -> Share {
        Share { budget: Arc::clone(self), bytes: 0 }
    }

    fn take(&self, bytes: u64) -> Result<()> {
        let add = |used: u64| used.checked_add(bytes).filter(|&sum| sum <= self.limit);
        let taken = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
        let full = |detail: String| Error::new(ErrorKind::NoSpace, Operation::Write).with_detail(detail);
        taken.map_err(|used| {
            let limit = self.limit;
            full(format!(
                "things on this node use {used} of {limit} bytes of memory; {bytes} more are needed"
            ))
        })?;
        match available() {
            // The kernel would end a program to get it.
            Some(available) if available < bytes.saturating_add(LEFT_FREE) => {
                self.give_back(bytes);
                Err(full(format!("this node has {available} bytes of memory left, and {bytes} are needed")))
            }
            _ => Ok(()),
        }
    }

    fn give_back(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl Share {
    pub(super) fn take(&mut self, bytes: u64) -> Result<()> {
        self.budget.take(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    pub(super) fn give_back(&mut self, bytes: u64) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        self.budget.give_back(bytes);
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.budget.give_back(self.bytes);
    }
}

/// Half of the memory that this process may use at most.
pub fn default_memory() -> u64 {
    let total = field("/proc/meminfo", "MemTotal:").unwrap_or(1 << 30);
    group_limit().map_or(total, |limit| limit.min(total)) / 2
}

fn available() -> Option<u64> {
    field("/proc/meminfo", "MemAvailable:")
}

/// A line `NAME 123 kB`, in bytes.
fn field(path: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// The least limit of the control groups that this process is in.
fn group_limit() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/cgroup").ok()?;
    let path = text.lines().find_map(|line| line.strip_prefix("0::"))?;
    let mut folder = std::path::PathBuf::from("/sys/fs/cgroup").join(path.trim_start_matches('/'));
    let mut least = None;
    while folder.starts_with("/sys/fs/cgroup") {
        let limit = fs::read_to_string(folder.join("memory.max")).ok();
        let limit = limit.and_then(|text| text.trim().parse::<u64>().ok());
        least = [least, limit].into_iter().flatten().min();
        folder.pop();
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_budget_is_no_space_until_something_is_given_back() {
        let budget = Budget::new(100);
        let (mut one, mut other) = (budget.share(), budget.share());
        one.take(60).unwrap();
        let error = other.take(41).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NoSpace);
        assert!(error.to_string().contains("60 of 100 bytes"), "{error}");
        assert_eq!(other.take(u64::MAX).unwrap_err().kind(), ErrorKind::NoSpace);
        one.give_back(1);
        other.take(41).unwrap();
        assert_eq!(budget.used(), 100);
        drop((one, other));
        assert_eq!(budget.used(), 0);
    }

    #[test]
    fn memory_of_this_machine_is_known() {
        assert!(default_memory() > 0);
        assert!(available().is_some_and(|bytes| bytes > 0));
    }
}
