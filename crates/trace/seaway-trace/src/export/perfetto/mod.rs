// SPDX-License-Identifier: MIT OR Apache-2.0
//! A trace for Perfetto: a track for each thread with its nested calls, and for each process the bytes that
//! it reads and writes per second.
//!
//! The file is a stream of `TracePacket` in protobuf encoding. The field numbers are those of Perfetto's
//! `trace_packet.proto`, `track_event.proto`, `track_descriptor.proto` and `interned_data.proto`.

mod interned;
mod message;
mod rates;
mod slices;

use std::io::Write;

use super::Failure;
use crate::{Class, Process, Record, Trace};
use interned::Interned;
use message::Message;
use rates::Rates;
use slices::Slices;

/// All packets belong to one sequence, whose names are interned once.
const SEQUENCE: u64 = 1;

/// Fields of `TracePacket`.
mod packet {
    pub(super) const TIMESTAMP: u32 = 8;
    pub(super) const SEQUENCE_ID: u32 = 10;
    pub(super) const TRACK_EVENT: u32 = 11;
    pub(super) const INTERNED_DATA: u32 = 12;
    pub(super) const SEQUENCE_FLAGS: u32 = 13;
    pub(super) const TRACK_DESCRIPTOR: u32 = 60;

    pub(super) const FLAG_CLEARED: u64 = 1;
    pub(super) const FLAG_NEEDS_NAMES: u64 = 2;
}

/// Fields of `TrackEvent`, and its types.
mod event {
    pub(super) const CATEGORY_IIDS: u32 = 3;
    pub(super) const DEBUG_ANNOTATIONS: u32 = 4;
    pub(super) const TYPE: u32 = 9;
    pub(super) const NAME_IID: u32 = 10;
    pub(super) const TRACK_UUID: u32 = 11;
    pub(super) const DOUBLE_COUNTER_VALUE: u32 = 44;

    pub(super) const BEGIN: u64 = 1;
    pub(super) const END: u64 = 2;
    pub(super) const COUNTER: u64 = 4;
}

pub(super) fn write(trace: &Trace, target: &mut impl Write) -> Result<Vec<String>, Failure> {
    let mut writer =
        Packets { target, interned: Interned::default(), packet: Message::default(), first: true };
    let mut notes = vec![];
    let numbers = process_numbers(trace);
    for (index, process) in trace.processes().iter().enumerate() {
        let tracks = Tracks { index: index as u64 };
        writer.process(process, tracks, numbers[index])?;
        let mut records = process.records()?;
        let mut slices = Slices::default();
        let (mut read, mut written) = (Rates::default(), Rates::default());
        for record in records.by_ref() {
            match record.call.info().class {
                _ if !is_outermost_bytes(&record) => {}
                Class::Read => read.add(record.start, record.end(), record.bytes()),
                Class::Write => written.add(record.start, record.end(), record.bytes()),
                _ => {}
            }
            if slices.is_new(record.thread) {
                writer.thread(tracks, numbers[index], record.thread)?;
            }
            for end in slices.begin(&record) {
                writer.end(tracks.thread(record.thread), end)?;
            }
            writer.begin(trace, process, tracks.thread(record.thread), &record)?;
        }
        for (thread, end) in slices.finish() {
            writer.end(tracks.thread(thread), end)?;
        }
        writer.counter(tracks.process(), tracks.counter(1), "bytes read per second", &read)?;
        writer.counter(tracks.process(), tracks.counter(2), "bytes written per second", &written)?;
        if let Some(failure) = records.failure() {
            notes.push(format!("{}: {failure}", process.path.display()));
        }
    }
    Ok(notes)
}

/// Bytes moved by the C library are those that reach files; MPI and device calls end there.
fn is_outermost_bytes(record: &Record) -> bool {
    matches!(record.call.info().layer, crate::Layer::Posix | crate::Layer::Stdio) && record.error == 0
}

/// Perfetto identifies processes by number, and numbers of several hosts may coincide: then the later ones
/// get others, while their names show the real ones.
fn process_numbers(trace: &Trace) -> Vec<u32> {
    const OTHERS: u32 = 1 << 30;
    let mut owners = std::collections::HashMap::new();
    let numbers = trace.processes().iter().zip(OTHERS..).map(|(process, other)| {
        let owner = owners.entry(process.id).or_insert(process.boot);
        if *owner == process.boot { process.id } else { other }
    });
    numbers.collect()
}

/// Track ids, unique across processes.
#[derive(Clone, Copy)]
struct Tracks {
    index: u64,
}

impl Tracks {
    fn process(self) -> u64 {
        (self.index + 1) << 34
    }

    fn thread(self, thread: u32) -> u64 {
        self.process() | 1 << 33 | u64::from(thread)
    }

    fn counter(self, number: u64) -> u64 {
        self.process() | number
    }
}

struct Packets<'w, W> {
    target: &'w mut W,
    interned: Interned,
    packet: Message,
    first: bool,
}

impl<W: Write> Packets<'_, W> {
    fn process(&mut self, process: &Process, tracks: Tracks, number: u32) -> std::io::Result<()> {
        let mut descriptor = Message::default();
        descriptor.number(1, tracks.process());
        descriptor.message(3, |described| {
            described.number(1, number.into());
            process.arguments.iter().for_each(|argument| described.bytes(2, argument.as_bytes()));
            described
                .bytes(6, format!("{} on {} (pid {})", process.title(), process.host, process.id).as_bytes());
        });
        self.packet(None, |packet| packet.put(packet::TRACK_DESCRIPTOR, &descriptor))
    }

    fn thread(&mut self, tracks: Tracks, process: u32, thread: u32) -> std::io::Result<()> {
        let mut descriptor = Message::default();
        descriptor.number(1, tracks.thread(thread));
        descriptor.number(5, tracks.process());
        descriptor.message(4, |described| {
            described.number(1, process.into());
            described.number(2, thread.into());
        });
        self.packet(None, |packet| packet.put(packet::TRACK_DESCRIPTOR, &descriptor))
    }

    fn begin(
        &mut self,
        trace: &Trace,
        process: &Process,
        track: u64,
        record: &Record,
    ) -> std::io::Result<()> {
        let (event, new_names) = self.interned.event(trace, process, track, record);
        self.packet(Some(record.start), |packet| {
            if let Some(names) = &new_names {
                packet.put(packet::INTERNED_DATA, names);
            }
            packet.put(packet::TRACK_EVENT, &event);
        })
    }

    fn end(&mut self, track: u64, at: u64) -> std::io::Result<()> {
        self.packet(Some(at), |packet| {
            packet.message(packet::TRACK_EVENT, |written| {
                written.number(event::TYPE, event::END);
                written.number(event::TRACK_UUID, track);
            });
        })
    }

    fn counter(&mut self, parent: u64, track: u64, name: &str, rates: &Rates) -> std::io::Result<()> {
        /// `UNIT_SIZE_BYTES`
        const BYTES: u64 = 3;
        if rates.is_empty() {
            return Ok(());
        }
        let mut descriptor = Message::default();
        descriptor.number(1, track);
        descriptor.bytes(2, name.as_bytes());
        descriptor.number(5, parent);
        descriptor.message(8, |counter| counter.number(3, BYTES));
        self.packet(None, |packet| packet.put(packet::TRACK_DESCRIPTOR, &descriptor))?;
        for (at, rate) in rates.steps() {
            self.packet(Some(at), |packet| {
                packet.message(packet::TRACK_EVENT, |written| {
                    written.number(event::TYPE, event::COUNTER);
                    written.number(event::TRACK_UUID, track);
                    written.double(event::DOUBLE_COUNTER_VALUE, rate);
                });
            })?;
        }
        Ok(())
    }

    fn packet(&mut self, at: Option<u64>, fill: impl FnOnce(&mut Message)) -> std::io::Result<()> {
        self.packet.clear();
        if let Some(at) = at {
            self.packet.number(packet::TIMESTAMP, at);
        }
        self.packet.number(packet::SEQUENCE_ID, SEQUENCE);
        let cleared = if std::mem::take(&mut self.first) { packet::FLAG_CLEARED } else { 0 };
        self.packet.number(packet::SEQUENCE_FLAGS, packet::FLAG_NEEDS_NAMES | cleared);
        fill(&mut self.packet);
        self.packet.write_framed(1, self.target)
    }
}
