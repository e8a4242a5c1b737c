// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Liveness`]: how long a peer may be silent. Times are in any one unit.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Liveness {
    /// Maximum silence before an error.
    pub timeout: u64,
    /// Maximum interval between checks while waiting.
    pub longest_tick: u64,
}

/// What to do about a peer that is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    Fine,
    /// Send a ping.
    Ping,
    /// Cut the connection, and make another.
    Cut,
}

impl Liveness {
    /// The interval between checks while waiting.
    pub fn tick(&self) -> u64 {
        (self.timeout / 8).min(self.longest_tick)
    }

    /// `heard`: when the peer was last heard from; `since`: when the wait began. A peer that is not waited
    /// for may be silent.
    pub fn look(&self, now: u64, heard: u64, since: u64, asked: bool) -> Look {
        let silent = now.saturating_sub(heard.max(since));
        if silent > self.timeout / 2 {
            Look::Cut
        } else if silent > self.tick() && !asked {
            Look::Ping
        } else {
            Look::Fine
        }
    }

    /// The deadline for re-establishing a connection that was lost at `lost` and is needed from `needed` on.
    /// Slightly less than the timeout, because other ranks must still learn of the failure.
    pub fn give_up_at(&self, needed: u64, lost: u64, heard: u64) -> u64 {
        let silent = lost.saturating_sub(heard).min(self.timeout / 2);
        needed + self.timeout / 10 * 9 - silent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_leads_to_a_ping_then_a_cut_then_an_error_within_the_timeout() {
        let liveness = Liveness { timeout: 8000, longest_tick: 1000 };
        assert_eq!(liveness.look(1000, 0, 0, false), Look::Fine);
        assert_eq!(liveness.look(1001, 0, 0, false), Look::Ping);
        assert_eq!(liveness.look(4000, 0, 0, true), Look::Fine);
        assert_eq!(liveness.look(4001, 0, 0, true), Look::Cut);
        // Nothing had been waiting before.
        assert_eq!(liveness.look(9000, 0, 8500, false), Look::Fine);
        assert!(liveness.give_up_at(4001, 4001, 0) <= 8000);
    }
}
