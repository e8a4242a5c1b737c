// SPDX-License-Identifier: MIT OR Apache-2.0
//! A hello and a proof, which come from whoever can connect. What must hold is said in the testkit.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| seaway_testkit::malformed_input::check_handshake(bytes));
