// SPDX-License-Identifier: MIT OR Apache-2.0
//! A conversation with a live state machine, made of any bytes. What must hold is said in seaway-soak.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| seaway_soak::machines::check_trunk_machine(bytes));
