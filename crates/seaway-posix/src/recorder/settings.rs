// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the environment says, and what does not change while a program runs. Children of fork inherit it.

use core::cell::UnsafeCell;
use core::mem::MaybeUninit;

/// Longest of folder and library names.
pub(crate) const NAME_BYTES: usize = 4096;

pub(crate) struct Settings {
    /// The folder of the trace, with its zero.
    pub(crate) folder: Text,
    /// `LD_PRELOAD` as far as it is about Seaway's libraries.
    pub(crate) libraries: Text,
    /// As written in the environment.
    pub(crate) quota_text: Text,
    pub(crate) quota: u64,
    pub(crate) rank: i32,
    pub(crate) ranks: i32,
    pub(crate) host: [u8; 64],
    pub(crate) boot: [u8; 16],
    /// Do events have the processor's cycles?
    pub(crate) cycles: bool,
    pub(crate) clock_shift: u32,
}

/// A short text in place. It always ends with a zero.
pub(crate) struct Text {
    bytes: [u8; NAME_BYTES],
    length: usize,
}

impl Text {
    pub(crate) fn clear(&mut self) {
        self.length = 0;
        self.bytes[0] = 0;
    }

    /// False, and nothing is added, if there is no room.
    pub(crate) fn add(&mut self, more: &[u8]) -> bool {
        let end = self.length + more.len();
        let Some(room) = self.bytes.get_mut(self.length..end) else { return false };
        if end + 1 > NAME_BYTES {
            return false;
        }
        room.copy_from_slice(more);
        self.length = end;
        if let Some(last) = self.bytes.get_mut(end) {
            *last = 0;
        }
        true
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.length == 0
    }
}

struct Place(UnsafeCell<MaybeUninit<Settings>>);

// SAFETY: written once, by whoever starts the recorder, before the recorder is published.
unsafe impl Sync for Place {}

static SETTINGS: Place = Place(UnsafeCell::new(MaybeUninit::zeroed()));

/// Those of this process. All zeros, which is a value of them, before the recorder has started.
#[inline(always)]
pub(crate) fn current() -> &'static Settings {
    // SAFETY: zeros are a value of all fields; nobody writes after the recorder has started.
    unsafe { (*SETTINGS.0.get()).assume_init_ref() }
}

/// For whoever starts the recorder.
///
/// # Safety
/// Nobody else has started it, or reads the settings.
pub(crate) unsafe fn to_fill() -> &'static mut Settings {
    // SAFETY: zeros are a value of all fields, and the caller is the only one.
    unsafe { (*SETTINGS.0.get()).assume_init_mut() }
}
