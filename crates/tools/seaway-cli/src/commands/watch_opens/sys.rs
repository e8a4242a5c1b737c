// SPDX-License-Identifier: MIT OR Apache-2.0
//! Seccomp's user notification: a process that asks to be watched, and its pending calls.
#![allow(unsafe_code, reason = "neither std nor rustix has these calls")]

use std::io;
use std::mem;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;

/// `open` and `creat` are old calls that newer architectures do not have.
#[cfg(target_arch = "x86_64")]
const OLD_OPENS: [libc::c_long; 2] = [libc::SYS_open, libc::SYS_creat];
#[cfg(not(target_arch = "x86_64"))]
const OLD_OPENS: [libc::c_long; 0] = [];

const OPENS: [libc::c_long; 5] =
    [libc::SYS_openat, libc::SYS_openat2, libc::SYS_execve, libc::SYS_execveat, libc::SYS_io_uring_setup];

/// From now on, opens of this thread and of all that it starts wait until the holder of the listener lets
/// them continue. Cannot be undone. Setuid programs run without their privileges.
pub(super) fn install() -> io::Result<OwnedFd> {
    let filter = filter();
    let program = libc::sock_fprog {
        len: u16::try_from(filter.len()).expect("a dozen instructions"),
        filter: filter.as_ptr().cast_mut(),
    };
    // SAFETY: takes numbers.
    check(unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) }.into())?;
    // SAFETY: the kernel copies the program, which is complete.
    let listen = |flags: libc::c_ulong| unsafe {
        check(libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, &raw const program))
    };
    let plain = libc::SECCOMP_FILTER_FLAG_NEW_LISTENER;
    // Without this flag, a signal during a notification would restart the call, which would then be recorded
    // twice. Needs Linux 5.19.
    let descriptor = match listen(plain | libc::SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV) {
        Err(error) if error.raw_os_error() == Some(libc::EINVAL) => listen(plain)?,
        outcome => outcome?,
    };
    let descriptor = i32::try_from(descriptor).map_err(io::Error::other)?;
    // SAFETY: a new descriptor that nothing else uses.
    Ok(unsafe { OwnedFd::from_raw_fd(descriptor) })
}

/// Stops native calls that open files; all others pass.
fn filter() -> Vec<libc::sock_filter> {
    /// `BPF_LD | BPF_W | BPF_ABS`, `BPF_JMP | BPF_JEQ | BPF_K` and `BPF_RET | BPF_K` of C's headers.
    const LOAD: u16 = 0x20;
    const EQUAL: u16 = 0x15;
    const RETURN: u16 = 0x06;
    let instruction = |code, k, jt, jf| libc::sock_filter { code, jt, jf, k };
    let calls: Vec<libc::c_long> = OLD_OPENS.into_iter().chain(OPENS).collect();
    let count = u8::try_from(calls.len()).expect("a handful");
    let mut filter = vec![
        // `arch` of seccomp_data.
        instruction(LOAD, 4, 0, 0),
        // 32-bit programs have other call numbers: they pass.
        instruction(EQUAL, ARCHITECTURE, 0, count + 1),
        // `nr`.
        instruction(LOAD, 0, 0, 0),
    ];
    for (index, call) in (0..count).zip(calls) {
        let number = u32::try_from(call).expect("system calls have small numbers");
        filter.push(instruction(EQUAL, number, count - index, 0));
    }
    filter.push(instruction(RETURN, libc::SECCOMP_RET_ALLOW, 0, 0));
    filter.push(instruction(RETURN, libc::SECCOMP_RET_USER_NOTIF, 0, 0));
    filter
}

/// A call that waits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Waiting {
    pub(super) id: u64,
    pub(super) thread: u32,
    pub(super) call: libc::c_long,
    /// Address of the system call instruction.
    pub(super) instruction: u64,
    pub(super) arguments: [u64; 6],
}

/// The next call. `None`: it is gone already, with its thread.
pub(super) fn next(listener: BorrowedFd<'_>) -> io::Result<Option<Waiting>> {
    // SAFETY: numbers, for which zeros are valid; the kernel requires zeros.
    let mut seen: libc::seccomp_notif = unsafe { mem::zeroed() };
    // SAFETY: the kernel fills the value, which is as long as it says.
    let code = unsafe { libc::ioctl(listener.as_raw_fd(), receive(), &raw mut seen) };
    match check(code.into()) {
        Ok(_) => Ok(Some(Waiting {
            id: seen.id,
            thread: seen.pid,
            call: seen.data.nr.into(),
            instruction: seen.data.instruction_pointer,
            arguments: seen.data.args,
        })),
        Err(error) if matches!(error.raw_os_error(), Some(libc::ENOENT | libc::EINTR)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Lets a call continue.
pub(super) fn let_go(listener: BorrowedFd<'_>, id: u64) -> io::Result<()> {
    let flags = libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE.try_into().expect("one bit");
    let answer = libc::seccomp_notif_resp { id, val: 0, error: 0, flags };
    // SAFETY: the kernel reads the value, which is as long as it says.
    match check(unsafe { libc::ioctl(listener.as_raw_fd(), send(), &raw const answer) }.into()) {
        // The thread was killed meanwhile.
        Err(error) if error.raw_os_error() == Some(libc::ENOENT) => Ok(()),
        outcome => outcome.map(drop),
    }
}

/// Whether the call is still pending: if so, the memory read before was that of this process.
pub(super) fn is_waiting(listener: BorrowedFd<'_>, id: u64) -> bool {
    // SAFETY: the kernel reads the number.
    unsafe { libc::ioctl(listener.as_raw_fd(), is_valid(), &raw const id) == 0 }
}

/// A descriptor inherited from the parent.
pub(super) fn inherited(descriptor: i32) -> io::Result<OwnedFd> {
    // SAFETY: takes numbers; also makes sure that the program does not inherit it.
    check(unsafe { libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC) }.into())?;
    // SAFETY: it is open, as was checked, and nothing else here uses it.
    Ok(unsafe { OwnedFd::from_raw_fd(descriptor) })
}

/// Signals to forward to the program.
pub(super) struct Signals(OwnedFd);

impl Signals {
    /// From now on they are blocked, and can be read.
    pub(super) fn hold() -> io::Result<Self> {
        const HELD: [libc::c_int; 9] = [
            libc::SIGHUP,
            libc::SIGINT,
            libc::SIGQUIT,
            libc::SIGTERM,
            libc::SIGUSR1,
            libc::SIGUSR2,
            libc::SIGALRM,
            libc::SIGCONT,
            libc::SIGWINCH,
        ];
        // SAFETY: the set is made empty before it is used; the calls change this thread's mask and nothing else.
        unsafe {
            let mut set = mem::zeroed();
            libc::sigemptyset(&raw mut set);
            for signal in HELD {
                libc::sigaddset(&raw mut set, signal);
            }
            libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut());
            let descriptor =
                check(libc::signalfd(-1, &raw const set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK).into())?;
            Ok(Self(OwnedFd::from_raw_fd(i32::try_from(descriptor).map_err(io::Error::other)?)))
        }
    }

    pub(super) fn as_fd(&self) -> BorrowedFd<'_> {
        std::os::fd::AsFd::as_fd(&self.0)
    }

    /// The next signal, and whether the kernel sent it, as it does for a terminal.
    pub(super) fn next(&self) -> Option<(libc::c_int, bool)> {
        // SAFETY: numbers, for which zeros are right.
        let mut seen: libc::signalfd_siginfo = unsafe { mem::zeroed() };
        let bytes = mem::size_of_val(&seen);
        // SAFETY: the kernel fills the value, and no more than that.
        let read = unsafe { libc::read(self.0.as_raw_fd(), (&raw mut seen).cast(), bytes) };
        let number = libc::c_int::try_from(seen.ssi_signo).ok()?;
        (usize::try_from(read) == Ok(bytes)).then_some((number, seen.ssi_code == libc::SI_KERNEL))
    }
}

/// Ends this process by a signal, without a core dump of its own.
pub(super) fn end_by(signal: libc::c_int) -> io::Result<()> {
    let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: values that the calls read; the process ends here.
    unsafe {
        libc::setrlimit(libc::RLIMIT_CORE, &raw const none);
        libc::signal(signal, libc::SIG_DFL);
        let mut set = mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, signal);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
        libc::raise(signal);
    }
    Err(io::Error::other("a signal did not end this process"))
}

fn receive() -> libc::Ioctl {
    request(3, 0, mem::size_of::<libc::seccomp_notif>())
}

fn send() -> libc::Ioctl {
    request(3, 1, mem::size_of::<libc::seccomp_notif_resp>())
}

fn is_valid() -> libc::Ioctl {
    request(1, 2, mem::size_of::<u64>())
}

/// `_IOC` of C's headers, for the family `!`.
fn request(direction: u32, number: u32, bytes: usize) -> libc::Ioctl {
    let bytes = u32::try_from(bytes).expect("a small structure");
    (direction << 30 | bytes << 16 | u32::from(b'!') << 8 | number).into()
}

fn check(code: libc::c_long) -> io::Result<libc::c_long> {
    if code < 0 { Err(io::Error::last_os_error()) } else { Ok(code) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_those_of_the_headers() {
        assert_eq!((receive(), send(), is_valid()), (0xc050_2100, 0xc018_2101, 0x4008_2102));
    }

    #[test]
    fn every_jump_leads_to_an_instruction() {
        let filter = filter();
        for (index, instruction) in filter.iter().enumerate() {
            let furthest = index + 1 + usize::from(instruction.jt.max(instruction.jf));
            assert!(furthest < filter.len() || index + 2 >= filter.len(), "{index}");
        }
    }
}
