// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Terms`]: the values that collective calls are based on. MPI lets hints differ between ranks, and file
//! systems may be mounted differently on each node; decisions that all ranks must make alike use rank 0's
//! values.

use seaway_device_api::{Guarantees, Hints, Result};

use super::domains::Aggregators;
use crate::discipline::Discipline;
use crate::hints::{Choice, EngineHints, ExchangePath};
use crate::storage::Storage;
use crate::strategy::{Direction, Facets};
use crate::words::{Words, words_struct};
use crate::{Communicator, View};

/// Values that are the same on all ranks.
#[derive(Debug, Clone)]
pub(crate) struct Terms {
    pub(crate) guarantees: Guarantees,
    pub(crate) facets: Facets,
    pub(crate) hints: EngineHints,
    /// Exchanged bytes go through memory shared by all ranks.
    pub(crate) shared_memory: bool,
    /// Every rank's view shows the file's bytes unchanged.
    plain_views: bool,
    /// All views show all bytes from this offset on, in order, and have etypes of the same size.
    pub(crate) same_bytes_from: Option<u64>,
}

words_struct! {
    /// What one rank contributes to the agreement.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct RankTerms {
        guarantees: Guarantees,
        facets: Facets,
        hints: EngineHints,
        shared_memory: bool,
        plain_view: bool,
        all_bytes_from: Option<u64>,
        etype_bytes: u64,
    }
}

/// For shared memory: small enough that a window is still in cache when it is drained.
pub(super) const SHARED_BUFFER_BYTES: u64 = 512 << 10;
/// Windows are whole blocks: beyond this size, memory use matters more than stripe alignment.
const LARGEST_ALIGNMENT: u64 = 64 << 20;
/// For messages: large enough that their number does not matter.
const MESSAGE_BUFFER_BYTES: u64 = 4 << 20;

impl RankTerms {
    /// Collective, because shared memory must be requested by all ranks or none. A rank without a view has
    /// failed.
    pub(crate) fn new(
        communicator: &dyn Communicator,
        storage: &Storage,
        hints: &EngineHints,
        view: Option<&View>,
    ) -> Result<Self> {
        let shareable = communicator.shared_memory(0)?.is_some();
        let striping = storage.device.striping();
        // One aggregator per server or disk that the file is striped over.
        let servers = striping.and_then(|striping| usize::try_from(striping.stripe_count?).ok());
        let hints = EngineHints {
            aggregator_count: hints.aggregator_count.or(servers),
            domain_alignment: hints.domain_alignment.or(striping.map(|striping| striping.stripe_bytes)),
            ..hints.clone()
        };
        Ok(Self {
            guarantees: storage.guarantees,
            facets: storage.facets,
            shared_memory: shareable && hints.exchange_path != ExchangePath::Messages,
            hints,
            plain_view: view.is_some_and(|view| view.bytes_from().is_some()),
            all_bytes_from: view.and_then(View::all_bytes_from),
            etype_bytes: view.map_or(0, View::etype_bytes),
        })
    }
}

impl Terms {
    /// Collective: rank 0's terms, with the facets that every rank has; coherent if the file is coherent on
    /// every rank.
    pub(crate) fn agreed(
        communicator: &dyn Communicator,
        storage: &Storage,
        hints: &EngineHints,
        view: &View,
    ) -> Result<Self> {
        let mut mine = [0; RankTerms::COUNT];
        RankTerms::new(communicator, storage, hints, Some(view))?.encode(&mut mine);
        let mut all = vec![0; mine.len() * communicator.size()];
        communicator.all_gather_words(&mine, &mut all)?;
        Ok(Self::from_all(all.chunks_exact(mine.len()).map(RankTerms::decode)))
    }

    /// The agreed terms from every rank's contribution, in rank order.
    pub(crate) fn from_all(all: impl Iterator<Item = RankTerms>) -> Self {
        let all: Vec<RankTerms> = all.collect();
        let first = &all[0];
        let everywhere = |has: fn(&RankTerms) -> bool| all.iter().all(has);
        let same_bytes = all.iter().all(|terms| {
            (terms.all_bytes_from, terms.etype_bytes) == (first.all_bytes_from, first.etype_bytes)
        });
        Self {
            guarantees: Guarantees {
                coherent: everywhere(|terms| terms.guarantees.coherent),
                ..first.guarantees
            },
            facets: Facets {
                mapping: everywhere(|terms| terms.facets.mapping),
                locks: everywhere(|terms| terms.facets.locks),
                discipline: Discipline::common(all.iter().map(|terms| terms.facets.discipline)),
                exclusive: everywhere(|terms| terms.facets.exclusive),
            },
            hints: first.hints.clone(),
            shared_memory: everywhere(|terms| terms.shared_memory),
            plain_views: everywhere(|terms| terms.plain_view),
            same_bytes_from: first.all_bytes_from.filter(|_| same_bytes),
        }
    }

    /// Whether the ranks must coordinate in a collective access. Where every rank sees the file unchanged,
    /// its share is one piece, and nothing that it could learn from the others makes a cheap call cheaper.
    /// Two phases still help where calls are expensive, and where a hint asks for them. Where the device
    /// assembles the pieces, only a hint asks for more.
    pub(crate) fn coordinates(&self, direction: Direction) -> bool {
        const CHEAP_CALL_NANOSECONDS: f64 = 5_000.0;
        let wish = match direction {
            Direction::Read => self.hints.exchange_for_reading,
            Direction::Write => self.hints.exchange_for_writing,
        };
        let is_cheap = self.guarantees.costs.call_nanoseconds < CHEAP_CALL_NANOSECONDS;
        let must_meet = !self.plain_views || !is_cheap;
        match self.facets.discipline {
            Discipline::File => must_meet || wish == Choice::Enable,
            Discipline::Shaped => wish == Choice::Enable,
            // Others' bytes would be read before they are wanted.
            Discipline::Stream => false,
        }
    }

    /// A rank's own hints, except for what must be the same on all ranks: whether gaps may be rewritten
    /// decides who locks.
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

    /// The values in effect, as hints, for MPI_File_get_info.
    pub(crate) fn describe(&self, ranks: usize, hints: &mut Hints) {
        hints.set("cb_nodes", self.aggregators(ranks).count.to_string());
        hints.set("cb_buffer_size", self.buffer_bytes().to_string());
    }

    /// File domains and windows begin at multiples of this.
    pub(crate) fn alignment(&self) -> u64 {
        self.hints.domain_alignment.unwrap_or(self.guarantees.block_bytes).clamp(1, LARGEST_ALIGNMENT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank() -> RankTerms {
        RankTerms {
            guarantees: Guarantees { coherent: true, ..Guarantees::default() },
            facets: Facets { mapping: true, locks: true, discipline: Discipline::Shaped, exclusive: false },
            hints: EngineHints::default(),
            shared_memory: true,
            plain_view: true,
            all_bytes_from: Some(8),
            etype_bytes: 4,
        }
    }

    fn agreed(ranks: [RankTerms; 2]) -> Terms {
        let encode = |terms: &RankTerms| {
            let mut words = [0; RankTerms::COUNT];
            terms.encode(&mut words);
            words
        };
        Terms::from_all(ranks.iter().map(encode).map(|words| RankTerms::decode(&words)))
    }

    #[test]
    fn rank_0_decides_and_facets_count_only_if_all_ranks_have_them() {
        let all = agreed([rank(), rank()]);
        assert!(all.facets.mapping && all.shared_memory && all.guarantees.coherent && all.plain_views);
        assert_eq!(all.same_bytes_from, Some(8));

        let mut other = rank();
        other.facets.mapping = false;
        other.facets.discipline = Discipline::File;
        other.guarantees.coherent = false;
        other.guarantees.block_bytes = 1;
        other.hints.aggregator_count = Some(9);
        other.shared_memory = false;
        other.plain_view = false;
        other.etype_bytes = 1;
        let mixed = agreed([rank(), other]);
        assert_eq!(mixed.facets.discipline, Discipline::File);
        assert!(!mixed.facets.mapping && mixed.facets.locks && !mixed.shared_memory);
        assert!(!mixed.guarantees.coherent && !mixed.plain_views);
        assert_eq!(mixed.guarantees.block_bytes, rank().guarantees.block_bytes);
        assert_eq!(mixed.hints, rank().hints);
        assert_eq!(mixed.same_bytes_from, None, "the etypes differ");
    }
}
