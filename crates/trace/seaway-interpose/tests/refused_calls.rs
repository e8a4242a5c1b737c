// SPDX-License-Identifier: MIT OR Apache-2.0
//! Each system call that the recorder makes for itself fails, one after the other, with several errors: the
//! program does not notice. The recorder makes system calls directly, so they are identified by their
//! address: the test traces the program as a debugger does.
#![cfg(target_arch = "x86_64")]
#![allow(clippy::unwrap_used, reason = "a test stops where it cannot go on")]

mod support;

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::ops::Range;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use support::Trial;

/// The recorder's own system calls, without those that the program makes through it.
const CALLS: [libc::c_long; 12] = [
    libc::SYS_openat,
    libc::SYS_mmap,
    libc::SYS_fallocate,
    libc::SYS_pwrite64,
    libc::SYS_fcntl,
    libc::SYS_fstat,
    libc::SYS_fchmod,
    libc::SYS_madvise,
    libc::SYS_read,
    libc::SYS_readlinkat,
    libc::SYS_getcwd,
    libc::SYS_rt_sigaction,
];

/// The outcome of one run.
struct Outcome {
    /// How many calls the recorder made, by number.
    calls: BTreeMap<i64, u32>,
    has_refused: bool,
    status: libc::c_int,
    output: String,
}

/// A process that stops at each of its system calls.
struct Traced(libc::pid_t);

impl Traced {
    /// Continues to the next stop; returns the status if it has ended.
    fn go_on(&self, signal: libc::c_int) -> Result<libc::c_int, libc::c_int> {
        let mut status = 0;
        // SAFETY: the process is a child of this thread, which traces it.
        unsafe {
            libc::ptrace(libc::PTRACE_SYSCALL, self.0, 0, signal);
            assert_eq!(libc::waitpid(self.0, &raw mut status, 0), self.0);
        }
        if libc::WIFSTOPPED(status) { Ok(libc::WSTOPSIG(status)) } else { Err(status) }
    }

    fn registers(&self) -> libc::user_regs_struct {
        let mut registers = std::mem::MaybeUninit::zeroed();
        // SAFETY: the process has stopped, and the pointer is valid.
        unsafe {
            assert_eq!(libc::ptrace(libc::PTRACE_GETREGS, self.0, 0, registers.as_mut_ptr()), 0);
            registers.assume_init()
        }
    }

    fn set_registers(&self, registers: &libc::user_regs_struct) {
        // SAFETY: as above.
        unsafe { assert_eq!(libc::ptrace(libc::PTRACE_SETREGS, self.0, 0, registers), 0) };
    }

    /// Address range of the library's code; `None` before it is loaded.
    fn library(&self) -> Option<Range<u64>> {
        let maps = std::fs::read_to_string(format!("/proc/{}/maps", self.0)).ok()?;
        let line = maps.lines().find(|line| line.contains("libseaway_posix.so") && line.contains("r-xp"))?;
        let (begin, end) = line.split_whitespace().next()?.split_once('-')?;
        let number = |text| u64::from_str_radix(text, 16).ok();
        Some(number(begin)?..number(end)?)
    }
}

fn begin(command: &mut Command) -> std::process::Child {
    // SAFETY: one system call, between fork and exec.
    unsafe {
        command.pre_exec(|| match libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0) {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        });
    }
    command.stdout(Stdio::piped()).spawn().unwrap()
}

/// Runs the program; the recorder's `nth` call of this number fails with `error`.
#[expect(clippy::zombie_processes, reason = "it is waited for by the calls of a debugger")]
fn run(trial: &Trial, program: &Path, more: &[&str], refused: Option<(i64, u32, i32)>) -> Outcome {
    const STOP_AT_CALL: libc::c_int = libc::SIGTRAP | 0x80;
    let mut command = trial.command(program);
    // If the file cannot be created, there is none to truncate.
    command.env("MAY_BE_MISSING", "1");
    command.arg(trial.folder()).arg("few").arg(trial.trace.path()).args(more);
    let mut child = begin(&mut command);
    let traced = Traced(i32::try_from(child.id()).unwrap());
    let mut status = 0;
    // SAFETY: as in `go_on`.
    unsafe {
        assert_eq!(libc::waitpid(traced.0, &raw mut status, 0), traced.0);
        libc::ptrace(
            libc::PTRACE_SETOPTIONS,
            traced.0,
            0,
            libc::PTRACE_O_TRACESYSGOOD | libc::PTRACE_O_EXITKILL,
        );
    }
    let (mut calls, mut library, mut has_refused) = (BTreeMap::new(), None, false);
    let (mut signal, mut is_entry, mut refusing) = (0, true, None);
    let status = loop {
        let stop = match traced.go_on(signal) {
            Ok(stop) => stop,
            Err(status) => break status,
        };
        signal = 0;
        if stop != STOP_AT_CALL {
            signal = if stop == libc::SIGTRAP { 0 } else { stop };
            continue;
        }
        let mut registers = traced.registers();
        if is_entry {
            library = library.or_else(|| traced.library());
            let number = registers.orig_rax.cast_signed();
            let is_ours = library.as_ref().is_some_and(|range| range.contains(&registers.rip));
            if is_ours && CALLS.contains(&number) {
                let count = calls.entry(number).or_insert(0);
                *count += 1;
                if let Some((_, _, error)) = refused.filter(|&(call, nth, _)| (call, nth) == (number, *count))
                {
                    // A call that does not exist: nothing is done.
                    registers.orig_rax = u64::MAX;
                    traced.set_registers(&registers);
                    (refusing, has_refused) = (Some(error), true);
                }
            }
        } else if let Some(error) = refusing.take() {
            registers.rax = i64::from(-error).cast_unsigned();
            traced.set_registers(&registers);
        }
        is_entry = !is_entry;
    };
    let mut output = String::new();
    child.stdout.take().unwrap().read_to_string(&mut output).unwrap();
    Outcome { calls, has_refused, status, output }
}

/// For every call of a run without failures.
fn refuse_all(is_cut: bool) {
    let trial = Trial::new();
    let program = trial.compiled("cut.c");
    let run = |refused| {
        for path in trial.files() {
            std::fs::remove_file(path).unwrap();
        }
        let outcome = run(&trial, &program, if is_cut { &["5000"] } else { &[] }, refused);
        assert_eq!((outcome.status, outcome.output.as_str()), (0, "good\n"), "{refused:?}");
        outcome
    };
    let whole = run(None).calls;
    for call in [libc::SYS_openat, libc::SYS_mmap, libc::SYS_fallocate, libc::SYS_fstat] {
        assert!(whole.contains_key(&call), "the recorder makes no call {call}");
    }
    let mut refusals = 0;
    for (call, count) in whole {
        for nth in 1..=count {
            for error in [libc::EIO, libc::ENOSPC, libc::EINTR] {
                // After EINTR the call is repeated, so later ones have other numbers; nevertheless each is
                // reached.
                refusals += u32::from(run(Some((call, nth, error))).has_refused);
            }
        }
    }
    assert!(refusals > 30, "only {refusals} calls were refused");
}

#[test]
fn every_call_of_the_recorder_may_fail() {
    refuse_all(false);
}

#[test]
fn every_call_of_the_recorder_may_fail_while_its_file_is_cut() {
    refuse_all(true);
}
