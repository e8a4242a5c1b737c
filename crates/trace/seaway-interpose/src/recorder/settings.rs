// SPDX-License-Identifier: MIT OR Apache-2.0
//! Settings from the environment, and what does not change while a program runs. Children of fork inherit it.

use core::cell::UnsafeCell;
use core::mem::MaybeUninit;

/// Longest name of the directory and of libraries.
pub(crate) const NAME_BYTES: usize = 4096;

pub(crate) struct Settings {
    /// The folder of the trace.
    pub(crate) folder: Text,
    /// The entries of `LD_PRELOAD` that are Seaway's libraries.
    pub(crate) libraries: Text,
    /// As written in the environment.
    pub(crate) quota_text: Text,
    pub(crate) quota: u64,
    /// The user: id, then a space and the name, if the environment has it.
    pub(crate) user: Text,
    /// The batch job: `NAME=VALUE`.
    pub(crate) job: Text,
    /// Whether this process records its node's mounts.
    pub(crate) tells_mounts: bool,
    pub(crate) rank: i32,
    pub(crate) ranks: i32,
    pub(crate) host: [u8; 64],
    pub(crate) boot: [u8; 16],
    /// Whether events use the processor's cycle counter.
    pub(crate) cycles: bool,
    pub(crate) clock_shift: u32,
    texts_end: usize,
    /// Stored contiguously: for most programs all are in one page, and each touched page costs microseconds.
    texts: [u8; 2 * NAME_BYTES],
}

/// Location of a text in the settings.
#[derive(Clone, Copy)]
pub(crate) struct Text {
    begin: usize,
    end: usize,
}

impl Settings {
    pub(crate) fn forget_texts(&mut self) {
        self.texts_end = 0;
    }

    /// An empty text, for `extend`.
    pub(crate) fn new_text(&self) -> Text {
        Text { begin: self.texts_end, end: self.texts_end }
    }

    /// Appends to the latest text. False, and nothing is added, if there is no room.
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

struct SettingsCell(UnsafeCell<MaybeUninit<Settings>>);

// SAFETY: written once, by the thread that starts the recorder, before the recorder is published.
unsafe impl Sync for SettingsCell {}

static SETTINGS: SettingsCell = SettingsCell(UnsafeCell::new(MaybeUninit::zeroed()));

/// The settings of this process. All zeros, which is valid, before the recorder has started.
#[inline(always)]
pub(crate) fn current() -> &'static Settings {
    // SAFETY: zeros are valid for all fields; nothing is written after the recorder has started.
    unsafe { (*SETTINGS.0.get()).assume_init_ref() }
}

/// For the thread that starts the recorder.
///
/// # Safety
/// No other thread has started it, or reads the settings.
pub(crate) unsafe fn to_fill() -> &'static mut Settings {
    // SAFETY: zeros are valid for all fields, and the caller is the only one.
    unsafe { (*SETTINGS.0.get()).assume_init_mut() }
}
