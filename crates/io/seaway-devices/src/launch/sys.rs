// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs a command from a user's process without side effects on it: no page is copied on write (memory may be
//! registered with a network card), no SIGCHLD arrives, no `wait` finds a child, and the command inherits no
//! descriptor, signal mask, handler or CPU affinity.
//!
//! A first process starts the second and exits at once; both run in the caller's memory while it waits, as
//! after vfork. So they may do little: system calls on prepared data, and nothing that takes a lock or
//! allocates.
#![allow(unsafe_code, reason = "neither std nor rustix can start a process like this")]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::ptr;

/// More than both processes need.
const STACK_WORDS: usize = (64 << 10) / size_of::<u128>();
const NO_DESCRIPTOR: RawFd = -1;
/// Closed one by one if the kernel cannot close them all.
const MOST_DESCRIPTORS: RawFd = 1 << 16;
const LAST_SIGNAL: c_int = 64;

/// A command, with all that it needs.
pub(super) struct Program {
    /// Candidate files, in order.
    pub(super) files: Vec<CString>,
    pub(super) arguments: Vec<CString>,
    pub(super) environment: Vec<CString>,
}

/// The data of both processes, in the caller's memory.
struct Order {
    files: Vec<*const c_char>,
    arguments: Vec<*const c_char>,
    environment: Vec<*const c_char>,
    /// Standard input, output and error.
    descriptors: [RawFd; 3],
    second_stack: Vec<u128>,
    /// Readable when the second process has ended.
    handle: RawFd,
    /// Error number if it could not be run, otherwise 0.
    error: c_int,
}

/// Starts `program` with these as its standard input, output and error; all three must be above 2. Returns a
/// descriptor that becomes readable when it has ended, if the kernel supports that.
pub(super) fn run(program: &Program, descriptors: &[OwnedFd; 3]) -> io::Result<Option<OwnedFd>> {
    let mut order = Order {
        files: pointers(&program.files),
        arguments: pointers(&program.arguments),
        environment: pointers(&program.environment),
        descriptors: descriptors.each_ref().map(AsRawFd::as_raw_fd),
        second_stack: vec![0; STACK_WORDS],
        handle: NO_DESCRIPTOR,
        error: libc::ENOENT,
    };
    let mut stack = vec![0_u128; STACK_WORDS];
    let held = hold_back_signals()?;
    // The descriptor table is shared with the first process, so that the handle of the second is valid here.
    // 0: no signal at exit.
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_FILES;
    // SAFETY: the stack is allocated here and its end is aligned; `order` lives until the process has ended,
    // since CLONE_VFORK makes this thread wait for it. Nothing else refers to it meanwhile.
    let first = unsafe { libc::clone(start_second, end_of(&mut stack), flags, (&raw mut order).cast()) };
    let started = if first < 0 { Err(io::Error::last_os_error()) } else { Ok(()) };
    if started.is_ok() {
        wait_for(first);
    }
    release_signals(&held);
    started?;
    // SAFETY: the kernel created it, and nothing else uses it.
    let handle = (order.handle >= 0).then(|| unsafe { OwnedFd::from_raw_fd(order.handle) });
    match order.error {
        0 => Ok(handle),
        number => Err(io::Error::from_raw_os_error(number)),
    }
}

/// The first process.
extern "C" fn start_second(order: *mut c_void) -> c_int {
    let order = order.cast::<Order>();
    // SAFETY: `run` created it and waits; only the second process writes `error`, and this one waits for it.
    unsafe {
        let stack = end_of(&mut (*order).second_stack);
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD;
        let second = libc::clone(become_the_program, stack, flags, order.cast(), &raw mut (*order).handle);
        if second < 0 {
            (*order).error = *libc::__errno_location();
        }
    }
    0
}

/// The second process. Returns only if the program cannot be run.
extern "C" fn become_the_program(order: *mut c_void) -> c_int {
    // SAFETY: `run` created it and waits, as does the first process.
    let order = unsafe { &mut *order.cast::<Order>() };
    // SAFETY: system calls on numbers and on data prepared by `run`.
    unsafe {
        // Detached from the terminal and from signals to the program's process group.
        libc::setsid();
        for (number, &descriptor) in (0..).zip(&order.descriptors) {
            if libc::dup2(descriptor, number) < 0 {
                order.error = *libc::__errno_location();
                return 1;
            }
        }
        close_others();
        unbind();
        reset_signals();
        // The last of these is the null pointer.
        for &file in &order.files[..order.files.len() - 1] {
            // The value if the program runs. Volatile: the compiler must not assume that nobody reads it
            // before the next line.
            ptr::write_volatile(&raw mut order.error, 0);
            libc::execve(file, order.arguments.as_ptr(), order.environment.as_ptr());
            order.error = *libc::__errno_location();
            if !matches!(order.error, libc::ENOENT | libc::ENOTDIR | libc::EACCES) {
                break;
            }
        }
        if order.error == 0 {
            order.error = libc::ENOENT;
        }
    }
    1
}

fn close_others() {
    // SAFETY: the table of descriptors is this process's own copy.
    unsafe {
        if libc::syscall(libc::SYS_close_range, 3_u32, u32::MAX, 0_u32) != 0 {
            (3..MOST_DESCRIPTORS).for_each(|descriptor| {
                libc::close(descriptor);
            });
        }
    }
}

/// A rank is often bound to a core. Programs that it starts should not be.
fn unbind() {
    let all = [u8::MAX; 128];
    // SAFETY: reads the mask; the kernel ignores cores that do not exist.
    unsafe { libc::syscall(libc::SYS_sched_setaffinity, 0, size_of_val(&all), all.as_ptr()) };
}

fn reset_signals() {
    // The kernel's own structure: the C library refuses to set its two internal signals. All zeros is the
    // default.
    let default = [0_u64; 8];
    // SAFETY: handlers and mask are this process's own copies; the set has the size that the kernel knows.
    unsafe {
        for signal in 1..=LAST_SIGNAL {
            let nothing = ptr::null_mut::<c_void>();
            libc::syscall(libc::SYS_rt_sigaction, signal, default.as_ptr(), nothing, size_of::<u64>());
        }
        let mut none = MaybeUninit::<libc::sigset_t>::zeroed().assume_init();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, ptr::null_mut());
    }
}

/// While two processes share this memory, no handler of the program may run in them. Returns the previous
/// mask.
fn hold_back_signals() -> io::Result<libc::sigset_t> {
    let mut all = MaybeUninit::<libc::sigset_t>::uninit();
    let mut before = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: fills both sets; `before` is initialised if the call succeeds.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        match libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr()) {
            0 => Ok(before.assume_init()),
            number => Err(io::Error::from_raw_os_error(number)),
        }
    }
}

fn release_signals(before: &libc::sigset_t) {
    // SAFETY: the set came from the kernel.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before, ptr::null_mut()) };
}

/// It has already ended, and only this call waits for it: other waits ignore children without an exit signal.
fn wait_for(process: libc::pid_t) {
    // SAFETY: requests no status.
    while unsafe { libc::waitpid(process, ptr::null_mut(), libc::__WALL) } < 0
        && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
    {}
}

fn end_of(stack: &mut [u128]) -> *mut c_void {
    stack.as_mut_ptr_range().end.cast()
}

/// A null-terminated list of strings, as C expects.
fn pointers(strings: &[CString]) -> Vec<*const c_char> {
    strings.iter().map(|string| CStr::as_ptr(string)).chain([ptr::null()]).collect()
}
