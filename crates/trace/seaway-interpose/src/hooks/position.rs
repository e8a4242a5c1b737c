// SPDX-License-Identifier: MIT OR Apache-2.0
//! Positions, sizes, and flushing to disk.

use core::ffi::{c_char, c_int, c_uint};

use libc::{AT_FDCWD, off_t};
use seaway_trace_format::Call;

use super::Fields;
use super::outcome::{ErrorNumber, Outcome};
use crate::hook::hooks;
use crate::recorder::Recorder;
use crate::redirect::Change;

hooks! {
    fn [lseek lseek64](descriptor: c_int, offset: off_t, whence: c_int) -> off_t
        => |recorder, real| recorder.seeking(descriptor, offset, real);
    fn [fsync](descriptor: c_int) -> c_int
        => |recorder, real| recorder.on_descriptor(Call::Fsync, descriptor, real);
    fn [fdatasync](descriptor: c_int) -> c_int
        => |recorder, real| recorder.on_descriptor(Call::Fdatasync, descriptor, real);
    fn [syncfs](descriptor: c_int) -> c_int
        => |recorder, real| recorder.on_descriptor(Call::Syncfs, descriptor, real);
    fn [sync]() -> ()
        => |recorder, real| recorder.syncing(real);
    fn [sync_file_range](descriptor: c_int, offset: off_t, length: off_t, flags: c_uint) -> c_int
        => |recorder, real| recorder.on_range(Call::SyncFileRange, descriptor, (offset, length), real);
    fn [truncate truncate64](path: *const c_char, size: off_t) -> c_int
        => |recorder, real| recorder.on_name_with(Call::Truncate, AT_FDCWD, path, size as u64, real),
        staged |stage, call| stage.change((AT_FDCWD, path), Change::Contents, |_, path| call(path, size));
    fn [ftruncate ftruncate64](descriptor: c_int, size: off_t) -> c_int
        => |recorder, real| recorder.on_range(Call::Ftruncate, descriptor, (size, 0), real);
    fn [fallocate fallocate64](descriptor: c_int, mode: c_int, offset: off_t, length: off_t) -> c_int
        => |recorder, real| recorder.on_range(Call::Fallocate, descriptor, (offset, length), real);
    fn [posix_fallocate posix_fallocate64](descriptor: c_int, offset: off_t, length: off_t) -> ErrorNumber
        => |recorder, real| recorder.on_range(Call::PosixFallocate, descriptor, (offset, length), real);
    fn [posix_fadvise posix_fadvise64](
        descriptor: c_int, offset: off_t, length: off_t, advice: c_int
    ) -> ErrorNumber
        => |recorder, real| recorder.on_range(Call::PosixFadvise, descriptor, (offset, length), real);
}

impl Recorder {
    fn seeking(self, descriptor: c_int, offset: off_t, real: impl FnOnce() -> off_t) -> off_t {
        let length = u64::from(descriptor as u32);
        // The result is not known yet; a negative distance is not a position.
        let asked = Fields { offset: offset.max(0) as u64, length };
        self.on(Call::Lseek, descriptor, asked, real, |position| Fields { offset: position.amount(), length })
    }

    fn syncing(self, real: impl FnOnce()) {
        let token = self.begin(Call::Sync, 0, 0, 0);
        real();
        self.end(token, 0, 0, 0, 0);
    }
}
