// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads and writes by plain system calls: one per run that is contiguous in the file, with as many memory
//! pieces as the kernel accepts at once.
//!
//! The kernel may move less than requested: at most 0x7ffff000 bytes per call, and less when a signal arrives
//! or the disk fills up. Every loop here continues where it stopped; a write that moves nothing is an error.
//!
//! The system call is inlined into the loops over extents. The first return after a system call is
//! mispredicted on processors that hide their return addresses from the kernel: 150 of 500 nanoseconds of a
//! small read, measured.

use std::io::{IoSlice, IoSliceMut};
use std::os::fd::BorrowedFd;

use rustix::io::{Errno, ReadWriteFlags, pread, preadv, preadv2, pwrite, pwritev};
use seaway_device_api::{Extent, Segments, SegmentsMut};

use super::read_ahead::ReadAhead;
use seaway_device_api::pieces::{pieces, pieces_mut};

/// Most pieces of memory that one vectored call takes: the kernel's UIO_MAXIOV.
pub(super) const PIECES_PER_CALL: usize = 1024;

/// The errno and the bytes that remained when it occurred.
pub(super) type Stopped = (Errno, Extent);

/// Reads until `target` is full or the file ends. Returns the bytes read.
#[inline(always)]
pub(super) fn read_contiguous(fd: BorrowedFd<'_>, offset: u64, target: &mut [u8]) -> Result<usize, Stopped> {
    let mut done = 0;
    while done < target.len() {
        match pread(fd, &mut target[done..], offset + done as u64) {
            Ok(0) => break,
            Ok(moved) => done += moved,
            Err(Errno::INTR) => {}
            Err(errno) => return Err((errno, left(offset, done, target.len()))),
        }
    }
    Ok(done)
}

/// Writes all of `source`.
#[inline(always)]
pub(super) fn write_contiguous(fd: BorrowedFd<'_>, offset: u64, source: &[u8]) -> Result<(), Stopped> {
    let mut done = 0;
    while done < source.len() {
        match pwrite(fd, &source[done..], offset + done as u64) {
            Ok(0) => return Err((Errno::IO, left(offset, done, source.len()))),
            Ok(moved) => done += moved,
            Err(Errno::INTR) => {}
            Err(errno) => return Err((errno, left(offset, done, source.len()))),
        }
    }
    Ok(())
}

/// Reads all extents in order, up to the end of the file. Returns the bytes read. `behind_cache`: the bytes
/// come from a disk or a network through the page cache.
pub(super) fn read_list(
    fd: BorrowedFd<'_>,
    extents: &[Extent],
    target: &mut SegmentsMut<'_, '_>,
    behind_cache: bool,
) -> Result<u64, Stopped> {
    let mut run = Vec::with_capacity(target.pieces().len().min(PIECES_PER_CALL));
    let mut ahead = ReadAhead::new(fd, extents, behind_cache);
    let (mut start, mut end, mut total) = (0, 0, 0);
    for (offset, piece) in pieces_mut(extents, target) {
        if offset != end || run.len() == PIECES_PER_CALL {
            let read = read_run(fd, start, &mut run, &mut ahead)?;
            total += read;
            if read < end - start {
                return Ok(total);
            }
            run.clear();
            start = offset;
        }
        end = offset + piece.len() as u64;
        run.push(IoSliceMut::new(piece));
    }
    Ok(total + read_run(fd, start, &mut run, &mut ahead)?)
}

/// Writes all extents in order.
pub(super) fn write_list(
    fd: BorrowedFd<'_>,
    extents: &[Extent],
    source: &Segments<'_>,
) -> Result<(), Stopped> {
    let mut run = Vec::with_capacity(source.pieces().len().min(PIECES_PER_CALL));
    let (mut start, mut end) = (0, 0);
    for (offset, piece) in pieces(extents, source) {
        if offset != end || run.len() == PIECES_PER_CALL {
            write_run(fd, start, &mut run)?;
            run.clear();
            start = offset;
        }
        end = offset + piece.len() as u64;
        run.push(IoSlice::new(piece));
    }
    write_run(fd, start, &mut run)
}

#[inline(always)]
fn read_run(
    fd: BorrowedFd<'_>,
    start: u64,
    run: &mut [IoSliceMut<'_>],
    ahead: &mut ReadAhead<'_>,
) -> Result<u64, Stopped> {
    match run {
        [] => Ok(0),
        [only] if !ahead.should_probe(start) => Ok(read_contiguous(fd, start, only)? as u64),
        _ => read_vectored(fd, start, run, ahead),
    }
}

fn read_vectored(
    fd: BorrowedFd<'_>,
    start: u64,
    mut run: &mut [IoSliceMut<'_>],
    ahead: &mut ReadAhead<'_>,
) -> Result<u64, Stopped> {
    let mut offset = start;
    if ahead.should_probe(offset) {
        match preadv2(fd, run, offset, ReadWriteFlags::NOWAIT) {
            Ok(moved) => {
                offset += moved as u64;
                IoSliceMut::advance_slices(&mut run, moved);
            }
            Err(Errno::AGAIN) => {}
            Err(_) => ahead.give_up(),
        }
        if !run.is_empty() {
            ahead.missed(offset);
        }
    }
    while !run.is_empty() {
        match preadv(fd, run, offset) {
            Ok(0) => break,
            Ok(moved) => {
                offset += moved as u64;
                IoSliceMut::advance_slices(&mut run, moved);
            }
            Err(Errno::INTR) => {}
            Err(errno) => {
                return Err((errno, Extent::new(offset, run.iter().map(|piece| piece.len() as u64).sum())));
            }
        }
    }
    Ok(offset - start)
}

#[inline(always)]
fn write_run(fd: BorrowedFd<'_>, start: u64, run: &mut [IoSlice<'_>]) -> Result<(), Stopped> {
    match run {
        [] => Ok(()),
        [only] => write_contiguous(fd, start, only),
        _ => write_vectored(fd, start, run),
    }
}

fn write_vectored(fd: BorrowedFd<'_>, start: u64, mut run: &mut [IoSlice<'_>]) -> Result<(), Stopped> {
    let mut offset = start;
    while !run.is_empty() {
        let stopped = match pwritev(fd, run, offset) {
            Ok(0) => Errno::IO,
            Ok(moved) => {
                offset += moved as u64;
                IoSlice::advance_slices(&mut run, moved);
                continue;
            }
            Err(Errno::INTR) => continue,
            Err(errno) => errno,
        };
        return Err((stopped, Extent::new(offset, run.iter().map(|piece| piece.len() as u64).sum())));
    }
    Ok(())
}

fn left(offset: u64, done: usize, len: usize) -> Extent {
    Extent::new(offset + done as u64, (len - done) as u64)
}
