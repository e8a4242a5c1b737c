// SPDX-License-Identifier: MIT OR Apache-2.0
//! A reader whose writer does not answer for a while.

use std::io::IoSlice;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use seaway_channel::Secret;
use seaway_device_api::{Error, Extent, Hints, Result};
use seaway_memory::Spot;
use seaway_messages::{MxnMessage, Side};

use super::Reader;
use crate::link::{Events, Identity, Listener, LocalName, Window, own_contact};
use crate::mxn::Link;
use crate::mxn::options::MxnOptions;
use crate::mxn::party::Party;
use crate::mxn::writer::Writer;

/// Far longer than anything takes: a test that waits this long has failed.
const LONG: Duration = Duration::from_secs(60);

pub(super) fn party(side: Side, rank: u32, listener: &Listener, window: Option<Arc<Window>>) -> Arc<Party> {
    let contact = own_contact(side, "test", rank, listener).unwrap();
    let identity = Identity::new(contact, Secret::from_bytes([7; 32]), window, 16);
    let options = MxnOptions::from_hints(&Hints::new()).unwrap();
    Arc::new(Party::new(Arc::new(identity), "mxn:test".to_owned(), options))
}

fn fresh() -> Listener {
    Listener::bind(LocalName::Fresh, false).unwrap()
}

/// Rank 0 of the readers: notes that it is asked, and does not answer.
struct Asked(Mutex<Sender<()>>);

impl Events<MxnMessage> for Asked {
    fn connected(&self, _: &Arc<Link>) {}

    fn message(&self, _: &Arc<Link>, message: MxnMessage) -> Result<()> {
        if matches!(message, MxnMessage::SizeWanted { .. }) {
            let _ = self.0.lock().unwrap().send(());
        }
        Ok(())
    }

    fn lost(&self, _: &Arc<Link>, _: Error) {}

    fn left(&self, _: &Arc<Link>) {}
}

/// It has come to close, and waits until this reader has had everything: waiting for it to leave would last for ever.
#[test]
fn writer_that_was_too_busy_to_answer_is_asked_again() {
    let name = format!("seaway-test-busy-{}", std::process::id());
    let door = || Listener::bind(LocalName::Named(name.clone()), false).unwrap();
    let window = Arc::new(Window::create(4096).unwrap());
    let closed = door();
    let of_writer = party(Side::Writer, 0, &closed, Some(window.clone()));
    drop(closed);
    let (sender, asked) = channel();
    let (first, own) = (fresh(), fresh());
    let of_first = party(Side::Reader, 0, &first, None);
    let _first = first.serve(of_first.identity.clone(), Arc::new(Asked(Mutex::new(sender)))).unwrap();
    let of_reader = party(Side::Reader, 1, &own, None);
    of_reader.set_group(vec![of_first.identity.contact.clone(), of_reader.identity.contact.clone()]);
    let reader = Reader::new(of_reader);
    reader.set_attached(0, vec![of_writer.identity.contact.clone()]);
    // It has heard, from another writer, that they have come to close.
    reader.state().inbox.learn_size(4);
    let (sender, got) = channel();
    let reading = reader.clone();
    thread::spawn(move || {
        let mut bytes = vec![0_u8; 4];
        let read = reading.read(&[Extent::new(0, 4)], &[Spot::of_slice_mut(&mut bytes)], true).unwrap();
        sender.send((read, std::hint::black_box(bytes))).unwrap();
    });
    asked.recv_timeout(LONG).expect("rank 0 should be asked whether the writers have left");
    let writer = Writer::new(of_writer.clone(), window);
    let _door = door().serve(of_writer.identity.clone(), writer.events()).unwrap();
    let bytes = *b"late";
    writer.write(&[Extent::new(0, 4)], &[Spot::of_slice(&bytes)]).unwrap();
    assert_eq!(got.recv_timeout(LONG).expect("the writer is there"), (4, bytes.to_vec()));
    reader.party.close_links();
    of_writer.close_links();
}

/// A writer's end of a link that says what the test tells it, with payload.
struct Sends(Mutex<Sender<(Arc<Link>, MxnMessage)>>);

impl Events<MxnMessage> for Sends {
    fn connected(&self, _: &Arc<Link>) {}

    fn message(&self, link: &Arc<Link>, message: MxnMessage) -> Result<()> {
        let _ = self.0.lock().unwrap().send((link.clone(), message));
        Ok(())
    }

    fn lost(&self, _: &Arc<Link>, _: Error) {}

    fn left(&self, _: &Arc<Link>) {}
}

/// What a reader that has asked for 8 bytes at 100 makes of `data` with so many bytes behind it.
fn read_when_sent(data: impl FnOnce(u64) -> (MxnMessage, usize)) -> std::result::Result<Vec<u8>, String> {
    let (door, own) = (fresh(), fresh());
    let of_writer = party(Side::Writer, 0, &door, None);
    let (sender, messages) = channel();
    let _door = door.serve(of_writer.identity.clone(), Arc::new(Sends(Mutex::new(sender)))).unwrap();
    let of_reader = party(Side::Reader, 0, &own, None);
    of_reader.set_group(vec![of_reader.identity.contact.clone()]);
    let reader = Reader::new(of_reader);
    reader.set_attached(0, vec![of_writer.identity.contact.clone()]);
    let reading = reader.clone();
    let read = thread::spawn(move || {
        let mut bytes = vec![0_u8; 8];
        let read = reading.read(&[Extent::new(100, 8)], &[Spot::of_slice_mut(&mut bytes)], true);
        let bytes = std::hint::black_box(bytes);
        read.map(|_| bytes).map_err(|error| error.to_string())
    });
    let (link, id) = loop {
        let (link, message) = messages.recv_timeout(LONG).expect("the reader asks");
        if let MxnMessage::Want { id, .. } = message {
            break (link, id);
        }
    };
    let (message, len) = data(id);
    // The reader may end the link before it has read all.
    let _ = link.send_data(&message, &[IoSlice::new(&vec![7; len])]);
    let read = read.join().unwrap();
    reader.party.close_links();
    read
}

#[test]
fn data_that_was_asked_for_is_read() {
    assert_eq!(read_when_sent(|id| (MxnMessage::Data { id, offset: 100, len: 8 }, 8)), Ok(vec![7; 8]));
}

/// It would take as much memory as a peer likes.
#[test]
fn data_of_any_length_that_a_peer_names_ends_the_link() {
    let error = read_when_sent(|id| (MxnMessage::Data { id, offset: 0, len: u64::MAX / 2 }, 64)).unwrap_err();
    assert!(error.contains("more than a message has"), "{error}");
}

#[test]
fn data_beside_what_was_asked_for_ends_the_link() {
    for (offset, len) in [(99, 8), (100, 9), (0, 8), (108, 8)] {
        let sent = |id| (MxnMessage::Data { id, offset, len }, usize::try_from(len).unwrap());
        let error = read_when_sent(sent).unwrap_err();
        assert!(error.contains("was not asked for"), "{offset}, {len}: {error}");
    }
}
