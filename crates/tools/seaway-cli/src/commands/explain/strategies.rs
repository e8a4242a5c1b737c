// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine's part of `explain`: how a few typical accesses would be carried out, and why.

use seaway_device_api::{DeviceFile, Extent, Guarantees, Hints};
use seaway_engine::strategy::{self, Direction, Facets, Pattern};
use seaway_engine::{Discipline, EngineHints};

use crate::quantity;
use crate::report::Report;

/// Bytes that each rank transfers in the typical accesses.
const SHARE_BYTES: u64 = 32 << 20;

/// Sizes of interleaved pieces, from a few numbers to what suits a file system.
const PIECE_BYTES: [u64; 3] = [32, 4 << 10, 1 << 20];

const ACCESSES: &[Access] = &[
    Access { verb: "write", note: ", new", direction: Direction::Write, is_new: true },
    Access { verb: "write", note: ", old", direction: Direction::Write, is_new: false },
    Access { verb: "read", note: "", direction: Direction::Read, is_new: false },
];

struct Access {
    verb: &'static str,
    note: &'static str,
    direction: Direction,
    /// Past the end of the file, where space must be allocated.
    is_new: bool,
}

pub(super) fn describe(report: &mut Report, hints: &Hints, ranks: u64, file: &dyn DeviceFile) {
    let facets = Facets {
        mapping: file.mapping().is_some(),
        locks: file.range_locks().is_some(),
        discipline: Discipline::of(file),
        exclusive: false,
    };
    let situation =
        Situation { guarantees: file.guarantees(), facets, hints: EngineHints::from(hints), ranks };
    let share = quantity::bytes(SHARE_BYTES);
    report
        .heading("Strategies", format!("for {ranks} ranks that move {share} each; new: past the file's end"));
    situation.describe(report, "each rank one piece of the file", SHARE_BYTES);
    for piece in PIECE_BYTES {
        situation.describe(report, &format!("pieces of {}, ranks in turn", quantity::bytes(piece)), piece);
    }
}

/// Everything except the access that determines how it is carried out.
struct Situation {
    guarantees: Guarantees,
    facets: Facets,
    hints: EngineHints,
    ranks: u64,
}

impl Situation {
    fn describe(&self, report: &mut Report, title: &str, piece: u64) {
        report.row(title, "");
        for Access { verb, note, direction, is_new } in ACCESSES {
            let pattern = |rank| interleaved(rank, self.ranks, piece, *is_new);
            let patterns: Vec<Pattern> = (0..self.ranks).map(pattern).collect();
            let (guarantees, facets, hints) = (&self.guarantees, self.facets, &self.hints);
            let alone = strategy::independent(&patterns[0], *direction, guarantees, facets, hints);
            report.row(&format!("  {verb}{note}"), format!("{} ({})", alone.method, alone.reason));
            let together = strategy::collective(&patterns, *direction, guarantees, facets, hints);
            report.row(&format!("  {verb}_all{note}"), format!("{} ({})", together.method, together.reason));
        }
    }
}

/// Rank `rank` has every `ranks`-th piece.
fn interleaved(rank: u64, ranks: u64, piece: u64, is_new: bool) -> Pattern {
    let pieces = SHARE_BYTES / piece;
    let hull = Extent::new(rank * piece, (pieces - 1) * ranks * piece + piece);
    // For one piece the engine does not query the end of the file: there is only one way to write it.
    let new_bytes = if is_new && pieces > 1 { hull.len } else { 0 };
    Pattern { bytes: SHARE_BYTES, hull, pieces, new_bytes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_large_piece_has_no_gaps() {
        let pattern = interleaved(3, 4, SHARE_BYTES, true);
        assert_eq!((pattern.pieces, pattern.hull), (1, Extent::new(3 * SHARE_BYTES, SHARE_BYTES)));
        let strided = interleaved(0, 2, 1 << 20, true);
        assert_eq!((strided.hull.len, strided.new_bytes), (63 << 20, 63 << 20));
    }
}
