// SPDX-License-Identifier: MIT OR Apache-2.0
//! Notices to the user while a call is waiting: what it waits for, and what was dropped.

/// One line on standard error.
#[allow(clippy::print_stderr, reason = "a program that waits and does not say for what looks broken")]
pub(super) fn tell(text: &str) {
    eprintln!("seaway: {text}");
}
