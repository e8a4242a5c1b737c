// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Lock`]: a lock by name that this process has.

use seaway_device_api::Result;
use seaway_devices::thing::NamedLock;

/// A lock of a space. It is released when it is dropped, and lost if the process is stopped for longer than the agent's lease
/// (10 s), or its node loses touch with the registry for so long: ask [`Self::check`] before relying on it after a pause, and keep
/// [`Self::token`] with what the lock protects, so that writes of one who has lost it can be told from newer ones.
#[derive(Debug)]
pub struct Lock(pub(crate) NamedLock);

impl Lock {
    /// Greater than those of all who had the lock before.
    pub fn token(&self) -> u64 {
        self.0.token()
    }

    /// `PeerLost` if it was lost, and another may have it.
    pub fn check(&self) -> Result<()> {
        self.0.check()
    }

    /// `PeerLost` if it was lost before.
    pub fn release(self) -> Result<()> {
        self.0.release()
    }
}
