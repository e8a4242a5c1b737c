// SPDX-License-Identifier: MIT OR Apache-2.0
//! Attributes of files, without the marks of local copies.

use core::ffi::{CStr, c_char, c_int, c_void};

use libc::AT_FDCWD;
use seaway_stage_format::{Request, UNFETCHED, UNLISTED};

use super::calls::{Name, is_missing, is_unfetched, is_unlisted};
use super::place::{Memory, Resolved};
use super::table::Redirect;
use super::text::{Text, is_within};
use crate::hooks::outcome::Outcome;
use crate::system;

/// The C library's structures: both families have the same layout on 64-bit machines.
#[derive(Clone, Copy)]
pub(crate) enum Layout {
    Stat,
    Statx,
}

impl Redirect {
    /// A call that fills in the attributes of a name.
    pub(crate) fn status(
        self,
        name: Name,
        (layout, status): (Layout, *mut c_void),
        call: impl Fn(c_int, *const c_char) -> c_int,
    ) -> c_int {
        let mut memory = Memory::new();
        let place = match self.place(name.0, name.1, &mut memory) {
            Resolved::Outside => {
                let result = call(name.0, name.1);
                if !is_missing(result) {
                    return shown(result, layout, status);
                }
                match self.behind_links(name, &mut memory) {
                    Some(place) => place,
                    None => return c_int::failure(libc::ENOENT),
                }
            }
            Resolved::Elsewhere(path) => return call(AT_FDCWD, path.as_ptr()),
            Resolved::Inside(place) => place,
        };
        let mut result = self.found(place, &call);
        // A folder's number of links and time come from its entries.
        if result == 0 && is_unlisted(mode_of(layout, status)) && self.ask(Request::List, place.original) == 0
        {
            result = call(AT_FDCWD, place.path.as_ptr());
        }
        if result == 0 && mode_of(layout, status) & libc::S_IFMT == libc::S_IFLNK {
            self.show_link(place.path, layout, status);
        }
        shown(result, layout, status)
    }

    /// The size of a link is the length of its target, as the program knows it.
    fn show_link(self, path: &CStr, layout: Layout, status: *mut c_void) {
        let mut target = Text::new();
        let read = target.fill(|room| system::read_link(path, room).ok());
        if !read || !is_within(target.bytes(), self.root()) {
            return;
        }
        let size = target.length() - self.root().len();
        // SAFETY: the call has filled the caller's structure. Short targets take no block.
        unsafe {
            match layout {
                Layout::Stat => {
                    (*status.cast::<libc::stat>()).st_size = size as i64;
                    (*status.cast::<libc::stat>()).st_blocks = 0;
                }
                Layout::Statx => {
                    (*status.cast::<libc::statx>()).stx_size = size as u64;
                    (*status.cast::<libc::statx>()).stx_blocks = 0;
                }
            }
        }
    }
}

/// The same for an open file.
pub(crate) fn shown(result: c_int, layout: Layout, status: *mut c_void) -> c_int {
    if result == 0 && !status.is_null() {
        hide_marks(layout, status);
    }
    result
}

fn mode_of(layout: Layout, status: *mut c_void) -> u32 {
    if status.is_null() {
        return 0;
    }
    // SAFETY: the call has filled the caller's structure.
    unsafe {
        match layout {
            Layout::Stat => (*status.cast::<libc::stat>()).st_mode,
            Layout::Statx => (*status.cast::<libc::statx>()).stx_mode.into(),
        }
    }
}

fn hide_marks(layout: Layout, status: *mut c_void) {
    const BLOCK: u64 = 4096;
    const UNIT: u64 = 512;
    let mode = mode_of(layout, status);
    let mark = match (is_unfetched(mode), is_unlisted(mode)) {
        (true, _) => UNFETCHED,
        (_, true) => UNLISTED,
        _ => return,
    };
    // What it will occupy.
    let blocks = |size: u64| size.div_ceil(BLOCK) * (BLOCK / UNIT);
    // SAFETY: the call has filled the caller's structure.
    unsafe {
        match layout {
            Layout::Stat => {
                let status = &mut *status.cast::<libc::stat>();
                status.st_mode &= !mark;
                if mark == UNFETCHED {
                    status.st_blocks = blocks(status.st_size as u64) as i64;
                }
            }
            Layout::Statx => {
                let status = &mut *status.cast::<libc::statx>();
                status.stx_mode &= !(mark as u16);
                if mark == UNFETCHED {
                    status.stx_blocks = blocks(status.stx_size);
                }
            }
        }
    }
}
