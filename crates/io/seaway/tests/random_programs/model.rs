// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Model`]: a file and its pointers as defined by MPI, byte by byte and without any optimisation.

use seaway::{Named, Whence};

use crate::plain_type::PlainType;

#[derive(Debug, Clone)]
pub(crate) struct Model {
    pub(crate) bytes: Vec<u8>,
    pub(crate) ranks: Vec<RankState>,
    /// In etypes.
    pub(crate) shared_pointer: u64,
}

#[derive(Debug, Clone)]
pub(crate) struct RankState {
    pub(crate) view: PlainView,
    /// In etypes.
    pub(crate) pointer: u64,
}

#[derive(Debug, Clone)]
pub(crate) struct PlainView {
    pub(crate) displacement: u64,
    pub(crate) etype: PlainType,
    pub(crate) filetype: PlainType,
    /// external32: elements are stored big-endian.
    pub(crate) reversed: bool,
}

impl Model {
    /// A new file: empty, and seen as bytes.
    pub(crate) fn new(ranks: usize) -> Self {
        let byte = PlainType::basic(Named::Byte);
        let view = PlainView { displacement: 0, etype: byte.clone(), filetype: byte, reversed: false };
        Self { bytes: Vec::new(), ranks: vec![RankState { view, pointer: 0 }; ranks], shared_pointer: 0 }
    }

    /// Closed and opened again: seen as bytes, with the pointers at the start or at the end.
    pub(crate) fn reopen(&mut self, append: bool) {
        let start = if append { self.bytes.len() as u64 } else { 0 };
        let fresh = Self::new(self.ranks.len());
        (self.ranks, self.shared_pointer) = (fresh.ranks, start);
        for state in &mut self.ranks {
            state.pointer = start;
        }
    }

    pub(crate) fn set_view(&mut self, views: &[PlainView]) {
        for (state, view) in self.ranks.iter_mut().zip(views) {
            *state = RankState { view: view.clone(), pointer: 0 };
        }
        self.shared_pointer = 0;
    }

    /// Stores `data`, in type-map order, from etype `offset` of `rank`'s view on.
    pub(crate) fn write(&mut self, rank: usize, offset: u64, data: &[u8]) {
        let view = &self.ranks[rank].view;
        let stored = view.to_file(data);
        for (position, byte) in (offset * view.etype.size()..).zip(stored) {
            let place = usize::try_from(view.place(position)).unwrap();
            if self.bytes.len() <= place {
                self.bytes.resize(place + 1, 0);
            }
            self.bytes[place] = byte;
        }
    }

    /// As many of `length` bytes as exist.
    pub(crate) fn read(&self, rank: usize, offset: u64, length: u64) -> Vec<u8> {
        let view = &self.ranks[rank].view;
        let start = offset * view.etype.size();
        let places = (start..start + length).map(|position| usize::try_from(view.place(position)).unwrap());
        let stored: Vec<u8> = places.map_while(|place| self.bytes.get(place).copied()).collect();
        view.to_memory(stored)
    }

    /// Where an access of `length` bytes at etype `offset` touches the file.
    pub(crate) fn places(&self, rank: usize, offset: u64, length: u64) -> impl Iterator<Item = u64> {
        let view = &self.ranks[rank].view;
        let start = offset * view.etype.size();
        (start..start + length).map(|position| view.place(position))
    }

    /// Where MPI_SEEK_END points: after the last etype that begins before the end of the file.
    pub(crate) fn end(&self, rank: usize) -> u64 {
        let view = &self.ranks[rank].view;
        let size = self.bytes.len() as u64;
        (0..).find(|&etype| view.place(etype * view.etype.size()) >= size).unwrap_or(0)
    }

    pub(crate) fn seek(&mut self, rank: usize, offset: i64, whence: Whence) {
        let pointer = self.ranks[rank].pointer;
        self.ranks[rank].pointer = self.target(rank, pointer, offset, whence);
    }

    pub(crate) fn seek_shared(&mut self, offset: i64, whence: Whence) {
        self.shared_pointer = self.target(0, self.shared_pointer, offset, whence);
    }

    fn target(&self, rank: usize, pointer: u64, offset: i64, whence: Whence) -> u64 {
        let base = match whence {
            Whence::Set => 0,
            Whence::Current => pointer,
            Whence::End => self.end(rank),
        };
        base.checked_add_signed(offset).unwrap()
    }

    pub(crate) fn set_size(&mut self, size: u64) {
        self.bytes.resize(usize::try_from(size).unwrap(), 0);
    }

    pub(crate) fn preallocate(&mut self, size: u64) {
        self.set_size(size.max(self.bytes.len() as u64));
    }
}

impl PlainView {
    pub(crate) fn etypes(&self, bytes: u64) -> u64 {
        bytes / self.etype.size()
    }

    /// File offset of the byte at `position` of the view's stream.
    pub(crate) fn place(&self, position: u64) -> u64 {
        let size = self.filetype.size();
        let tile = (position / size) * u64::try_from(self.filetype.extent).unwrap();
        let byte = self.filetype.bytes[usize::try_from(position % size).unwrap()];
        self.displacement + tile + u64::try_from(byte).unwrap()
    }

    fn to_file(&self, data: &[u8]) -> Vec<u8> {
        if self.reversed { self.reverse_elements(data) } else { data.to_vec() }
    }

    /// Only whole elements of converted data arrive.
    fn to_memory(&self, stored: Vec<u8>) -> Vec<u8> {
        if self.reversed { self.reverse_elements(&stored) } else { stored }
    }

    fn reverse_elements(&self, data: &[u8]) -> Vec<u8> {
        let mut reversed = Vec::with_capacity(data.len());
        for &width in self.etype.elements.iter().cycle() {
            let Some(element) = data[reversed.len()..].get(..width) else { break };
            reversed.extend(element.iter().rev());
        }
        reversed
    }
}
