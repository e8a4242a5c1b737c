// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Spread`]: everybody's bytes to everybody, in about log2(n) steps of messages. Between machines the leaders use it
//! for the tables of their ranks, and all ranks for what is too long for tables.
//!
//! In step `k` each sends what it has to the one `2^k` places before it. What it has are the blocks from its own on, so
//! with blocks stored in that order every step sends from the start of the buffer and receives behind what is there.

use std::ffi::c_int;
use std::mem;
use std::ops::Range;

use seaway_device::Result;

use super::calls::{Link, Requests};
use super::node::waiting::Patience;
use crate::abi::Abi;

/// Who takes part, and where whose block is.
#[derive(Debug)]
pub(super) struct Spread {
    /// Ranks of those who take part, from this one on and around.
    peers: Vec<usize>,
    /// Where the block of each begins, in the same order; and where the last one ends.
    starts: Vec<usize>,
}

impl Spread {
    /// `ranks` take part, with blocks of `lengths` bytes; this is the one at `place`.
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

    /// The blocks in the order of the buffer: whose, and where.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (usize, Range<usize>)> {
        self.peers.iter().zip(self.starts.windows(2)).map(|(&rank, ends)| (rank, ends[0]..ends[1]))
    }

    /// What each step does: to whom the start of the buffer goes, from whom its continuation comes.
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

    /// `buffer` begins with this one's block, and in the end holds everybody's. After a failure it is empty.
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
            // SAFETY: both ranges are in the buffer and do not overlap; it stays there until all is done, see below.
            unsafe {
                requests.receive(link, from, tag, start.wrapping_add(received.start), received.len())?;
                requests.send(link, to, tag, start.wrapping_add(sent.start), sent.len())?;
            }
            requests.wait(patience, &mut check_peers)
        };
        self.steps().try_for_each(step).inspect_err(|_| {
            // MPI may still serve requests that were left behind.
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

    /// All ranks' steps, played through with messages that are delivered at once.
    #[test]
    fn everybody_gets_everything() {
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
