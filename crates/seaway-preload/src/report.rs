// SPDX-License-Identifier: MIT OR Apache-2.0
//! What `seaway run -v` shows: one line per file, when it is closed. Otherwise this library prints nothing.

use seaway_engine::File;

/// Rank 0 speaks for all.
#[allow(clippy::print_stderr, reason = "asked for by SEAWAY_VERBOSE")]
pub(crate) fn at_close(file: &File) {
    if std::env::var_os("SEAWAY_VERBOSE").is_none() || file.communicator().rank() != 0 {
        return;
    }
    eprintln!("seaway: {}: {} ranks", file.name(), file.communicator().size());
}
