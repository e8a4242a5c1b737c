// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Terms`]: what collective calls go by. MPI lets hints differ between ranks, and file systems may be mounted
//! differently on each node; a decision that all must make alike is made from rank 0's word.

use seaway_device::{Costs, Guarantees, Hints, Locality, Result};

use super::domains::Aggregators;
use crate::hints::{Choice, EngineHints, ExchangePath};
use crate::storage::Storage;
use crate::strategy::{Direction, Facets};
use crate::{Communicator, View};

#[derive(Debug, Clone)]
pub(crate) struct Terms {
    pub(crate) guarantees: Guarantees,
    pub(crate) facets: Facets,
    pub(crate) hints: EngineHints,
    /// Exchanged bytes go through memory that all ranks share.
    pub(crate) shared_memory: bool,
    /// Every rank's view shows the file's bytes as they are.
    plain_views: bool,
    /// All views show all bytes from here on, in their order, and count the same etypes.
    pub(crate) same_bytes_from: Option<u64>,
}

const WORDS: usize = 24;

/// In place of an offset.
const NOT_ALL_BYTES: u64 = u64::MAX;

/// Through shared memory: small enough that a window is still in cache when it is emptied.
pub(super) const SHARED_BUFFER_BYTES: u64 = 512 << 10;
/// Windows are whole blocks: beyond this, the memory matters more than the stripes.
const LARGEST_ALIGNMENT: u64 = 64 << 20;
/// By messages: large enough that their number does not matter.
const MESSAGE_BUFFER_BYTES: u64 = 4 << 20;

impl Terms {
    /// Collective: rank 0's terms, with those facets that every rank has, and coherent if every rank is.
    pub(crate) fn agreed(
        communicator: &dyn Communicator,
        storage: &Storage,
        hints: &EngineHints,
        view: &View,
    ) -> Result<Self> {
        let mine = Self::words(communicator, storage, hints, Some(view))?;
        let mut all = vec![0; WORDS * communicator.size()];
        communicator.all_gather_words(&mine, &mut all)?;
        Ok(Self::from_all(all.chunks_exact(WORDS)))
    }

    /// What a rank tells the others. Collective, because all must ask for shared memory or none. A rank without a view
    /// has failed.
    pub(crate) fn words(
        communicator: &dyn Communicator,
        storage: &Storage,
        hints: &EngineHints,
        view: Option<&View>,
    ) -> Result<[u64; WORDS]> {
        let shareable = communicator.shared_memory(0)?.is_some();
        let shares = shareable && hints.exchange_path != ExchangePath::Messages;
        Ok(words(storage, hints, shares, view))
    }

    /// The conclusion from everybody's words, in rank order.
    pub(crate) fn from_all<'w>(all: impl Iterator<Item = &'w [u64]> + Clone) -> Self {
        let everywhere = |word: usize| all.clone().all(|words| words[word] != 0);
        let mut terms = from_words(all.clone().next().expect("there is a rank 0"));
        terms.facets = Facets {
            mapping: everywhere(0),
            locks: everywhere(1),
            shaped: everywhere(23),
            exclusive: everywhere(2),
        };
        terms.shared_memory = everywhere(3);
        terms.guarantees.coherent = everywhere(5);
        terms.plain_views = everywhere(20);
        let first = all.clone().next().map(|words| &words[21..23]);
        let all_same = all.clone().all(|words| Some(&words[21..23]) == first);
        terms.same_bytes_from = terms.same_bytes_from.filter(|_| all_same);
        terms
    }

    /// Whether the ranks must meet in a collective access. Where every rank sees the file as it is, its part is one
    /// piece, and nothing it could hear from the others makes a cheap call cheaper. Two phases still help where calls
    /// are dear, and where a hint asks for them. Where the device puts pieces together, nobody but a hint asks for more.
    pub(crate) fn meet(&self, direction: Direction) -> bool {
        const CHEAP_CALL_NANOSECONDS: f64 = 5_000.0;
        let wish = match direction {
            Direction::Read => self.hints.exchange_for_reading,
            Direction::Write => self.hints.exchange_for_writing,
        };
        let is_cheap = self.guarantees.costs.call_nanoseconds < CHEAP_CALL_NANOSECONDS;
        let must_meet = !self.plain_views || !is_cheap;
        (must_meet && !self.facets.shaped) || wish == Choice::Enable
    }

    /// A rank's own hints, but for what all ranks must hold alike: whether gaps may be rewritten decides who locks.
    pub(crate) fn binding(&self, own: EngineHints) -> EngineHints {
        EngineHints { sieve_for_writing: self.hints.sieve_for_writing, ..own }
    }

    pub(super) fn aggregators(&self, ranks: usize) -> Aggregators {
        Aggregators::new(self.hints.aggregator_count, ranks)
    }

    /// Memory that one aggregator collects before it writes.
    pub(super) fn buffer_bytes(&self) -> u64 {
        let default = if self.shared_memory { SHARED_BUFFER_BYTES } else { MESSAGE_BUFFER_BYTES };
        self.hints.exchange_buffer_bytes.unwrap_or(default)
    }

    /// The values in force, in the users' own words, for MPI_File_get_info.
    pub(crate) fn describe(&self, ranks: usize, hints: &mut Hints) {
        hints.set("cb_nodes", self.aggregators(ranks).count.to_string());
        hints.set("cb_buffer_size", self.buffer_bytes().to_string());
    }

    /// File domains and windows begin at multiples of this.
    pub(crate) fn alignment(&self) -> u64 {
        self.hints.domain_alignment.unwrap_or(self.guarantees.block_bytes).clamp(1, LARGEST_ALIGNMENT)
    }
}

fn words(storage: &Storage, hints: &EngineHints, shares: bool, view: Option<&View>) -> [u64; WORDS] {
    let Guarantees { locality, coherent, sparse, block_bytes, costs } = storage.guarantees;
    let striping = storage.device.striping();
    let alignment = hints.domain_alignment.or(striping.map(|striping| striping.stripe_bytes));
    // One aggregator for each server or disk that the file is spread over.
    let servers = striping.and_then(|striping| usize::try_from(striping.stripe_count).ok());
    let aggregators = hints.aggregator_count.or(servers);
    let all_bytes_from = view.and_then(View::all_bytes_from).unwrap_or(NOT_ALL_BYTES);
    [
        storage.facets.mapping.into(),
        storage.facets.locks.into(),
        storage.facets.exclusive.into(),
        shares.into(),
        locality as u64,
        coherent.into(),
        sparse.into(),
        block_bytes,
        costs.call_nanoseconds.to_bits(),
        costs.byte_nanoseconds.to_bits(),
        costs.new_byte_nanoseconds.to_bits(),
        costs.page_nanoseconds.to_bits(),
        costs.new_page_nanoseconds.to_bits(),
        hints.exchange_for_reading as u64 | (hints.exchange_for_writing as u64) << 8,
        hints.sieve_for_reading as u64 | (hints.sieve_for_writing as u64) << 8,
        hints.exchange_buffer_bytes.unwrap_or(0),
        aggregators.unwrap_or(0) as u64,
        alignment.unwrap_or(0),
        hints.mapping as u64,
        costs.read_page_nanoseconds.to_bits(),
        view.is_some_and(|view| view.bytes_from().is_some()).into(),
        all_bytes_from,
        view.map_or(0, View::etype_bytes),
        storage.facets.shaped.into(),
    ]
}

fn from_words(words: &[u64]) -> Terms {
    let positive = |word: usize| Some(words[word]).filter(|&number| number > 0);
    let hints = EngineHints {
        exchange_for_reading: choice(words[13]),
        exchange_for_writing: choice(words[13] >> 8),
        sieve_for_reading: choice(words[14]),
        sieve_for_writing: choice(words[14] >> 8),
        exchange_buffer_bytes: positive(15),
        aggregator_count: positive(16).and_then(|count| usize::try_from(count).ok()),
        domain_alignment: positive(17),
        mapping: choice(words[18]),
        ..EngineHints::default()
    };
    let costs = Costs {
        call_nanoseconds: f64::from_bits(words[8]),
        byte_nanoseconds: f64::from_bits(words[9]),
        new_byte_nanoseconds: f64::from_bits(words[10]),
        read_page_nanoseconds: f64::from_bits(words[19]),
        page_nanoseconds: f64::from_bits(words[11]),
        new_page_nanoseconds: f64::from_bits(words[12]),
    };
    let locality = match words[4] {
        0 => Locality::Memory,
        1 => Locality::Disk,
        _ => Locality::Network,
    };
    let guarantees =
        Guarantees { locality, coherent: words[5] != 0, sparse: words[6] != 0, block_bytes: words[7], costs };
    Terms {
        guarantees,
        facets: Facets::default(),
        hints,
        shared_memory: false,
        plain_views: false,
        same_bytes_from: Some(words[21]).filter(|&from| from != NOT_ALL_BYTES),
    }
}

fn choice(word: u64) -> Choice {
    match word & 0xff {
        1 => Choice::Enable,
        2 => Choice::Disable,
        _ => Choice::Automatic,
    }
}
