// SPDX-License-Identifier: MIT OR Apache-2.0
//! Shared by the property tests: a generator of random datatypes and an oracle for their meaning.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test program uses its own part, and other crates include files by path"
)]

pub mod allocation;
pub mod memory;
pub mod random_datatype;
pub mod type_map;

/// Runs `check` on seeds `0..count`, each with a generator of its own, and names the seed that fails.
#[allow(clippy::print_stderr, reason = "the seed reproduces a failure")]
pub fn for_seeds(count: u64, check: impl Fn(&mut fastrand::Rng)) {
    for seed in 0..count {
        let run = || check(&mut fastrand::Rng::with_seed(seed));
        if let Err(panic) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
            eprintln!("failed with seed {seed}");
            std::panic::resume_unwind(panic);
        }
    }
}
