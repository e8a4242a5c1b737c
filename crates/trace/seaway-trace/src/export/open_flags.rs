// SPDX-License-Identifier: MIT OR Apache-2.0
//! The flags of an open, by their names in C and MPI.

use std::fmt::Write as _;

/// As in C.
pub(super) fn open_flags(flags: u64) -> String {
    const NAMES: &[(u64, &str)] = &[
        (0o100, "O_CREAT"),
        (0o200, "O_EXCL"),
        (0o1000, "O_TRUNC"),
        (0o2000, "O_APPEND"),
        (0o4000, "O_NONBLOCK"),
        (0o4010000, "O_SYNC"),
        (0o10000, "O_DSYNC"),
        (0o40000, "O_DIRECT"),
        (0o20200000, "O_TMPFILE"),
        (0o200000, "O_DIRECTORY"),
        (0o400000, "O_NOFOLLOW"),
        (0o2000000, "O_CLOEXEC"),
        (0o10000000, "O_PATH"),
    ];
    let mut text = match flags & 3 {
        0 => "O_RDONLY",
        1 => "O_WRONLY",
        2 => "O_RDWR",
        _ => "O_ACCMODE",
    }
    .to_owned();
    let mut rest = flags & !3;
    for (bits, name) in NAMES {
        if rest & bits == *bits {
            rest &= !bits;
            text.push('|');
            text.push_str(name);
        }
    }
    // O_LARGEFILE means nothing on 64-bit systems.
    rest &= !0o100000;
    if rest != 0 {
        let _ = write!(text, "|{rest:#x}");
    }
    text
}

/// As in MPI; traces use the bits of the standard ABI, whatever the MPI.
pub(super) fn mode_names(mode: u64) -> String {
    const NAMES: [&str; 9] = [
        "MPI_MODE_APPEND",
        "MPI_MODE_CREATE",
        "MPI_MODE_DELETE_ON_CLOSE",
        "MPI_MODE_EXCL",
        "MPI_MODE_RDONLY",
        "MPI_MODE_RDWR",
        "MPI_MODE_SEQUENTIAL",
        "MPI_MODE_UNIQUE_OPEN",
        "MPI_MODE_WRONLY",
    ];
    let known = NAMES.iter().enumerate().filter(|(bit, _)| mode >> bit & 1 == 1);
    let mut names: Vec<String> = known.map(|(_, name)| (*name).to_owned()).collect();
    let rest = mode >> NAMES.len() << NAMES.len();
    if rest != 0 {
        names.push(format!("{rest:#x}"));
    }
    names.join("|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_have_names() {
        assert_eq!(open_flags(0o2001101), "O_WRONLY|O_CREAT|O_TRUNC|O_CLOEXEC");
        assert_eq!(open_flags(0o100000), "O_RDONLY");
        assert_eq!(open_flags(1 << 40 | 2), "O_RDWR|0x10000000000");
    }

    #[test]
    fn modes_have_names() {
        assert_eq!(mode_names(258), "MPI_MODE_CREATE|MPI_MODE_WRONLY");
        assert_eq!(mode_names(16 | 1 << 12), "MPI_MODE_RDONLY|0x1000");
    }
}
