// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`TestRank`]: one rank's part in a scenario.

use std::sync::Arc;

use seaway_device_api::{Device, DeviceName, Hints, Result};
use seaway_engine::{AccessMode, Communicator, File};

/// One rank's communicator and device, and the name that all ranks open.
#[derive(Debug)]
pub struct TestRank {
    pub communicator: Arc<dyn Communicator>,
    pub device: Arc<dyn Device>,
    /// A name without a file.
    pub name: DeviceName,
    pub hints: Hints,
}

impl TestRank {
    pub(super) fn rank(&self) -> usize {
        self.communicator.rank()
    }

    pub(super) fn size(&self) -> usize {
        self.communicator.size()
    }

    /// The rank as a fill byte; never zero, so that holes can be distinguished from data.
    pub(super) fn mark(&self) -> u8 {
        u8::try_from(self.rank() + 1).unwrap()
    }

    pub(super) fn open(&self, mode: AccessMode) -> Result<File> {
        File::open(&*self.communicator, Arc::clone(&self.device), &self.name, mode, &self.hints)
    }

    pub(super) fn create(&self) -> File {
        self.open(AccessMode::CREATE | AccessMode::EXCLUSIVE | AccessMode::READ_WRITE).unwrap()
    }

    pub(super) fn barrier(&self) {
        self.communicator.barrier().unwrap();
    }

    /// The whole contents of the file, after all ranks have closed it.
    pub(super) fn content(&self) -> Vec<u8> {
        let file = self.open(AccessMode::READ_ONLY).unwrap();
        let mut bytes = vec![0; usize::try_from(file.size().unwrap()).unwrap()];
        let status = file.read_at(0, &mut bytes).unwrap();
        assert_eq!(status.bytes, bytes.len() as u64);
        file.close().unwrap();
        bytes
    }

    pub(super) fn delete(&self) {
        self.barrier();
        if self.rank() == 0 {
            self.device.delete(self.name.path()).unwrap();
        }
        self.barrier();
    }
}

/// `usize` to the `i64` that offsets and displacements are.
pub(super) fn signed(value: usize) -> i64 {
    i64::try_from(value).unwrap()
}
