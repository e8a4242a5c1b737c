// SPDX-License-Identifier: MIT OR Apache-2.0
//! Texts on the stack, and questions about paths.

use core::ffi::CStr;
use core::mem::MaybeUninit;
use core::{ptr, slice};

use seaway_stage_format::LONGEST_ROOT;

/// The kernel's limit, and the folder of local copies before it.
pub(super) const ROOM: usize = LONGEST_ROOT + 4096 + 256;

/// A text with a zero behind it. Not initialised: most calls need none.
pub(super) struct Text {
    bytes: MaybeUninit<[u8; ROOM]>,
    length: usize,
}

impl Text {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self { bytes: MaybeUninit::uninit(), length: 0 }
    }

    fn start(&self) -> *const u8 {
        self.bytes.as_ptr().cast()
    }

    fn start_mut(&mut self) -> *mut u8 {
        self.bytes.as_mut_ptr().cast()
    }

    /// False, and nothing is added, if there is no room.
    pub(super) fn add(&mut self, bytes: &[u8]) -> bool {
        if bytes.len() >= ROOM - self.length {
            return false;
        }
        let length = self.length;
        // SAFETY: there is room, and one byte more for the zero.
        unsafe {
            let end = self.start_mut().add(length);
            ptr::copy_nonoverlapping(bytes.as_ptr(), end, bytes.len());
            end.add(bytes.len()).write(0);
        }
        self.length += bytes.len();
        true
    }

    /// Lets `fill` write behind the text; it returns how much.
    pub(super) fn fill(&mut self, fill: impl FnOnce(&mut [u8]) -> Option<usize>) -> bool {
        let length = self.length;
        // SAFETY: the rest of the memory, zeroed first; one byte stays for the zero.
        let (rest, end) = unsafe {
            let end = self.start_mut().add(length);
            ptr::write_bytes(end, 0, ROOM - length);
            (slice::from_raw_parts_mut(end, ROOM - length - 1), end)
        };
        let room = rest.len();
        let Some(added) = fill(rest).filter(|added| *added <= room) else { return false };
        // SAFETY: within the memory.
        unsafe { end.add(added).write(0) };
        self.length += added;
        true
    }

    /// Removes `count` bytes at `index`.
    pub(super) fn remove(&mut self, index: usize, count: usize) {
        if index.checked_add(count).is_none_or(|end| end > self.length) {
            return;
        }
        let rest = self.length - index - count;
        // SAFETY: both ranges lie within the text; the zero moves as well.
        unsafe { ptr::copy(self.start().add(index + count), self.start_mut().add(index), rest + 1) };
        self.length -= count;
    }

    pub(super) fn cut(&mut self, length: usize) {
        if length < self.length {
            self.length = length;
            // SAFETY: within the text.
            unsafe { self.start_mut().add(length).write(0) };
        }
    }

    pub(super) fn length(&self) -> usize {
        self.length
    }

    pub(super) fn bytes(&self) -> &[u8] {
        // SAFETY: written before.
        unsafe { slice::from_raw_parts(self.start(), self.length) }
    }

    pub(super) fn after(&self, index: usize) -> &[u8] {
        self.bytes().get(index..).unwrap_or_default()
    }

    pub(super) fn c_str(&self) -> &CStr {
        if self.length == 0 {
            return c"";
        }
        // SAFETY: what was added is followed by a zero.
        unsafe { CStr::from_ptr(self.start().cast()) }
    }
}

/// Whether a path is `prefix`, or below it.
pub(super) fn is_within(path: &[u8], prefix: &[u8]) -> bool {
    path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.first() == Some(&b'/'))
}

/// Whether components have to be removed before a path can be compared: empty ones, `.` and `..`. Also true
/// for hidden files, which costs time and nothing else.
pub(super) fn is_unclean(path: &[u8]) -> bool {
    path.windows(2).any(|pair| matches!(pair, [b'/', b'/' | b'.'])) || path.first() == Some(&b'.')
}

/// Whether a name may leave its folder.
pub(super) fn leaves(name: &[u8]) -> bool {
    name.windows(2).any(|pair| pair == b"..")
}

/// Adds an absolute path to a text without empty components, `.` and `..`; what the text has already stays.
pub(super) fn add_clean(text: &mut Text, path: &[u8]) -> bool {
    let begin = text.length();
    for part in path.split(|byte| *byte == b'/') {
        match part {
            b"" | b"." => {}
            b".." => {
                let slash = text.after(begin).iter().rposition(|byte| *byte == b'/').unwrap_or(0);
                text.cut(begin + slash);
            }
            part => {
                if !(text.add(b"/") && text.add(part)) {
                    return false;
                }
            }
        }
    }
    text.length() > begin || text.add(b"/")
}

/// Decimal digits.
pub(super) fn add_number(text: &mut Text, number: u32) -> bool {
    let mut digits = [0; 10];
    let mut rest = number;
    let mut first = digits.len();
    loop {
        first -= 1;
        if let Some(place) = digits.get_mut(first) {
            *place = b'0' + (rest % 10) as u8;
        }
        rest /= 10;
        if rest == 0 || first == 0 {
            return text.add(digits.get(first..).unwrap_or_default());
        }
    }
}
