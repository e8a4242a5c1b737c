// SPDX-License-Identifier: MIT OR Apache-2.0
//! Links that carry the messages of another service than streams.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use seaway_device_api::{Error, Result};
use seaway_messages::{Service, Side, StoreMessage, WireError};

use super::endpoint::{Endpoint, LONG, secret};
use crate::link::{
    Control, Events, Identity, Link, LinkMessage, Listener, ListenerGuard, LocalName, own_contact,
};

impl LinkMessage for StoreMessage {
    const SERVICE: Service = Service::Store;

    fn write(&self, frame: &mut Vec<u8>) -> Result<(), WireError> {
        self.encode(frame)
    }

    fn read(kind: u16, body: &[u8]) -> Result<Self, WireError> {
        Self::decode(kind, body)
    }

    fn payload_bytes(&self) -> u64 {
        self.payload()
    }

    fn control(&self) -> Option<Control> {
        match self {
            Self::Ping { number } => Some(Control::Ping(*number)),
            Self::Bye => Some(Control::Bye),
            _ => None,
        }
    }

    fn pong(number: u64) -> Self {
        Self::Pong { number }
    }

    fn bye() -> Self {
        Self::Bye
    }
}

/// Passes messages to the test; `None` after the peer has said goodbye.
struct Heard(Mutex<Sender<Option<StoreMessage>>>);

impl Events<StoreMessage> for Heard {
    fn connected(&self, _: &Arc<Link<StoreMessage>>) {}

    fn message(&self, _: &Arc<Link<StoreMessage>>, message: StoreMessage) -> Result<()> {
        let _ = self.0.lock().unwrap().send(Some(message));
        Ok(())
    }

    fn lost(&self, _: &Arc<Link<StoreMessage>>, _: Error) {}

    fn left(&self, _: &Arc<Link<StoreMessage>>) {
        let _ = self.0.lock().unwrap().send(None);
    }
}

type StoreEvents = Arc<dyn Events<StoreMessage>>;

fn served() -> (Arc<Identity>, StoreEvents, Receiver<Option<StoreMessage>>, ListenerGuard) {
    let listener = Listener::bind(LocalName::Fresh, false).unwrap();
    let contact = own_contact(Side::Writer, "test", 0, &listener).unwrap();
    let me = Arc::new(Identity::new(contact, secret(), None, 16));
    let (sender, heard) = channel();
    let events: StoreEvents = Arc::new(Heard(Mutex::new(sender)));
    let guard = listener.serve(me.clone(), events.clone()).unwrap();
    (me, events, heard, guard)
}

#[test]
fn links_carry_messages_pings_and_goodbyes_of_another_service() {
    let (server, _, at_server, _door) = served();
    let (client, events, at_client, _own) = served();
    let link = Link::connect(&server.contact, &client, &events, LONG).unwrap();
    link.send(&StoreMessage::Cancel { id: 7 }).unwrap();
    assert!(matches!(at_server.recv_timeout(LONG).unwrap(), Some(StoreMessage::Cancel { id: 7 })));
    link.send(&StoreMessage::Ping { number: 9 }).unwrap();
    assert!(matches!(at_client.recv_timeout(LONG).unwrap(), Some(StoreMessage::Pong { number: 9 })));
    link.close();
    assert!(at_server.recv_timeout(LONG).unwrap().is_none(), "a goodbye");
}

#[test]
fn services_do_not_mix() {
    let (server, ..) = served();
    let streams = Endpoint::new(Side::Writer, None);
    let (client, events, ..) = served();
    assert!(Link::connect(&streams.me.contact, &client, &events, LONG).is_err());
    assert!(streams.connect(&server.contact).is_err());
}
