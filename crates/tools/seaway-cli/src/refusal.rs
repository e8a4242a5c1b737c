// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Refusal`]: an error with an exit code of its own, following the conventions of shells.

use std::fmt;

/// One sentence that includes the remedy, and the exit code of this process.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) exit_code: u8,
    sentence: String,
}

impl Refusal {
    /// The line cannot be run as requested; nothing was run.
    pub(crate) fn unusable(sentence: String) -> Self {
        Self { exit_code: 2, sentence }
    }

    /// Something did not arrive; all messages were printed.
    pub(crate) fn incomplete(sentence: String) -> Self {
        Self { exit_code: 3, sentence }
    }

    pub(crate) fn not_executable(sentence: String) -> Self {
        Self { exit_code: 126, sentence }
    }

    pub(crate) fn not_found(sentence: String) -> Self {
        Self { exit_code: 127, sentence }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.sentence)
    }
}

impl std::error::Error for Refusal {}
