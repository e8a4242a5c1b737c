// SPDX-License-Identifier: MIT OR Apache-2.0
//! A SIGBUS that Seaway did not cause still belongs to the program: default action or handler, whenever it
//! was installed. Each case is a process of its own, which a signal may kill.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests say what they expect, and what happened")]

use std::env;
use std::ffi::{c_int, c_void};
use std::fs::File;
use std::io::{IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::AsRawFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicUsize, Ordering};

use seaway_device_api::{
    Device, DeviceFile, DevicePath, Extent, Hints, OpenFlags, OpenOptions, Segments, SegmentsMut,
};
use seaway_devices::ufs::UfsDevice;

const CASE: &str = "SEAWAY_TEST_PAGE_FAULTS";
const PAGE: usize = 4096;
/// Enough calls for their pages to be mapped.
const CALLS: usize = 2000;
/// The exit code of the program's handler.
const HANDLED: c_int = 42;

#[test]
fn an_unrelated_fault_ends_the_program_as_before() {
    assert_eq!(run("default").signal(), Some(libc::SIGBUS));
}

#[test]
fn a_signal_that_was_sent_ends_the_program_as_before() {
    assert_eq!(run("sent").signal(), Some(libc::SIGBUS));
}

#[test]
fn a_signal_that_was_sent_is_ignored_where_the_program_ignores_it() {
    assert!(run("ignored").success());
}

#[test]
fn the_programs_handler_gets_its_own_faults_and_none_of_ours() {
    for case in ["handler before", "handler after", "handler over ours that passes on"] {
        assert_eq!(run(case).code(), Some(HANDLED), "{case}");
    }
}

#[test]
fn a_handler_that_is_to_run_once_runs_once() {
    assert_eq!(run("once").signal(), Some(libc::SIGBUS));
}

#[test]
fn threads_that_block_the_signal_use_calls() {
    assert!(run("blocked").success());
}

#[test]
fn a_child_of_fork_survives_as_well() {
    assert!(run("fork").success());
}

/// Not a test: the program that the tests run.
#[test]
fn case() {
    let Ok(case) = env::var(CASE) else { return };
    let hot = Hot::new();
    match case.as_str() {
        "default" => {
            hot.survive_truncation();
            fault();
        }
        "sent" | "ignored" => {
            hot.survive_truncation();
            // Rust's own handler for stack overflows would take a sent signal for a recurring fault.
            set_handler(if case == "sent" { libc::SIG_DFL } else { libc::SIG_IGN }, 0);
            // Mapped again, which reinstalls Seaway's handler on top.
            hot.survive_truncation();
            // SAFETY: a signal to this thread.
            unsafe { libc::raise(libc::SIGBUS) };
        }
        "handler before" => {
            set_handler(end_if_expected as *const () as usize, libc::SA_SIGINFO);
            hot.survive_truncation();
            fault();
        }
        "handler after" => {
            hot.survive_truncation();
            set_handler(end_if_expected as *const () as usize, libc::SA_SIGINFO);
            Hot::new().survive_truncation();
            fault();
        }
        "handler over ours that passes on" => {
            set_handler(end_if_expected as *const () as usize, libc::SA_SIGINFO);
            hot.survive_truncation();
            let before = set_handler(pass_on as *const () as usize, libc::SA_SIGINFO);
            BEFORE.store(before, Ordering::Relaxed);
            Hot::new().survive_truncation();
            fault();
        }
        "once" => {
            set_handler(do_nothing as *const () as usize, libc::SA_RESETHAND);
            hot.survive_truncation();
            fault();
        }
        "blocked" => {
            block();
            hot.survive_truncation();
            std::thread::spawn(move || hot.survive_truncation()).join().unwrap();
        }
        "fork" => fork(&hot),
        other => panic!("{other}"),
    }
}

fn run(case: &str) -> ExitStatus {
    let output = Command::new(env::current_exe().unwrap())
        .args(["case", "--exact", "--nocapture"])
        .env(CASE, case)
        .output()
        .unwrap();
    println!("{case}: {}", String::from_utf8_lossy(&output.stderr));
    output.status
}

/// A file that is accessed repeatedly, so that its pages are mapped.
struct Hot {
    file: Box<dyn DeviceFile>,
    other: File,
}

impl Hot {
    fn new() -> Self {
        let temporary = tempfile::NamedTempFile::new_in("/dev/shm").unwrap();
        let flags = OpenFlags::READ | OpenFlags::WRITE;
        let options = OpenOptions { flags, hints: Hints::new(), ranks: 1 };
        let path = DevicePath::new(temporary.path().to_str().unwrap());
        Self { file: UfsDevice.open(&path, &options).unwrap(), other: temporary.into_file() }
    }

    /// Another program's truncation between the size check and the copy, reproduced without a race: a mapped
    /// range stays after its file was truncated.
    fn survive_truncation(&self) {
        let bytes = [7; 4 * PAGE];
        let whole = Extent::new(0, bytes.len() as u64);
        let write = || self.file.write(&[whole], &Segments::new(&[IoSlice::new(&bytes)])).unwrap();
        (0..CALLS).for_each(|_| write());
        if let Ok(mapped) = self.file.mapping().unwrap().map_for_writing(whole) {
            self.other.set_len(PAGE as u64 / 2).unwrap();
            mapped.target().slice(0..whole.len.cast_signed()).unwrap().fill(8);
            assert!(!mapped.is_intact());
        } else {
            self.other.set_len(PAGE as u64 / 2).unwrap();
        }
        let mut back = [0; 4 * PAGE];
        let mut read = || {
            let got =
                self.file.read(&[whole], &mut SegmentsMut::new(&mut [IoSliceMut::new(&mut back)])).unwrap();
            (got, back)
        };
        assert_eq!(read().0, PAGE as u64 / 2);
        write();
        assert!(read() == (whole.len, bytes));
    }
}

/// Where the program's own fault will be.
static EXPECTED: AtomicUsize = AtomicUsize::new(0);
static BEFORE: AtomicUsize = AtomicUsize::new(0);

/// A fault of the program's own: beyond the end of an empty file that it has mapped.
fn fault() {
    let file = tempfile::tempfile().unwrap();
    // SAFETY: a new mapping at an address of the kernel's choice; reading it is what the test is about.
    unsafe {
        let start =
            libc::mmap(std::ptr::null_mut(), PAGE, libc::PROT_READ, libc::MAP_SHARED, file.as_raw_fd(), 0);
        EXPECTED.store(start.addr(), Ordering::Relaxed);
        start.cast::<u8>().read_volatile();
    }
    panic!("nothing happened");
}

extern "C" fn end_if_expected(signal: c_int, info: *mut libc::siginfo_t, _context: *mut c_void) {
    // SAFETY: the kernel passes a valid description.
    let address = unsafe { (*info).si_addr() }.addr();
    let expected = signal == libc::SIGBUS && address == EXPECTED.load(Ordering::Relaxed);
    // SAFETY: ends the process.
    unsafe { libc::_exit(if expected { HANDLED } else { 1 }) };
}

/// What a careful library does: calls the previous handler.
extern "C" fn pass_on(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    type Handler = extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void);
    // SAFETY: it was the handler before, with three arguments.
    let before = unsafe { std::mem::transmute::<usize, Handler>(BEFORE.load(Ordering::Relaxed)) };
    before(signal, info, context);
}

extern "C" fn do_nothing(_signal: c_int) {}

/// Returns the previous handler.
fn set_handler(handler: usize, flags: c_int) -> usize {
    // SAFETY: all fields are valid as zeros; the handlers have the arguments that their flags say.
    unsafe {
        let mut new: libc::sigaction = MaybeUninit::zeroed().assume_init();
        let mut old: libc::sigaction = MaybeUninit::zeroed().assume_init();
        new.sa_sigaction = handler;
        new.sa_flags = flags;
        assert_eq!(libc::sigaction(libc::SIGBUS, &raw const new, &raw mut old), 0);
        old.sa_sigaction
    }
}

fn block() {
    // SAFETY: a set on the stack.
    unsafe {
        let mut set: libc::sigset_t = MaybeUninit::zeroed().assume_init();
        libc::sigfillset(&raw mut set);
        assert_eq!(libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut()), 0);
    }
}

fn fork(hot: &Hot) {
    hot.survive_truncation();
    // SAFETY: the child has one thread, this one, and ends without running destructors.
    let child = unsafe { libc::fork() };
    if child == 0 {
        hot.survive_truncation();
        // SAFETY: ends the process.
        unsafe { libc::_exit(0) };
    }
    let mut status = 0;
    // SAFETY: waits for the child of above.
    assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
    assert_eq!(status, 0);
}
