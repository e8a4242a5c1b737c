// SPDX-License-Identifier: MIT OR Apache-2.0
//! How much memory may be reserved. memfds have no limit of their own: reserving more than is available would
//! not fail, but invoke the kernel's OOM killer, and not only on us.

use std::fs;

/// Smaller amounts are granted without checking.
const ALWAYS_GRANTED: u64 = 16 << 20;

/// Whether `bytes` can be reserved without starving other processes.
pub(crate) fn has_room_for(bytes: u64) -> bool {
    bytes <= ALWAYS_GRANTED || room().is_some_and(|room| bytes <= room)
}

/// Memory available now, on this machine and in our cgroup. `None`: unknown.
fn room() -> Option<u64> {
    let machine = available(&fs::read_to_string("/proc/meminfo").ok()?)?;
    let number = |path: &str| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let group = groups.lines().find_map(|line| line.strip_prefix("0::")).map(|group| {
        let folder = format!("/sys/fs/cgroup{}", group.trim_end_matches('/'));
        let limit = number(&format!("{folder}/memory.max")).unwrap_or(u64::MAX);
        limit.saturating_sub(number(&format!("{folder}/memory.current")).unwrap_or(0))
    });
    Some(machine.min(group.unwrap_or(u64::MAX)))
}

fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_memory_than_any_machine_has_is_refused() {
        assert!(has_room_for(0) && has_room_for(1 << 20));
        assert!(!has_room_for(1 << 60) && !has_room_for(u64::MAX));
        assert!(room().unwrap() > 0);
    }

    #[test]
    fn available_memory_is_read_in_bytes() {
        assert_eq!(available("MemTotal: 9 kB\nMemAvailable:      12 kB\n"), Some(12 << 10));
        assert_eq!(available("MemTotal: 9 kB\n"), None);
    }
}
