// SPDX-License-Identifier: MIT OR Apache-2.0
//! Taking bytes out of the memory of a peer on the same host: the quickest way there is, where the system allows it.

mod board;
#[cfg(test)]
mod board_tests;
mod cells;
mod sys;

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::OnceLock;

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, fcntl_get_seals, fstat, ftruncate, memfd_create};
use rustix::io::Errno;
use rustix::process::{PTracer, set_ptracer};
use seaway_channel::random_bytes;
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_memory::Spot;
use seaway_messages::{Piece, Probe};

pub(crate) use self::board::{Board, Claimed, Found};
use self::sys::{Copy, MAX_COPIES, Region};

/// Where bytes go: the piece of the peer's, and the memory that its beginning fills.
pub(crate) type Fetch = (Piece, Spot);

/// Memory that this process writes and that its peers map. Which byte is whose is decided by its owner: a byte that was
/// announced to a peer is not written before the peer has said that it is done.
#[derive(Debug)]
pub(crate) struct Window {
    fd: OwnedFd,
    region: Region,
    bytes: u64,
    board: Board,
}

impl Window {
    pub(crate) fn create(bytes: u64) -> Result<Self> {
        let failed = |error: Errno| {
            let detail =
                format!("cannot create a window of {bytes} bytes; the hint seaway_mxn_window sets its size");
            Error::from_io(Operation::Open, error.into()).with_detail(detail)
        };
        let fd =
            memfd_create("seaway-window", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING).map_err(failed)?;
        let board_at = board_behind(bytes).map_err(failed)?;
        ftruncate(&fd, board_at.saturating_add(board::BYTES as u64)).map_err(failed)?;
        // A peer may count on it: memory that it has mapped does not go away under it.
        fcntl_add_seals(&fd, SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL).map_err(failed)?;
        let len = usize::try_from(bytes).map_err(|_| failed(Errno::NOMEM))?;
        let region = Region::map(fd.as_fd(), len, true).map_err(failed)?;
        let board = Board::create(fd.as_fd(), bytes, board_at).map_err(failed)?;
        Ok(Self { fd, region, bytes, board })
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Where a byte of it is in this process, for peers that read this process.
    pub(crate) fn address_of(&self, at: u64) -> usize {
        self.region.address().wrapping_add(usize::try_from(at).unwrap_or(usize::MAX))
    }

    /// The `len` bytes at `at`, which have not been handed out elsewhere.
    pub(crate) fn spot(&self, at: u64, len: usize) -> Result<Spot> {
        self.region.spot(at, len).map_err(outside)
    }

    #[cfg(test)]
    pub(super) fn write(&self, at: u64, bytes: &[u8]) -> Result<()> {
        self.region.copy_in(at, bytes).map_err(outside)
    }

    pub(super) fn fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}

/// Offset of the board behind a window of this size.
fn board_behind(bytes: u64) -> Result<u64, Errno> {
    bytes.checked_next_multiple_of(board::ALIGNMENT).ok_or(Errno::NOMEM)
}

/// A peer's window, for reading, and its board.
#[derive(Debug)]
pub(super) struct PeerWindow {
    region: Region,
    board: Option<Board>,
}

impl PeerWindow {
    pub(super) fn map(fd: &OwnedFd, bytes: u64) -> Result<Self, Errno> {
        let size = u64::try_from(fstat(fd)?.st_size).unwrap_or(0);
        // Without the seal, a peer that cuts its window would kill this process with a signal.
        if size < bytes || bytes == 0 || !fcntl_get_seals(fd)?.contains(SealFlags::SHRINK) {
            return Err(Errno::INVAL);
        }
        let len = usize::try_from(bytes).map_err(|_| Errno::NOMEM)?;
        let region = Region::map(fd.as_fd(), len, false)?;
        let board_at = board_behind(bytes)?;
        // Some versions had none.
        let has_board = size >= board_at.saturating_add(board::BYTES as u64);
        let board = has_board.then(|| Board::of_peer(fd.as_fd(), board_at)).flatten();
        if board.as_ref().is_some_and(|board| board.window_bytes() != bytes) {
            return Err(Errno::INVAL);
        }
        Ok(Self { region, board })
    }

    pub(super) fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    pub(super) fn into_board(self) -> Option<Board> {
        self.board
    }

    pub(super) fn fetch(&self, at: u64, target: Spot) -> Result<()> {
        self.region.copy_out(at, target).map_err(outside)
    }
}

/// A number at an address of this process, which a peer reads to see whether it can.
pub(super) fn own_probe() -> Result<Probe> {
    static VALUE: OnceLock<u64> = OnceLock::new();
    if VALUE.get().is_none() {
        let _ = VALUE.set(u64::from_le_bytes(random_bytes()?));
        // Where Yama lets only parents look at their children, this lets everybody of this user look at us. Elsewhere
        // the call is unknown, and not needed.
        let _ = set_ptracer(PTracer::Any);
    }
    let value = VALUE.get().ok_or_else(|| Error::new(ErrorKind::Internal, Operation::Open))?;
    Ok(Probe { address: std::ptr::from_ref(value).expose_provenance() as u64, value: *value })
}

/// Another process, whose memory can be read.
#[derive(Debug, Clone, Copy)]
pub(super) struct PeerProcess {
    process: u32,
    probe: Probe,
}

impl PeerProcess {
    pub(super) fn try_probe(process: u32, probe: Probe) -> Option<Self> {
        let peer = Self { process, probe };
        peer.read(&[]).is_ok().then_some(peer)
    }

    /// Copies from addresses of the peer's to memory of ours.
    pub(super) fn fetch(&self, copies: &[(u64, Spot)]) -> Result<()> {
        let from = |address: u64| usize::try_from(address).map_err(|_| outside(Errno::FAULT));
        let copies: Vec<Copy> = copies
            .iter()
            .map(|&(address, to)| Ok(Copy { from: from(address)?, to }))
            .collect::<Result<_>>()?;
        copies.chunks(MAX_COPIES - 1).try_for_each(|batch| self.read_batch(batch))
    }

    fn read_batch(&self, batch: &[Copy]) -> Result<()> {
        let mut left = batch.to_vec();
        let mut first = 0;
        while first < left.len() {
            let mut moved = self.read(&left[first..]).map_err(|error| {
                let detail = format!("cannot read the memory of process {}: {error}", self.process);
                Error::new(ErrorKind::PeerLost, Operation::Read).with_detail(detail).with_source(error)
            })?;
            while first < left.len() && moved >= left[first].to.len() {
                moved -= left[first].to.len();
                first += 1;
            }
            if let Some(part) = left.get_mut(first) {
                *part = Copy { from: part.from + moved, to: part.to.part(moved, usize::MAX) };
            }
        }
        Ok(())
    }

    /// Reads the probe with each call: a process number that now belongs to another process is noticed.
    fn read(&self, copies: &[Copy]) -> Result<usize, Errno> {
        let mut seen = [0; size_of::<u64>()];
        let size = seen.len();
        let to = Spot::of_slice_mut(&mut seen);
        let probe = Copy { from: usize::try_from(self.probe.address).map_err(|_| Errno::FAULT)?, to };
        let all: Vec<Copy> = std::iter::once(probe).chain(copies.iter().copied()).collect();
        let moved = rustix::io::retry_on_intr(|| sys::read_process(self.process, &all))?;
        // Written behind the compiler's back, through the exposed address.
        let seen = u64::from_ne_bytes(std::hint::black_box(seen));
        match moved.checked_sub(size) {
            Some(_) if seen != self.probe.value => Err(Errno::SRCH),
            Some(0) if copies.iter().any(|copy| !copy.to.is_empty()) => Err(Errno::FAULT),
            Some(moved) => Ok(moved),
            None => Err(Errno::FAULT),
        }
    }
}

/// Copies inside this process. As between processes, the peer holds its bytes until it receives `Done`.
pub(super) fn fetch_here(copies: &[(u64, Spot)]) -> Result<()> {
    for &(from, to) in copies {
        let from = usize::try_from(from).map_err(|_| outside(Errno::FAULT))?;
        sys::copy_here(Copy { from, to });
    }
    Ok(())
}

fn outside(error: Errno) -> Error {
    Error::new(ErrorKind::Internal, Operation::Read)
        .with_detail("a piece lies outside of the memory that it should be in")
        .with_source(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(bytes: &mut [u8]) -> Spot {
        Spot::of_slice_mut(bytes)
    }

    #[test]
    fn window_is_seen_by_its_peer() {
        let window = Window::create(1 << 16).unwrap();
        window.write(100, b"hello").unwrap();
        let peer = PeerWindow::map(&window.fd, 1 << 16).unwrap();
        let mut target = [0_u8; 5];
        peer.fetch(100, spot(&mut target)).unwrap();
        assert_eq!(&std::hint::black_box(target), b"hello");
    }

    #[test]
    fn places_outside_of_a_window_are_refused() {
        let window = Window::create(4096).unwrap();
        let peer = PeerWindow::map(&window.fd, 4096).unwrap();
        let mut target = [0_u8; 8];
        let target = spot(&mut target);
        for at in [4089, 4097, u64::MAX - 3, u64::MAX] {
            assert!(peer.fetch(at, target).is_err(), "{at}");
            assert!(window.write(at, &[0; 8]).is_err(), "{at}");
        }
        assert!(PeerWindow::map(&window.fd, 4097).is_err(), "a peer that claims more than there is");
    }

    #[test]
    fn window_that_could_be_cut_is_not_mapped() {
        let fd = memfd_create("unsealed", MemfdFlags::CLOEXEC).unwrap();
        ftruncate(&fd, 4096).unwrap();
        assert!(PeerWindow::map(&fd, 4096).is_err());
    }

    #[test]
    fn process_memory_is_read_and_another_process_is_noticed() {
        let own = std::process::id();
        let probe = own_probe().unwrap();
        let Some(peer) = PeerProcess::try_probe(own, probe) else {
            panic!("a process may read its own memory");
        };
        let source: Vec<u8> = (0..=255).collect();
        let mut target = vec![0_u8; 256];
        let (from, to) = (source.as_ptr().expose_provenance() as u64, spot(&mut target));
        let copies: Vec<_> = (0..256).map(|byte| (from + byte as u64, to.part(255 - byte, 1))).collect();
        let many: Vec<_> = copies.iter().cycle().take(5000).copied().collect();
        peer.fetch(&many).unwrap();
        assert!(std::hint::black_box(&target).iter().rev().eq(&source));
        assert!(PeerProcess::try_probe(own, Probe { value: probe.value ^ 1, ..probe }).is_none());
        assert!(peer.fetch(&[(8, to.part(0, 1))]).is_err(), "nothing is mapped there");
    }
}
