// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Lease`]: for how long an agent may act for its things. Times are of one clock that never goes back and
//! does not stop while the machine sleeps.

use std::time::Duration;

/// The lease of one agent, on its own clock. It never ends later than the registry's idea of it, because the
/// agent counts from when it asked and the registry from when it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease {
    length: Duration,
    until: Duration,
}

impl Lease {
    /// Granted by a request that was sent at `asked`.
    pub fn new(length: Duration, asked: Duration) -> Self {
        Self { length, until: asked + length }
    }

    /// Granted once more by a request that was sent at `asked`. Replies may arrive out of order.
    pub fn renewed(&mut self, asked: Duration) {
        self.until = self.until.max(asked + self.length);
    }

    pub fn is_over(&self, now: Duration) -> bool {
        now >= self.until
    }

    /// Until then the agent serves.
    pub fn until(&self) -> Duration {
        self.until
    }

    /// When to ask for the next: two requests may be lost.
    pub fn renew_at(&self) -> Duration {
        self.until.saturating_sub(self.length * 2 / 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn lease_counts_from_the_request_and_never_goes_back() {
        let mut lease = Lease::new(9 * SECOND, 100 * SECOND);
        assert!(!lease.is_over(108 * SECOND) && lease.is_over(109 * SECOND));
        assert_eq!(lease.renew_at(), 103 * SECOND);
        lease.renewed(105 * SECOND);
        // The reply to an older request.
        lease.renewed(103 * SECOND);
        assert_eq!(lease.until(), 114 * SECOND);
    }
}
