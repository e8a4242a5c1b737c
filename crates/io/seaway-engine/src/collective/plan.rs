// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Plan`]: the ranks tell each other what they are about to do and come to the same conclusion.

use seaway_device::{Error, ErrorKind, Extent, Operation, Result};

use super::Party;
use crate::Communicator;
use crate::agreement::agree;
use crate::strategy::{self, CollectiveWay, Direction, LARGE_PIECE_BYTES, Pattern};
use crate::view::ViewRange;

pub(super) struct Plan {
    pub(super) way: CollectiveWay,
    /// From the first byte that any rank touches to the last.
    pub(super) hull: Extent,
    /// Of all ranks together, saturating.
    pub(super) bytes: u64,
}

impl Plan {
    /// Collective. All ranks return the same plan with their own access, or all an error.
    pub(super) fn meet<'v, A>(
        party: &Party<'_>,
        direction: Direction,
        access: Result<A>,
        range_of: impl Fn(&A) -> &ViewRange<'v>,
    ) -> Result<(Plan, A)> {
        let communicator = party.communicator;
        let mine = match &access {
            Ok(access) => Announcement::of(party, direction, range_of(access)),
            Err(error) => Announcement::failure(error.kind()),
        };
        let all = mine.exchange(communicator)?;
        if all.iter().any(|announcement| announcement.error != 0) {
            return Err(common_failure(communicator, direction, access.err()));
        }
        let patterns: Vec<Pattern> = all.iter().map(|announcement| announcement.pattern).collect();
        let terms = party.terms;
        let way = if party.alone || all.iter().any(|announcement| announcement.alone) {
            CollectiveWay::Direct
        } else {
            strategy::collective(&patterns, direction, &terms.guarantees, terms.facets, &terms.hints).way
        };
        let hull = strategy::common_hull(&patterns);
        let bytes = patterns.iter().fold(0_u64, |sum, pattern| sum.saturating_add(pattern.bytes));
        access.map(|access| (Plan { way, hull, bytes }, access))
    }
}

/// What a rank tells the others.
struct Announcement {
    /// Code of the error that keeps this rank from taking part, or 0.
    error: u64,
    /// This rank's view cannot be exchanged.
    alone: bool,
    pattern: Pattern,
}

impl Announcement {
    const WORDS: usize = 7;

    fn of(party: &Party<'_>, direction: Direction, range: &ViewRange<'_>) -> Self {
        // Whether the file grows matters to scattered and large writes only, and asking is a system call.
        let matters = !range.is_contiguous() || range.bytes() >= LARGE_PIECE_BYTES;
        let asks = direction == Direction::Write && matters;
        let size = if asks { party.storage.device.size().ok() } else { None };
        Self { error: 0, alone: range.view().jumps_back(), pattern: Pattern::of(range, size) }
    }

    fn failure(kind: ErrorKind) -> Self {
        let pattern = Pattern { bytes: 0, hull: Extent::new(0, 0), pieces: 0, new_bytes: 0 };
        Self { error: kind.code().into(), alone: false, pattern }
    }

    fn exchange(&self, communicator: &dyn Communicator) -> Result<Vec<Self>> {
        let Pattern { bytes, hull, pieces, new_bytes } = self.pattern;
        let mine: [u64; Self::WORDS] =
            [self.error, self.alone.into(), bytes, hull.offset, hull.len, pieces, new_bytes];
        let mut all = vec![0; Self::WORDS * communicator.size()];
        communicator.all_gather_words(&mine, &mut all)?;
        let decode = |words: &[u64]| {
            let hull = Extent::new(words[3], words[4]);
            let pattern = Pattern { bytes: words[2], hull, pieces: words[5], new_bytes: words[6] };
            Self { error: words[0], alone: words[1] != 0, pattern }
        };
        Ok(all.chunks_exact(Self::WORDS).map(decode).collect())
    }
}

/// This rank's own error, or the one that another rank brought.
fn common_failure(communicator: &dyn Communicator, direction: Direction, mine: Option<Error>) -> Error {
    let operation = match direction {
        Direction::Read => Operation::Read,
        Direction::Write => Operation::Write,
    };
    match agree(communicator, operation, mine.map_or(Ok(()), Err)) {
        Err(error) => error,
        Ok(()) => Error::new(ErrorKind::Internal, operation).with_detail("a failed rank does not say why"),
    }
}
