// SPDX-License-Identifier: MIT OR Apache-2.0
//! Mounted file systems: which lines of `/proc/self/mounts` are about storage, and what is kept of them.

/// Types of file systems without user data.
const NO_STORAGE: [&[u8]; 23] = [
    b"autofs",
    b"binfmt_misc",
    b"bpf",
    b"cgroup",
    b"cgroup2",
    b"configfs",
    b"debugfs",
    b"devpts",
    b"devtmpfs",
    b"efivarfs",
    b"fusectl",
    b"hugetlbfs",
    b"mqueue",
    b"nfsd",
    b"nsfs",
    b"proc",
    b"pstore",
    b"resctrl",
    b"rpc_pipefs",
    b"securityfs",
    b"selinuxfs",
    b"sysfs",
    b"tracefs",
];

/// Rewrites the complete lines of `text[begin..end]` in place: for each file system with storage, `POINT
/// TYPE` remains, as the kernel writes them (a space is `\040`). Returns the end of these, and the end of the
/// incomplete line that follows.
pub fn keep(text: &mut [u8], begin: usize, end: usize) -> (usize, usize) {
    let (mut kept, mut from) = (begin, begin);
    while let Some(length) = text.get(from..end).and_then(|rest| rest.iter().position(|byte| *byte == b'\n'))
    {
        if let Some((first, last)) = point_and_type(text.get(from..from + length).unwrap_or_default()) {
            move_down(text, from + first, from + last, kept);
            kept += last - first;
            if let Some(line_end) = text.get_mut(kept) {
                *line_end = b'\n';
            }
            kept += 1;
        }
        from += length + 1;
    }
    move_down(text, from, end, kept);
    (kept, kept + (end - from))
}

/// Byte by byte: the recorder must contain no code that could panic, and `copy_within` checks its range.
fn move_down(text: &mut [u8], from: usize, end: usize, to: usize) {
    for (source, target) in (from..end).zip(to..) {
        if let Some(byte) = text.get(source).copied()
            && let Some(place) = text.get_mut(target)
        {
            *place = byte;
        }
    }
}

/// Where `POINT TYPE` begins and ends in a line `SOURCE POINT TYPE OPTIONS ...`.
fn point_and_type(line: &[u8]) -> Option<(usize, usize)> {
    let mut spaces = line.iter().enumerate().filter(|(_, byte)| **byte == b' ').map(|(at, _)| at);
    let (first, second) = (spaces.next()?, spaces.next()?);
    let end = spaces.next().unwrap_or(line.len());
    let kind = line.get(second + 1..end)?;
    (!NO_STORAGE.contains(&kind)).then_some((first + 1, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &[u8] =
        b"sysfs /sys sysfs rw,nosuid 0 0\n/dev/vda1 / ext4 rw 0 0\nproc /proc proc rw 0 0\n\
        ost@tcp:/lus /scratch/with\\040space lustre rw,flock 0 0\ntmpfs /dev/shm tmpfs rw 0 0\n";

    #[test]
    fn file_systems_with_storage_stay() {
        let mut text = [0; 256];
        text[..MOUNTS.len()].copy_from_slice(MOUNTS);
        let (kept, rest) = keep(&mut text, 0, MOUNTS.len());
        assert_eq!(&text[..kept], b"/ ext4\n/scratch/with\\040space lustre\n/dev/shm tmpfs\n");
        assert_eq!(kept, rest);
    }

    #[test]
    fn lines_may_come_in_pieces() {
        let mut whole = [0; 256];
        whole[..MOUNTS.len()].copy_from_slice(MOUNTS);
        let (expected, _) = keep(&mut whole, 0, MOUNTS.len());
        for piece in 1..MOUNTS.len() {
            let (mut text, mut kept, mut end) = ([0; 256], 0, 0);
            for bytes in MOUNTS.chunks(piece) {
                text[end..end + bytes.len()].copy_from_slice(bytes);
                (kept, end) = keep(&mut text, kept, end + bytes.len());
            }
            assert_eq!(text[..kept], whole[..expected], "pieces of {piece}");
        }
    }

    #[test]
    fn lines_that_are_not_mounts_are_omitted() {
        let mut text = *b"nonsense\n\ntwo words\n";
        let end = text.len();
        assert_eq!(keep(&mut text, 0, end), (0, 0));
        assert_eq!(keep(&mut [], 0, 0), (0, 0));
    }
}
