// SPDX-License-Identifier: MIT OR Apache-2.0
//! Shared counters: a word of shared memory on one machine; across machines, a word at rank 0 that is
//! accessed through an MPI window.

use std::ffi::{c_int, c_void};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, PoisonError};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_engine::{CounterWord, SharedCounter};

use super::calls::{Link, check, int};
use super::channel::CHANNELS;
use super::family::{Family, Lease};
use super::node::mapping::Mapping;
use super::numbers::Reservation;
use crate::abi::{Abi, Op, Win};
use crate::host::Host;

/// The counter in a channel's own rendezvous.
#[derive(Debug)]
pub(super) struct PlaceCounter<A: Abi>(pub(super) Arc<Lease<A>>);

/// An additional counter on the same channel: a page of its own.
#[derive(Debug)]
pub(super) struct PageCounter(pub(super) Mapping);

/// A word of the family's window.
#[derive(Debug)]
pub(super) struct WindowCounter<A: Abi> {
    pub(super) lease: Arc<Lease<A>>,
    pub(super) slot: WindowSlot<A>,
}

/// Which word: that of the lease's channel, or one reserved for this counter.
#[derive(Debug)]
pub(super) struct WindowSlot<A: Abi> {
    pub(super) number: u32,
    pub(super) reserved_in: Option<Arc<Family<A>>>,
}

/// Words at rank 0 that all ranks can update at any time: one for each channel.
#[derive(Debug)]
pub(super) struct CounterWindow<A: Abi> {
    host: &'static Host<A>,
    window: Win<A>,
    /// MPI knows the address: must be dropped after the window.
    words: Box<[AtomicU64]>,
}

impl<A: Abi> CounterWord for PlaceCounter<A> {
    fn word(&self) -> &AtomicU64 {
        self.0.channel().place().region().counter()
    }
}

impl PageCounter {
    pub(super) const BYTES: usize = size_of::<AtomicU64>();
}

impl CounterWord for PageCounter {
    fn word(&self) -> &AtomicU64 {
        assert!(self.0.bytes() >= Self::BYTES);
        // SAFETY: the mapping is large enough, begins at a page and lives as long as `self`.
        unsafe { &*self.0.pages().cast() }
    }
}

impl<A: Abi> SharedCounter for WindowCounter<A> {
    fn fetch_add(&self, amount: u64) -> Result<u64> {
        self.update(amount, |host| host.known.sum)
    }

    /// Without a window the counter was never used: its value is known to be zero, which is all that views
    /// and ordered access need.
    fn load(&self) -> Result<u64> {
        if !self.lease.family.has_window() {
            return Ok(0);
        }
        self.update(0, |host| host.known.no_op)
    }

    fn store(&self, value: u64) -> Result<()> {
        self.update(value, |host| host.known.replace).map(drop)
    }

    fn replace(&self, expected: u64, new: u64) -> Result<bool> {
        self.with_window(|window| window.replace(self.slot.number, expected, new))
    }
}

impl<A: Abi> WindowCounter<A> {
    fn update(&self, value: u64, operation: impl FnOnce(&Host<A>) -> Op<A>) -> Result<u64> {
        self.with_window(|window| window.update(self.slot.number, value, operation(window.host)))
    }

    fn with_window<T>(&self, work: impl FnOnce(&CounterWindow<A>) -> Result<T>) -> Result<T> {
        let window = self.lease.family.window.read().unwrap_or_else(PoisonError::into_inner);
        let Some(window) = &*window else {
            return Err(Error::new(ErrorKind::Unsupported, Operation::Wait)
                .with_detail("this MPI has no one-sided communication between these ranks"));
        };
        work(window)
    }
}

impl<A: Abi> Drop for WindowSlot<A> {
    fn drop(&mut self) {
        if let Some(family) = self.reserved_in.take() {
            family.numbers().release(Reservation { number: self.number, channel: None });
        }
    }
}

impl<A: Abi> CounterWindow<A> {
    /// Collective. `None` if this MPI does not support it.
    pub(super) fn new(link: &Link<A>, rank: usize) -> Option<Self> {
        let host = link.host;
        let words: Box<[AtomicU64]> =
            if rank == 0 { (0..CHANNELS).map(|_| AtomicU64::new(0)).collect() } else { Box::default() };
        let bytes = i64::try_from(size_of_val(&*words)).expect("a few");
        let word = c_int::try_from(size_of::<AtomicU64>()).expect("a few");
        let start = words.as_ptr().cast_mut().cast::<c_void>();
        let mut window = host.known.win_null;
        // SAFETY: the words stay in place until the window is freed.
        let code = unsafe {
            (host.functions.win_create)(start, bytes, word, host.known.info_null, link.comm, &raw mut window)
        };
        check(host, "PMPI_Win_create", code).ok()?;
        // SAFETY: a window of ours.
        let code = unsafe { (host.functions.win_lock_all)(int(A::MPI_MODE_NOCHECK), window) };
        check(host, "PMPI_Win_lock_all", code).ok()?;
        Some(Self { host, window, words })
    }

    fn update(&self, number: u32, value: u64, operation: Op<A>) -> Result<u64> {
        let (mut before, functions) = (0_u64, &self.host.functions);
        let (from, to) = (&raw const value, &raw mut before);
        // SAFETY: both words live until the flush has returned; the window has a word of this number at rank
        // 0.
        unsafe {
            let word = self.host.known.uint64;
            let code = (functions.fetch_and_op)(
                from.cast(),
                to.cast(),
                word,
                0,
                i64::from(number),
                operation,
                self.window,
            );
            check(self.host, "PMPI_Fetch_and_op", code)?;
            check(self.host, "PMPI_Win_flush", (functions.win_flush)(0, self.window))?;
        }
        Ok(before)
    }

    fn replace(&self, number: u32, expected: u64, new: u64) -> Result<bool> {
        let (mut before, functions) = (0_u64, &self.host.functions);
        let (from, compare, to) = (&raw const new, &raw const expected, &raw mut before);
        // SAFETY: the three words live until the flush has returned; the window has a word of this number at
        // rank 0.
        unsafe {
            let (word, place) = (self.host.known.uint64, i64::from(number));
            let code = (functions.compare_and_swap)(
                from.cast(),
                compare.cast(),
                to.cast(),
                word,
                0,
                place,
                self.window,
            );
            check(self.host, "PMPI_Compare_and_swap", code)?;
            check(self.host, "PMPI_Win_flush", (functions.win_flush)(0, self.window))?;
        }
        Ok(before == expected)
    }

    /// Collective.
    pub(super) fn free(mut self) {
        // SAFETY: a window of ours, not used afterwards.
        unsafe {
            (self.host.functions.win_unlock_all)(self.window);
            (self.host.functions.win_free)(&raw mut self.window);
        }
        drop(self.words);
    }
}
