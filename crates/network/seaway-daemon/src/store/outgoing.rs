// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Outgoing`]: a read that is being answered, chunk by chunk, through a buffer of the worker. An announced
//! chunk that is not sent completely by the end of a turn is read again: a client that does not take its
//! bytes costs no memory.

use std::io::IoSliceMut;
use std::ops::Range;
use std::sync::Arc;

use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result, SegmentsMut};
use seaway_messages::MAX_CHUNK;

use super::apart::{PAGE_BYTES, apart};
use super::cursor::{Cursor, Portion};
use super::open_file::OpenFile;
use crate::lot::Workspace;

/// Small enough to stay in the cache until it is sent.
const BUFFER_BYTES: usize = 256 << 10;
const PIECES: usize = 1024;
/// Shorter pieces are read together with the gaps between them, if these are not much larger.
const SMALL_PIECE: u64 = 1 << 10;
const MOST_GAPS_TO_DATA: u64 = 16;
const AROUND_BYTES: u64 = 512 << 10;

#[derive(Debug)]
pub(super) struct Outgoing {
    id: u64,
    file: Arc<OpenFile>,
    cursor: Cursor,
    sent: u64,
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

    pub(super) fn sent(&self) -> u64 {
        self.sent
    }

    /// Bytes were sent.
    pub(super) fn advance(&mut self, bytes: u64) {
        self.cursor.advance(bytes);
        self.sent += bytes;
    }

    pub(super) fn cancelled(&self) -> Error {
        Error::new(ErrorKind::Request, Operation::Read).with_detail("the client has cancelled it")
    }

    /// The next bytes, at most `allowed`, and where in the worker's output buffer they are. Empty at the end
    /// of the file.
    pub(super) fn payload(&self, workspace: &mut Workspace, allowed: u64) -> Result<Range<usize>> {
        workspace.output.resize(BUFFER_BYTES + PAGE_BYTES, 0);
        let most = allowed.min(BUFFER_BYTES as u64).min(MAX_CHUNK);
        let portion = Portion { bytes: most, pieces: PIECES, block: u64::MAX };
        let bytes = self.cursor.next_pieces(portion, &mut workspace.pieces)?;
        let pieces = &workspace.pieces;
        let is_small = pieces.len() > 1 && bytes / (pieces.len() as u64) < SMALL_PIECE;
        if is_small && Extent::hull(pieces).len / MOST_GAPS_TO_DATA <= bytes {
            return self.fill_from_around(workspace);
        }
        let start = apart(&workspace.output, pieces.first().map_or(0, |piece| piece.offset));
        let target = &mut workspace.output[start..start + usize::try_from(bytes).unwrap_or(0)];
        let bytes = self.file.read(pieces, &mut SegmentsMut::new(&mut [IoSliceMut::new(target)]))?;
        Ok(start..start + usize::try_from(bytes).unwrap_or(0))
    }

    /// One read for many small pieces.
    fn fill_from_around(&self, workspace: &mut Workspace) -> Result<Range<usize>> {
        let Workspace { output, around, pieces, .. } = workspace;
        let start = pieces.first().map_or(0, |piece| piece.offset);
        let inside = pieces.partition_point(|piece| piece.end() - start <= AROUND_BYTES);
        let pieces = &pieces[..inside.max(1)];
        let hull = Extent::hull(pieces);
        let bytes = usize::try_from(hull.len).unwrap_or(0);
        if around.len() < bytes + PAGE_BYTES {
            around.resize(bytes + PAGE_BYTES, 0);
        }
        let free = apart(around, hull.offset);
        let around = &mut around[free..free + bytes];
        let there = self.file.read(&[hull], &mut SegmentsMut::new(&mut [IoSliceMut::new(around)]))?;
        let there = usize::try_from(there).unwrap_or(0);
        let mut filled = 0;
        for piece in pieces {
            let at = usize::try_from(piece.offset - start).unwrap_or(usize::MAX).min(there);
            let bytes = &around[at..there.min(at + usize::try_from(piece.len).unwrap_or(0))];
            output[filled..filled + bytes.len()].copy_from_slice(bytes);
            filled += bytes.len();
        }
        Ok(0..filled)
    }
}
