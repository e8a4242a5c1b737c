// SPDX-License-Identifier: MIT OR Apache-2.0
//! If ranks cannot share as much memory as hints ask for, they share less.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use std::sync::Arc;

use seaway::{AccessMode, Datatype, Error, ErrorKind, Group, Hints, Operation, Result};
use seaway_device_api::DeviceName;
use seaway_engine::{AccessMethod, Communicator, Exchange, File, Message, SharedCounter, SharedMemory};

const RANKS: usize = 2;
const BLOCK: usize = 1000;
const BLOCKS: usize = 2000;
/// Enough for windows of the default size.
const MEMORY_BYTES: usize = 5 << 19;

#[test]
fn buffers_that_do_not_fit_into_memory_are_made_smaller() {
    let hints = Hints::parse("romio_cb_read=enable;romio_cb_write=enable;cb_buffer_size=16777216");
    let name = DeviceName::parse("mem:scarce", seaway_devices::schemes());
    let device: Arc<dyn seaway_device_api::Device> = seaway_devices::connect(&name, &hints).unwrap();
    let ran = Group::run(RANKS, |rank| {
        let communicator = Scarce(rank.communicator().clone());
        let mode = AccessMode::READ_WRITE | AccessMode::CREATE;
        let file = File::open(&communicator, device.clone(), &name, mode, &hints).unwrap();
        let signed = |number: usize| i64::try_from(number).unwrap();
        let bytes = Datatype::bytes();
        let block = Datatype::contiguous(signed(BLOCK), &bytes).unwrap();
        let block = Datatype::resized(0, signed(BLOCK * RANKS), &block).unwrap();
        block.commit();
        file.set_view(signed(BLOCK * rank.rank()), &bytes, &block, "native", &hints).unwrap();
        let mine: Vec<u8> =
            (0..BLOCK * BLOCKS).map(|place| (place / 7 + rank.rank() * 100).to_le_bytes()[0]).collect();
        for _ in 0..2 {
            let _ = file.write_at_all(0, &mine).unwrap();
            let mut again = vec![0; mine.len()];
            let _ = file.read_at_all(0, &mut again).unwrap();
            assert!(again == mine);
        }
        assert!(
            file.usage().iter().all(|usage| usage.method == AccessMethod::SharedWindow),
            "{:?}",
            file.usage()
        );
        file.close().unwrap();
    });
    assert!(ran.is_ok(), "{ran:?}");
}

#[derive(Debug)]
struct Scarce(Arc<dyn Communicator>);

impl Communicator for Scarce {
    fn rank(&self) -> usize {
        self.0.rank()
    }

    fn size(&self) -> usize {
        self.0.size()
    }

    fn duplicate(&self) -> Result<Arc<dyn Communicator>> {
        Ok(Arc::new(Self(self.0.duplicate()?)))
    }

    fn barrier(&self) -> Result<()> {
        self.0.barrier()
    }

    fn all_gather_words(&self, mine: &[u64], all: &mut [u64]) -> Result<()> {
        self.0.all_gather_words(mine, all)
    }

    fn all_gather(&self, mine: &[u8]) -> Result<Vec<Vec<u8>>> {
        self.0.all_gather(mine)
    }

    fn start_exchange(
        &self,
        outgoing: Vec<Message>,
        expected: &[(usize, usize)],
    ) -> Result<Box<dyn Exchange + '_>> {
        self.0.start_exchange(outgoing, expected)
    }

    fn shared_counter(&self) -> Result<Arc<dyn SharedCounter>> {
        self.0.shared_counter()
    }

    fn shared_memory(&self, bytes: usize) -> Result<Option<Arc<dyn SharedMemory>>> {
        if bytes > MEMORY_BYTES {
            return Err(Error::new(ErrorKind::NoMemory, Operation::Map));
        }
        self.0.shared_memory(bytes)
    }
}
