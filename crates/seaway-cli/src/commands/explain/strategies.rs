// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine's half of `explain`: how a few typical accesses would be carried out, and why.

use seaway_device::{DeviceFile, Extent, Hints};
use seaway_engine::EngineHints;
use seaway_engine::strategy::{self, Direction, Facets, Pattern};

use super::report::Report;
use crate::quantity;

/// What each rank moves in the typical accesses.
const SHARE_BYTES: u64 = 32 << 20;

/// Pieces that ranks take in turn, from a few numbers to what a file system likes.
const PIECE_BYTES: [u64; 3] = [32, 4 << 10, 1 << 20];

pub(super) fn describe(report: &mut Report, hints: &Hints, ranks: u64, file: &dyn DeviceFile) {
    let situation = Situation {
        guarantees: file.guarantees(),
        facets: Facets {
            mapping: file.mapping().is_some(),
            locks: file.range_locks().is_some(),
            exclusive: false,
        },
        hints: EngineHints::from(hints),
        ranks,
    };
    report
        .heading("Strategies", format!("for {ranks} ranks that move {} each", quantity::bytes(SHARE_BYTES)));
    situation.describe(report, "each rank one piece of the file", SHARE_BYTES);
    for piece in PIECE_BYTES {
        situation.describe(report, &format!("pieces of {}, ranks in turn", quantity::bytes(piece)), piece);
    }
}

struct Situation {
    guarantees: seaway_device::Guarantees,
    facets: Facets,
    hints: EngineHints,
    ranks: u64,
}

impl Situation {
    fn describe(&self, report: &mut Report, title: &str, piece: u64) {
        report.row(title, "");
        let patterns: Vec<Pattern> =
            (0..self.ranks).map(|rank| interleaved(rank, self.ranks, piece)).collect();
        for (word, direction) in [("write", Direction::Write), ("read", Direction::Read)] {
            let (guarantees, facets, hints) = (&self.guarantees, self.facets, &self.hints);
            let alone = strategy::independent(&patterns[0], direction, guarantees, facets, hints);
            report.row(&format!("  {word}"), format!("{} ({})", alone.way, alone.reason));
            let together = strategy::collective(&patterns, direction, guarantees, facets, hints);
            report.row(&format!("  {word}_all"), format!("{} ({})", together.way, together.reason));
        }
    }
}

/// Rank `rank` has every `ranks`-th piece.
fn interleaved(rank: u64, ranks: u64, piece: u64) -> Pattern {
    let pieces = SHARE_BYTES / piece;
    let hull = Extent::new(rank * piece, (pieces - 1) * ranks * piece + piece);
    Pattern { bytes: SHARE_BYTES, hull, pieces, new_bytes: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_large_piece_has_no_gaps() {
        let pattern = interleaved(3, 4, SHARE_BYTES);
        assert_eq!((pattern.pieces, pattern.hull), (1, Extent::new(3 * SHARE_BYTES, SHARE_BYTES)));
        assert_eq!(interleaved(0, 2, 1 << 20).hull.len, 63 << 20);
    }
}
