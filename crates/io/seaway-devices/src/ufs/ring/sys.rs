// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Ring`]: submits entries, reaps completions, and guarantees that memory passed to the kernel stays valid
//! until it has finished.
#![allow(unsafe_code, reason = "the kernel reads and writes memory through the ring")]

use std::fmt;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::thread;

use io_uring::{IoUring, Probe, opcode, types};
use rustix::process::{Pid, getpid};

pub(in super::super) struct Ring {
    ring: IoUring,
    /// The process that created it.
    owner: Pid,
    /// Entries that the kernel has, or will have at the next submit.
    in_flight: usize,
    capacity: usize,
    /// The kernel accepts no more entries; those it has will still complete.
    broken: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Direction {
    Read,
    Write,
}

/// One transfer of a batch: file offset, memory, and how much of it the ring has moved.
#[derive(Debug)]
pub(in super::super) struct RingTransfer<M> {
    pub(in super::super) offset: u64,
    pub(in super::super) memory: M,
    pub(in super::super) done: usize,
}

/// One transfer, as the kernel sees it.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Request {
    pub(in super::super) fd: RawFd,
    pub(in super::super) direction: Direction,
    pub(in super::super) offset: u64,
    pub(in super::super) memory: *mut u8,
    pub(in super::super) len: usize,
}

impl Ring {
    /// Fails if no ring is available, or only one that cannot read and write yet (before Linux 5.6).
    pub(super) fn new(entries: u32) -> io::Result<Self> {
        // Not `dontfork`: in a forked child the addresses would be unmapped, and dropping the ring there
        // would unmap whatever has taken their place.
        let ring = IoUring::new(entries)?;
        let mut probe = Probe::new();
        ring.submitter().register_probe(&mut probe)?;
        if !probe.is_supported(opcode::Read::CODE) || !probe.is_supported(opcode::Write::CODE) {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let capacity = usize::try_from(entries).unwrap_or(usize::MAX);
        Ok(Self { ring, owner: getpid(), in_flight: 0, capacity, broken: false })
    }

    /// Whether this process may use it: a forked child may not.
    pub(in super::super) fn is_usable(&self) -> bool {
        !self.broken && self.is_ours()
    }

    pub(in super::super) fn is_ours(&self) -> bool {
        self.owner == getpid()
    }

    pub(in super::super) fn in_flight(&self) -> usize {
        self.in_flight
    }

    pub(in super::super) fn is_full(&self) -> bool {
        self.broken || self.in_flight >= self.capacity
    }

    /// As if the process had forked since.
    #[cfg(test)]
    pub(in super::super) fn pretend_to_be_a_parents(&mut self) {
        self.owner = rustix::process::getppid().expect("a test has a parent");
    }

    /// As if the kernel had refused an entry.
    #[cfg(test)]
    pub(in super::super) fn pretend_to_be_broken(&mut self) {
        self.broken = true;
    }

    /// Reads into all pieces. What the ring could not do, for whatever reason, shows in `done`: a plain call
    /// then does the rest, or reports the error.
    pub(in super::super) fn read(&mut self, fd: BorrowedFd<'_>, parts: &mut [RingTransfer<&mut [u8]>]) {
        let request = |part: &mut RingTransfer<&mut [u8]>| Request {
            fd: fd.as_raw_fd(),
            direction: Direction::Read,
            offset: part.offset,
            memory: part.memory.as_mut_ptr(),
            len: part.memory.len(),
        };
        let requests: Vec<_> = parts.iter_mut().map(request).collect();
        // SAFETY: `parts` borrows the memory mutably until `run` returns, when the kernel has finished with
        // it.
        unsafe { self.run(&requests, |index, moved| parts[index].done = moved) }
    }

    /// Writes all pieces; otherwise as [`Self::read`].
    pub(in super::super) fn write(&mut self, fd: BorrowedFd<'_>, parts: &mut [RingTransfer<&[u8]>]) {
        let request = |part: &RingTransfer<&[u8]>| Request {
            fd: fd.as_raw_fd(),
            direction: Direction::Write,
            offset: part.offset,
            memory: part.memory.as_ptr().cast_mut(),
            len: part.memory.len(),
        };
        let requests: Vec<_> = parts.iter().map(request).collect();
        // SAFETY: `parts` borrows the memory until `run` returns; the kernel only reads it.
        unsafe { self.run(&requests, |index, moved| parts[index].done = moved) }
    }

    /// # Safety
    /// The memory of all requests stays valid, and nothing else writes it (for reads: accesses it), until this
    /// returns.
    unsafe fn run(&mut self, requests: &[Request], mut note: impl FnMut(usize, usize)) {
        let mut next = 0;
        loop {
            while next < requests.len() && !self.is_full() {
                // SAFETY: promised by the caller; and this returns only once nothing is in flight.
                unsafe { self.push(&requests[next], next as u64) };
                next += 1;
            }
            if self.in_flight == 0 {
                return;
            }
            // Half of what is in flight at a time: the disk stays busy, and a call serves many completions.
            self.submit(self.in_flight.div_ceil(2));
            self.reap(|token, moved| note(usize::try_from(token).unwrap_or(usize::MAX), moved));
        }
    }

    /// Queues one request; it starts at the next submit. There must be room: see [`Self::is_full`].
    ///
    /// # Safety
    /// The request's memory stays valid, and nothing else writes it (for reads: accesses it), until `reap` has
    /// returned `token`.
    pub(in super::super) unsafe fn push(&mut self, request: &Request, token: u64) {
        let Request { fd, direction, offset, memory, len } = *request;
        let fd = types::Fd(fd);
        // A longer transfer is shortened, as the kernel itself would.
        let len = u32::try_from(len).unwrap_or(1 << 30);
        let entry = match direction {
            Direction::Read => opcode::Read::new(fd, memory, len).offset(offset).build(),
            Direction::Write => opcode::Write::new(fd, memory, len).offset(offset).build(),
        };
        // SAFETY: the caller promises that the memory is valid; a wrong descriptor number results in an
        // error.
        if unsafe { self.ring.submission().push(&entry.user_data(token)) }.is_ok() {
            self.in_flight += 1;
        }
    }

    /// Submits queued entries and waits for `completions`.
    pub(in super::super) fn submit(&mut self, completions: usize) {
        if self.broken {
            // Entering the kernel, by any call, lets it post completions.
            thread::yield_now();
            return;
        }
        let Err(error) = self.ring.submit_and_wait(completions) else { return };
        if matches!(error.raw_os_error(), Some(libc::EINTR | libc::EAGAIN | libc::EBUSY)) {
            thread::yield_now();
            return;
        }
        // The program may have closed the ring's descriptor (some close all they can find). What the kernel
        // accepted will still complete and must be awaited; the rest never will.
        self.broken = true;
        self.in_flight -= self.ring.submission().len();
    }

    /// Returns the token and the bytes moved (0 for an error) of each completed entry.
    pub(in super::super) fn reap(&mut self, mut note: impl FnMut(u64, usize)) {
        for completion in self.ring.completion() {
            self.in_flight -= 1;
            note(completion.user_data(), usize::try_from(completion.result()).unwrap_or(0));
        }
    }
}

impl fmt::Debug for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { owner, in_flight, broken, .. } = self;
        write!(f, "Ring(of process {}, {in_flight} in flight, broken: {broken})", owner.as_raw_nonzero())
    }
}
