// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Guarantees`]: what generic algorithms may rely on. Strategy is chosen from these, never from a device's name.

/// How far away the bytes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Locality {
    /// In this machine's memory: every access costs a copy.
    Memory,
    /// On this machine's disk, behind its page cache.
    Disk,
    /// On another machine.
    #[default]
    Network,
}

/// The approximate cost of an access: enough to choose between methods.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Costs {
    /// Of each call, whatever its length.
    pub call_nanoseconds: f64,
    /// Of each byte moved.
    pub byte_nanoseconds: f64,
    /// Of each byte written for the first time, where space must be found.
    pub new_byte_nanoseconds: f64,
    /// Of a page that is read through a mapping for the first time.
    pub read_page_nanoseconds: f64,
    /// Of a page that is written through a mapping for the first time.
    pub page_nanoseconds: f64,
    /// Of a page that is touched and whose bytes were never written.
    pub new_page_nanoseconds: f64,
}

impl Costs {
    /// Another machine: a round trip a call, a gigabyte a second.
    pub const NETWORK: Costs = Costs {
        call_nanoseconds: 200_000.0,
        byte_nanoseconds: 1.0,
        new_byte_nanoseconds: 1.0,
        read_page_nanoseconds: 200_000.0,
        page_nanoseconds: 200_000.0,
        new_page_nanoseconds: 200_000.0,
    };
}

/// The default promises nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Guarantees {
    pub locality: Locality,
    /// What one process wrote, another reads at once, without sync.
    pub coherent: bool,
    /// Bytes never written take no space and read as zero.
    pub sparse: bool,
    /// Reads and writes are best aligned to, and sized in multiples of, this many bytes.
    pub block_bytes: u64,
    pub costs: Costs,
}

impl Default for Guarantees {
    fn default() -> Self {
        Self {
            locality: Locality::Network,
            coherent: false,
            sparse: false,
            block_bytes: 4096,
            costs: Costs::NETWORK,
        }
    }
}
