// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Liveness`]: a waiting call determines which of its peers are silent. A peer is pinged now and then; one that
//! says nothing at all for as long as the limit after it was asked is silent. Whatever it says counts as an answer.

use std::collections::HashMap;
use std::time::Duration;

use super::Time;

/// How often peers are asked. The limit has room for several questions, whatever it is.
const ASK_EVERY: Duration = Duration::from_millis(500);
const LEAST_QUESTIONS: u32 = 8;

#[derive(Debug)]
pub struct Liveness {
    limit: Duration,
    next_round: Time,
    /// Peers that have said nothing since they were asked, and when that was.
    unanswered: HashMap<u64, Time>,
}

/// What is to be done about a peer, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Ask(u64),
    /// It has been silent for this long.
    Silent(u64, Duration),
}

impl Liveness {
    /// A wait that begins now. Most waits are short, so the first ping is delayed.
    pub fn new(limit: Duration, now: Time) -> Self {
        Self { limit, next_round: now + ask_every(limit), unanswered: HashMap::new() }
    }

    /// For a rank that was asked to watch because another has waited already: the first ping is due now.
    pub fn at_once(limit: Duration, now: Time) -> Self {
        Self { next_round: now, ..Self::new(limit, now) }
    }

    /// Whether there is anything to look at: the peers need not be found out otherwise.
    pub fn is_due(&self, now: Time) -> bool {
        now >= self.next_round || !self.unanswered.is_empty()
    }

    /// `peers` are those that are waited for now, by their numbers, and when each was last heard.
    pub fn look(&mut self, now: Time, peers: impl IntoIterator<Item = (u64, Time)>) -> Vec<Verdict> {
        let is_round = now >= self.next_round;
        if is_round {
            self.next_round = now + ask_every(self.limit);
        }
        let mut before = std::mem::take(&mut self.unanswered);
        let mut verdicts = Vec::new();
        for (peer, heard) in peers {
            match before.remove(&peer).filter(|&asked| heard < asked) {
                Some(asked) if now - asked > self.limit => verdicts.push(Verdict::Silent(peer, now - asked)),
                Some(asked) => drop(self.unanswered.insert(peer, asked)),
                None if is_round => {
                    self.unanswered.insert(peer, now);
                    verdicts.push(Verdict::Ask(peer));
                }
                None => {}
            }
        }
        verdicts
    }
}

fn ask_every(limit: Duration) -> Duration {
    ASK_EVERY.min(limit / LEAST_QUESTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(4);

    fn at(milliseconds: u64) -> Time {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn silence_counts_from_the_first_question_without_an_answer() {
        let mut liveness = Liveness::new(LIMIT, at(0));
        assert!(!liveness.is_due(at(499)));
        assert_eq!(liveness.look(at(500), [(1, at(0)), (2, at(0))]), [Verdict::Ask(1), Verdict::Ask(2)]);
        // The second answers, the first never.
        assert_eq!(liveness.look(at(600), [(1, at(0)), (2, at(510))]), []);
        assert_eq!(liveness.look(at(1000), [(1, at(0)), (2, at(510))]), [Verdict::Ask(2)]);
        assert_eq!(liveness.look(at(4500), [(1, at(0)), (2, at(4400))]), [Verdict::Ask(2)]);
        assert_eq!(liveness.look(at(4501), [(1, at(0)), (2, at(4501))]), [Verdict::Silent(1, at(4001))]);
    }

    #[test]
    fn who_is_not_waited_for_any_more_is_forgotten() {
        let mut liveness = Liveness::at_once(LIMIT, at(0));
        assert_eq!(liveness.look(at(0), [(1, at(0))]), [Verdict::Ask(1)]);
        assert_eq!(liveness.look(at(100), []), []);
        // Waited for again much later: it is asked first.
        assert_eq!(liveness.look(at(9000), [(1, at(0))]), [Verdict::Ask(1)]);
        assert_eq!(liveness.look(at(9100), [(1, at(0))]), []);
    }

    #[test]
    fn short_limits_have_room_for_questions_too() {
        let mut liveness = Liveness::new(at(100), at(0));
        assert!(liveness.is_due(at(13)));
        assert_eq!(liveness.look(at(13), [(1, at(0))]), [Verdict::Ask(1)]);
        assert_eq!(liveness.look(at(114), [(1, at(0))]), [Verdict::Silent(1, at(101))]);
    }
}
