// SPDX-License-Identifier: MIT OR Apache-2.0
//! Mount points, and which file system a file is on.

use std::fs;

use seaway_trace_format::mounts;

use crate::Process;

/// A mounted file system.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Mount {
    /// Mount point. Any bytes, as for paths.
    pub point: Vec<u8>,
    /// Its type: `ext4`, `lustre`, `nfs4`.
    pub kind: String,
}

/// Lines `POINT TYPE`, as written by recorders.
pub(crate) fn parse(lines: &[u8]) -> impl Iterator<Item = Mount> {
    let lines = lines.split(|byte| *byte == b'\n');
    lines.filter_map(|line| {
        let space = line.iter().position(|byte| *byte == b' ')?;
        let (point, kind) = (unescaped(&line[..space]), String::from_utf8_lossy(&line[space + 1..]));
        (point.first() == Some(&b'/')).then(|| Mount { point, kind: kind.into_owned() })
    })
}

/// The file system of a full path: the longest mount point above it, and of several at one point the last,
/// which hides the others.
pub(crate) fn find<'m>(mounts: &'m [Mount], path: &[u8]) -> Option<&'m Mount> {
    mounts.iter().filter(|mount| is_below(path, &mount.point)).max_by_key(|mount| mount.point.len())
}

/// The mounts on the host of a process: as recorded by one of its processes, or the current mounts here if
/// the trace is of this host and it has not been rebooted since.
pub(crate) fn of_host(processes: &[Process], host: &Process) -> Vec<Mount> {
    let of_host = |process: &&Process| process.host == host.host && !process.mounts.is_empty();
    match processes.iter().find(of_host) {
        Some(process) => process.mounts.clone(),
        None if is_this_host(host.boot) => here(),
        None => Vec::new(),
    }
}

fn is_this_host(boot: [u8; 16]) -> bool {
    let text = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let digits: Vec<u8> = text.chars().filter_map(|digit| u8::try_from(digit.to_digit(16)?).ok()).collect();
    let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    boot != [0; 16] && bytes == boot
}

fn here() -> Vec<Mount> {
    let mut text = fs::read("/proc/self/mounts").unwrap_or_default();
    let length = text.len();
    let (kept, _) = mounts::keep(&mut text, 0, length);
    parse(&text[..kept]).collect()
}

fn is_below(path: &[u8], point: &[u8]) -> bool {
    let point = point.strip_suffix(b"/").unwrap_or(point);
    path.strip_prefix(point).is_some_and(|rest| rest.first().is_none_or(|byte| *byte == b'/'))
}

/// The kernel writes spaces, tabs, line breaks and backslashes as `\\` and three octal digits.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, others)) = rest.split_first() {
        let code = others.get(..3).filter(|_| *first == b'\\');
        let byte = code.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 8).ok());
        plain.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &others[3..] } else { others };
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &[u8] =
        b"/ ext4\n/scratch lustre\n/scratch/my\\040data nfs4\n/scratch/old ext4\n/scratch/old xfs\n\
        none odd\nbroken\n";

    fn check(path: &str, expected: (&str, &str)) {
        let mounts: Vec<Mount> = parse(LINES).collect();
        let found = find(&mounts, path.as_bytes()).expect("the root is mounted");
        assert_eq!(
            (found.point.as_slice(), found.kind.as_str()),
            (expected.0.as_bytes(), expected.1),
            "{path}"
        );
    }

    #[test]
    fn the_longest_mount_point_above_a_file_applies() {
        check("/scratch/run/out.nc", ("/scratch", "lustre"));
        check("/scratch", ("/scratch", "lustre"));
        check("/scratchy/out.nc", ("/", "ext4"));
        check("/scratch/my data/a", ("/scratch/my data", "nfs4"));
        check("/home/ada/a", ("/", "ext4"));
    }

    #[test]
    fn later_mounts_hide_earlier_ones() {
        check("/scratch/old/a", ("/scratch/old", "xfs"));
    }

    #[test]
    fn nothing_is_known_without_mounts() {
        assert_eq!(find(&[], b"/a"), None);
        assert_eq!(find(&parse(b"/scratch lustre\n").collect::<Vec<_>>(), b"/home/a"), None);
        assert_eq!(unescaped(b"\\04"), b"\\04");
    }

    #[test]
    fn this_host_has_a_root() {
        assert!(find(&here(), b"/").is_some());
    }
}
