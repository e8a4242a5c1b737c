// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Permits`]: how many links to other hosts may have a connection of their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(Debug)]
pub(super) struct Permits {
    left: Arc<AtomicUsize>,
}

/// Permits one such link until it is dropped.
#[derive(Debug)]
pub(in crate::link) struct Permit {
    left: Arc<AtomicUsize>,
}

impl Permits {
    pub(super) fn new(count: usize) -> Self {
        Self { left: Arc::new(AtomicUsize::new(count)) }
    }

    pub(super) fn take(&self) -> Option<Permit> {
        let one_less = |left: usize| left.checked_sub(1);
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).ok()?;
        Some(Permit { left: Arc::clone(&self.left) })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.left.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permits_come_back() {
        let permits = Permits::new(2);
        let held = (permits.take(), permits.take());
        assert!(held.0.is_some() && held.1.is_some() && permits.take().is_none());
        drop(held.0);
        assert!(permits.take().is_some());
        assert!(Permits::new(0).take().is_none());
    }
}
