// SPDX-License-Identifier: MIT OR Apache-2.0
//! `/proc/self/maps`: what is mapped, with the names that the program knows.

use core::ffi::{CStr, c_char, c_int};
use core::ptr;

use super::table::Redirect;
use crate::system;

const LISTS: [&[u8]; 3] = [b"/maps", b"/smaps", b"/numa_maps"];

/// Longer lines are copied in pieces.
const ROOM: usize = 8192;

pub(super) fn is_list_of_mappings(name: *const c_char) -> bool {
    if name.is_null() {
        return false;
    }
    // SAFETY: the caller's name ends with a zero.
    let name = unsafe { CStr::from_ptr(name) }.to_bytes();
    name.starts_with(b"/proc/") && LISTS.iter().any(|list| name.ends_with(list))
}

impl Redirect {
    /// The descriptor gets a copy of the list. If that fails, it keeps the list as it is.
    pub(super) fn show_mappings(self, descriptor: c_int) {
        let Ok(copy) = system::memory_file(c"maps") else { return };
        if self.copy_lines(descriptor, copy).is_ok() {
            system::rewind(copy);
            let _kept = system::replace(descriptor, copy);
        } else {
            system::rewind(descriptor);
        }
        system::close(copy);
    }

    fn copy_lines(self, from: c_int, to: c_int) -> Result<(), c_int> {
        let mut memory = [0; ROOM];
        let mut held = 0;
        loop {
            let room = memory.get_mut(held..).unwrap_or_default();
            let count = system::read(from, room)?;
            held += count;
            let filled = memory.get(..held).unwrap_or_default();
            let end = match filled.iter().rposition(|byte| *byte == b'\n') {
                Some(newline) if count > 0 && held < ROOM => newline + 1,
                Some(newline) if count > 0 => newline + 1,
                _ => held,
            };
            for line in filled.get(..end).unwrap_or_default().split_inclusive(|byte| *byte == b'\n') {
                self.copy_line(line, to)?;
            }
            // SAFETY: both ranges lie within the memory.
            unsafe { ptr::copy(memory.as_ptr().add(end), memory.as_mut_ptr(), held - end) };
            held -= end;
            if count == 0 {
                return Ok(());
            }
        }
    }

    fn copy_line(self, line: &[u8], to: c_int) -> Result<(), c_int> {
        let root = self.root();
        let slash = line.iter().position(|byte| *byte == b'/').unwrap_or(line.len());
        let (numbers, path) = line.split_at_checked(slash).unwrap_or((line, b""));
        let path = match path.strip_prefix(root) {
            Some(rest) if rest.first() == Some(&b'/') => rest,
            _ => path,
        };
        system::write_all(to, numbers)?;
        system::write_all(to, path)
    }
}
