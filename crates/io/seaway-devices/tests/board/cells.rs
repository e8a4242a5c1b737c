// SPDX-License-Identifier: MIT OR Apache-2.0
//! Words of the model's memory, in place of those of `link/memory/cells.rs`.

use std::cell::Cell;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::model::{Access, access};

/// As many as readers of a scenario need; one scenario has more readers.
pub(super) const MOST_PARTS: usize = 2;

thread_local! {
    static PAGE: Cell<usize> = const { Cell::new(0) };
}

/// Where the page begins that all words belong to.
pub(super) fn begin(page: usize) {
    PAGE.set(page);
}

macro_rules! words {
    ($($name:ident: $value:ty),*) => { $(
        /// Only its address matters. Its value is in the model.
        #[derive(Debug)]
        pub(crate) struct $name($value);

        impl $name {
            fn word(&self) -> usize {
                (std::ptr::from_ref(self).addr() - PAGE.get()) / 4
            }

            pub(super) fn load(&self, _: Ordering) -> $value {
                access(self.word(), Access::Load).0 as $value
            }

            pub(super) fn store(&self, value: $value, _: Ordering) {
                access(self.word(), Access::Store(value.into()));
            }

            pub(super) fn swap(&self, value: $value, _: Ordering) -> $value {
                access(self.word(), Access::Swap(value.into())).0 as $value
            }

            pub(super) fn fetch_add(&self, more: $value, _: Ordering) -> $value {
                access(self.word(), Access::Add(more.into())).0 as $value
            }

            pub(super) fn fetch_sub(&self, less: $value, _: Ordering) -> $value {
                access(self.word(), Access::Add(u64::from(less).wrapping_neg())).0 as $value
            }

            pub(super) fn fetch_max(&self, other: $value, _: Ordering) -> $value {
                access(self.word(), Access::Max(other.into())).0 as $value
            }

            pub(super) fn compare_exchange(
                &self,
                expected: $value,
                new: $value,
                _: Ordering,
                _: Ordering,
            ) -> Result<$value, $value> {
                let exchange = Access::Exchange(expected.into(), new.into());
                match access(self.word(), exchange) {
                    (old, true) => Ok(old as $value),
                    (old, false) => Err(old as $value),
                }
            }
        }
    )* };
}

words! { AtomicU32: u32, AtomicU64: u64 }

/// Without a timeout: a thread that is not woken sleeps forever, which the model detects.
pub(super) fn sleep(word: &AtomicU32, seen: u32, _: Duration) {
    access(word.word(), Access::Sleep(seen.into()));
}

pub(super) fn wake(word: &AtomicU32, sleepers: u32) {
    access(word.word(), Access::Wake(sleepers));
}
