// SPDX-License-Identifier: MIT OR Apache-2.0
//! System calls made directly: they neither pass through hooks nor change `errno`.

use core::ffi::{CStr, c_int, c_long};

/// The kernel's error number.
pub(crate) type Errno = c_int;

/// # Safety
/// The arguments are valid for the system call of this number.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) unsafe fn call(number: c_long, arguments: [usize; 6]) -> isize {
    let [first, second, third, fourth, fifth, sixth] = arguments;
    let result: isize;
    // SAFETY: the kernel preserves all registers but those named; the caller is responsible for the call's
    // effects.
    unsafe {
        core::arch::asm!("syscall", inlateout("rax") number as isize => result, in("rdi") first, in("rsi") second,
            in("rdx") third, in("r10") fourth, in("r8") fifth, in("r9") sixth, out("rcx") _, out("r11") _,
            options(nostack));
    }
    result
}

/// # Safety
/// The arguments are valid for the system call of this number.
#[cfg(target_arch = "aarch64")]
#[inline]
pub(crate) unsafe fn call(number: c_long, arguments: [usize; 6]) -> isize {
    let [first, second, third, fourth, fifth, sixth] = arguments;
    let result: isize;
    // SAFETY: the kernel preserves all registers but those named; the caller is responsible for the call's
    // effects.
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
    // SAFETY: the path is null-terminated.
    answer(unsafe { call(libc::SYS_openat, arguments) }).map(|descriptor| descriptor as c_int)
}

pub(crate) fn close(descriptor: c_int) {
    // SAFETY: only descriptors opened by the recorder are passed here.
    unsafe { call(libc::SYS_close, [descriptor as usize, 0, 0, 0, 0, 0]) };
}

pub(crate) fn set_mode(descriptor: c_int, mode: u32) {
    // SAFETY: only descriptors opened by the recorder are passed here.
    unsafe { call(libc::SYS_fchmod, [descriptor as usize, mode as usize, 0, 0, 0, 0]) };
}

pub(crate) fn read(descriptor: c_int, buffer: &mut [u8]) -> Result<usize, Errno> {
    let arguments = [descriptor as usize, buffer.as_mut_ptr() as usize, buffer.len(), 0, 0, 0];
    // SAFETY: the buffer can be written.
    answer(unsafe { call(libc::SYS_read, arguments) })
}

pub(crate) fn write_at(descriptor: c_int, bytes: &[u8], offset: u64) -> Result<usize, Errno> {
    let arguments = [descriptor as usize, bytes.as_ptr() as usize, bytes.len(), offset as usize, 0, 0];
    // SAFETY: the bytes can be read.
    answer(unsafe { call(libc::SYS_pwrite64, arguments) })
}

pub(crate) fn duplicate_at_least(descriptor: c_int, least: c_int) -> Result<c_int, Errno> {
    let arguments = [descriptor as usize, libc::F_DUPFD_CLOEXEC as usize, least as usize, 0, 0, 0];
    // SAFETY: only creates a new descriptor.
    answer(unsafe { call(libc::SYS_fcntl, arguments) }).map(|descriptor| descriptor as c_int)
}

/// Allocates disk space for a range of a file, so that writing to it cannot fail.
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

/// What identifies a file, and whether it has a name.
pub(crate) struct Identity {
    pub(crate) device: u64,
    pub(crate) inode: u64,
    pub(crate) is_removed: bool,
    pub(crate) bytes: u64,
}

pub(crate) fn identity(descriptor: c_int) -> Result<Identity, Errno> {
    let mut status = core::mem::MaybeUninit::<libc::stat>::uninit();
    let arguments = [descriptor as usize, status.as_mut_ptr() as usize, 0, 0, 0, 0];
    // SAFETY: the status has the kernel's layout on 64-bit machines.
    answer(unsafe { call(libc::SYS_fstat, arguments) })?;
    // SAFETY: the call succeeded, so it has been written.
    let status = unsafe { status.assume_init() };
    Ok(Identity {
        device: status.st_dev,
        inode: status.st_ino,
        is_removed: status.st_nlink == 0,
        bytes: status.st_size as u64,
    })
}

/// The status of an open file.
pub(crate) fn status(descriptor: c_int) -> Result<libc::stat, Errno> {
    let mut status = core::mem::MaybeUninit::<libc::stat>::uninit();
    let arguments = [descriptor as usize, status.as_mut_ptr() as usize, 0, 0, 0, 0];
    // SAFETY: the status has the kernel's layout on 64-bit machines.
    answer(unsafe { call(libc::SYS_fstat, arguments) })?;
    // SAFETY: the call succeeded, so it has been written.
    Ok(unsafe { status.assume_init() })
}

/// The status of a name; `flags` as for fstatat.
pub(crate) fn status_of(path: &CStr, flags: c_int) -> Result<libc::stat, Errno> {
    let mut status = core::mem::MaybeUninit::<libc::stat>::uninit();
    let (folder, place) = (libc::AT_FDCWD as usize, status.as_mut_ptr() as usize);
    let arguments = [folder, path.as_ptr() as usize, place, flags as usize, 0, 0];
    // SAFETY: the path is null-terminated, and the status has the kernel's layout on 64-bit machines.
    answer(unsafe { call(libc::SYS_newfstatat, arguments) })?;
    // SAFETY: the call succeeded, so it has been written.
    Ok(unsafe { status.assume_init() })
}

/// Writes all bytes.
pub(crate) fn write_all(descriptor: c_int, mut bytes: &[u8]) -> Result<(), Errno> {
    while !bytes.is_empty() {
        let arguments = [descriptor as usize, bytes.as_ptr() as usize, bytes.len(), 0, 0, 0];
        // SAFETY: the bytes can be read.
        let written = answer(unsafe { call(libc::SYS_write, arguments) })?;
        bytes = bytes.get(written..).unwrap_or_default();
    }
    Ok(())
}

/// An unnamed file in memory.
pub(crate) fn memory_file(name: &CStr) -> Result<c_int, Errno> {
    let arguments = [name.as_ptr() as usize, libc::MFD_CLOEXEC as usize, 0, 0, 0, 0];
    // SAFETY: the name is null-terminated.
    answer(unsafe { call(libc::SYS_memfd_create, arguments) }).map(|descriptor| descriptor as c_int)
}

/// Sets the position.
pub(crate) fn rewind(descriptor: c_int) {
    // SAFETY: numbers only.
    unsafe { call(libc::SYS_lseek, [descriptor as usize, 0, libc::SEEK_SET as usize, 0, 0, 0]) };
}

/// Replaces a descriptor, and keeps whether it is closed by exec.
pub(crate) fn replace(descriptor: c_int, by: c_int) -> Result<(), Errno> {
    // SAFETY: numbers only.
    let flags =
        answer(unsafe { call(libc::SYS_fcntl, [descriptor as usize, libc::F_GETFD as usize, 0, 0, 0, 0]) })?;
    let flags = if flags & libc::FD_CLOEXEC as usize != 0 { libc::O_CLOEXEC } else { 0 };
    // SAFETY: numbers only.
    answer(unsafe { call(libc::SYS_dup3, [by as usize, descriptor as usize, flags as usize, 0, 0, 0]) })
        .map(|_| ())
}

/// A socket for messages between processes of this machine.
pub(crate) fn local_socket() -> Result<c_int, Errno> {
    let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC;
    let arguments = [libc::AF_UNIX as usize, kind as usize, 0, 0, 0, 0];
    // SAFETY: numbers only.
    answer(unsafe { call(libc::SYS_socket, arguments) }).map(|socket| socket as c_int)
}

/// Connects to an abstract name.
pub(crate) fn connect_abstract(socket: c_int, name: &[u8]) -> Result<(), Errno> {
    let mut address = libc::sockaddr_un { sun_family: libc::AF_UNIX as u16, sun_path: [0; 108] };
    if name.len() >= address.sun_path.len() {
        return Err(libc::ENAMETOOLONG);
    }
    for (place, byte) in address.sun_path.iter_mut().skip(1).zip(name) {
        *place = *byte as core::ffi::c_char;
    }
    let length = core::mem::offset_of!(libc::sockaddr_un, sun_path) + 1 + name.len();
    let arguments = [socket as usize, &raw const address as usize, length, 0, 0, 0];
    loop {
        // SAFETY: the address has this length.
        match answer(unsafe { call(libc::SYS_connect, arguments) }) {
            Err(libc::EINTR) => {}
            Err(libc::EISCONN) => return Ok(()),
            other => return other.map(|_| ()),
        }
    }
}

/// The user of the process at the other end.
pub(crate) fn peer_user(socket: c_int) -> Result<u32, Errno> {
    let mut peer = libc::ucred { pid: 0, uid: u32::MAX, gid: u32::MAX };
    let mut length = size_of::<libc::ucred>() as libc::socklen_t;
    let (place, length) = (&raw mut peer as usize, &raw mut length as usize);
    let arguments =
        [socket as usize, libc::SOL_SOCKET as usize, libc::SO_PEERCRED as usize, place, length, 0];
    // SAFETY: both can be written.
    answer(unsafe { call(libc::SYS_getsockopt, arguments) }).map(|_| peer.uid)
}

pub(crate) fn send(socket: c_int, bytes: &[u8]) -> Result<(), Errno> {
    let flags = libc::MSG_NOSIGNAL as usize;
    let arguments = [socket as usize, bytes.as_ptr() as usize, bytes.len(), flags, 0, 0];
    loop {
        // SAFETY: the bytes can be read.
        match answer(unsafe { call(libc::SYS_sendto, arguments) }) {
            Err(libc::EINTR) => {}
            other => return other.map(|_| ()),
        }
    }
}

/// Waits until something can be read, for at most this many milliseconds; signal handlers run meanwhile.
pub(crate) fn wait_readable(descriptor: c_int, limit: u32) -> Result<(), Errno> {
    let mut entry = libc::pollfd { fd: descriptor, events: libc::POLLIN, revents: 0 };
    let limit = libc::timespec { tv_sec: (limit / 1000).into(), tv_nsec: (limit % 1000 * 1_000_000).into() };
    loop {
        // The kernel subtracts the time that has passed only from its own copy, so signals extend the wait.
        let arguments = [&raw mut entry as usize, 1, &raw const limit as usize, 0, SET_BYTES, 0];
        // SAFETY: one entry, and a time.
        match answer(unsafe { call(libc::SYS_ppoll, arguments) }) {
            Err(libc::EINTR) => {}
            Ok(0) => return Err(libc::ETIMEDOUT),
            other => return other.map(|_| ()),
        }
    }
}

/// Returns the length of the link's target in `buffer`.
pub(crate) fn read_link(path: &CStr, buffer: &mut [u8]) -> Result<usize, Errno> {
    read_link_at(libc::AT_FDCWD, path, buffer)
}

/// The same, relative to a folder.
pub(crate) fn read_link_at(folder: c_int, path: &CStr, buffer: &mut [u8]) -> Result<usize, Errno> {
    let arguments =
        [folder as usize, path.as_ptr() as usize, buffer.as_mut_ptr() as usize, buffer.len(), 0, 0];
    // SAFETY: the path is null-terminated, and the buffer can be written.
    answer(unsafe { call(libc::SYS_readlinkat, arguments) })
}

/// Returns the length of the working directory in `buffer`.
pub(crate) fn working_directory(buffer: &mut [u8]) -> Result<usize, Errno> {
    let arguments = [buffer.as_mut_ptr() as usize, buffer.len(), 0, 0, 0, 0];
    // SAFETY: the buffer can be written. The kernel's length includes the terminating zero.
    answer(unsafe { call(libc::SYS_getcwd, arguments) }).map(|length| length.saturating_sub(1))
}

/// # Safety
/// As for mmap: what is at a fixed address is replaced.
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
    // SAFETY: as for this function.
    answer(unsafe { call(libc::SYS_mmap, arguments) })
}

/// # Safety
/// The memory is not used any more.
pub(crate) unsafe fn unmap(address: usize, bytes: usize) {
    if bytes > 0 {
        // SAFETY: as for this function.
        unsafe { call(libc::SYS_munmap, [address, bytes, 0, 0, 0, 0]) };
    }
}

/// # Safety
/// The advice keeps the memory's contents, or they are not needed.
pub(crate) unsafe fn advise(address: usize, bytes: usize, advice: c_int) -> Result<(), Errno> {
    // SAFETY: as for this function.
    answer(unsafe { call(libc::SYS_madvise, [address, bytes, advice as usize, 0, 0, 0]) }).map(|_| ())
}

/// The kernel's page size: not 4,096 on all machines.
pub(crate) fn page_bytes() -> usize {
    // SAFETY: reads the auxiliary vector.
    let bytes = unsafe { libc::getauxval(libc::AT_PAGESZ) } as usize;
    if bytes.is_power_of_two() { bytes } else { 4096 }
}

/// An action in the kernel's layout.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct KernelAction {
    pub(crate) handler: usize,
    pub(crate) flags: usize,
    pub(crate) restorer: usize,
    pub(crate) mask: u64,
}

/// Size of the kernel's signal sets.
const SET_BYTES: usize = size_of::<u64>();

/// Returns the action for a signal, and changes it if `new` is given. Handlers return through the trampoline
/// below.
pub(crate) fn signal_action(signal: c_int, new: Option<&KernelAction>) -> Option<KernelAction> {
    let mut old = KernelAction { handler: 0, flags: 0, restorer: 0, mask: 0 };
    let new = new.map(|new| returning(*new));
    let new = new.as_ref().map_or(0, |new| core::ptr::from_ref(new) as usize);
    let arguments = [signal as usize, new, &raw mut old as usize, SET_BYTES, 0, 0];
    // SAFETY: both actions have the kernel's layout, or are null; handlers are functions of the program or
    // the recorder.
    answer(unsafe { call(libc::SYS_rt_sigaction, arguments) }).ok().map(|_| old)
}

#[cfg(target_arch = "x86_64")]
fn returning(action: KernelAction) -> KernelAction {
    const RESTORER: usize = 0x0400_0000;
    KernelAction { flags: action.flags | RESTORER, restorer: restore as *const () as usize, ..action }
}

/// Signal trampoline. Debuggers and unwinders recognise it by these exact bytes.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
extern "C" fn restore() {
    core::arch::naked_asm!(".byte 0x48, 0xc7, 0xc0, 0x0f, 0x00, 0x00, 0x00", "syscall")
}

/// The kernel has its own trampoline.
#[cfg(not(target_arch = "x86_64"))]
fn returning(action: KernelAction) -> KernelAction {
    action
}

/// Changes this thread's signal mask.
pub(crate) fn change_mask(how: c_int, mask: u64) {
    let arguments = [how as usize, &raw const mask as usize, 0, SET_BYTES, 0, 0];
    // SAFETY: the set has the kernel's layout.
    unsafe { call(libc::SYS_rt_sigprocmask, arguments) };
}

/// Sends this thread a signal again.
pub(crate) fn send_again(signal: c_int, info: *mut libc::siginfo_t) {
    let arguments = [process() as usize, thread() as usize, signal as usize, info as usize, 0, 0];
    // SAFETY: the kernel created the description.
    unsafe { call(libc::SYS_rt_tgsigqueueinfo, arguments) };
}

pub(crate) fn process() -> u32 {
    number_of(libc::SYS_getpid)
}

pub(crate) fn parent() -> u32 {
    number_of(libc::SYS_getppid)
}

/// The user id.
pub(crate) fn user() -> u32 {
    number_of(libc::SYS_getuid)
}

pub(crate) fn thread() -> u32 {
    number_of(libc::SYS_gettid)
}

pub(crate) fn time(clock: libc::clockid_t) -> libc::timespec {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the time can be written, and has the kernel's layout on 64-bit machines.
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
    // SAFETY: the names have the kernel's layout; zeros are valid.
    let names = unsafe {
        call(libc::SYS_uname, [names.as_mut_ptr() as usize, 0, 0, 0, 0, 0]);
        names.assume_init()
    };
    // The last byte stays zero.
    for (target, source) in buffer.iter_mut().zip(names.nodename).take(63) {
        *target = source as u8;
    }
}
