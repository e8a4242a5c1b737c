// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Recorder`]: writes the trace of this process, if there is one.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use seaway_trace_format::{Call, StringKind, environment};

use super::sys::{Functions, Token};

/// Set once it is known that this process is not traced: then the check costs one load.
static IS_ABSENT: AtomicBool = AtomicBool::new(false);

/// The recorder of this process. `None`: it is not traced.
#[inline]
pub fn recorder() -> Option<&'static Recorder> {
    if IS_ABSENT.load(Ordering::Relaxed) { None } else { find() }
}

#[cold]
fn find() -> Option<&'static Recorder> {
    static RECORDER: OnceLock<Option<Recorder>> = OnceLock::new();
    let found = RECORDER.get_or_init(|| {
        std::env::var_os(environment::FOLDER).filter(|folder| !folder.is_empty())?;
        Functions::find().map(Recorder)
    });
    if found.is_none() {
        IS_ABSENT.store(true, Ordering::Relaxed);
    }
    found.as_ref()
}

#[derive(Debug, Clone, Copy)]
pub struct Recorder(pub(super) Functions);

/// A call in progress. It must be ended, or it looks as if it never returned.
#[derive(Debug)]
#[must_use = "a call that is not ended looks as if it never returned"]
pub struct Event(Option<Token>);

/// The outcome of a call. The meaning of the fields depends on the call: see `seaway_trace_format::Region`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ended {
    pub file: u32,
    pub offset: u64,
    pub length: u64,
    pub error: u8,
}

/// Details of MPI and device calls. Numbers of strings, except for `count` and `request`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Detail {
    pub datatype: u32,
    pub count: u64,
    pub strategy: u32,
    pub device: u32,
    pub request: u32,
}

impl Recorder {
    /// The number that stands for `text` in events.
    pub fn string(&self, kind: StringKind, text: &str) -> u32 {
        self.0.string(kind as u16, text.as_bytes())
    }

    pub fn begin(&self, call: Call, file: u32, offset: u64, length: u64) -> Event {
        Event(self.0.begin(call as u8, file, offset, length))
    }

    /// Every call has a detail, recorded immediately after it has returned: readers match them by order.
    pub fn end(&self, event: Event, ended: Ended, detail: Detail) {
        let Event(Some(token)) = event else { return };
        self.0.end(token, ended.file, ended.offset, ended.length, ended.error);
        let Detail { datatype, count, strategy, device, request } = detail;
        self.0.detail(datatype, count, strategy, device, request);
    }
}
