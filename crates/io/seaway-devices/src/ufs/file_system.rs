// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a file system guarantees, identified by its statfs number.

use seaway_device_api::{Costs, Guarantees, Locality};

/// What Seaway knows about a kind of file system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileSystem {
    pub(super) name: &'static str,
    class: Class,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// In this machine's memory.
    Memory,
    /// On this machine's disks.
    Disk,
    /// The same, where holes are written out as zeros.
    DiskWithoutHoles,
    /// On other machines that keep the clients' caches coherent.
    Cluster,
    /// On another machine, with close-to-open consistency: writes become visible after sync or close.
    CloseToOpen,
    /// Nobody knows.
    Unknown,
}

/// The kernel's numbers (`linux/magic.h` and the headers of out-of-tree clients).
const KNOWN: &[(u32, &str, Class)] = &[
    (0x0102_1994, "tmpfs", Class::Memory),
    (0x8584_58f6, "ramfs", Class::Memory),
    (0x0000_ef53, "ext4", Class::Disk),
    (0x5846_5342, "xfs", Class::Disk),
    (0x9123_683e, "btrfs", Class::Disk),
    (0x2fc1_2fc1, "zfs", Class::Disk),
    (0xf2f5_2010, "f2fs", Class::Disk),
    (0xca45_1a4e, "bcachefs", Class::Disk),
    (0x794c_7630, "overlayfs", Class::Disk),
    (0x3153_464a, "jfs", Class::Disk),
    (0x5265_4973, "reiserfs", Class::Disk),
    (0x7366_746e, "ntfs3", Class::Disk),
    (0x0000_4d44, "vfat", Class::DiskWithoutHoles),
    (0x2011_bab0, "exfat", Class::DiskWithoutHoles),
    (0x0bd0_0bd0, LUSTRE, Class::Cluster),
    (0x4750_4653, "gpfs", Class::Cluster),
    (0x00c3_6400, "ceph", Class::Cluster),
    (0x0116_1970, "gfs2", Class::Cluster),
    (0x7461_636f, "ocfs2", Class::Cluster),
    (0x1983_0326, "beegfs", Class::Cluster),
    (0xaad7_aaea, "panfs", Class::Cluster),
    (0x2003_0528, "orangefs", Class::Cluster),
    (0x0000_6969, "nfs", Class::CloseToOpen),
    (0xff53_4d42, "cifs", Class::CloseToOpen),
    (0xfe53_4d42, "smb2", Class::CloseToOpen),
    (0x0000_517b, "smb", Class::CloseToOpen),
    (0x0102_1997, "9p", Class::CloseToOpen),
    (0x5346_414f, "afs", Class::CloseToOpen),
    (0x7375_7245, "coda", Class::CloseToOpen),
    // Anything can be behind it.
    (0x6573_5546, "fuse", Class::Unknown),
];

const LUSTRE: &str = "lustre";

impl FileSystem {
    /// An unknown number is assumed to guarantee the least.
    pub(super) fn from_magic(magic: u32) -> Self {
        let known = KNOWN.iter().find(|(known, ..)| *known == magic);
        known
            .map_or(Self { name: "unknown", class: Class::Unknown }, |&(_, name, class)| Self { name, class })
    }

    pub(super) fn is_lustre(&self) -> bool {
        self.name == LUSTRE
    }

    pub(super) fn locality(&self) -> Locality {
        match self.class {
            Class::Memory => Locality::Memory,
            Class::Disk | Class::DiskWithoutHoles => Locality::Disk,
            Class::Cluster | Class::CloseToOpen | Class::Unknown => Locality::Network,
        }
    }

    pub(super) fn is_coherent(&self) -> bool {
        !matches!(self.class, Class::CloseToOpen | Class::Unknown)
    }

    /// Mappings of one machine's page cache are coherent with its reads and writes; those of several machines
    /// may not be.
    pub(super) fn is_local_and_coherent(&self) -> bool {
        self.is_coherent() && self.locality() != Locality::Network
    }

    pub(super) fn guarantees(&self, block_bytes: u64) -> Guarantees {
        Guarantees {
            locality: self.locality(),
            coherent: self.is_coherent(),
            sparse: !matches!(self.class, Class::DiskWithoutHoles | Class::Unknown),
            block_bytes,
            costs: costs(self.locality()),
        }
    }
}

/// Rough, and only used to choose between methods. Memory and disk are measured on tmpfs and on ext4 (cached,
/// Linux 6.18): a call of 64 bytes; a byte of 32 MiB, overwritten and first written; the first touch of a
/// mapped page, with its bytes present and without. (Mappings are kept: a second touch costs nothing.)
fn costs(locality: Locality) -> Costs {
    match locality {
        Locality::Memory => Costs {
            call_nanoseconds: 450.0,
            byte_nanoseconds: 0.2,
            new_byte_nanoseconds: 0.6,
            read_page_nanoseconds: 610.0,
            page_nanoseconds: 500.0,
            new_page_nanoseconds: 3100.0,
        },
        Locality::Disk => Costs {
            call_nanoseconds: 800.0,
            byte_nanoseconds: 0.15,
            new_byte_nanoseconds: 0.4,
            read_page_nanoseconds: 40.0,
            page_nanoseconds: 120.0,
            new_page_nanoseconds: 2300.0,
        },
        Locality::Network => Costs::NETWORK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_file_systems_promise_nothing() {
        let unknown = FileSystem::from_magic(0x1234_5678);
        let guarantees = unknown.guarantees(4096);
        assert_eq!(guarantees.locality, Locality::Network);
        assert!(!guarantees.coherent && !guarantees.sparse && !unknown.is_local_and_coherent());
    }

    #[test]
    fn numbers_are_listed_once() {
        for (index, (magic, name, _)) in KNOWN.iter().enumerate() {
            assert!(!KNOWN[..index].iter().any(|(other, ..)| other == magic), "{name}");
        }
    }
}
