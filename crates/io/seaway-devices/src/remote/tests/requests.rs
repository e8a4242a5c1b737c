// SPDX-License-Identifier: MIT OR Apache-2.0
//! How much is sent, and how often a call waits for an answer.

use std::io::{IoSlice, IoSliceMut};
use std::time::Duration;

use seaway_device_api::{
    DeviceFile, Durability, Extent, FileShape, RangeLock, RangeLocks, Region, Segments, SegmentsMut, Shaped,
    Transfers,
};
use seaway_messages::StoreMessage as M;
use seaway_testkit::lent_memory::{LentRoom, lend};

use super::fake::Fake;
use super::{begin, open, opened, read, write};

#[test]
fn thousand_small_writes_and_a_sync_take_two_requests() {
    let fake = Fake::default();
    let file = opened(&fake);
    fake.take_requests();
    // Not adjacent, and not in order.
    for number in (0..1000).map(|number| (number * 7) % 1000) {
        write(&file, number * 100, &[number.to_le_bytes()[0]; 64]).unwrap();
    }
    file.sync(Durability::Durable).unwrap();
    let requests = fake.take_requests();
    // At most one round trip each; they are even sent without waiting for each other.
    assert!(matches!(requests[..], [M::Write { .. }, M::Sync { .. }]), "{requests:?}");
    let content = fake.content("/file");
    assert!((0..1000).all(|number| content[number * 100..][..64] == [number.to_le_bytes()[0]; 64]));
}

#[test]
fn coalesced_writes_are_bounded() {
    let fake = Fake::default();
    let file = open(&begin(&fake, Duration::from_secs(60)), "/file", "seaway_write_behind=8k").unwrap();
    fake.take_requests();
    for number in 0..100 {
        write(&file, number * 1000, &[1; 1000]).unwrap();
    }
    file.sync(Durability::Visible).unwrap();
    let writes = fake.take_requests();
    assert!((12..=14).contains(&writes.len()), "{}", writes.len());
    assert_eq!(fake.content("/file"), [1; 100_000]);
}

#[test]
fn without_write_behind_each_write_is_sent_at_once() {
    let fake = Fake::default();
    let file = open(&begin(&fake, Duration::from_secs(60)), "/file", "seaway_write_behind=disable").unwrap();
    fake.take_requests();
    write(&file, 0, b"now").unwrap();
    assert_eq!(fake.content("/file"), b"now");
    assert_eq!(fake.take_requests().len(), 1);
}

#[test]
fn own_writes_are_read_back_at_once() {
    let fake = Fake::default();
    let file = opened(&fake);
    write(&file, 5, b"behind").unwrap();
    assert_eq!(fake.content("/file"), b"", "it is buffered");
    assert_eq!(read(&file, 0, 99).unwrap(), b"\0\0\0\0\0behind");
    write(&file, 5, b"BEHIND").unwrap();
    assert_eq!(file.size().unwrap(), 11);
    assert_eq!(fake.content("/file"), b"\0\0\0\0\0BEHIND");
}

#[test]
fn regular_small_reads_are_prefetched() {
    for stride in [100, 1000] {
        let fake = Fake::default();
        let file = opened(&fake);
        let content: Vec<u8> = (0..1_000_000_u32).map(|place| (place % 251).to_le_bytes()[0]).collect();
        write(&file, 0, &content).unwrap();
        fake.take_requests();
        for number in 0..900 {
            let start = number * stride;
            assert_eq!(read(&file, start as u64, 100).unwrap(), content[start..start + 100], "read {number}");
        }
        let requests = fake.take_requests().len();
        assert!(requests <= 16, "{requests} requests for reads at a distance of {stride}");
    }
}

#[test]
fn prefetched_bytes_are_discarded_at_syncs_and_own_writes() {
    let fake = Fake::default();
    let file = opened(&fake);
    write(&file, 0, &[1; 10_000]).unwrap();
    let mut expected = vec![1_u8; 10_000];
    for number in 0..100 {
        if number == 30 {
            // Written by another client.
            fake.lock().files.get_mut("/file").unwrap().1[5000..].fill(2);
            expected[5000..].fill(2);
            file.sync(Durability::Durable).unwrap();
        }
        if number == 60 {
            write(&file, 8000, &[3; 50]).unwrap();
            expected[8000..8050].fill(3);
        }
        assert_eq!(
            read(&file, number * 100, 100).unwrap(),
            expected[usize::try_from(number * 100).unwrap()..][..100]
        );
    }
}

#[test]
fn shapes_are_sent_once() {
    let fake = Fake::default();
    let file = opened(&fake);
    // Three bytes of every five, from byte 7 on.
    let shape = FileShape::new(7, [3, 5]);
    for step in 0..10_u64 {
        let bytes = [step.to_le_bytes()[0]; 60];
        file.write_shaped(&shape, step * 60..step * 60 + 60, &Segments::new(&[IoSlice::new(&bytes)]))
            .unwrap();
        // A library that creates its views again each time sends the same shape.
        let mut back = [0; 60];
        let mut pieces = [IoSliceMut::new(&mut back)];
        let again = FileShape::new(7, [3, 5]);
        let got =
            file.read_shaped(&again, step * 60..step * 60 + 60, &mut SegmentsMut::new(&mut pieces)).unwrap();
        assert_eq!((got, back), (60, bytes));
    }
    let told = fake.lock().told.iter().filter(|message| matches!(message, M::Shape { .. })).count();
    assert_eq!(told, 1);
}

#[test]
fn frames_around_bytes_are_few() {
    let fake = Fake::default();
    let file = opened(&fake);
    let before = fake.lock().wire_bytes;
    let bytes = vec![7; 3_000_000];
    let shape = FileShape::new(0, [100, 200]);
    file.write_shaped(&shape, 0..bytes.len() as u64, &Segments::new(&[IoSlice::new(&bytes)])).unwrap();
    let around = fake.lock().wire_bytes - before - bytes.len() as u64;
    // A shape, a write, and a chunk for each credit of the fake.
    assert!(around < 2000, "{around} bytes around the data");
}

#[test]
fn transfers_complete_in_any_order_and_once() {
    let fake = Fake::default();
    fake.lock().plan.shuffled = Some(1);
    let file = opened(&fake);
    let parts: Vec<Vec<u8>> = (0..8_u8).map(|part| vec![part + 1; 100_000]).collect();
    let place = |part: usize| Region::Extents(vec![Extent::new(part as u64 * 100_000, 100_000)]);
    let tickets: Vec<_> =
        (0..8).map(|part| file.start_write(place(part), lend(parts[part].clone())).unwrap()).collect();
    for ticket in tickets.into_iter().rev() {
        assert_eq!(Transfers::wait(&file, ticket).unwrap(), 100_000);
    }
    let start = |part: usize| {
        let (room, lent) = LentRoom::new(vec![0; 100_000]);
        (file.start_read(place(part), lent, false).unwrap(), room)
    };
    let started: Vec<_> = (0..8).map(start).collect();
    for (part, (ticket, room)) in started.iter().enumerate() {
        while file.poll(ticket).unwrap().is_none() {
            std::thread::yield_now();
        }
        assert!(file.poll(ticket).is_err(), "a ticket is good for one answer");
        assert!(room.bytes() == parts[part]);
    }
}

#[test]
fn locks_are_ordered_around_the_writes_they_protect() {
    let fake = Fake::default();
    let file = opened(&fake);
    fake.take_requests();
    let extent = Extent::new(0, 10);
    file.lock(extent, RangeLock::Exclusive).unwrap();
    write(&file, 0, b"protected").unwrap();
    file.unlock(extent).unwrap();
    let requests = fake.take_requests();
    assert!(matches!(requests[..], [M::Lock { .. }, M::Write { .. }, M::Unlock { .. }]), "{requests:?}");
}

#[test]
fn files_of_one_session_share_its_connection() {
    let fake = Fake::default();
    let session = begin(&fake, Duration::from_secs(60));
    let (first, second) = (open(&session, "/a", "").unwrap(), open(&session, "/b", "").unwrap());
    write(&first, 0, b"first").unwrap();
    write(&second, 0, b"second").unwrap();
    drop((first, second, session));
    assert_eq!((fake.content("/a"), fake.content("/b")), (b"first".to_vec(), b"second".to_vec()));
    assert_eq!(fake.lock().connections, 1);
    let requests = fake.take_requests();
    assert!(matches!(requests.last(), Some(M::Bye)), "{requests:?}");
    assert_eq!(requests.iter().filter(|request| matches!(request, M::Close { .. })).count(), 2);
}

#[test]
fn two_handles_of_one_file_behave_as_one() {
    let fake = Fake::default();
    let session = begin(&fake, Duration::from_secs(60));
    // As used by libraries that open a file collectively, and once more for one rank; also through another
    // connection.
    for other in [&session, &begin(&fake, Duration::from_secs(60))] {
        let (first, second) = (open(&session, "/file", "").unwrap(), open(other, "/file", "").unwrap());
        write(&first, 0, b"older older").unwrap();
        write(&second, 0, b"newer").unwrap();
        assert_eq!(read(&first, 0, 99).unwrap(), b"newer older");
        assert_eq!(second.size().unwrap(), 11);
        write(&first, 6, b"third").unwrap();
        drop(second);
        write(&first, 0, b"FIRST").unwrap();
        drop(first);
        assert_eq!(fake.content("/file"), b"FIRST third");
        fake.lock().files.clear();
    }
}
