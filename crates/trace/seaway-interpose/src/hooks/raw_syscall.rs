// SPDX-License-Identifier: MIT OR Apache-2.0
//! `syscall`: programs that make system calls by number, because the C library has no function for them, or
//! by habit.

use core::ffi::{c_char, c_int, c_long};

use libc::AT_FDCWD;
use seaway_trace_format::Call;

use crate::hook::hooks;
use crate::recorder::Recorder;

// As many arguments as any system call has. Those that the caller has not given are arbitrary, and passed on
// to a kernel that ignores them.
hooks! {
    fn [syscall](
        number: c_long, first: usize, second: usize, third: usize, fourth: usize, fifth: usize, sixth: usize
    ) -> c_long
        => |recorder, real| recorder.calling(number, [first, second, third, fourth], real);
    fn [openat2](folder: c_int, path: *const c_char, how: *const u64, size: usize) -> c_int
        => |recorder, real| recorder.opening(Call::Openat2, folder, path, flags_of(how), real);
}

/// The first field of the argument of `openat2`.
fn flags_of(how: *const u64) -> c_int {
    // SAFETY: the caller's argument is valid.
    if how.is_null() { 0 } else { unsafe { *how as c_int } }
}

impl Recorder {
    fn calling(self, number: c_long, arguments: [usize; 4], real: impl Fn() -> c_long + Copy) -> c_long {
        let [first, second, third, fourth] = arguments;
        let descriptor = first as c_int;
        let opened = || real() as c_int;
        match number {
            #[cfg(target_arch = "x86_64")]
            libc::SYS_open => {
                self.opening(Call::Open, AT_FDCWD, first as *const c_char, second as c_int, opened).into()
            }
            libc::SYS_openat => {
                self.opening(Call::Openat, descriptor, second as *const c_char, third as c_int, opened).into()
            }
            libc::SYS_openat2 => {
                let flags = flags_of(third as *const u64);
                self.opening(Call::Openat2, descriptor, second as *const c_char, flags, opened).into()
            }
            libc::SYS_close => self.closing(descriptor, opened).into(),
            libc::SYS_close_range => {
                self.closing_range(first as u32, second as u32, third as c_int, opened).into()
            }
            libc::SYS_read => self.sequential(Call::Read, descriptor, third, real),
            libc::SYS_write => self.sequential(Call::Write, descriptor, third, real),
            libc::SYS_readv => self.sequential(Call::Readv, descriptor, 0, real),
            libc::SYS_writev => self.sequential(Call::Writev, descriptor, 0, real),
            libc::SYS_pread64 => self.at(Call::Pread, descriptor, fourth as i64, third, real),
            libc::SYS_pwrite64 => self.at(Call::Pwrite, descriptor, fourth as i64, third, real),
            libc::SYS_fsync => self.on_descriptor(Call::Fsync, descriptor, real),
            libc::SYS_fdatasync => self.on_descriptor(Call::Fdatasync, descriptor, real),
            libc::SYS_statx => self.on_name(Call::Statx, descriptor, second as *const c_char, real),
            libc::SYS_copy_file_range => {
                self.transferring(Call::CopyFileRange, descriptor, third as c_int, 0, || real() as isize)
                    as c_long
            }
            libc::SYS_io_submit => self.submitting(second as c_long, third as *const *mut _, real),
            libc::SYS_io_uring_setup => self.making_ring(real),
            _ => real(),
        }
    }
}
