// SPDX-License-Identifier: MIT OR Apache-2.0
//! A reader whose writer does not answer for a while.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use seaway_device::{Error, Extent, Hints, Result};
use seaway_proto::{MxnMessage, Side};
use seaway_wire::Secret;

use super::Reader;
use crate::link::{Events, Identity, Link, Listener, LocalName, Window, own_contact};
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

impl Events for Asked {
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
    reader.state().size = Some(4);
    let (sender, got) = channel();
    let reading = reader.clone();
    thread::spawn(move || {
        let mut bytes = vec![0_u8; 4];
        let memory = [(bytes.as_mut_ptr().expose_provenance(), bytes.len())];
        let read = reading.read(&[Extent::new(0, 4)], &memory, true).unwrap();
        sender.send((read, std::hint::black_box(bytes))).unwrap();
    });
    asked.recv_timeout(LONG).expect("rank 0 should be asked whether the writers have left");
    let writer = Writer::new(of_writer.clone(), window);
    let _door = door().serve(of_writer.identity.clone(), writer.events()).unwrap();
    let bytes = *b"late";
    writer.write(&[Extent::new(0, 4)], &[(bytes.as_ptr().expose_provenance(), 4)]).unwrap();
    assert_eq!(got.recv_timeout(LONG).expect("the writer is there"), (4, bytes.to_vec()));
    reader.party.close_links();
    of_writer.close_links();
}
