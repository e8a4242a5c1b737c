// SPDX-License-Identifier: MIT OR Apache-2.0
//! The recorder's C functions.
#![allow(unsafe_code, reason = "another library is found and called")]

use std::ffi::{CStr, c_char, c_void};

type StringFunction = unsafe extern "C" fn(u16, *const c_char, usize) -> u32;
type BeginFunction = unsafe extern "C" fn(u8, u32, u64, u64) -> *mut c_void;
type EndFunction = unsafe extern "C" fn(*mut c_void, u32, u64, u64, u8);
type DetailFunction = unsafe extern "C" fn(u32, u64, u32, u32, u32);

/// The exports of libseaway-posix.so. None of them fails; all preserve errno.
#[derive(Debug, Clone, Copy)]
pub(super) struct Functions {
    pub(super) string: StringFunction,
    pub(super) begin: BeginFunction,
    pub(super) end: EndFunction,
    pub(super) detail: DetailFunction,
}

/// Address of an event in the recorder's memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token(*mut c_void);

// SAFETY: the recorder accepts it from any thread; it is never dereferenced here.
unsafe impl Send for Token {}
// SAFETY: as above.
unsafe impl Sync for Token {}

impl Functions {
    /// `None`: no recorder is loaded.
    pub(super) fn find() -> Option<Self> {
        let [string, begin, end, detail] =
            [c"seaway_trace_string", c"seaway_trace_begin", c"seaway_trace_end", c"seaway_trace_detail"]
                .map(symbol);
        // SAFETY: the recorder's functions of these names have these types.
        unsafe {
            Some(Self {
                string: std::mem::transmute::<*mut c_void, StringFunction>(string?),
                begin: std::mem::transmute::<*mut c_void, BeginFunction>(begin?),
                end: std::mem::transmute::<*mut c_void, EndFunction>(end?),
                detail: std::mem::transmute::<*mut c_void, DetailFunction>(detail?),
            })
        }
    }

    pub(super) fn string(&self, kind: u16, bytes: &[u8]) -> u32 {
        // SAFETY: the bytes are valid, and the recorder copies them.
        unsafe { (self.string)(kind, bytes.as_ptr().cast(), bytes.len()) }
    }

    /// `None`: nothing is recorded.
    pub(super) fn begin(&self, call: u8, file: u32, offset: u64, length: u64) -> Option<Token> {
        // SAFETY: takes numbers.
        let token = unsafe { (self.begin)(call, file, offset, length) };
        (!token.is_null()).then_some(Token(token))
    }

    pub(super) fn end(&self, token: Token, file: u32, offset: u64, length: u64, error: u8) {
        // SAFETY: the token is the recorder's own.
        unsafe { (self.end)(token.0, file, offset, length, error) }
    }

    pub(super) fn detail(&self, datatype: u32, count: u64, strategy: u32, device: u32, request: u32) {
        // SAFETY: takes numbers.
        unsafe { (self.detail)(datatype, count, strategy, device, request) }
    }
}

fn symbol(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: the name is null-terminated.
    let address = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    (!address.is_null()).then_some(address)
}

/// A recorder for tests: keeps the events of each thread, with every call's detail.
#[cfg(test)]
pub(super) mod stand_in {
    use std::cell::RefCell;
    use std::ptr;

    use seaway_trace_format::Call;

    use super::super::Recorder;
    use super::{Functions, c_char, c_void};

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) struct Seen {
        pub(crate) call: Call,
        pub(crate) offset: u64,
        pub(crate) length: u64,
        pub(crate) pieces: u64,
        pub(crate) error: u8,
    }

    /// The recorded events, and whether each is still waiting for its detail.
    type Notes = Vec<(Seen, bool)>;

    thread_local! {
        static NOTES: RefCell<Notes> = const { RefCell::new(Vec::new()) };
    }

    pub(crate) fn recorder() -> &'static Recorder {
        static RECORDER: Recorder = Recorder(Functions { string, begin, end, detail });
        &RECORDER
    }

    pub(crate) fn take() -> Vec<Seen> {
        NOTES.with_borrow_mut(std::mem::take).into_iter().map(|(seen, _)| seen).collect()
    }

    unsafe extern "C" fn string(_: u16, _: *const c_char, length: usize) -> u32 {
        u32::try_from(length).unwrap()
    }

    unsafe extern "C" fn begin(call: u8, _: u32, offset: u64, length: u64) -> *mut c_void {
        let call = Call::of_number(call).unwrap();
        NOTES.with_borrow_mut(|notes| {
            notes.push((Seen { call, offset, length, pieces: 0, error: 0 }, true));
            ptr::without_provenance_mut(notes.len())
        })
    }

    unsafe extern "C" fn end(token: *mut c_void, _: u32, offset: u64, length: u64, error: u8) {
        // A test may have taken events that were begun before.
        NOTES.with_borrow_mut(|notes| {
            if let Some((seen, _)) = notes.get_mut(token.addr() - 1) {
                *seen = Seen { offset, length, error, ..*seen };
            }
        });
    }

    /// By the same rule as readers.
    unsafe extern "C" fn detail(_: u32, count: u64, _: u32, _: u32, _: u32) {
        NOTES.with_borrow_mut(|notes| {
            if let Some((seen, waits)) = notes.iter_mut().rev().find(|(_, waits)| *waits) {
                (seen.pieces, *waits) = (count, false);
            }
        });
    }
}
