// SPDX-License-Identifier: MIT OR Apache-2.0
//! Decoding store messages that no client produced. Complements `malformed.rs`, which covers what all
//! services share.

mod random_bytes;
mod samples;

use seaway_messages::{
    HEADER_BYTES, MAX_BODY, MAX_CHUNK, MAX_RANGES, MAX_TREE, Range, Region, StatusMessage, StoreMessage,
    WireError,
};

fn frame(message: &StoreMessage) -> Vec<u8> {
    let mut frame = Vec::new();
    message.encode(&mut frame).expect("a sound message");
    frame
}

fn every_frame() -> Vec<(u16, Vec<u8>)> {
    samples::store().iter().map(|message| (message.kind(), frame(message)[HEADER_BYTES..].to_vec())).collect()
}

fn write(ranges: &[(u64, u64)]) -> StoreMessage {
    let ranges = ranges.iter().map(|&(offset, len)| Range { offset, len }).collect();
    StoreMessage::Write { id: 1, file: 1, place: Region::Extents(ranges) }
}

#[test]
fn a_message_cut_or_followed_by_a_byte_is_an_error() {
    for (kind, mut body) in every_frame() {
        for end in 0..body.len() {
            assert!(StoreMessage::decode(kind, &body[..end]).is_err(), "kind {kind:#x} cut at {end}");
        }
        body.push(0);
        assert_eq!(
            StoreMessage::decode(kind, &body),
            Err(WireError::Trailing { bytes: 1 }),
            "kind {kind:#x}"
        );
    }
    for message in samples::status() {
        let mut frame = Vec::new();
        message.encode(&mut frame).unwrap();
        for end in HEADER_BYTES..frame.len() {
            assert!(StatusMessage::decode(message.kind(), &frame[HEADER_BYTES..end]).is_err());
        }
    }
}

#[test]
fn chunks_are_bounded_both_ways() {
    let body = |len: u64| [1u64.to_le_bytes(), len.to_le_bytes()].concat();
    for len in [0, MAX_CHUNK + 1, 1 << 60, u64::MAX] {
        let refused = WireError::Impossible { what: "the length of a chunk", value: len };
        assert_eq!(StoreMessage::decode(0x0012, &body(len)), Err(refused.clone()));
        assert_eq!(StoreMessage::Chunk { id: 1, len }.encode(&mut Vec::new()), Err(refused));
    }
    assert_eq!(
        StoreMessage::decode(0x0012, &body(MAX_CHUNK)),
        Ok(StoreMessage::Chunk { id: 1, len: MAX_CHUNK })
    );
}

#[test]
fn ranges_are_sorted_disjoint_and_not_empty() {
    fn check(ranges: &[(u64, u64)], sound: bool) {
        let mut out = b"before".to_vec();
        assert_eq!(write(ranges).encode(&mut out).is_ok(), sound, "{ranges:?}");
        let body = ranges.iter().flat_map(|&(offset, len)| [offset, len]).flat_map(u64::to_le_bytes);
        let count = u32::try_from(ranges.len()).unwrap();
        let head = [&1u64.to_le_bytes()[..], &1u32.to_le_bytes(), &[1], &count.to_le_bytes()].concat();
        let body: Vec<u8> = head.into_iter().chain(body).collect();
        assert_eq!(StoreMessage::decode(0x0010, &body).is_ok(), sound, "{ranges:?}");
        if !sound {
            assert_eq!(out, b"before");
        }
    }
    check(&[], true);
    check(&[(0, 1), (1, 1), (5, u64::MAX - 5)], true);
    check(&[(0, 0)], false);
    check(&[(5, 1), (4, 1)], false);
    check(&[(0, 2), (1, 2)], false);
    check(&[(1, u64::MAX)], false);
}

#[test]
fn as_many_ranges_as_allowed_fit_one_frame() {
    let ranges: Vec<(u64, u64)> = (0..=MAX_RANGES as u64).map(|index| (2 * index, 1)).collect();
    assert!(frame(&write(&ranges[1..])).len() <= HEADER_BYTES + MAX_BODY);
    let outcome = write(&ranges).encode(&mut Vec::new());
    assert_eq!(outcome, Err(WireError::ListTooLong { items: MAX_RANGES + 1, limit: MAX_RANGES }));
}

#[test]
fn trees_and_flags_are_bounded() {
    let shape = |bytes| StoreMessage::Shape { shape: 1, displacement: 0, tree: vec![7; bytes] };
    frame(&shape(MAX_TREE));
    assert!(shape(MAX_TREE + 1).encode(&mut Vec::new()).is_err());
    let announced = [&1u32.to_le_bytes()[..], &[0; 8], &u32::MAX.to_le_bytes()].concat();
    assert!(matches!(StoreMessage::decode(0x0013, &announced), Err(WireError::ListTooLong { .. })));

    let open = StoreMessage::Open { id: 1, path: "x".into(), directory: String::new(), flags: 15 };
    let mut body = frame(&open)[HEADER_BYTES..].to_vec();
    *body.last_mut().unwrap() = 16;
    assert!(matches!(StoreMessage::decode(0x0001, &body), Err(WireError::Impossible { .. })));
}

#[test]
fn place_of_a_view_ends_within_64_bits() {
    let place = |position, len| StoreMessage::Read {
        id: 1,
        file: 1,
        place: Region::Shaped { shape: 1, position, len },
    };
    frame(&place(1, u64::MAX - 1));
    assert_eq!(place(2, u64::MAX - 1).encode(&mut Vec::new()), Err(WireError::RangeOverflow));
}

#[test]
fn only_chunks_have_a_payload() {
    for message in samples::store() {
        let expected = if matches!(message, StoreMessage::Chunk { .. }) { 1 << 20 } else { 0 };
        assert_eq!(message.payload(), expected, "{message:?}");
    }
}

#[test]
fn random_bytes_are_a_message_or_an_error() {
    let decode = |kind, body: &[u8]| StoreMessage::decode(kind, body).ok();
    random_bytes::check(&every_frame(), decode, |message| frame(message)[HEADER_BYTES..].to_vec());
}
