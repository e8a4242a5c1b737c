// SPDX-License-Identifier: MIT OR Apache-2.0
//! Frames of the ring service, which come from other processes. What must hold is said in the testkit.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| seaway_testkit::malformed_input::check_ring_message(bytes));
