// SPDX-License-Identifier: MIT OR Apache-2.0
//! Formatted reading and writing.
//!
//! Variadic functions cannot be defined in Rust. On known architectures a few instructions collect the
//! arguments, as C's `va_start` does, and call the hook of the function that takes a `va_list`. Elsewhere
//! only the latter are hooked.

use core::ffi::{c_char, c_int, c_void};

use libc::FILE;
use seaway_trace_format::Call;

use super::outcome::Outcome;
use super::streams::{standard_input, standard_output};
use crate::hook::hooks;
use crate::recorder::Recorder;

/// `va_list`: on the supported architectures a pointer, or an array, which is passed as one.
type Arguments = *mut c_void;

hooks! {
    fn [vfprintf](stream: *mut FILE, format: *const c_char, arguments: Arguments) -> c_int
        => |recorder, real| recorder.buffered(Call::Fprintf, stream, real, Outcome::amount);
    fn [__vfprintf_chk](stream: *mut FILE, flag: c_int, format: *const c_char, arguments: Arguments) -> c_int
        => |recorder, real| recorder.buffered(Call::Fprintf, stream, real, Outcome::amount);
    fn [vprintf](format: *const c_char, arguments: Arguments) -> c_int
        => |recorder, real| recorder.buffered(Call::Fprintf, standard_output(), real, Outcome::amount);
    fn [__vprintf_chk](flag: c_int, format: *const c_char, arguments: Arguments) -> c_int
        => |recorder, real| recorder.buffered(Call::Fprintf, standard_output(), real, Outcome::amount);
    fn [vdprintf](descriptor: c_int, format: *const c_char, arguments: Arguments) -> c_int
        => |recorder, real| recorder.sequential(Call::Fprintf, descriptor, 0, real);
    fn [__vdprintf_chk](descriptor: c_int, flag: c_int, format: *const c_char, arguments: Arguments) -> c_int
        => |recorder, real| recorder.sequential(Call::Fprintf, descriptor, 0, real);
    fn [vfscanf __isoc99_vfscanf __isoc23_vfscanf](
        stream: *mut FILE, format: *const c_char, arguments: Arguments
    ) -> c_int
        => |recorder, real| recorder.scanning(stream, real);
    fn [vscanf __isoc99_vscanf __isoc23_vscanf](format: *const c_char, arguments: Arguments) -> c_int
        => |recorder, real| recorder.scanning(standard_input(), real);
}

impl Recorder {
    /// The number of bytes consumed is not known.
    fn scanning(self, stream: *mut FILE, real: impl FnOnce() -> c_int) -> c_int {
        self.buffered(Call::Fscanf, stream, real, |_| 0)
    }
}

/// A variadic function with `$fixed` named arguments calls `$collected`, with the address of a `va_list` as
/// its last argument, in `$last`.
#[cfg(target_arch = "x86_64")]
macro_rules! variadic {
    ($($name:ident => $collected:ident, $fixed:literal, $last:literal;)*) => {$(
        // SAFETY: the C library's name. The caller's arguments are passed on as they are.
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        unsafe extern "C-unwind" fn $name() {
            // System V ABI, AMD64 supplement, "Variable Argument Lists": registers are saved below the arguments that
            // are on the stack; the list says how many of each kind were used.
            core::arch::naked_asm!(
                ".cfi_startproc",
                "endbr64",
                "sub rsp, 216",
                ".cfi_adjust_cfa_offset 216",
                "mov [rsp + 32], rdi",
                "mov [rsp + 40], rsi",
                "mov [rsp + 48], rdx",
                "mov [rsp + 56], rcx",
                "mov [rsp + 64], r8",
                "mov [rsp + 72], r9",
                "test al, al",
                "je 2f",
                "movaps [rsp + 80], xmm0",
                "movaps [rsp + 96], xmm1",
                "movaps [rsp + 112], xmm2",
                "movaps [rsp + 128], xmm3",
                "movaps [rsp + 144], xmm4",
                "movaps [rsp + 160], xmm5",
                "movaps [rsp + 176], xmm6",
                "movaps [rsp + 192], xmm7",
                "2:",
                concat!("mov dword ptr [rsp], ", $fixed, " * 8"),
                "mov dword ptr [rsp + 4], 48",
                "lea rax, [rsp + 224]",
                "mov [rsp + 8], rax",
                "lea rax, [rsp + 32]",
                "mov [rsp + 16], rax",
                concat!("mov ", $last, ", rsp"),
                "call {collected}",
                "add rsp, 216",
                ".cfi_adjust_cfa_offset -216",
                "ret",
                ".cfi_endproc",
                collected = sym $collected,
            )
        }
    )*};
}

#[cfg(target_arch = "x86_64")]
variadic! {
    printf => vprintf, "1", "rsi";
    __printf_chk => __vprintf_chk, "2", "rdx";
    fprintf => vfprintf, "2", "rdx";
    __fprintf_chk => __vfprintf_chk, "3", "rcx";
    dprintf => vdprintf, "2", "rdx";
    __dprintf_chk => __vdprintf_chk, "3", "rcx";
    scanf => vscanf, "1", "rsi";
    __isoc99_scanf => __isoc99_vscanf, "1", "rsi";
    __isoc23_scanf => __isoc23_vscanf, "1", "rsi";
    fscanf => vfscanf, "2", "rdx";
    __isoc99_fscanf => __isoc99_vfscanf, "2", "rdx";
    __isoc23_fscanf => __isoc23_vfscanf, "2", "rdx";
}
