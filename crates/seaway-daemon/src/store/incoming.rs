// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Incoming`]: a write whose bytes are coming. Small pieces go from the line straight to mapped pages of the file, and so
//! do large ones whose pages are kept; others go through the connection's buffer. Pages are touched by system calls alone: if somebody cuts the file meanwhile,
//! that is an error of the call, and no signal.

use std::io::{self, IoSlice, IoSliceMut};
use std::ops::Range;
use std::sync::Arc;

use rustix::io::Errno;
use seaway_device::{Error, ErrorKind, Extent, MappedRange, Operation, Result, Segments};
use seaway_wire::Channel;

use super::apart::PAGE_BYTES;
use super::cursor::{Cursor, Portion};
use super::input::Input;
use super::kept_pages::{BLOCK_BYTES, Purpose};
use super::open_file::OpenFile;

/// As many as one system call takes.
const PIECES: usize = 1024;
/// Pieces shorter than this go to mapped pages: a call for each would cost more than the pages do.
const SMALL_PIECE: u64 = 8 << 10;

pub(super) struct Incoming {
    id: u64,
    file: Arc<OpenFile>,
    cursor: Cursor,
    pieces: Vec<Extent>,
    ranges: Vec<Range<i64>>,
    /// The pages that pieces go to.
    mapped: Option<(Extent, Arc<dyn MappedRange>)>,
    /// Mapping was tried and is not to be had.
    unmappable: bool,
}

impl Incoming {
    pub(super) fn new(id: u64, file: Arc<OpenFile>, cursor: Cursor) -> Self {
        let (pieces, ranges) = (Vec::new(), Vec::new());
        Self { id, file, cursor, pieces, ranges, mapped: None, unmappable: false }
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }

    pub(super) fn left(&self) -> u64 {
        self.cursor.left()
    }

    /// Some of the next `most` bytes, which come now. The outer error is the line's.
    pub(super) fn receive(
        &mut self,
        channel: &Channel,
        input: &mut Input,
        most: u64,
    ) -> io::Result<(u64, Result<()>)> {
        let arrived = input.arrived(most);
        if !arrived.is_empty() {
            let bytes = arrived.len();
            let written = self.write(arrived);
            input.consume(bytes);
            return Ok((bytes as u64, written));
        }
        if let Some(bytes) = self.receive_in_place(channel, most)? {
            return Ok((bytes, Ok(())));
        }
        let scratch = input.scratch(self.next_offset());
        let room = usize::try_from(most).map_or(scratch.len(), |most| most.min(scratch.len()));
        let mut bytes = received(channel.read(&mut scratch[..room])?)?;
        // To the end of a page: two writes that share one cost more than the rest of it.
        while bytes < room.min(self.whole_pages(bytes)) {
            let end = room.min(self.whole_pages(bytes));
            bytes += received(channel.read(&mut scratch[bytes..end])?)?;
        }
        let written = self.write(&scratch[..bytes]);
        Ok((bytes as u64, written))
    }

    fn next_offset(&mut self) -> u64 {
        let portion = Portion { bytes: 1, pieces: 1, block: u64::MAX };
        let next = self.cursor.next_pieces(portion, &mut self.pieces).ok();
        next.and_then(|_| self.pieces.first()).map_or(0, |piece| piece.offset)
    }

    /// So many bytes and what is missing to the end of a page of the file, if they lie there one behind the other.
    fn whole_pages(&mut self, bytes: usize) -> usize {
        let portion = Portion { bytes: bytes as u64, pieces: 2, block: u64::MAX };
        match (self.cursor.next_pieces(portion, &mut self.pieces), self.pieces.as_slice()) {
            (Ok(_), [piece]) => {
                let end = piece.offset.wrapping_add(bytes as u64);
                bytes + usize::try_from(end.wrapping_neg() % PAGE_BYTES as u64).unwrap_or(0)
            }
            _ => bytes,
        }
    }

    /// `None`: they must take the other way.
    fn receive_in_place(&mut self, channel: &Channel, most: u64) -> io::Result<Option<u64>> {
        // Out of TLS bytes come by a copy of our own, which no file may interrupt.
        if self.unmappable || channel.certificate().is_some() {
            return Ok(None);
        }
        let portion = Portion { bytes: most, pieces: PIECES, block: BLOCK_BYTES };
        let Ok(bytes) = self.cursor.next_pieces(portion, &mut self.pieces) else { return Ok(None) };
        let is_in_small_pieces = bytes / (self.pieces.len() as u64).max(1) < SMALL_PIECE;
        let has_pages =
            if is_in_small_pieces { self.pieces.len() > 1 && self.map() } else { self.find_kept() };
        if !has_pages {
            return Ok(None);
        }
        let Some((extent, mapped)) = &self.mapped else { return Ok(None) };
        let place = |piece: &Extent| {
            let at = i64::try_from(piece.offset - extent.offset).unwrap_or(i64::MAX);
            at..at.saturating_add_unsigned(piece.len)
        };
        self.ranges.clear();
        self.ranges.extend(self.pieces.iter().map(place));
        let mut target = mapped.target();
        let Ok(slices) = target.slices(&self.ranges) else { return Ok(None) };
        let mut slices: Vec<IoSliceMut<'_>> = slices.into_iter().map(IoSliceMut::new).collect();
        match channel.read_vectored(&mut slices) {
            // Its pages are gone: somebody has cut the file.
            Err(error) if Errno::from_io_error(&error) == Some(Errno::FAULT) => {
                self.unmappable = true;
                self.file.forget_pages();
                Ok(None)
            }
            bytes => {
                let bytes = received(bytes?)? as u64;
                self.cursor.advance(bytes);
                Ok(Some(bytes))
            }
        }
    }

    /// Whether the pages of the next pieces are mapped already, and stay so.
    fn find_kept(&mut self) -> bool {
        let kept = self.file.kept_pages(Extent::hull(&self.pieces), Purpose::Writing);
        let is_kept = kept.is_some();
        self.mapped = kept.or(self.mapped.take());
        is_kept
    }

    /// Maps the pages of the next pieces, if they are not mapped already. What goes wrong here is found again, and told,
    /// when the bytes are written.
    fn map(&mut self) -> bool {
        let hull = Extent::hull(&self.pieces);
        let serves = |mapped: &Extent| mapped.offset <= hull.offset && hull.end() <= mapped.end();
        if self.mapped.as_ref().is_some_and(|(mapped, _)| serves(mapped)) {
            return true;
        }
        // The whole block, for those who come next; but not beyond the end, which is where bytes end.
        let start = hull.offset / BLOCK_BYTES * BLOCK_BYTES;
        let size = self.file.size().unwrap_or(0);
        let extent = Extent::from(start..hull.end().max(size.min(start + BLOCK_BYTES)));
        let mapped = self.file.mapping().and_then(|mapping| mapping.map_for_writing(extent).ok());
        self.mapped = mapped.map(|mapped| (extent, mapped.into()));
        self.unmappable = self.mapped.is_none();
        self.mapped.is_some()
    }

    /// Bytes that are in memory.
    fn write(&mut self, mut bytes: &[u8]) -> Result<()> {
        while !bytes.is_empty() {
            let portion = Portion { bytes: bytes.len() as u64, pieces: PIECES, block: u64::MAX };
            let len = self.cursor.next_pieces(portion, &mut self.pieces)?;
            let (now, later) = bytes.split_at(usize::try_from(len).unwrap_or(0));
            let written = self.file.write(&self.pieces, &Segments::new(&[IoSlice::new(now)]));
            self.cursor.advance(len);
            written?;
            bytes = later;
        }
        Ok(())
    }

    pub(super) fn cancelled(&self) -> Error {
        Error::new(ErrorKind::Request, Operation::Write).with_detail("the client has cancelled it")
    }
}

fn received(bytes: usize) -> io::Result<usize> {
    if bytes == 0 { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(bytes) }
}
