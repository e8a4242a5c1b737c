// SPDX-License-Identifier: MIT OR Apache-2.0
//! A writer, and a reader that is played by the test, message by message.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use seaway_device::{Error, Extent, Hints, Result};
use seaway_proto::{MxnMessage, Policy, Range, Side};
use seaway_wire::Secret;

use super::Writer;
use crate::link::{Events, Identity, Link, Listener, LocalName, Window, own_contact};
use crate::mxn::options::MxnOptions;
use crate::mxn::party::Party;

/// Far longer than anything takes: a test that waits this long has failed.
const LONG: Duration = Duration::from_secs(60);

/// Hands all messages to the test.
struct Played(Mutex<Sender<MxnMessage>>);

impl Events for Played {
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
    let played: Arc<dyn Events> = Arc::new(Played(Mutex::new(sender)));
    let link = Link::connect(&of_writer.contact, &of_reader, &played, LONG).unwrap();
    let contacts = vec![of_reader.contact.clone()];
    link.send(&MxnMessage::Attach { contacts, policy: Policy::All, once: false }).unwrap();
    assert!(matches!(next(&messages), MxnMessage::Attached { .. }));
    assert!(
        !writer.state().readers[0].looks,
        "what it may read again it has not yet: a full window makes writers wait"
    );
    let all = Range { offset: 0, len: 8 };
    link.send(&MxnMessage::Want { id: 1, once: true, expected: false, ranges: vec![all] }).unwrap();
    let bytes = *b"on its w";
    let writing = writer.clone();
    let address = bytes.as_ptr().expose_provenance();
    let written = thread::spawn(move || writing.write(&[Extent::new(0, 8)], &[(address, 8)]));
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
