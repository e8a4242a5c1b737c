// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Holdings`]: what a node has of each object.

use std::collections::BTreeMap;

use super::Defect;
use super::bits::Bits;

#[derive(Debug, Clone, Default)]
pub struct Holdings {
    objects: BTreeMap<u64, Holding>,
    /// How many objects there are, once the head has said so.
    count: Option<u64>,
    /// Those that are visible, or have failed.
    settled: u64,
    defect: Defect,
}

#[derive(Debug, Clone)]
pub(super) struct Holding {
    pub(super) version: u32,
    pub(super) have: Bits,
    pub(super) committed: bool,
    /// It is visible here, or has failed: nothing more is stored.
    settled: bool,
    /// It could not be stored, so there is nothing to send.
    pub(super) failed: bool,
}

/// What an offer means to a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offered {
    /// Nothing of this version is here; what there is of an older one is worthless.
    New,
    Known,
    /// A newer version is here.
    Old,
}

/// What to do with a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Received {
    Store,
    /// It is here already, or belongs to another version.
    Discard,
}

impl Holdings {
    #[must_use]
    pub fn with_defect(defect: Defect) -> Self {
        Self { defect, ..Self::default() }
    }

    pub fn offered(&mut self, object: u64, version: u32, chunks: u64) -> Offered {
        if let Some(held) = self.objects.get_mut(&object) {
            if version == held.version {
                return Offered::Known;
            }
            if version < held.version || held.settled && held.committed {
                return Offered::Old;
            }
            if self.defect == Defect::MixesVersions {
                held.version = version;
                return Offered::New;
            }
            if held.settled {
                self.settled -= 1;
            }
        }
        let have = Bits::none(chunks);
        let new = Holding { version, have, committed: false, settled: false, failed: false };
        self.objects.insert(object, new);
        Offered::New
    }

    /// All chunks are here: those of a source, or of a file that is the same.
    pub fn complete(&mut self, object: u64, version: u32) {
        if let Some(held) = self.of_version(object, version) {
            held.have = Bits::all(held.have.complement().count() + held.have.count());
        }
    }

    pub fn received(&self, object: u64, version: u32, chunk: u64) -> Received {
        match self.objects.get(&object) {
            Some(held) if self.defect == Defect::MixesVersions && !held.have.contains(chunk) => {
                Received::Store
            }
            Some(held) if held.version == version && !held.settled && !held.have.contains(chunk) => {
                Received::Store
            }
            _ => Received::Discard,
        }
    }

    /// The chunk is verified and stored. False: meanwhile another version has replaced this one.
    pub fn stored(&mut self, object: u64, version: u32, chunk: u64) -> bool {
        let version = match self.objects.get(&object) {
            Some(held) if self.defect == Defect::MixesVersions => held.version,
            _ => version,
        };
        self.of_version(object, version).is_some_and(|held| held.have.insert(chunk))
    }

    pub fn commit(&mut self, object: u64, version: u32) {
        if let Some(held) = self.of_version(object, version) {
            held.committed = true;
        }
    }

    /// The version that may become visible now. Call [`Self::settle`] when it is.
    pub fn ready(&self, object: u64) -> Option<u32> {
        let held = self.objects.get(&object)?;
        let may = held.committed || self.defect == Defect::ShowsUncommitted;
        (may && held.have.is_full() && !held.settled).then_some(held.version)
    }

    /// It is visible. False: another version came in between.
    pub fn settle(&mut self, object: u64, version: u32) -> bool {
        let Some(held) = self.of_version(object, version) else { return false };
        if !std::mem::replace(&mut held.settled, true) {
            self.settled += 1;
        }
        true
    }

    /// It cannot be stored here.
    pub fn fail(&mut self, object: u64, version: u32) {
        if self.settle(object, version)
            && let Some(held) = self.of_version(object, version)
        {
            held.failed = true;
        }
    }

    pub fn last(&mut self, count: u64) {
        self.count = Some(count);
    }

    pub fn count(&self) -> Option<u64> {
        self.count
    }

    /// All objects are visible, or have failed.
    pub fn is_everything(&self) -> bool {
        self.count == Some(self.settled)
    }

    /// All but `waiting` objects are, which are whole and about to become visible.
    pub fn is_everything_but(&self, waiting: u64) -> bool {
        self.count == Some(self.settled + waiting)
    }

    /// Nothing more has to arrive.
    pub fn lacks_nothing(&self) -> bool {
        let is_here = |held: &Holding| held.settled || held.committed && held.have.is_full();
        self.count.is_some_and(|count| count == self.objects.len() as u64)
            && self.objects.values().all(is_here)
    }

    pub fn settled(&self) -> u64 {
        self.settled
    }

    /// What is lacking of an object of this version. `None`: it is another version, or settled.
    pub fn missing(&self, object: u64, version: u32) -> Option<Bits> {
        let held = self.objects.get(&object).filter(|held| held.version == version && !held.settled)?;
        Some(held.have.complement())
    }

    pub fn is_committed(&self, object: u64, version: u32) -> bool {
        self.objects.get(&object).is_some_and(|held| held.version == version && held.committed)
    }

    pub(super) fn of(&self, object: u64) -> Option<&Holding> {
        self.objects.get(&object)
    }

    /// The first object from `object` on.
    pub(super) fn from(&self, object: u64) -> Option<u64> {
        self.objects.range(object..).next().map(|(&object, _)| object)
    }

    fn of_version(&mut self, object: u64, version: u32) -> Option<&mut Holding> {
        self.objects.get_mut(&object).filter(|held| held.version == version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn object_is_ready_when_one_version_is_whole_and_committed() {
        let mut held = Holdings::default();
        assert_eq!(held.offered(0, 1, 2), Offered::New);
        assert_eq!(held.offered(0, 1, 2), Offered::Known);
        assert_eq!(held.received(0, 1, 0), Received::Store);
        assert!(held.stored(0, 1, 0) && !held.stored(0, 1, 0));
        assert_eq!(held.received(0, 1, 0), Received::Discard);
        // The source has changed.
        assert_eq!(held.offered(0, 2, 2), Offered::New);
        assert_eq!(held.offered(0, 1, 2), Offered::Old);
        assert!(!held.stored(0, 1, 1), "a chunk of the older version");
        held.commit(0, 1);
        assert!(held.stored(0, 2, 0) && held.stored(0, 2, 1));
        assert_eq!(held.ready(0), None, "the older version was committed");
        held.commit(0, 2);
        assert_eq!(held.ready(0), Some(2));
        assert!(held.settle(0, 2) && held.ready(0).is_none());
        held.last(1);
        assert!(held.is_everything());
    }

    #[test]
    fn empty_objects_need_a_commit_only() {
        let mut held = Holdings::default();
        held.offered(7, 1, 0);
        assert_eq!(held.ready(7), None);
        held.commit(7, 1);
        assert_eq!(held.ready(7), Some(1));
    }
}
