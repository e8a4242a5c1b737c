// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`StateTable`]: what an agent shows its programs in shared memory: its lease, and the state of each thing that somebody
//! has open. The agent writes ([`TableWriter`]), programs map it for reading.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{Ordering, fence};
use std::time::Duration;

use rustix::fs::{
    FallocateFlags, MemfdFlags, Mode, OFlags, SealFlags, fallocate, fcntl_add_seals, fcntl_get_seals, fstat,
    ftruncate, memfd_create, open,
};
use rustix::time::{ClockId, clock_gettime};
use seaway_roles::thing::{Sight, State};

use super::sys::Words;

const MAGIC: u64 = u64::from_le_bytes(*b"SEATHNG1");
/// One cache line each, so that a change of one thing does not slow down those who look at others.
const SLOT_WORDS: usize = 8;
/// Things that may be open at a time. Memory is taken for those that are.
const MOST_SLOTS: usize = 1 << 20;
const TABLE_BYTES: usize = MOST_SLOTS * SLOT_WORDS * size_of::<u64>();
const PAGE_SLOTS: usize = 4096 / (SLOT_WORDS * size_of::<u64>());

/// Words of the first slot, which belongs to the agent.
const MAGIC_WORD: usize = 0;
const LEASE_WORD: usize = 1;
/// Words of the other slots.
const EPOCH_WORD: usize = 0;
const STATE_WORD: usize = 1;
const CUTS_WORD: usize = 2;

/// Since the machine was started, including the time that it slept.
pub fn now() -> Duration {
    let time = clock_gettime(ClockId::Boottime);
    let (seconds, nanoseconds) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec));
    Duration::new(seconds.unwrap_or(0), nanoseconds.unwrap_or(0))
}

/// A table, as programs see it.
#[derive(Debug)]
pub struct StateTable(Words);

impl StateTable {
    /// The table behind a descriptor that an agent has passed.
    pub fn map(fd: BorrowedFd<'_>) -> io::Result<Self> {
        let bytes = usize::try_from(fstat(fd)?.st_size).unwrap_or(0);
        // An agent that could cut it could end this program.
        let sealed = fcntl_get_seals(fd)?.contains(SealFlags::SHRINK);
        if bytes != TABLE_BYTES || !sealed {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "this is not the table of an agent"));
        }
        let words = Words::map(fd, TABLE_BYTES / size_of::<u64>(), false)?;
        if words.get(MAGIC_WORD).is_none_or(|magic| magic.load(Ordering::Acquire) != MAGIC) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the agent is of another version of Seaway",
            ));
        }
        Ok(Self(words))
    }

    /// What is there now. Call it before a copy.
    pub fn look(&self, slot: u32) -> Sight {
        let load = |word| self.word(slot, word);
        let epoch = load(EPOCH_WORD);
        let state = u32::try_from(load(STATE_WORD)).ok().and_then(State::from_number);
        let lease_until = Duration::from_nanos(self.word(0, LEASE_WORD));
        Sight { epoch, state: state.unwrap_or(State::Free), lease_until }
    }

    /// What is there after all copies before this call: an agent that has changed a state since sees their bytes.
    pub fn look_after_copy(&self, slot: u32) -> Sight {
        fence(Ordering::SeqCst);
        self.look(slot)
    }

    /// How often memory of the thing was released: what was reserved before may not be any more.
    pub fn cuts(&self, slot: u32) -> u64 {
        self.word(slot, CUTS_WORD)
    }

    fn word(&self, slot: u32, word: usize) -> u64 {
        let index =
            usize::try_from(slot).unwrap_or(usize::MAX).saturating_mul(SLOT_WORDS).saturating_add(word);
        self.0.get(index).map_or(0, |word| word.load(Ordering::Acquire))
    }
}

/// A table, as its agent sees it.
#[derive(Debug)]
pub struct TableWriter {
    words: Words,
    fd: OwnedFd,
    slots: Mutex<Slots>,
}

#[derive(Debug)]
struct Slots {
    free: Vec<u32>,
    /// Slots from here on were never used.
    next: u32,
}

impl TableWriter {
    pub fn new() -> io::Result<Self> {
        let fd = memfd_create("seaway-states", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
        ftruncate(&fd, TABLE_BYTES as u64)?;
        fcntl_add_seals(&fd, SealFlags::SHRINK | SealFlags::GROW)?;
        let words = Words::map(fd.as_fd(), TABLE_BYTES / size_of::<u64>(), true)?;
        let writer = Self { words, fd, slots: Mutex::new(Slots { free: Vec::new(), next: 0 }) };
        // The first is the agent's own.
        writer.take_slot()?;
        writer.store(0, MAGIC_WORD, MAGIC);
        Ok(writer)
    }

    /// A descriptor for programs, which cannot write through it.
    pub fn descriptor(&self) -> io::Result<OwnedFd> {
        use std::os::fd::AsRawFd;
        let path = format!("/proc/self/fd/{}", self.fd.as_raw_fd());
        Ok(open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?)
    }

    pub fn set_lease(&self, until: Duration) {
        self.store(0, LEASE_WORD, u64::try_from(until.as_nanos()).unwrap_or(u64::MAX));
    }

    /// A place for a thing. Its memory is there before anybody looks at it.
    pub fn take_slot(&self) -> io::Result<u32> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = slots.free.pop() {
            return Ok(slot);
        }
        let slot = slots.next;
        let index = usize::try_from(slot).unwrap_or(usize::MAX);
        if index >= MOST_SLOTS {
            return Err(io::Error::new(io::ErrorKind::StorageFull, format!("{MOST_SLOTS} things are open")));
        }
        if index.is_multiple_of(PAGE_SLOTS) {
            let offset = (index * SLOT_WORDS * size_of::<u64>()) as u64;
            fallocate(&self.fd, FallocateFlags::KEEP_SIZE, offset, 4096)?;
        }
        slots.next += 1;
        Ok(slot)
    }

    /// Nobody looks at it any more.
    pub fn free_slot(&self, slot: u32) {
        self.set_state(slot, State::Free);
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).free.push(slot);
    }

    /// Shows a thing at its place.
    pub fn show(&self, slot: u32, epoch: u64, state: State, cuts: u64) {
        self.set_state(slot, State::Free);
        self.store(slot, CUTS_WORD, cuts);
        self.store(slot, EPOCH_WORD, epoch);
        self.set_state(slot, state);
    }

    /// What programs copied before they could see this is visible afterwards.
    pub fn set_state(&self, slot: u32, state: State) {
        self.store(slot, STATE_WORD, state as u64);
        fence(Ordering::SeqCst);
    }

    pub fn set_cuts(&self, slot: u32, cuts: u64) {
        self.store(slot, CUTS_WORD, cuts);
    }

    fn store(&self, slot: u32, word: usize, value: u64) {
        let index =
            usize::try_from(slot).unwrap_or(usize::MAX).saturating_mul(SLOT_WORDS).saturating_add(word);
        if let Some(word) = self.words.get_writable(index) {
            word.store(value, Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_see_what_the_agent_shows() {
        let writer = TableWriter::new().unwrap();
        writer.set_lease(Duration::from_secs(9));
        let table = StateTable::map(writer.descriptor().unwrap().as_fd()).unwrap();
        let slots: Vec<u32> = (0..200).map(|_| writer.take_slot().unwrap()).collect();
        for &slot in &slots {
            writer.show(slot, u64::from(slot) + 1000, State::Served, 3);
        }
        let served = Sight { epoch: 1150, state: State::Served, lease_until: Duration::from_secs(9) };
        assert_eq!((table.look(150), table.cuts(150)), (served, 3));
        writer.set_state(150, State::Deleted);
        assert_eq!(table.look_after_copy(150).state, State::Deleted);
        writer.free_slot(150);
        assert_eq!(table.look(150).state, State::Free);
        assert_eq!(writer.take_slot().unwrap(), 150);
        assert_eq!(table.look(u32::MAX).state, State::Free);
    }

    #[test]
    fn what_is_no_table_is_refused() {
        let fd = memfd_create("test", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING).unwrap();
        assert!(StateTable::map(fd.as_fd()).is_err());
        ftruncate(&fd, TABLE_BYTES as u64).unwrap();
        assert!(StateTable::map(fd.as_fd()).is_err(), "it could be cut");
        fcntl_add_seals(&fd, SealFlags::SHRINK).unwrap();
        assert!(StateTable::map(fd.as_fd()).is_err(), "it has no magic number");
    }

    #[test]
    fn the_clock_goes_on() {
        let before = now();
        assert!(now() >= before && before > Duration::ZERO);
    }
}
