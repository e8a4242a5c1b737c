// SPDX-License-Identifier: MIT OR Apache-2.0
//! Records that an attacker on the network may have changed. The testkit states what must hold.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| seaway_testkit::malformed_input::check_records(bytes));
