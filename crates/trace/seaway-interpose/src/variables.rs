// SPDX-License-Identifier: MIT OR Apache-2.0
//! Environment variables. Read when a process starts, so only what is necessary is read.

use core::ffi::{CStr, c_char};
use core::sync::atomic::AtomicPtr;
use core::sync::atomic::Ordering::Relaxed;

/// Null-terminated entries `NAME=VALUE` of an environment; or null itself.
pub(crate) type Entries = *const *const c_char;

unsafe extern "C" {
    /// The C library's.
    static environ: AtomicPtr<*const c_char>;
}

/// The current environment of this process.
pub(crate) fn own() -> Entries {
    // SAFETY: the C library sets it before it calls any other code. A thread that starts a program does not
    // change it at the same time.
    unsafe { environ.load(Relaxed) }.cast_const()
}

pub(crate) fn each(entries: Entries) -> impl Iterator<Item = *const c_char> {
    let indices = if entries.is_null() { 0..0 } else { 0..usize::MAX };
    // SAFETY: the list is null-terminated, and not read beyond that.
    indices.map(move |index| unsafe { *entries.add(index) }).take_while(|entry| !entry.is_null())
}

/// The value of a variable.
pub(crate) fn find(entries: Entries, name: &[u8]) -> Option<&'static [u8]> {
    each(entries).find_map(|entry| value_of(entry, name))
}

/// The value, if the entry is of this name.
pub(crate) fn value_of(entry: *const c_char, name: &[u8]) -> Option<&'static [u8]> {
    // SAFETY: entries are null-terminated, and the name contains no zero, so nothing beyond it is read.
    let same = |(index, byte): (usize, &u8)| unsafe { *entry.cast::<u8>().add(index) } == *byte;
    let is_it = name.iter().chain(b"=").enumerate().all(same);
    // SAFETY: the value follows what was just compared, and lives as long as it is used.
    is_it.then(|| unsafe { CStr::from_ptr(entry.add(name.len() + 1)) }.to_bytes())
}
