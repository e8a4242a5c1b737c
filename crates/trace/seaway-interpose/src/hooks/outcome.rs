// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a call returned.

use core::ffi::{c_int, c_void};

use crate::next;

pub(super) trait Outcome: Copy {
    fn failed(self) -> bool;

    /// How many, if it did not fail.
    fn amount(self) -> u64;

    /// What `errno` is; 0 if the call succeeded.
    #[inline(always)]
    fn error(self) -> u8 {
        if self.failed() { error_now() } else { 0 }
    }
}

/// Never 0: whoever asks has failed.
#[cold]
pub(super) fn error_now() -> u8 {
    u8::try_from(next::errno()).unwrap_or(u8::MAX).max(1)
}

/// Less than zero is failure.
macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Outcome for $number {
            #[inline(always)]
            fn failed(self) -> bool {
                self < 0
            }

            #[inline(always)]
            fn amount(self) -> u64 {
                self as u64
            }
        })*
    };
}

numbers! { c_int isize i64 }

/// Null is failure.
impl<T> Outcome for *mut T {
    #[inline(always)]
    fn failed(self) -> bool {
        self.cast::<c_void>().is_null()
    }

    #[inline(always)]
    fn amount(self) -> u64 {
        0
    }
}

/// What functions return that say their error themselves, and leave `errno`.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct ErrorNumber(c_int);

impl Outcome for ErrorNumber {
    fn failed(self) -> bool {
        self.0 != 0
    }

    fn amount(self) -> u64 {
        0
    }

    fn error(self) -> u8 {
        u8::try_from(self.0).unwrap_or(u8::MAX)
    }
}
