// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sets the library's soname.

fn main() {
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libmpi.so.40");
    println!("cargo:rerun-if-changed=build.rs");
}
