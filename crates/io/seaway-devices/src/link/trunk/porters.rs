// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Porters`]: which rank forwards the channels of each host.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use seaway_messages::{Contact, HostId, Side};

/// The lowest rank of each side on each host.
#[derive(Debug, Default)]
pub(super) struct Porters {
    writers: Mutex<HashMap<HostId, Contact>>,
    readers: Mutex<HashMap<HostId, Contact>>,
}

impl Porters {
    /// Replaces the ranks of one side.
    pub(super) fn learn(&self, side: Side, ranks: &[Contact]) {
        let mut porters: HashMap<HostId, &Contact> = HashMap::new();
        for rank in ranks {
            let porter = porters.entry(rank.host).or_insert(rank);
            if rank.rank < porter.rank {
                *porter = rank;
            }
        }
        *self.of_side(side) = porters.into_iter().map(|(host, porter)| (host, porter.clone())).collect();
    }

    /// The porter of a rank.
    pub(super) fn of(&self, rank: &Contact) -> Option<Contact> {
        self.of_side(rank.side).get(&rank.host).cloned()
    }

    fn of_side(&self, side: Side) -> MutexGuard<'_, HashMap<HostId, Contact>> {
        let porters = match side {
            Side::Writer => &self.writers,
            Side::Reader => &self.readers,
        };
        porters.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::contact;
    use super::*;

    #[test]
    fn porter_is_the_lowest_rank_of_its_side_on_its_host() {
        let porters = Porters::default();
        assert_eq!(porters.of(&contact(Side::Writer, 0, 1)), None);
        let writers: Vec<Contact> = [3, 2, 5, 4].map(|rank| contact(Side::Writer, rank, rank % 2)).into();
        porters.learn(Side::Writer, &writers);
        porters.learn(Side::Reader, &[contact(Side::Reader, 0, 0)]);
        assert_eq!(porters.of(&writers[3]).map(|porter| porter.rank), Some(2));
        assert_eq!(porters.of(&writers[2]).map(|porter| porter.rank), Some(3));
        assert_eq!(porters.of(&contact(Side::Reader, 7, 0)).map(|porter| porter.rank), Some(0));
        porters.learn(Side::Reader, &[]);
        assert_eq!(porters.of(&contact(Side::Reader, 7, 0)), None);
    }
}
