// SPDX-License-Identifier: MIT OR Apache-2.0
//! What calls on names need before they can be made on local copies.
//!
//! `call` makes the call on another name. It is made once, or twice if the first attempt found nothing and
//! the agent found something.

use core::ffi::{CStr, c_char, c_int};

use libc::AT_FDCWD;
use seaway_stage_format::{Request, UNFETCHED, UNLISTED};

use super::place::{Inside, Memory, Resolved, add_descriptor, directory_changes};
use super::table::Redirect;
use super::text::{Text, is_within};
use crate::hooks::outcome::Outcome;
use crate::system;

/// A name, and the descriptor of the folder that it is relative to.
pub(crate) type Name = (c_int, *const c_char);

/// What a call does to an existing file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// Removes or moves the entry itself, which may be a link.
    Entry,
    /// Changes attributes or bytes of what the name leads to: it must be here.
    Contents,
    /// Same, of a link itself.
    Link,
}

impl Redirect {
    /// A call that reads what is known of a name.
    pub(crate) fn look<R: Outcome>(self, name: Name, call: impl Fn(c_int, *const c_char) -> R) -> R {
        let mut memory = Memory::new();
        match self.place(name.0, name.1, &mut memory) {
            Resolved::Outside => {
                let result = call(name.0, name.1);
                if !is_missing(result) {
                    return result;
                }
                match self.behind_links(name, &mut memory) {
                    Some(place) => self.found(place, call),
                    None => R::failure(libc::ENOENT),
                }
            }
            Resolved::Elsewhere(path) => call(AT_FDCWD, path.as_ptr()),
            Resolved::Inside(place) => self.found(place, call),
        }
    }

    /// The same for `access`: nothing can be written where the rules say so.
    pub(crate) fn access(
        self,
        name: Name,
        mode: c_int,
        call: impl Fn(c_int, *const c_char) -> c_int,
    ) -> c_int {
        let mut memory = Memory::new();
        match self.place(name.0, name.1, &mut memory) {
            Resolved::Outside => call(name.0, name.1),
            Resolved::Elsewhere(path) => call(AT_FDCWD, path.as_ptr()),
            Resolved::Inside(place) => {
                let result = self.found(place, call);
                let refused = result == 0 && mode & libc::W_OK != 0 && !place.writable;
                if refused { c_int::failure(libc::EROFS) } else { result }
            }
        }
    }

    pub(super) fn found<R: Outcome>(self, place: Inside<'_>, call: impl Fn(c_int, *const c_char) -> R) -> R {
        let result = call(AT_FDCWD, place.path.as_ptr());
        if !is_missing(result) {
            return result;
        }
        match self.ask(Request::Find, place.original) {
            0 => call(AT_FDCWD, place.path.as_ptr()),
            libc::ENOENT => result,
            error => R::failure(error),
        }
    }

    /// A call that changes what is there.
    pub(crate) fn change<R: Outcome>(
        self,
        name: Name,
        change: Change,
        call: impl Fn(c_int, *const c_char) -> R,
    ) -> R {
        let mut memory = Memory::new();
        match self.place(name.0, name.1, &mut memory) {
            Resolved::Outside => call(name.0, name.1),
            Resolved::Elsewhere(path) => call(AT_FDCWD, path.as_ptr()),
            Resolved::Inside(place) if !place.writable => R::failure(libc::EROFS),
            Resolved::Inside(place) => match self.prepare(place, change) {
                0 => call(AT_FDCWD, place.path.as_ptr()),
                error => R::failure(error),
            },
        }
    }

    /// A call that makes a new entry.
    pub(crate) fn create<R: Outcome>(self, name: Name, call: impl Fn(c_int, *const c_char) -> R) -> R {
        let mut memory = Memory::new();
        match self.place(name.0, name.1, &mut memory) {
            Resolved::Outside => call(name.0, name.1),
            Resolved::Elsewhere(path) => call(AT_FDCWD, path.as_ptr()),
            Resolved::Inside(place) => match self.prepare_new(place) {
                0 => call(AT_FDCWD, place.path.as_ptr()),
                error => R::failure(error),
            },
        }
    }

    /// A call on two names: `old` exists, `new` is made or replaced.
    pub(crate) fn pair(
        self,
        old: Name,
        new: Name,
        change: Change,
        call: impl Fn(Name, Name) -> c_int,
    ) -> c_int {
        let (mut memory, mut other) = (Memory::new(), Memory::new());
        let (from, to) = (self.place(old.0, old.1, &mut memory), self.place(new.0, new.1, &mut other));
        let (from, to) = match (&from, &to) {
            (Resolved::Inside(from), Resolved::Inside(to)) => (from, to),
            // As between two file systems: programs copy then.
            (Resolved::Inside(_), _) | (_, Resolved::Inside(_)) => return c_int::failure(libc::EXDEV),
            (from, to) => return call(outside(from, old), outside(to, new)),
        };
        if !from.writable || !to.writable {
            return c_int::failure(libc::EROFS);
        }
        let error = match self.prepare(*from, change) {
            0 => self.prepare_new(*to),
            error => error,
        };
        // A folder that is replaced must be empty, so its entries must be known.
        let error = if error == 0 { self.prepare(*to, Change::Entry) } else { error };
        match error {
            0 => call((AT_FDCWD, from.path.as_ptr()), (AT_FDCWD, to.path.as_ptr())),
            error => c_int::failure(error),
        }
    }

    /// The file is here: listed or fetched, if that matters for the change. 0, or an error number; a missing
    /// file is left to the call.
    pub(super) fn prepare(self, place: Inside<'_>, change: Change) -> c_int {
        let flags = if change == Change::Contents { 0 } else { libc::AT_SYMLINK_NOFOLLOW };
        let mut status = system::status_of(place.path, flags);
        if matches!(status, Err(libc::ENOENT)) {
            match self.ask(Request::Find, place.original) {
                0 => status = system::status_of(place.path, flags),
                libc::ENOENT => return 0,
                error => return error,
            }
        }
        match status {
            Ok(status) if is_unlisted(status.st_mode) => self.ask(Request::List, place.original),
            Ok(status) if is_unfetched(status.st_mode) && change != Change::Entry => {
                self.ask(Request::Fetch, place.original)
            }
            _ => 0,
        }
    }

    /// The folder of a new entry is listed, and may be written.
    pub(super) fn prepare_new(self, place: Inside<'_>) -> c_int {
        let original = parent_of(place.original);
        let mut parent = Text::new();
        if !(parent.add(self.root()) && parent.add(original)) {
            return libc::ENAMETOOLONG;
        }
        let error = match system::status_of(parent.c_str(), 0) {
            Ok(status) if !is_unlisted(status.st_mode) => 0,
            Ok(_) => self.ask(Request::List, original),
            Err(libc::ENOENT) => self.ask(Request::Find, place.original),
            Err(_) => 0,
        };
        if error != 0 && error != libc::ENOENT {
            return error;
        }
        if !place.writable && system::status_of(place.path, libc::AT_SYMLINK_NOFOLLOW).is_err() {
            return libc::EROFS;
        }
        if place.writable && self.is_gate_closed() { self.ask(Request::Room, place.original) } else { 0 }
    }

    /// Opens a file. `descriptor` is that of a result, `undo` closes it again.
    pub(crate) fn opening<R: Outcome>(
        self,
        name: Name,
        flags: c_int,
        call: impl Fn(c_int, *const c_char) -> R,
        descriptor: impl Fn(R) -> c_int,
        undo: impl Fn(R),
    ) -> R {
        let mut memory = Memory::new();
        let place = match self.place(name.0, name.1, &mut memory) {
            Resolved::Outside => {
                let result = call(name.0, name.1);
                if !result.failed() && super::files::is_list_of_mappings(name.1) {
                    self.show_mappings(descriptor(result));
                }
                if !is_missing(result) {
                    return result;
                }
                match self.behind_links(name, &mut memory) {
                    Some(place) => place,
                    None => return R::failure(libc::ENOENT),
                }
            }
            Resolved::Elsewhere(path) => return call(AT_FDCWD, path.as_ptr()),
            Resolved::Inside(place) => place,
        };
        let writes = flags & libc::O_ACCMODE != libc::O_RDONLY || flags & libc::O_TRUNC != 0;
        if writes || flags & (libc::O_CREAT | libc::O_TMPFILE) != 0 {
            let error = self.prepare_writing(place, flags, writes);
            if error != 0 {
                return R::failure(error);
            }
        }
        // Bytes that the call discards are not fetched. The agent is told afterwards: the call may fail. It is
        // told even if another process has let the bytes be fetched meanwhile.
        let discards = flags & libc::O_TRUNC != 0
            && place.writable
            && system::status_of(place.path, 0).is_ok_and(|status| is_unfetched(status.st_mode));
        let result = self.found(place, call);
        if result.failed() || flags & libc::O_PATH != 0 {
            return result;
        }
        let descriptor = descriptor(result);
        let error =
            if discards { self.ask_about(Request::Empty, descriptor) } else { self.settle(descriptor) };
        match error {
            0 => result,
            error => {
                undo(result);
                R::failure(error)
            }
        }
    }

    fn prepare_writing(self, place: Inside<'_>, flags: c_int, writes: bool) -> c_int {
        if flags & libc::O_TMPFILE == libc::O_TMPFILE {
            return if place.writable { self.prepare(place, Change::Contents) } else { libc::EROFS };
        }
        let error = if flags & libc::O_CREAT != 0 { self.prepare_new(place) } else { 0 };
        if error != 0 {
            return error;
        }
        if writes && !place.writable {
            return libc::EROFS;
        }
        if flags & libc::O_CREAT == 0 && writes && self.is_gate_closed() {
            let error = self.ask(Request::Room, place.original);
            if error != 0 {
                return error;
            }
        }
        0
    }

    /// An open file gets its bytes, an open folder its entries, unless they are here.
    pub(super) fn settle(self, descriptor: c_int) -> c_int {
        let request = match system::status(descriptor) {
            Ok(status) if is_unfetched(status.st_mode) => Request::Fetch,
            Ok(status) if is_unlisted(status.st_mode) => Request::List,
            _ => return 0,
        };
        self.ask_about(request, descriptor)
    }

    /// By the name that the file has now.
    fn ask_about(self, request: Request, descriptor: c_int) -> c_int {
        let mut path = Text::new();
        if !add_descriptor(&mut path, descriptor) || !is_within(path.bytes(), self.root()) {
            return libc::EIO;
        }
        self.ask(request, path.after(self.root().len()))
    }

    /// A file that a child will open. It is prepared now: the child opens it without these hooks.
    pub(crate) fn opening_later<R: Outcome>(
        self,
        name: *const c_char,
        flags: c_int,
        call: impl Fn(*const c_char) -> R,
    ) -> R {
        let mut memory = Memory::new();
        let place = match self.place(AT_FDCWD, name, &mut memory) {
            Resolved::Outside => return call(name),
            Resolved::Elsewhere(path) => return call(path.as_ptr()),
            Resolved::Inside(place) => place,
        };
        let writes = flags & libc::O_ACCMODE != libc::O_RDONLY || flags & libc::O_TRUNC != 0;
        let mut error = 0;
        if writes || flags & libc::O_CREAT != 0 {
            error = self.prepare_writing(place, flags, writes);
        }
        if error == 0 {
            error = self.prepare(place, Change::Contents);
        }
        if error == 0 { call(place.path.as_ptr()) } else { R::failure(error) }
    }

    /// Reads a folder by name.
    pub(crate) fn scan(self, name: Name, call: impl Fn(c_int, *const c_char) -> c_int) -> c_int {
        let mut memory = Memory::new();
        match self.place(name.0, name.1, &mut memory) {
            Resolved::Outside => call(name.0, name.1),
            Resolved::Elsewhere(path) => call(AT_FDCWD, path.as_ptr()),
            Resolved::Inside(place) => match self.prepare(place, Change::Contents) {
                0 => call(AT_FDCWD, place.path.as_ptr()),
                error => c_int::failure(error),
            },
        }
    }

    /// A new file with a name of the C library's choice, which is written to the end of the template.
    pub(crate) fn template(self, template: *mut c_char, call: impl Fn(*mut c_char) -> c_int) -> c_int {
        self.create((AT_FDCWD, template), |_, path| {
            let result = call(path.cast_mut());
            copy_end(path, template);
            result
        })
    }

    /// A new folder.
    pub(crate) fn template_of_folder(
        self,
        template: *mut c_char,
        call: impl Fn(*mut c_char) -> *mut c_char,
    ) -> *mut c_char {
        let made = self.create((AT_FDCWD, template), |_, path| {
            let result = call(path.cast_mut());
            copy_end(path, template);
            result
        });
        if made.is_null() { made } else { template }
    }

    /// The working directory changes.
    pub(crate) fn entering(self, name: *const c_char, call: impl Fn(*const c_char) -> c_int) -> c_int {
        directory_changes();
        let mut memory = Memory::new();
        let result = match self.place(AT_FDCWD, name, &mut memory) {
            Resolved::Outside => {
                let result = call(name);
                match is_missing(result).then(|| self.behind_links((AT_FDCWD, name), &mut memory)) {
                    Some(Some(place)) => self.entering_copy(place, call),
                    Some(None) => c_int::failure(libc::ENOENT),
                    None => result,
                }
            }
            Resolved::Elsewhere(path) => call(path.as_ptr()),
            Resolved::Inside(place) => self.entering_copy(place, call),
        };
        directory_changes();
        result
    }

    fn entering_copy(self, place: Inside<'_>, call: impl Fn(*const c_char) -> c_int) -> c_int {
        match self.prepare(place, Change::Contents) {
            0 => self.found(place, |_, path| call(path)),
            error => c_int::failure(error),
        }
    }

    /// By a descriptor.
    pub(crate) fn entering_open(self, call: impl Fn() -> c_int) -> c_int {
        let result = call();
        directory_changes();
        result
    }
}

/// Whether a call has failed because a name leads nowhere.
pub(super) fn is_missing<R: Outcome>(result: R) -> bool {
    result.failed() && c_int::from(result.error()) == libc::ENOENT
}

/// The last bytes of a name that is longer than `target`, or the same text.
fn copy_end(name: *const c_char, target: *mut c_char) {
    if target.is_null() || core::ptr::eq(name, target) {
        return;
    }
    // SAFETY: both end with zeros, and the target is in memory that the caller lets be written.
    unsafe {
        let (name, length) = (CStr::from_ptr(name).to_bytes(), CStr::from_ptr(target).to_bytes().len());
        if let Some(end) = name.len().checked_sub(length).and_then(|begin| name.get(begin..)) {
            core::ptr::copy_nonoverlapping(end.as_ptr(), target.cast(), length);
        }
    }
}

fn outside<'m>(place: &Resolved<'m>, name: Name) -> Name {
    match place {
        Resolved::Elsewhere(path) => (AT_FDCWD, CStr::as_ptr(path)),
        _ => name,
    }
}

pub(super) fn is_unfetched(mode: u32) -> bool {
    mode & libc::S_IFMT == libc::S_IFREG && mode & UNFETCHED != 0
}

pub(super) fn is_unlisted(mode: u32) -> bool {
    mode & libc::S_IFMT == libc::S_IFDIR && mode & UNLISTED != 0
}

/// Without the last component.
pub(super) fn parent_of(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|byte| *byte != b'/').map_or(0, |last| last + 1);
    let trimmed = path.get(..end).unwrap_or_default();
    let slash = trimmed.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
    trimmed.get(..slash).filter(|parent| !parent.is_empty()).unwrap_or(b"/")
}
