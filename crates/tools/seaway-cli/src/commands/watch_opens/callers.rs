// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Callers`]: which code of a process makes a system call. Recorders interpose the C library's functions,
//! so its calls are recorded already, or internal; programs and libraries that bypass it, such as those in
//! Go, are not.

use std::fs;
use std::ops::Range;
use std::path::Path;

/// The executable mappings of a process, loaded on demand.
#[derive(Debug, Default)]
pub(super) struct Callers(Vec<Code>);

#[derive(Debug)]
struct Code {
    addresses: Range<u64>,
    is_c_library: bool,
}

impl Callers {
    /// Whether the instruction is one of the C library, its loader or our own libraries.
    pub(super) fn is_c_library(&mut self, process: u32, instruction: u64) -> bool {
        self.find(instruction).unwrap_or_else(|| {
            // Libraries are loaded one after the other.
            self.0 = codes(&fs::read_to_string(format!("/proc/{process}/maps")).unwrap_or_default());
            self.find(instruction).unwrap_or(false)
        })
    }

    fn find(&self, instruction: u64) -> Option<bool> {
        let code = self.0.iter().find(|code| code.addresses.contains(&instruction))?;
        Some(code.is_c_library)
    }
}

fn codes(maps: &str) -> Vec<Code> {
    maps.lines().filter_map(code).collect()
}

/// From a line such as `7f00-7f80 r-xp 00000000 fe:00 1234   /lib/libc.so.6`, if the memory is executable.
fn code(line: &str) -> Option<Code> {
    const C_LIBRARY: [&str; 4] = ["libc.so", "libc-", "ld-", "libseaway"];
    let mut words = line.split_ascii_whitespace();
    let (begin, end) = words.next()?.split_once('-')?;
    words.next().filter(|rights| rights.contains('x'))?;
    let number = |digits| u64::from_str_radix(digits, 16).ok();
    let name = line.find('/').and_then(|path| Path::new(&line[path..]).file_name()?.to_str());
    let is_c_library = name.is_some_and(|name| C_LIBRARY.iter().any(|begin| name.starts_with(begin)));
    Some(Code { addresses: number(begin)?..number(end)?, is_c_library })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_c_library_is_distinguished_from_the_program() {
        let this = std::process::id();
        let mut callers = Callers::default();
        let in_library: unsafe extern "C" fn() -> libc::pid_t = libc::getppid;
        assert!(callers.is_c_library(this, in_library as usize as u64));
        assert!(!callers.is_c_library(this, codes as fn(_) -> _ as usize as u64));
        assert!(!callers.is_c_library(this, 8));
    }

    #[test]
    fn memory_that_is_no_code_is_left_out() {
        let maps = "1000-2000 r--p 00000000 fe:00 12    /lib/libc.so.6\n\
                    2000-3000 r-xp 00001000 fe:00 12    /lib/libc.so.6\n\
                    3000-4000 r-xp 00000000 00:00 0\n\
                    4000-5000 r-xp 00000000 fe:00 13    /home/a b/ld-linux-x86-64.so.2 (deleted)\n\
                    nonsense\n";
        let found: Vec<(u64, bool)> =
            codes(maps).iter().map(|code| (code.addresses.start, code.is_c_library)).collect();
        assert_eq!(found, [(0x2000, true), (0x3000, false), (0x4000, true)]);
    }
}
