// SPDX-License-Identifier: MIT OR Apache-2.0
//! The next functions of hooked names: those of the C library, or of another preloaded library.

use core::ffi::{CStr, c_int, c_void};
use core::ptr;
use core::sync::atomic::AtomicPtr;
use core::sync::atomic::Ordering::Relaxed;

// The first version of the function, so that the library also works with C libraries older than the one it
// was built with.
#[cfg(target_arch = "x86_64")]
core::arch::global_asm!(".symver dlsym, dlsym@GLIBC_2.2.5");

/// The next function of a name. It is looked up at the first call: looking up all of them at start-up takes
/// longer than most programs run, and hooks run before this library's constructor. The name is not stored
/// here: the loader would have to relocate its address in every process.
pub(crate) struct Next(AtomicPtr<c_void>);

impl Next {
    pub(crate) const fn new() -> Self {
        Self(AtomicPtr::new(ptr::null_mut()))
    }

    /// # Safety
    /// The type is that of a pointer to the function.
    #[inline(always)]
    pub(crate) unsafe fn function<F: Copy>(&self, name: &'static CStr) -> F {
        let mut address = self.0.load(Relaxed);
        if address.is_null() {
            address = self.find(name);
        }
        // SAFETY: as for this function.
        unsafe { core::mem::transmute_copy(&address) }
    }

    #[cold]
    #[inline(never)]
    fn find(&self, name: &'static CStr) -> *mut c_void {
        let before = errno();
        // SAFETY: the name is null-terminated. `dlsym` may allocate, with an allocator whose own calls pass
        // through these hooks again; they find their functions before this call returns, as no state is kept
        // here.
        let found = unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) };
        set_errno(before);
        // Functions that this C library lacks are hooked nevertheless; a program that calls one gets ENOSYS.
        let address = if found.is_null() { missing as *mut c_void } else { found };
        self.0.store(address, Relaxed);
        address
    }
}

/// Any function that returns a number.
extern "C-unwind" fn missing() -> isize {
    set_errno(libc::ENOSYS);
    -1
}

pub(crate) fn errno() -> c_int {
    // SAFETY: the address of this thread's variable.
    unsafe { *libc::__errno_location() }
}

pub(crate) fn set_errno(value: c_int) {
    // SAFETY: as above.
    unsafe { *libc::__errno_location() = value };
}
