// SPDX-License-Identifier: MIT OR Apache-2.0
//! The name under which programs ask for this library.

fn main() {
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libmpifort.so.12");
    println!("cargo:rerun-if-changed=build.rs");
}
