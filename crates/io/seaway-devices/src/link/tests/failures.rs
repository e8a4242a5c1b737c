// SPDX-License-Identifier: MIT OR Apache-2.0
//! How links end.

use std::io::IoSlice;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use seaway_channel::Secret;
use seaway_device_api::{Error, ErrorKind, Result};
use seaway_messages::{MxnMessage, Side};
use seaway_testkit::middle::{Going, Middle};

use super::endpoint::{Endpoint, Happened, LONG, Peer, peer_task, say_where};
use super::{Link, LinkEvents};
use crate::link::{Events, Listener, LocalName, open_links};

fn linked(writer: &Endpoint, reader: &Endpoint) -> (Arc<Link>, Arc<Link>) {
    let link = reader.connect(&writer.me.contact).unwrap();
    reader.connected();
    (writer.connected(), link)
}

fn assert_lost(endpoint: &Endpoint) {
    match endpoint.next() {
        Happened::Lost(why) => {
            assert_eq!(why.kind(), ErrorKind::PeerLost, "{why}");
            assert!(why.to_string().contains("rank 3 of test"), "{why}");
        }
        _ => panic!("the peer should be lost"),
    }
}

fn assert_left(endpoint: &Endpoint) {
    match endpoint.next() {
        Happened::Left => {}
        Happened::Lost(why) => panic!("{why}"),
        _ => panic!("the peer should have left"),
    }
}

#[test]
fn goodbye_comes_behind_all_messages() {
    let (writer, reader) = (Endpoint::new(Side::Writer, None), Endpoint::elsewhere(Side::Reader));
    let of_writer = writer.connect(&reader.me.contact).unwrap();
    writer.connected();
    reader.connected();
    let bytes = vec![1; 2_000_000];
    let data = MxnMessage::Data { id: 1, offset: 0, len: bytes.len() as u64 };
    of_writer.send_data(&data, &[IoSlice::new(&bytes)]).unwrap();
    of_writer.close();
    assert_eq!(reader.message().2.len(), bytes.len());
    assert_left(&reader);
    assert_left(&writer);
    assert!(of_writer.send(&MxnMessage::Suspect).is_err(), "it has ended");
}

#[test]
fn cut_link_is_lost_on_both_sides() {
    let (writer, reader) = (Endpoint::new(Side::Writer, None), Endpoint::new(Side::Reader, None));
    let (_, link) = linked(&writer, &reader);
    link.cut();
    assert_lost(&writer);
    assert_lost(&reader);
}

fn check_killed(test: &str, task: &str) {
    if let Some(task) = peer_task() {
        let endpoint = match task.as_str() {
            "elsewhere" => Endpoint::elsewhere(Side::Writer),
            _ => Endpoint::new(Side::Writer, None),
        };
        say_where(&endpoint.me.contact);
        loop {
            std::thread::park();
        }
    }
    let mut peer = Peer::start(&format!("link::tests::failures::{test}"), task);
    let reader = Endpoint::new(Side::Reader, None);
    let link = reader.connect(peer.contact()).unwrap();
    reader.connected();
    peer.kill();
    assert_lost(&reader);
    assert!(link.send(&MxnMessage::Suspect).is_err());
    let again = reader.connect(peer.contact()).unwrap_err();
    assert_eq!(again.kind(), ErrorKind::NoSuchFile, "{again}");
}

#[test]
fn killed_peer_is_lost_at_once() {
    check_killed("killed_peer_is_lost_at_once", "here");
}

#[test]
fn killed_peer_on_another_host_is_lost_at_once() {
    check_killed("killed_peer_on_another_host_is_lost_at_once", "elsewhere");
}

/// Answers every message with bytes, on the link's own thread.
struct Answering(Arc<LinkEvents>);

impl Events<MxnMessage> for Answering {
    fn connected(&self, link: &Arc<Link>) {
        self.0.connected(link);
    }

    fn message(&self, link: &Arc<Link>, _: MxnMessage) -> Result<()> {
        link.send(&MxnMessage::Suspect)?;
        link.send_data(&MxnMessage::Data { id: 1, offset: 0, len: 4 }, &[IoSlice::new(b"data")])
    }

    fn lost(&self, link: &Arc<Link>, why: Error) {
        self.0.lost(link, why);
    }

    fn left(&self, link: &Arc<Link>) {
        self.0.left(link);
    }
}

#[test]
fn goodbye_is_heard_by_one_that_cannot_answer_any_more() {
    let reader = Endpoint::new(Side::Reader, None);
    let answering: Arc<LinkEvents> = Arc::new(Answering(Arc::clone(&reader.events)));
    for writer in [Endpoint::elsewhere(Side::Writer), Endpoint::new(Side::Writer, None)] {
        for _ in 0..50 {
            let link = Link::connect(&writer.me.contact, &reader.me, &answering, LONG).unwrap();
            reader.connected();
            let of_writer = writer.connected();
            // More requests than are answered before the goodbye.
            (0..20).for_each(|offset| of_writer.send(&MxnMessage::StepsFrom { id: 1, offset }).unwrap());
            of_writer.close();
            assert_left(&reader);
            drop(link);
            while !matches!(writer.next(), Happened::Left) {}
        }
    }
}

/// Blocks its thread in the handler until the test is done.
struct Stuck(Mutex<Receiver<()>>);

impl Events<MxnMessage> for Stuck {
    fn connected(&self, _: &Arc<Link>) {}

    fn message(&self, _: &Arc<Link>, _: MxnMessage) -> Result<()> {
        let _ = self.0.lock().unwrap().recv();
        Ok(())
    }

    fn lost(&self, _: &Arc<Link>, _: Error) {}

    fn left(&self, _: &Arc<Link>) {}
}

/// Sends more than any buffer holds, from two threads, to a peer that does not read.
fn check_blocked(before: impl FnOnce(&Link), meanwhile: impl FnOnce(&Link)) {
    let (writer, reader) = (Endpoint::new(Side::Writer, None), Endpoint::new(Side::Reader, None));
    let (release, stuck) = channel();
    let stuck: Arc<LinkEvents> = Arc::new(Stuck(Mutex::new(stuck)));
    let _link = Link::connect(&writer.me.contact, &reader.me, &stuck, LONG).unwrap();
    let of_writer = writer.connected();
    of_writer.send(&MxnMessage::Suspect).unwrap();
    before(&of_writer);
    let bytes = vec![0; 64 << 20];
    let data = MxnMessage::Data { id: 1, offset: 0, len: bytes.len() as u64 };
    std::thread::scope(|scope| {
        let blocked = scope.spawn(|| of_writer.send_data(&data, &[IoSlice::new(&bytes)]));
        let behind = scope.spawn(|| of_writer.send_data(&data, &[IoSlice::new(&bytes)]));
        meanwhile(&of_writer);
        assert!(blocked.join().unwrap().is_err() && behind.join().unwrap().is_err());
    });
    assert_lost(&writer);
    drop(release);
}

#[test]
fn send_that_waits_for_room_comes_back_when_the_link_is_cut() {
    check_blocked(|_| (), Link::cut);
}

#[test]
fn send_to_one_that_takes_nothing_comes_back_after_a_while() {
    check_blocked(|link| link.set_patience(Duration::from_millis(50)), |_| ());
}

#[test]
fn other_secret_is_refused_on_both_sides() {
    let writer = Endpoint::new(Side::Writer, None);
    let reader = Endpoint::with_secret(Side::Reader, None, Secret::from_bytes([8; 32]));
    let error = reader.connect(&writer.me.contact).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AccessDenied);
    assert!(error.to_string().contains("SEAWAY_SECRET_FILE"), "{error}");
    let friend = Endpoint::new(Side::Reader, None);
    linked(&writer, &friend);
}

#[test]
fn name_that_is_taken_says_by_whom() {
    let first =
        Listener::bind(LocalName::Named(format!("seaway-test-{}", std::process::id())), false).unwrap();
    let (name, addresses) = first.contact_addresses();
    assert!(addresses.is_empty());
    let error = Listener::bind(LocalName::Named(name.clone()), false).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FileInUse);
    assert!(error.to_string().contains(&std::process::id().to_string()), "{error}");
    drop(first);
    // A child that another test starts may hold the name for a moment.
    let started = std::time::Instant::now();
    while let Err(error) = Listener::bind(LocalName::Named(name.clone()), false) {
        assert!(started.elapsed() < LONG, "{error}");
        std::thread::yield_now();
    }
}

#[test]
fn stopped_listener_lets_nobody_in_and_leaves_links_up() {
    let (writer, reader) = (Endpoint::new(Side::Writer, None), Endpoint::new(Side::Reader, None));
    let (of_writer, of_reader) = linked(&writer, &reader);
    assert!(open_links() >= 2);
    drop(writer.guard);
    assert_eq!(reader.connect(&writer.me.contact).unwrap_err().kind(), ErrorKind::NoSuchFile);
    of_writer.send(&MxnMessage::Suspect).unwrap();
    assert_eq!(reader.message().1, MxnMessage::Suspect);
    of_reader.close();
}

#[test]
fn somebody_else_at_the_address_is_noticed() {
    let writer = Endpoint::new(Side::Writer, None);
    let reader = Endpoint::new(Side::Reader, None);
    let mut expected = writer.me.contact.clone();
    expected.rank += 1;
    let error = reader.connect(&expected).unwrap_err();
    assert!(error.to_string().contains("now belongs to"), "{error}");
    expected.pid = 0;
    reader.connect(&expected).unwrap();
}

/// A man in the middle forwards the handshake, and then changes one record: both ends see the link lost, and nothing
/// that was sent before was in clear text.
#[test]
fn changed_record_ends_a_link_to_another_host() {
    let (writer, reader) = (Endpoint::new(Side::Writer, None), Endpoint::elsewhere(Side::Reader));
    let mut contact = reader.me.contact.clone();
    // The introductions pass.
    let middle = Middle::start(contact.tcp[0], |mut passing| {
        if passing.going == Going::ToServer && passing.number == 3 {
            *passing.record.last_mut().unwrap() ^= 1;
        }
        vec![passing.record]
    });
    contact.tcp = vec![middle.address];
    let link = writer.connect(&contact).unwrap();
    reader.connected();
    writer.connected();
    let told = |text: &str| MxnMessage::Refused { kind: 1, text: text.into() };
    link.send(&told("passes by")).unwrap();
    assert_eq!(reader.message().1, told("passes by"));
    // This send or the next one notices that the link is lost.
    let _ = link.send(&told("is changed"));
    assert_lost(&reader);
    assert_lost(&writer);
    assert!(middle.seen_bytes() > 100 && !middle.has_seen(b"passes by"));
}
