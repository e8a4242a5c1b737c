// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`File`]: one rank's handle of an open file. Opening and closing, size, view, hints, pointers,
//! consistency; the data access calls are in `calls/`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard};

use seaway_datatype::Datatype;
use seaway_device_api::{
    Device, DeviceFile, DeviceName, Durability, Error, ErrorKind, Hints, OpenOptions, Operation, Result,
};

use crate::agreement::{agree, agree_on_arguments};
use crate::atomicity::StripeLocks;
use crate::calls::SplitCall;
use crate::collective::{self, Terms};
use crate::pointers::{IndividualPointer, SharedPointer, Whence, seek_target};
use crate::storage::Storage;
use crate::streams::{self, OpeningRanks};
use crate::{AccessMode, Communicator, EngineHints, Usage, View};

/// An open file.
///
/// Calls that MPI calls collective must be made by all ranks of the communicator, in the same order; they
/// succeed on all ranks or fail on all. The exception is a data access that needs no coordination, because
/// all ranks see the file's bytes unchanged: there each rank has its own outcome and waits for no other. A
/// file that is dropped without [`close`](File::close) is closed on the device, but no rank is waited for and
/// nothing is deleted.
#[derive(Debug)]
pub struct File {
    pub(crate) communicator: Arc<dyn Communicator>,
    device: Arc<dyn Device>,
    name: DeviceName,
    mode: AccessMode,
    pub(crate) storage: Arc<Storage>,
    pub(crate) settings: RwLock<Settings>,
    pub(crate) individual: IndividualPointer,
    pub(crate) shared: SharedPointer,
    atomic: AtomicBool,
    /// Present on one machine, once atomic mode has been requested.
    pub(crate) stripes: OnceLock<StripeLocks>,
    pub(crate) split: Mutex<Option<SplitCall>>,
    pub(crate) memory: collective::Memory,
}

/// What `set_view` and `set_hints` change.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) view: View,
    pub(crate) given: Hints,
    pub(crate) hints: EngineHints,
    pub(crate) terms: Terms,
}

impl File {
    /// Collective. Opens the same file on all ranks.
    pub fn open(
        communicator: &dyn Communicator,
        device: Arc<dyn Device>,
        name: &DeviceName,
        mode: AccessMode,
        hints: &Hints,
    ) -> Result<File> {
        let communicator = communicator.duplicate()?;
        let context = |error: Error| error.with_path(name.to_string()).with_rank(communicator.rank());
        agree(&*communicator, Operation::Open, mode.validate()).map_err(context)?;
        agree_on_arguments(&*communicator, Operation::Open, "the access mode", &[mode.bits().into()])
            .map_err(context)?;
        let opened = open_on_all(&*communicator, &*device, name, mode, hints).map_err(context)?;
        let storage = Arc::new(Storage::new(opened, name, mode, &*communicator));
        streams::watch(&*communicator, &storage);
        let engine_hints = EngineHints::from(hints);
        let view = View::of_bytes();
        let missing = |error| storage.explain(error);
        let terms = Terms::agreed(&*communicator, &storage, &engine_hints, &view).map_err(missing)?;
        let engine_hints = terms.binding(engine_hints);
        let settings = Settings { view, given: hints.clone(), hints: engine_hints, terms };
        let file = File {
            shared: SharedPointer::new(&*communicator).map_err(missing)?,
            communicator: communicator.clone(),
            device,
            name: name.clone(),
            mode,
            storage,
            settings: RwLock::new(settings),
            individual: IndividualPointer::default(),
            atomic: AtomicBool::new(false),
            stripes: OnceLock::new(),
            split: Mutex::new(None),
            memory: collective::Memory::default(),
        };
        file.start_at_end_if_appending()?;
        Ok(file)
    }

    fn start_at_end_if_appending(&self) -> Result<()> {
        if !self.mode.contains(AccessMode::APPEND) {
            return Ok(());
        }
        // A stream begins when its writers open it; a reader's end of file is where the writers stop.
        let is_new = !self.storage.discipline().outlives_close() && self.mode.can_write();
        let size = if is_new { Ok(0) } else { self.storage.device.size() };
        let size = self.all(Operation::Open, size)?;
        self.individual.set(size);
        let gathered =
            self.shared.gather(&*self.communicator, &[size]).map_err(|error| self.explain(error))?;
        self.shared.place(&gathered, gathered.of_rank(0)[0]);
        Ok(())
    }

    /// Collective. Makes all writes visible to later opens of the file, and deletes it if it was opened with
    /// `DELETE_ON_CLOSE`.
    pub fn close(self) -> Result<()> {
        self.close_and_tell(|_| ())
    }

    /// As [`close`](Self::close). `tell` sees the file when everything is complete: only then does a stream
    /// know its peers.
    pub fn close_and_tell(self, tell: impl FnOnce(&Self)) -> Result<()> {
        let split = if self.split().is_some() {
            let text = "a split collective call was begun and not ended";
            Err(Error::new(ErrorKind::Request, Operation::Close).with_detail(text))
        } else {
            Ok(())
        };
        let visible = match self.storage.stream() {
            Some(stream) => stream.end(&OpeningRanks(&*self.communicator)),
            None if self.mode.can_write() => self.storage.device.sync(Durability::Visible),
            None => Ok(()),
        };
        // Also if something failed before: the file is closed in any case.
        let closed = self.storage.device.close();
        let outcome = self.all(Operation::Close, split.and(visible).and(closed));
        tell(&self);
        let delete =
            self.mode.contains(AccessMode::DELETE_ON_CLOSE) && self.storage.discipline().outlives_close();
        let File { communicator, device, name, storage, .. } = self;
        drop(storage);
        if !delete {
            return outcome;
        }
        // All ranks have closed it now: some devices cannot delete an open file.
        communicator.barrier()?;
        let deleted = if communicator.rank() == 0 { device.delete(name.path()) } else { Ok(()) };
        let deleted = agree(
            &*communicator,
            Operation::Delete,
            deleted.map_err(|error| error.with_path(name.to_string())),
        );
        outcome.and(deleted)
    }

    pub fn name(&self) -> &DeviceName {
        &self.name
    }

    pub fn access_mode(&self) -> AccessMode {
        self.mode
    }

    pub fn communicator(&self) -> &Arc<dyn Communicator> {
        &self.communicator
    }

    /// The open file as its device knows it.
    pub fn device_file(&self) -> &dyn DeviceFile {
        &*self.storage.device
    }

    /// The methods that this rank has used to access the file so far.
    pub fn usage(&self) -> Vec<Usage> {
        self.storage.tally.usage()
    }

    /// Bytes in the file.
    pub fn size(&self) -> Result<u64> {
        self.storage.device.size().map_err(|error| self.explain(error))
    }

    /// Collective. Truncates or extends the file; all ranks pass the same size.
    pub fn set_size(&self, size: i64) -> Result<()> {
        self.change_size(size, Operation::SetSize, |device, size| device.set_size(size))
    }

    /// Collective. Reserves space for the first `size` bytes; all ranks pass the same size.
    pub fn preallocate(&self, size: i64) -> Result<()> {
        self.change_size(size, Operation::Preallocate, |device, size| device.preallocate(size))
    }

    fn change_size(
        &self,
        size: i64,
        operation: Operation,
        change: impl FnOnce(&dyn DeviceFile, u64) -> Result<()>,
    ) -> Result<()> {
        // Writes that a rank buffers must not be flushed after the size has changed, and change it again.
        let sent = self.storage.synchronise();
        agree_on_arguments(&*self.communicator, operation, "the size", &[size.cast_unsigned()])
            .map_err(|error| self.explain(error))?;
        let allowed = self.check_writable(operation).and_then(|()| self.check_random_access(operation));
        let allowed = allowed.and(sent);
        let changed = allowed.and_then(|()| {
            let size = u64::try_from(size).map_err(|_| {
                Error::new(ErrorKind::Argument, operation).with_detail(format!("size {size} is negative"))
            })?;
            if self.communicator.rank() == 0 { change(&*self.storage.device, size) } else { Ok(()) }
        });
        let changed = self.all(operation, changed);
        self.storage.device.size_was_changed();
        changed
    }

    pub fn view(&self) -> View {
        self.settings().view.clone()
    }

    /// The hints in effect, and those that were given and not recognised.
    pub fn hints(&self) -> Hints {
        let settings = self.settings();
        let mut in_force = Hints::new();
        settings.hints.describe(&mut in_force);
        settings.terms.describe(self.communicator.size(), &mut in_force);
        self.storage.device.hints_in_use().over(&in_force).over(&settings.given)
    }

    /// Moves the individual pointer. Counts etypes of the view.
    pub fn seek(&self, offset: i64, whence: Whence) -> Result<()> {
        self.check_random_access(Operation::Seek)?;
        let base = || match whence {
            Whence::End => Ok(self.settings().view.etypes_before(self.storage.device.size()?)),
            _ => Ok(self.individual.get()),
        };
        let target = seek_target(offset, whence, base).map_err(|error| self.explain(error))?;
        self.individual.set(target);
        Ok(())
    }

    /// The individual pointer, in etypes of the view.
    pub fn position(&self) -> Result<u64> {
        self.check_random_access(Operation::Seek)?;
        Ok(self.individual.get())
    }

    /// Collective. Moves the shared pointer; all ranks pass the same arguments.
    pub fn seek_shared(&self, offset: i64, whence: Whence) -> Result<()> {
        self.check_random_access(Operation::Seek)?;
        let end = match whence {
            Whence::End => self.storage.device.size(),
            _ => Ok(0),
        };
        // A rank that cannot determine the file's end: all ranks get the error below.
        let mine = [offset.cast_unsigned(), whence as u64, *end.as_ref().unwrap_or(&u64::MAX)];
        let gathered = self.shared.gather(&*self.communicator, &mine).map_err(|error| self.explain(error))?;
        if let Some(rank) = gathered.first_different(0..2) {
            let text = format!("offset or whence on rank {rank} differs from rank 0");
            return Err(self.explain(Error::new(ErrorKind::NotSame, Operation::Seek).with_detail(text)));
        }
        if gathered.words().any(|words| words[2] == u64::MAX) {
            return self.all(Operation::Seek, end).map(drop);
        }
        // All ranks use the size that rank 0 saw.
        let base = || match whence {
            Whence::End => Ok(self.settings().view.etypes_before(gathered.of_rank(0)[2])),
            _ => Ok(gathered.position),
        };
        let target = seek_target(offset, whence, base).map_err(|error| self.explain(error))?;
        self.shared.place(&gathered, target);
        Ok(())
    }

    /// The shared pointer, in etypes of the view.
    pub fn position_shared(&self) -> Result<u64> {
        self.shared.get().map_err(|error| self.explain(error))
    }

    /// Offset in the file, in bytes, at which etype `offset` of the view begins.
    pub fn byte_offset(&self, offset: i64) -> Result<u64> {
        let etypes = u64::try_from(offset).map_err(|_| self.negative_offset(offset, Operation::Seek))?;
        self.byte_of_etype(etypes, Operation::Seek).map_err(|error| self.explain(error))
    }

    pub(crate) fn byte_of_etype(&self, etypes: u64, operation: Operation) -> Result<u64> {
        let settings = self.settings();
        let too_far = || {
            Error::new(ErrorKind::Argument, operation).with_detail(format!("offset {etypes} is too large"))
        };
        let position = etypes.checked_mul(settings.view.etype_bytes()).ok_or_else(too_far)?;
        settings.view.file_offset(position, operation)
    }

    /// Extent of `datatype` in this file's representation.
    pub fn type_extent(&self, datatype: &Datatype) -> Result<i64> {
        let settings = self.settings();
        let stored =
            settings.view.representation().stored_type(datatype).map_err(|error| self.explain(error))?;
        Ok(stored.extent())
    }

    /// Collective. In atomic mode other ranks see an access completely or not at all, and immediately.
    pub fn set_atomicity(&self, atomic: bool) -> Result<()> {
        agree_on_arguments(&*self.communicator, Operation::SetAtomicity, "the flag", &[atomic.into()])
            .map_err(|error| self.explain(error))?;
        let locks = atomic && self.storage.discipline().needs_locks();
        let possible = if locks && !self.storage.facets.locks {
            let text = "this device does not support range locks; keep atomic mode off and use sync between phases instead";
            Err(Error::new(ErrorKind::Unsupported, Operation::SetAtomicity).with_detail(text))
        } else {
            Ok(())
        };
        self.all(Operation::SetAtomicity, possible)?;
        // Every rank gets here with the same answers: all create the word, or none.
        if locks && self.stripes.get().is_none() && self.communicator.shared_memory(0)?.is_some() {
            let made = StripeLocks::new(self.communicator.shared_counter()?);
            let _ = self.stripes.set(made);
        }
        self.atomic.store(atomic, Ordering::Relaxed);
        Ok(())
    }

    pub fn atomicity(&self) -> bool {
        self.atomic.load(Ordering::Relaxed)
    }

    /// Collective. What this rank wrote is on stable storage and visible to the others when all ranks have
    /// returned. On a stream, a writer ends a step, and a reader releases what it has read.
    ///
    /// Not a barrier where the device is coherent: there each rank flushes its own data and has its own
    /// outcome, as with ROMIO. The kernel reports write-back errors to every rank that has the file open.
    /// MPI-5.0 "File Consistency" requires a barrier between two syncs.
    pub fn sync(&self) -> Result<()> {
        let synced = match self.storage.stream() {
            Some(stream) => stream.mark(&OpeningRanks(&*self.communicator)),
            None if self.mode.can_write() => self.storage.device.sync(Durability::Durable),
            // Invalidates what was read before: others may have written it since.
            None => self.storage.device.sync(Durability::Visible),
        };
        if self.storage.stream().is_none() && self.settings().terms.guarantees.coherent {
            return synced.map_err(|error| self.explain(error));
        }
        self.all(Operation::Sync, synced)
    }

    pub(crate) fn settings(&self) -> RwLockReadGuard<'_, Settings> {
        self.settings.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn settings_mut(&self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.settings.write().unwrap_or_else(PoisonError::into_inner));
    }

    pub(crate) fn split(&self) -> std::sync::MutexGuard<'_, Option<SplitCall>> {
        self.split.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All ranks succeed, or all fail with a message that names the file and the rank.
    pub(crate) fn all<T>(&self, operation: Operation, mine: Result<T>) -> Result<T> {
        agree(&*self.communicator, operation, mine).map_err(|error| self.explain(error))
    }

    pub(crate) fn explain(&self, error: Error) -> Error {
        self.storage.explain(error)
    }

    pub(crate) fn check_writable(&self, operation: Operation) -> Result<()> {
        if self.mode.can_write() {
            return Ok(());
        }
        let text = "the file was opened READ_ONLY";
        Err(self.explain(Error::new(ErrorKind::ReadOnly, operation).with_detail(text)))
    }

    pub(crate) fn check_readable(&self, operation: Operation) -> Result<()> {
        if self.mode.can_read() {
            return Ok(());
        }
        let text = "the file was opened WRITE_ONLY";
        Err(self.explain(Error::new(ErrorKind::AccessDenied, operation).with_detail(text)))
    }

    pub(crate) fn check_random_access(&self, operation: Operation) -> Result<()> {
        if !self.mode.contains(AccessMode::SEQUENTIAL) {
            return Ok(());
        }
        let text = "the file was opened SEQUENTIAL: only the _shared and _ordered calls can be used";
        Err(self.explain(Error::new(ErrorKind::Unsupported, operation).with_detail(text)))
    }

    pub(crate) fn negative_offset(&self, offset: i64, operation: Operation) -> Error {
        self.explain(
            Error::new(ErrorKind::Argument, operation).with_detail(format!("offset {offset} is negative")),
        )
    }
}

/// Unless the device wants the ranks to know each other, rank 0 opens first: it alone creates the file, so
/// that `EXCLUSIVE` means "did not exist before this collective open".
fn open_on_all(
    communicator: &dyn Communicator,
    device: &dyn Device,
    name: &DeviceName,
    mode: AccessMode,
    hints: &Hints,
) -> Result<Box<dyn DeviceFile>> {
    let options = |first| OpenOptions {
        flags: mode.open_flags(first),
        hints: hints.clone(),
        ranks: communicator.size(),
    };
    if let Some(together) = device.together() {
        let opened = together.open_together(name.path(), &options(true), &OpeningRanks(communicator));
        // Ranks that the device no longer waits for do not reach the agreement either: then this rank's own
        // error is the reason.
        let own = opened
            .as_ref()
            .err()
            .map(|error| Error::new(error.kind(), error.operation()).with_detail(error.reason()));
        return agree(communicator, Operation::Open, opened)
            .map_err(|error| own.filter(|_| error.kind() == ErrorKind::PeerLost).unwrap_or(error));
    }
    let first = (communicator.rank() == 0).then(|| device.open(name.path(), &options(true))).transpose();
    let first = agree(communicator, Operation::Open, first)?;
    let opened = match first {
        Some(file) => Ok(file),
        None => device.open(name.path(), &options(false)),
    };
    agree(communicator, Operation::Open, opened)
}
