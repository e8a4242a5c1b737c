// SPDX-License-Identifier: MIT OR Apache-2.0
//! Strings: Fortran pads them with blanks, and passes their lengths.

use std::ffi::{CStr, CString, c_char};

/// More than the longest string that any MPI returns: MPICH's MPI_MAX_LIBRARY_VERSION_STRING.
const LONGEST: usize = 8192;

/// Converts a Fortran string for C: without the blanks at both ends, as MPI requires.
pub(crate) unsafe fn text_in(text: *const c_char, length: usize) -> CString {
    // SAFETY: Fortran passes that many characters.
    let text = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) };
    c_text(text)
}

pub(crate) fn c_text(text: &[u8]) -> CString {
    let end = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
    CString::new(trimmed(&text[..end])).unwrap_or_default()
}

pub(crate) fn trimmed(text: &[u8]) -> &[u8] {
    let is_solid = |byte: &u8| *byte != b' ';
    let first = text.iter().position(is_solid).unwrap_or(text.len());
    let last = text.iter().rposition(is_solid).map_or(first, |last| last + 1);
    &text[first..last]
}

/// A buffer for a string that C writes.
pub(crate) struct TextOut {
    room: Vec<u8>,
}

impl TextOut {
    pub(crate) fn new() -> Self {
        Self { room: vec![0; LONGEST + 1] }
    }

    pub(crate) fn pointer(&mut self) -> *mut c_char {
        self.room.as_mut_ptr().cast()
    }

    /// How many characters C may write, without the terminating zero.
    pub(crate) fn limit() -> usize {
        LONGEST
    }

    pub(crate) unsafe fn store(&self, text: *mut c_char, length: usize) {
        let written = CStr::from_bytes_until_nul(&self.room).unwrap_or_default().to_bytes();
        // SAFETY: Fortran passes room for that many characters.
        let room = unsafe { std::slice::from_raw_parts_mut(text.cast::<u8>(), length) };
        let kept = written.len().min(length);
        room[..kept].copy_from_slice(&written[..kept]);
        room[kept..].fill(b' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_at_both_ends_are_stripped() {
        assert_eq!(trimmed(b"  a b  "), b"a b");
        assert_eq!(trimmed(b"    "), b"");
        assert_eq!(c_text(b"name\0rubbish").as_bytes(), b"name");
    }

    #[test]
    fn strings_from_c_are_padded_or_truncated() {
        let mut out = TextOut::new();
        out.room[..4].copy_from_slice(b"text");
        let mut place = *b"??????";
        // SAFETY: six characters.
        unsafe { out.store(place.as_mut_ptr().cast(), 6) };
        assert_eq!(&place, b"text  ");
        // SAFETY: as above, two of them.
        unsafe { out.store(place.as_mut_ptr().cast(), 2) };
        assert_eq!(&place, b"text  ");
    }
}
