// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which processes share this machine, and whether they are alive.

use std::collections::hash_map::{DefaultHasher, RandomState};
use std::hash::{BuildHasher, Hash, Hasher};
use std::{fs, io};

/// A process identity that cannot be confused with a later process of the same id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Process {
    pub(crate) number: u32,
    /// Start time, in the kernel's clock ticks.
    pub(crate) start: u64,
}

impl Process {
    pub(crate) fn current() -> io::Result<Self> {
        let number = std::process::id();
        let record = Record::read(number)?.ok_or(io::ErrorKind::InvalidData)?;
        Ok(Self { number, start: record.start })
    }

    /// In doubt, alive: only a process that is known to have ended counts as lost.
    pub(crate) fn is_alive(self) -> bool {
        match Record::read(self.number) {
            Ok(Some(record)) => record.start == self.start && !record.has_ended(),
            Ok(None) => true,
            Err(error) => {
                error.kind() != io::ErrorKind::NotFound && error.raw_os_error() != Some(libc::ESRCH)
            }
        }
    }
}

/// Contents of /proc/PID/stat.
#[derive(Debug, PartialEq, Eq)]
struct Record {
    state: char,
    threads: u64,
    start: u64,
}

impl Record {
    fn read(process: u32) -> io::Result<Option<Self>> {
        let text = fs::read(format!("/proc/{process}/stat"))?;
        Ok(Self::parse(&String::from_utf8_lossy(&text)))
    }

    fn parse(text: &str) -> Option<Self> {
        // The program name comes second, in parentheses, and may contain anything.
        let (_, fields) = text.rsplit_once(") ")?;
        let fields: Vec<&str> = fields.split_ascii_whitespace().collect();
        Some(Self {
            state: fields.first()?.chars().next()?,
            threads: fields.get(17)?.parse().ok()?,
            start: fields.get(19)?.parse().ok()?,
        })
    }

    fn has_ended(&self) -> bool {
        // A zombie with threads is a program whose main thread exited early; its other threads still run.
        matches!(self.state, 'X' | 'x') || (self.state == 'Z' && self.threads <= 1)
    }
}

/// Equal for processes that can open each other's descriptors under /proc: same kernel, same PID namespace,
/// same user. Unique if that cannot be determined.
pub(crate) fn neighbourhood() -> [u64; 2] {
    let known = (|| {
        let boot = fs::read("/proc/sys/kernel/random/boot_id").ok()?;
        let numbers = fs::read_link("/proc/self/ns/pid").ok()?;
        // SAFETY: both only query.
        let (user, dumpable) = unsafe { (libc::geteuid(), libc::prctl(libc::PR_GET_DUMPABLE)) };
        // Other processes must not access the memory of one that must not be dumped.
        (dumpable == 1).then_some((boot, numbers, user))
    })();
    match known {
        Some(known) => [0, 1].map(|salt: u64| {
            let mut hasher = DefaultHasher::new();
            (salt, &known).hash(&mut hasher);
            hasher.finish()
        }),
        None => [random(), random()],
    }
}

pub(crate) fn random() -> u64 {
    RandomState::new().hash_one(std::process::id())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_process_is_alive_and_its_namesakes_are_not() {
        let own = Process::current().unwrap();
        assert!(own.is_alive());
        assert!(!Process { start: own.start + 1, ..own }.is_alive());
        assert!(!Process { number: u32::MAX / 2, ..own }.is_alive());
    }

    #[test]
    fn program_names_cannot_confuse() {
        let record = |state, threads| {
            let zeros = "0 ".repeat(16);
            Record::parse(&format!("12 (a) b) c) {state} {zeros}{threads} 0 4711 0 0\n")).unwrap()
        };
        assert_eq!(record('S', 3), Record { state: 'S', threads: 3, start: 4711 });
        assert!(record('Z', 1).has_ended() && record('X', 1).has_ended());
        assert!(!record('Z', 2).has_ended() && !record('T', 1).has_ended());
        assert_eq!(Record::parse("12 (a"), None);
    }

    #[test]
    fn neighbours_are_equal_and_random_numbers_are_not() {
        assert_eq!(neighbourhood(), neighbourhood());
        assert_ne!(random(), random());
    }
}
