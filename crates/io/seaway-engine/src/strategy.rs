// SPDX-License-Identifier: MIT OR Apache-2.0
//! How an access is carried out: chosen from its pattern, the device's guarantees and the hints. Pure
//! functions, so that `seaway explain` and all ranks of a collective reach the same answer.

use std::fmt;

use seaway_device_api::{Extent, Guarantees};

use crate::discipline::Discipline;
use crate::hints::{Choice, EngineHints};

/// Handling one piece of a noncontiguous access in memory: finding and copying it.
const PIECE_NANOSECONDS: f64 = 5.0;
/// Copying a byte in memory.
const COPY_NANOSECONDS: f64 = 0.12;
const PAGE_BYTES: u64 = 4096;
/// From this size on it matters whether writers wait for each other.
pub(crate) const LARGE_PIECE_BYTES: u64 = 1 << 20;
/// System calls around an access through a mapping.
const MAPPING_CALLS: f64 = 4.0;

/// One rank's access, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pattern {
    pub bytes: u64,
    /// From the first byte touched to the last.
    pub hull: Extent,
    pub pieces: u64,
    /// Bytes of the hull beyond the end of the file: writing them allocates space.
    pub new_bytes: u64,
}

impl Pattern {
    /// The pieces span many pages each.
    pub(crate) fn is_coarse(&self) -> bool {
        const COARSE_PIECE_BYTES: u64 = 16 << 10;
        self.bytes / self.pieces.max(1) >= COARSE_PIECE_BYTES
    }
}

/// What the open file offers beyond reading and writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Facets {
    pub mapping: bool,
    pub locks: bool,
    pub discipline: Discipline,
    /// No other process can have the file open.
    pub exclusive: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Read,
    Write,
}

/// Methods of independent access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndependentMethod {
    /// One call for one piece.
    Contiguous,
    /// A list of pieces, batched.
    List,
    /// Large pieces with their gaps, through a buffer.
    Sieve,
    /// Copies to or from the file's pages.
    Mapped,
    /// One packed stream, laid out by the device according to the view.
    Shaped,
}

/// A choice with its reason, for display.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chosen<W> {
    pub method: W,
    pub reason: &'static str,
}

/// How one rank reads or writes independently.
pub fn independent(
    pattern: &Pattern,
    direction: Direction,
    guarantees: &Guarantees,
    facets: Facets,
    hints: &EngineHints,
) -> Chosen<IndependentMethod> {
    use IndependentMethod::{Contiguous, List, Mapped, Shaped, Sieve};
    if pattern.hull.len == pattern.bytes {
        return Chosen { method: Contiguous, reason: "the access is contiguous in the file" };
    }
    if !facets.discipline.is_all_there() {
        return Chosen { method: List, reason: "bytes between the pieces may arrive late or never" };
    }
    let sieving = match direction {
        Direction::Read => hints.sieve_for_reading,
        Direction::Write => hints.sieve_for_writing,
    };
    let may_sieve =
        sieving != Choice::Disable && (direction == Direction::Read || may_rewrite_gaps(facets, sieving));
    if sieving == Choice::Enable && may_sieve {
        return Chosen { method: Sieve, reason: "a hint asks for data sieving" };
    }
    if facets.discipline == Discipline::Shaped {
        return if direction == Direction::Write && is_little(pattern) {
            Chosen { method: List, reason: "a few small pieces can be coalesced with later ones" }
        } else {
            Chosen { method: Shaped, reason: "the device understands views and lays the bytes out itself" }
        };
    }
    let may_map = facets.mapping && hints.mapping != Choice::Disable;
    if hints.mapping == Choice::Enable && may_map {
        return Chosen { method: Mapped, reason: "a hint asks for access through a mapping" };
    }
    let mut best = (list_cost(pattern, guarantees), List, "separate pieces cost least");
    let candidates = [
        (
            may_map,
            mapped_cost(pattern, direction, guarantees),
            Mapped,
            "dense small pieces cost least as copies to mapped pages",
        ),
        (may_sieve, sieve_cost(pattern, direction, guarantees), Sieve, "reading the gaps too costs least"),
    ];
    for (allowed, cost, method, reason) in candidates {
        if allowed && cost < best.0 {
            best = (cost, method, reason);
        }
    }
    Chosen { method: best.1, reason: best.2 }
}

/// So little that a list of pieces costs nothing beside the message that carries it.
fn is_little(pattern: &Pattern) -> bool {
    const LITTLE_BYTES: u64 = 32 << 10;
    const FEW_PIECES: u64 = 512;
    pattern.bytes <= LITTLE_BYTES && pattern.pieces <= FEW_PIECES
}

/// A gap is rewritten only where no other process can be writing it: under a lock, and if either this process
/// has the file to itself or a hint asked for it, which also makes all other writers of the file lock.
pub(crate) fn may_rewrite_gaps(facets: Facets, sieving: Choice) -> bool {
    facets.locks && sieving != Choice::Disable && (facets.exclusive || sieving == Choice::Enable)
}

pub(crate) fn independent_cost(
    pattern: &Pattern,
    direction: Direction,
    guarantees: &Guarantees,
    facets: Facets,
    hints: &EngineHints,
) -> f64 {
    match independent(pattern, direction, guarantees, facets, hints).method {
        IndependentMethod::Contiguous | IndependentMethod::List => list_cost(pattern, guarantees),
        IndependentMethod::Sieve => sieve_cost(pattern, direction, guarantees),
        IndependentMethod::Mapped => mapped_cost(pattern, direction, guarantees),
        IndependentMethod::Shaped => {
            guarantees.costs.call_nanoseconds + moving_cost(pattern.bytes, pattern, guarantees)
        }
    }
}

/// Cost of moving `bytes` bytes of the pattern's hull by system calls, without the calls themselves.
fn moving_cost(bytes: u64, pattern: &Pattern, guarantees: &Guarantees) -> f64 {
    let costs = &guarantees.costs;
    let new = count(pattern.new_bytes) / count(pattern.hull.len.max(1));
    count(bytes) * (costs.byte_nanoseconds + new * (costs.new_byte_nanoseconds - costs.byte_nanoseconds))
}

fn list_cost(pattern: &Pattern, guarantees: &Guarantees) -> f64 {
    count(pattern.pieces) * guarantees.costs.call_nanoseconds
        + moving_cost(pattern.bytes, pattern, guarantees)
}

fn mapped_cost(pattern: &Pattern, direction: Direction, guarantees: &Guarantees) -> f64 {
    let costs = &guarantees.costs;
    let page_nanoseconds = match direction {
        Direction::Read => costs.read_page_nanoseconds,
        Direction::Write => costs.page_nanoseconds,
    };
    let touched = (pattern.bytes / PAGE_BYTES).saturating_add(pattern.pieces);
    let pages = count(touched.min(pattern.hull.len / PAGE_BYTES + 1));
    // Space is reserved for the whole hull, including gaps.
    let new_pages = count(pattern.new_bytes / PAGE_BYTES);
    pages * page_nanoseconds
        + new_pages * (costs.new_page_nanoseconds - page_nanoseconds)
        + count(pattern.pieces) * PIECE_NANOSECONDS
        + count(pattern.bytes) * COPY_NANOSECONDS
        + MAPPING_CALLS * costs.call_nanoseconds
}

fn sieve_cost(pattern: &Pattern, direction: Direction, guarantees: &Guarantees) -> f64 {
    let passes = if direction == Direction::Write { 2.0 } else { 1.0 };
    let calls = count(pattern.hull.len.div_ceil(1 << 20)) * passes;
    calls * guarantees.costs.call_nanoseconds
        + passes * moving_cost(pattern.hull.len, pattern, guarantees)
        + count(pattern.pieces) * PIECE_NANOSECONDS
        + count(pattern.bytes) * COPY_NANOSECONDS
}

/// Methods of collective access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CollectiveMethod {
    /// Every rank independently.
    Direct,
    /// Every rank independently, large pieces as copies to mapped pages.
    Mapped,
    /// Every rank independently, at the same time, as packed streams that the device assembles.
    Shaped,
    /// Two phases: ranks exchange their pieces, aggregators access large blocks.
    Exchange,
}

/// How all ranks read or write together. `patterns` has one entry per rank.
pub fn collective(
    patterns: &[Pattern],
    direction: Direction,
    guarantees: &Guarantees,
    facets: Facets,
    hints: &EngineHints,
) -> Chosen<CollectiveMethod> {
    use CollectiveMethod::{Direct, Exchange, Mapped, Shaped};
    let wish = match direction {
        Direction::Read => hints.exchange_for_reading,
        Direction::Write => hints.exchange_for_writing,
    };
    if !facets.discipline.is_all_there() {
        return Chosen { method: Direct, reason: "each rank takes its own bytes of a stream" };
    }
    if facets.discipline == Discipline::Shaped && wish != Choice::Enable {
        return Chosen {
            method: Shaped,
            reason: "bytes are sent once; the device assembles the ranks' pieces",
        };
    }
    let busy = || patterns.iter().filter(|pattern| pattern.bytes > 0);
    if busy().next().is_none() || patterns.len() == 1 {
        return Chosen { method: Direct, reason: "there is no other rank to exchange with" };
    }
    if is_too_sparse(patterns) {
        return Chosen {
            method: Direct,
            reason: "the ranks' pieces are too far apart to access the gaps between them",
        };
    }
    match wish {
        Choice::Enable => return Chosen { method: Exchange, reason: "a hint asks for collective buffering" },
        Choice::Disable => return Chosen { method: Direct, reason: "a hint forbids collective buffering" },
        Choice::Automatic => {}
    }
    if direction == Direction::Write && is_better_mapped(patterns, guarantees, facets, hints) {
        return Chosen {
            method: Mapped,
            reason: "copies to mapped pages run in parallel; writes to one file are serialised",
        };
    }
    let direct = busy()
        .map(|pattern| independent_cost(pattern, direction, guarantees, facets, hints))
        .fold(0.0, f64::max);
    if exchange_cost(patterns, guarantees) < direct {
        Chosen { method: Exchange, reason: "the ranks' pieces interleave; combined they form large blocks" }
    } else {
        Chosen { method: Direct, reason: "independent access is as good; an exchange would only add copies" }
    }
}

/// A local file system admits one writer at a time to a file. Large pieces by which several ranks overwrite
/// old bytes can be copied to its pages in parallel.
fn is_better_mapped(
    patterns: &[Pattern],
    guarantees: &Guarantees,
    facets: Facets,
    hints: &EngineHints,
) -> bool {
    let busy = || patterns.iter().filter(|pattern| pattern.bytes > 0);
    let is_large =
        |pattern: &Pattern| pattern.bytes == pattern.hull.len && pattern.bytes >= LARGE_PIECE_BYTES;
    let may_map =
        facets.mapping && hints.mapping != Choice::Disable && hints.sieve_for_writing != Choice::Enable;
    if !may_map || busy().count() < 2 || !busy().all(|pattern| is_large(pattern) && pattern.new_bytes == 0) {
        return false;
    }
    let bytes = busy().map(|pattern| count(pattern.bytes));
    let longest = bytes.clone().fold(0.0, f64::max);
    let total: f64 = bytes.sum();
    let pages = total / count(PAGE_BYTES);
    // By a margin: a device also maps ranges that are accessed repeatedly, and then has their pages already.
    const CLEARLY: f64 = 1.5;
    (longest * COPY_NANOSECONDS + pages * guarantees.costs.page_nanoseconds) * CLEARLY
        < total * guarantees.costs.byte_nanoseconds
}

/// An exchange covers the whole hull. Not even a hint should make it cover a terabyte for a few pieces.
fn is_too_sparse(patterns: &[Pattern]) -> bool {
    const GAPS_TO_DATA: u64 = 256;
    const ALWAYS_BEARABLE: u64 = 64 << 20;
    let bytes = patterns.iter().fold(0_u64, |sum, pattern| sum.saturating_add(pattern.bytes));
    common_hull(patterns).len > bytes.saturating_mul(GAPS_TO_DATA).max(ALWAYS_BEARABLE)
}

/// From the first byte that any rank touches to the last.
pub(crate) fn common_hull(patterns: &[Pattern]) -> Extent {
    let busy = || patterns.iter().filter(|pattern| pattern.bytes > 0);
    let start = busy().map(|pattern| pattern.hull.offset).min().unwrap_or(0);
    let end = busy().map(|pattern| pattern.hull.end()).max().unwrap_or(0);
    Extent::from(start..end)
}

/// The aggregators divide the file among them, the ranks handle their own pieces; then they wait for each
/// other.
fn exchange_cost(patterns: &[Pattern], guarantees: &Guarantees) -> f64 {
    const MEETING_NANOSECONDS: f64 = 5_000.0;
    let busy = || patterns.iter().filter(|pattern| pattern.bytes > 0);
    let hull = common_hull(patterns);
    let new_bytes = busy().fold(0_u64, |sum, pattern| sum.saturating_add(pattern.new_bytes)).min(hull.len);
    let whole = Pattern { bytes: hull.len, hull, pieces: 1, new_bytes };
    let ranks = count(patterns.len() as u64);
    let handling = |pattern: &Pattern| {
        count(pattern.pieces) * PIECE_NANOSECONDS + count(pattern.bytes) * COPY_NANOSECONDS
    };
    let blocks = (count(whole.bytes) / ranks / f64::from(1 << 20)).ceil();
    moving_cost(whole.bytes, &whole, guarantees) / ranks
        + blocks * (guarantees.costs.call_nanoseconds + MEETING_NANOSECONDS)
        + busy().map(handling).fold(0.0, f64::max)
        + MEETING_NANOSECONDS
}

#[allow(clippy::cast_precision_loss, reason = "costs are estimates")]
fn count(number: u64) -> f64 {
    number as f64
}

impl fmt::Display for IndependentMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Contiguous => "one call",
            Self::List => "a list of pieces",
            Self::Sieve => "data sieving",
            Self::Mapped => "mapped pages",
            Self::Shaped => "packed, laid out by the device",
        })
    }
}

impl fmt::Display for CollectiveMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Direct => "independent",
            Self::Mapped => "independent, through mapped pages",
            Self::Shaped => "independent, laid out by the device",
            Self::Exchange => "two phases: exchange, then large blocks",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRIDED: Pattern =
        Pattern { bytes: 1 << 20, hull: Extent { offset: 0, len: 2 << 20 }, pieces: 1 << 15, new_bytes: 0 };
    const ALL: Facets = Facets { mapping: true, locks: true, discipline: Discipline::File, exclusive: false };

    fn local() -> Guarantees {
        let costs = seaway_device_api::Costs {
            call_nanoseconds: 300.0,
            byte_nanoseconds: 0.2,
            new_byte_nanoseconds: 0.6,
            read_page_nanoseconds: 100.0,
            page_nanoseconds: 250.0,
            new_page_nanoseconds: 3000.0,
        };
        Guarantees { costs, ..Guarantees::default() }
    }

    #[test]
    fn contiguous_access_is_one_call() {
        let pattern = Pattern { bytes: 10, hull: Extent::new(5, 10), pieces: 1, new_bytes: 0 };
        let chosen = independent(&pattern, Direction::Write, &local(), ALL, &EngineHints::default());
        assert_eq!(chosen.method, IndependentMethod::Contiguous);
    }

    #[test]
    fn device_that_understands_views_lays_bytes_out_itself() {
        let far = Guarantees::default();
        let facets = Facets { discipline: Discipline::Shaped, locks: true, ..Facets::default() };
        let check = |pattern: &Pattern, direction, hints: &str, expected| {
            let hints = EngineHints::from(&seaway_device_api::Hints::parse(hints));
            let chosen = independent(pattern, direction, &far, facets, &hints);
            assert_eq!(chosen.method, expected, "{direction:?} {pattern:?} {hints:?}");
        };
        let little = Pattern { bytes: 64, hull: Extent::new(0, 1000), pieces: 4, new_bytes: 0 };
        check(&STRIDED, Direction::Write, "", IndependentMethod::Shaped);
        check(&STRIDED, Direction::Read, "", IndependentMethod::Shaped);
        check(&little, Direction::Write, "", IndependentMethod::List);
        check(&little, Direction::Read, "", IndependentMethod::Shaped);
        check(&STRIDED, Direction::Read, "romio_ds_read=enable", IndependentMethod::Sieve);
        let together = |hints: &str| {
            let hints = EngineHints::from(&seaway_device_api::Hints::parse(hints));
            collective(&[STRIDED; 4], Direction::Write, &far, facets, &hints).method
        };
        assert_eq!(together(""), CollectiveMethod::Shaped);
        assert_eq!(together("romio_cb_write=disable"), CollectiveMethod::Shaped);
        assert_eq!(together("romio_cb_write=enable"), CollectiveMethod::Exchange);
    }

    #[test]
    fn only_requested_bytes_of_a_stream_are_accessed() {
        let facets = Facets { discipline: Discipline::Stream, ..ALL };
        let hints = seaway_device_api::Hints::parse(
            "romio_ds_read=enable;romio_cb_read=enable;seaway_mapping=enable",
        );
        let hints = EngineHints::from(&hints);
        let alone = independent(&STRIDED, Direction::Read, &local(), facets, &hints);
        assert_eq!(alone.method, IndependentMethod::List);
        let together = collective(&[STRIDED; 2], Direction::Read, &local(), facets, &hints);
        assert_eq!(together.method, CollectiveMethod::Direct);
    }

    #[test]
    fn gaps_are_rewritten_only_under_a_lock_or_by_hint() {
        let far = Guarantees::default();
        let without_mapping = Facets { mapping: false, ..ALL };
        let check = |facets, direction, expected| {
            let chosen = independent(&STRIDED, direction, &far, facets, &EngineHints::default());
            assert_eq!(chosen.method, expected);
        };
        check(without_mapping, Direction::Write, IndependentMethod::List);
        check(Facets { exclusive: true, ..without_mapping }, Direction::Write, IndependentMethod::Sieve);
        check(without_mapping, Direction::Read, IndependentMethod::Sieve);
    }

    #[test]
    fn new_files_are_exchanged_and_old_ones_mapped() {
        let check = |new_bytes, expected| {
            let rank = Pattern { new_bytes, ..STRIDED };
            let chosen = collective(&[rank, rank], Direction::Write, &local(), ALL, &EngineHints::default());
            assert_eq!(chosen.method, expected);
        };
        check(STRIDED.hull.len, CollectiveMethod::Exchange);
        check(0, CollectiveMethod::Direct);
    }

    #[test]
    fn contiguous_shares_are_not_exchanged() {
        let share = |rank: u64| Pattern {
            bytes: 1 << 16,
            hull: Extent::new(rank << 16, 1 << 16),
            pieces: 1,
            new_bytes: 0,
        };
        let chosen =
            collective(&[share(0), share(1)], Direction::Write, &local(), ALL, &EngineHints::default());
        assert_eq!(chosen.method, CollectiveMethod::Direct);
    }

    #[test]
    fn large_shares_of_old_bytes_are_mapped_where_pages_are_cheap() {
        let check = |page_nanoseconds, new_bytes, expected| {
            let costs = seaway_device_api::Costs { page_nanoseconds, ..local().costs };
            let guarantees = Guarantees { costs, ..local() };
            let share = |rank: u64| Pattern {
                bytes: 1 << 24,
                hull: Extent::new(rank << 24, 1 << 24),
                pieces: 1,
                new_bytes,
            };
            let chosen = collective(
                &[share(0), share(1)],
                Direction::Write,
                &guarantees,
                ALL,
                &EngineHints::default(),
            );
            assert_eq!(chosen.method, expected);
        };
        check(120.0, 0, CollectiveMethod::Mapped);
        check(1300.0, 0, CollectiveMethod::Direct);
        check(120.0, 1, CollectiveMethod::Direct);
    }

    #[test]
    fn no_hint_makes_an_exchange_cross_a_huge_gap() {
        let far = Pattern { hull: Extent::new(1 << 50, STRIDED.hull.len), ..STRIDED };
        let hints = EngineHints { exchange_for_writing: Choice::Enable, ..EngineHints::default() };
        let chosen = collective(&[STRIDED, far], Direction::Write, &Guarantees::default(), ALL, &hints);
        assert_eq!(chosen.method, CollectiveMethod::Direct);
    }

    #[test]
    fn interleaved_pieces_are_exchanged_on_a_network() {
        let chosen = collective(
            &[STRIDED, STRIDED],
            Direction::Write,
            &Guarantees::default(),
            Facets::default(),
            &EngineHints::default(),
        );
        assert_eq!(chosen.method, CollectiveMethod::Exchange);
    }
}
