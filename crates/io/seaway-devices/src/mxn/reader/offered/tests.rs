// SPDX-License-Identifier: MIT OR Apache-2.0
//! Two writers and a reader of one process, whose steps are large enough to be shown.

use std::sync::Arc;
use std::thread;

use seaway_device_api::Extent;
use seaway_memory::Spot;
use seaway_messages::{Side, Step};

use super::Reader;
use crate::link::{Listener, ListenerGuard, LocalName, Window};
use crate::mxn::LEAST_OFFERED_BYTES;
use crate::mxn::party::Neighbours;
use crate::mxn::reader::tests::party;
use crate::mxn::writer::Writer;

/// Of each writer, in the first step.
const LEN: u64 = LEAST_OFFERED_BYTES + 4096;

struct Stream {
    writers: Vec<(Arc<Writer>, Arc<Window>)>,
    reader: Arc<Reader>,
    _doors: Vec<ListenerGuard>,
}

impl Stream {
    /// The reader knows of a first step and has read it. With one core it has none to spare.
    fn new(cores: usize) -> Self {
        let (mut writers, mut doors, mut contacts) = (Vec::new(), Vec::new(), Vec::new());
        for rank in 0..2 {
            let listener = Listener::bind(LocalName::Fresh, false).unwrap();
            let window = Arc::new(Window::create(16 << 20).unwrap());
            let party = party(Side::Writer, rank, &listener, Some(window.clone()));
            contacts.push(party.identity.contact.clone());
            let writer = Writer::new(party.clone(), window.clone());
            doors.push(listener.serve(party.identity.clone(), writer.events()).unwrap());
            writers.push((writer, window));
        }
        for (writer, _) in &writers {
            writer.party.set_group(contacts.clone());
            writer.will_write_in_order(0, &[LEN, LEN]).unwrap();
        }
        let listener = Listener::bind(LocalName::Fresh, false).unwrap();
        let party = party(Side::Reader, 0, &listener, None);
        party.set_group(vec![party.identity.contact.clone()]);
        let reader = Reader::new(party.clone());
        doors.push(listener.serve(party.identity.clone(), reader.events()).unwrap());
        reader.set_attached(0, contacts);
        party.neighbours.set(Neighbours { ranks: 1, cores }).unwrap();
        let first = Step { start: 0, lengths: vec![(LEN, 2)] };
        assert!(reader.state().inbox.knowledge.learn(&[first], true, None));
        reader.state().inbox.announce(0, &[2 * LEN], 0, 2);
        let stream = Self { writers, reader, _doors: doors };
        for rank in 0..2_u64 {
            assert_eq!(stream.read(Extent::new(2 * LEN, 0)), Vec::<u8>::new());
            stream.reader.writer_links(usize::try_from(rank).unwrap()).unwrap();
        }
        // A question goes behind what links say first: then the writers know the reader.
        assert!(stream.reader.ask_for_steps(0..2, 0).is_ok());
        stream
    }

    fn write(&self, start: u64, lengths: [u64; 2]) {
        thread::scope(|scope| {
            for (rank, (writer, _)) in self.writers.iter().enumerate() {
                scope.spawn(move || {
                    writer.will_write_in_order(start, &lengths).unwrap();
                    let own = Extent::new(start + lengths[..rank].iter().sum::<u64>(), lengths[rank]);
                    let bytes = pattern(own);
                    writer.write(&[own], &[Spot::of_slice(&bytes)]).unwrap();
                });
            }
        });
    }

    /// In rank order, by a single rank.
    fn read(&self, extent: Extent) -> Vec<u8> {
        self.reader.state().inbox.announce(extent.offset, &[extent.len], 0, 2);
        let mut bytes = vec![0_u8; usize::try_from(extent.len).unwrap()];
        // In two pieces, as a datatype with a hole has it.
        let (first, second) = bytes.split_at_mut(usize::try_from(extent.len / 2).unwrap());
        let memory = [Spot::of_slice_mut(first), Spot::of_slice_mut(second)];
        assert_eq!(self.reader.read(&[extent], &memory, true).unwrap(), extent.len);
        std::hint::black_box(bytes)
    }

    /// Bytes of the last step that were taken from each writer's board.
    fn taken(&self) -> Vec<u64> {
        self.writers.iter().map(|(_, window)| window.board().taken()).collect()
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.reader.party.close_links();
        self.writers.iter().for_each(|(writer, _)| writer.party.close_links());
    }
}

fn pattern(extent: Extent) -> Vec<u8> {
    (extent.offset..extent.end()).map(|offset| (offset % 251) as u8).collect()
}

fn check(stream: &Stream, written: [u64; 2], extent: Extent) {
    thread::scope(|scope| {
        scope.spawn(|| stream.write(2 * LEN, written));
        assert!(stream.read(extent) == pattern(extent), "the bytes as they were written");
    });
}

#[test]
fn a_step_as_expected_is_taken_without_a_question() {
    let stream = Stream::new(1);
    // A write may find nobody there for a moment, where threads are held up: then its bytes are asked for.
    let mut taken = Vec::new();
    for step in 1..20 {
        let extent = Extent::new(2 * LEN * step, 2 * LEN);
        thread::scope(|scope| {
            scope.spawn(|| stream.write(extent.offset, [LEN, LEN]));
            assert!(stream.read(extent) == pattern(extent), "the bytes as they were written");
        });
        taken.push(stream.taken());
    }
    assert!(taken.contains(&vec![LEN, LEN]), "none of 19 steps was taken as it was shown: {taken:?}");
    for (writer, _) in &stream.writers {
        assert_eq!(writer.offset(), 2 * LEN * 20 - LEN * u64::from(writer.party.rank() == 0));
    }
}

#[test]
fn a_step_that_is_not_as_expected_is_asked_for() {
    check(&Stream::new(1), [LEN + 8192, LEN - 4096], Extent::new(2 * LEN, 2 * LEN + 4096));
    check(&Stream::new(1), [0, 2 * LEN], Extent::new(2 * LEN, 2 * LEN));
    check(&Stream::new(1), [4096, 2 * LEN], Extent::new(2 * LEN, 2 * LEN + 4096));
}

#[test]
fn who_asks_gets_what_is_shown() {
    let stream = Stream::new(2);
    check(&stream, [LEN, LEN], Extent::new(2 * LEN, 2 * LEN));
    assert_eq!(stream.taken(), [0, 0]);
}

#[test]
fn who_comes_late_finds_what_was_shown() {
    let stream = Stream::new(1);
    stream.write(2 * LEN, [LEN, LEN]);
    let all = Extent::new(2 * LEN, 2 * LEN);
    assert!(stream.read(all) == pattern(all));
}

/// What is in the window already is not shown beside it: readers would have it twice, and the writer keep it for ever.
#[test]
fn bytes_that_are_written_again_before_they_are_had_are_not_shown() {
    let stream = Stream::new(1);
    stream.write(2 * LEN, [LEN, LEN]);
    let (writer, window) = &stream.writers[0];
    let (own, all) = (Extent::new(2 * LEN, LEN), Extent::new(2 * LEN, 2 * LEN));
    let again = pattern(Extent::new(own.offset + 1, own.len));
    writer.write(&[own], &[Spot::of_slice(&again)]).unwrap();
    assert_eq!(window.board().taken(), 0);
    let expected = [again, pattern(Extent::new(own.end(), LEN))].concat();
    assert!(stream.read(all) == expected, "the later bytes");
    // As soon as they have heard of it.
    while !stream.writers.iter().all(|(writer, _)| writer.keeps_nothing()) {
        thread::yield_now();
    }
}
