// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which rank has which part of a range of the stream.

use std::borrow::Borrow;

use seaway_device_api::Extent;

use super::steps::Step;

/// A part of the stream and the rank that has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owned {
    pub rank: u32,
    pub part: Extent,
}

/// The owners of `range` by `steps`, which are in ascending order of the file; the answer is too. Bytes that no step
/// has written are in nobody's part. Within a step it costs a binary search, and what the answer has.
pub fn owners(steps: impl IntoIterator<Item: Borrow<Step>>, range: Extent) -> Vec<Owned> {
    let mut owners: Vec<Owned> = Vec::new();
    for step in steps.into_iter().take_while(|step| step.borrow().start() < range.end()) {
        for (rank, part) in step.borrow().parts_of(range) {
            match owners.last_mut() {
                // One writer, or one that ends a step and starts the next.
                Some(last) if last.rank == rank && last.part.end() == part.offset => {
                    last.part.len += part.len
                }
                _ => owners.push(Owned { rank, part }),
            }
        }
    }
    owners
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, reason = "the model is small")]
mod tests {
    use super::*;

    /// The owner of each byte, by counting.
    fn table(steps: &[Step]) -> Vec<Option<u32>> {
        let mut table = vec![None; steps.last().map_or(0, Step::end) as usize];
        for step in steps {
            let mut at = step.start() as usize;
            let ranks = step.runs().flat_map(|(length, ranks)| vec![length; ranks as usize]);
            for (rank, length) in ranks.enumerate() {
                table[at..at + length as usize].fill(Some(rank as u32));
                at += length as usize;
            }
        }
        table
    }

    fn check(steps: &[Step], range: Extent, table: &[Option<u32>]) {
        let mut found = vec![None; table.len()];
        let mut before = range.offset;
        for Owned { rank, part } in owners(steps, range) {
            assert!(
                part.offset >= before && part.end() <= range.end() && !part.is_empty(),
                "{part} in {range}"
            );
            before = part.end();
            found[part.offset as usize..part.end() as usize].fill(Some(rank));
        }
        let expected = table.iter().enumerate().map(|(at, owner)| {
            let inside = (range.offset..range.end()).contains(&(at as u64));
            owner.filter(|_| inside)
        });
        assert_eq!(found, expected.collect::<Vec<_>>(), "{range} of {steps:?}");
    }

    #[test]
    fn one_writer_is_asked_once_for_many_steps() {
        let steps: Vec<Step> = (0..10).map(|at| Step::new(at * 8, &[8]).unwrap()).collect();
        assert_eq!(owners(&steps, Extent::new(4, 70)), [Owned { rank: 0, part: Extent::new(4, 70) }]);
    }

    #[test]
    fn ranks_without_bytes_own_nothing() {
        let steps = [Step::new(0, &[0, 0, 4, 0, 4, 0]).unwrap()];
        let expected =
            [Owned { rank: 2, part: Extent::new(0, 4) }, Owned { rank: 4, part: Extent::new(4, 4) }];
        assert_eq!(owners(&steps, Extent::new(0, 100)), expected);
        assert!(owners(&steps, Extent::new(8, 1)).is_empty() && owners(&steps, Extent::new(3, 0)).is_empty());
        assert!(owners([] as [Step; 0], Extent::new(0, 8)).is_empty());
    }

    #[test]
    fn random_steps_agree_with_a_table_of_bytes() {
        for seed in 0..300 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut steps = Vec::new();
            let mut start = random.u64(0..5);
            for _ in 0..random.usize(1..6) {
                let lengths: Vec<u64> = (0..random.usize(1..18)).map(|_| random.u64(0..4)).collect();
                steps.extend(Step::new(start, &lengths).filter(|step| !step.extent().is_empty()));
                start = steps.last().map_or(start, Step::end) + random.u64(0..3);
            }
            let table = table(&steps);
            for _ in 0..20 {
                check(&steps, Extent::new(random.u64(0..100), random.u64(0..60)), &table);
            }
            for step in &steps {
                for rank in 0..step.ranks() {
                    for at in step.extent_of(rank).offset..step.extent_of(rank).end() {
                        assert_eq!(table[at as usize], Some(rank), "seed {seed}");
                    }
                }
            }
        }
    }
}
