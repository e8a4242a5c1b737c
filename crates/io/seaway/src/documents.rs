// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Rust examples of `docs/`, compiled and run as documentation tests. Shell examples are run by the
//! tests of `seaway-cli`.

/// Gives each page the name under which its tests are listed.
macro_rules! pages {
    ($($name:ident => $path:literal,)*) => { $(#[doc = include_str!($path)] mod $name {})* };
}

pages! {
    datatypes => "../../../../docs/datatypes.md",
    engine => "../../../../docs/engine.md",
    names_and_devices => "../../../../docs/names-and-devices.md",
    rust_api => "../../../../docs/rust-api.md",
    streams => "../../../../docs/streams.md",
}
