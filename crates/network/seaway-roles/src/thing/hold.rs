// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Hold`]: a lock that a process of this node has. It is lost when the process ends, or is stopped for longer than a lease: one
//! that does nothing must not keep others waiting.

use std::time::Duration;

#[derive(Debug, Clone, Copy)]
pub struct Hold {
    lease: Duration,
    /// When the process was first seen to be stopped, if it has been so since.
    stopped: Option<Duration>,
}

/// A process, as the agent of its node sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    Runs,
    /// By a signal or a debugger.
    Stopped,
    Ended,
}

impl Hold {
    pub fn new(lease: Duration) -> Self {
        Self { lease, stopped: None }
    }

    /// Whether the lock is kept. Time during which nobody looks does not count against the process.
    pub fn look(&mut self, holder: Holder, now: Duration) -> bool {
        match holder {
            Holder::Ended => return false,
            Holder::Runs => self.stopped = None,
            Holder::Stopped => {
                let since = *self.stopped.get_or_insert(now);
                return now.saturating_sub(since) < self.lease;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lock_is_lost_by_one_that_ends_or_is_stopped_for_a_lease() {
        let second = Duration::from_secs(1);
        let mut hold = Hold::new(10 * second);
        let mut look = |holder, at: u32| hold.look(holder, at * second);
        assert!(
            look(Holder::Runs, 0) && look(Holder::Stopped, 100),
            "stopped since then, as far as is known"
        );
        assert!(look(Holder::Stopped, 109) && look(Holder::Runs, 110));
        assert!(look(Holder::Stopped, 111) && look(Holder::Stopped, 120) && !look(Holder::Stopped, 121));
        assert!(!Hold::new(second).look(Holder::Ended, Duration::ZERO));
    }
}
