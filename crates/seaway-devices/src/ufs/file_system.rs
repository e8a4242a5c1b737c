// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a file system guarantees, from the number that it shows in statfs.

use seaway_device::{Costs, Guarantees, Locality};

/// What Seaway knows about a kind of file system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileSystem {
    pub(super) name: &'static str,
    pub(super) locality: Locality,
    pub(super) coherent: bool,
}

const MEMORY: (Locality, bool) = (Locality::Memory, true);
const DISK: (Locality, bool) = (Locality::Disk, true);
/// Another machine's writes are seen at once: the servers keep the clients' caches in step.
const CLUSTER: (Locality, bool) = (Locality::Network, true);
/// Another machine's writes are seen after sync or close at the earliest.
const CLOSE_TO_OPEN: (Locality, bool) = (Locality::Network, false);

/// The numbers are the kernel's (`linux/magic.h` and the out-of-tree clients' own headers).
const KNOWN: &[(u32, &str, (Locality, bool))] = &[
    (0x0102_1994, "tmpfs", MEMORY),
    (0x8584_58f6, "ramfs", MEMORY),
    (0x9584_58f6, "hugetlbfs", MEMORY),
    (0x0000_ef53, "ext4", DISK),
    (0x5846_5342, "xfs", DISK),
    (0x9123_683e, "btrfs", DISK),
    (0x2fc1_2fc1, "zfs", DISK),
    (0xf2f5_2010, "f2fs", DISK),
    (0xca45_1a4e, "bcachefs", DISK),
    (0x794c_7630, "overlayfs", DISK),
    (0x3153_464a, "jfs", DISK),
    (0x5265_4973, "reiserfs", DISK),
    (0x0000_4d44, "vfat", DISK),
    (0x2011_bab0, "exfat", DISK),
    (0x7366_746e, "ntfs3", DISK),
    (0x0bd0_0bd0, "lustre", CLUSTER),
    (0x4750_4653, "gpfs", CLUSTER),
    (0x00c3_6400, "ceph", CLUSTER),
    (0x0116_1970, "gfs2", CLUSTER),
    (0x7461_636f, "ocfs2", CLUSTER),
    (0x1983_0326, "beegfs", CLUSTER),
    (0xaad7_aaea, "panfs", CLUSTER),
    (0x2003_0528, "orangefs", CLUSTER),
    (0x0000_6969, "nfs", CLOSE_TO_OPEN),
    (0xff53_4d42, "cifs", CLOSE_TO_OPEN),
    (0xfe53_4d42, "smb2", CLOSE_TO_OPEN),
    (0x0000_517b, "smb", CLOSE_TO_OPEN),
    (0x6573_5546, "fuse", CLOSE_TO_OPEN),
    (0x0102_1997, "9p", CLOSE_TO_OPEN),
    (0x5346_414f, "afs", CLOSE_TO_OPEN),
    (0x7375_7245, "coda", CLOSE_TO_OPEN),
];

impl FileSystem {
    /// Of a number nobody here knows, the least is assumed.
    pub(super) fn from_magic(magic: u32) -> Self {
        let known = KNOWN.iter().find(|(known, ..)| *known == magic);
        let (name, (locality, coherent)) = known.map_or(("unknown", CLOSE_TO_OPEN), |&(_, name, class)| (name, class));
        Self { name, locality, coherent }
    }

    /// Mappings of one machine's page cache agree with its reads and writes; another machine's may not.
    pub(super) fn is_local_and_coherent(&self) -> bool {
        self.coherent && self.locality != Locality::Network
    }

    pub(super) fn guarantees(&self, block_bytes: u64) -> Guarantees {
        let Self { locality, coherent, .. } = *self;
        Guarantees { locality, coherent, sparse: true, block_bytes, costs: costs(locality) }
    }
}

/// Rough, and only to choose between ways of doing the same thing.
fn costs(locality: Locality) -> Costs {
    match locality {
        Locality::Memory => Costs { call_nanoseconds: 250.0, byte_nanoseconds: 0.15, page_nanoseconds: 250.0 },
        Locality::Disk => Costs { call_nanoseconds: 400.0, byte_nanoseconds: 0.3, page_nanoseconds: 500.0 },
        Locality::Network => Costs { call_nanoseconds: 200_000.0, byte_nanoseconds: 1.0, page_nanoseconds: 200_000.0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_file_systems_promise_nothing() {
        let unknown = FileSystem::from_magic(0x1234_5678);
        assert_eq!((unknown.locality, unknown.coherent), (Locality::Network, false));
        assert!(!unknown.is_local_and_coherent());
    }

    #[test]
    fn numbers_are_listed_once() {
        for (index, (magic, name, _)) in KNOWN.iter().enumerate() {
            assert!(!KNOWN[..index].iter().any(|(other, ..)| other == magic), "{name}");
        }
    }
}
