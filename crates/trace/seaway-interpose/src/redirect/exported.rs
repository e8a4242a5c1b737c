// SPDX-License-Identifier: MIT OR Apache-2.0
//! The interface for Seaway's other libraries. Ranks that share a file through MPI-IO must share the server's
//! file; a local copy on each node would give each its own.

use super::table;

/// Calls of this thread are not redirected until they are released as often as they were held: +1, and -1.
///
/// # Safety
/// None: the signature is that of C.
#[unsafe(no_mangle)]
unsafe extern "C" fn seaway_stage_hold(change: i32) {
    table::bypass(change);
}
