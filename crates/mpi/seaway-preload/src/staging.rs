// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files that ranks share are the server's own: while the engine works on a thread, `libseaway_posix.so`, if
//! it is loaded, redirects no name to a local copy, which the ranks of other nodes would not see.

use std::mem;
use std::sync::OnceLock;

type Hold = unsafe extern "C" fn(i32);

/// Names are redirected again when it is dropped.
#[derive(Debug)]
pub(crate) struct Held(Option<Hold>);

pub(crate) fn hold() -> Held {
    static HOLD: OnceLock<Option<Hold>> = OnceLock::new();
    let hold = *HOLD.get_or_init(|| {
        // SAFETY: the name is null-terminated; the function of this name has this type.
        unsafe {
            let address = libc::dlsym(libc::RTLD_DEFAULT, c"seaway_stage_hold".as_ptr());
            mem::transmute::<*mut std::ffi::c_void, Option<Hold>>(address)
        }
    });
    call(hold, 1);
    Held(hold)
}

impl Drop for Held {
    fn drop(&mut self) {
        call(self.0, -1);
    }
}

fn call(hold: Option<Hold>, change: i32) {
    if let Some(hold) = hold {
        // SAFETY: it takes any number.
        unsafe { hold(change) };
    }
}
