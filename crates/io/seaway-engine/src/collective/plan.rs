// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Plan`]: the ranks exchange what they are about to do and reach the same conclusion.

use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result};

use super::Party;
use crate::Communicator;
use crate::agreement::agree;
use crate::strategy::{self, CollectiveMethod, Direction, LARGE_PIECE_BYTES, Pattern};
use crate::view::ViewRange;
use crate::words::{Words, words_struct};

pub(super) struct Plan {
    pub(super) method: CollectiveMethod,
    /// From the first byte that any rank touches to the last.
    pub(super) hull: Extent,
    /// Total over all ranks, saturating.
    pub(super) bytes: u64,
}

impl Plan {
    /// Collective. Returns the same plan and the rank's own access on all ranks, or an error on all.
    pub(super) fn agreed<'v, A>(
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
        let method = if all.iter().any(|announcement| announcement.alone) {
            CollectiveMethod::Direct
        } else {
            strategy::collective(&patterns, direction, &terms.guarantees, terms.facets, &terms.hints).method
        };
        let hull = strategy::common_hull(&patterns);
        let bytes = patterns.iter().fold(0_u64, |sum, pattern| sum.saturating_add(pattern.bytes));
        access.map(|access| (Plan { method, hull, bytes }, access))
    }
}

words_struct! {
    /// What a rank announces to the others.
    struct Announcement {
        /// Code of the error that prevents this rank from taking part, or 0.
        error: u64,
        /// This rank's view cannot be exchanged.
        alone: bool,
        pattern: Pattern,
    }
}

impl Announcement {
    fn of(party: &Party<'_>, direction: Direction, range: &ViewRange<'_>) -> Self {
        // Whether the file grows matters only for scattered and large writes, and asking costs a system call.
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
        let mut mine = [0; Self::COUNT];
        self.encode(&mut mine);
        let mut all = vec![0; Self::COUNT * communicator.size()];
        communicator.all_gather_words(&mine, &mut all)?;
        Ok(all.chunks_exact(Self::COUNT).map(Self::decode).collect())
    }
}

/// This rank's own error, or the one that another rank announced.
fn common_failure(communicator: &dyn Communicator, direction: Direction, mine: Option<Error>) -> Error {
    let operation = match direction {
        Direction::Read => Operation::Read,
        Direction::Write => Operation::Write,
    };
    match agree(communicator, operation, mine.map_or(Ok(()), Err)) {
        Err(error) => error,
        Ok(()) => {
            Error::new(ErrorKind::Internal, operation).with_detail("another rank failed and sent no reason")
        }
    }
}
