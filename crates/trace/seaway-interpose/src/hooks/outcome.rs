// SPDX-License-Identifier: MIT OR Apache-2.0
//! The result of a call.

use core::ffi::{c_int, c_void};

use crate::next;

pub(crate) trait Outcome: Copy {
    fn failed(self) -> bool;

    /// The result of a call that failed with this error number.
    fn failure(error: c_int) -> Self;

    /// The number of bytes or items, if it did not fail.
    fn amount(self) -> u64;

    /// `errno`; 0 if the call succeeded.
    #[inline(always)]
    fn error(self) -> u8 {
        if self.failed() { error_now() } else { 0 }
    }
}

/// Never 0: it is called after a failure.
#[cold]
pub(crate) fn error_now() -> u8 {
    u8::try_from(next::errno()).unwrap_or(u8::MAX).max(1)
}

/// Negative means failure.
macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Outcome for $number {
            #[inline(always)]
            fn failed(self) -> bool {
                self < 0
            }

            #[cold]
            fn failure(error: c_int) -> Self {
                next::set_errno(error);
                -1
            }

            #[inline(always)]
            fn amount(self) -> u64 {
                self as u64
            }
        })*
    };
}

numbers! { c_int isize i64 }

/// Null means failure.
impl<T> Outcome for *mut T {
    #[inline(always)]
    fn failed(self) -> bool {
        self.cast::<c_void>().is_null()
    }

    #[cold]
    fn failure(error: c_int) -> Self {
        next::set_errno(error);
        core::ptr::null_mut()
    }

    #[inline(always)]
    fn amount(self) -> u64 {
        0
    }
}

/// The result of functions that return their error and leave `errno` alone.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct ErrorNumber(c_int);

impl Outcome for ErrorNumber {
    fn failed(self) -> bool {
        self.0 != 0
    }

    fn failure(error: c_int) -> Self {
        Self(error)
    }

    fn amount(self) -> u64 {
        0
    }

    fn error(self) -> u8 {
        u8::try_from(self.0).unwrap_or(u8::MAX)
    }
}
