// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a trace costs the recorded program. Each row alternates runs of the same work with and without
//! recording, and compares the medians.
//!
//! Ends with one line per bar and fails if any is short.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    reason = "a bench prints, stops where it cannot go on, and divides numbers"
)]
#![allow(dead_code, reason = "the reader of the tests can do more")]

mod bars;
mod cost;
#[path = "../../tests/support/reader.rs"]
mod reader;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use bars::Bars;

/// Rows, each of which prints its numbers and bars.
const ROWS: [fn(&Path, &mut Bars); 2] = [cost::calls, cost::programs];

fn main() -> ExitCode {
    let library = library();
    let mut bars = Bars::default();
    for row in ROWS {
        row(&library, &mut bars);
    }
    bars.report()
}

/// The release build, as users have it.
fn library() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--release", "--package", "seaway-interpose", "--lib"]).current_dir(root);
    assert!(cargo.status().unwrap().success(), "the library does not build");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    root.join(target).join("release/libseaway_posix.so")
}
