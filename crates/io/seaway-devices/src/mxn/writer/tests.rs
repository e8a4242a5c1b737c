// SPDX-License-Identifier: MIT OR Apache-2.0
//! A writer, and a reader that is played by the test, message by message.

use std::io::IoSliceMut;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use seaway_channel::Secret;
use seaway_device_api::{Alone, Error, Extent, Hints, Result};
use seaway_memory::Spot;
use seaway_messages::{MxnMessage, Policy, Range, Side};

use super::Writer;
use crate::link::{CopyMethods, Events, Identity, Listener, LocalName, Window, own_contact};
use crate::mxn::options::MxnOptions;
use crate::mxn::party::Party;
use crate::mxn::{Link, LinkEvents};

/// Far longer than anything takes: a test that waits this long has failed.
const LONG: Duration = Duration::from_secs(60);

/// Hands all messages to the test.
struct Played(Mutex<Sender<MxnMessage>>);

impl Events<MxnMessage> for Played {
    fn connected(&self, _: &Arc<Link>) {}

    fn message(&self, _: &Arc<Link>, message: MxnMessage) -> Result<()> {
        let _ = self.0.lock().unwrap().send(message);
        Ok(())
    }

    fn lost(&self, _: &Arc<Link>, _: Error) {}

    fn left(&self, _: &Arc<Link>) {}
}

fn identity(side: Side, listener: &Listener, window: Option<Arc<Window>>) -> Arc<Identity> {
    let contact = own_contact(side, "test", 0, listener).unwrap();
    Arc::new(Identity::new(contact, Secret::from_bytes([7; 32]), window, 16))
}

fn next(messages: &Receiver<MxnMessage>) -> MxnMessage {
    messages.recv_timeout(LONG).expect("the writer should say something")
}

/// A reader whose link takes bytes only when the test says so.
struct Slow {
    messages: Mutex<Sender<MxnMessage>>,
    /// A word for each message with bytes; an error once the test has ended.
    go_on: Mutex<Receiver<()>>,
}

impl Events<MxnMessage> for Slow {
    fn connected(&self, _: &Arc<Link>) {}

    fn message(&self, link: &Arc<Link>, message: MxnMessage) -> Result<()> {
        let len = message.payload();
        let _ = self.messages.lock().unwrap().send(message);
        if len > 0 {
            let _ = self.go_on.lock().unwrap().recv();
            let mut bytes = vec![0; usize::try_from(len).unwrap()];
            link.receive_payload(&mut [IoSliceMut::new(&mut bytes)])?;
        }
        Ok(())
    }

    fn lost(&self, _: &Arc<Link>, _: Error) {}

    fn left(&self, _: &Arc<Link>) {}
}

/// A writer that closes while bytes for a reader are on a socket. `meanwhile` gets the reader's link and lets it go on.
fn close_with_bytes_on_a_socket(meanwhile: impl FnOnce(&Link, Sender<()>)) -> Result<()> {
    let (door, own) =
        (Listener::bind(LocalName::Fresh, false).unwrap(), Listener::bind(LocalName::Fresh, false).unwrap());
    let window = Arc::new(Window::create(4096).unwrap());
    let of_writer = identity(Side::Writer, &door, Some(window.clone()));
    let options = MxnOptions::from_hints(&Hints::new()).unwrap();
    let party = Arc::new(Party::new(of_writer.clone(), "mxn:test".to_owned(), options));
    party.set_group(vec![of_writer.contact.clone()]);
    let writer = Writer::new(party, window);
    let _door = door.serve(of_writer.clone(), writer.events()).unwrap();
    let of_reader = identity(Side::Reader, &own, None);
    let ((sender, messages), (go_on, word)) = (channel(), channel());
    let slow: Arc<LinkEvents> = Arc::new(Slow { messages: Mutex::new(sender), go_on: Mutex::new(word) });
    let link = Link::connect_by(CopyMethods::Socket, &of_writer.contact, &of_reader, &slow, LONG).unwrap();
    let contacts = vec![of_reader.contact.clone()];
    link.send(&MxnMessage::Attach { contacts, policy: Policy::All, once: true }).unwrap();
    assert!(matches!(next(&messages), MxnMessage::Attached { .. }));
    let ranges = vec![Range { offset: 0, len: 8 }];
    link.send(&MxnMessage::Want { id: 1, once: true, expected: false, ranges }).unwrap();
    let bytes = *b"on a way";
    writer.write(&[Extent::new(0, 8)], &[Spot::of_slice(&bytes)]).unwrap();
    assert!(matches!(next(&messages), MxnMessage::Data { id: 1, .. }));
    let closing = writer.clone();
    let closed = thread::spawn(move || closing.end(&Alone));
    while writer.state().outbox.ended().is_none() {
        thread::yield_now();
    }
    meanwhile(&link, go_on);
    let closed = closed.join().unwrap();
    link.cut();
    writer.party.close_links();
    closed
}

/// The connection would lose them, and the reader would take the missing bytes for zeros.
#[test]
fn link_that_breaks_before_its_bytes_are_acknowledged_fails_the_close() {
    let closed = close_with_bytes_on_a_socket(|link, go_on| {
        link.cut();
        drop(go_on);
    });
    let error = closed.unwrap_err().to_string();
    assert!(error.contains("is gone"), "{error}");
}

#[test]
fn close_succeeds_once_the_bytes_are_acknowledged() {
    close_with_bytes_on_a_socket(|_, go_on| go_on.send(()).unwrap()).unwrap();
}

/// Were it told before it has had what is on its way, the reader would forget the want and never say that it has had it.
#[test]
fn retraction_is_answered_behind_what_is_on_its_way() {
    let (door, own) =
        (Listener::bind(LocalName::Fresh, false).unwrap(), Listener::bind(LocalName::Fresh, false).unwrap());
    let window = Arc::new(Window::create(4096).unwrap());
    let of_writer = identity(Side::Writer, &door, Some(window.clone()));
    let options = MxnOptions::from_hints(&Hints::new()).unwrap();
    let party = Arc::new(Party::new(of_writer.clone(), "mxn:test".to_owned(), options));
    party.set_group(vec![of_writer.contact.clone()]);
    let writer = Writer::new(party, window);
    let _door = door.serve(of_writer.clone(), writer.events()).unwrap();
    let of_reader = identity(Side::Reader, &own, None);
    let (sender, messages) = channel();
    let played: Arc<LinkEvents> = Arc::new(Played(Mutex::new(sender)));
    let link = Link::connect(&of_writer.contact, &of_reader, &played, LONG).unwrap();
    let contacts = vec![of_reader.contact.clone()];
    link.send(&MxnMessage::Attach { contacts, policy: Policy::All, once: false }).unwrap();
    assert!(matches!(next(&messages), MxnMessage::Attached { .. }));
    assert!(
        !writer.state().outbox.looks(0),
        "what it may read again it has not yet: a full window makes writers wait"
    );
    let all = Range { offset: 0, len: 8 };
    link.send(&MxnMessage::Want { id: 1, once: true, expected: false, ranges: vec![all] }).unwrap();
    let bytes = *b"on its w";
    let writing = writer.clone();
    let memory = [Spot::of_slice(&bytes)];
    let written = thread::spawn(move || writing.write(&[Extent::new(0, 8)], &memory));
    assert!(matches!(next(&messages), MxnMessage::Here { id: 1, .. }));
    link.send(&MxnMessage::Retract { id: 1 }).unwrap();
    // Messages are answered in turn: what comes now says that the retraction was looked at.
    link.send(&MxnMessage::SizeWanted { id: 2, last: false }).unwrap();
    assert!(matches!(next(&messages), MxnMessage::Size { id: 2, .. }), "the bytes are still on their way");
    link.send(&MxnMessage::Done { id: 1, pieces: vec![all] }).unwrap();
    assert!(matches!(next(&messages), MxnMessage::Retracted { id: 1 }));
    written.join().unwrap().unwrap();
    // Of what is not there, nothing is on its way.
    link.send(&MxnMessage::Retract { id: 3 }).unwrap();
    assert!(matches!(next(&messages), MxnMessage::Retracted { id: 3 }));
    link.close();
    writer.party.close_links();
}
