// SPDX-License-Identifier: MIT OR Apache-2.0
//! Links over channels, with few connections between ranks of several hosts, all of which are this host by another name.

use std::io::IoSlice;

use seaway_device_api::ErrorKind;
use seaway_messages::{Contact, CopyMethod, MxnMessage, Side};

use super::endpoint::{Endpoint, Happened, answer, ask, pattern};
use seaway_channel::Secret;

/// `ranks` of a side, two on each host.
fn program(side: Side, ranks: u32, direct_links: usize) -> Vec<Endpoint> {
    let base = if side == Side::Writer { 100 } else { 200 };
    let at = |rank| Endpoint::on_host(side, rank, base + u64::from(rank / 2), direct_links);
    (0..ranks).map(at).collect()
}

fn introduce(writers: &[Endpoint], readers: &[Endpoint]) {
    let contacts =
        |ranks: &[Endpoint]| ranks.iter().map(|rank| rank.me.contact.clone()).collect::<Vec<Contact>>();
    for rank in writers.iter().chain(readers) {
        rank.me.trunks.learn(Side::Writer, &contacts(writers));
        rank.me.trunks.learn(Side::Reader, &contacts(readers));
    }
}

fn close(ranks: &[Endpoint]) {
    ranks.iter().for_each(|rank| rank.me.trunks.close());
}

#[test]
fn all_pairs_meet_through_one_connection_for_each_pair_of_hosts() {
    let (writers, readers) = (program(Side::Writer, 4, 0), program(Side::Reader, 6, 0));
    introduce(&writers, &readers);
    let bytes = pattern(700_000);
    std::thread::scope(|scope| {
        for writer in &writers {
            let bytes = &bytes;
            scope.spawn(move || {
                for _ in 0..6 {
                    answer(writer, bytes, None);
                }
            });
        }
        let reading: Vec<_> = readers
            .iter()
            .map(|reader| {
                let (writers, bytes) = (&writers, &bytes);
                scope.spawn(move || {
                    let read = |writer: &Endpoint| {
                        let link = reader.connect(&writer.me.contact).unwrap();
                        reader.connected();
                        assert_eq!((link.way(), link.peer()), (CopyMethod::Socket, &writer.me.contact));
                        assert!(ask(reader, &link, bytes.len()) == *bytes);
                        link
                    };
                    writers.iter().map(read).collect::<Vec<_>>()
                })
            })
            .collect();
        let links: Vec<_> = reading.into_iter().flat_map(|reading| reading.join().unwrap()).collect();
        let count = |rank: &Endpoint| rank.me.trunks.count();
        // To the three hosts of readers, to the two of writers, and to the other rank on its host.
        assert_eq!(readers.iter().map(count).collect::<Vec<_>>(), [3, 1, 3, 1, 3, 1]);
        assert_eq!(writers.iter().map(count).collect::<Vec<_>>(), [4, 1, 4, 1]);
        // The writers answer until each link has ended.
        links.iter().for_each(|link| link.close());
    });
    close(&readers);
    close(&writers);
}

#[test]
fn few_links_have_connections_of_their_own() {
    let (writers, readers) = (program(Side::Writer, 6, 16), program(Side::Reader, 1, 4));
    introduce(&writers, &readers);
    let links: Vec<_> =
        writers.iter().map(|writer| readers[0].connect(&writer.me.contact).unwrap()).collect();
    assert_eq!(links.iter().filter(|link| link.is_channel()).count(), 2);
    assert!(!links[..4].iter().any(|link| link.is_channel()));
    links.iter().for_each(|link| link.close());
}

#[test]
fn writer_with_enough_connections_is_reached_by_channels() {
    let (writers, readers) = (program(Side::Writer, 2, 2), program(Side::Reader, 6, 16));
    introduce(&writers, &readers);
    let connect = |reader: &Endpoint| reader.connect(&writers[1].me.contact).unwrap();
    let links: Vec<_> = readers.iter().map(connect).collect();
    let channels: Vec<bool> = links.iter().map(|link| link.is_channel()).collect();
    assert_eq!(channels, [false, false, true, true, true, true]);
    for link in &links {
        link.send(&MxnMessage::Suspect).unwrap();
    }
    let mut heard = 0;
    while heard < links.len() {
        heard += usize::from(matches!(writers[1].next(), Happened::Message(..)));
    }
    // A rank that cannot know the porters yet is accepted.
    let first = Endpoint::on_host(Side::Reader, 0, 300, 16);
    assert!(!connect(&first).is_channel());
    let other = Endpoint::on_host(Side::Reader, 1, 300, 16);
    let error = other.connect(&writers[1].me.contact).unwrap_err();
    assert!(error.to_string().contains("limit of connections"), "{error}");
}

#[test]
fn goodbyes_and_losses_of_channels_are_those_of_links() {
    let (writers, readers) = (program(Side::Writer, 2, 0), program(Side::Reader, 2, 0));
    introduce(&writers, &readers);
    let linked = || {
        let link = readers[1].connect(&writers[1].me.contact).unwrap();
        readers[1].connected();
        (link, writers[1].connected())
    };
    let (leaving, of_writer) = linked();
    let bytes = vec![1; 2_000_000];
    let data = MxnMessage::Data { id: 1, offset: 0, len: bytes.len() as u64 };
    of_writer.send_data(&data, &[IoSlice::new(&bytes)]).unwrap();
    of_writer.close();
    assert_eq!(readers[1].message().2.len(), bytes.len());
    assert!(matches!(readers[1].next(), Happened::Left));
    assert!(matches!(writers[1].next(), Happened::Left));
    drop(leaving);

    let (cut, _of_writer) = linked();
    cut.cut();
    for rank in [&readers[1], &writers[1]] {
        assert!(matches!(rank.next(), Happened::Lost(why) if why.kind() == ErrorKind::PeerLost));
    }

    let (_link, _of_writer) = linked();
    writers[0].me.trunks.cut();
    for rank in [&readers[1], &writers[1]] {
        let Happened::Lost(why) = rank.next() else { panic!("the link should be lost") };
        assert!(why.to_string().contains("writer rank 0 of test"), "{why}");
    }
    let gone = readers[1].connect(&writers[1].me.contact).unwrap_err();
    assert_eq!(gone.kind(), ErrorKind::PeerLost, "{gone}");
}

#[test]
fn rank_that_is_gone_is_no_such_file() {
    let (mut writers, readers) = (program(Side::Writer, 2, 0), program(Side::Reader, 2, 0));
    introduce(&writers, &readers);
    let gone = writers.pop().unwrap();
    let contact = gone.me.contact.clone();
    drop(gone);
    let error = readers[1].connect(&contact).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSuchFile, "{error}");
}

#[test]
fn two_that_connect_at_once_have_one_trunk() {
    for _ in 0..20 {
        let (writers, readers) = (program(Side::Writer, 1, 0), program(Side::Reader, 1, 0));
        introduce(&writers, &readers);
        let (writer, reader) = (&writers[0], &readers[0]);
        std::thread::scope(|scope| {
            let one = scope.spawn(|| writer.connect(&reader.me.contact).unwrap());
            let other = reader.connect(&writer.me.contact).unwrap();
            assert!(one.join().unwrap().is_channel() && other.is_channel());
        });
        assert_eq!((writer.me.trunks.count(), reader.me.trunks.count()), (1, 1));
    }
}

/// At the porter; the link inside a channel authenticates once more, end to end.
#[test]
fn nobody_gets_a_trunk_without_the_secret() {
    let writers = program(Side::Writer, 2, 0);
    let stranger = Endpoint::on_host_with_secret(Side::Reader, 0, 200, 0, Secret::from_bytes([8; 32]));
    introduce(&writers, std::slice::from_ref(&stranger));
    let error = stranger.connect(&writers[1].me.contact).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AccessDenied, "{error}");
    assert_eq!((writers[0].me.trunks.count(), stranger.me.trunks.count()), (0, 0));
}
