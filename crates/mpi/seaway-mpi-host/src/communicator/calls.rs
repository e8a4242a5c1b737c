// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Link`]: a communicator of the host MPI, with the few calls made on it, and [`Requests`]: waits for them
//! without taking the processor from the ranks we wait for.

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr;
use std::time::{Duration, Instant};
use std::{hint, thread};

use seaway_device_api::{Error, ErrorKind, Operation, Result};

use super::node::rendezvous::LIVENESS_INTERVAL;
use super::node::waiting::Patience;
use crate::abi::{Abi, Comm, Request};
use crate::host::Host;

/// Counts are ints in MPI: longer messages are sent in parts of this size.
pub(super) const PART_BYTES: usize = 1 << 30;
/// A tag that is never sent: probing for it drives MPI's progress and finds nothing.
const UNUSED_TAG: c_int = 32767;
/// Polls that yield the processor before the first sleep.
const YIELDS: u32 = 400;
const SLEEP: Duration = Duration::from_micros(50);

#[derive(Debug, Clone, Copy)]
pub(super) struct Link<A: Abi> {
    pub(super) host: &'static Host<A>,
    pub(super) comm: Comm<A>,
}

impl<A: Abi> Link<A> {
    pub(super) fn rank(&self) -> Result<usize> {
        let mut rank: c_int = 0;
        // SAFETY: a communicator, and a place for an int.
        check(self.host, "PMPI_Comm_rank", unsafe {
            (self.host.functions.comm_rank)(self.comm, &raw mut rank)
        })?;
        Ok(usize::try_from(rank).unwrap_or(0))
    }

    pub(super) fn size(&self) -> Result<usize> {
        let mut size: c_int = 0;
        // SAFETY: as above.
        check(self.host, "PMPI_Comm_size", unsafe {
            (self.host.functions.comm_size)(self.comm, &raw mut size)
        })?;
        Ok(usize::try_from(size).unwrap_or(1))
    }

    /// Drives MPI's progress, for other communicators too.
    pub(super) fn progress(&self) {
        let mut found: c_int = 0;
        let any = int(A::MPI_ANY_SOURCE);
        // SAFETY: nothing is kept; an error will show up where it matters.
        unsafe {
            let status = ptr::without_provenance_mut(A::STATUS_IGNORE);
            (self.host.functions.iprobe)(any, UNUSED_TAG, self.comm, &raw mut found, status);
        }
    }

    /// Free it with [`Link::free`].
    pub(super) fn with_errors_returned(host: &'static Host<A>, comm: Comm<A>) -> Result<Self> {
        // SAFETY: a new communicator of ours.
        let code = unsafe { (host.functions.comm_set_errhandler)(comm, host.known.errors_return) };
        check(host, "PMPI_Comm_set_errhandler", code)?;
        Ok(Self { host, comm })
    }

    pub(super) fn free(mut self) {
        // SAFETY: ours, and not used afterwards. Nothing can be done about a failure.
        unsafe { (self.host.functions.comm_free)(&raw mut self.comm) };
    }
}

/// Pending nonblocking operations.
#[derive(Debug)]
pub(super) struct Requests<A: Abi> {
    host: &'static Host<A>,
    requests: Vec<Request<A>>,
    /// Bytes that a receive must deliver.
    expected: Vec<Option<c_int>>,
}

impl<A: Abi> Requests<A> {
    pub(super) fn new(host: &'static Host<A>) -> Self {
        Self { host, requests: Vec::new(), expected: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// Starts one operation; `start` gets a pointer to its request.
    pub(super) fn start(
        &mut self,
        name: &'static str,
        start: impl FnOnce(*mut Request<A>) -> c_int,
    ) -> Result<()> {
        let mut request = self.host.known.request_null;
        check(self.host, name, start(&raw mut request))?;
        self.requests.push(request);
        self.expected.push(None);
        Ok(())
    }

    /// # Safety
    /// `bytes` are neither moved nor changed until the requests have completed.
    pub(super) unsafe fn send(
        &mut self,
        link: &Link<A>,
        to: usize,
        tag: c_int,
        bytes: *const u8,
        length: usize,
    ) -> Result<()> {
        for (start, part) in parts(length) {
            let (host, from) = (self.host, bytes.wrapping_add(start).cast::<c_void>());
            self.start("PMPI_Isend", |request| {
                let (byte, isend) = (host.known.byte, host.functions.isend);
                // SAFETY: the caller's contract; the part is inside of the bytes.
                unsafe { isend(from, part, byte, int_of_rank(to), tag, link.comm, request) }
            })?;
        }
        Ok(())
    }

    /// # Safety
    /// `bytes` are not moved, and nothing else accesses them, until the requests have completed.
    pub(super) unsafe fn receive(
        &mut self,
        link: &Link<A>,
        from: usize,
        tag: c_int,
        bytes: *mut u8,
        length: usize,
    ) -> Result<()> {
        for (start, part) in parts(length) {
            let (host, to) = (self.host, bytes.wrapping_add(start).cast::<c_void>());
            self.start("PMPI_Irecv", |request| {
                let (byte, irecv) = (host.known.byte, host.functions.irecv);
                // SAFETY: the caller's contract; the part is inside of the bytes.
                unsafe { irecv(to, part, byte, int_of_rank(from), tag, link.comm, request) }
            })?;
            if let Some(expected) = self.expected.last_mut() {
                *expected = Some(part);
            }
        }
        Ok(())
    }

    /// Waits for all. Calls `check_peers` now and then, which may end the wait.
    pub(super) fn wait(
        &mut self,
        patience: Patience,
        mut check_peers: impl FnMut() -> Result<()>,
    ) -> Result<()> {
        let mut statuses: Vec<MaybeUninit<A::Status>> = vec![MaybeUninit::zeroed(); self.requests.len()];
        let (mut polls, mut looked) = (0_u32, Instant::now());
        while !self.test(&mut statuses)? {
            polls = polls.saturating_add(1);
            if polls < patience.spins {
                hint::spin_loop();
            } else if polls < patience.spins + YIELDS {
                thread::yield_now();
            } else {
                thread::sleep(SLEEP);
                if looked.elapsed() >= LIVENESS_INTERVAL {
                    check_peers()?;
                    looked = Instant::now();
                }
            }
        }
        self.requests.clear();
        let expected = std::mem::take(&mut self.expected);
        statuses.iter().zip(expected).try_for_each(|(status, expected)| match expected {
            Some(expected) => self.check_length(status, expected),
            None => Ok(()),
        })
    }

    fn test(&mut self, statuses: &mut [MaybeUninit<A::Status>]) -> Result<bool> {
        let mut done: c_int = 0;
        let count = c_int::try_from(self.requests.len()).unwrap_or(c_int::MAX);
        // SAFETY: as many requests and statuses as passed.
        check(self.host, "PMPI_Testall", unsafe {
            (self.host.functions.testall)(
                count,
                self.requests.as_mut_ptr(),
                &raw mut done,
                statuses.as_mut_ptr().cast(),
            )
        })?;
        Ok(done != 0)
    }

    fn check_length(&self, status: &MaybeUninit<A::Status>, expected: c_int) -> Result<()> {
        let mut came: c_int = 0;
        // SAFETY: a status that MPI has filled.
        unsafe { (self.host.functions.get_count)(status.as_ptr(), self.host.known.byte, &raw mut came) };
        if came == expected {
            return Ok(());
        }
        let detail = format!("received a message of {came} bytes instead of {expected}");
        Err(Error::new(ErrorKind::Internal, Operation::Wait).with_detail(detail))
    }
}

/// Where each part of a message begins and how long it is. An empty message is one part.
fn parts(length: usize) -> impl Iterator<Item = (usize, c_int)> {
    let count = length.div_ceil(PART_BYTES).max(1);
    (0..count).map(move |part| {
        let start = part * PART_BYTES;
        (start, c_int::try_from((length - start).min(PART_BYTES)).expect("a part fits into an int"))
    })
}

/// An error code of MPI as an error of ours.
pub(super) fn check<A: Abi>(host: &Host<A>, call: &'static str, code: c_int) -> Result<()> {
    if i64::from(code) == A::MPI_SUCCESS {
        return Ok(());
    }
    let mut class: c_int = 0;
    // SAFETY: any number may be asked about.
    unsafe { (host.functions.error_class)(code, &raw mut class) };
    let kind = if i64::from(class) == A::MPI_ERR_NO_MEM {
        ErrorKind::NoMemory
    } else if i64::from(class) == A::MPI_ERR_TRUNCATE || i64::from(class) == A::MPI_ERR_COMM {
        ErrorKind::Internal
    } else {
        ErrorKind::PeerLost
    };
    let detail = format!("{call} of {} failed with error class {class}", A::NAME);
    Err(Error::new(kind, Operation::Wait).with_detail(detail))
}

pub(super) fn int(constant: i64) -> c_int {
    c_int::try_from(constant).expect("MPI's integer constants are ints")
}

pub(super) fn int_of_rank(rank: usize) -> c_int {
    c_int::try_from(rank).expect("ranks are counted in ints")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_are_sent_in_parts() {
        let check = |length: usize, expected: &[(usize, c_int)]| {
            assert_eq!(parts(length).collect::<Vec<_>>(), expected, "{length}");
        };
        let part = c_int::try_from(PART_BYTES).unwrap();
        check(0, &[(0, 0)]);
        check(1, &[(0, 1)]);
        check(PART_BYTES, &[(0, part)]);
        check(2 * PART_BYTES + 5, &[(0, part), (PART_BYTES, part), (2 * PART_BYTES, 5)]);
    }
}
