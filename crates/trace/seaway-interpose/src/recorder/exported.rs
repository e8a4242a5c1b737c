// SPDX-License-Identifier: MIT OR Apache-2.0
//! The recorder's interface for Seaway's other libraries in the process, which find these functions by name.
//! They are absent if this library is not loaded, and do nothing if nothing is recorded.

use core::ffi::{c_char, c_void};
use core::sync::atomic::Ordering::Relaxed;

use seaway_trace_format::{Call, Event};

use super::slot::{self, COUNTED, Token, WIDE};
use super::state::{self, RecorderState};
use super::{chunk, clock, strings};
use crate::thread;

/// Of a counted token as seen by C: where its start begins.
const START_SHIFT: u32 = 9;
/// Of any other: where the lower bits of the recorder's generation begin. Addresses are below.
const GENERATION_SHIFT: u32 = 48;

/// The number of a string; 0 if nothing is recorded.
///
/// # Safety
/// `bytes` points to `length` bytes.
#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn seaway_trace_string(kind: u16, bytes: *const c_char, length: usize) -> u32 {
    let Some(state) = state::current() else { return 0 };
    if bytes.is_null() {
        return 0;
    }
    // SAFETY: as for this function.
    let bytes = unsafe { core::slice::from_raw_parts(bytes.cast(), length.min(strings::LONGEST)) };
    strings::number(state, kind, bytes)
}

/// A call begins; `length` is the requested length. The result is passed to `seaway_trace_end`, on any
/// thread; null if nothing is recorded or there is no such call.
#[unsafe(no_mangle)]
extern "C-unwind" fn seaway_trace_begin(call: u8, file: u32, offset: u64, length: u64) -> *mut c_void {
    let Some(state) = state::current() else { return core::ptr::null_mut() };
    // Events about the trace itself are recorded internally only.
    if matches!(Call::of_number(call), None | Some(Call::Detail | Call::Wide | Call::Time)) {
        return core::ptr::null_mut();
    }
    let token = slot::begin(state, call, file, offset, length);
    core::ptr::without_provenance_mut(as_word(state, token))
}

/// The call has returned. Numbers larger than at the beginning may have at most 48 bits (offset) and 32 bits
/// (length).
#[unsafe(no_mangle)]
extern "C-unwind" fn seaway_trace_end(token: *mut c_void, file: u32, offset: u64, length: u64, error: u8) {
    let Some(state) = state::current() else { return };
    let token = of_word(state, token.addr());
    let (offset, length) = if token.place & (COUNTED | WIDE) == 0 {
        (offset.min((1 << 48) - 1), length.min(u32::MAX.into()))
    } else {
        (offset, length)
    };
    // It may be this thread's first contact with the recorder.
    slot::adopt(state, thread::current());
    slot::end(state, token, file, offset, length, error);
}

/// Details of this thread's last call: numbers of strings, how many elements, and the request that it
/// started.
#[unsafe(no_mangle)]
extern "C-unwind" fn seaway_trace_detail(
    datatype: u32,
    count: u64,
    strategy: u32,
    device: u32,
    request: u32,
) {
    if let Some(state) = state::current() {
        let detail = Event {
            start: request,
            duration: device,
            call: Call::Detail as u8,
            file: datatype,
            length: strategy,
            ..Event::default()
        };
        slot::add_detail(state, detail.with_offset(count));
    }
}

/// The address of an event determines when it began; for counted calls the start is all there is, so it is
/// packed.
fn as_word(state: &RecorderState, token: Token) -> usize {
    if token.is_counted() {
        token.place | (clock::units(token.ticks) as usize) << START_SHIFT
    } else {
        token.place | generation(state) << GENERATION_SHIFT
    }
}

fn generation(state: &RecorderState) -> usize {
    state.generation.load(Relaxed) as usize & (usize::MAX >> GENERATION_SHIFT)
}

fn of_word(state: &RecorderState, word: usize) -> Token {
    if word == 0 {
        return Token::NONE;
    }
    let now = clock::ticks();
    if word & COUNTED != 0 {
        let since =
            (clock::units(now) as usize).wrapping_sub(word >> START_SHIFT) << START_SHIFT >> START_SHIFT;
        let ticks = now.saturating_sub(clock::ticks_of(since as u64));
        return Token { place: word & ((1 << START_SHIFT) - 1), ticks };
    }
    // A token of the parent in a child of fork: the event belongs to the parent.
    if word >> GENERATION_SHIFT != generation(state) {
        return Token::NONE;
    }
    let place = word & ((1 << GENERATION_SHIFT) - 1);
    Token { place, ticks: began(place & !WIDE) }
}

/// When an event began: its start counts from the chunk's beginning, or from the last time event before it.
fn began(event: usize) -> u64 {
    let head = chunk::head_of(event);
    // SAFETY: an event of the recorder, in a chunk that stays mapped.
    let (start, began, base_now) =
        unsafe { ((*(event as *const Event)).start, (*head).began.ticks, (*head).reserved) };
    let base = if base_now == began { began } else { base_before(event).unwrap_or(began) };
    base.wrapping_add(clock::ticks_of(u64::from(start)))
}

fn base_before(event: usize) -> Option<u64> {
    let first = chunk::head_of(event) as usize + chunk::HEAD_BYTES;
    // SAFETY: everything between the head and an event is events.
    let mut before =
        (first..event).step_by(size_of::<Event>()).rev().map(|place| unsafe { *(place as *const Event) });
    let time = before.find(|event| event.call == Call::Time as u8)?;
    Some(u64::from(time.offset_low) | u64::from(time.length) << 32)
}
