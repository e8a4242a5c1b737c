// SPDX-License-Identifier: MIT OR Apache-2.0
//! Full paths of names.

use core::ffi::{CStr, c_char};

use seaway_trace_format::StringKind;

use super::state::RecorderState;
use super::{descriptors, scratch, strings};
use crate::system;

/// The kernel's limit.
const LONGEST_NAME: usize = 4096;

/// The number of the full path.
///
/// # Safety
/// The name is null or null-terminated.
pub(super) unsafe fn number(state: &RecorderState, folder: i32, name: *const c_char) -> u32 {
    if name.is_null() {
        return 0;
    }
    // SAFETY: as for this function.
    let name = unsafe { CStr::from_ptr(name) };
    with_full(state, folder, name, |path| strings::number(state, StringKind::Path as u16, path))
}

/// Calls `work` with the full path.
pub(super) fn with_full<R>(
    state: &RecorderState,
    folder: i32,
    name: &CStr,
    work: impl FnOnce(&[u8]) -> R,
) -> R {
    let name = name.to_bytes();
    let name = name.get(..LONGEST_NAME).unwrap_or(name);
    scratch::with(state, |memory| {
        let mut path = Path { memory, length: 0 };
        if name.first() != Some(&b'/') {
            path.begin_in(folder);
        }
        path.join(name);
        work(path.bytes())
    })
}

/// A path under construction.
struct Path<'m> {
    memory: &'m mut [u8],
    length: usize,
}

impl Path<'_> {
    /// Begins with a directory. The kernel returns it without links, so its components may be removed again.
    fn begin_in(&mut self, folder: i32) {
        let length = match folder {
            libc::AT_FDCWD => system::working_directory(self.memory).ok(),
            descriptor => descriptors::link(descriptor, self.memory),
        };
        // "/" is kept as empty: every component brings its slash.
        self.length = length.filter(|length| *length > 1).unwrap_or(0);
    }

    /// Adds the components of a name. `..` is resolved only if what it leaves is not a link: in the
    /// directory's own path.
    fn join(&mut self, name: &[u8]) {
        let mut in_folder = name.first() != Some(&b'/');
        for part in name.split(|byte| *byte == b'/') {
            match part {
                b"" | b"." => {}
                b".." if in_folder => self.leave(),
                part => {
                    in_folder = false;
                    self.add(part);
                }
            }
        }
        if self.length == 0 {
            self.add(b"");
        }
    }

    fn leave(&mut self) {
        let slash = self.bytes().iter().rposition(|byte| *byte == b'/');
        self.length = slash.unwrap_or(0);
    }

    fn add(&mut self, part: &[u8]) {
        let end = self.length + 1 + part.len();
        let Some([slash, room @ ..]) = self.memory.get_mut(self.length..end) else { return };
        *slash = b'/';
        if room.len() == part.len() {
            room.copy_from_slice(part);
            self.length = end;
        }
    }

    fn bytes(&self) -> &[u8] {
        self.memory.get(..self.length).unwrap_or_default()
    }
}
