// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Incoming`]: a write whose bytes are coming. They go from the line straight to the file's pages where those are there,
//! or many small pieces are to be filled; else through the connection's buffer. Pages are touched by system calls alone:
//! if somebody cuts the file meanwhile, that is an error of the call, and no signal.

use std::io::{self, IoSlice, IoSliceMut};
use std::ops::Range;
use std::sync::Arc;

use rustix::io::Errno;
use seaway_device::{Error, ErrorKind, Extent, MappedRange, Operation, Result, Segments};
use seaway_wire::Channel;

use super::cursor::{Cursor, Portion};
use super::input::Input;
use super::open_file::OpenFile;

/// As many as one system call takes.
const PIECES: usize = 1024;
/// Pages are mapped in blocks of this size, the same for all who write the file.
const BLOCK_BYTES: u64 = 2 << 20;
/// Pieces shorter than this go to mapped pages: a call for each would cost more than the pages do.
const SMALL_PIECE: u64 = 8 << 10;

pub(super) struct Incoming {
    id: u64,
    file: Arc<OpenFile>,
    cursor: Cursor,
    pieces: Vec<Extent>,
    ranges: Vec<Range<i64>>,
    /// Mapping was tried and is not to be had.
    unmappable: bool,
}

impl Incoming {
    pub(super) fn new(id: u64, file: Arc<OpenFile>, cursor: Cursor) -> Self {
        Self { id, file, cursor, pieces: Vec::new(), ranges: Vec::new(), unmappable: false }
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
        let scratch = input.scratch();
        let room = usize::try_from(most).map_or(scratch.len(), |most| most.min(scratch.len()));
        let bytes = received(channel.read(&mut scratch[..room])?)?;
        let written = self.write(&scratch[..bytes]);
        Ok((bytes as u64, written))
    }

    /// `None`: they must take the other way.
    fn receive_in_place(&mut self, channel: &Channel, most: u64) -> io::Result<Option<u64>> {
        // Out of TLS bytes come by a copy of our own, which no file may interrupt.
        if channel.certificate().is_some() {
            return Ok(None);
        }
        let Some(mapped) = self.map(most) else { return Ok(None) };
        let start = Extent::hull(&self.pieces).offset;
        self.ranges.clear();
        let place = |piece: &Extent| {
            let at = i64::try_from(piece.offset - start).unwrap_or(i64::MAX);
            at..at.saturating_add_unsigned(piece.len)
        };
        self.ranges.extend(self.pieces.iter().map(place));
        let mut target = mapped.target();
        let Ok(slices) = target.slices(&self.ranges) else { return Ok(None) };
        let mut slices: Vec<IoSliceMut<'_>> = slices.into_iter().map(IoSliceMut::new).collect();
        match channel.read_vectored(&mut slices) {
            // Its pages are gone: somebody has cut the file.
            Err(error) if Errno::from_io_error(&error) == Some(Errno::FAULT) => {
                self.unmappable = true;
                Ok(None)
            }
            bytes => {
                let bytes = received(bytes?)? as u64;
                self.cursor.advance(bytes);
                Ok(Some(bytes))
            }
        }
    }

    /// The pages of the next pieces, if that is the better way. What goes wrong here is found again, and told, when the
    /// bytes are written.
    fn map(&mut self, most: u64) -> Option<Box<dyn MappedRange>> {
        if self.unmappable {
            return None;
        }
        let mapping = self.file.mapping()?;
        let portion = Portion { bytes: most, pieces: PIECES, block: BLOCK_BYTES };
        let bytes = self.cursor.next_pieces(portion, &mut self.pieces).ok()?;
        let hull = Extent::hull(&self.pieces);
        let small = self.pieces.len() > 1 && bytes / (self.pieces.len() as u64) < SMALL_PIECE;
        if !small && self.file.size().is_ok_and(|size| size < hull.end()) {
            return None;
        }
        let mapped = mapping.map_for_writing(hull);
        self.unmappable = mapped.is_err();
        mapped.ok()
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
