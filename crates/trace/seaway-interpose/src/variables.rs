// SPDX-License-Identifier: MIT OR Apache-2.0
//! Variables of an environment. Looked at when a process begins, so nothing is looked at that need not be.

use core::ffi::{CStr, c_char};
use core::sync::atomic::AtomicPtr;
use core::sync::atomic::Ordering::Relaxed;

/// Entries `NAME=VALUE` of an environment, and a null; or null itself.
pub(crate) type Entries = *const *const c_char;

unsafe extern "C" {
    /// The C library's.
    static environ: AtomicPtr<*const c_char>;
}

/// Those of this process, as they are now.
pub(crate) fn own() -> Entries {
    // SAFETY: the C library sets it before it calls anybody. Whoever starts a program does not change it at the same time.
    unsafe { environ.load(Relaxed) }.cast_const()
}

pub(crate) fn each(entries: Entries) -> impl Iterator<Item = *const c_char> {
    let indices = if entries.is_null() { 0..0 } else { 0..usize::MAX };
    // SAFETY: a null ends the list, and nobody looks behind it.
    indices.map(move |index| unsafe { *entries.add(index) }).take_while(|entry| !entry.is_null())
}

/// The value of a variable.
pub(crate) fn find(entries: Entries, name: &[u8]) -> Option<&'static [u8]> {
    each(entries).find_map(|entry| value_of(entry, name))
}

/// The value, if the entry is of this name.
pub(crate) fn value_of(entry: *const c_char, name: &[u8]) -> Option<&'static [u8]> {
    // SAFETY: entries end with a zero, which is not in the name, so nobody looks behind it.
    let same = |(index, byte): (usize, &u8)| unsafe { *entry.cast::<u8>().add(index) } == *byte;
    let is_it = name.iter().chain(b"=").enumerate().all(same);
    // SAFETY: the value begins behind what was just seen, and lives as long as it is looked at.
    is_it.then(|| unsafe { CStr::from_ptr(entry.add(name.len() + 1)) }.to_bytes())
}
