// SPDX-License-Identifier: MIT OR Apache-2.0
//! Each copy method of links.

use seaway_messages::{CopyMethod, MxnMessage, Side};

use super::Link;
use super::endpoint::{Endpoint, LONG, Peer, answer, ask, pattern, peer_task, say_where};
use crate::link::{CopyMethods, Window};

const LEN: usize = 3_000_000;

/// The peer of the tests with two processes: a writer that shows or sends the pattern.
fn be_writer(task: &str) {
    let bytes = pattern(LEN);
    let window = (task != "no window").then(|| Window::create(4 << 20).unwrap());
    if let Some(window) = &window {
        window.write(4096, &bytes).unwrap();
    }
    let at = window.as_ref().map(|_| 4096);
    let endpoint = match task {
        "elsewhere" => Endpoint::elsewhere(Side::Writer),
        _ => Endpoint::new(Side::Writer, window),
    };
    say_where(&endpoint.me.contact);
    // With the window method the bytes must come from the window: these ones are wrong.
    let wrong = vec![0; LEN];
    answer(&endpoint, if task == "only window" { &wrong } else { &bytes }, at);
}

/// Reads from a writer in another process.
fn check(test: &str, task: &str, methods: CopyMethods, expected: CopyMethod) {
    if let Some(task) = peer_task() {
        return be_writer(&task);
    }
    let peer = Peer::start(&format!("link::tests::copy_methods::{test}"), task);
    let reader = Endpoint::new(Side::Reader, None);
    let link = Link::connect_by(methods, peer.contact(), &reader.me, &reader.events, LONG).unwrap();
    assert_eq!((link.way(), link.peer()), (expected, peer.contact()));
    assert_eq!(reader.connected().number(), link.number());
    assert!(ask(&reader, &link, LEN) == pattern(LEN), "the bytes as they were written");
    link.close();
}

#[test]
fn in_one_process_bytes_are_copied() {
    let (writer, reader) = (Endpoint::new(Side::Writer, None), Endpoint::new(Side::Reader, None));
    let link = reader.connect(&writer.me.contact).unwrap();
    assert_eq!(link.way(), CopyMethod::SameProcess);
    reader.connected();
    let bytes = pattern(LEN);
    std::thread::scope(|scope| {
        let bytes = &bytes;
        scope.spawn(move || answer(&writer, bytes, None));
        assert!(ask(&reader, &link, LEN) == *bytes);
        link.close();
    });
}

#[test]
fn between_processes_memory_is_read() {
    check("between_processes_memory_is_read", "no window", CopyMethods::Any, CopyMethod::ProcessMemory);
}

#[test]
fn between_processes_the_window_is_used_for_what_lies_in_it() {
    check(
        "between_processes_the_window_is_used_for_what_lies_in_it",
        "only window",
        CopyMethods::Any,
        CopyMethod::ProcessMemory,
    );
}

#[test]
fn other_hosts_are_reached_by_tcp() {
    check("other_hosts_are_reached_by_tcp", "elsewhere", CopyMethods::Any, CopyMethod::Socket);
}

#[test]
fn where_memory_may_not_be_read_the_window_is_mapped() {
    check(
        "where_memory_may_not_be_read_the_window_is_mapped",
        "only window",
        CopyMethods::Window,
        CopyMethod::Window,
    );
}

#[test]
fn where_nothing_is_shared_bytes_are_sent() {
    check("where_nothing_is_shared_bytes_are_sent", "no window", CopyMethods::Socket, CopyMethod::Socket);
}

#[test]
fn without_a_window_forcing_it_sends() {
    check("without_a_window_forcing_it_sends", "no window", CopyMethods::Window, CopyMethod::Socket);
}

#[test]
fn messages_come_in_order_from_many_threads() {
    let (writer, reader) = (Endpoint::new(Side::Writer, None), Endpoint::elsewhere(Side::Reader));
    let link = writer.connect(&reader.me.contact).unwrap();
    assert_eq!(link.way(), CopyMethod::Socket);
    reader.connected();
    let bytes = pattern(50_000);
    std::thread::scope(|scope| {
        for thread in 0..4_u64 {
            let (link, bytes) = (&link, &bytes);
            scope.spawn(move || {
                for offset in 0..100 {
                    let len = bytes.len() as u64;
                    let data = MxnMessage::Data { id: thread, offset, len };
                    link.send_data(&data, &[std::io::IoSlice::new(bytes)]).unwrap();
                    link.send(&MxnMessage::StepsFrom { id: thread, offset }).unwrap();
                }
            });
        }
        let mut next = [(0, false); 4];
        for _ in 0..800 {
            let (_, message, payload) = reader.message();
            let (id, offset, is_data) = match message {
                MxnMessage::Data { id, offset, .. } => (id, offset, true),
                MxnMessage::StepsFrom { id, offset } => (id, offset, false),
                other => panic!("{other:?}"),
            };
            let (expected, had_data) = &mut next[usize::try_from(id).unwrap()];
            assert_eq!((*expected, *had_data), (offset, !is_data));
            assert!(!is_data || payload == bytes);
            (*expected, *had_data) = if is_data { (offset, true) } else { (offset + 1, false) };
        }
    });
}

#[test]
fn pings_are_answered_by_themselves() {
    let (writer, reader) = (Endpoint::new(Side::Writer, None), Endpoint::new(Side::Reader, None));
    let link = Link::connect(&writer.me.contact, &reader.me, &reader.events, LONG).unwrap();
    let before = link.last_heard();
    link.send(&MxnMessage::Ping { number: 9 }).unwrap();
    let started = std::time::Instant::now();
    while link.last_heard() == before {
        assert!(started.elapsed() < LONG, "no answer");
        std::thread::yield_now();
    }
}

#[test]
fn words_for_ways() {
    assert_eq!(
        ["memory", "window", "socket"].map(CopyMethods::parse),
        [CopyMethods::Any, CopyMethods::Window, CopyMethods::Socket].map(Some)
    );
    assert_eq!(CopyMethods::parse("smoke"), None);
}
