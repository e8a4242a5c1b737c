// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Rank`]: the handle of one embedded rank.

use std::sync::Arc;

use seaway_device_api::Result;
use seaway_engine::Communicator;

/// One rank of a [`Group`](crate::Group): its number and its communicator.
#[derive(Debug, Clone)]
pub struct Rank {
    communicator: Arc<dyn Communicator>,
}

impl Rank {
    pub(super) fn new(communicator: Arc<dyn Communicator>) -> Self {
        Self { communicator }
    }

    /// This rank's number, counted from zero.
    pub fn rank(&self) -> usize {
        self.communicator.rank()
    }

    /// How many ranks the group has.
    pub fn size(&self) -> usize {
        self.communicator.size()
    }

    /// The communicator that files are opened with.
    pub fn communicator(&self) -> &Arc<dyn Communicator> {
        &self.communicator
    }

    /// Waits until every rank has entered. Fails if one has departed.
    pub fn barrier(&self) -> Result<()> {
        self.communicator.barrier()
    }
}
