// SPDX-License-Identifier: MIT OR Apache-2.0
//! How an access is carried out: chosen from its pattern, the device's guarantees and the hints. Pure
//! functions, so that `seaway explain` and all ranks of a collective reach the same answer.

use std::fmt;

use seaway_device_api::{Extent, Guarantees, Locality};

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
    let direct = direct + turns_cost(patterns, direction, guarantees);
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

/// A local file system admits one writer at a time to a file. Ranks that extend it piece by piece keep waking
/// each other; old bytes they would rather copy to mapped pages. Measured on ext4 (Linux 6.18), two and four
/// ranks on two cores, pieces of 64 and 128 KiB. In memory, waiting costs less than the exchange.
fn turns_cost(patterns: &[Pattern], direction: Direction, guarantees: &Guarantees) -> f64 {
    const TURN_NANOSECONDS: f64 = 6_000.0;
    let extending = || patterns.iter().filter(|pattern| pattern.bytes > 0 && pattern.new_bytes > 0);
    let take_turns = direction == Direction::Write && guarantees.locality == Locality::Disk;
    if !take_turns || extending().count() < 2 {
        return 0.0;
    }
    extending().map(|pattern| count(pattern.pieces)).sum::<f64>() * TURN_NANOSECONDS
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
mod tests;
