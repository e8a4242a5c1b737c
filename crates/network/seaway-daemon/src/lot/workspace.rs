// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Workspace`]: a worker's buffers, lent to the running task. A parked connection has none.

use seaway_device_api::Extent;

#[derive(Debug, Default)]
pub(crate) struct Workspace {
    /// Of fixed size after its first use.
    pub(crate) input: Vec<u8>,
    pub(crate) output: Vec<u8>,
    /// Grows as needed.
    pub(crate) around: Vec<u8>,
    pub(crate) pieces: Vec<Extent>,
}
