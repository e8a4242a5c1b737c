// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which file a descriptor refers to. Hooks report what they see; the kernel is asked about the rest, once
//! each.

use core::ffi::CStr;
use core::sync::atomic::AtomicU32;
use core::sync::atomic::Ordering::Relaxed;

use seaway_trace_format::StringKind;

use super::state::RecorderState;
use super::{Described, file, scratch, strings};
use crate::{system, thread};

const DESCRIPTORS: usize = 1 << 16;

/// By descriptor: the number of its path, 0 if it is unknown, or `NO_FILE`.
#[repr(C)]
pub(super) struct Table([AtomicU32; DESCRIPTORS]);

const NO_FILE: u32 = u32::MAX;

/// Whether this is a child of vfork. It shares the memory of its waiting parent, but has its own descriptors,
/// which the table does not describe. The kernel is asked about each of them, and the table is not changed.
pub(super) fn is_in_child(state: &RecorderState) -> bool {
    thread::current().vforks.load(Relaxed) != 0 && system::process() != state.process.load(Relaxed)
}

#[inline(always)]
pub(super) fn describe(state: &RecorderState, descriptor: i32) -> Described {
    if thread::current().vforks.load(Relaxed) != 0 {
        return describe_of_either(state, descriptor);
    }
    describe_own(state, descriptor)
}

/// For a thread that waits for a child of vfork, or for the child.
#[cold]
#[inline(never)]
fn describe_of_either(state: &RecorderState, descriptor: i32) -> Described {
    if is_in_child(state) { ask(state, descriptor) } else { describe_own(state, descriptor) }
}

#[inline(always)]
fn describe_own(state: &RecorderState, descriptor: i32) -> Described {
    match place(state, descriptor).map_or(0, |place| place.load(Relaxed)) {
        number @ 1..NO_FILE => Described::File(number),
        NO_FILE => Described::NoFile,
        _ => ask(state, descriptor),
    }
}

pub(super) fn set(state: &RecorderState, descriptor: i32, file: u32) {
    if let Some(place) = place(state, descriptor)
        && !is_in_child(state)
    {
        place.store(file, Relaxed);
    }
}

pub(super) fn copy(state: &RecorderState, old: i32, new: i32) {
    let file = place(state, old).map_or(0, |place| place.load(Relaxed));
    set(state, new, file);
}

pub(super) fn forget(state: &RecorderState, first: u32, last: u32) {
    if is_in_child(state) {
        return;
    }
    let first = (first as usize).min(DESCRIPTORS);
    let last = (last as usize).saturating_add(1).min(DESCRIPTORS);
    for place in state.descriptors.0.get(first..last).unwrap_or_default() {
        // Most are zero, on pages that were never touched.
        if place.load(Relaxed) != 0 {
            place.store(0, Relaxed);
        }
    }
}

#[inline(always)]
fn place(state: &RecorderState, descriptor: i32) -> Option<&AtomicU32> {
    // Negative ones become large.
    state.descriptors.0.get(descriptor as u32 as usize)
}

/// The kernel knows its path, if it has one.
#[cold]
#[inline(never)]
fn ask(state: &RecorderState, descriptor: i32) -> Described {
    if descriptor < 0 {
        return Described::File(0);
    }
    let answer = scratch::with(state, |memory| {
        let length = link(descriptor, memory)?;
        let path = memory.get(..length)?;
        if path.first() != Some(&b'/') {
            return Some(NO_FILE);
        }
        Some(strings::number(state, StringKind::Path as u16, without_mark(descriptor, path)))
    });
    // An error is not remembered: the descriptor may become valid.
    let Some(answer) = answer else { return Described::File(0) };
    set(state, descriptor, answer);
    if answer == NO_FILE { Described::NoFile } else { Described::File(answer) }
}

/// The path of a descriptor, at the beginning of `memory`.
pub(super) fn link(descriptor: i32, memory: &mut [u8]) -> Option<usize> {
    const FOLDER: &[u8] = b"/proc/self/fd/";
    let (mut name, mut digits) = ([0; 40], [0; 20]);
    let digits = file::digits(u64::try_from(descriptor).ok()?, &mut digits);
    name.get_mut(..FOLDER.len())?.copy_from_slice(FOLDER);
    name.get_mut(FOLDER.len()..FOLDER.len() + digits.len())?.copy_from_slice(digits);
    system::read_link(CStr::from_bytes_until_nul(&name).ok()?, memory).ok()
}

/// The kernel marks the names of deleted files.
fn without_mark(descriptor: i32, path: &[u8]) -> &[u8] {
    match path.strip_suffix(b" (deleted)") {
        Some(name) if system::identity(descriptor).is_ok_and(|identity| identity.is_removed) => name,
        _ => path,
    }
}
