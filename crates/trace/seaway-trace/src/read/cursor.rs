// SPDX-License-Identifier: MIT OR Apache-2.0
//! The records of one thread, in the order of its calls.

use std::io;

use seaway_trace_format::{ArgumentMeaning, CALLS, Call, CallInfo, Class, Event, Layer, RUNNING};

use super::clock::TimeLine;
use super::contents::Block;
use super::events;
use super::source::Reader;
use crate::names::Numbers;
use crate::{Detail, Record};

/// In memory once, rather than at each use of an index.
static TABLE: [Option<CallInfo>; 256] = CALLS;

/// MPI and device calls that are remembered because a detail may follow.
const WITHOUT_DETAIL: usize = 64;

/// Maximum records that wait for a detail of the call that they are inside of.
const HELD: usize = 1 << 16;

/// How to interpret events of one process.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meaning<'t> {
    pub(super) line: TimeLine,
    pub(super) shift: u32,
    pub(super) numbers: &'t Numbers,
}

#[derive(Debug)]
pub(super) struct Cursor<'t> {
    meaning: Meaning<'t>,
    thread: u32,
    /// In reverse order.
    blocks: Vec<Block>,
    /// In the current block: the number of the next event.
    next_event: Option<u64>,
    events: Vec<Event>,
    records: Vec<Record>,
    taken: usize,
    base: Base,
    wide: Option<Event>,
    /// Indices of `records` that may still get a detail.
    without_detail: Vec<usize>,
    /// A call that may get its detail from what is read next, and the calls inside it.
    held: Vec<Record>,
    pub(super) unknown_calls: u64,
}

/// What the times of events are relative to.
#[derive(Debug, Clone, Copy, Default)]
struct Base {
    nanoseconds: u64,
    unit: f64,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(meaning: Meaning<'t>, thread: u32, mut blocks: Vec<Block>) -> Self {
        blocks.reverse();
        Self {
            meaning,
            thread,
            blocks,
            next_event: None,
            events: vec![],
            records: vec![],
            taken: 0,
            base: Base::default(),
            wide: None,
            without_detail: vec![],
            held: vec![],
            unknown_calls: 0,
        }
    }

    /// A lower bound of the start of all further records: that of the next one, or of its block if that has
    /// not been read yet. `None` at the end.
    pub(super) fn bound(&self) -> Option<u64> {
        match self.records.get(self.taken).or(self.held.first()) {
            Some(record) => Some(record.start),
            None => Some(self.meaning.line.nanoseconds(self.blocks.last()?.began.ticks)),
        }
    }

    pub(super) fn is_read(&self) -> bool {
        self.taken < self.records.len()
    }

    pub(super) fn take(&mut self) -> Option<Record> {
        let record = self.records.get(self.taken).copied()?;
        self.taken += 1;
        Some(record)
    }

    /// Reads until there is a record, or the end. What cannot be read is skipped by the next call.
    pub(super) fn fill(&mut self, reader: &Reader) -> io::Result<()> {
        self.records.clear();
        self.records.append(&mut self.held);
        self.taken = 0;
        let mut ready = 0;
        while ready == 0 {
            let Some(block) = self.blocks.last().copied() else {
                // There may be thousands of short-lived threads: finished ones free their memory.
                self.events = vec![];
                self.records.shrink_to_fit();
                return Ok(());
            };
            if self.next_event.is_none() {
                self.set_base(block.began.ticks);
                self.wide = None;
            }
            let from = self.next_event.unwrap_or(0);
            let read = events::read_piece(reader, &block, from, &mut self.events);
            self.next_event = *read.as_ref().unwrap_or(&None);
            if self.next_event.is_none() {
                self.blocks.pop();
            }
            if read.is_err() {
                // What has been read is kept for the next call.
                self.held.append(&mut self.records);
            }
            read?;
            self.decode();
            ready = self.ready();
        }
        self.hold(ready);
        Ok(())
    }

    /// How many records can get no detail any more: those before the first call that was running when the
    /// last one began.
    fn ready(&self) -> usize {
        let Some(last) = self.records.last() else { return 0 };
        if self.records.len() > HELD {
            return self.records.len();
        }
        let runs = |index: &&usize| {
            let record = &self.records[**index];
            record.duration.is_none() || record.end() >= last.start
        };
        self.without_detail.iter().find(runs).copied().unwrap_or(self.records.len())
    }

    fn hold(&mut self, ready: usize) {
        self.held.extend(self.records.drain(ready..));
        self.without_detail.retain(|index| *index >= ready);
        self.without_detail.iter_mut().for_each(|index| *index -= ready);
    }

    fn set_base(&mut self, ticks: u64) {
        let line = &self.meaning.line;
        self.base = Base { nanoseconds: line.nanoseconds(ticks), unit: line.unit(self.meaning.shift) };
    }

    fn decode(&mut self) {
        let events = std::mem::take(&mut self.events);
        for event in &events {
            match TABLE[usize::from(event.call)] {
                Some(info) if info.layer != Layer::Trace => {
                    let wide = self.wide.take();
                    self.push(event, &info, wide);
                }
                Some(info) => self.mark(event, info.call),
                None if event.call == 0 => {}
                None => self.unknown_calls += 1,
            }
        }
        self.events = events;
    }

    fn mark(&mut self, event: &Event, call: Call) {
        match call {
            Call::Wide => self.wide = Some(*event),
            Call::Time => self.set_base(u64::from(event.length) << 32 | u64::from(event.offset_low)),
            _ => self.attach(event),
        }
    }

    fn push(&mut self, event: &Event, info: &CallInfo, wide: Option<Event>) {
        let mut argument = event.offset();
        let mut length = u64::from(event.length);
        if let Some(wide) = wide {
            argument |= u64::from(wide.offset_low & 0xffff) << 48;
            length |= u64::from(wide.file) << 32;
        }
        let scaled = |units: u64| whole(units as f64 * self.base.unit);
        let start = self.base.nanoseconds.saturating_add(scaled(event.start.into()));
        let numbers = self.meaning.numbers;
        let second = (info.place == ArgumentMeaning::SecondPath)
            .then(|| low_half(argument))
            .and_then(|number| numbers.file(number));
        if matches!(info.layer, Layer::MpiIo | Layer::Device) {
            if self.without_detail.len() == WITHOUT_DETAIL {
                self.without_detail.remove(0);
            }
            self.without_detail.push(self.records.len());
        }
        self.records.push(Record {
            start,
            duration: event.duration_in_units().map(scaled),
            call: info.call,
            error: event.error,
            thread: self.thread,
            file: numbers.file(event.file),
            second,
            descriptor: descriptor(info.place, event, argument, length),
            offset: offset(info, event.error, argument),
            length,
            argument,
            detail: None,
        });
    }

    /// Recorders write a detail when an MPI or device call begins or ends: it is for the latest call that has
    /// none, and one with a datatype or a request is for an MPI call. If that has been returned already, the
    /// detail becomes a record of its own.
    fn attach(&mut self, event: &Event) {
        let text = |number| self.meaning.numbers.text(number);
        let detail = Detail {
            datatype: text(event.file),
            strategy: text(event.length),
            device: text(event.duration),
            count: event.offset(),
            request: event.start,
        };
        let of_mpi = event.file != 0 || event.start != 0;
        let fits = |index: &usize| !of_mpi || self.records[*index].call.info().layer == Layer::MpiIo;
        match self.without_detail.iter().rposition(fits) {
            Some(place) => {
                self.records[self.without_detail[place]].detail = Some(detail);
                self.without_detail.truncate(place);
            }
            None => self.push_late(detail),
        }
    }

    fn push_late(&mut self, detail: Detail) {
        let start = self.records.last().map_or(self.base.nanoseconds, |record| record.start);
        self.records.push(Record {
            start,
            duration: Some(0),
            call: Call::Detail,
            error: 0,
            thread: self.thread,
            file: None,
            second: None,
            descriptor: None,
            offset: None,
            length: 0,
            argument: 0,
            detail: Some(detail),
        });
    }
}

fn descriptor(place: ArgumentMeaning, event: &Event, argument: u64, length: u64) -> Option<u32> {
    match place {
        // Failed calls have no length, and opens have none before they return.
        ArgumentMeaning::Open | ArgumentMeaning::Seek if event.error != 0 => None,
        ArgumentMeaning::Open if event.duration == RUNNING => None,
        ArgumentMeaning::Open | ArgumentMeaning::Seek => u32::try_from(length).ok(),
        ArgumentMeaning::Descriptor
        | ArgumentMeaning::Range
        | ArgumentMeaning::Sequential
        | ArgumentMeaning::Buffered
        | ArgumentMeaning::Duplicate => u32::try_from(argument).ok(),
        _ => None,
    }
}

/// What the event itself contains. A failed seek has no offset.
fn offset(info: &CallInfo, error: u8, argument: u64) -> Option<u64> {
    let is_place = match info.place {
        ArgumentMeaning::At => true,
        ArgumentMeaning::Seek => error == 0,
        ArgumentMeaning::Size => info.class == Class::Seek && error == 0,
        _ => false,
    };
    is_place.then_some(argument)
}

#[expect(clippy::cast_possible_truncation, reason = "numbers of strings have 32 bits")]
fn low_half(value: u64) -> u32 {
    value as u32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "neither negative nor beyond 2^64"
)]
fn whole(nanoseconds: f64) -> u64 {
    nanoseconds as u64
}
