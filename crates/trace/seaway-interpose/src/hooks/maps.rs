// SPDX-License-Identifier: MIT OR Apache-2.0
//! Mapped files. Accesses to the memory are not seen; the mapping itself is.

use core::ffi::{c_int, c_void};

use libc::off_t;
use seaway_trace_format::Call;

use super::outcome::{Outcome, error_now};
use crate::hook::hooks;
use crate::recorder::{Described, Recorder};

hooks! {
    fn [mmap mmap64](
        address: *mut c_void, length: usize, protection: c_int, flags: c_int, descriptor: c_int, offset: off_t
    ) -> *mut c_void
        => |recorder, real| recorder.mapping((descriptor, flags), offset as u64, length, real);
    fn [munmap](address: *mut c_void, length: usize) -> c_int
        => |recorder, real| recorder.unmapping(address, length, real);
    fn [msync](address: *mut c_void, length: usize, flags: c_int) -> c_int
        => |recorder, real| recorder.on_mapping(Call::Msync, address, length, real);
}

impl Recorder {
    fn mapping(
        self,
        (descriptor, flags): (c_int, c_int),
        offset: u64,
        length: usize,
        real: impl FnOnce() -> *mut c_void,
    ) -> *mut c_void {
        if flags & libc::MAP_ANONYMOUS != 0 {
            return real();
        }
        let Described::File(file) = self.describe(descriptor) else { return real() };
        let token = self.begin(Call::Mmap, file, offset, length as u64);
        let address = real();
        let failed = address == libc::MAP_FAILED;
        if failed {
            self.end(token, file, offset, 0, error_now());
        } else {
            self.add_mapping(address.addr(), length, file, offset);
            self.end(token, file, offset, length as u64, 0);
        }
        address
    }

    fn unmapping(self, address: *mut c_void, length: usize, real: impl FnOnce() -> c_int) -> c_int {
        let result = self.on_mapping(Call::Munmap, address, length, real);
        if result == 0 {
            self.remove_mappings(address.addr(), length);
        }
        result
    }

    /// Files only; other memory is not recorded.
    fn on_mapping(
        self,
        call: Call,
        address: *mut c_void,
        length: usize,
        real: impl FnOnce() -> c_int,
    ) -> c_int {
        let Some((file, offset)) = self.find_mapping(address.addr()) else { return real() };
        let token = self.begin(call, file, offset, length as u64);
        let result = real();
        let error = result.error();
        self.end(token, file, offset, if error == 0 { length as u64 } else { 0 }, error);
        result
    }
}
