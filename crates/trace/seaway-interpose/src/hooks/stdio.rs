// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading and writing of buffered files. The bytes are those that the program moved: the C library reads and
//! writes them in other pieces, by internal calls that hooks do not see.

use core::ffi::{c_char, c_int, c_long, c_void};

use libc::{FILE, off_t};
use seaway_trace_format::Call;

use super::outcome::{Outcome, error_now};
use super::streams::{self, descriptor_of, standard_input, standard_output};
use crate::hook::hooks;
use crate::recorder::{Described, Recorder};

hooks! {
    fn [fread fread_unlocked](buffer: *mut c_void, size: usize, count: usize, stream: *mut FILE) -> usize
        => |recorder, real| recorder.elements(Call::Fread, stream, size, count, real);
    fn [__fread_chk __fread_unlocked_chk](
        buffer: *mut c_void, room: usize, size: usize, count: usize, stream: *mut FILE
    ) -> usize
        => |recorder, real| recorder.elements(Call::Fread, stream, size, count, real);
    fn [fwrite fwrite_unlocked](buffer: *const c_void, size: usize, count: usize, stream: *mut FILE) -> usize
        => |recorder, real| recorder.elements(Call::Fwrite, stream, size, count, real);

    fn [fgets fgets_unlocked](buffer: *mut c_char, room: c_int, stream: *mut FILE) -> *mut c_char
        => |recorder, real| recorder.line(stream, real);
    fn [__fgets_chk __fgets_unlocked_chk](
        buffer: *mut c_char, size: usize, room: c_int, stream: *mut FILE
    ) -> *mut c_char
        => |recorder, real| recorder.line(stream, real);
    fn [getline](buffer: *mut *mut c_char, room: *mut usize, stream: *mut FILE) -> isize
        => |recorder, real| recorder.buffered(Call::Getline, stream, real, Outcome::amount);
    fn [getdelim __getdelim](
        buffer: *mut *mut c_char, room: *mut usize, delimiter: c_int, stream: *mut FILE
    ) -> isize
        => |recorder, real| recorder.buffered(Call::Getline, stream, real, Outcome::amount);
    fn [fgetc getc _IO_getc fgetc_unlocked getc_unlocked](stream: *mut FILE) -> c_int
        => |recorder, real| recorder.buffered(Call::Fgetc, stream, real, |_| 1);
    fn [getchar getchar_unlocked]() -> c_int
        => |recorder, real| recorder.buffered(Call::Fgetc, standard_input(), real, |_| 1);
    fn [__uflow](stream: *mut FILE) -> c_int
        => |recorder, real| {
            recorder.buffered(Call::Underflow, stream, real, |_| streams::bytes_refilled(stream))
        };

    fn [fputs fputs_unlocked](text: *const c_char, stream: *mut FILE) -> c_int
        => |recorder, real| recorder.buffered(Call::Fputs, stream, real, |_| length_of(text));
    fn [puts](text: *const c_char) -> c_int
        => |recorder, real| {
            recorder.buffered(Call::Fputs, standard_output(), real, |_| length_of(text) + 1)
        };
    fn [fputc putc _IO_putc fputc_unlocked putc_unlocked](byte: c_int, stream: *mut FILE) -> c_int
        => |recorder, real| recorder.buffered(Call::Fputc, stream, real, |_| 1);
    fn [putchar putchar_unlocked](byte: c_int) -> c_int
        => |recorder, real| recorder.buffered(Call::Fputc, standard_output(), real, |_| 1);
    fn [__overflow](stream: *mut FILE, byte: c_int) -> c_int
        => |recorder, real| {
            let waiting = streams::bytes_waiting(stream);
            recorder.buffered(Call::Overflow, stream, real, |_| waiting + 1)
        };

    fn [fseek](stream: *mut FILE, offset: c_long, whence: c_int) -> c_int
        => |recorder, real| recorder.seeking_stream(stream, offset, whence, real);
    fn [fseeko fseeko64](stream: *mut FILE, offset: off_t, whence: c_int) -> c_int
        => |recorder, real| recorder.seeking_stream(stream, offset, whence, real);
    fn [rewind](stream: *mut FILE) -> ()
        => |recorder, real| {
            let rewound = || {
                real();
                0
            };
            recorder.seeking_stream(stream, 0, libc::SEEK_SET, rewound);
        };
    fn [fsetpos fsetpos64](stream: *mut FILE, position: *const c_void) -> c_int
        => |recorder, real| recorder.seeking_stream(stream, 0, libc::SEEK_CUR, real);
    fn [fflush fflush_unlocked](stream: *mut FILE) -> c_int
        => |recorder, real| recorder.flushing(stream, real);
}

fn length_of(text: *const c_char) -> u64 {
    // SAFETY: the caller's text ends with a zero.
    unsafe { libc::strlen(text) as u64 }
}

impl Recorder {
    /// A call that returns the number of elements moved; fewer at the end of the file, or after an error.
    #[inline(always)]
    fn elements(
        self,
        call: Call,
        stream: *mut FILE,
        size: usize,
        count: usize,
        real: impl FnOnce() -> usize,
    ) -> usize {
        let descriptor = descriptor_of(stream);
        let Some((file, offset)) = self.stream(descriptor) else { return real() };
        let token = self.begin(call, file, offset, (size as u64).wrapping_mul(count as u64));
        let moved = real();
        let error = if moved < count { stream_error(stream) } else { 0 };
        self.end(token, file, offset, (size as u64).wrapping_mul(moved as u64), error);
        moved
    }

    /// A call that returns a negative value at the end of the file, or after an error.
    #[inline(always)]
    pub(super) fn buffered<R: Outcome>(
        self,
        call: Call,
        stream: *mut FILE,
        real: impl FnOnce() -> R,
        bytes: impl FnOnce(R) -> u64,
    ) -> R {
        let Some((file, offset)) = self.stream(descriptor_of(stream)) else { return real() };
        let token = self.begin(call, file, offset, 0);
        let result = real();
        let failed = result.failed();
        let length = if failed { 0 } else { bytes(result) };
        self.end(token, file, offset, length, if failed { stream_error(stream) } else { 0 });
        result
    }

    fn line(self, stream: *mut FILE, real: impl FnOnce() -> *mut c_char) -> *mut c_char {
        self.buffered(Call::Fgets, stream, real, |line| length_of(line))
    }

    fn seeking_stream(
        self,
        stream: *mut FILE,
        offset: off_t,
        whence: c_int,
        real: impl FnOnce() -> c_int,
    ) -> c_int {
        let descriptor = descriptor_of(stream);
        let Described::File(file) = self.describe(descriptor) else { return real() };
        let length = u64::from(descriptor as u32);
        let token = self.begin(Call::Fseek, file, offset.max(0) as u64, length);
        let result = real();
        let error = result.error();
        let position = match whence {
            libc::SEEK_SET => offset,
            // SAFETY: the caller's stream is open; the query changes nothing.
            _ if error == 0 => unsafe { libc::ftello(stream) },
            _ => offset,
        };
        self.end(token, file, position as u64, if error == 0 { length } else { 0 }, error);
        result
    }

    fn flushing(self, stream: *mut FILE, real: impl FnOnce() -> c_int) -> c_int {
        // Null means all streams.
        if stream.is_null() {
            return self.on_file(Call::Fflush, 0, 0, real);
        }
        self.on_descriptor(Call::Fflush, descriptor_of(stream), real)
    }

    /// File and descriptor, as in events of buffered files; `None` if it is not a file.
    #[inline(always)]
    fn stream(self, descriptor: c_int) -> Option<(u32, u64)> {
        // Memory, or callbacks of the program.
        if descriptor < 0 {
            return None;
        }
        match self.describe(descriptor) {
            Described::File(file) => Some((file, u64::from(descriptor as u32))),
            Described::NoFile => None,
        }
    }
}

/// Distinguishes an error from the end of the file.
#[cold]
fn stream_error(stream: *mut FILE) -> u8 {
    // SAFETY: the caller's stream is open. The function reads a field.
    if unsafe { libc::ferror(stream) } != 0 { error_now() } else { 0 }
}
