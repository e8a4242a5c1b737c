// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Room`]: memory for an array during one call. Short arrays lie on the stack, and long ones in memory that
//! is kept between calls: waiting for many requests allocates nothing once as many were waited for before.

use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::Ordering::{Acquire, Release};

/// Memory shared by successive calls. A call that finds it in use allocates its own, and one of both is kept.
pub type Spare = AtomicPtr<Vec<usize>>;

#[derive(Debug)]
pub struct Room<T: Copy, const FEW: usize> {
    few: MaybeUninit<[T; FEW]>,
    many: Option<Borrowed>,
}

#[allow(clippy::new_without_default, reason = "it is not meant to be a field")]
impl<T: Copy, const FEW: usize> Room<T, FEW> {
    /// Should not be moved: that would copy uninitialised memory.
    #[inline(always)]
    pub const fn new() -> Self {
        Self { few: MaybeUninit::uninit(), many: None }
    }

    /// Room for `length` elements, uninitialised.
    #[inline(always)]
    pub fn of(&mut self, length: usize, spare: &'static Spare) -> *mut T {
        if length <= FEW {
            return self.few.as_mut_ptr().cast();
        }
        self.many.insert(Borrowed::of(length * size_of::<T>(), spare)).pointer().cast()
    }
}

#[derive(Debug)]
struct Borrowed {
    /// From a box that nothing else refers to.
    words: *mut Vec<usize>,
    from: &'static Spare,
}

impl Borrowed {
    #[cold]
    fn of(bytes: usize, from: &'static Spare) -> Self {
        let kept = from.swap(ptr::null_mut(), Acquire);
        let words = if kept.is_null() { Box::into_raw(Box::default()) } else { kept };
        // SAFETY: it came from a box, and taking it leaves null behind.
        unsafe { (*words).reserve(bytes.div_ceil(size_of::<usize>())) };
        Self { words, from }
    }

    fn pointer(&mut self) -> *mut usize {
        // SAFETY: as above.
        unsafe { (*self.words).as_mut_ptr() }
    }
}

impl Drop for Borrowed {
    #[cold]
    fn drop(&mut self) {
        let other = self.from.swap(self.words, Release);
        if !other.is_null() {
            // SAFETY: as above.
            drop(unsafe { Box::from_raw(other) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_arrays_use_the_same_memory_again() {
        static SPARE: Spare = Spare::new(ptr::null_mut());
        let first = Room::<u64, 4>::new().of(1000, &SPARE);
        let again = Room::<u64, 4>::new().of(900, &SPARE);
        assert_eq!(first, again);
    }

    #[test]
    fn arrays_at_the_same_time_do_not_share() {
        static SPARE: Spare = Spare::new(ptr::null_mut());
        let (mut room, mut other_room) = (Room::<u64, 4>::new(), Room::<u64, 4>::new());
        let (one, other) = (room.of(10, &SPARE), other_room.of(10, &SPARE));
        // SAFETY: both have room for ten.
        unsafe {
            one.add(9).write(1);
            other.add(9).write(2);
            assert_eq!(one.add(9).read(), 1);
        }
        drop((room, other_room));
        assert!(!SPARE.load(Acquire).is_null());
    }
}
