// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Served`]: the files of devices behind the descriptors of this process.
//!
//! Descriptors are identified by their placeholder and not by their numbers: so duplicates are served too, and a
//! number reused for another file is not. The placeholder's lock ends with its last duplicate.
//!
//! A connection belongs to one process. A child that inherits a descriptor finds the label of its placeholder
//! when it first uses it, and opens the file itself.

use std::ffi::c_int;
use std::io::{IoSlice, IoSliceMut};
use std::os::fd::{IntoRawFd, OwnedFd};
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use seaway_device_api::{
    DeviceFile, Durability, ErrorKind, Extent, OpenFlags, Operation, RangeLock, Result, Segments,
};

use super::copies::{copy, read};
use super::ending;
use super::label::Label;
use super::placeholder::{Placeholder, SmallNumbers, identity};
use super::{explain, number_of, open_place, streams};
use crate::door::guarded;

/// Number of served files: if zero, and a descriptor was looked at, calls are forwarded without a lookup.
static COUNT: AtomicUsize = AtomicUsize::new(0);
/// The process that the list belongs to. 0: no descriptor of ours was ever here.
static OWNER: AtomicU32 = AtomicU32::new(0);
/// A list that only grows, so that it can be traversed without a lock; its slots are reused.
static FIRST: AtomicPtr<TableSlot> = AtomicPtr::new(ptr::null_mut());
/// A bit for each descriptor that was found not to be inherited from a process that had opened it for us.
static SEEN: [AtomicU64; 16] = [const { AtomicU64::new(0) }; 16];

/// Writers that append lock this byte of the file itself, beyond the end of any file.
const APPENDING: Extent = Extent { offset: i64::MAX.cast_unsigned() - 1, len: 1 };
const APPEND_PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_micros(100);

#[derive(Debug)]
struct TableSlot {
    /// 0: unused. Identifies the placeholder, since all memfds are on one device.
    inode: AtomicU64,
    served: Mutex<Option<Served>>,
    next: AtomicPtr<TableSlot>,
}

#[derive(Debug)]
pub(super) struct Served {
    label: Label,
    /// Opened when it is used.
    file: Option<Box<dyn DeviceFile>>,
    placeholder: Placeholder,
}

/// A descriptor for the program, which has opened the file with `flags`.
pub(super) fn begin(
    file: Box<dyn DeviceFile>,
    label: Label,
    size: u64,
    flags: c_int,
    numbers: SmallNumbers,
) -> Result<c_int, c_int> {
    take_ownership();
    let _ = sweep(None);
    let made = Placeholder::new(&label, size, flags);
    // The program gets the smallest number.
    drop(numbers);
    let (placeholder, given) = made?;
    let given = smallest(given, flags)?;
    store(Served { label, file: Some(file), placeholder });
    streams::noticed(given);
    Ok(given)
}

/// Applies `work` to the file behind a descriptor. `None`: not ours.
pub(super) fn with<T>(
    descriptor: c_int,
    work: impl FnOnce(&mut Served) -> Result<T, c_int>,
) -> Option<Result<T, c_int>> {
    if COUNT.load(Ordering::Acquire) == 0 && is_seen(descriptor) {
        return None;
    }
    with_one_of_some(descriptor, work)
}

/// Whether a descriptor stands for a file that this process serves. For calls that may come from a child of vfork, which
/// shares our memory and not our descriptors.
pub(super) fn is_served(descriptor: c_int) -> Option<(u64, u64)> {
    if COUNT.load(Ordering::Acquire) == 0 || !is_own() {
        return None;
    }
    let identity = identity(descriptor)?;
    find(identity.1).map(|_| identity)
}

/// Whether this is the process that the list belongs to.
pub(super) fn is_own() -> bool {
    OWNER.load(Ordering::Relaxed) == std::process::id()
}

/// From now on this process has descriptors of ours.
pub(super) fn take_ownership() {
    if OWNER.swap(std::process::id(), Ordering::AcqRel) == 0 {
        ending::watch();
        // SAFETY: the function stores numbers.
        unsafe { libc::pthread_atfork(None, None, Some(forget_a_parent_s)) };
    }
}

/// The number may be that of another file now.
pub(super) fn forget_number(descriptor: c_int) {
    if let Some((word, bit)) = bit_of(descriptor) {
        word.fetch_and(!bit, Ordering::Relaxed);
    }
}

/// Closes files whose descriptors are all closed. Returns the outcome of the one that the caller has closed.
pub(super) fn sweep(closed: Option<(u64, u64)>) -> Result<(), c_int> {
    let mut outcome = Ok(());
    for place in places().filter(|place| place.inode.load(Ordering::Acquire) != 0) {
        // Locked: in use.
        let Ok(mut served) = place.served.try_lock() else { continue };
        let Some(one) = served.as_ref() else { continue };
        let identity = one.placeholder.identity();
        if one.placeholder.is_in_use() && (closed != Some(identity) || one.placeholder.is_here()) {
            continue;
        }
        let gone = served.take();
        place.inode.store(0, Ordering::Release);
        COUNT.fetch_sub(1, Ordering::Release);
        drop(served);
        // Without the lock: the device closes descriptors, too.
        let finished = gone.map_or(Ok(()), Served::finish);
        if closed == Some(identity) {
            outcome = finished;
        }
    }
    outcome
}

/// Closes all files, at the end of the process.
pub(super) fn finish_all() {
    for place in places().filter(|place| place.inode.load(Ordering::Acquire) != 0) {
        let Ok(mut served) = place.served.try_lock() else { continue };
        if let Some(gone) = served.take() {
            place.inode.store(0, Ordering::Release);
            COUNT.fetch_sub(1, Ordering::Release);
            drop(served);
            // There is no caller left to report an error to.
            let _ = gone.finish();
        }
    }
}

/// Before this process becomes another program, which inherits descriptors and no connections: it must not count as a
/// lost writer.
pub(super) fn let_go_of_things() {
    for place in places().filter(|place| place.inode.load(Ordering::Acquire) != 0) {
        let Ok(mut served) = place.served.try_lock() else { continue };
        if let Some(one) = served.as_mut().filter(|one| one.label.writes && one.label.is_thing()) {
            one.file = None;
        }
    }
}

impl Label {
    fn flags(&self) -> OpenFlags {
        let read = if self.reads { OpenFlags::READ } else { OpenFlags::empty() };
        read | if self.writes { OpenFlags::WRITE } else { OpenFlags::empty() }
    }
}

impl Served {
    pub(super) fn label(&self) -> &Label {
        &self.label
    }

    pub(super) fn size(&self) -> u64 {
        self.placeholder.size()
    }

    /// Reads from `offset` up to the size that the placeholder has.
    pub(super) fn read(&mut self, offset: u64, pieces: &mut [IoSliceMut<'_>]) -> Result<usize, c_int> {
        if !self.label.reads {
            return Err(libc::EBADF);
        }
        read(self.file()?, offset, pieces)
    }

    pub(super) fn copy(&mut self, offset: u64, length: u64) -> Result<OwnedFd, c_int> {
        if !self.label.reads {
            return Err(libc::EACCES);
        }
        let size = self.size();
        copy(self.file()?, size, offset..offset.saturating_add(length))
    }

    /// Writes all of `pieces` at `offset`.
    pub(super) fn write_at(&mut self, offset: u64, pieces: &[IoSlice<'_>]) -> Result<(), c_int> {
        let end = self.write(offset, pieces)?;
        self.placeholder.grow(end)
    }

    /// Writes where the file ends by then, also if others append to it. Returns where that was.
    pub(super) fn append(&mut self, pieces: &[IoSlice<'_>]) -> Result<u64, c_int> {
        self.must_be_writable()?;
        lock_to_append(self.file()?)?;
        let appended = self.true_size().and_then(|end| {
            self.write_at(end, pieces)?;
            Ok(end)
        });
        if let Some(locks) = self.file()?.range_locks() {
            guarded(Operation::Lock, || locks.unlock(APPENDING)).map_err(|error| number_of(&error))?;
        }
        appended
    }

    /// Carries out a change of position that other processes must not see half done.
    pub(super) fn changing<T>(&self, change: impl FnOnce() -> T) -> Result<T, c_int> {
        self.placeholder.changing(change)
    }

    pub(super) fn set_size(&mut self, size: u64) -> Result<(), c_int> {
        if !self.label.writes {
            return Err(libc::EINVAL);
        }
        let file = self.file()?;
        guarded(Operation::SetSize, || file.set_size(size)).map_err(|error| number_of(&error))?;
        self.placeholder.set_size(size)
    }

    pub(super) fn preallocate(&mut self, end: u64) -> Result<(), c_int> {
        self.must_be_writable()?;
        let file = self.file()?;
        guarded(Operation::Preallocate, || file.preallocate(end)).map_err(|error| number_of(&error))?;
        self.placeholder.grow(end)
    }

    pub(super) fn sync(&mut self) -> Result<(), c_int> {
        let file = self.file()?;
        guarded(Operation::Sync, || file.sync(Durability::Durable)).map_err(|error| number_of(&error))
    }

    fn true_size(&mut self) -> Result<u64, c_int> {
        let file = self.file()?;
        guarded(Operation::GetSize, || file.size()).map_err(|error| number_of(&error))
    }

    fn write(&mut self, offset: u64, pieces: &[IoSlice<'_>]) -> Result<u64, c_int> {
        self.must_be_writable()?;
        let source = Segments::new(pieces);
        let length = source.total();
        let end = offset.checked_add(length).filter(|end| i64::try_from(*end).is_ok()).ok_or(libc::EFBIG)?;
        if length > 0 {
            let file = self.file()?;
            let written = guarded(Operation::Write, || file.write(&[Extent::new(offset, length)], &source));
            written.map_err(|error| number_of(&error))?;
        }
        Ok(end)
    }

    fn must_be_writable(&self) -> Result<(), c_int> {
        if self.label.writes { Ok(()) } else { Err(libc::EBADF) }
    }

    fn file(&mut self) -> Result<&dyn DeviceFile, c_int> {
        if self.file.is_none() {
            let Some(place) = self.label.place.as_ref() else {
                explain(
                    "cannot reopen an inherited file: its name is too long; use one of at most 200 bytes",
                );
                return Err(libc::ENAMETOOLONG);
            };
            let numbers = SmallNumbers::take();
            self.file = Some(open_place(place, self.label.flags())?);
            drop(numbers);
        }
        self.file.as_deref().ok_or(libc::EIO)
    }

    /// The last descriptor of this process is closed.
    fn finish(mut self) -> Result<(), c_int> {
        // A file that was only created or truncated is complete as well.
        if self.file.is_none() && self.label.writes && self.label.is_thing() && !self.placeholder.is_in_use()
        {
            self.file()?;
        }
        let Some(file) = self.file.take() else { return Ok(()) };
        if !self.label.writes {
            return Ok(());
        }
        guarded(Operation::Close, || file.close()).map_err(|error| number_of(&error))
    }
}

fn lock_to_append(file: &dyn DeviceFile) -> Result<(), c_int> {
    let Some(locks) = file.range_locks() else { return Ok(()) };
    let start = Instant::now();
    loop {
        let locked = guarded(Operation::Lock, || match locks.try_lock(APPENDING, RangeLock::Exclusive) {
            // This device has only blocking locks, which have a time limit of their own.
            Err(error) if error.kind() == ErrorKind::Unsupported => {
                locks.lock(APPENDING, RangeLock::Exclusive).map(|()| true)
            }
            other => other,
        });
        if locked.map_err(|error| number_of(&error))? {
            return Ok(());
        }
        if start.elapsed() > APPEND_PATIENCE {
            return Err(libc::ETIMEDOUT);
        }
        thread::sleep(PAUSE);
    }
}

#[cold]
fn with_one_of_some<T>(
    descriptor: c_int,
    work: impl FnOnce(&mut Served) -> Result<T, c_int>,
) -> Option<Result<T, c_int>> {
    let owner = OWNER.load(Ordering::Relaxed);
    if owner != 0 && owner != std::process::id() {
        return None;
    }
    let identity = identity(descriptor)?;
    let place = match find(identity.1) {
        Some(place) => place,
        None if is_seen(descriptor) => return None,
        None => match inherit(descriptor)? {
            Ok(()) => find(identity.1)?,
            Err(number) => return Some(Err(number)),
        },
    };
    let mut served = place.served.lock().unwrap_or_else(PoisonError::into_inner);
    served.as_mut().filter(|served| served.placeholder.identity() == identity).map(work)
}

/// Serves a descriptor that another process has opened, or this one before it became another program. `None`: it is not
/// of this kind.
fn inherit(descriptor: c_int) -> Option<Result<(), c_int>> {
    let Some(label) = Label::of(descriptor) else {
        if let Some((word, bit)) = bit_of(descriptor) {
            word.fetch_or(bit, Ordering::Relaxed);
        }
        return None;
    };
    take_ownership();
    let placeholder = match Placeholder::inherited(descriptor) {
        Ok(placeholder) => placeholder,
        Err(number) => return Some(Err(number)),
    };
    store(Served { label, file: None, placeholder });
    Some(Ok(()))
}

fn smallest(given: OwnedFd, flags: c_int) -> Result<c_int, c_int> {
    use std::os::fd::AsRawFd;
    let command = if flags & libc::O_CLOEXEC != 0 { libc::F_DUPFD_CLOEXEC } else { libc::F_DUPFD };
    // SAFETY: numbers only.
    let moved = unsafe { libc::fcntl(given.as_raw_fd(), command, 0) };
    if moved < 0 || moved > given.as_raw_fd() {
        if moved >= 0 {
            // SAFETY: a new descriptor that nobody has.
            unsafe { libc::close(moved) };
        }
        return Ok(given.into_raw_fd());
    }
    Ok(moved)
}

fn find(inode: u64) -> Option<&'static TableSlot> {
    places().find(|place| place.inode.load(Ordering::Acquire) == inode)
}

fn places() -> impl Iterator<Item = &'static TableSlot> {
    // SAFETY: slots are never freed.
    let place_at = |link: &AtomicPtr<TableSlot>| unsafe { link.load(Ordering::Acquire).as_ref() };
    std::iter::successors(place_at(&FIRST), move |place| place_at(&place.next))
}

/// Stores it in the list.
fn store(served: Served) {
    let inode = served.placeholder.identity().1;
    let is_free = |place: &&TableSlot| {
        place.inode.compare_exchange(0, inode, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    };
    let place = places().find(is_free).unwrap_or_else(|| new_place(inode));
    *place.served.lock().unwrap_or_else(PoisonError::into_inner) = Some(served);
    COUNT.fetch_add(1, Ordering::Release);
}

fn new_place(inode: u64) -> &'static TableSlot {
    let place = Box::leak(Box::new(TableSlot {
        inode: AtomicU64::new(inode),
        served: Mutex::default(),
        next: AtomicPtr::new(ptr::null_mut()),
    }));
    let mut first = FIRST.load(Ordering::Acquire);
    loop {
        place.next.store(first, Ordering::Relaxed);
        match FIRST.compare_exchange(first, place, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => return place,
            Err(other) => first = other,
        }
    }
}

/// In a child after a fork: the list is the parent's, whose connections and locks are not ours.
extern "C" fn forget_a_parent_s() {
    OWNER.store(std::process::id(), Ordering::Release);
    FIRST.store(ptr::null_mut(), Ordering::Release);
    COUNT.store(0, Ordering::Release);
    SEEN.iter().for_each(|word| word.store(0, Ordering::Relaxed));
}

/// Whether a descriptor need not be checked. Those beyond the bits are not inherited: inherited numbers are small.
fn is_seen(descriptor: c_int) -> bool {
    bit_of(descriptor).is_none_or(|(word, bit)| word.load(Ordering::Relaxed) & bit != 0)
}

fn bit_of(descriptor: c_int) -> Option<(&'static AtomicU64, u64)> {
    let index = usize::try_from(descriptor).ok()?;
    SEEN.get(index / 64).map(|word| (word, 1 << (index % 64)))
}
