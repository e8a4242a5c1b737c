// SPDX-License-Identifier: MIT OR Apache-2.0
//! Any text is valid as hints; unknown ones are ignored.

use seaway_device_api::Hints;

pub fn check_hints(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let hints = Hints::parse(&text);
    let mut again = String::new();
    for (key, value) in hints.iter() {
        assert!(!key.is_empty() && key.trim() == key && value.trim() == value, "{key:?}={value:?}");
        if let Some(number) = hints.number(key) {
            assert_eq!(Hints::new().with("n", number.to_string()).number("n"), Some(number), "{value:?}");
        }
        // Only words are switches but not numbers.
        assert!(hints.switch(key).is_none() || value.len() <= 7, "{value:?}");
        again += &format!("{key}={value};");
    }
    assert_eq!(Hints::parse(&again), hints, "written out and read again");
    assert_eq!(hints.clone().over(&hints), hints);
}
