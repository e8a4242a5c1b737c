// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the environment says, and what does not change while a program runs. Children of fork inherit it.

use core::cell::UnsafeCell;
use core::mem::MaybeUninit;

/// Longest of folder and library names.
pub(crate) const NAME_BYTES: usize = 4096;

pub(crate) struct Settings {
    /// The folder of the trace.
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
    texts_end: usize,
    /// One after the other: for most programs all are in one page, and each page that is touched costs microseconds.
    texts: [u8; 2 * NAME_BYTES],
}

/// Where in the settings a text is.
#[derive(Clone, Copy)]
pub(crate) struct Text {
    begin: usize,
    end: usize,
}

impl Settings {
    pub(crate) fn forget_texts(&mut self) {
        self.texts_end = 0;
    }

    /// An empty one, to which `extend` adds.
    pub(crate) fn new_text(&self) -> Text {
        Text { begin: self.texts_end, end: self.texts_end }
    }

    /// Adds to the latest text. False, and nothing is added, if there is no room.
    pub(crate) fn extend(&mut self, text: &mut Text, more: &[u8]) -> bool {
        let end = text.end + more.len();
        let Some(room) = self.texts.get_mut(text.end..end) else { return false };
        room.copy_from_slice(more);
        text.end = end;
        self.texts_end = end;
        true
    }

    pub(crate) fn bytes(&self, text: Text) -> &[u8] {
        self.texts.get(text.begin..text.end).unwrap_or_default()
    }
}

impl Text {
    pub(crate) fn is_empty(self) -> bool {
        self.begin == self.end
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
