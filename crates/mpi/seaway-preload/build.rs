// SPDX-License-Identifier: MIT OR Apache-2.0
//! Makes the loader initialise libseaway.so before all other libraries: the C++ library keeps the standard streams that
//! it finds, and ours must be there by then if a shell has redirected them to a device (`src/posix/ending.rs`).

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,initfirst");
}
