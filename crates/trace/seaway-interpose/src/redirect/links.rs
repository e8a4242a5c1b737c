// SPDX-License-Identifier: MIT OR Apache-2.0
//! Links outside of the rules that lead to a staged folder: the kernel follows them to a path that this node
//! lacks. So a name that was not found is followed here.

use core::ffi::CStr;

use libc::AT_FDCWD;

use super::calls::Name;
use super::place::{Inside, Memory, Resolved, add_descriptor};
use super::table::Redirect;
use super::text::{Text, add_clean};
use crate::system;

/// The kernel's limit.
const MOST_LINKS: usize = 40;

impl Redirect {
    /// Where a name leads that was not found, if that is a local copy.
    #[cold]
    #[inline(never)]
    pub(super) fn behind_links(self, name: Name, memory: &mut Memory) -> Option<Inside<'_>> {
        let mut path = Text::new();
        if !add_full(&mut path, name) {
            return None;
        }
        for _ in 0..MOST_LINKS {
            if !follow(&mut path) {
                return None;
            }
            let mut clean = Text::new();
            if !add_clean(&mut clean, path.bytes()) {
                return None;
            }
            if self.is_staged(clean.bytes()) {
                memory.clear();
                return match self.place(AT_FDCWD, clean.c_str().as_ptr(), memory) {
                    Resolved::Inside(place) => Some(place),
                    _ => None,
                };
            }
        }
        None
    }
}

fn add_full(path: &mut Text, (folder, name): Name) -> bool {
    if name.is_null() {
        return false;
    }
    // SAFETY: the caller's name ends with a zero.
    let name = unsafe { CStr::from_ptr(name) }.to_bytes();
    if name.first() == Some(&b'/') {
        return path.add(name);
    }
    let begun = if folder == AT_FDCWD {
        path.fill(|room| system::working_directory(room).ok())
    } else {
        add_descriptor(path, folder)
    };
    begun && !name.is_empty() && path.bytes().first() == Some(&b'/') && path.add(b"/") && path.add(name)
}

/// Replaces the first component that is a link by its target. False if there is none.
fn follow(path: &mut Text) -> bool {
    let mut end = 0;
    while end < path.length() {
        let rest = path.after(end + 1);
        end += 1 + rest.iter().position(|byte| *byte == b'/').unwrap_or(rest.len());
        let mut start = Text::new();
        let Some(first) = path.bytes().get(..end) else { return false };
        if !start.add(first) {
            return false;
        }
        let mut changed = Text::new();
        if !changed.fill(|room| system::read_link(start.c_str(), room).ok()) {
            continue;
        }
        if changed.bytes().first() != Some(&b'/') {
            let folder = first.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
            start.cut(folder + 1);
            if !start.add(changed.bytes()) {
                return false;
            }
            changed = start;
        }
        if !changed.add(path.after(end)) {
            return false;
        }
        *path = changed;
        return true;
    }
    false
}
