// SPDX-License-Identifier: MIT OR Apache-2.0
//! How the library is linked. See `src/lib.rs`, "Without a standard library".

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Otherwise the personality routine of the standard library would be linked, and with it all of the
    // standard library.
    println!("cargo::rustc-cdylib-link-arg=-Wl,--wrap=rust_eh_personality");
    // Programs may close a library that they opened; its hooks stay in use.
    println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
}
