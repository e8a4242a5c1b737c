// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`UfsFile`]: one open file. Decides how a transfer is carried out; each method is a module of its own.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Arc, OnceLock};

use rustix::fs::{self, FileType, OFlags, Stat};
use rustix::io::{Errno, retry_on_intr};
use seaway_device_api::{
    DeviceFile, DevicePath, Durability, Error, Extent, Guarantees, Hints, Locality, MapCandidate,
    MappedRange, Mapping, Operation, RangeLock, RangeLocks, Region, Result, Segments, SegmentsMut, Striping,
    Ticket, Transfers,
};
use seaway_memory::{Lent, LentMut};

use super::copies::Copies;
use super::direct::Direct;
use super::entry::Entry;
use super::failure::failure;
use super::file_system::FileSystem;
use super::hot::HotRegions;
use super::mapping::{Arrays, FileId, KeptMappings, Pages, recent};
use super::options::{InForce, UfsOptions};
use super::queue::{QueueFile, UfsQueue};
use super::ring::Direction;
use super::transfer::{self, Stopped};
use super::{early_flush, locks, lustre, mapping, preallocate, skewed_read};
use seaway_device_api::pieces::check;

#[derive(Debug)]
pub(super) struct UfsFile {
    fd: OwnedFd,
    direct_read: Option<Box<Direct>>,
    direct_write: Option<Box<Direct>>,
    path: DevicePath,
    file_system: FileSystem,
    block_bytes: u64,
    can_map: bool,
    /// Repeatedly accessed ranges may be copied to and from mapped pages.
    heats: bool,
    access: Access,
    options: UfsOptions,
    striping: Option<Striping>,
    // Determined on first use.
    locks_known: OnceLock<bool>,
    queue: OnceLock<Option<UfsQueue>>,
    mappings: OnceLock<Arc<KeptMappings>>,
    hot: HotRegions,
    copies: Copies,
    entry: Entry,
    id: FileId,
    arrays: Arrays,
}

/// The actual access modes of a descriptor, which can be more than requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Access {
    pub(super) readable: bool,
    pub(super) writable: bool,
}

impl UfsFile {
    /// `status` is the descriptor's.
    pub(super) fn new(
        path: &DevicePath,
        fd: OwnedFd,
        status: &Stat,
        access: Access,
        options: UfsOptions,
        entry: Entry,
    ) -> Result<Self> {
        let statfs = fs::fstatfs(&fd).map_err(|errno| failure(Operation::Open, errno, path.as_str()))?;
        // The kernel stores the 32-bit number in a signed machine word.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the number has 32 bits")]
        let file_system = FileSystem::from_magic(statfs.f_type as u32);
        let block_bytes = u64::try_from(status.st_blksize).ok().filter(|&bytes| bytes > 0).unwrap_or(4096);
        let is_regular = FileType::from_raw_mode(status.st_mode) == FileType::RegularFile;
        let can_map = options.mapping && is_regular && access.readable && file_system.is_local_and_coherent();
        // A cache in front of memory gains nothing.
        let can_go_direct = is_regular && file_system.locality() != Locality::Memory;
        let direct = |wanted: bool, way: OFlags| {
            let open = || Direct::open(path, fd.as_fd(), way, options.ring);
            (wanted && can_go_direct).then(open).flatten().map(Box::new)
        };
        if is_regular && access.writable && status.st_size == 0 && file_system.locality() == Locality::Disk {
            early_flush::use_up_guard(fd.as_fd());
        }
        let striping = if file_system.is_lustre() { lustre::striping(fd.as_fd()) } else { None };
        let striping = striping.or(options.striping);
        let id = (status.st_dev, status.st_ino);
        let heats = can_map && !options.served;
        let file_comes_again = heats && recent::opened(id, u64::try_from(status.st_size).unwrap_or(0));
        Ok(Self {
            direct_read: direct(options.direct_read && access.readable, OFlags::RDONLY),
            direct_write: direct(options.direct_write && access.writable, OFlags::WRONLY),
            fd,
            path: path.clone(),
            file_system,
            block_bytes,
            can_map,
            heats,
            access,
            striping,
            options,
            locks_known: OnceLock::new(),
            queue: OnceLock::new(),
            mappings: OnceLock::new(),
            hot: HotRegions::default(),
            copies: Copies::default(),
            entry,
            id,
            arrays: Arrays::new(file_comes_again),
        })
    }

    fn fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }

    fn check(&self, operation: Operation, extents: &[Extent], total: u64) -> Result<()> {
        check(operation, extents, total).map_err(|error| error.with_path(self.path.as_str()))
    }

    #[cold]
    fn failure(&self, operation: Operation, errno: Errno) -> Error {
        failure(operation, errno, self.path.as_str())
    }

    #[cold]
    fn stopped(&self, operation: Operation, (errno, extent): Stopped) -> Error {
        self.failure(operation, errno).with_extent(extent)
    }

    fn mappings(&self) -> &KeptMappings {
        let in_memory = self.file_system.locality() == Locality::Memory;
        let pages = if in_memory { Pages::InMemory } else { Pages::ToBeWritten };
        self.mappings.get_or_init(|| KeptMappings::of(self.id, pages))
    }

    fn open_queue(&self) -> Option<&UfsQueue> {
        // Through the page cache a write completes before the kernel could have queued it.
        let pays = self.options.queue || self.direct_read.is_some() || self.direct_write.is_some();
        let wanted = self.options.ring && pays;
        self.queue.get_or_init(|| wanted.then(UfsQueue::open).flatten()).as_ref()
    }

    fn queue_file(&self) -> QueueFile<'_> {
        QueueFile {
            cached: self.fd(),
            direct_read: self.direct_read.as_deref(),
            direct_write: self.direct_write.as_deref(),
            path: self.path.as_str(),
        }
    }
}

impl DeviceFile for UfsFile {
    // One extent and one segment take the fast path: a call of 64 bytes costs hardly more than the system
    // call.
    fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        if let ([extent], [piece], None) = (extents, target.pieces(), &self.direct_read)
            && extent.len == piece.len() as u64
        {
            if self.heats && self.hot.read(self.mappings(), self.fd(), *extent, piece) {
                return Ok(extent.len);
            }
            let read = skewed_read::read_contiguous(self.fd(), extent.offset, piece);
            return read.map(|read| read as u64).map_err(|stopped| self.stopped(Operation::Read, stopped));
        }
        self.check(Operation::Read, extents, target.total())?;
        let read = match &self.direct_read {
            Some(direct) => direct.read(self.fd(), extents, target),
            None => {
                let behind_cache = self.file_system.locality() != Locality::Memory;
                transfer::read_list(self.fd(), extents, target, behind_cache)
            }
        };
        read.map_err(|stopped| self.stopped(Operation::Read, stopped))
    }

    fn write(&self, extents: &[Extent], source: &Segments<'_>) -> Result<()> {
        if let ([extent], [piece], None) = (extents, source.pieces(), &self.direct_write)
            && extent.len == piece.len() as u64
        {
            if self.heats && self.hot.write(self.mappings(), self.fd(), *extent, piece) {
                self.copies.note();
                return Ok(());
            }
            let written = transfer::write_contiguous(self.fd(), extent.offset, piece);
            return written.map_err(|stopped| self.stopped(Operation::Write, stopped));
        }
        self.check(Operation::Write, extents, source.total())?;
        let written = match &self.direct_write {
            Some(direct) => direct.write(self.fd(), extents, source),
            None => transfer::write_list(self.fd(), extents, source),
        };
        written.map_err(|stopped| self.stopped(Operation::Write, stopped))
    }

    fn size(&self) -> Result<u64> {
        let status = fs::fstat(&self.fd).map_err(|errno| self.failure(Operation::GetSize, errno))?;
        Ok(u64::try_from(status.st_size).unwrap_or(0))
    }

    fn set_size(&self, size: u64) -> Result<()> {
        self.check(Operation::SetSize, &[Extent::new(0, size)], size)?;
        self.hot.forget();
        retry_on_intr(|| fs::ftruncate(&self.fd, size))
            .map_err(|errno| self.failure(Operation::SetSize, errno))?;
        if size == 0 && self.file_system.locality() == Locality::Disk {
            early_flush::use_up_guard(self.fd());
        }
        Ok(())
    }

    fn size_was_changed(&self) {
        self.hot.forget();
    }

    fn preallocate(&self, size: u64) -> Result<()> {
        self.check(Operation::Preallocate, &[Extent::new(0, size)], size)?;
        preallocate::preallocate(self.fd(), size).map_err(|errno| self.failure(Operation::Preallocate, errno))
    }

    fn sync(&self, durability: Durability) -> Result<()> {
        self.copies.tell_once_a_tick(self.fd());
        // The page cache of one machine, or the servers of a coherent file system, show everybody the same bytes.
        if durability == Durability::Visible && self.file_system.is_coherent() {
            return Ok(());
        }
        match retry_on_intr(|| fs::fdatasync(&self.fd)) {
            // A special file, which stores nothing.
            Err(Errno::INVAL) => {}
            other => other.map_err(|errno| self.failure(Operation::Sync, errno))?,
        }
        if durability == Durability::Durable {
            let synced = self.entry.sync(self.fd(), self.path.as_str());
            synced.map_err(|errno| self.failure(Operation::Sync, errno))?;
        }
        if self.access.readable && !self.file_system.is_coherent() {
            locks::forget_what_was_read(self.fd());
        }
        Ok(())
    }

    fn close(&self) -> Result<()> {
        // Closing a file on a local file system sends nothing, and has no error to report.
        if !self.access.writable || self.file_system.locality() != Locality::Network {
            return Ok(());
        }
        match super::sys::close_second(self.fd()) {
            // No descriptor is left for this check: write errors are reported by sync.
            Err(Errno::MFILE) => Ok(()),
            other => other.map_err(|errno| self.failure(Operation::Close, errno)),
        }
    }

    fn guarantees(&self) -> Guarantees {
        self.file_system.guarantees(self.block_bytes)
    }

    fn range_locks(&self) -> Option<&dyn RangeLocks> {
        self.locks_known.get_or_init(|| locks::are_known(self.fd())).then_some(self as _)
    }

    fn transfers(&self) -> Option<&dyn Transfers> {
        self.open_queue().map(|_| self as _)
    }

    fn mapping(&self) -> Option<&dyn Mapping> {
        self.can_map.then_some(self as _)
    }

    fn striping(&self) -> Option<Striping> {
        self.striping
    }

    fn hints_in_use(&self) -> Hints {
        self.options.in_use(&InForce {
            direct_read: self.direct_read.is_some(),
            direct_write: self.direct_write.is_some(),
            mapping: self.can_map,
            queue: self.open_queue().is_some(),
            striping: self.striping,
            file_system: self.file_system.name,
        })
    }
}

impl Drop for UfsFile {
    fn drop(&mut self) {
        self.copies.tell(self.fd());
        if self.heats {
            recent::closed(self.id, self.mappings.get().cloned());
        }
    }
}

impl RangeLocks for UfsFile {
    fn lock(&self, extent: Extent, lock: RangeLock) -> Result<()> {
        locks::lock(self.fd(), extent, lock, self.access.readable)
            .map_err(|errno| self.stopped(Operation::Lock, (errno, extent)))
    }

    fn try_lock(&self, extent: Extent, lock: RangeLock) -> Result<bool> {
        locks::try_lock(self.fd(), extent, lock, self.access.readable)
            .map_err(|errno| self.stopped(Operation::Lock, (errno, extent)))
    }

    fn unlock(&self, extent: Extent) -> Result<()> {
        locks::unlock(self.fd(), extent).map_err(|errno| self.stopped(Operation::Lock, (errno, extent)))
    }
}

impl Mapping for UfsFile {
    fn map_for_reading(&self, extent: Extent) -> Result<Box<dyn MappedRange>> {
        mapping::map_for_reading(self.mappings(), self.fd(), extent, self.path.as_str())
    }

    fn map_for_writing(&self, extent: Extent) -> Result<Box<dyn MappedRange>> {
        self.copies.note();
        mapping::map_for_writing(self.mappings(), self.fd(), extent, self.path.as_str())
    }

    fn comes_again(&self, access: &MapCandidate) -> bool {
        self.arrays.come_again(access)
    }
}

impl UfsFile {
    /// The facet is only offered if there is a queue.
    fn started_queue(&self) -> Result<&UfsQueue> {
        self.open_queue().ok_or_else(|| self.failure(Operation::Wait, Errno::NOSYS))
    }
}

impl Transfers for UfsFile {
    fn start_write(&self, place: Region, memory: Lent) -> Result<Ticket> {
        self.started_queue()?.start(self.queue_file(), Direction::Write, place, memory.pieces())
    }

    fn start_read(&self, place: Region, memory: LentMut, _once: bool) -> Result<Ticket> {
        self.started_queue()?.start(self.queue_file(), Direction::Read, place, memory.pieces())
    }

    fn poll(&self, ticket: &Ticket) -> Result<Option<u64>> {
        self.started_queue()?.poll(self.queue_file(), ticket)
    }

    fn wait(&self, ticket: Ticket) -> Result<u64> {
        self.started_queue()?.wait(self.queue_file(), &ticket)
    }
}
