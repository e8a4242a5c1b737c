// SPDX-License-Identifier: MIT OR Apache-2.0
//! Texts for errors of open.

/// The errors that opening a file can return; others are shown by number.
const NAMES: &[(u8, &str)] = &[
    (1, "not permitted"),
    (2, "no such file"),
    (4, "interrupted"),
    (5, "input/output error"),
    (6, "no such device"),
    (11, "would have to wait"),
    (12, "no memory"),
    (13, "permission denied"),
    (16, "busy"),
    (17, "exists already"),
    (19, "no such device"),
    (20, "not a directory"),
    (21, "is a directory"),
    (22, "invalid argument"),
    (23, "too many open files in the system"),
    (24, "too many open files"),
    (26, "program is running"),
    (27, "too large"),
    (28, "no space left"),
    (30, "read-only file system"),
    (36, "name too long"),
    (40, "too many links"),
    (75, "value too large"),
    (95, "not supported"),
    (110, "timed out"),
    (116, "stale file handle"),
    (122, "quota exceeded"),
];

pub(in crate::report) fn error_name(error: u8) -> String {
    let known = NAMES.iter().find(|(number, _)| *number == error);
    known.map_or_else(|| format!("error {error}"), |(_, name)| (*name).to_owned())
}
