// SPDX-License-Identifier: MIT OR Apache-2.0
//! The counters of a file. Nested calls count as what went to the system, not as what the program requested,
//! so that no byte is counted twice.

use seaway_trace_format::{Class, Layer};

use super::access::{Access, AccessKind, Traits};
use super::pattern::Order;
use super::sizes::Sizes;
use crate::report::thresholds::SMALL_BYTES;

#[derive(Debug, Clone, Default)]
pub(in crate::report) struct Tally {
    /// Of all kinds.
    pub(in crate::report) calls: u64,
    pub(in crate::report) reads: u64,
    pub(in crate::report) writes: u64,
    pub(in crate::report) read_bytes: u64,
    pub(in crate::report) written_bytes: u64,
    /// Below [`SMALL_BYTES`], and neither buffered by the C library nor collective.
    pub(in crate::report) small_reads: u64,
    pub(in crate::report) small_writes: u64,
    pub(in crate::report) small_read_bytes: u64,
    pub(in crate::report) small_written_bytes: u64,
    pub(in crate::report) opens: u64,
    pub(in crate::report) failed_opens: u64,
    /// Queries by name: `stat` and similar.
    pub(in crate::report) looks: u64,
    pub(in crate::report) metadata: u64,
    pub(in crate::report) syncs: u64,
    pub(in crate::report) failures: u64,
    /// Uses of an open file other than reading and writing: mapping, listing, copying inside the kernel.
    pub(in crate::report) other_uses: u64,
    /// Calls of MPI-IO that move bytes.
    pub(in crate::report) collective: u64,
    pub(in crate::report) independent: u64,
    pub(in crate::report) independent_bytes: u64,
    /// In nanoseconds.
    pub(in crate::report) read_time: u64,
    pub(in crate::report) write_time: u64,
    pub(in crate::report) sync_time: u64,
    pub(in crate::report) metadata_time: u64,
    pub(in crate::report) wait_time: u64,
    /// The part of `wait_time` spent waiting for other programs at the ends of streams.
    pub(in crate::report) partner_time: u64,
    pub(in crate::report) order: Order,
    pub(in crate::report) read_sizes: Sizes,
    pub(in crate::report) write_sizes: Sizes,
    /// Calls of the C library inside others.
    pub(in crate::report) inner_read_sizes: Sizes,
    pub(in crate::report) inner_write_sizes: Sizes,
}

impl Tally {
    /// A call of the program itself.
    #[inline]
    pub(super) fn add(&mut self, access: &Access, traits: &Traits, time: u64) {
        let failed = access.error != 0;
        grow(&mut self.calls, 1);
        grow(&mut self.failures, u64::from(failed));
        match traits.kind {
            AccessKind::Read => {
                grow(&mut self.reads, 1);
                grow(&mut self.read_bytes, access.length);
                grow(&mut self.read_time, time);
                self.read_sizes.add(access.length);
                let small = u64::from(is_small(access, traits));
                grow(&mut self.small_reads, small);
                grow(&mut self.small_read_bytes, small * access.length);
                self.add_way(access, traits);
            }
            AccessKind::Write => {
                grow(&mut self.writes, 1);
                grow(&mut self.written_bytes, access.length);
                grow(&mut self.write_time, time);
                self.write_sizes.add(access.length);
                let small = u64::from(is_small(access, traits));
                grow(&mut self.small_writes, small);
                grow(&mut self.small_written_bytes, small * access.length);
                self.add_way(access, traits);
            }
            AccessKind::Sync => {
                grow(&mut self.syncs, u64::from(is_forcing(traits)));
                grow(&mut self.sync_time, time);
            }
            AccessKind::Metadata => self.add_metadata(traits, failed, time),
            AccessKind::Wait => grow(&mut self.wait_time, time),
            AccessKind::Partner => self.add_partner(traits, 1, u64::from(failed), time),
            AccessKind::Nothing => {}
        }
    }

    /// A call inside of another.
    #[inline]
    pub(super) fn add_inner(&mut self, access: &Access, traits: &Traits) {
        match (traits.layer, traits.kind) {
            (Layer::Posix | Layer::Stdio, AccessKind::Read) => self.inner_read_sizes.add(access.length),
            (Layer::Posix | Layer::Stdio, AccessKind::Write) => self.inner_write_sizes.add(access.length),
            _ => {}
        }
    }

    /// Calls that were only counted, because the quota was exhausted.
    pub(super) fn add_counted(&mut self, traits: &Traits, calls: u64, failures: u64, bytes: u64, time: u64) {
        grow(&mut self.calls, calls);
        grow(&mut self.failures, failures);
        match traits.kind {
            AccessKind::Read => {
                grow(&mut self.reads, calls);
                grow(&mut self.read_bytes, bytes);
                grow(&mut self.read_time, time);
            }
            AccessKind::Write => {
                grow(&mut self.writes, calls);
                grow(&mut self.written_bytes, bytes);
                grow(&mut self.write_time, time);
            }
            AccessKind::Sync => {
                grow(&mut self.syncs, if is_forcing(traits) { calls } else { 0 });
                grow(&mut self.sync_time, time);
            }
            AccessKind::Metadata => {
                grow(&mut self.metadata, calls);
                grow(&mut self.metadata_time, time);
                match traits.class {
                    Class::Open => self.add_opens(calls, failures),
                    Class::Metadata => grow(&mut self.looks, calls),
                    _ => grow(&mut self.other_uses, calls),
                }
            }
            AccessKind::Wait => grow(&mut self.wait_time, time),
            AccessKind::Partner => self.add_partner(traits, calls, failures, time),
            AccessKind::Nothing => {}
        }
    }

    pub(in crate::report) fn merge(&mut self, other: &Self) {
        macro_rules! add {
            ($($field:ident)*) => { $(grow(&mut self.$field, other.$field);)* };
        }
        add!(calls reads writes read_bytes written_bytes small_reads small_writes small_read_bytes);
        add!(small_written_bytes opens failed_opens looks metadata syncs failures other_uses collective);
        add!(independent independent_bytes read_time write_time sync_time metadata_time wait_time partner_time);
        self.order.merge(&other.order);
        self.read_sizes.merge(&other.read_sizes);
        self.write_sizes.merge(&other.write_sizes);
        self.inner_read_sizes.merge(&other.inner_read_sizes);
        self.inner_write_sizes.merge(&other.inner_write_sizes);
    }

    pub(in crate::report) const fn bytes(&self) -> u64 {
        self.read_bytes.saturating_add(self.written_bytes)
    }

    /// Calls that move bytes.
    pub(in crate::report) const fn accesses(&self) -> u64 {
        self.reads.saturating_add(self.writes)
    }

    pub(in crate::report) const fn moving_time(&self) -> u64 {
        self.read_time.saturating_add(self.write_time)
    }

    pub(in crate::report) const fn time(&self) -> u64 {
        let moving = self.read_time.saturating_add(self.write_time).saturating_add(self.sync_time);
        moving.saturating_add(self.metadata_time).saturating_add(self.wait_time)
    }

    /// Without waiting for other programs.
    pub(in crate::report) const fn time_without_partner(&self) -> u64 {
        self.time().saturating_sub(self.partner_time)
    }

    fn add_opens(&mut self, calls: u64, failures: u64) {
        grow(&mut self.opens, calls - failures.min(calls));
        grow(&mut self.failed_opens, failures);
    }

    fn add_partner(&mut self, traits: &Traits, calls: u64, failures: u64, time: u64) {
        grow(&mut self.wait_time, time);
        grow(&mut self.partner_time, time);
        if traits.class == Class::Open {
            self.add_opens(calls, failures);
        }
    }

    fn add_metadata(&mut self, traits: &Traits, failed: bool, time: u64) {
        grow(&mut self.metadata, 1);
        grow(&mut self.metadata_time, time);
        match traits.class {
            Class::Open => self.add_opens(1, u64::from(failed)),
            Class::Metadata => grow(&mut self.looks, 1),
            Class::Map | Class::Directory => self.other_uses += 1,
            _ => {}
        }
    }

    #[inline]
    fn add_way(&mut self, access: &Access, traits: &Traits) {
        if traits.layer == Layer::MpiIo {
            grow(&mut self.collective, u64::from(traits.collective));
            grow(&mut self.independent, u64::from(!traits.collective));
            grow(&mut self.independent_bytes, if traits.collective { 0 } else { access.length });
        }
    }
}

/// Zero bytes mean end of file, which every reader reaches once.
#[inline]
fn is_small(access: &Access, traits: &Traits) -> bool {
    traits.layer != Layer::Stdio && !traits.collective && (1..SMALL_BYTES).contains(&access.length)
}

/// `fflush` passes bytes to the kernel; the others wait for the disk.
fn is_forcing(traits: &Traits) -> bool {
    traits.layer != Layer::Stdio
}

/// Saturating: a trace may contain any numbers.
#[inline]
pub(super) fn grow(sum: &mut u64, more: u64) {
    *sum = sum.saturating_add(more);
}
