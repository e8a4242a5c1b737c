// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hints of `mem:`.

use seaway_device_api::Hints;

const LIMIT: &str = "seaway_mem_limit";

/// The parsed hints.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct MemOptions {
    /// Maximum bytes of storage that a file may reach by writes through this handle (`seaway_mem_limit`).
    /// Without a limit a file grows until the machine is out of memory, and then the kernel kills the program
    /// instead of failing the write.
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
