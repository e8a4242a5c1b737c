// SPDX-License-Identifier: MIT OR Apache-2.0
//! The functions that our own interpose.

use std::ffi::{CStr, c_void};

use super::{last_number, set_errno};

/// The next function of a name, looked up once. `None`: there is none, and errno is set.
macro_rules! next {
    ($name:literal as $function:ty) => {{
        use std::sync::atomic::{AtomicPtr, Ordering};
        static NEXT: AtomicPtr<std::ffi::c_void> = AtomicPtr::new(std::ptr::null_mut());
        let mut address = NEXT.load(Ordering::Relaxed);
        if address.is_null() {
            address = $crate::posix::next::look_up($name);
            NEXT.store(address, Ordering::Relaxed);
        }
        // SAFETY: the C library's function of this name has this type; null is `None`.
        unsafe { std::mem::transmute::<*mut std::ffi::c_void, Option<$function>>(address) }
    }};
}
pub(crate) use next;

#[cold]
pub(crate) fn look_up(name: &CStr) -> *mut c_void {
    let before = last_number();
    // SAFETY: the name is zero-terminated.
    let mut address = unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) };
    if address.is_null() {
        // If loaded late, we come after the C library.
        // SAFETY: the names are zero-terminated; without NOLOAD a second C library could be loaded.
        address = unsafe {
            let library = libc::dlopen(c"libc.so.6".as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD);
            if library.is_null() { library } else { libc::dlsym(library, name.as_ptr()) }
        };
    }
    set_errno(if address.is_null() { libc::ENOSYS } else { before });
    address
}
