// SPDX-License-Identifier: MIT OR Apache-2.0
//! All interleavings of a thread's slots with signal handlers on it. `src/recorder/slot.rs` is compiled here
//! unchanged, with stand-ins around it: every access to the thread's words, to a chunk's head and to the
//! clock is a point at which a handler may start, run to its end, and be interrupted itself. Each pair of
//! points is tried.
//!
//! Only handlers can interleave: threads have slots of their own.

#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, dead_code, reason = "a test, and stand-ins")]

mod system {
    pub(crate) fn thread() -> u32 {
        1
    }
}

/// A word accessed by a thread and its handlers.
mod thread {
    use std::cell::Cell;
    use std::sync::atomic::Ordering;

    use crate::moments;

    pub(crate) struct Word<T>(Cell<T>);

    impl<T: Copy + Default> Word<T> {
        pub(crate) fn load(&self, _: Ordering) -> T {
            moments::pass();
            self.0.get()
        }

        pub(crate) fn store(&self, value: T, _: Ordering) {
            moments::pass();
            self.0.set(value);
        }
    }

    #[derive(Default)]
    pub(crate) struct Thread {
        pub(crate) cursor: Word<usize>,
        pub(crate) owner: Word<u64>,
        pub(crate) chunks: Word<usize>,
    }

    impl<T: Default> Default for Word<T> {
        fn default() -> Self {
            Self(Cell::new(T::default()))
        }
    }

    thread_local! {
        static CURRENT: Cell<&'static Thread> = Cell::new(Box::leak(Box::default()));
    }

    /// A new thread.
    pub(crate) fn begin() {
        CURRENT.set(Box::leak(Box::default()));
    }

    pub(crate) fn current() -> &'static Thread {
        CURRENT.get()
    }

    pub(crate) fn replace(word: &Word<usize>, before: usize, after: usize) -> bool {
        moments::pass();
        let same = word.0.get() == before;
        if same {
            word.0.set(after);
        }
        same
    }
}

/// When handlers start.
mod moments {
    use std::cell::{Cell, RefCell};

    thread_local! {
        static COUNT: Cell<usize> = const { Cell::new(0) };
        /// The points, in reverse order.
        static INTERRUPTIONS: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
        static HANDLER: Cell<fn()> = const { Cell::new(|| {}) };
    }

    pub(crate) fn begin(mut interruptions: Vec<usize>, handler: fn()) {
        interruptions.sort_unstable_by(|a, b| b.cmp(a));
        COUNT.set(0);
        INTERRUPTIONS.set(interruptions);
        HANDLER.set(handler);
    }

    pub(crate) fn pass() {
        let now = COUNT.get();
        COUNT.set(now + 1);
        let is_due = INTERRUPTIONS.with_borrow_mut(|all| all.pop_if(|at| *at == now)).is_some();
        if is_due {
            HANDLER.get()();
        }
    }

    pub(crate) fn count() -> usize {
        COUNT.get()
    }
}

#[path = "."]
mod recorder {
    pub(crate) mod state {
        use crate::thread::Word;

        #[derive(Default)]
        pub(crate) struct RecorderState {
            pub(crate) generation: Word<u64>,
        }
    }

    /// Small chunks, so that they are replaced often. As in the library, the head is found from any address.
    pub(crate) mod chunk {
        use std::alloc::{Layout, alloc_zeroed};
        use std::cell::RefCell;

        use seaway_trace_format::{ChunkHeader, ChunkKind, ClockPair, EVENT_BYTES};

        use super::state::RecorderState;
        use crate::moments;

        /// The library's value: `slot.rs` relies on it.
        pub(crate) const ALIGNMENT: usize = 1 << 20;
        pub(crate) const HEAD_BYTES: usize = size_of::<ChunkHeader>();

        thread_local! {
            static ALL: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
            static LEFT: RefCell<usize> = const { RefCell::new(0) };
        }

        /// Addresses of the chunks, and the limit on their number from now on.
        pub(crate) fn take_all(at_most: usize) -> Vec<usize> {
            LEFT.set(at_most);
            ALL.take()
        }

        pub(crate) fn head_of(address: usize) -> *mut ChunkHeader {
            moments::pass();
            (address & !(ALIGNMENT - 1)) as *mut ChunkHeader
        }

        pub(crate) fn offset_of(address: usize) -> usize {
            address & (ALIGNMENT - 1)
        }

        pub(crate) fn bytes_of_nth(_: usize) -> usize {
            HEAD_BYTES + 4 * EVENT_BYTES + 8
        }

        pub(crate) fn claim(_: &RecorderState, kind: ChunkKind, bytes: usize, thread: u32) -> Option<usize> {
            moments::pass();
            if LEFT.with_borrow_mut(|left| std::mem::replace(left, left.saturating_sub(1))) == 0 {
                return None;
            }
            let ticks = super::clock::ticks();
            let began = ClockPair { ticks, nanoseconds: 0 };
            let head = ChunkHeader {
                magic: 0,
                bytes: bytes as u64,
                kind: kind as u32,
                thread,
                began,
                reserved: ticks,
            };
            // SAFETY: the layout has a size; what is allocated is large enough for a head, and aligned.
            let address = unsafe {
                let memory = alloc_zeroed(Layout::from_size_align(bytes, ALIGNMENT).unwrap());
                memory.cast::<ChunkHeader>().write(head);
                memory as usize
            };
            ALL.with_borrow_mut(|all| all.push(address));
            moments::pass();
            Some(address)
        }

        pub(crate) fn leave(_: usize) {
            moments::pass();
        }

        /// # Safety
        /// It comes from `take_all`, and is not used any more.
        pub(crate) unsafe fn free(address: usize) {
            // SAFETY: allocated above, with this layout.
            unsafe {
                let bytes = (*(address as *const ChunkHeader)).bytes as usize;
                std::alloc::dealloc(address as *mut u8, Layout::from_size_align(bytes, ALIGNMENT).unwrap());
            }
        }
    }

    /// Advances with every query; sometimes so far that times need a new base.
    pub(crate) mod clock {
        use std::cell::Cell;

        use super::state::RecorderState;
        use crate::moments;

        thread_local! {
            static NOW: Cell<u64> = const { Cell::new(0) };
            static JUMPS: Cell<u64> = const { Cell::new(0) };
        }

        const FAR: u64 = 1 << 36;

        pub(crate) fn begin(jumps: u64) {
            NOW.set(1008);
            JUMPS.set(jumps);
        }

        /// Reads the clock without an interruption point.
        pub(crate) fn now() -> u64 {
            NOW.get()
        }

        pub(crate) fn ticks() -> u64 {
            moments::pass();
            let jumps = JUMPS.get();
            let is_far = jumps != 0 && (NOW.get() % FAR / 8).is_multiple_of(jumps);
            NOW.set(NOW.get() + 8 + if is_far { FAR } else { 0 });
            NOW.get()
        }

        pub(crate) fn cycles() -> u64 {
            ticks()
        }

        pub(crate) fn is_cycles() -> bool {
            true
        }

        pub(crate) fn units(ticks: u64) -> u64 {
            ticks >> 3
        }

        pub(crate) fn is_refresh_due(_: &RecorderState, _: u64) -> bool {
            false
        }

        pub(crate) fn refresh(_: &RecorderState) {}
    }

    pub(crate) mod counters {
        use std::cell::Cell;

        use super::state::RecorderState;

        thread_local! {
            pub(crate) static COUNTED: Cell<u64> = const { Cell::new(0) };
        }

        pub(crate) fn prepare(_: &RecorderState) {
            crate::moments::pass();
        }

        pub(crate) fn add(_: &RecorderState, _: u8, _: u32, _: u64, _: u64, _: bool) {
            COUNTED.set(COUNTED.get() + 1);
        }
    }

    #[path = "../src/recorder/slot.rs"]
    mod slot;

    use slot::Token;

    /// One call, as a hook makes it. Returns when it began according to its token, or `None` if it was
    /// counted.
    pub(crate) fn call(
        state: &state::RecorderState,
        file: u32,
        offset: u64,
        while_it_runs: impl FnOnce(),
    ) -> Option<u64> {
        let token = slot::begin(state, seaway_trace_format::Call::Pwrite as u8, file, offset, 5);
        while_it_runs();
        slot::end(state, token, file, offset, 7, 0);
        // As the assembly of vfork does.
        // SAFETY: a token is an address and ticks.
        let [_, ticks] = unsafe { std::mem::transmute::<Token, [u64; 2]>(token) };
        (!token.is_counted()).then_some(ticks)
    }
}

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

use recorder::state::RecorderState;
use recorder::{chunk, clock, counters};
use seaway_trace_format::{Call, ChunkHeader, EVENT_BYTES, Event};

thread_local! {
    static STATE: &'static RecorderState = Box::leak(Box::default());
    /// Number of calls made: each has a file of its own.
    static MADE: Cell<u32> = const { Cell::new(0) };
    /// Calls that have returned: when they began, according to their tokens, and when they ended.
    static BEGAN: RefCell<BTreeMap<u32, (u64, u64)>> = const { RefCell::new(BTreeMap::new()) };
}

/// One call, with a file of its own.
fn call(offset: u64, while_it_runs: impl FnOnce()) {
    let file = MADE.get() + 1;
    MADE.set(file);
    let began = STATE.with(|state| recorder::call(state, file, offset, while_it_runs));
    if let Some(began) = began {
        BEGAN.with_borrow_mut(|all| all.insert(file, (began, clock::now())));
    }
}

/// What a handler does; one that interrupts it does the same.
fn handler() {
    call(1, || {});
    call(1 << 60, || {});
}

fn program() {
    call(1, || {});
    call(2, || call(3, || {}));
    call(1 << 50, || {});
    call(4, || {});
    call(5, || {});
}

/// Runs the program with handlers at these points. Returns how many points there were.
fn trial(interruptions: &[usize], jumps: u64, chunks: usize) -> usize {
    thread::begin();
    clock::begin(jumps);
    for address in chunk::take_all(chunks) {
        // SAFETY: from the trial before; its address is not used any more.
        unsafe { chunk::free(address) };
    }
    MADE.set(0);
    BEGAN.take();
    counters::COUNTED.set(0);
    moments::begin(vec![], handler);
    STATE.with(|state| state.generation.store(3, Relaxed));
    moments::begin(interruptions.to_vec(), handler);
    program();
    let count = moments::count();
    moments::begin(vec![], handler);
    check(interruptions);
    count
}

/// Every call is recorded once, completely, with its time; those without room are counted.
fn check(interruptions: &[usize]) {
    let began = BEGAN.take();
    let mut found = BTreeMap::new();
    let chunks = chunk::take_all(0);
    for &address in &chunks {
        // SAFETY: a chunk of this trial.
        let (head, events) = unsafe {
            let head = (address as *const ChunkHeader).read();
            let room = (head.bytes as usize - chunk::HEAD_BYTES) / EVENT_BYTES;
            let first = (address + chunk::HEAD_BYTES) as *const Event;
            (head, std::slice::from_raw_parts(first, room))
        };
        let (mut base, mut upper) = (head.began.ticks, None);
        for event in events.iter().filter(|event| event.call != 0) {
            if event.call == Call::Time as u8 {
                base = u64::from(event.offset_low) | u64::from(event.length) << 32;
            } else if event.call == Call::Wide as u8 {
                assert!(upper.replace(event.offset_low).is_none(), "{interruptions:?}: two upper halves");
            } else {
                let start = base + (u64::from(event.start) << 3);
                let offset = event.offset() | u64::from(upper.take().unwrap_or(0)) << 48;
                assert_eq!((event.call, event.length), (Call::Pwrite as u8, 7), "{interruptions:?}");
                assert!(event.duration_in_units().is_some(), "{interruptions:?}: it has not ended");
                let before = found.insert(event.file, (start, offset));
                assert!(before.is_none(), "{interruptions:?}: call {} is there twice", event.file);
            }
        }
    }
    for address in chunks {
        // SAFETY: from this trial, which is over.
        unsafe { chunk::free(address) };
    }
    let calls = u64::from(MADE.get());
    assert_eq!(found.len() as u64 + counters::COUNTED.get(), calls, "{interruptions:?}: calls are missing");
    assert_eq!(found.len(), began.len());
    for (file, began) in began {
        let (start, offset) = found[&file];
        // In units of 8. If a handler began the chunk meanwhile, or moved its base, the call appears to begin
        // then.
        let (began, ended) = began;
        assert!(start + 8 > began && start <= ended, "{interruptions:?}: call {file}: {began}, not {start}");
        assert!(start < began + 8 || !interruptions.is_empty(), "call {file}: {began}, not {start}");
        assert!([1, 2, 3, 4, 5, 1 << 50, 1 << 60].contains(&offset), "{interruptions:?}: {offset}");
    }
}

/// All pairs of points: also those in which a handler is interrupted.
fn all_pairs(jumps: u64, chunks: usize) {
    let alone = trial(&[], jumps, chunks);
    assert!(alone > 50, "{alone} moments");
    let mut trials = 0;
    for first in 0..alone {
        let with_one = trial(&[first], jumps, chunks);
        assert!(with_one > alone, "the handler has not run at {first}");
        for second in first + 1..with_one {
            trial(&[first, second], jumps, chunks);
            trials += 1;
        }
    }
    assert!(trials > 1000, "{trials} trials");
}

#[test]
fn no_event_is_lost_or_torn_wherever_handlers_interrupt() {
    all_pairs(0, usize::MAX);
}

#[test]
fn times_are_right_wherever_the_base_is_moved() {
    for jumps in [5, 7, 9, 13] {
        all_pairs(jumps, usize::MAX);
    }
}

#[test]
fn calls_are_counted_when_the_disk_is_full_wherever_handlers_interrupt() {
    for chunks in 0..4 {
        all_pairs(0, chunks);
    }
}
