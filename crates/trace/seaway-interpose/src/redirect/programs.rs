// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs that are local copies. A script is run by its interpreter here, not by the kernel: the kernel
//! would pass it the name of the copy.

use core::ffi::{CStr, c_char, c_int};

use libc::AT_FDCWD;

use super::calls::Change;
use super::place::{Inside, Memory, Resolved};
use super::table::Redirect;
use super::text::Text;
use crate::hooks::environment::with_pointers;
use crate::hooks::outcome::Outcome;
use crate::{system, variables};

/// Null-terminated arguments of a program.
pub(crate) type Arguments = *const *const c_char;

/// The kernel's limit for the first line of a script.
const FIRST_LINE: usize = 256;

/// How many interpreters may be scripts themselves: the kernel's limit.
const DEPTH: u32 = 4;

impl Redirect {
    /// Executes a program. `call` returns only if that fails, or if it starts another process.
    pub(crate) fn executing<R: Outcome>(
        self,
        folder: c_int,
        name: *const c_char,
        arguments: Arguments,
        call: &dyn Fn(c_int, *const c_char, Arguments) -> R,
    ) -> R {
        self.executing_at(folder, name, arguments, call, DEPTH)
    }

    fn executing_at<R: Outcome>(
        self,
        folder: c_int,
        name: *const c_char,
        arguments: Arguments,
        call: &dyn Fn(c_int, *const c_char, Arguments) -> R,
        depth: u32,
    ) -> R {
        let mut memory = Memory::new();
        let path = match self.place(folder, name, &mut memory) {
            Resolved::Outside => {
                let result = call(folder, name, arguments);
                // The interpreter of a local script may be on the server.
                if depth == 0 || folder != AT_FDCWD || c_int::from(result.error()) != libc::ENOENT {
                    return result;
                }
                if name.is_null() {
                    return result;
                }
                // SAFETY: the caller's name ends with a zero.
                let path = unsafe { CStr::from_ptr(name) };
                let script = self.interpreting(path, name, arguments, call, depth);
                return script.unwrap_or_else(|| R::failure(libc::ENOENT));
            }
            Resolved::Elsewhere(path) => return call(AT_FDCWD, path.as_ptr(), arguments),
            Resolved::Inside(place) => match self.prepare(place, Change::Contents) {
                0 => place.path,
                error => return R::failure(error),
            },
        };
        let script = if depth > 0 { self.interpreting(path, name, arguments, call, depth) } else { None };
        script.unwrap_or_else(|| call(AT_FDCWD, path.as_ptr(), arguments))
    }

    /// `None` if it is not a script that may be executed.
    fn interpreting<R: Outcome>(
        self,
        path: &CStr,
        name: *const c_char,
        arguments: Arguments,
        call: &dyn Fn(c_int, *const c_char, Arguments) -> R,
        depth: u32,
    ) -> Option<R> {
        let (interpreter, option) = first_line(path)?;
        // SAFETY: the list is null-terminated.
        let count = unsafe { (0..).find(|index| (*arguments.add(*index)).is_null()) }.unwrap_or(0);
        Some(with_pointers(count + 4, |list| {
            let mut places = list.iter_mut();
            let mut add = |argument: *const c_char| {
                if let Some(place) = places.next() {
                    *place = argument;
                }
            };
            add(interpreter.c_str().as_ptr());
            if option.length() > 0 {
                add(option.c_str().as_ptr());
            }
            add(name);
            for index in 1..count {
                // SAFETY: within the list.
                add(unsafe { *arguments.add(index) });
            }
            add(core::ptr::null());
            self.executing_at(AT_FDCWD, interpreter.c_str().as_ptr(), list.as_ptr(), call, depth - 1)
        }))
    }

    /// A program whose name has no slash: if the first of its name in PATH is a local copy, that path is
    /// added to `found`.
    pub(super) fn search(self, name: &[u8], found: &mut Text) -> bool {
        let folders = variables::find(variables::own(), b"PATH").unwrap_or(b"/bin:/usr/bin");
        for folder in folders.split(|byte| *byte == b':') {
            found.cut(0);
            let folder = if folder.is_empty() { b"." } else { folder };
            if !(found.add(folder) && found.add(b"/") && found.add(name)) {
                continue;
            }
            let mut memory = Memory::new();
            match self.place(AT_FDCWD, found.c_str().as_ptr(), &mut memory) {
                Resolved::Inside(place) if self.is_program(place) => return true,
                Resolved::Outside if is_executable(found.c_str()) => return false,
                _ => {}
            }
        }
        false
    }

    fn is_program(self, place: Inside<'_>) -> bool {
        self.prepare(place, Change::Entry) == 0 && is_executable(place.path)
    }

    /// Executes a program that is searched in PATH.
    pub(crate) fn executing_found<R: Outcome>(
        self,
        name: *const c_char,
        arguments: Arguments,
        call: &dyn Fn(c_int, *const c_char, Arguments) -> R,
        call_with_search: impl Fn() -> R,
    ) -> R {
        if name.is_null() {
            return call_with_search();
        }
        // SAFETY: the caller's name ends with a zero.
        let bytes = unsafe { CStr::from_ptr(name) }.to_bytes();
        if bytes.contains(&b'/') {
            return self.executing(AT_FDCWD, name, arguments, call);
        }
        let mut found = Text::new();
        if self.search(bytes, &mut found) {
            return self.executing(AT_FDCWD, found.c_str().as_ptr(), arguments, call);
        }
        call_with_search()
    }
}

fn is_executable(path: &CStr) -> bool {
    const ANY_X: u32 = 0o111;
    system::status_of(path, 0)
        .is_ok_and(|status| status.st_mode & libc::S_IFMT == libc::S_IFREG && status.st_mode & ANY_X != 0)
}

/// The interpreter of a script, and its argument, which may be empty.
fn first_line(path: &CStr) -> Option<(Text, Text)> {
    if !is_executable(path) {
        return None;
    }
    let descriptor = system::open(path, libc::O_RDONLY | libc::O_CLOEXEC, 0).ok()?;
    let mut memory = [0; FIRST_LINE];
    let count = system::read(descriptor, &mut memory).unwrap_or(0);
    system::close(descriptor);
    let line = memory.get(..count)?.strip_prefix(b"#!")?;
    let line = line.split(|byte| *byte == b'\n').next()?.trim_ascii();
    let end = line.iter().position(|byte| matches!(byte, b' ' | b'\t')).unwrap_or(line.len());
    let (interpreter, option) = line.split_at_checked(end)?;
    let (mut first, mut second) = (Text::new(), Text::new());
    (!interpreter.is_empty() && first.add(interpreter) && second.add(option.trim_ascii()))
        .then_some((first, second))
}
