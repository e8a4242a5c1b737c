// SPDX-License-Identifier: MIT OR Apache-2.0
//! Slots for events: claimed when a call begins, completed when it returns.
//!
//! A thread's cursor is one word. It is advanced by one instruction, so that a signal handler that makes
//! calls of its own sees a consistent value, and gets slots of its own. While a chunk is replaced or its time
//! base is moved, the cursor is 0: a handler then claims a chunk of its own.

use core::sync::atomic::Ordering::Relaxed;

use seaway_trace_format::{Call, ChunkKind, EVENT_BYTES, Event, RUNNING};

use super::state::RecorderState;
use super::{chunk, clock, counters};
use crate::system;
use crate::thread::{self, Thread};

/// A call that has begun. The assembly of `vfork` knows its fields.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Token {
    /// Address of its event, with [`WIDE`]; or [`COUNTED`] and the call.
    pub(super) place: usize,
    /// When it began.
    pub(super) ticks: u64,
}

/// In `place`: no event, counted at the end. Then the call is in bits 1 to 8.
pub(super) const COUNTED: usize = 1;
/// In `place`: an event with upper halves precedes it.
pub(super) const WIDE: usize = 2;

/// In a thread's owner: this bit is flipped if the clock is not the cycle counter.
const WITHOUT_CYCLES: u64 = 1 << 63;

/// How many full chunks of a thread stay in its memory.
const CHUNKS_THAT_STAY: usize = 64;

impl Token {
    pub(crate) const NONE: Self = Self { place: 0, ticks: 0 };

    pub(crate) fn of(place: usize, ticks: u64) -> Self {
        Self { place, ticks }
    }

    pub(crate) fn is_counted(self) -> bool {
        self.place & COUNTED != 0
    }
}

/// What is known about a call when it begins.
#[derive(Clone, Copy)]
struct Beginning {
    call: u8,
    file: u32,
    offset: u64,
    length: u64,
    ticks: u64,
}

impl Beginning {
    fn is_wide(&self) -> bool {
        upper_halves(self.offset, self.length) != 0
    }

    /// How many slots it needs.
    fn places(&self) -> usize {
        1 + usize::from(self.is_wide())
    }
}

/// All conditions of the slow path are combined and tested once. Between two system calls the processor's
/// caches and predictors are cold: every branch and every line of code counts here.
#[inline(always)]
pub(super) fn begin(state: &RecorderState, call: u8, file: u32, offset: u64, length: u64) -> Token {
    let thread = thread::current();
    let cursor = thread.cursor.load(Relaxed);
    if upper_halves(offset, length) | slow_bits(state, thread) | u64::from(cursor == 0) != 0 {
        return begin_slowly(state, call, file, offset, length);
    }
    let ticks = clock::cycles();
    // Before the base it becomes too large.
    let start = clock::units(ticks.wrapping_sub(base(cursor)));
    if u64::from(!has_room(cursor, 1)) | start >> 32 != 0
        || !thread::replace(&thread.cursor, cursor, cursor + EVENT_BYTES)
    {
        return begin_slowly(state, call, file, offset, length);
    }
    write_beginning(cursor, start, &Beginning { call, file, offset, length, ticks });
    Token { place: cursor, ticks }
}

/// Bits that do not fit one event; zero for most calls.
#[inline(always)]
fn upper_halves(offset: u64, length: u64) -> u64 {
    (offset >> 48) | (length >> 32)
}

/// Zero if the thread's cursor belongs to this recorder, and the clock is the cycle counter.
#[inline(always)]
fn slow_bits(state: &RecorderState, thread: &Thread) -> u64 {
    thread.owner.load(Relaxed) ^ !state.generation.load(Relaxed)
}

/// Whether the thread's cursor belongs to another recorder: in a child of fork that has not begun a chunk, or
/// returns from the middle of one of its parent's calls.
fn is_of_another(state: &RecorderState, thread: &Thread) -> bool {
    slow_bits(state, thread) & !WITHOUT_CYCLES != 0
}

#[inline(always)]
fn has_room(cursor: usize, places: usize) -> bool {
    // SAFETY: a cursor lies in a mapped chunk.
    let bytes = unsafe { (*chunk::head_of(cursor)).bytes };
    chunk::offset_of(cursor) + places * EVENT_BYTES <= bytes as usize
}

// Some bytes remain after the last event, so a cursor never points to the chunk after its own.
const _: () = assert!(!(chunk::ALIGNMENT - chunk::HEAD_BYTES).is_multiple_of(EVENT_BYTES));

/// The ticks that times of the chunk's next events are relative to.
#[inline(always)]
fn base(cursor: usize) -> u64 {
    // SAFETY: a cursor lies in a mapped chunk.
    unsafe { (*chunk::head_of(cursor)).reserved }
}

/// Three words, the one with the call last: a reader of a killed process's file sees no half-written event.
#[inline(always)]
fn write_beginning(address: usize, start: u64, beginning: &Beginning) {
    let words = [
        start | u64::from(RUNNING) << 32,
        u64::from(beginning.call) | (beginning.offset >> 32 & 0xffff) << 16 | u64::from(beginning.file) << 32,
        beginning.offset & 0xffff_ffff | beginning.length << 32,
    ];
    let place = address as *mut u64;
    // SAFETY: the slot was claimed, so it is mapped and owned by this thread.
    unsafe {
        place.write_volatile(words[0]);
        place.add(2).write_volatile(words[2]);
        place.add(1).write_volatile(words[1]);
    }
}

#[cold]
#[inline(never)]
fn begin_slowly(state: &RecorderState, call: u8, file: u32, offset: u64, length: u64) -> Token {
    let beginning = &Beginning { call, file, offset, length, ticks: clock::ticks() };
    let thread = thread::current();
    loop {
        adopt(state, thread);
        let cursor = thread.cursor.load(Relaxed);
        // Also room for an event that moves the time base.
        if cursor == 0 || !has_room(cursor, 1 + beginning.places()) {
            return begin_in_new_chunk(state, thread, cursor, beginning);
        }
        // A signal handler may have moved the base beyond the ticks.
        let start = clock::units(beginning.ticks.saturating_sub(base(cursor)));
        if start >> 32 != 0 {
            if thread::replace(&thread.cursor, cursor, 0) {
                return begin_with_new_base(thread, cursor, beginning);
            }
            continue;
        }
        let next = cursor + beginning.places() * EVENT_BYTES;
        if thread::replace(&thread.cursor, cursor, next) {
            return write_at(cursor, start, beginning);
        }
    }
}

/// Makes the thread's cursor belong to this recorder.
pub(super) fn adopt(state: &RecorderState, thread: &Thread) {
    if is_of_another(state, thread) {
        thread.cursor.store(0, Relaxed);
        thread.chunks.store(0, Relaxed);
        let clock = if clock::is_cycles() { 0 } else { WITHOUT_CYCLES };
        thread.owner.store(!state.generation.load(Relaxed) ^ clock, Relaxed);
    }
}

fn begin_in_new_chunk(state: &RecorderState, thread: &Thread, old: usize, beginning: &Beginning) -> Token {
    // Before any event, so that counters exist when the disk is full.
    counters::prepare(state);
    let index = thread.chunks.load(Relaxed);
    let bytes = chunk::bytes_of_nth(index);
    let Some(head) = chunk::claim(state, ChunkKind::Events, bytes, system::thread()) else {
        return counted(beginning);
    };
    thread.chunks.store(index + 1, Relaxed);
    let place = head + chunk::HEAD_BYTES;
    // Excludes the time to claim the chunk.
    let ticks = clock::ticks();
    let beginning = &Beginning { ticks, ..*beginning };
    let start = clock::units(ticks.saturating_sub(base(place)));
    // A handler has run for a long time since the chunk was begun.
    if start >> 32 != 0 {
        thread.cursor.store(0, Relaxed);
        return begin_with_new_base(thread, place, beginning);
    }
    let token = write_at(place, start, beginning);
    thread.cursor.store(place + beginning.places() * EVENT_BYTES, Relaxed);
    // A few megabytes may stay: evicting costs some nanoseconds per event.
    if index >= CHUNKS_THAT_STAY {
        chunk::leave(old);
    }
    token
}

/// The cursor is 0: nothing else writes to the chunk.
fn begin_with_new_base(thread: &Thread, cursor: usize, beginning: &Beginning) -> Token {
    let time = Event { call: Call::Time as u8, ..Event::default() };
    let base = beginning.ticks;
    let time = Event { offset_low: base as u32, length: (base >> 32) as u32, ..time };
    write_event(cursor, time);
    // SAFETY: the cursor lies in a mapped chunk.
    unsafe { (*chunk::head_of(cursor)).reserved = base };
    let place = cursor + EVENT_BYTES;
    let token = write_at(place, 0, beginning);
    // If a handler has claimed a chunk meanwhile, the rest of this one is abandoned.
    thread::replace(&thread.cursor, 0, place + beginning.places() * EVENT_BYTES);
    token
}

fn write_at(mut place: usize, start: u64, beginning: &Beginning) -> Token {
    if !beginning.is_wide() {
        write_beginning(place, start, beginning);
        return Token { place, ticks: beginning.ticks };
    }
    write_wide(place, beginning.offset, beginning.length);
    place += EVENT_BYTES;
    write_beginning(place, start, beginning);
    Token { place: place | WIDE, ticks: beginning.ticks }
}

fn write_wide(place: usize, offset: u64, length: u64) {
    let file = (length >> 32) as u32;
    let wide = Event { call: Call::Wide as u8, file, offset_low: (offset >> 48) as u32, ..Event::default() };
    write_event(place, wide);
}

fn counted(beginning: &Beginning) -> Token {
    Token { place: COUNTED | usize::from(beginning.call) << 1, ticks: beginning.ticks }
}

#[inline(always)]
pub(super) fn end(state: &RecorderState, token: Token, file: u32, offset: u64, length: u64, error: u8) {
    let differs = (token.place & (COUNTED | WIDE)) as u64 | u64::from(token.place == 0);
    if differs | slow_bits(state, thread::current()) != 0 {
        return end_slowly(state, token, file, offset, length, error);
    }
    let now = clock::cycles();
    let took = clock::units(now.wrapping_sub(token.ticks));
    if u64::from(Event::is_long(took)) | u64::from(clock::is_refresh_due(state, now)) != 0 {
        return end_slowly(state, token, file, offset, length, error);
    }
    write_end(token.place, took, file, offset, length, error);
}

/// The duration last: it completes the event.
#[inline(always)]
fn write_end(address: usize, took: u64, file: u32, offset: u64, length: u64, error: u8) {
    let place = address as *mut u64;
    let duration = Event::encoded_duration(took);
    // SAFETY: the token's event is mapped as long as the process lives.
    unsafe {
        let call = u64::from(place.add(1).cast::<u8>().read());
        let word = call | u64::from(error) << 8 | (offset >> 32 & 0xffff) << 16 | u64::from(file) << 32;
        place.add(2).write_volatile(offset & 0xffff_ffff | length << 32);
        place.add(1).write_volatile(word);
        place.cast::<u32>().add(1).write_volatile(duration);
    }
}

#[cold]
#[inline(never)]
fn end_slowly(state: &RecorderState, token: Token, file: u32, offset: u64, length: u64, error: u8) {
    if token.place == 0 {
        return;
    }
    let now = clock::ticks();
    let took = clock::units(now.saturating_sub(token.ticks));
    if token.is_counted() {
        let call = (token.place >> 1) as u8;
        return counters::add(state, call, file, length, took, error != 0);
    }
    // A token of the parent in a child of fork: the event belongs to the parent.
    if is_of_another(state, thread::current()) {
        return;
    }
    let address = token.place & !WIDE;
    if token.place & WIDE != 0 {
        write_wide(address - EVENT_BYTES, offset, length);
    }
    write_end(address, took, file, offset, length, error);
    if clock::is_refresh_due(state, now) {
        clock::refresh(state);
    }
}

/// Follows the last event of this thread.
pub(super) fn add_detail(state: &RecorderState, detail: Event) {
    let thread = thread::current();
    adopt(state, thread);
    loop {
        let cursor = thread.cursor.load(Relaxed);
        if cursor == 0 || !has_room(cursor, 1) {
            let beginning =
                Beginning { call: Call::Detail as u8, file: 0, offset: 0, length: 0, ticks: clock::ticks() };
            let token = begin_in_new_chunk(state, thread, cursor, &beginning);
            if !token.is_counted() {
                write_event(token.place, detail);
            }
            return;
        }
        if thread::replace(&thread.cursor, cursor, cursor + EVENT_BYTES) {
            return write_event(cursor, detail);
        }
    }
}

fn write_event(place: usize, event: Event) {
    // SAFETY: the slot was claimed, so it is mapped and owned by this thread.
    unsafe { (place as *mut Event).write_volatile(event) };
}
