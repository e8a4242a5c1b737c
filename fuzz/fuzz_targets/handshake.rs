// SPDX-License-Identifier: MIT OR Apache-2.0
//! A hello and a proof, which any client can send. The testkit has the invariants.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| seaway_testkit::malformed_input::check_handshake(bytes));
