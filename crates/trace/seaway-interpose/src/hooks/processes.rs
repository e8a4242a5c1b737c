// SPDX-License-Identifier: MIT OR Apache-2.0
//! Creation and end of processes.

use core::ffi::{c_char, c_int, c_void};
#[cfg(target_arch = "x86_64")]
use core::sync::atomic::Ordering::Relaxed;

use libc::{AT_FDCWD, FILE, mode_t, pid_t};
use seaway_trace_format::Call;

use super::environment;
use super::outcome::{ErrorNumber, Outcome};
use super::streams::descriptor_of;
use crate::hook::{hooks, one_hook};
use crate::recorder::Recorder;
use crate::redirect::Arguments;
use crate::variables::Entries;

hooks! {
    fn [fork _Fork]() -> pid_t
        => |recorder, real| recorder.forking(real);
    fn [system](command: *const c_char) -> c_int
        => |recorder, real| recorder.running_command(real);
    fn [popen](command: *const c_char, mode: *const c_char) -> *mut FILE
        => |recorder, real| recorder.opening_command(real);
    // Arguments after the fourth exist only with some flags.
    fn [clone](
        function: *mut c_void, stack: *mut c_void, flags: c_int, argument: *mut c_void, parent: *mut c_void,
        local: *mut c_void, child: *mut c_void
    ) -> c_int
        => |recorder, real| recorder.cloning(flags, real);
    fn [_exit _Exit quick_exit](status: c_int) -> !
        => |recorder, real| {
            recorder.note_exit();
            real()
        };
}

one_hook! {
    fn posix_spawn(
        process: *mut pid_t, path: *const c_char, actions: *const c_void, attributes: *const c_void,
        arguments: Arguments, environment: Entries
    ) -> ErrorNumber
        => |recorder, real(environment: Entries)| recorder.spawning(process, path, environment, real),
        staged |stage, call| environment::completed(environment, |environment| {
            let call: &dyn Fn(c_int, *const c_char, Arguments) -> ErrorNumber =
                &|_, path, arguments| call(process, path, actions, attributes, arguments, environment);
            stage.executing(AT_FDCWD, path, arguments, call)
        })
}
one_hook! {
    fn posix_spawnp(
        process: *mut pid_t, name: *const c_char, actions: *const c_void, attributes: *const c_void,
        arguments: Arguments, environment: Entries
    ) -> ErrorNumber
        => |recorder, real(environment: Entries)| recorder.spawning(process, name, environment, real),
        staged |stage, call| environment::completed(environment, |environment| {
            let found: &dyn Fn(c_int, *const c_char, Arguments) -> ErrorNumber =
                &|_, path, arguments| call(process, path, actions, attributes, arguments, environment);
            let search = || call(process, name, actions, attributes, arguments, environment);
            stage.executing_found(name, arguments, found, search)
        })
}
hooks! {
    fn [posix_spawn_file_actions_addopen](
        actions: *mut c_void, descriptor: c_int, path: *const c_char, flags: c_int, mode: mode_t
    ) -> ErrorNumber
        => |_recorder, real| real(),
        staged |stage, call| {
            stage.opening_later(path, flags, |path| call(actions, descriptor, path, flags, mode))
        };
    fn [posix_spawn_file_actions_addchdir_np](
        actions: *mut c_void, path: *const c_char
    ) -> ErrorNumber
        => |_recorder, real| real(),
        staged |stage, call| stage.opening_later(path, libc::O_RDONLY, |path| call(actions, path));
}

impl Recorder {
    /// The child gets its own recorder, which begins with its first call.
    fn forking(self, real: impl FnOnce() -> pid_t) -> pid_t {
        let token = self.begin(Call::Fork, 0, 0, 0);
        let child = real();
        if child == 0 {
            self.forked();
            return child;
        }
        self.end(token, 0, 0, if child < 0 { 0 } else { child.amount() }, child.error());
        child
    }

    /// A child with this thread's memory and variables, and descriptors of its own, is like one of vfork. If
    /// it is not waited for, its end is not known: then the thread is considered to have such a child
    /// forever.
    fn cloning(self, flags: c_int, real: impl FnOnce() -> c_int) -> c_int {
        let shares = |flag: c_int| flags & flag != 0;
        if !shares(libc::CLONE_VM) || shares(libc::CLONE_FILES) || shares(libc::CLONE_SETTLS) {
            return real();
        }
        self.vfork_begins();
        let child = real();
        if child < 0 || shares(libc::CLONE_VFORK) {
            self.vfork_ended();
        }
        child
    }

    fn spawning(
        self,
        process: *mut pid_t,
        path: *const c_char,
        environment: Entries,
        real: impl FnOnce(Entries) -> ErrorNumber,
    ) -> ErrorNumber {
        let file = self.program(AT_FDCWD, path);
        let token = self.begin(Call::Spawn, file, 0, 0);
        let result = environment::completed(environment, real);
        // SAFETY: the caller's number may be read; it is written if the call succeeds.
        let child = if result.failed() || process.is_null() { 0 } else { unsafe { *process } };
        self.end(token, file, 0, child.amount(), result.error());
        result
    }

    /// It returns the command's status.
    fn running_command(self, real: impl FnOnce() -> c_int) -> c_int {
        self.on_file(Call::System, 0, 0, real)
    }

    fn opening_command(self, real: impl FnOnce() -> *mut FILE) -> *mut FILE {
        let token = self.begin(Call::Popen, 0, 0, 0);
        let stream = real();
        let descriptor = if stream.is_null() { 0 } else { descriptor_of(stream) };
        // It is a pipe now, whatever it was.
        self.forget_descriptors(descriptor as u32, descriptor as u32);
        self.end(token, 0, u64::from(descriptor as u32), 0, stream.error());
        stream
    }

    fn note_exit(self) {
        let token = self.begin(Call::Exit, 0, 0, 0);
        self.end(token, 0, 0, 0, 0);
    }
}

/// A child of vfork runs on its parent's stack, and returns from here first. So nothing may be kept on the
/// stack: the system call is made here, and what is needed afterwards is in registers, of which the parent
/// has its own.
///
/// # Safety
/// As for the C function.
#[cfg(target_arch = "x86_64")]
#[unsafe(no_mangle)]
#[unsafe(naked)]
unsafe extern "C-unwind" fn vfork() -> pid_t {
    core::arch::naked_asm!(
        ".cfi_startproc",
        "endbr64",
        "sub rsp, 24",
        ".cfi_adjust_cfa_offset 24",
        "mov rdi, rsp",
        "call {begins}",
        "mov rsi, [rsp]",
        "mov rdx, [rsp + 8]",
        "add rsp, 24",
        ".cfi_adjust_cfa_offset -24",
        "pop r8",
        ".cfi_adjust_cfa_offset -8",
        ".cfi_register rip, r8",
        "mov eax, 58",
        "syscall",
        "push r8",
        ".cfi_adjust_cfa_offset 8",
        ".cfi_rel_offset rip, 0",
        "test eax, eax",
        "je 2f",
        "mov edi, eax",
        "sub rsp, 8",
        ".cfi_adjust_cfa_offset 8",
        "call {ended}",
        "add rsp, 8",
        ".cfi_adjust_cfa_offset -8",
        "2:",
        "ret",
        ".cfi_endproc",
        begins = sym vfork_begins,
        ended = sym vfork_ended,
    )
}

/// # Safety
/// The token can be written.
#[cfg(target_arch = "x86_64")]
unsafe extern "C-unwind" fn vfork_begins(token: *mut crate::recorder::Token) {
    use crate::recorder::{self, Token};
    crate::thread::current().vforks.fetch_add(1, Relaxed);
    let begun = recorder::current().map_or(Token::NONE, |recorder| recorder.begin(Call::Vfork, 0, 0, 0));
    // SAFETY: as for this function.
    unsafe { token.write(begun) };
}

/// In the parent, with the kernel's result. Returns what `vfork` returns.
#[cfg(target_arch = "x86_64")]
extern "C-unwind" fn vfork_ended(result: c_int, place: usize, ticks: u64) -> c_int {
    use crate::recorder::{self, Token};
    let error = if result < 0 { -result } else { 0 };
    crate::thread::current().vforks.fetch_sub(1, Relaxed);
    if let Some(recorder) = recorder::current() {
        let length = if result < 0 { 0 } else { result.amount() };
        recorder.end(Token::of(place, ticks), 0, 0, length, error as u8);
    }
    if result < 0 {
        crate::next::set_errno(error);
        return -1;
    }
    result
}
