// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Selection`]: a reader that wants some of the steps only sees them joined, as if nothing else had been written.
//!
//! Which steps exist when a reader asks depends on timing, so one rank chooses and informs the others, which
//! [`append`](Selection::append) what was chosen: all have the same map from the reader's offsets to the stream's.

use std::collections::VecDeque;

use seaway_device_api::Extent;

use super::order::Step;
use super::ranges::RangeSet;

/// Which steps a reader wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The first, and then each that comes this many later. 0 is taken for 1.
    Every(u32),
    /// Whenever more is read: the newest there is.
    Latest,
}

#[derive(Debug)]
pub struct Selection {
    choice: Choice,
    /// Steps that will be chosen when reads reach them.
    next: VecDeque<Extent>,
    /// Steps that were offered, and where the last one ended.
    offered: u64,
    offered_end: u64,
    skipped: RangeSet,
    chosen: VecDeque<Chosen>,
    end: u64,
}

/// A step that the reader sees at `start`.
#[derive(Debug, Clone, Copy)]
struct Chosen {
    start: u64,
    step: Extent,
}

impl Chosen {
    fn end(&self) -> u64 {
        self.start + self.step.len
    }
}

impl Selection {
    pub fn new(choice: Choice) -> Self {
        let (next, chosen) = (VecDeque::new(), VecDeque::new());
        Self { choice, next, offered: 0, offered_end: 0, skipped: RangeSet::new(), chosen, end: 0 }
    }

    /// These steps exist. Those that were offered before are passed over.
    pub fn offer(&mut self, steps: impl IntoIterator<Item = Step>) {
        for step in steps.into_iter().filter(|step| !step.extent().is_empty()) {
            if step.start() < self.offered_end {
                continue;
            }
            self.offered_end = step.end();
            let wanted = match self.choice {
                Choice::Every(distance) => self.offered.is_multiple_of(u64::from(distance.max(1))),
                Choice::Latest => {
                    self.next.drain(..).for_each(|older| self.skipped.insert(older));
                    true
                }
            };
            self.offered += 1;
            if wanted {
                self.next.push_back(step.extent());
            } else {
                self.skipped.insert(step.extent());
            }
        }
    }

    /// Chooses until the reader's bytes before `until` are there, or no more steps are; the answer is for the others
    /// to append.
    pub fn choose(&mut self, until: u64) -> Vec<Extent> {
        let mut chosen = Vec::new();
        while self.end < until
            && let Some(step) = self.next.pop_front()
        {
            self.append(step);
            chosen.push(step);
        }
        chosen
    }

    /// The next step that the reader sees.
    pub fn append(&mut self, step: Extent) {
        self.chosen.push_back(Chosen { start: self.end, step });
        self.end += step.len;
    }

    /// Where the reader's bytes are in the stream, in the reader's order; shorter than `wanted` where nothing is
    /// chosen yet.
    pub fn map(&self, wanted: Extent) -> Vec<Extent> {
        let first = self.chosen.partition_point(|chosen| chosen.end() <= wanted.offset);
        let mut parts: Vec<Extent> = Vec::new();
        for chosen in self.chosen.range(first..).take_while(|chosen| chosen.start < wanted.end()) {
            let Some(seen) = Extent::new(chosen.start, chosen.step.len).intersection(&wanted) else {
                continue;
            };
            let part = Extent::new(chosen.step.offset + (seen.offset - chosen.start), seen.len);
            match parts.last_mut() {
                Some(last) if last.end() == part.offset => last.len += part.len,
                _ => parts.push(part),
            }
        }
        parts
    }

    /// The first of the reader's bytes that nothing is chosen for. Once the stream has ended and all steps were
    /// offered and chosen, this is the size of the file as the reader sees it.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// What this program has skipped since the last call: the writers need not keep it.
    pub fn take_skipped(&mut self) -> Vec<Extent> {
        std::mem::take(&mut self.skipped).iter().collect()
    }

    /// The reader will not ask for its bytes before `offset` again.
    #[cfg(test)]
    pub fn forget_below(&mut self, offset: u64) {
        let behind = self.chosen.partition_point(|chosen| chosen.end() <= offset);
        self.chosen.drain(..behind);
    }
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, reason = "the model is small")]
mod tests {
    use super::*;

    /// Steps of the given lengths, one behind the other.
    fn steps(lengths: &[u64]) -> Vec<Step> {
        let mut start = 0;
        let step = |&length: &u64| {
            let step = Step::new(start, &[length]).unwrap();
            start = step.end();
            step
        };
        lengths.iter().map(step).collect()
    }

    fn extents(ranges: &[(u64, u64)]) -> Vec<Extent> {
        ranges.iter().map(|&(start, end)| Extent::from(start..end)).collect()
    }

    #[test]
    fn every_second_step_is_seen_joined() {
        let mut selection = Selection::new(Choice::Every(2));
        selection.offer(steps(&[10, 20, 30, 40, 50]));
        assert_eq!(selection.choose(u64::MAX), extents(&[(0, 10), (30, 60), (100, 150)]));
        assert_eq!(selection.end(), 90);
        assert_eq!(selection.map(Extent::new(5, 40)), extents(&[(5, 10), (30, 60), (100, 105)]));
        assert_eq!(selection.map(Extent::new(85, 40)), extents(&[(145, 150)]));
        assert_eq!(selection.take_skipped(), extents(&[(10, 30), (60, 100)]));
        assert!(selection.take_skipped().is_empty());
    }

    #[test]
    fn every_step_is_the_stream_itself() {
        let mut selection = Selection::new(Choice::Every(0));
        selection.offer(steps(&[10, 20, 30]));
        selection.choose(60);
        assert_eq!(selection.map(Extent::new(5, 50)), extents(&[(5, 55)]));
        assert!(selection.take_skipped().is_empty());
    }

    #[test]
    fn the_latest_is_chosen_when_it_is_read() {
        let all = steps(&[10, 10, 10, 10, 10, 10]);
        let mut selection = Selection::new(Choice::Latest);
        selection.offer(all[..3].to_vec());
        assert_eq!(selection.choose(10), extents(&[(20, 30)]));
        assert!(selection.choose(10).is_empty(), "it is there already");
        assert!(selection.choose(20).is_empty(), "nothing newer exists");
        selection.offer(all[..4].to_vec());
        selection.offer(all[2..].to_vec());
        assert_eq!(selection.choose(15), extents(&[(50, 60)]));
        assert_eq!(selection.map(Extent::new(0, 20)), extents(&[(20, 30), (50, 60)]));
        assert_eq!(selection.take_skipped(), extents(&[(0, 20), (30, 50)]));
    }

    #[test]
    fn steps_read_in_part_are_not_left_for_a_newer_one() {
        let all = steps(&[10, 10, 10]);
        let mut selection = Selection::new(Choice::Latest);
        selection.offer(all[..1].to_vec());
        selection.choose(4);
        selection.offer(all.clone());
        assert!(selection.choose(10).is_empty());
        assert_eq!(selection.map(Extent::new(4, 6)), extents(&[(4, 10)]));
    }

    #[test]
    fn other_ranks_follow_by_what_they_are_told() {
        for seed in 0..100 {
            let mut random = fastrand::Rng::with_seed(seed);
            let lengths: Vec<u64> = (0..40).map(|_| random.u64(1..9)).collect();
            let all = steps(&lengths);
            let choice = if random.bool() { Choice::Latest } else { Choice::Every(random.u32(1..5)) };
            let (mut chooser, mut follower) = (Selection::new(choice), Selection::new(choice));
            // The stream's offset of each of the reader's bytes.
            let mut model: Vec<u64> = Vec::new();
            let mut seen = 0;
            while seen < all.len() {
                seen = (seen + random.usize(1..5)).min(all.len());
                chooser.offer(all[random.usize(0..seen)..seen].to_vec());
                let until = chooser.end() + random.u64(0..12);
                for step in chooser.choose(until) {
                    follower.append(step);
                    model.extend(step.offset..step.end());
                }
                let from = random.u64(0..=chooser.end());
                let wanted = Extent::new(from, random.u64(0..30));
                let mapped =
                    follower.map(wanted).iter().flat_map(|part| part.offset..part.end()).collect::<Vec<_>>();
                let expected =
                    model.iter().copied().skip(from as usize).take(wanted.len as usize).collect::<Vec<_>>();
                assert_eq!(mapped, expected, "seed {seed}");
                assert_eq!(chooser.map(wanted), follower.map(wanted), "seed {seed}");
            }
        }
    }

    #[test]
    fn what_is_forgotten_leaves_the_rest_where_it_was() {
        let mut selection = Selection::new(Choice::Every(2));
        selection.offer(steps(&[10, 10, 10, 10, 10]));
        selection.choose(u64::MAX);
        selection.forget_below(15);
        assert_eq!(selection.map(Extent::new(15, 10)), extents(&[(25, 30), (40, 45)]));
        assert_eq!(selection.chosen.len(), 2);
    }
}
