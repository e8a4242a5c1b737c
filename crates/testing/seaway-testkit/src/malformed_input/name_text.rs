// SPDX-License-Identifier: MIT OR Apache-2.0
//! Any text is a valid name.

use seaway_device_api::DeviceName;

const SCHEMES: &[&str] = &["mem", "null", "ufs", "mxn"];

pub fn check_name(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let name = DeviceName::parse(&text, SCHEMES);
    assert!(SCHEMES.contains(&name.scheme()), "{text:?} has scheme {:?}", name.scheme());
    match DeviceName::prefix(&text, SCHEMES) {
        Some(prefix) => assert_eq!(format!("{prefix}{}", name.path()), text),
        None => assert_eq!((name.scheme(), name.path().as_str()), ("ufs", &*text)),
    }
    assert_eq!(DeviceName::parse(&name.to_string(), SCHEMES), name, "the full name means the same");
}
