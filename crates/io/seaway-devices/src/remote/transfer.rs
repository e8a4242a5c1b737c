// SPDX-License-Identifier: MIT OR Apache-2.0
//! One access as the requests that it takes: each request carries a bounded number of ranges and bytes, so
//! that little is sent again when a connection is lost.

use std::collections::VecDeque;

use seaway_device_api::{Error, Extent, Region, Result};
use seaway_messages::MAX_RANGES;

use super::memory::{LentSlice, ReadMemory, WriteMemory};
use super::session::{Answer, FileKey, Session, Task};

const REQUEST_BYTES: u64 = 16 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Read,
    Write,
}

/// An access in progress. The lender of its memory waits until it has ended.
#[derive(Debug)]
pub(super) struct Transfer {
    /// Requests not yet completed, with how many bytes each should move.
    waiting: VecDeque<(u64, u64)>,
    moved: u64,
    /// The file ended: later requests lie beyond its end.
    has_ended: bool,
    error: Option<Error>,
}

impl Transfer {
    /// Makes the requests that move `memory` to or from `place`.
    pub(super) fn start(
        session: &Session,
        file: FileKey,
        direction: Direction,
        place: &Region,
        memory: &LentSlice,
    ) -> Self {
        let mut waiting = VecDeque::new();
        let mut from = 0;
        for (place, bytes) in requests(place) {
            let part = memory.part(from, bytes);
            let task = match direction {
                Direction::Write => Task::Write { file, place, memory: WriteMemory::Lent(part) },
                Direction::Read => Task::Read { file, place, memory: ReadMemory::Lent(part) },
            };
            waiting.push_back((session.submit(task), bytes));
            from += bytes;
        }
        Self { waiting, moved: 0, has_ended: false, error: None }
    }

    /// A transfer that has already moved all its bytes.
    pub(super) fn done(moved: u64) -> Self {
        Self { waiting: VecDeque::new(), moved, has_ended: false, error: None }
    }

    /// Waits for all requests, also after one has failed: they use the memory too.
    pub(super) fn wait(mut self, session: &Session) -> Result<u64> {
        while let Some((id, bytes)) = self.waiting.pop_front() {
            self.heard(session.wait(id), bytes);
        }
        self.outcome()
    }

    /// Whether it has ended.
    pub(super) fn poll(&mut self, session: &Session) -> bool {
        while let Some(&(id, bytes)) = self.waiting.front() {
            let Some(outcome) = session.poll(id) else { return false };
            self.waiting.pop_front();
            self.heard(outcome, bytes);
        }
        true
    }

    pub(super) fn outcome(self) -> Result<u64> {
        self.error.map_or(Ok(self.moved), Err)
    }

    fn heard(&mut self, outcome: Result<Answer>, bytes: u64) {
        match outcome {
            Ok(Answer::Number(moved)) if !self.has_ended => {
                self.moved += moved;
                self.has_ended = moved < bytes;
            }
            Ok(_) => {}
            Err(error) => {
                self.error.get_or_insert(error);
            }
        }
    }
}

/// The requests that `place` takes, and how many bytes each moves.
fn requests(place: &Region) -> Vec<(Region, u64)> {
    match place {
        Region::Shaped { shape, positions } => {
            let starts =
                (positions.start..positions.end).step_by(usize::try_from(REQUEST_BYTES).unwrap_or(1));
            let part = |start: u64| {
                let end = positions.end.min(start.saturating_add(REQUEST_BYTES));
                (Region::Shaped { shape: shape.clone(), positions: start..end }, end - start)
            };
            starts.map(part).collect()
        }
        Region::Extents(extents) => {
            let mut requests: Vec<(Vec<Extent>, u64)> = Vec::new();
            for mut extent in extents.iter().copied() {
                while !extent.is_empty() {
                    let has_room = |(list, bytes): &&mut (Vec<Extent>, u64)| {
                        list.len() < MAX_RANGES && *bytes < REQUEST_BYTES
                    };
                    if requests.last_mut().filter(has_room).is_none() {
                        requests.push((Vec::new(), 0));
                    }
                    let Some((list, bytes)) = requests.last_mut() else { continue };
                    let len = extent.len.min(REQUEST_BYTES - *bytes);
                    list.push(Extent::new(extent.offset, len));
                    *bytes += len;
                    extent = Extent::new(extent.offset + len, extent.len - len);
                }
            }
            requests.into_iter().map(|(list, bytes)| (Region::Extents(list), bytes)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use seaway_device_api::FileShape;

    use super::*;

    #[test]
    fn large_accesses_are_several_requests() {
        let lengths =
            |place: &Region| -> Vec<u64> { requests(place).iter().map(|(_, bytes)| *bytes).collect() };
        let shape = FileShape::new(0, *b"tree");
        let positions = 5..5 + 2 * REQUEST_BYTES + 3;
        assert_eq!(lengths(&Region::Shaped { shape, positions }), [REQUEST_BYTES, REQUEST_BYTES, 3]);
        let long = vec![Extent::new(0, 1), Extent::new(10, 2 * REQUEST_BYTES)];
        assert_eq!(lengths(&Region::Extents(long)), [REQUEST_BYTES, REQUEST_BYTES, 1]);
        let many: Vec<_> = (0..=MAX_RANGES as u64).map(|place| Extent::new(place * 2, 1)).collect();
        assert_eq!(lengths(&Region::Extents(many)), [MAX_RANGES as u64, 1]);
        assert!(lengths(&Region::Extents(Vec::new())).is_empty());
    }
}
