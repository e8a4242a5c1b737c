// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Feed`]: what one link carries to a successor. Objects in order, several at a time: each is offered, the
//! successor says what it lacks, and gets that as far as it is here. A new link begins from the start, and
//! learns from the answers what has arrived.

use std::collections::BTreeMap;

use seaway_messages::Want;

use super::Defect;
use super::bits::Bits;
use super::holdings::Holdings;

/// Objects that are offered and not finished.
const MOST_OPEN: usize = 32;

#[derive(Debug, Clone, Default)]
pub struct Feed {
    open: BTreeMap<u64, Offer>,
    /// Objects below are finished, or open.
    next: u64,
    said_last: bool,
    defect: Defect,
}

#[derive(Debug, Clone)]
struct Offer {
    version: u32,
    state: State,
}

#[derive(Debug, Clone)]
enum State {
    /// No answer yet.
    Waiting,
    /// The successor compares checksums.
    WantsSums,
    /// These are lacking and were not sent yet.
    Lacking(Bits),
}

/// What to send next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Offer { object: u64, version: u32 },
    Sums { object: u64, version: u32 },
    Chunk { object: u64, version: u32, index: u64 },
    Commit { object: u64, version: u32 },
    Last { objects: u64 },
}

impl Feed {
    #[must_use]
    pub fn with_defect(defect: Defect) -> Self {
        Self { defect, ..Self::default() }
    }

    /// With the defect of a link that goes on where another ended.
    #[must_use]
    pub fn after(&self) -> Self {
        match self.defect {
            Defect::TrustsTheLink => Self { said_last: false, ..self.clone() },
            defect => Self::with_defect(defect),
        }
    }

    /// `None`: nothing until more has arrived here, or the successor has answered.
    pub fn step(&mut self, held: &Holdings) -> Option<Step> {
        self.follow_versions(held);
        self.chunk(held)
            .or_else(|| self.sums())
            .or_else(|| self.commit(held))
            .or_else(|| self.offer(held))
            .or_else(|| self.last(held))
    }

    /// The successor's answer to an offer.
    pub fn wanted(&mut self, object: u64, version: u32, chunks: u64, want: &Want) {
        let Some(offer) = self.open.get_mut(&object).filter(|offer| offer.version == version) else { return };
        if *want == Want::Nothing {
            // Not even a commit.
            self.open.remove(&object);
            return;
        }
        offer.state = match want {
            Want::Nothing | Want::Everything => State::Lacking(Bits::all(chunks)),
            Want::Chunks(bits) => State::Lacking(Bits::from_bytes(bits, chunks)),
            Want::Sums => State::WantsSums,
        };
    }

    /// Whether everything has been sent.
    pub fn is_over(&self) -> bool {
        self.said_last
    }

    /// An object that was replaced by a newer version is offered again, finished or not.
    fn follow_versions(&mut self, held: &Holdings) {
        let is_current =
            |object: &u64, offer: &Offer| held.of(*object).is_some_and(|held| held.version == offer.version);
        let outdated: Vec<u64> = self
            .open
            .iter()
            .filter(|(object, offer)| !is_current(object, offer))
            .map(|(object, _)| *object)
            .collect();
        for object in outdated {
            self.open.remove(&object);
            // Those in between are offered again, too; the successor says that it lacks nothing.
            self.next = self.next.min(object);
        }
    }

    fn chunk(&mut self, held: &Holdings) -> Option<Step> {
        for (&object, offer) in &mut self.open {
            let (State::Lacking(lacking), Some(here)) = (&mut offer.state, held.of(object)) else { continue };
            if here.failed || lacking.is_empty() {
                continue;
            }
            if let Some(index) = lacking.first_common(&here.have, 0) {
                lacking.remove(index);
                return Some(Step::Chunk { object, version: offer.version, index });
            }
        }
        None
    }

    /// Sent at once: the answer is another [`Self::wanted`].
    fn sums(&mut self) -> Option<Step> {
        let (&object, offer) =
            self.open.iter_mut().find(|(_, offer)| matches!(offer.state, State::WantsSums))?;
        offer.state = State::Waiting;
        Some(Step::Sums { object, version: offer.version })
    }

    fn commit(&mut self, held: &Holdings) -> Option<Step> {
        let is_sent = |offer: &Offer| matches!(&offer.state, State::Lacking(lacking) if lacking.is_empty());
        let is_done =
            |object: u64, offer: &Offer| is_sent(offer) && held.of(object).is_some_and(|held| held.committed);
        let (&object, offer) = self.open.iter().find(|(object, offer)| is_done(**object, offer))?;
        let version = offer.version;
        self.open.remove(&object);
        Some(Step::Commit { object, version })
    }

    fn offer(&mut self, held: &Holdings) -> Option<Step> {
        if self.open.len() >= MOST_OPEN {
            return None;
        }
        let mut object = held.from(self.next)?;
        while self.open.contains_key(&object) {
            object = held.from(object + 1)?;
        }
        self.next = object + 1;
        let version = held.of(object)?.version;
        self.open.insert(object, Offer { version, state: State::Waiting });
        Some(Step::Offer { object, version })
    }

    fn last(&mut self, held: &Holdings) -> Option<Step> {
        let objects = held.count()?;
        let is_over = self.open.is_empty() && self.next >= objects && !self.said_last;
        is_over.then(|| {
            self.said_last = true;
            Step::Last { objects }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn successor_gets_what_it_lacks_as_it_arrives_here() {
        let (mut held, mut feed) = (Holdings::default(), Feed::default());
        assert_eq!(feed.step(&held), None);
        held.offered(0, 1, 3);
        assert_eq!(feed.step(&held), Some(Step::Offer { object: 0, version: 1 }));
        held.stored(0, 1, 2);
        assert_eq!(feed.step(&held), None, "not asked for yet");
        feed.wanted(0, 1, 3, &Want::Chunks(vec![0b110]));
        assert_eq!(feed.step(&held), Some(Step::Chunk { object: 0, version: 1, index: 2 }));
        assert_eq!(feed.step(&held), None);
        held.complete(0, 1);
        held.commit(0, 1);
        held.last(1);
        assert_eq!(feed.step(&held), Some(Step::Chunk { object: 0, version: 1, index: 1 }));
        assert_eq!(feed.step(&held), Some(Step::Commit { object: 0, version: 1 }));
        assert_eq!(feed.step(&held), Some(Step::Last { objects: 1 }));
        assert!(feed.step(&held).is_none() && feed.is_over());
    }

    #[test]
    fn newer_version_is_offered_anew() {
        let (mut held, mut feed) = (Holdings::default(), Feed::default());
        held.offered(0, 1, 2);
        held.complete(0, 1);
        feed.step(&held);
        feed.wanted(0, 1, 2, &Want::Everything);
        assert_eq!(feed.step(&held), Some(Step::Chunk { object: 0, version: 1, index: 0 }));
        held.offered(0, 2, 4);
        held.complete(0, 2);
        assert_eq!(feed.step(&held), Some(Step::Offer { object: 0, version: 2 }));
        feed.wanted(0, 1, 2, &Want::Everything);
        assert_eq!(feed.step(&held), None, "an answer to the older offer");
        feed.wanted(0, 2, 4, &Want::Sums);
        assert_eq!(feed.step(&held), Some(Step::Sums { object: 0, version: 2 }));
    }

    #[test]
    fn offers_in_flight_are_bounded() {
        let (mut held, mut feed) = (Holdings::default(), Feed::default());
        (0..100).for_each(|object| _ = held.offered(object, 1, 1));
        let offers = std::iter::from_fn(|| feed.step(&held)).count();
        assert_eq!(offers, MOST_OPEN);
    }
}
