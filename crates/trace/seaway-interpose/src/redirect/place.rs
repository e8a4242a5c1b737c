// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where a name leads: outside of the rules, or to a local copy.

use core::ffi::{CStr, c_char, c_int};
use core::sync::atomic::AtomicU32;
use core::sync::atomic::Ordering::Relaxed;

use libc::AT_FDCWD;

use super::table::{Redirect, Rule};
use super::text::{Text, add_clean, add_number, is_unclean, is_within, leaves};
use crate::{system, thread};

/// A name, resolved.
pub(super) enum Resolved<'m> {
    /// Nothing to do with the rules: the call is made as it is.
    Outside,
    /// Outside, but the kernel would look for it in the folder of local copies.
    Elsewhere(&'m CStr),
    Inside(Inside<'m>),
}

#[derive(Clone, Copy)]
pub(super) struct Inside<'m> {
    /// The local copy.
    pub(super) path: &'m CStr,
    /// The name that the program knows.
    pub(super) original: &'m [u8],
    pub(super) writable: bool,
}

/// Memory for names under construction.
pub(super) struct Memory {
    full: Text,
    clean: Text,
}

impl Memory {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self { full: Text::new(), clean: Text::new() }
    }

    pub(super) fn clear(&mut self) {
        self.full.cut(0);
        self.clean.cut(0);
    }
}

/// What the working directory means for relative names. Whoever changes the directory resets it, and a child
/// of vfork, which shares it with its parent, does not set it.
static DIRECTORY: AtomicU32 = AtomicU32::new(UNKNOWN);
const UNKNOWN: u32 = 0;
/// Names below it are outside of the rules.
const FAR: u32 = 1;
const NEAR: u32 = 2;

/// The working directory changes.
pub(super) fn directory_changes() {
    DIRECTORY.store(UNKNOWN, Relaxed);
}

/// Names of devices, which `libseaway.so` handles.
const SCHEMES: [&[u8]; 3] = [b"remote:", b"thing:", b"mxn:"];

impl Redirect {
    /// Resolves a name, relative to `folder`.
    #[inline]
    pub(super) fn place(self, folder: c_int, name: *const c_char, memory: &mut Memory) -> Resolved<'_> {
        if name.is_null() {
            return Resolved::Outside;
        }
        // SAFETY: the caller's name ends with a zero.
        let name = unsafe { CStr::from_ptr(name) }.to_bytes();
        match name.first() {
            None => Resolved::Outside,
            Some(b'/') if !self.may_enter(name) && !is_unclean(name) => Resolved::Outside,
            Some(b'/') => self.absolute(name, memory),
            Some(_) if folder == AT_FDCWD && DIRECTORY.load(Relaxed) == FAR && !leaves(name) => {
                Resolved::Outside
            }
            Some(_) => self.relative(folder, name, memory),
        }
    }

    /// Without looking at `.` and `..`.
    #[inline]
    fn may_enter(self, path: &[u8]) -> bool {
        self.rules().any(|rule| path.starts_with(rule.prefix)) || path.starts_with(self.root())
    }

    fn absolute<'m>(self, name: &[u8], memory: &'m mut Memory) -> Resolved<'m> {
        let root = self.root();
        // A local name that has leaked, for example as the name of a program.
        let (name, is_local) = if is_within(name, root) {
            (name.get(root.len()..).unwrap_or_default(), true)
        } else {
            (name, false)
        };
        let name = if name.is_empty() { b"/" } else { name };
        if !(memory.full.add(root) && memory.full.add(name)) {
            return Resolved::Outside;
        }
        self.decide(memory, is_local)
    }

    #[inline(never)]
    fn relative<'m>(self, folder: c_int, name: &[u8], memory: &'m mut Memory) -> Resolved<'m> {
        let root = self.root();
        if SCHEMES.iter().any(|scheme| name.starts_with(scheme)) || !memory.full.add(root) {
            return Resolved::Outside;
        }
        let begun = if folder == AT_FDCWD {
            memory.full.fill(|room| system::working_directory(room).ok())
        } else {
            add_descriptor(&mut memory.full, folder)
        };
        let base = memory.full.after(root.len());
        if !begun || base.first() != Some(&b'/') {
            return Resolved::Outside;
        }
        let is_local = is_within(base, root);
        if is_local {
            memory.full.remove(root.len(), root.len());
        }
        if folder == AT_FDCWD && self.is_far(memory.full.after(root.len()), is_local) && !leaves(name) {
            return Resolved::Outside;
        }
        if !(memory.full.add(b"/") && memory.full.add(name)) {
            return Resolved::Outside;
        }
        self.decide(memory, is_local)
    }

    /// Remembers it, too.
    fn is_far(self, folder: &[u8], is_local: bool) -> bool {
        let is_above = |rule: Rule| is_within(rule.prefix, folder) || folder == b"/";
        let near = is_local || self.rules().any(|rule| is_within(folder, rule.prefix) || is_above(rule));
        if thread::current().vforks.load(Relaxed) == 0 {
            DIRECTORY.store(if near { NEAR } else { FAR }, Relaxed);
        }
        !near
    }

    /// The text is the root and a full path. `..` leads to where the kernel says, if that is certain to be in
    /// the folder of local copies; otherwise components are removed here.
    fn decide(self, memory: &mut Memory, is_local: bool) -> Resolved<'_> {
        let Memory { full, clean } = memory;
        let root = self.root();
        let unclean = is_unclean(full.after(root.len()));
        if unclean && !(clean.add(root) && add_clean(clean, full.after(root.len()))) {
            return Resolved::Outside;
        }
        let compared = if unclean { &*clean } else { &*full };
        let Some(rule) = self.rule_of(compared.after(root.len())) else {
            let astray = is_local || self.rule_of(full.after(root.len())).is_some();
            let path = compared.c_str().to_bytes_with_nul().get(root.len()..).unwrap_or_default();
            let path = CStr::from_bytes_with_nul(path).unwrap_or(c"/");
            return if astray { Resolved::Elsewhere(path) } else { Resolved::Outside };
        };
        let taken = if is_within(full.after(root.len()), rule.prefix) { &*full } else { compared };
        Resolved::Inside(Inside {
            path: taken.c_str(),
            original: taken.after(root.len()),
            writable: rule.writable,
        })
    }

    /// Whether a path without `.` and `..` is below a rule.
    pub(super) fn is_staged(self, path: &[u8]) -> bool {
        self.rule_of(path).is_some()
    }

    /// The longest.
    fn rule_of(self, path: &[u8]) -> Option<Rule> {
        let matching = self.rules().filter(|rule| is_within(path, rule.prefix));
        matching.max_by_key(|rule| rule.prefix.len())
    }
}

/// The path of an open file.
pub(super) fn add_descriptor(text: &mut Text, descriptor: c_int) -> bool {
    let mut link = Text::new();
    let named = descriptor >= 0 && link.add(b"/proc/self/fd/") && add_number(&mut link, descriptor as u32);
    named && text.fill(|room| system::read_link(link.c_str(), room).ok())
}
