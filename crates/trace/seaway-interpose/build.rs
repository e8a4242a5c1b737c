// SPDX-License-Identifier: MIT OR Apache-2.0
//! How the library is linked. See `src/lib.rs`, "Without a standard library".

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Nobody who is linked in then needs the one of the standard library, which needs all of it.
    println!("cargo::rustc-cdylib-link-arg=-Wl,--wrap=rust_eh_personality");
    // Programs may close a library that they opened; our functions stay in use.
    println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
}
