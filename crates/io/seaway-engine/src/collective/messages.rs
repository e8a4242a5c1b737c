// SPDX-License-Identifier: MIT OR Apache-2.0
//! Exchange by messages, for ranks that share no memory. Views are sent once, as trees; from then on every
//! rank can compute which bytes of which rank lie where, so that a message is packed data and nothing else.
//! Each aggregator owns a file domain and processes it in rounds; the next round's messages are in flight
//! while this round's bytes go to disk.

use std::ops::Range;
use std::sync::{Arc, PoisonError};

use seaway_datatype::{Datatype, DecodeError};
use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result};
use seaway_memory::{Source, Target};

use super::Party;
use super::coverage::pieces_are_complete;
use super::domains::{Aggregators, Windows};
use crate::independent::{self, Locking};
use crate::memory_side::{MemorySource, MemoryTarget, outside};
use crate::view::{View, ViewRange};
use crate::{Exchange, Message};

/// Views of all ranks, as last received.
#[derive(Debug, Default)]
pub(super) struct KnownViews {
    fingerprints: Vec<u64>,
    views: Vec<Arc<View>>,
}

pub(super) fn write(
    party: &Party<'_>,
    hull: Extent,
    range: &ViewRange<'_>,
    memory: MemorySource<'_>,
) -> Result<()> {
    let Some(shared) = share_views(party, range)? else {
        return independent::write(party.storage, party.hints, range, memory, Locking::AsNeeded);
    };
    let theirs = shared.ranges(Operation::Write)?;
    let rounds = Rounds::new(party, hull);
    let mut outcome = Ok(());
    let mut under_way = rounds.send(party, 0, range, memory, &theirs)?;
    for round in 0..rounds.count {
        let messages = under_way.finish()?;
        under_way = rounds.send(party, round + 1, range, memory, &theirs)?;
        // A failed rank keeps exchanging, so that no rank waits for it; the error is reported at the end.
        if let (Ok(()), Some(window)) = (&outcome, rounds.my_window(party, round)) {
            outcome = write_window(party, window, &theirs, &messages);
        }
    }
    under_way.finish()?;
    outcome
}

pub(super) fn read(
    party: &Party<'_>,
    hull: Extent,
    range: &ViewRange<'_>,
    memory: &mut MemoryTarget<'_, '_>,
) -> Result<u64> {
    let size = party.storage.device.size();
    let there = range.before(*size.as_ref().unwrap_or(&0));
    let Some(shared) = share_views(party, &there)? else {
        return independent::read(party.storage.reader(false), party.hints, range, memory);
    };
    let theirs = shared.ranges(Operation::Read)?;
    let rounds = Rounds::new(party, hull);
    let mut outcome = size.map(|_| ());
    let mut under_way = None;
    for round in 0..=rounds.count {
        let replies = match rounds.my_window(party, round) {
            Some(window) if outcome.is_ok() => read_window(party, window, &theirs).unwrap_or_else(|error| {
                outcome = Err(error);
                rounds.blanks(window, &theirs)
            }),
            Some(window) => rounds.blanks(window, &theirs),
            None => Vec::new(),
        };
        let next = party.communicator.start_exchange(replies, &rounds.expected_replies(round, &there))?;
        if let Some(exchange) = under_way.replace(next) {
            take_replies(exchange, &rounds, round - 1, &there, memory)?;
        }
    }
    if let Some(exchange) = under_way {
        exchange.finish()?;
    }
    outcome.map(|()| there.bytes())
}

/// The file domains, and the rounds in which each aggregator processes its own.
struct Rounds {
    aggregators: Aggregators,
    hull: Extent,
    alignment: u64,
    bytes: u64,
    count: u64,
}

impl Rounds {
    fn new(party: &Party<'_>, hull: Extent) -> Self {
        let alignment = party.terms.alignment();
        let aggregators = party.terms.aggregators(party.communicator.size());
        let bytes = party.terms.buffer_bytes();
        let mut rounds = Self { aggregators, hull, alignment, bytes, count: 0 };
        let longest = (0..aggregators.count).map(|aggregator| rounds.windows_of(aggregator).count()).max();
        rounds.count = longest.unwrap_or(0);
        rounds
    }

    fn windows_of(&self, aggregator: usize) -> Windows {
        Windows::new(self.aggregators.share(self.hull, aggregator, self.alignment), self.bytes)
    }

    fn window(&self, aggregator: usize, round: u64) -> Option<Extent> {
        self.windows_of(aggregator).get(round)
    }

    fn my_window(&self, party: &Party<'_>, round: u64) -> Option<Extent> {
        self.window(self.aggregators.index_of(party.communicator.rank())?, round)
    }

    /// The slices of `range` in this round, with the ranks of the aggregators that own them.
    fn parts<'v>(&self, round: u64, range: &ViewRange<'v>) -> impl Iterator<Item = (usize, ViewRange<'v>)> {
        (0..self.aggregators.count).filter_map(move |aggregator| {
            let part = range.within(self.window(aggregator, round)?);
            (!part.is_empty()).then(|| (self.aggregators.rank_of(aggregator), part))
        })
    }

    /// Starts the messages of a round of writing.
    fn send<'p>(
        &self,
        party: &Party<'p>,
        round: u64,
        range: &ViewRange<'_>,
        memory: MemorySource<'_>,
        theirs: &[ViewRange<'_>],
    ) -> Result<Box<dyn Exchange + 'p>> {
        let mut outgoing = Vec::new();
        for (rank, part) in self.parts(round, range) {
            let start = part.positions().start - range.positions().start;
            let mut bytes = vec![0; length(part.bytes())?];
            memory.pack(start..start + part.bytes(), &mut bytes)?;
            outgoing.push(Message { rank, bytes });
        }
        let expected = match self.my_window(party, round) {
            Some(window) => lengths(window, theirs)?,
            None => Vec::new(),
        };
        party.communicator.start_exchange(outgoing, &expected)
    }

    fn expected_replies(&self, round: u64, range: &ViewRange<'_>) -> Vec<(usize, usize)> {
        self.parts(round, range).filter_map(|(rank, part)| Some((rank, length(part.bytes()).ok()?))).collect()
    }

    /// Empty messages of the right lengths, from an aggregator that failed but must not block the others.
    fn blanks(&self, window: Extent, theirs: &[ViewRange<'_>]) -> Vec<Message> {
        let lengths = lengths(window, theirs).unwrap_or_default();
        lengths.into_iter().map(|(rank, bytes)| Message { rank, bytes: vec![0; bytes] }).collect()
    }
}

/// How many bytes each rank has in a window.
fn lengths(window: Extent, theirs: &[ViewRange<'_>]) -> Result<Vec<(usize, usize)>> {
    let all =
        theirs.iter().enumerate().map(|(rank, range)| Ok((rank, length(range.within(window).bytes())?)));
    all.filter(|entry| !matches!(entry, Ok((_, 0)))).collect()
}

/// Places the ranks' bytes in the staging buffer and writes what they cover.
fn write_window(
    party: &Party<'_>,
    window: Extent,
    theirs: &[ViewRange<'_>],
    messages: &[Message],
) -> Result<()> {
    let parts: Vec<_> = theirs.iter().map(|range| range.within(window)).collect();
    let busy = || parts.iter().filter(|part| !part.is_empty());
    let Some(start) = busy().map(|part| part.hull().offset).min() else { return Ok(()) };
    let end = busy().map(|part| part.hull().end()).max().unwrap_or(start);
    let hull = Extent::from(start..end);
    party.storage.with_staging(length(hull.len)?, |staging| {
        for message in messages {
            let part = &parts[message.rank];
            let mut target = Target::from_slice(staging).with_origin_moved(part.origin_shift(start));
            part.view()
                .layout()
                .unpack(&message.bytes, part.positions(), &mut target)
                .map_err(|error| outside(Operation::Write, error))?;
        }
        if pieces_are_complete(busy().flat_map(ViewRange::extents), hull) {
            return party.storage.write_piece(hull, staging);
        }
        write_pieces(party, start, busy().flat_map(ViewRange::extents).collect(), staging)
    })
}

/// Writes the pieces and leaves the gaps between them alone, since they may belong to another process.
fn write_pieces(party: &Party<'_>, start: u64, mut pieces: Vec<Extent>, staging: &[u8]) -> Result<()> {
    pieces.sort_unstable();
    pieces.dedup_by(|next, last| {
        let touches = next.offset <= last.end();
        if touches {
            last.len = next.end().max(last.end()) - last.offset;
        }
        touches
    });
    let mut slices = Vec::with_capacity(pieces.len());
    for piece in &pieces {
        let from = length(piece.offset - start)?;
        slices.push(std::io::IoSlice::new(&staging[from..from + length(piece.len)?]));
    }
    party.storage.device.write(&pieces, &seaway_device_api::Segments::new(&slices))
}

/// Reads a window once for all ranks that need bytes of it.
fn read_window(party: &Party<'_>, window: Extent, theirs: &[ViewRange<'_>]) -> Result<Vec<Message>> {
    let parts: Vec<_> = theirs.iter().map(|range| range.within(window)).collect();
    let busy = || parts.iter().enumerate().filter(|(_, part)| !part.is_empty());
    let Some(start) = busy().map(|(_, part)| part.hull().offset).min() else { return Ok(Vec::new()) };
    let end = busy().map(|(_, part)| part.hull().end()).max().unwrap_or(start);
    let hull = Extent::from(start..end);
    party.storage.with_staging(length(hull.len)?, |staging| {
        let got = party.storage.read_piece(hull, staging)?;
        staging[length(got)?..].fill(0);
        busy()
            .map(|(rank, part)| {
                let mut bytes = vec![0; length(part.bytes())?];
                let source = Source::from_slice(staging).with_origin_moved(part.origin_shift(start));
                let layout = part.view().layout();
                layout
                    .pack(source, part.positions(), &mut bytes)
                    .map_err(|error| outside(Operation::Read, error))?;
                Ok(Message { rank, bytes })
            })
            .collect()
    })
}

fn take_replies(
    exchange: Box<dyn Exchange + '_>,
    rounds: &Rounds,
    round: u64,
    range: &ViewRange<'_>,
    memory: &mut MemoryTarget<'_, '_>,
) -> Result<()> {
    for (message, (_, part)) in exchange.finish()?.iter().zip(rounds.parts(round, range)) {
        let start = part.positions().start - range.positions().start;
        memory.unpack(&message.bytes, start..start + part.bytes())?;
    }
    Ok(())
}

/// Collective: all ranks' views, and the positions that each is about to access. Views sent before are
/// recognised by their fingerprint. `None` on all ranks if some view is too large to send: then each rank
/// accesses the file independently.
fn share_views(party: &Party<'_>, range: &ViewRange<'_>) -> Result<Option<RankRanges>> {
    const WORDS: usize = 3;
    let communicator = party.communicator;
    let encoded = encode_view(range.view());
    let mine = [fingerprint(&encoded), range.positions().start, range.positions().end];
    let mut all = vec![0; WORDS * communicator.size()];
    communicator.all_gather_words(&mine, &mut all)?;
    let fingerprints: Vec<u64> = all.chunks_exact(WORDS).map(|words| words[0]).collect();
    let positions = all.chunks_exact(WORDS).map(|words| words[1]..words[2]).collect();
    let mut known = party.memory.views.lock().unwrap_or_else(PoisonError::into_inner);
    if known.fingerprints != fingerprints {
        let views = communicator.all_gather(&encoded)?;
        let views = views.iter().map(|bytes| Ok(decode_view(bytes)?.map(Arc::new)));
        let Some(views) = views.collect::<Result<_>>()? else { return Ok(None) };
        *known = KnownViews { fingerprints, views };
    }
    Ok(Some(RankRanges { views: known.views.clone(), positions }))
}

/// What every rank is about to access.
struct RankRanges {
    views: Vec<Arc<View>>,
    positions: Vec<Range<u64>>,
}

impl RankRanges {
    fn ranges(&self, operation: Operation) -> Result<Vec<ViewRange<'_>>> {
        let pairs = self.views.iter().zip(&self.positions);
        pairs.map(|(view, positions)| view.positions(positions.clone(), operation)).collect()
    }
}

fn encode_view(view: &View) -> Vec<u8> {
    let mut bytes = view.displacement().to_le_bytes().to_vec();
    bytes.extend(view.stored().encode());
    bytes
}

fn decode_view(bytes: &[u8]) -> Result<Option<View>> {
    let (displacement, stored) =
        bytes.split_first_chunk::<8>().ok_or_else(|| internal("a view without displacement"))?;
    let stored = match Datatype::decode(stored) {
        Err(DecodeError::TooLarge) => return Ok(None),
        decoded => decoded.map_err(|error| internal("another rank's view").with_source(error))?,
    };
    Ok(Some(View::of_stored(u64::from_le_bytes(*displacement), stored)))
}

/// FNV-1a: distinguishes views, does not protect against forgery.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn length(bytes: u64) -> Result<usize> {
    usize::try_from(bytes).map_err(|_| internal("a message longer than memory"))
}

fn internal(what: &str) -> Error {
    Error::new(ErrorKind::Internal, Operation::SetView).with_detail(what)
}
