// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Outgoing`]: a read that is being answered, chunk by chunk, through one buffer for each connection.

use std::io::{self, IoSlice, IoSliceMut};
use std::ops::Range;
use std::sync::Arc;

use seaway_device::{Error, ErrorKind, Extent, Operation, Result, SegmentsMut};
use seaway_proto::{MAX_CHUNK, StoreMessage};
use seaway_wire::Channel;

use super::apart::{PAGE_BYTES, apart};
use super::cursor::{Cursor, Portion};
use super::kept_pages::{BLOCK_BYTES, Purpose};
use super::open_file::OpenFile;
use crate::activity::ConnectionActivity;

/// Small enough to be in the processor's memory when it is sent.
const BUFFER_BYTES: usize = 256 << 10;
const PIECES: usize = 1024;
/// Pieces shorter than this are cut out of what lies around them, where that is not much more.
const SMALL_PIECE: u64 = 1 << 10;
const MOST_GAPS_TO_DATA: u64 = 16;
const AROUND_BYTES: u64 = 512 << 10;
/// Pieces at least this long are not copied on their way.
const LONG_PIECE: u64 = 64 << 10;

#[derive(Debug)]
pub(super) struct Outgoing {
    id: u64,
    file: Arc<OpenFile>,
    cursor: Cursor,
    sent: u64,
}

/// What came of one chunk.
pub(super) struct Sent {
    pub(super) bytes: u64,
    pub(super) is_last: bool,
}

impl Outgoing {
    pub(super) fn new(id: u64, file: Arc<OpenFile>, cursor: Cursor) -> Self {
        Self { id, file, cursor, sent: 0 }
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }

    pub(super) fn left(&self) -> u64 {
        self.cursor.left()
    }

    pub(super) fn cancelled(&self) -> Error {
        Error::new(ErrorKind::Request, Operation::Read).with_detail("the client has cancelled it")
    }
}

/// What the thread that sends needs for reads, made when the first comes.
pub(super) struct Sender<'c> {
    channel: &'c Channel,
    activity: &'c ConnectionActivity,
    buffer: Vec<u8>,
    around: Vec<u8>,
    pieces: Vec<Extent>,
    frames: Vec<u8>,
}

impl<'c> Sender<'c> {
    pub(super) fn new(channel: &'c Channel, activity: &'c ConnectionActivity) -> Self {
        let (buffer, around, pieces, frames) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { channel, activity, buffer, around, pieces, frames }
    }

    /// One chunk, of at most `allowed` bytes, which are not none; and the end of the answer, if it is the last. An error is the line's: what
    /// the file says is told to the client.
    pub(super) fn send_some(&mut self, read: &mut Outgoing, allowed: u64) -> io::Result<Sent> {
        self.frames.clear();
        if let Some(sent) = self.send_from_file(read, allowed)? {
            return Ok(sent);
        }
        if let Some(sent) = self.send_from_pages(read, allowed)? {
            return Ok(sent);
        }
        let id = read.id;
        let payload = match self.fill(read, allowed) {
            Ok(payload) => payload,
            Err(error) => {
                let failed = StoreMessage::Failed { id, kind: error.kind().code(), text: error.to_string() };
                failed.encode(&mut self.frames).map_err(io::Error::other)?;
                self.channel.write_all_vectored(&[IoSlice::new(&self.frames)])?;
                return Ok(Sent { bytes: 0, is_last: true });
            }
        };
        send_chunk(self.channel, self.activity, &mut self.frames, read, &self.buffer[payload])
    }

    /// A long piece whose pages are kept, which the kernel copies from there. `None`: it must take the other way.
    fn send_from_pages(&mut self, read: &mut Outgoing, allowed: u64) -> io::Result<Option<Sent>> {
        // Into TLS bytes go by a copy of our own, which no file may interrupt.
        if self.channel.certificate().is_some() {
            return Ok(None);
        }
        let portion = Portion { bytes: allowed.min(MAX_CHUNK), pieces: 2, block: BLOCK_BYTES };
        let piece = match (read.cursor.next_pieces(portion, &mut self.pieces), self.pieces.as_slice()) {
            (Ok(_), [piece]) if piece.len >= LONG_PIECE => *piece,
            _ => return Ok(None),
        };
        // Whoever cuts the file from now on ends this connection, and the client asks again.
        let Some((extent, pages)) = read.file.kept_pages(piece, Purpose::Reading) else { return Ok(None) };
        let place = (piece.offset - extent.offset).cast_signed();
        let Ok(bytes) = pages.source().slice(place..place + piece.len.cast_signed()) else { return Ok(None) };
        send_chunk(self.channel, self.activity, &mut self.frames, read, bytes).map(Some)
    }

    /// A long piece, which the kernel takes from where it is. `None`: it must take the other way.
    fn send_from_file(&mut self, read: &mut Outgoing, allowed: u64) -> io::Result<Option<Sent>> {
        let Some(fd) = read.file.readable().filter(|_| self.channel.sends_files()) else { return Ok(None) };
        let portion = Portion { bytes: allowed.min(MAX_CHUNK), pieces: 2, block: u64::MAX };
        let bytes = match (read.cursor.next_pieces(portion, &mut self.pieces), self.pieces.as_slice()) {
            (Ok(_), [piece]) if piece.len >= LONG_PIECE => piece.offset..piece.end(),
            _ => return Ok(None),
        };
        // Whoever cuts the file from now on ends this connection, and the client asks again.
        if read.file.size().is_ok_and(|size| size < bytes.end) {
            return Ok(None);
        }
        let len = bytes.end - bytes.start;
        StoreMessage::Chunk { id: read.id, len }.encode(&mut self.frames).map_err(io::Error::other)?;
        // Before they go: whoever has them may ask at once how many there were.
        self.activity.read(len);
        self.channel.write_all_from_file(&[IoSlice::new(&self.frames)], fd, bytes)?;
        read.cursor.advance(len);
        read.sent += len;
        let is_last = read.cursor.left() == 0;
        if is_last {
            self.frames.clear();
            let end = StoreMessage::ReadEnd { id: read.id, bytes: read.sent };
            end.encode(&mut self.frames).map_err(io::Error::other)?;
            self.channel.write_all_vectored(&[IoSlice::new(&self.frames)])?;
        }
        Ok(Some(Sent { bytes: len, is_last }))
    }

    /// Where in the buffer the next bytes are now: fewer than could be had at the end of the file.
    fn fill(&mut self, read: &Outgoing, allowed: u64) -> Result<Range<usize>> {
        self.buffer.resize(BUFFER_BYTES + PAGE_BYTES, 0);
        let most = allowed.min(BUFFER_BYTES as u64).min(MAX_CHUNK);
        let portion = Portion { bytes: most, pieces: PIECES, block: u64::MAX };
        let bytes = read.cursor.next_pieces(portion, &mut self.pieces)?;
        let is_small = self.pieces.len() > 1 && bytes / (self.pieces.len() as u64) < SMALL_PIECE;
        if is_small && Extent::hull(&self.pieces).len / MOST_GAPS_TO_DATA <= bytes {
            return self.fill_from_around(read);
        }
        let start = apart(&self.buffer, self.pieces.first().map_or(0, |piece| piece.offset));
        let target = &mut self.buffer[start..start + usize::try_from(bytes).unwrap_or(0)];
        let bytes = read.file.read(&self.pieces, &mut SegmentsMut::new(&mut [IoSliceMut::new(target)]))?;
        Ok(start..start + usize::try_from(bytes).unwrap_or(0))
    }

    /// One read for many small pieces.
    fn fill_from_around(&mut self, read: &Outgoing) -> Result<Range<usize>> {
        let start = self.pieces.first().map_or(0, |piece| piece.offset);
        let inside = self.pieces.partition_point(|piece| piece.end() - start <= AROUND_BYTES);
        let pieces = &self.pieces[..inside.max(1)];
        let hull = Extent::hull(pieces);
        let bytes = usize::try_from(hull.len).unwrap_or(0);
        self.around.resize(bytes + PAGE_BYTES, 0);
        let free = apart(&self.around, hull.offset);
        let around = &mut self.around[free..free + bytes];
        let there = read.file.read(&[hull], &mut SegmentsMut::new(&mut [IoSliceMut::new(around)]))?;
        let there = usize::try_from(there).unwrap_or(0);
        let mut filled = 0;
        for piece in pieces {
            let at = usize::try_from(piece.offset - start).unwrap_or(usize::MAX).min(there);
            let bytes = &around[at..there.min(at + usize::try_from(piece.len).unwrap_or(0))];
            self.buffer[filled..filled + bytes.len()].copy_from_slice(bytes);
            filled += bytes.len();
        }
        Ok(0..filled)
    }
}

/// A chunk, and the end of the answer if it is the last. No bytes are the end of the file.
fn send_chunk(
    channel: &Channel,
    activity: &ConnectionActivity,
    frames: &mut Vec<u8>,
    read: &mut Outgoing,
    payload: &[u8],
) -> io::Result<Sent> {
    let (id, bytes) = (read.id, payload.len() as u64);
    read.cursor.advance(bytes);
    read.sent += bytes;
    let is_last = bytes == 0 || read.cursor.left() == 0;
    if bytes > 0 {
        StoreMessage::Chunk { id, len: bytes }.encode(frames).map_err(io::Error::other)?;
    }
    let head = frames.len();
    if is_last {
        StoreMessage::ReadEnd { id, bytes: read.sent }.encode(frames).map_err(io::Error::other)?;
    }
    let (head, end) = frames.split_at(head);
    // Before they go: whoever has them may ask at once how many there were.
    activity.read(bytes);
    channel.write_all_vectored(&[IoSlice::new(head), IoSlice::new(payload), IoSlice::new(end)])?;
    Ok(Sent { bytes, is_last })
}
