// SPDX-License-Identifier: MIT OR Apache-2.0
//! System calls made without the C library: some of its functions are interposed by us, others by the trace
//! recorder, which must not be called before it was initialised. They keep errno.

use std::ffi::{c_int, c_long};

/// What the kernel says of a descriptor.
pub(super) fn status(descriptor: c_int) -> Option<libc::stat> {
    // SAFETY: zeros are a valid value, which is then filled.
    unsafe {
        let mut status: libc::stat = std::mem::zeroed();
        let place = (&raw mut status).expose_provenance();
        (call(libc::SYS_fstat, [number(descriptor), place, 0, 0]) == 0).then_some(status)
    }
}

/// Where a descriptor leads, as far as that fits.
pub(super) fn link(descriptor: c_int, memory: &mut [u8]) -> Option<&[u8]> {
    let name = format!("/proc/self/fd/{descriptor}\0");
    let folder = number(libc::AT_FDCWD);
    let arguments =
        [folder, name.as_ptr().expose_provenance(), memory.as_mut_ptr().expose_provenance(), memory.len()];
    // SAFETY: the name is zero-terminated, and the memory is ours.
    let length = unsafe { call(libc::SYS_readlinkat, arguments) };
    memory.get(..usize::try_from(length).ok()?)
}

/// The error is an errno.
pub(super) fn set_size(descriptor: c_int, size: u64) -> Result<(), c_int> {
    let size = usize::try_from(size).ok().filter(|size| isize::try_from(*size).is_ok()).ok_or(libc::EFBIG)?;
    // SAFETY: numbers only.
    let done = unsafe { call(libc::SYS_ftruncate, [number(descriptor), size, 0, 0]) };
    if done < 0 { Err(c_int::try_from(-done).unwrap_or(libc::EIO)) } else { Ok(()) }
}

/// Whether that succeeds does not matter.
pub(super) fn write(descriptor: c_int, text: &str) {
    // SAFETY: the bytes are there.
    unsafe { call(libc::SYS_write, [number(descriptor), text.as_ptr().expose_provenance(), text.len(), 0]) };
}

/// As the kernel takes it.
fn number(number: c_int) -> usize {
    number.cast_unsigned() as usize
}

/// # Safety
/// The arguments are valid for the system call of this number.
#[cfg(target_arch = "x86_64")]
unsafe fn call(number: c_long, arguments: [usize; 4]) -> isize {
    let [first, second, third, fourth] = arguments;
    let result: isize;
    // SAFETY: the kernel preserves all registers but those named; the caller is responsible for the call's effects.
    unsafe {
        core::arch::asm!("syscall", inlateout("rax") number => result, in("rdi") first, in("rsi") second,
            in("rdx") third, in("r10") fourth, out("rcx") _, out("r11") _, options(nostack));
    }
    result
}

/// # Safety
/// The arguments are valid for the system call of this number.
#[cfg(target_arch = "aarch64")]
unsafe fn call(number: c_long, arguments: [usize; 4]) -> isize {
    let [first, second, third, fourth] = arguments;
    let result: isize;
    // SAFETY: the kernel preserves all registers but those named; the caller is responsible for the call's effects.
    unsafe {
        core::arch::asm!("svc 0", in("x8") number, inlateout("x0") first => result, in("x1") second, in("x2") third,
            in("x3") fourth, options(nostack));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsRawFd;

    #[test]
    fn calls_say_what_the_kernel_says() {
        let file = tempfile();
        set_size(file.as_raw_fd(), 1234).unwrap();
        assert_eq!(status(file.as_raw_fd()).map(|status| (status.st_size, status.st_nlink)), Some((1234, 0)));
        let mut memory = [0; 100];
        assert_eq!(link(file.as_raw_fd(), &mut memory), Some(&b"/memfd:test (deleted)"[..]));
        assert_eq!(link(file.as_raw_fd(), &mut memory[..6]), Some(&b"/memfd"[..]));
        assert!(status(-1).is_none() && link(-1, &mut [0; 9]).is_none());
        assert_eq!(
            (set_size(-1, 0), set_size(file.as_raw_fd(), u64::MAX)),
            (Err(libc::EBADF), Err(libc::EFBIG))
        );
    }

    fn tempfile() -> std::fs::File {
        use std::os::fd::FromRawFd;
        // SAFETY: the name is zero-terminated, and the descriptor new.
        unsafe { std::fs::File::from_raw_fd(libc::memfd_create(c"test".as_ptr(), 0)) }
    }
}
