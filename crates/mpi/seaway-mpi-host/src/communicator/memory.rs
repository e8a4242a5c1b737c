// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory that ranks share: created by one rank of each machine, mapped by the others through a ticket.

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_engine::{Call, SharedMemory};
use seaway_memory::{Source, Target};

use super::channel::Channel;
use super::family::Family;
use super::node::mapping::{Mapping, Ticket};
use crate::abi::Abi;

/// Pages shared by all ranks of one machine.
#[derive(Debug)]
pub(super) struct HostMemory(pub(super) Mapping);

impl<A: Abi> Family<A> {
    /// Collective over the ranks of `channel`: memory of `bytes` bytes for each machine. All ranks get it, or none.
    pub(super) fn share(&self, channel: &Channel, call: Call, bytes: usize) -> Result<Mapping> {
        let leader = self.topology.leader_of(self.rank);
        let made = (leader == self.rank).then(|| Mapping::shared(bytes));
        let mut words = [0; Ticket::WORDS + 1];
        if let Some(Ok((_, _, ticket))) = &made {
            words[0] = 1;
            words[1..].copy_from_slice(&ticket.to_words());
        }
        self.round(channel, call, &words.clone(), |tables| {
            if let Some(table) = tables.nth(leader) {
                table.copy_words(&mut words);
            }
        })?;
        let [made_by_leader, ticket @ ..] = words;
        let (mine, descriptor) = match made {
            Some(made) => made.map(|(mapping, descriptor, _)| (mapping, Some(descriptor))),
            None if made_by_leader == 0 => Err(std::io::ErrorKind::OutOfMemory.into()),
            None => Mapping::attach(Ticket::from_words(ticket)).map(|mapping| (mapping, None)),
        }
        .map_or_else(|error| (Err(error), None), |(mapping, descriptor)| (Ok(mapping), descriptor));
        let failed = u64::from(mine.is_err());
        let anybody_failed = self.round(channel, call, &[failed], |tables| {
            tables.map(|table| table.word(0)).any(|failed| failed != 0)
        })?;
        // All ranks have mapped it by now.
        drop(descriptor);
        let no_memory = || {
            Error::new(ErrorKind::NoMemory, Operation::Map)
                .with_detail(format!("cannot share {bytes} bytes of memory among all ranks"))
        };
        match mine {
            Ok(_) if anybody_failed => Err(no_memory()),
            mine => mine.map_err(|error| no_memory().with_source(error)),
        }
    }
}

impl HostMemory {
    fn length(&self) -> i64 {
        i64::try_from(self.0.bytes()).expect("no mapping is longer than isize::MAX bytes")
    }
}

impl SharedMemory for HostMemory {
    fn source(&self) -> Source<'_> {
        // SAFETY: the pages stay mapped as long as `self`; the engine's barriers keep readers from writers.
        unsafe { Source::from_raw(self.0.pages(), 0..self.length()) }
    }

    fn target(&self) -> Target<'_> {
        // SAFETY: as above, and writers from each other.
        unsafe { Target::from_raw(self.0.pages(), 0..self.length()) }
    }
}
