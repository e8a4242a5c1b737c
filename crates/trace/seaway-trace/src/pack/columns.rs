// SPDX-License-Identifier: MIT OR Apache-2.0
//! Events as columns: one for each field, as differences from predicted values, so that most are zero.
//!
//! A call is predicted to continue the last one of the same kind on the same file: by the same step, with the
//! same length. A call is predicted to begin when the one before it has ended.

use seaway_trace_format::{Event, RUNNING};

use super::varint::{self, LONGEST, put, unzigzag, zigzag};

const COLUMNS: usize = 7;

/// Kinds of calls on files that are remembered.
const REMEMBERED: usize = 64;

/// Predictions for all fields. Packing and unpacking go through the same ones.
struct Expectation {
    previous: Event,
    by_kind: [Kind; REMEMBERED],
}

#[derive(Clone, Copy, Default)]
struct Kind {
    offset: u64,
    step: u64,
    length: u32,
}

impl Expectation {
    fn new() -> Self {
        Self { previous: Event::default(), by_kind: [Kind::default(); REMEMBERED] }
    }

    fn start(&self) -> u32 {
        let duration = if self.previous.duration == RUNNING { 0 } else { self.previous.duration };
        self.previous.start.wrapping_add(duration)
    }

    fn kind(&mut self, call: u8, file: u32) -> &mut Kind {
        &mut self.by_kind[(usize::from(call) ^ (file as usize).wrapping_mul(7)) % REMEMBERED]
    }
}

impl Kind {
    fn offset(&self) -> u64 {
        self.offset.wrapping_add(self.step)
    }

    fn see(&mut self, event: &Event) {
        let offset = event.offset();
        *self = Self { offset, step: offset.wrapping_sub(self.offset), length: event.length };
    }
}

pub(super) fn encode(events: &[Event]) -> Vec<u8> {
    let mut columns: [Vec<u8>; COLUMNS] = Default::default();
    let [starts, durations, calls, errors, files, offsets, lengths] = &mut columns;
    let mut expected = Expectation::new();
    for event in events {
        put(difference(event.start, expected.start()), starts);
        put(u64::from(event.duration.wrapping_add(1)), durations);
        calls.push(event.call);
        errors.push(event.error);
        put(difference(event.file, expected.previous.file), files);
        let kind = expected.kind(event.call, event.file);
        put(zigzag(event.offset().wrapping_sub(kind.offset()).cast_signed()), offsets);
        put(difference(event.length, kind.length), lengths);
        kind.see(event);
        expected.previous = *event;
    }
    let mut packed = vec![];
    columns.iter().for_each(|column| put_column(column, &mut packed));
    packed
}

/// Decodes `count` events; `None` if `packed` was not made by [`encode`].
pub(crate) fn decode(mut packed: &[u8], count: usize, events: &mut Vec<Event>) -> Option<()> {
    let mut columns: [Vec<u8>; COLUMNS] = Default::default();
    for column in &mut columns {
        *column = take_column(&mut packed, count)?;
    }
    let [mut starts, mut durations, calls, errors, mut files, mut offsets, mut lengths] =
        columns.each_ref().map(Vec::as_slice);
    if calls.len() != count || errors.len() != count {
        return None;
    }
    let mut expected = Expectation::new();
    for (call, error) in calls.iter().zip(errors) {
        let start = sum(expected.start(), varint::take(&mut starts)?);
        let duration = low(varint::take(&mut durations)?).wrapping_sub(1);
        let file = sum(expected.previous.file, varint::take(&mut files)?);
        let kind = expected.kind(*call, file);
        let offset = kind.offset().wrapping_add(unzigzag(varint::take(&mut offsets)?).cast_unsigned());
        let length = sum(kind.length, varint::take(&mut lengths)?);
        let event = Event { start, duration, call: *call, error: *error, file, length, ..Event::default() };
        let event = event.with_offset(offset);
        kind.see(&event);
        expected.previous = event;
        events.push(event);
    }
    Some(())
}

/// Its length, the stored length, and the data: compressed if that is shorter, otherwise as it is.
fn put_column(column: &[u8], packed: &mut Vec<u8>) {
    let compressed = lz4_flex::block::compress(column);
    let stored = if compressed.len() < column.len() { &compressed } else { column };
    put(column.len() as u64, packed);
    put(stored.len() as u64, packed);
    packed.extend_from_slice(stored);
}

fn take_column(packed: &mut &[u8], count: usize) -> Option<Vec<u8>> {
    let length = usize::try_from(varint::take(packed)?).ok()?;
    let stored = usize::try_from(varint::take(packed)?).ok()?;
    // Whatever the file says, a column is not longer than its numbers can be.
    if length > count * LONGEST || stored > packed.len() {
        return None;
    }
    let (column, rest) = packed.split_at(stored);
    *packed = rest;
    if stored == length {
        return Some(column.into());
    }
    let mut target = vec![0; length];
    let written = lz4_flex::block::decompress_into(column, &mut target).ok()?;
    (written == length).then_some(target)
}

fn difference(value: u32, expected: u32) -> u64 {
    zigzag(value.wrapping_sub(expected).cast_signed().into())
}

fn sum(expected: u32, difference: u64) -> u32 {
    expected.wrapping_add(low(unzigzag(difference).cast_unsigned()))
}

#[expect(clippy::cast_possible_truncation, reason = "arithmetic of 32 bits")]
fn low(value: u64) -> u32 {
    value as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_event(random: &mut fastrand::Rng) -> Event {
        let mut event = Event::default();
        random.fill(bytemuck::bytes_of_mut(&mut event));
        if random.bool() {
            event.duration = RUNNING;
        }
        event
    }

    #[test]
    fn any_events_round_trip() {
        for seed in 0..200 {
            let mut random = fastrand::Rng::with_seed(seed);
            let events: Vec<Event> = (0..random.usize(0..300)).map(|_| random_event(&mut random)).collect();
            let packed = encode(&events);
            let mut unpacked = vec![];
            decode(&packed, events.len(), &mut unpacked).unwrap();
            assert_eq!(unpacked, events, "seed {seed}");
        }
    }

    #[test]
    fn a_regular_program_is_packed_tightly() {
        let mut events = vec![];
        for index in 0..2000_u32 {
            let event = Event {
                start: index * 500,
                duration: 300,
                call: 14,
                file: 3,
                length: 64,
                ..Event::default()
            };
            events.push(event.with_offset(u64::from(index) * 64));
        }
        let packed = encode(&events);
        assert!(packed.len() < 200, "{} bytes", packed.len());
    }

    #[test]
    fn damaged_columns_are_refused() {
        let mut random = fastrand::Rng::with_seed(1);
        let events: Vec<Event> = (0..300).map(|_| random_event(&mut random)).collect();
        let packed = encode(&events);
        assert_eq!(decode(&packed[..packed.len() - 1], events.len(), &mut vec![]), None);
        assert_eq!(decode(&packed, events.len() + 1, &mut vec![]), None);
        for seed in 0..2000 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut damaged = packed.clone();
            let place = random.usize(0..damaged.len());
            damaged[place] ^= 1 << random.u32(0..8);
            let mut unpacked = vec![];
            let _ = decode(&damaged, events.len(), &mut unpacked);
            assert!(unpacked.len() <= events.len());
        }
    }
}
