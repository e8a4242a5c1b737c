// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`TracedRequest`]: a nonblocking call whose completion is recorded.

use std::sync::atomic::{AtomicU32, Ordering};

use seaway_device_api::Result;
use seaway_devices::{Detail, Ended, recorder};
use seaway_engine::Status;
use seaway_trace_format::Call;

use super::{class_of, span};

#[derive(Debug, Clone, Copy)]
pub(crate) struct TracedRequest {
    /// Unique in this process; recorded with the call that started it, too.
    number: u32,
    file: u32,
    device: u32,
}

impl TracedRequest {
    /// For the current call of this thread. `None`: nothing is traced.
    #[inline]
    pub(crate) fn begun() -> Option<Self> {
        if super::is_on() { Self::of_span() } else { None }
    }

    #[cold]
    fn of_span() -> Option<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        // 0 means none, so it is skipped when the counter wraps around.
        let number = NEXT.fetch_add(1, Ordering::Relaxed).max(1);
        span::note(|state| {
            state.detail.request = number;
            Some(Self { number, file: state.ended.file, device: state.detail.device })
        })
    }

    /// The bytes have moved, or the access has failed.
    pub(crate) fn ended(&self, outcome: &Result<Status>) {
        let Some(recorder) = recorder() else { return };
        let (length, error) = match outcome {
            Ok(status) => (status.bytes, 0),
            Err(error) => (0, class_of(error.kind())),
        };
        let event = recorder.begin(Call::MpiRequestEnd, self.file, self.number.into(), length);
        let ended = Ended { file: self.file, offset: self.number.into(), length, error };
        recorder.end(event, ended, Detail { device: self.device, request: self.number, ..Detail::default() });
    }
}
