// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Incoming`]: a write whose bytes are arriving. They are verified in the channel's own memory before any
//! of them goes to the file, and only system calls touch the file and its pages: if the file is truncated
//! meanwhile, the call fails. Small pieces are copied to mapped pages, many by one call.

use std::io::{self, IoSlice};
use std::ops::Range;
use std::sync::Arc;

use seaway_channel::Channel;
use seaway_device_api::{Error, ErrorKind, Extent, MappedRange, Operation, Result, Segments};

use super::cursor::{Cursor, Portion};
use super::input::Input;
use super::open_file::OpenFile;
use crate::sys::scatter;

/// As many as one system call takes.
const PIECES: usize = 1024;
/// Shorter pieces go to mapped pages: a call for each would cost more than the page faults.
const SMALL_PIECE: u64 = 8 << 10;
/// Bytes mapped at a time.
const BLOCK_BYTES: u64 = 2 << 20;

pub(super) struct Incoming {
    id: u64,
    file: Arc<OpenFile>,
    cursor: Cursor,
    pieces: Vec<Extent>,
    ranges: Vec<Range<i64>>,
    /// The pages that small pieces go to.
    mapped: Option<(Extent, Box<dyn MappedRange>)>,
    /// Mapping was tried and failed.
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

    /// Receives some of the next `most` bytes, if any have arrived. The outer error is the line's.
    pub(super) fn receive(
        &mut self,
        channel: &Channel,
        input: &mut Input,
        most: u64,
    ) -> io::Result<Option<(u64, Result<()>)>> {
        let arrived = input.arrived(most);
        if !arrived.is_empty() {
            let bytes = arrived.len();
            let written = self.write(arrived);
            input.consume(bytes);
            return Ok(Some((bytes as u64, written)));
        }
        channel.try_read_in_place(most, |bytes| (bytes.len() as u64, self.write(bytes)))
    }

    /// Copies the next small pieces to mapped pages. `None`: they must be written, which also finds the
    /// reason.
    fn copy_small(&mut self, bytes: &[u8]) -> Option<usize> {
        let portion = Portion { bytes: bytes.len() as u64, pieces: PIECES, block: BLOCK_BYTES };
        let len = self.cursor.next_pieces(portion, &mut self.pieces).ok().filter(|_| !self.unmappable)?;
        let is_in_small_pieces = self.pieces.len() > 1 && len / (self.pieces.len() as u64) < SMALL_PIECE;
        if !is_in_small_pieces || !self.map() {
            return None;
        }
        let (extent, mapped) = self.mapped.as_ref()?;
        let place = |piece: &Extent| {
            let at = i64::try_from(piece.offset - extent.offset).unwrap_or(i64::MAX);
            at..at.saturating_add_unsigned(piece.len)
        };
        self.ranges.clear();
        self.ranges.extend(self.pieces.iter().map(place));
        let mut target = mapped.target();
        let mut places = target.slices(&self.ranges).ok()?;
        let copied = scatter(&bytes[..usize::try_from(len).ok()?], &mut places).unwrap_or(0);
        drop(places);
        // The file was truncated, or this kernel denies the call.
        self.unmappable = copied == 0;
        self.cursor.advance(copied as u64);
        (copied > 0).then_some(copied)
    }

    /// Maps the pages of the next pieces, if they are not mapped already.
    fn map(&mut self) -> bool {
        let hull = Extent::hull(&self.pieces);
        let serves = |mapped: &Extent| mapped.offset <= hull.offset && hull.end() <= mapped.end();
        if self.mapped.as_ref().is_some_and(|(mapped, _)| serves(mapped)) {
            return true;
        }
        // The whole block, for the pieces that follow; but not beyond the end of the file.
        let start = hull.offset / BLOCK_BYTES * BLOCK_BYTES;
        let size = self.file.size().unwrap_or(0);
        let extent = Extent::from(start..hull.end().max(size.min(start + BLOCK_BYTES)));
        let mapped = self.file.mapping().and_then(|mapping| mapping.map_for_writing(extent).ok());
        self.mapped = mapped.map(|mapped| (extent, mapped));
        self.unmappable = self.mapped.is_none();
        self.mapped.is_some()
    }

    /// Writes bytes that are in memory.
    fn write(&mut self, mut bytes: &[u8]) -> Result<()> {
        while !bytes.is_empty() {
            if let Some(copied) = self.copy_small(bytes) {
                bytes = &bytes[copied..];
                continue;
            }
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
