// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Reading`]: what the head has read of its objects. A chunk may be read several times, for several
//! successors or after a broken link: each time it must be the same.

use std::collections::BTreeMap;

/// `S`: a checksum.
#[derive(Debug, Clone)]
pub struct Reading<S> {
    objects: BTreeMap<u64, Version<S>>,
}

#[derive(Debug, Clone)]
struct Version<S> {
    number: u32,
    sums: Vec<Option<S>>,
    unread: usize,
}

impl<S> Default for Reading<S> {
    fn default() -> Self {
        Self { objects: BTreeMap::new() }
    }
}

impl<S: Copy + PartialEq> Reading<S> {
    /// A new object, or the next version of one. Returns its number.
    pub fn begin(&mut self, object: u64, chunks: usize) -> u32 {
        let number = self.objects.get(&object).map_or(1, |version| version.number + 1);
        self.objects.insert(object, Version { number, sums: vec![None; chunks], unread: chunks });
        number
    }

    /// A chunk was read. False: it differs from before, so the source has changed.
    pub fn read(&mut self, object: u64, version: u32, chunk: u64, sum: S) -> bool {
        let Some(current) = self.objects.get_mut(&object).filter(|current| current.number == version) else {
            return false;
        };
        let Some(place) = usize::try_from(chunk).ok().and_then(|chunk| current.sums.get_mut(chunk)) else {
            return false;
        };
        match place {
            Some(before) => *before == sum,
            None => {
                *place = Some(sum);
                current.unread -= 1;
                true
            }
        }
    }

    /// Whether every chunk of this version was read: it may be committed if the source is still the same file.
    pub fn is_whole(&self, object: u64, version: u32) -> bool {
        self.objects.get(&object).is_some_and(|current| current.number == version && current.unread == 0)
    }

    pub fn version(&self, object: u64) -> Option<u32> {
        self.objects.get(&object).map(|version| version.number)
    }

    /// The checksums that are known.
    pub fn sums(&self, object: u64, version: u32) -> Option<&[Option<S>]> {
        let current = self.objects.get(&object).filter(|current| current.number == version)?;
        Some(&current.sums)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_that_changes_is_noticed_when_it_is_read_again() {
        let mut reading = Reading::default();
        assert_eq!(reading.begin(3, 2), 1);
        assert!(reading.read(3, 1, 0, 'a') && !reading.is_whole(3, 1));
        assert!(reading.read(3, 1, 1, 'b') && reading.is_whole(3, 1));
        assert!(reading.read(3, 1, 0, 'a') && !reading.read(3, 1, 0, 'c'));
        assert_eq!(reading.begin(3, 1), 2);
        assert!(!reading.read(3, 1, 1, 'b') && !reading.is_whole(3, 2));
    }
}
