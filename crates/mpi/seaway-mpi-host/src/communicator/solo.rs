// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Solo`]: a communicator of one rank, without communication and without MPI.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use seaway_device_api::{Error, Operation, Result};
use seaway_engine::{Communicator, Exchange, Message, SharedCounter, SharedMemory};

use super::check_room;
use super::exchange::{check_own, check_peers_exist};
use super::memory::HostMemory;
use super::node::mapping::Mapping;

#[derive(Debug)]
pub(super) struct Solo;

struct Echo(Vec<Message>);

impl Communicator for Solo {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn duplicate(&self) -> Result<Arc<dyn Communicator>> {
        Ok(Arc::new(Self))
    }

    fn barrier(&self) -> Result<()> {
        Ok(())
    }

    fn all_gather_words(&self, mine: &[u64], all: &mut [u64]) -> Result<()> {
        check_room(mine.len(), all.len(), 1)?;
        all.copy_from_slice(mine);
        Ok(())
    }

    fn all_gather(&self, mine: &[u8]) -> Result<Vec<Vec<u8>>> {
        Ok(vec![mine.to_vec()])
    }

    fn start_exchange(
        &self,
        outgoing: Vec<Message>,
        expected: &[(usize, usize)],
    ) -> Result<Box<dyn Exchange + '_>> {
        let peers = outgoing.iter().map(|message| message.rank).chain(expected.iter().map(|&(rank, _)| rank));
        check_peers_exist(peers, 1)?;
        let mut outgoing = outgoing.into_iter();
        let echo =
            expected.iter().map(|&(_, length)| check_own(outgoing.next(), length)).collect::<Result<_>>()?;
        Ok(Box::new(Echo(echo)))
    }

    fn shared_counter(&self) -> Result<Arc<dyn SharedCounter>> {
        Ok(Arc::new(AtomicU64::new(0)))
    }

    fn shared_memory(&self, bytes: usize) -> Result<Option<Arc<dyn SharedMemory>>> {
        let mapping = Mapping::private(bytes).map_err(|error| Error::from_io(Operation::Map, error))?;
        Ok(Some(Arc::new(HostMemory(mapping))))
    }
}

impl Exchange for Echo {
    fn finish(self: Box<Self>) -> Result<Vec<Message>> {
        Ok(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn talks_to_itself() {
        let mut all = [0; 2];
        Solo.all_gather_words(&[1, 2], &mut all).unwrap();
        assert_eq!(all, [1, 2]);
        assert!(Solo.all_gather_words(&[1], &mut all).is_err());
        assert_eq!(Solo.all_gather(b"ab").unwrap(), [b"ab"]);
        let message = Message { rank: 0, bytes: vec![1, 2, 3] };
        let echo = Solo.start_exchange(vec![message.clone()], &[(0, 3)]).unwrap().finish().unwrap();
        assert_eq!(echo, std::slice::from_ref(&message));
        assert!(Solo.start_exchange(vec![message], &[(0, 4)]).is_err());
        assert!(Solo.start_exchange(Vec::new(), &[(1, 4)]).is_err());
        let counter = Solo.shared_counter().unwrap();
        assert_eq!((counter.fetch_add(3).unwrap(), counter.load().unwrap()), (0, 3));
        let memory = Solo.shared_memory(10).unwrap().unwrap();
        assert_eq!(memory.source().slice(0..10).unwrap(), [0; 10]);
        assert_eq!(Solo.shared_memory(0).unwrap().unwrap().source().range(), 0..0);
    }
}
