// SPDX-License-Identifier: MIT OR Apache-2.0
//! `syscall`: programs that make system calls by number, because the C library has no function for them, or
//! by habit.

use core::ffi::{c_char, c_int, c_long};

use libc::AT_FDCWD;
use seaway_trace_format::Call;

use crate::hook::hooks;
use crate::recorder::Recorder;
use crate::redirect::{Change, Layout, Redirect};

// As many arguments as any system call has. Those that the caller has not given are arbitrary, and passed on
// to a kernel that ignores them.
hooks! {
    fn [syscall](
        number: c_long, first: usize, second: usize, third: usize, fourth: usize, fifth: usize, sixth: usize
    ) -> c_long
        => |recorder, real| recorder.calling(number, [first, second, third, fourth], real),
        staged |stage, call| {
            let arguments = [first, second, third, fourth, fifth, sixth];
            stage.calling(number, arguments, |[first, second, third, fourth, fifth, sixth]| {
                call(number, first, second, third, fourth, fifth, sixth)
            })
        };
    fn [openat2](folder: c_int, path: *const c_char, how: *const u64, size: usize) -> c_int
        => |recorder, real| recorder.opening(Call::Openat2, folder, path, flags_of(how), real),
        staged |stage, call| {
            stage.descriptor((folder, path), flags_of(how), |folder, path| call(folder, path, how, size))
        };
}

/// The first field of the argument of `openat2`.
fn flags_of(how: *const u64) -> c_int {
    // SAFETY: the caller's argument is valid.
    if how.is_null() { 0 } else { unsafe { *how as c_int } }
}

impl Redirect {
    /// Calls that take a name, at the places where the kernel takes it.
    fn calling(self, number: c_long, given: [usize; 6], call: impl Fn([usize; 6]) -> c_long) -> c_long {
        let [first, second, third, fourth, fifth, sixth] = given;
        let at = (first as c_int, second as *const c_char);
        let of = (AT_FDCWD, first as *const c_char);
        let on_at = |folder: c_int, name: *const c_char| {
            call([folder as usize, name as usize, third, fourth, fifth, sixth]) as c_int
        };
        let on = |_: c_int, name: *const c_char| {
            call([name as usize, second, third, fourth, fifth, sixth]) as c_int
        };
        let result = match number {
            libc::SYS_openat => self.descriptor(at, third as c_int, on_at),
            libc::SYS_openat2 => self.descriptor(at, flags_of(third as *const u64), on_at),
            libc::SYS_newfstatat => self.status(at, (Layout::Stat, third as *mut _), on_at),
            libc::SYS_statx => self.status(at, (Layout::Statx, fifth as *mut _), on_at),
            libc::SYS_faccessat | libc::SYS_faccessat2 => self.access(at, third as c_int, on_at),
            libc::SYS_mkdirat | libc::SYS_mknodat => self.create(at, on_at),
            libc::SYS_unlinkat => self.change(at, Change::Entry, on_at),
            libc::SYS_fchmodat => self.change(at, Change::Contents, on_at),
            libc::SYS_utimensat if second != 0 => self.change(at, Change::Link, on_at),
            libc::SYS_renameat2 | libc::SYS_linkat => {
                let change = if number == libc::SYS_linkat { Change::Link } else { Change::Entry };
                let new = (third as c_int, fourth as *const c_char);
                self.pair(at, new, change, |old, new| {
                    call([old.0 as usize, old.1 as usize, new.0 as usize, new.1 as usize, fifth, sixth])
                        as c_int
                })
            }
            libc::SYS_chdir => self.entering(of.1, |name| on(AT_FDCWD, name)),
            #[cfg(target_arch = "x86_64")]
            libc::SYS_open => self.descriptor(of, second as c_int, on),
            #[cfg(target_arch = "x86_64")]
            libc::SYS_stat | libc::SYS_lstat => self.status(of, (Layout::Stat, second as *mut _), on),
            #[cfg(target_arch = "x86_64")]
            libc::SYS_access => self.access(of, second as c_int, on),
            #[cfg(target_arch = "x86_64")]
            libc::SYS_mkdir => self.create(of, on),
            #[cfg(target_arch = "x86_64")]
            libc::SYS_rmdir | libc::SYS_unlink => self.change(of, Change::Entry, on),
            #[cfg(target_arch = "x86_64")]
            libc::SYS_chmod => self.change(of, Change::Contents, on),
            #[cfg(target_arch = "x86_64")]
            libc::SYS_rename => {
                self.pair(of, (AT_FDCWD, second as *const c_char), Change::Entry, |old, new| {
                    call([old.1 as usize, new.1 as usize, third, fourth, fifth, sixth]) as c_int
                })
            }
            _ => return call(given),
        };
        result.into()
    }
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
