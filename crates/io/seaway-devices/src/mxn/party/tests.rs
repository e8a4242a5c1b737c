// SPDX-License-Identifier: MIT OR Apache-2.0
//! A rank that learns of a failure and exits at once: its peers hear which rank was lost.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use seaway_channel::Secret;
use seaway_device_api::{Error, ErrorKind, Hints, Operation, Result};
use seaway_messages::{Contact, MxnMessage, Side};

use super::Party;
use crate::link::{Events, Identity, Listener, LocalName, own_contact};
use crate::mxn::failure::Failure;
use crate::mxn::options::MxnOptions;
use crate::mxn::{Link, LinkEvents};

/// A test that waits this long has failed.
const LONG: Duration = Duration::from_secs(60);

#[derive(Debug, PartialEq, Eq)]
enum Happened {
    Connected,
    /// The stream has failed because of this rank.
    Failed(u32),
    Lost,
}

/// Registers links with the party, if there is one, and reports what happens to them.
struct Peer {
    party: Option<Arc<Party>>,
    report: Mutex<Sender<Happened>>,
}

impl Peer {
    fn start(party: Option<Arc<Party>>) -> (Arc<LinkEvents>, Receiver<Happened>) {
        let (report, reports) = channel();
        (Arc::new(Self { party, report: Mutex::new(report) }), reports)
    }

    fn report(&self, happened: Happened) {
        let _ = self.report.lock().unwrap().send(happened);
    }
}

impl Events<MxnMessage> for Peer {
    fn connected(&self, link: &Arc<Link>) {
        if let Some(party) = &self.party {
            party.register(link);
        }
        self.report(Happened::Connected);
    }

    fn message(&self, _: &Arc<Link>, message: MxnMessage) -> Result<()> {
        if let MxnMessage::Failed { rank, .. } = message {
            self.report(Happened::Failed(rank));
        }
        Ok(())
    }

    fn lost(&self, _: &Arc<Link>, _: Error) {
        self.report(Happened::Lost);
    }

    fn left(&self, _: &Arc<Link>) {}
}

fn identity(side: Side, listener: &Listener) -> Arc<Identity> {
    let contact = own_contact(side, "test", 0, listener).unwrap();
    Arc::new(Identity::new(contact, Secret::from_bytes([7; 32]), None, 16))
}

#[test]
fn peers_hear_of_a_failure_before_calls_of_this_rank_do() {
    /// Each is one chance for the calls to be faster than the news.
    const ROUNDS: usize = 50;
    for _ in 0..ROUNDS {
        let (door, other_door) = (
            Listener::bind(LocalName::Fresh, false).unwrap(),
            Listener::bind(LocalName::Fresh, false).unwrap(),
        );
        let own = identity(Side::Writer, &door);
        let options = MxnOptions::from_hints(&Hints::new()).unwrap();
        let party = Arc::new(Party::new(own.clone(), "mxn:test".to_owned(), options));
        party.set_group(vec![own.contact.clone()]);
        let (events, ups) = Peer::start(Some(party.clone()));
        let _door = door.serve(own.clone(), events.clone()).unwrap();
        let (reader, reports) = Peer::start(None);
        let _link = Link::connect(&own.contact, &identity(Side::Reader, &other_door), &reader, LONG).unwrap();
        assert_eq!(ups.recv_timeout(LONG).unwrap(), Happened::Connected);
        assert_eq!(reports.recv_timeout(LONG).unwrap(), Happened::Connected);
        let lost = Contact { rank: 7, ..own.contact.clone() };
        let (failing, of_party) = (party.clone(), events.clone());
        let told = thread::spawn(move || failing.fail(&Failure::of(&lost, 0, "is gone"), &of_party));
        // The program gets its error and exits.
        while !party.has_failed() {
            std::hint::spin_loop();
        }
        party.cut_links();
        assert_eq!(reports.recv_timeout(LONG).unwrap(), Happened::Failed(7), "the exit was seen first");
        told.join().unwrap();
    }
}

/// A call and the thread of a link may find the same loss at the same moment: the call fails as the stream does, not as
/// its own attempt to connect did.
#[test]
fn a_call_that_finds_a_failure_while_peers_are_informed_of_it_reports_that_failure() {
    let door = Listener::bind(LocalName::Fresh, false).unwrap();
    let own = identity(Side::Reader, &door);
    let options = MxnOptions::from_hints(&Hints::new()).unwrap();
    let party = Arc::new(Party::new(own.clone(), "mxn:test".to_owned(), options));
    party.set_group(vec![own.contact.clone()]);
    let (events, _reports) = Peer::start(None);
    let lost = |rank| Failure::of(&Contact { rank, ..own.contact.clone() }, 1, "is gone");
    // As `learn` leaves it while it informs peers.
    party.failure.set(lost(7)).unwrap();
    let error = party.fail_call(&lost(8), Operation::Read, &events);
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(error.to_string().contains("rank 7 of test"), "{error}");
}
