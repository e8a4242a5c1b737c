// SPDX-License-Identifier: MIT OR Apache-2.0
//! The environment of new programs: also those that are started with an environment of their own are
//! recorded.

use core::ffi::c_char;
use core::ptr;

use seaway_stage_format::VARIABLE;
use seaway_trace_format::environment::{FOLDER, QUOTA};

use crate::recorder::{self, Settings};
use crate::variables::{self, Entries, find, value_of};
use crate::{redirect, system};

const PRELOAD: &str = "LD_PRELOAD";
/// Maximum number of added entries.
const ADDED: usize = 4;

/// What new programs need.
struct Wanted {
    libraries: &'static [u8],
    /// Variables, unless they are there.
    variables: [(&'static str, &'static [u8]); 3],
}

impl Wanted {
    fn now(entries: Entries) -> Self {
        let mut wanted = Self { libraries: b"", variables: [("", b""); 3] };
        if let Some(recorder) = recorder::current() {
            let settings: &'static Settings = recorder.settings();
            wanted.libraries = settings.bytes(settings.libraries);
            if find(entries, FOLDER.as_bytes()).is_none() {
                wanted.variables[0] = (FOLDER, settings.bytes(settings.folder));
                if find(entries, QUOTA.as_bytes()).is_none() {
                    wanted.variables[1] = (QUOTA, settings.bytes(settings.quota_text));
                }
            }
        }
        if let Some(stage) = redirect::current() {
            let additions = stage.additions();
            wanted.libraries = additions.libraries;
            if find(entries, VARIABLE.as_bytes()).is_none() {
                wanted.variables[2] = (VARIABLE, additions.table);
            }
        }
        wanted
    }

    fn added(&self) -> impl Iterator<Item = (&'static str, &'static [u8])> {
        self.variables.into_iter().filter(|(_, value)| !value.is_empty())
    }
}

/// Calls `work` with the given environment, extended by what the layers need.
pub(crate) fn completed<R>(entries: Entries, work: impl FnOnce(Entries) -> R) -> R {
    let wanted = Wanted::now(entries);
    let preloaded = find(entries, PRELOAD.as_bytes());
    let complete =
        preloaded.is_some_and(|value| contains(value, wanted.libraries)) && wanted.added().next().is_none();
    if complete || wanted.libraries.is_empty() {
        return work(entries);
    }
    let others = preloaded.unwrap_or_default();
    let bytes = PRELOAD.len() + wanted.libraries.len() + others.len() + 3;
    let bytes = wanted.added().fold(bytes, |bytes, (name, value)| bytes + name.len() + value.len() + 2);
    let count = variables::each(entries).count();
    with_pointers(count + ADDED + 1 + bytes.div_ceil(size_of::<usize>()), |memory| {
        let (pointers, text) = memory.split_at_mut_checked(count + ADDED + 1).unwrap_or_default();
        fill(&wanted, entries, others, pointers, text);
        work(pointers.as_ptr())
    })
}

fn fill(
    wanted: &Wanted,
    entries: Entries,
    others: &[u8],
    pointers: &mut [*const c_char],
    text: &mut [*const c_char],
) {
    let mut writer = Writer { next: text.as_mut_ptr().cast(), end: text.as_mut_ptr_range().end.cast() };
    let separator: &[u8] = if others.is_empty() { b"" } else { b":" };
    let mut places = pointers.iter_mut();
    let mut add = |entry: *const c_char| {
        if let Some(place) = places.next() {
            *place = entry;
        }
    };
    for entry in variables::each(entries) {
        let replaced = value_of(entry, PRELOAD.as_bytes()).is_some();
        if !replaced {
            add(entry);
        }
    }
    add(writer.entry(PRELOAD, &[wanted.libraries, separator, others]));
    for (name, value) in wanted.added() {
        add(writer.entry(name, &[value]));
    }
    add(ptr::null());
}

/// Appends strings.
struct Writer {
    next: *mut u8,
    end: *mut u8,
}

impl Writer {
    /// `NAME=value`, with a zero.
    fn entry(&mut self, name: &str, value: &[&[u8]]) -> *const c_char {
        let entry = self.next;
        self.add(name.as_bytes());
        self.add(b"=");
        for part in value {
            self.add(part);
        }
        self.add(b"\0");
        entry.cast()
    }

    fn add(&mut self, bytes: &[u8]) {
        if self.end.addr() - self.next.addr() >= bytes.len() {
            // SAFETY: there is enough space.
            unsafe {
                ptr::copy_nonoverlapping(bytes.as_ptr(), self.next, bytes.len());
                self.next = self.next.add(bytes.len());
            }
        }
    }
}

/// Whether all of Seaway's libraries are among the preloaded ones.
fn contains(preloaded: &[u8], libraries: &[u8]) -> bool {
    let is_separator = |byte: &u8| matches!(byte, b' ' | b':');
    libraries.split(is_separator).all(|library| preloaded.split(is_separator).any(|other| other == library))
}

/// Calls `work` with space for this many pointers: on the stack, or mapped if there are many. A child of
/// vfork that executes another program leaves its mappings to its parent, so most should be on the stack.
pub(crate) fn with_pointers<R>(count: usize, work: impl FnOnce(&mut [*const c_char]) -> R) -> R {
    let mut few = [ptr::null(); 512];
    if let Some(pointers) = few.get_mut(..count) {
        return work(pointers);
    }
    let bytes = count * size_of::<*const c_char>();
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: new memory, of zeros, which are nulls.
    let Ok(address) = (unsafe { system::map(0, bytes, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) })
    else {
        return work(&mut []);
    };
    // SAFETY: mapped, and large enough; unused afterwards.
    unsafe {
        let result = work(core::slice::from_raw_parts_mut(address as *mut *const c_char, count));
        system::unmap(address, bytes);
        result
    }
}
