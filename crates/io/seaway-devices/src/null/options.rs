// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hints of `null:`: there are none. The file is here because a new device starts as a copy of this folder.

use seaway_device_api::Hints;

/// The parsed hints.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct NullOptions;

impl NullOptions {
    pub(super) fn from_hints(_hints: &Hints) -> Self {
        Self
    }

    pub(super) fn in_use(self) -> Hints {
        Hints::new()
    }
}
