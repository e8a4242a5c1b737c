// SPDX-License-Identifier: MIT OR Apache-2.0
//! Detects panics of threads that a check did not start: they are not joined, so they would go unnoticed.

use std::panic;
use std::sync::{Mutex, Once};
use std::thread;

static SEEN: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Prefix of the names of Seaway's own threads.
const PREFIX: &str = "seaway";

/// Runs `check`, and fails if one of Seaway's threads panicked meanwhile.
pub(super) fn none_in(check: impl FnOnce()) {
    static WATCHING: Once = Once::new();
    WATCHING.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |why| {
            if thread::current().name().is_some_and(|name| name.starts_with(PREFIX)) {
                SEEN.lock().unwrap().push(why.to_string());
            }
            before(why);
        }));
    });
    check();
    let seen = std::mem::take(&mut *SEEN.lock().unwrap());
    assert!(seen.is_empty(), "threads have panicked: {seen:?}");
}
