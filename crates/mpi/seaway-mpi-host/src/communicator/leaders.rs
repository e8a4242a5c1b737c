// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Spread`]: an allgather of blocks in about log2(n) steps of messages. Between machines the leaders use it
//! for the tables of their ranks, and all ranks for data too long for tables.
//!
//! In step `k` each sends what it has to the participant `2^k` places before it. What it has are the blocks
//! from its own on, so with blocks stored in that order every step sends from the start of the buffer and
//! receives behind the data already there.

use std::ffi::c_int;
use std::mem;
use std::ops::Range;

use seaway_device_api::Result;

use super::calls::{Link, Requests};
use super::node::waiting::Patience;
use crate::abi::Abi;

/// The participants, and the offsets of their blocks.
#[derive(Debug)]
pub(super) struct Spread {
    /// Ranks of the participants, starting with this one and wrapping around.
    peers: Vec<usize>,
    /// Start of each block, in the same order, and the end of the last.
    starts: Vec<usize>,
}

impl Spread {
    /// `ranks` take part, with blocks of `lengths` bytes; this rank is the one at `place`.
    pub(super) fn new(ranks: &[usize], lengths: &[usize], place: usize) -> Self {
        let around = || (0..ranks.len()).map(|step| (place + step) % ranks.len());
        let mut starts = vec![0];
        starts.extend(around().scan(0, |end, place| {
            *end += lengths[place];
            Some(*end)
        }));
        Self { peers: around().map(|place| ranks[place]).collect(), starts }
    }

    pub(super) fn bytes(&self) -> usize {
        self.starts[self.peers.len()]
    }

    /// The blocks in buffer order: rank and range.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (usize, Range<usize>)> {
        self.peers.iter().zip(self.starts.windows(2)).map(|(&rank, ends)| (rank, ends[0]..ends[1]))
    }

    /// The steps: where to send the start of the buffer, and where its continuation comes from.
    fn steps(&self) -> impl Iterator<Item = Step> {
        let peers = self.peers.len();
        (0..usize::BITS).map(|step| 1_usize << step).take_while(move |&distance| distance < peers).map(
            move |distance| {
                let blocks = distance.min(peers - distance);
                Step {
                    to: self.peers[peers - distance],
                    from: self.peers[distance],
                    sent: 0..self.starts[blocks],
                    received: self.starts[distance]..self.starts[distance + blocks],
                }
            },
        )
    }

    /// `buffer` begins with this rank's block, and finally holds all blocks. It is empty after a failure.
    pub(super) fn run<A: Abi>(
        &self,
        link: &Link<A>,
        tag: c_int,
        buffer: &mut Vec<u8>,
        patience: Patience,
        mut check_peers: impl FnMut() -> Result<()>,
    ) -> Result<()> {
        buffer.resize(self.bytes(), 0);
        let start = buffer.as_mut_ptr();
        let step = |Step { to, from, sent, received }: Step| {
            let mut requests = Requests::new(link.host);
            // SAFETY: both ranges are in the buffer and do not overlap; it lives until all requests have
            // completed, see below.
            unsafe {
                requests.receive(link, from, tag, start.wrapping_add(received.start), received.len())?;
                requests.send(link, to, tag, start.wrapping_add(sent.start), sent.len())?;
            }
            requests.wait(patience, &mut check_peers)
        };
        self.steps().try_for_each(step).inspect_err(|_| {
            // MPI may still access it for abandoned requests.
            mem::forget(mem::take(buffer));
        })
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Step {
    to: usize,
    from: usize,
    sent: Range<usize>,
    received: Range<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of all ranks, simulated with immediate delivery.
    #[test]
    fn all_ranks_get_all_blocks() {
        for count in 1..20 {
            let ranks: Vec<usize> = (0..count).map(|place| place * 3 + 1).collect();
            let lengths: Vec<usize> = (0..count).map(|place| (place * 7) % 4).collect();
            let spreads: Vec<_> = (0..count).map(|place| Spread::new(&ranks, &lengths, place)).collect();
            let block = |rank: usize| vec![u8::try_from(rank).unwrap(); lengths[(rank - 1) / 3]];
            let mut buffers: Vec<Vec<u8>> = ranks.iter().map(|&rank| block(rank)).collect();
            for step in 0..spreads[0].steps().count() {
                let sent: Vec<Vec<u8>> = (0..count)
                    .map(|place| buffers[place][spreads[place].steps().nth(step).unwrap().sent].to_vec())
                    .collect();
                for place in 0..count {
                    let Step { from, received, .. } = spreads[place].steps().nth(step).unwrap();
                    let sender = (from - 1) / 3;
                    assert_eq!(spreads[sender].steps().nth(step).unwrap().to, ranks[place]);
                    assert_eq!(buffers[place].len(), received.start);
                    assert_eq!(sent[sender].len(), received.len());
                    buffers[place].extend_from_slice(&sent[sender]);
                }
            }
            for (spread, buffer) in spreads.iter().zip(&buffers) {
                assert_eq!(buffer.len(), spread.bytes());
                for (rank, range) in spread.blocks() {
                    assert_eq!(buffer[range], block(rank));
                }
            }
        }
    }
}
