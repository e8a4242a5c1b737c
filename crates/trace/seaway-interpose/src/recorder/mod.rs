// SPDX-License-Identifier: MIT OR Apache-2.0
//! Records events in the process's file. The hooks decide what is recorded.
//!
//! All functions may run in signal handlers, on any thread, in any process; none fails, and none changes
//! `errno`.

mod chunk;
mod clock;
mod context;
mod counters;
mod descriptors;
mod exported;
mod file;
mod loss;
mod mappings;
mod paths;
mod scratch;
mod settings;
mod slot;
mod state;
mod strings;

use core::sync::atomic::Ordering::Relaxed;

use seaway_trace_format::{Call, Flags, StringKind};

use crate::{system, thread};
pub(crate) use settings::{Settings, Text, to_fill as settings_to_fill};
pub(crate) use slot::Token;
use state::RecorderState;

/// A running recorder. Copied freely: it is an address.
#[derive(Clone, Copy)]
pub(crate) struct Recorder(&'static RecorderState);

/// The recorder of this process; `None` if nothing is recorded.
#[inline(always)]
pub(crate) fn current() -> Option<Recorder> {
    state::current().map(Recorder)
}

/// The same, but only if it already has a file.
pub(crate) fn running() -> Option<Recorder> {
    state::running().map(Recorder)
}

/// Determines whether to record, by `work`, unless that is known.
pub(crate) fn know(work: fn()) {
    state::know(work);
}

/// Starts recording. The settings have been filled in.
pub(crate) fn start() {
    state::start();
}

/// Nothing will be recorded.
pub(crate) fn stay_off() {
    state::stay_off();
}

/// Adds the working directory, and a slash. False if it is not available.
pub(crate) fn add_working_directory(settings: &mut Settings, text: &mut Text) -> bool {
    let mut memory = [0; settings::NAME_BYTES];
    let length = system::working_directory(&mut memory).unwrap_or(0);
    let folder = memory.get(..length).unwrap_or_default();
    length > 0 && settings.extend(text, folder) && settings.extend(text, b"/")
}

/// Adds the user id.
pub(crate) fn add_user(settings: &mut Settings, text: &mut Text) {
    let mut digits = [0; 20];
    settings.extend(text, file::digits(system::user().into(), &mut digits));
}

/// Information about the machine: its name, when it booted, its clock.
pub(crate) fn read_machine(settings: &mut Settings) {
    system::host_name(&mut settings.host);
    settings.boot = boot();
    settings.cycles = clock::cycles_are_reliable();
    settings.clock_shift = clock::shift(settings.cycles);
}

/// The kernel's id of this boot: hexadecimal digits with dashes.
fn boot() -> [u8; 16] {
    let mut boot = [0; 16];
    let mut text = [0; 64];
    let name = c"/proc/sys/kernel/random/boot_id";
    let Ok(descriptor) = system::open(name, libc::O_RDONLY | libc::O_CLOEXEC, 0) else { return boot };
    let length = system::read(descriptor, &mut text).unwrap_or(0);
    system::close(descriptor);
    let digits = text.iter().take(length).filter_map(|digit| char::from(*digit).to_digit(16));
    for (index, digit) in digits.enumerate() {
        if let Some(byte) = boot.get_mut(index / 2) {
            *byte = *byte << 4 | digit as u8;
        }
    }
    boot
}

/// Maps memory where a page of the process's file is not available any more. False if the address is not the
/// recorder's. For signal handlers.
pub(crate) fn mend(address: usize) -> bool {
    state::mapped().is_some_and(|state| loss::mend(state, address))
}

/// What a descriptor refers to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Described {
    /// The number of its path; 0 if it is unknown.
    File(u32),
    /// A socket or a pipe: the trace is about files.
    NoFile,
}

impl Recorder {
    /// A call begins. `length` is the requested length.
    #[inline(always)]
    pub(crate) fn begin(self, call: Call, file: u32, offset: u64, length: u64) -> Token {
        slot::begin(self.0, call as u8, file, offset, length)
    }

    /// It has returned.
    #[inline(always)]
    pub(crate) fn end(self, token: Token, file: u32, offset: u64, length: u64, error: u8) {
        slot::end(self.0, token, file, offset, length, error);
    }

    /// A call that may never return, such as `exec`: counters cannot wait for its end.
    pub(crate) fn begin_last(self, call: Call, file: u32, offset: u64) -> Token {
        let token = self.begin(call, file, offset, 0);
        if !token.is_counted() {
            return token;
        }
        self.end(token, file, offset, 0, 0);
        Token::NONE
    }

    #[inline(always)]
    pub(crate) fn describe(self, descriptor: i32) -> Described {
        descriptors::describe(self.0, descriptor)
    }

    /// A descriptor refers to this file from now on.
    pub(crate) fn set_descriptor(self, descriptor: i32, file: u32) {
        descriptors::set(self.0, descriptor, file);
    }

    /// A descriptor is a duplicate of another.
    pub(crate) fn copy_descriptor(self, old: i32, new: i32) {
        descriptors::copy(self.0, old, new);
    }

    /// Descriptors from `first` to `last` are unknown from now on.
    pub(crate) fn forget_descriptors(self, first: u32, last: u32) {
        descriptors::forget(self.0, first, last);
    }

    /// The number of a path: the full path of a name that is relative to `folder`, a descriptor.
    ///
    /// # Safety
    /// The name is null or null-terminated.
    pub(crate) unsafe fn path(self, folder: i32, name: *const core::ffi::c_char) -> u32 {
        // SAFETY: as for this function.
        unsafe { paths::number(self.0, folder, name) }
    }

    /// The number of a text in place of a path.
    pub(crate) fn text(self, bytes: &[u8]) -> u32 {
        strings::number(self.0, StringKind::Path as u16, bytes)
    }

    /// A file is mapped.
    pub(crate) fn add_mapping(self, begin: usize, bytes: usize, file: u32, offset: u64) {
        mappings::add(self.0, begin, bytes, file, offset);
    }

    /// The file mapped at an address, and the offset in the file.
    pub(crate) fn find_mapping(self, address: usize) -> Option<(u32, u64)> {
        mappings::find(self.0, address)
    }

    /// Nothing is mapped in a range any more.
    pub(crate) fn remove_mappings(self, begin: usize, bytes: usize) {
        mappings::remove(self.0, begin, bytes);
    }

    /// Notes something that cannot be recorded.
    pub(crate) fn note_unseen(self, sentence: &[u8]) {
        strings::number(self.0, StringKind::Unseen as u16, sentence);
    }

    /// The process uses io_uring.
    pub(crate) fn note_ring(self) {
        file::set_flags(self.0, Flags::HAS_RING);
        self.note_unseen(
            b"accesses through io_uring: the program has set up a ring and submits requests through it",
        );
    }

    /// The settings that new processes inherit.
    pub(crate) fn settings(self) -> &'static Settings {
        settings::current()
    }

    /// Whether this is a child of vfork, in its parent's memory.
    pub(crate) fn is_in_child(self) -> bool {
        descriptors::is_in_child(self.0)
    }

    /// The process ends normally.
    pub(crate) fn note_end(self) {
        clock::refresh(self.0);
        file::set_flags(self.0, Flags::ENDED);
        loss::note_end(self.0);
    }

    /// This thread is about to create a child that shares its memory, and waits for it.
    pub(crate) fn vfork_begins(self) {
        thread::current().vforks.fetch_add(1, Relaxed);
    }

    /// The child has its own memory, has ended, or was never created.
    pub(crate) fn vfork_ended(self) {
        thread::current().vforks.fetch_sub(1, Relaxed);
    }

    /// In a child of fork: the kernel has wiped the state, if it supports that.
    pub(crate) fn forked(self) {
        state::forget(self.0);
    }
}
