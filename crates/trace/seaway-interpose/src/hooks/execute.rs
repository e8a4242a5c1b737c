// SPDX-License-Identifier: MIT OR Apache-2.0
//! A process executes another program. The event is recorded before the call, since it returns only on
//! failure.

use core::ffi::{CStr, c_char, c_int};

use libc::AT_FDCWD;
use seaway_trace_format::Call;

use super::environment;
use super::outcome::Outcome;
use crate::hook::{hooks, one_hook};
use crate::recorder::{self, Recorder};
use crate::redirect::Arguments;
use crate::variables::{self, Entries};

one_hook! {
    fn execve(path: *const c_char, arguments: Arguments, environment: Entries) -> c_int
        => |recorder, real(environment: Entries)| recorder.executing(AT_FDCWD, path, environment, real),
        staged |stage, call| environment::completed(environment, |environment| {
            stage.executing(AT_FDCWD, path, arguments, &|_, path, arguments| call(path, arguments, environment))
        })
}
one_hook! {
    fn execvpe(name: *const c_char, arguments: Arguments, environment: Entries) -> c_int
        => |recorder, real(environment: Entries)| recorder.executing(AT_FDCWD, name, environment, real),
        staged |stage, call| environment::completed(environment, |environment| {
            let found: &dyn Fn(c_int, *const c_char, Arguments) -> c_int =
                &|_, path, arguments| call(path, arguments, environment);
            stage.executing_found(name, arguments, found, || call(name, arguments, environment))
        })
}
one_hook! {
    fn fexecve(descriptor: c_int, arguments: Arguments, environment: Entries) -> c_int
        => |recorder, real(environment: Entries)| recorder.executing(descriptor, c"".as_ptr(), environment, real),
        staged |_stage, call| environment::completed(environment, |environment| {
            call(descriptor, arguments, environment)
        })
}
one_hook! {
    fn execveat(
        folder: c_int, path: *const c_char, arguments: Arguments, environment: Entries, flags: c_int
    ) -> c_int
        => |recorder, real(environment: Entries)| recorder.executing(folder, path, environment, real),
        staged |stage, call| environment::completed(environment, |environment| {
            let call: &dyn Fn(c_int, *const c_char, Arguments) -> c_int =
                &|folder, path, arguments| call(folder, path, arguments, environment, flags);
            stage.executing(folder, path, arguments, call)
        })
}

// As in the C library: functions without an environment use the process's own.
hooks! {
    fn [execv](path: *const c_char, arguments: Arguments) -> c_int
        // SAFETY: with the arguments that the caller vouches for.
        => |_recorder, _real| unsafe { execve(path, arguments, variables::own()) },
        // SAFETY: as above.
        staged |_stage, _call| unsafe { execve(path, arguments, variables::own()) };
    fn [execvp](name: *const c_char, arguments: Arguments) -> c_int
        // SAFETY: with the arguments that the caller vouches for.
        => |_recorder, _real| unsafe { execvpe(name, arguments, variables::own()) },
        // SAFETY: as above.
        staged |_stage, _call| unsafe { execvpe(name, arguments, variables::own()) };
}

impl Recorder {
    fn executing(
        self,
        folder: c_int,
        path: *const c_char,
        environment: Entries,
        real: impl FnOnce(Entries) -> c_int,
    ) -> c_int {
        let file = self.program(folder, path);
        let token = self.begin_last(Call::Exec, file, 0);
        let result = environment::completed(environment, real);
        let error = result.error();
        // Another recorder, if a signal handler has forked meanwhile.
        if let Some(recorder) = recorder::current() {
            recorder.end(token, file, 0, 0, error);
        }
        result
    }

    /// Names without a slash are searched in PATH: then the program's location is not known here.
    pub(super) fn program(self, folder: c_int, name: *const c_char) -> u32 {
        if name.is_null() {
            return 0;
        }
        // SAFETY: the caller's name ends with a zero.
        let bytes = unsafe { CStr::from_ptr(name) }.to_bytes();
        if folder == AT_FDCWD && !bytes.contains(&b'/') {
            return self.text(bytes);
        }
        // SAFETY: as above.
        unsafe { self.path(folder, name) }
    }
}

/// Arguments of a variadic call: the first five after the path in registers, others on the stack.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Passed {
    registers: Arguments,
    stack: Arguments,
}

#[cfg(target_arch = "x86_64")]
impl Passed {
    const REGISTERS: usize = 5;

    /// # Safety
    /// No earlier argument was the terminating null.
    unsafe fn argument(self, index: usize) -> *const c_char {
        // SAFETY: as for this function.
        unsafe {
            match index.checked_sub(Self::REGISTERS) {
                None => *self.registers.add(index),
                Some(index) => *self.stack.add(index),
            }
        }
    }

    /// # Safety
    /// The arguments are null-terminated.
    unsafe fn count(self) -> usize {
        // SAFETY: as for this function.
        (0..).find(|index| unsafe { self.argument(*index) }.is_null()).unwrap_or(0)
    }

    /// Calls `work` with the arguments as a list.
    ///
    /// # Safety
    /// The arguments are null-terminated.
    unsafe fn collected(self, work: impl FnOnce(Arguments) -> c_int) -> c_int {
        // SAFETY: as for this function.
        let count = unsafe { self.count() };
        environment::with_pointers(count + 1, |list| {
            for (index, place) in list.iter_mut().enumerate() {
                // SAFETY: the list has room for all arguments and the null.
                *place = unsafe { self.argument(index) };
            }
            work(list.as_ptr())
        })
    }
}

/// Called by the functions below.
///
/// # Safety
/// As for the C function.
#[cfg(target_arch = "x86_64")]
unsafe extern "C-unwind" fn collected_execl(
    path: *const c_char,
    registers: Arguments,
    stack: Arguments,
) -> c_int {
    // SAFETY: as for this function.
    unsafe { Passed { registers, stack }.collected(|arguments| execve(path, arguments, variables::own())) }
}

/// # Safety
/// As for the C function.
#[cfg(target_arch = "x86_64")]
unsafe extern "C-unwind" fn collected_execlp(
    name: *const c_char,
    registers: Arguments,
    stack: Arguments,
) -> c_int {
    // SAFETY: as for this function.
    unsafe { Passed { registers, stack }.collected(|arguments| execvpe(name, arguments, variables::own())) }
}

/// The environment follows the null.
///
/// # Safety
/// As for the C function.
#[cfg(target_arch = "x86_64")]
unsafe extern "C-unwind" fn collected_execle(
    path: *const c_char,
    registers: Arguments,
    stack: Arguments,
) -> c_int {
    let passed = Passed { registers, stack };
    // SAFETY: as for this function.
    unsafe {
        let environment = passed.argument(passed.count() + 1).cast();
        passed.collected(|arguments| execve(path, arguments, environment))
    }
}

/// Variadic functions: see `formatted`.
#[cfg(target_arch = "x86_64")]
macro_rules! listed {
    ($($name:ident => $collected:ident;)*) => {$(
        // SAFETY: the C library's name. The caller's arguments are passed on as they are.
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        unsafe extern "C-unwind" fn $name() {
            core::arch::naked_asm!(
                ".cfi_startproc",
                "endbr64",
                "sub rsp, 56",
                ".cfi_adjust_cfa_offset 56",
                "mov [rsp], rsi",
                "mov [rsp + 8], rdx",
                "mov [rsp + 16], rcx",
                "mov [rsp + 24], r8",
                "mov [rsp + 32], r9",
                "mov rsi, rsp",
                "lea rdx, [rsp + 64]",
                "call {collected}",
                "add rsp, 56",
                ".cfi_adjust_cfa_offset -56",
                "ret",
                ".cfi_endproc",
                collected = sym $collected,
            )
        }
    )*};
}

#[cfg(target_arch = "x86_64")]
listed! {
    execl => collected_execl;
    execlp => collected_execlp;
    execle => collected_execle;
}
