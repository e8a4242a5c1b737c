// SPDX-License-Identifier: MIT OR Apache-2.0
//! System calls by instructions of our own: they neither pass our hooks nor touch `errno`.

use core::ffi::{CStr, c_int, c_long};

/// What the kernel says when it fails: `errno`.
pub(crate) type Errno = c_int;

/// # Safety
/// The arguments are what the kernel's call of this number wants.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) unsafe fn call(number: c_long, arguments: [usize; 6]) -> isize {
    let [first, second, third, fourth, fifth, sixth] = arguments;
    let result: isize;
    // SAFETY: the kernel keeps all registers but those named; the caller vouches for what the call does.
    unsafe {
        core::arch::asm!("syscall", inlateout("rax") number as isize => result, in("rdi") first, in("rsi") second,
            in("rdx") third, in("r10") fourth, in("r8") fifth, in("r9") sixth, out("rcx") _, out("r11") _,
            options(nostack));
    }
    result
}

/// # Safety
/// The arguments are what the kernel's call of this number wants.
#[cfg(target_arch = "aarch64")]
#[inline]
pub(crate) unsafe fn call(number: c_long, arguments: [usize; 6]) -> isize {
    let [first, second, third, fourth, fifth, sixth] = arguments;
    let result: isize;
    // SAFETY: the kernel keeps all registers but those named; the caller vouches for what the call does.
    unsafe {
        core::arch::asm!("svc 0", in("x8") number, inlateout("x0") first => result, in("x1") second, in("x2") third,
            in("x3") fourth, in("x4") fifth, in("x5") sixth, options(nostack));
    }
    result
}

/// The result of a call, or its error.
fn answer(result: isize) -> Result<usize, Errno> {
    if (-4095..0).contains(&result) { Err(-result as Errno) } else { Ok(result as usize) }
}

pub(crate) fn open(path: &CStr, flags: c_int, mode: u32) -> Result<c_int, Errno> {
    let arguments = [libc::AT_FDCWD as usize, path.as_ptr() as usize, flags as usize, mode as usize, 0, 0];
    // SAFETY: the path ends with a zero.
    answer(unsafe { call(libc::SYS_openat, arguments) }).map(|descriptor| descriptor as c_int)
}

pub(crate) fn close(descriptor: c_int) {
    // SAFETY: only descriptors that the recorder opened come here.
    unsafe { call(libc::SYS_close, [descriptor as usize, 0, 0, 0, 0, 0]) };
}

pub(crate) fn read(descriptor: c_int, buffer: &mut [u8]) -> Result<usize, Errno> {
    let arguments = [descriptor as usize, buffer.as_mut_ptr() as usize, buffer.len(), 0, 0, 0];
    // SAFETY: the buffer may be written.
    answer(unsafe { call(libc::SYS_read, arguments) })
}

pub(crate) fn write_at(descriptor: c_int, bytes: &[u8], offset: u64) -> Result<usize, Errno> {
    let arguments = [descriptor as usize, bytes.as_ptr() as usize, bytes.len(), offset as usize, 0, 0];
    // SAFETY: the bytes may be read.
    answer(unsafe { call(libc::SYS_pwrite64, arguments) })
}

pub(crate) fn duplicate_at_least(descriptor: c_int, least: c_int) -> Result<c_int, Errno> {
    let arguments = [descriptor as usize, libc::F_DUPFD_CLOEXEC as usize, least as usize, 0, 0, 0];
    // SAFETY: makes a new descriptor, nothing else.
    answer(unsafe { call(libc::SYS_fcntl, arguments) }).map(|descriptor| descriptor as c_int)
}

/// Room on disk for a range of a file, so that writing to it cannot fail.
pub(crate) fn allocate(descriptor: c_int, offset: u64, bytes: usize) -> Result<(), Errno> {
    loop {
        let arguments = [descriptor as usize, 0, offset as usize, bytes, 0, 0];
        // SAFETY: extends a file.
        match answer(unsafe { call(libc::SYS_fallocate, arguments) }) {
            Err(libc::EINTR) => {}
            other => return other.map(|_| ()),
        }
    }
}

/// What tells one file from all others, and whether it has a name.
pub(crate) struct Identity {
    pub(crate) device: u64,
    pub(crate) inode: u64,
    pub(crate) is_removed: bool,
}

pub(crate) fn identity(descriptor: c_int) -> Result<Identity, Errno> {
    let mut status = core::mem::MaybeUninit::<libc::stat>::uninit();
    let arguments = [descriptor as usize, status.as_mut_ptr() as usize, 0, 0, 0, 0];
    // SAFETY: the status has the kernel's layout on 64-bit machines.
    answer(unsafe { call(libc::SYS_fstat, arguments) })?;
    // SAFETY: the call succeeded, so it has been written.
    let status = unsafe { status.assume_init() };
    Ok(Identity { device: status.st_dev, inode: status.st_ino, is_removed: status.st_nlink == 0 })
}

/// How many bytes of `buffer` the link's target has.
pub(crate) fn read_link(path: &CStr, buffer: &mut [u8]) -> Result<usize, Errno> {
    let arguments =
        [libc::AT_FDCWD as usize, path.as_ptr() as usize, buffer.as_mut_ptr() as usize, buffer.len(), 0, 0];
    // SAFETY: the path ends with a zero, and the buffer may be written.
    answer(unsafe { call(libc::SYS_readlinkat, arguments) })
}

/// How many bytes of `buffer` the working directory has.
pub(crate) fn working_directory(buffer: &mut [u8]) -> Result<usize, Errno> {
    let arguments = [buffer.as_mut_ptr() as usize, buffer.len(), 0, 0, 0, 0];
    // SAFETY: the buffer may be written. The length that the kernel says includes the zero at the end.
    answer(unsafe { call(libc::SYS_getcwd, arguments) }).map(|length| length.saturating_sub(1))
}

/// # Safety
/// As of mmap: what is at a fixed address is replaced.
pub(crate) unsafe fn map(
    address: usize,
    bytes: usize,
    protection: c_int,
    flags: c_int,
    descriptor: c_int,
    offset: u64,
) -> Result<usize, Errno> {
    let arguments =
        [address, bytes, protection as usize, flags as usize, descriptor as usize, offset as usize];
    // SAFETY: as this function's.
    answer(unsafe { call(libc::SYS_mmap, arguments) })
}

/// # Safety
/// Nobody uses the memory.
pub(crate) unsafe fn unmap(address: usize, bytes: usize) {
    if bytes > 0 {
        // SAFETY: as this function's.
        unsafe { call(libc::SYS_munmap, [address, bytes, 0, 0, 0, 0]) };
    }
}

/// # Safety
/// The advice keeps the memory's contents, or nobody needs them.
pub(crate) unsafe fn advise(address: usize, bytes: usize, advice: c_int) -> Result<(), Errno> {
    // SAFETY: as this function's.
    answer(unsafe { call(libc::SYS_madvise, [address, bytes, advice as usize, 0, 0, 0]) }).map(|_| ())
}

pub(crate) fn process() -> u32 {
    number_of(libc::SYS_getpid)
}

pub(crate) fn parent() -> u32 {
    number_of(libc::SYS_getppid)
}

pub(crate) fn thread() -> u32 {
    number_of(libc::SYS_gettid)
}

pub(crate) fn time(clock: libc::clockid_t) -> libc::timespec {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the time may be written, and has the kernel's layout on 64-bit machines.
    unsafe { call(libc::SYS_clock_gettime, [clock as usize, &raw mut time as usize, 0, 0, 0, 0]) };
    time
}

pub(crate) fn give_way() {
    number_of(libc::SYS_sched_yield);
}

fn number_of(number: c_long) -> u32 {
    // SAFETY: these calls have no arguments and always succeed.
    unsafe { call(number, [0; 6]) as u32 }
}

/// The name of the host, in the first bytes of `buffer`.
pub(crate) fn host_name(buffer: &mut [u8; 64]) {
    let mut names = core::mem::MaybeUninit::<libc::utsname>::zeroed();
    // SAFETY: the names have the kernel's layout; zeros are a value of them.
    let names = unsafe {
        call(libc::SYS_uname, [names.as_mut_ptr() as usize, 0, 0, 0, 0, 0]);
        names.assume_init()
    };
    // The last byte stays zero.
    for (target, source) in buffer.iter_mut().zip(names.nodename).take(63) {
        *target = source as u8;
    }
}
