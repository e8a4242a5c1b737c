// SPDX-License-Identifier: MIT OR Apache-2.0
//! Paths that the kernel reports, as the program knows them: without the folder of local copies.

use core::ffi::{CStr, c_char, c_int};
use core::ptr;

use libc::AT_FDCWD;
use seaway_stage_format::Request;

use super::calls::Name;
use super::place::{Memory, Resolved};
use super::table::Redirect;
use super::text::{Text, is_within};
use crate::hooks::outcome::Outcome;
use crate::system;

impl Redirect {
    /// A path in memory of the caller, or of the C library.
    pub(crate) fn strip(self, path: *mut c_char) -> *mut c_char {
        if path.is_null() {
            return path;
        }
        // SAFETY: the C library's result ends with a zero.
        let bytes = unsafe { CStr::from_ptr(path) }.to_bytes_with_nul();
        let root = self.root();
        let text = bytes.split_last().map_or(bytes, |(_, text)| text);
        if is_within(text, root) {
            if text.len() == root.len() {
                // SAFETY: the root is longer than these two bytes.
                unsafe { ptr::copy_nonoverlapping(c"/".as_ptr(), path, 2) };
            } else {
                // SAFETY: within the text and its zero.
                unsafe { ptr::copy(path.add(root.len()), path, bytes.len() - root.len()) };
            }
        }
        path
    }

    fn stripped(self, path: &[u8]) -> &[u8] {
        match is_within(path, self.root()) {
            true => path.get(self.root().len()..).filter(|rest| !rest.is_empty()).unwrap_or(b"/"),
            false => path,
        }
    }

    /// `getcwd` into the caller's memory; `call` lets the C library allocate.
    pub(crate) fn working_directory(
        self,
        buffer: *mut c_char,
        room: usize,
        call: impl Fn() -> *mut c_char,
    ) -> *mut c_char {
        if buffer.is_null() {
            return self.strip(call());
        }
        let mut text = Text::new();
        let mut error = libc::ERANGE;
        let known = text.fill(|room| system::working_directory(room).map_err(|number| error = number).ok());
        if !known {
            return <*mut c_char>::failure(error);
        }
        let path = self.stripped(text.bytes());
        if room == 0 {
            return <*mut c_char>::failure(libc::EINVAL);
        }
        if path.len() >= room {
            return <*mut c_char>::failure(libc::ERANGE);
        }
        // SAFETY: the caller's buffer has room for the path and a zero.
        unsafe {
            ptr::copy_nonoverlapping(path.as_ptr(), buffer.cast(), path.len());
            buffer.add(path.len()).write(0);
        }
        buffer
    }

    /// `readlink`: the target as it was written.
    pub(crate) fn read_link(self, name: Name, buffer: *mut c_char, room: usize) -> isize {
        let mut memory = Memory::new();
        let mut text = Text::new();
        let mut error = libc::EINVAL;
        let mut read = |folder: c_int, path: &CStr| {
            text.fill(|room| system::read_link_at(folder, path, room).map_err(|number| error = number).ok())
        };
        let done = match self.place(name.0, name.1, &mut memory) {
            // SAFETY: the caller's name ends with a zero.
            Resolved::Outside if !name.1.is_null() => read(name.0, unsafe { CStr::from_ptr(name.1) }),
            Resolved::Outside => return isize::failure(libc::EFAULT),
            Resolved::Elsewhere(path) => read(AT_FDCWD, path),
            Resolved::Inside(place) => {
                read(AT_FDCWD, place.path)
                    || (system::status_of(place.path, libc::AT_SYMLINK_NOFOLLOW).is_err()
                        && self.ask(Request::Find, place.original) == 0
                        && read(AT_FDCWD, place.path))
            }
        };
        if !done {
            return isize::failure(error);
        }
        if room == 0 {
            return isize::failure(libc::EINVAL);
        }
        let target = self.stripped(text.bytes());
        let length = target.len().min(room);
        // SAFETY: the caller's buffer has this room.
        unsafe { ptr::copy_nonoverlapping(target.as_ptr(), buffer.cast(), length) };
        length as isize
    }

    /// `realpath` and `canonicalize_file_name`.
    pub(crate) fn real_path(
        self,
        name: *const c_char,
        call: impl Fn(*const c_char) -> *mut c_char,
    ) -> *mut c_char {
        self.strip(self.look((AT_FDCWD, name), |_, path| call(path)))
    }

    /// A new link. Absolute targets of one in the folder of local copies lead to the copy, as the kernel
    /// follows them.
    pub(crate) fn linking(
        self,
        target: *const c_char,
        name: Name,
        call: impl Fn(*const c_char, c_int, *const c_char) -> c_int,
    ) -> c_int {
        let (mut memory, mut other) = (Memory::new(), Memory::new());
        // SAFETY: the caller's target ends with a zero.
        let is_absolute = !target.is_null() && unsafe { *target.cast::<u8>() } == b'/';
        let is_inside = matches!(self.place(name.0, name.1, &mut memory), Resolved::Inside(_));
        let target = match self.place(AT_FDCWD, target, &mut other) {
            Resolved::Inside(place) if is_absolute && is_inside => place.path.as_ptr(),
            _ => target,
        };
        self.create(name, |folder, name| call(target, folder, name))
    }
}
