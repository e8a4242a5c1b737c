// SPDX-License-Identifier: MIT OR Apache-2.0
//! The few things that are told to the user while a call goes on: what is awaited, and what is dropped.

/// One line on standard error.
#[allow(clippy::print_stderr, reason = "a program that waits and does not say for what looks broken")]
pub(super) fn tell(text: &str) {
    eprintln!("seaway: {text}");
}
