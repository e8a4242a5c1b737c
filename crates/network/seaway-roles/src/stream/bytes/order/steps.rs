// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Step`]: one write, or one read, in rank order.

use std::sync::Arc;

use seaway_device_api::Extent;

/// Neighbouring ranks of one length, and what is before them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    length: u64,
    ranks: u32,
    first_rank: u32,
    /// First byte of its first rank, from the start of the step.
    first_byte: u64,
}

/// From `start` on, each rank has its length, in rank order. Lengths are kept as runs: equal ones cost nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    start: u64,
    bytes: u64,
    ranks: u32,
    /// Shared: most steps are like the one before.
    runs: Arc<[Run]>,
}

impl Step {
    /// `None`: the step does not fit into a file, or into a communicator.
    pub fn new(start: u64, lengths: &[u64]) -> Option<Self> {
        Self::from_runs(start, lengths.iter().map(|&length| (length, 1)))
    }

    /// From pairs of a length and the number of neighbouring ranks that have it. Bounds are checked: they may come
    /// from another program.
    pub fn from_runs(start: u64, runs: impl IntoIterator<Item = (u64, u32)>) -> Option<Self> {
        let (mut all_bytes, mut all_ranks, mut kept) = (0_u64, 0_u32, Vec::<Run>::new());
        for (length, ranks) in runs {
            let bytes = length.checked_mul(u64::from(ranks))?;
            match kept.last_mut() {
                _ if ranks == 0 => {}
                Some(last) if last.length == length => last.ranks += ranks.min(u32::MAX - all_ranks),
                _ => kept.push(Run { length, ranks, first_rank: all_ranks, first_byte: all_bytes }),
            }
            all_bytes = all_bytes.checked_add(bytes)?;
            all_ranks = all_ranks.checked_add(ranks)?;
        }
        start.checked_add(all_bytes)?;
        Some(Self { start, bytes: all_bytes, ranks: all_ranks, runs: kept.into() })
    }

    /// What [`from_runs`](Self::from_runs) takes, as short as it can be.
    pub fn runs(&self) -> impl ExactSizeIterator<Item = (u64, u32)> {
        self.runs.iter().map(|run| (run.length, run.ranks))
    }

    pub fn start(&self) -> u64 {
        self.start
    }

    pub fn end(&self) -> u64 {
        self.start + self.bytes
    }

    pub fn extent(&self) -> Extent {
        Extent::new(self.start, self.bytes)
    }

    /// Whether this is `other` at another place.
    pub fn is_like(&self, other: &Self) -> bool {
        self.runs == other.runs
    }

    /// The same lengths, behind `times` of them. `None`: that is behind all files.
    pub fn after(&self, times: u64) -> Option<Self> {
        let start = self.start.checked_add(times.checked_mul(self.bytes)?)?;
        start.checked_add(self.bytes)?;
        Some(Self { start, ..self.clone() })
    }

    /// How many times the same lengths fit before `offset`; a step of no bytes, never.
    pub fn times_before(&self, offset: u64) -> u64 {
        offset.saturating_sub(self.start).checked_div(self.bytes).unwrap_or(0)
    }

    /// The same lengths, as many times later as it takes to reach `offset`. `None`: that is behind all files, or before
    /// this step.
    pub fn repeated_at(&self, offset: u64) -> Option<Self> {
        (self.start <= offset && self.bytes > 0).then(|| self.after(self.times_before(offset)))?
    }

    #[cfg(test)]
    pub fn ranks(&self) -> u32 {
        self.ranks
    }

    /// What `rank` has of this step. A rank that is not in it has nothing.
    pub fn extent_of(&self, rank: u32) -> Extent {
        let behind = self.runs.partition_point(|run| run.first_rank <= rank);
        let run = behind
            .checked_sub(1)
            .and_then(|at| self.runs.get(at))
            .filter(|run| rank - run.first_rank < run.ranks);
        run.map_or(Extent::new(self.end(), 0), |run| {
            let before = u64::from(rank - run.first_rank) * run.length;
            Extent::new(self.start + run.first_byte + before, run.length)
        })
    }

    /// The ranks that have a part of `range`, in rank order, and which.
    pub fn parts_of(&self, range: Extent) -> impl Iterator<Item = (u32, Extent)> {
        let wanted = self.extent().intersection(&range);
        let first = wanted.map_or(self.runs.len(), |wanted| {
            let byte = wanted.offset - self.start;
            // The last run that starts at or before the byte: runs of length 0 before it start there too.
            self.runs.partition_point(|run| run.first_byte <= byte) - 1
        });
        let wanted = wanted.unwrap_or(Extent::new(self.start, 0));
        let within = (wanted.offset - self.start)..(wanted.end() - self.start);
        let last_byte = within.end;
        self.runs[first..]
            .iter()
            .take_while(move |run| run.first_byte < last_byte)
            .filter(|run| run.length > 0)
            .flat_map(move |run| {
                let from = within.start.saturating_sub(run.first_byte) / run.length;
                let to = (within.end - run.first_byte).div_ceil(run.length).min(u64::from(run.ranks));
                let run_start = self.start + run.first_byte;
                (from..to).filter_map(move |index| {
                    let owned = Extent::new(run_start + index * run.length, run.length);
                    // Always fits: `index` is below the run's number of ranks.
                    let rank = run.first_rank + u32::try_from(index).ok()?;
                    owned.intersection(&wanted).map(|part| (rank, part))
                })
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lengths_are_one_run() {
        let step = Step::new(100, &[8; 1000]).unwrap();
        assert_eq!(step.runs().collect::<Vec<_>>(), [(8, 1000)]);
        assert_eq!((step.extent(), step.ranks()), (Extent::new(100, 8000), 1000));
        assert_eq!(step.extent_of(999), Extent::new(8092, 8));
        assert!(step.extent_of(1000).is_empty());
    }

    #[test]
    fn runs_that_do_not_fit_are_refused() {
        assert_eq!(Step::from_runs(0, [(u64::MAX, 2)]), None);
        assert_eq!(Step::from_runs(1, [(u64::MAX, 1)]), None);
        assert_eq!(Step::from_runs(0, [(u64::MAX, 1), (1, 1)]), None);
        assert_eq!(Step::from_runs(0, [(0, u32::MAX), (0, 1)]), None);
        assert_eq!(Step::from_runs(0, [(0, u32::MAX), (1, 1)]), None);
    }

    #[test]
    fn steps_come_back_from_their_runs() {
        let step = Step::new(7, &[0, 3, 3, 0, 0, 5, 1, 1, 0]).unwrap();
        assert_eq!(Step::from_runs(step.start(), step.runs()), Some(step.clone()));
        assert_eq!(
            Step::from_runs(7, [(0, 1), (3, 1), (9, 0), (3, 1), (0, 2), (5, 1), (1, 2), (0, 1)]),
            Some(step)
        );
    }
}
