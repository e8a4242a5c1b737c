// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Memory`]: the bytes of a memory thing: a file without a name whose pages are reserved before they are written.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::Arc;

use rustix::fs::{self, FallocateFlags, MemfdFlags, Mode, OFlags, SealFlags};
use rustix::io::{Errno, retry_on_intr};
use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result};
use seaway_roles::thing::{Grant, PAGE_BYTES, Reservation};

use super::budget::{Budget, Share};

#[derive(Debug)]
pub(super) struct Memory {
    fd: OwnedFd,
    reservation: Reservation,
    share: Share,
}

impl Memory {
    /// With `size` bytes, which are reserved.
    pub(super) fn new(size: u64, budget: &Arc<Budget>) -> Result<Self> {
        let fd = fs::memfd_create("seaway-thing", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)
            .map_err(failed)?;
        let mut memory = Self { fd, reservation: Reservation::default(), share: budget.share() };
        if size > 0 {
            memory.reserve(&[Extent::new(0, size)])?;
            memory.set_size(size)?;
        }
        Ok(memory)
    }

    /// A descriptor of its own for a program, so that its locks are its own.
    pub(super) fn descriptor(&self, writes: bool) -> Result<OwnedFd> {
        let access = if writes { OFlags::RDWR } else { OFlags::RDONLY };
        let path = format!("/proc/self/fd/{}", self.fd.as_raw_fd());
        let open = || fs::open(&*path, access | OFlags::CLOEXEC, Mode::empty());
        retry_on_intr(open).map_err(failed)
    }

    /// From here on the kernel refuses every change. No program may have it open for writing yet.
    pub(super) fn seal(&self) -> Result<()> {
        let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK;
        match fs::fcntl_add_seals(&self.fd, seals) {
            // The agent itself has it mapped, and does not write there any more.
            Err(Errno::BUSY) => {
                let seals = SealFlags::FUTURE_WRITE | SealFlags::GROW | SealFlags::SHRINK;
                fs::fcntl_add_seals(&self.fd, seals).map_err(failed)
            }
            other => other.map_err(failed),
        }
    }

    pub(super) fn fd(&self) -> &OwnedFd {
        &self.fd
    }

    pub(super) fn reserved(&self) -> u64 {
        self.reservation.bytes()
    }

    /// Returns what is reserved around these extents, which includes them.
    pub(super) fn reserve(&mut self, extents: &[Extent]) -> Result<Vec<Extent>> {
        let generous = self.reservation.needs(extents, true);
        let grant = match self.share.take(generous.bytes) {
            Ok(()) => generous,
            Err(_) => {
                let exact = self.reservation.needs(extents, false);
                self.share.take(exact.bytes)?;
                exact
            }
        };
        if let Err(errno) = self.allocate(&grant) {
            self.share.give_back(grant.bytes);
            return Err(failed(errno));
        }
        self.reservation.add(&grant);
        Ok(self.reservation.around(extents))
    }

    /// True: memory was released.
    pub(super) fn set_size(&mut self, size: u64) -> Result<bool> {
        retry_on_intr(|| fs::ftruncate(&self.fd, size)).map_err(failed)?;
        let released = self.reservation.cut(size);
        self.share.give_back(released);
        Ok(released > 0)
    }

    /// Releases what is reserved behind the end. True: there was some.
    pub(super) fn trim(&mut self) -> bool {
        let Ok(status) = fs::fstat(&self.fd) else { return false };
        let size = u64::try_from(status.st_size).unwrap_or(0);
        let before = self.reservation.clone();
        let released = self.reservation.cut(size);
        let kept = size.next_multiple_of(PAGE_BYTES);
        let rest = i64::MAX.unsigned_abs() / PAGE_BYTES * PAGE_BYTES - kept;
        let flags = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
        if released == 0 || retry_on_intr(|| fs::fallocate(&self.fd, flags, kept, rest)).is_err() {
            self.reservation = before;
            return false;
        }
        self.share.give_back(released);
        true
    }

    fn allocate(&self, grant: &Grant) -> Result<(), Errno> {
        let reserve = |extent: &Extent| {
            let keep = FallocateFlags::KEEP_SIZE;
            retry_on_intr(|| fs::fallocate(&self.fd, keep, extent.offset, extent.len))
        };
        grant.missing.iter().try_for_each(reserve)
    }
}

fn failed(errno: Errno) -> Error {
    match errno {
        // A file in memory has no other reason.
        Errno::NOMEM | Errno::NOSPC => Error::new(ErrorKind::NoSpace, Operation::Write)
            .with_detail("this node has no memory left for things"),
        other => Error::from_io(Operation::Write, io::Error::from(other)),
    }
}
