// SPDX-License-Identifier: MIT OR Apache-2.0
//! Has libseaway.so initialised before all other libraries: the C++ library keeps the standard streams that it
//! finds, and those of a command whose output a shell has redirected to a device are ours (`src/posix/ending.rs`).

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,initfirst");
}
