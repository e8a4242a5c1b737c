// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hints of `mem:`.

use seaway_device::Hints;

const LIMIT: &str = "seaway_mem_limit";

/// What the hints say.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct MemOptions {
    /// Most bytes of storage that writes through this handle may make a file take (`seaway_mem_limit`). Without it a
    /// file grows until the machine has no more memory, and then the kernel ends the program instead of the write.
    pub(super) limit: Option<u64>,
}

impl MemOptions {
    pub(super) fn from_hints(hints: &Hints) -> Self {
        Self { limit: hints.number(LIMIT) }
    }

    pub(super) fn in_use(self) -> Hints {
        self.limit.map_or_else(Hints::new, |limit| Hints::new().with(LIMIT, limit.to_string()))
    }
}
