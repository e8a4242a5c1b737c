// SPDX-License-Identifier: MIT OR Apache-2.0
//! Decoding bytes that no encoder produced: an error, no panic, and no allocation based on unverified
//! lengths.

mod random_bytes;
mod samples;

use fastrand::Rng;
use seaway_messages::{
    Contact, DirectoryMessage, HEADER_BYTES, LARGE, MAX_BODY, MAX_RANGES, MAX_STRING, MxnMessage, Piece,
    Policy, Range, Side, Step, ThingKind, ThingMessage, TrunkMessage, WireError, decode_header,
};

fn frame(message: &MxnMessage) -> Vec<u8> {
    let mut frame = Vec::new();
    message.encode(&mut frame).expect("a sound message");
    frame
}

fn every_frame() -> Vec<(u16, Vec<u8>)> {
    samples::mxn().iter().map(|message| (message.kind(), frame(message)[HEADER_BYTES..].to_vec())).collect()
}

fn numbers(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

#[test]
fn a_message_cut_at_any_byte_is_an_error() {
    for (kind, body) in every_frame() {
        for end in 0..body.len() {
            assert!(MxnMessage::decode(kind, &body[..end]).is_err(), "kind {kind:#x} cut at {end}");
        }
    }
    for message in samples::directory() {
        let mut frame = Vec::new();
        message.encode(&mut frame).unwrap();
        for end in HEADER_BYTES..frame.len() {
            assert!(DirectoryMessage::decode(message.kind(), &frame[HEADER_BYTES..end]).is_err());
        }
    }
    for message in samples::trunk() {
        let mut frame = Vec::new();
        message.encode(&mut frame).unwrap();
        for end in HEADER_BYTES..frame.len() {
            assert!(TrunkMessage::decode(message.kind(), &frame[HEADER_BYTES..end]).is_err());
        }
    }
    for message in samples::thing() {
        let mut frame = Vec::new();
        message.encode(&mut frame).unwrap();
        for end in HEADER_BYTES..frame.len() {
            assert!(ThingMessage::decode(message.kind(), &frame[HEADER_BYTES..end]).is_err());
        }
    }
}

#[test]
fn invalid_names_of_things_are_refused() {
    for name in ["", "two\nlines", "nul\0", &"x".repeat(481)] {
        let name = name.to_owned();
        let message = ThingMessage::Open { id: 1, name, flags: 1, kind: ThingKind::Memory, size: 0 };
        assert!(message.encode(&mut Vec::new()).is_err(), "{message:?}");
    }
}

#[test]
fn a_byte_after_a_message_is_an_error() {
    for (kind, mut body) in every_frame() {
        body.push(0);
        assert_eq!(MxnMessage::decode(kind, &body), Err(WireError::Trailing { bytes: 1 }), "kind {kind:#x}");
    }
}

#[test]
fn unknown_kinds_are_errors() {
    for kind in 0..=u16::MAX {
        if !MxnMessage::KINDS.contains(&kind) {
            assert_eq!(MxnMessage::decode(kind, &[]), Err(WireError::UnknownKind { kind }));
        }
    }
}

#[test]
fn a_list_that_announces_more_than_follows_is_refused() {
    let want =
        MxnMessage::Want { id: 1, once: true, expected: false, ranges: vec![Range { offset: 0, len: 1 }; 3] };
    let count_at = 8 + 1 + 1;
    for announced in [4, 1 << 20, 1 << 31, u32::MAX] {
        let mut body = frame(&want)[HEADER_BYTES..].to_vec();
        body[count_at..count_at + 4].copy_from_slice(&announced.to_le_bytes());
        assert_eq!(MxnMessage::decode(want.kind(), &body), Err(WireError::Truncated), "{announced} ranges");
    }
    // A list of lists: the inner length is wrong.
    let steps = MxnMessage::Steps {
        id: 1,
        steps: vec![Step { start: 0, lengths: vec![(1, 1)] }],
        ordered: true,
        end: None,
    };
    let mut body = frame(&steps)[HEADER_BYTES..].to_vec();
    body[20..24].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(MxnMessage::decode(steps.kind(), &body), Err(WireError::Truncated));
}

#[test]
fn huge_numbers_decode_or_overflow() {
    let skip = |offset, len| {
        let body = [1u32.to_le_bytes().to_vec(), numbers(&[offset, len])].concat();
        MxnMessage::decode(0x0025, &body)
    };
    assert!(skip(1 << 60, 1 << 60).is_ok());
    assert!(skip(1, u64::MAX - 1).is_ok());
    assert_eq!(skip(1 << 63, 1 << 63), Err(WireError::RangeOverflow));
    assert_eq!(skip(u64::MAX, 1), Err(WireError::RangeOverflow));

    let step = |length: u64, times: u32| {
        let lengths = [&1u32.to_le_bytes()[..], &numbers(&[length]), &times.to_le_bytes()].concat();
        let body = [&numbers(&[1]), &1u32.to_le_bytes()[..], &numbers(&[0]), &lengths, &[1, 0]].concat();
        MxnMessage::decode(0x8021, &body)
    };
    assert!(step(1 << 60, 15).is_ok());
    assert_eq!(step(1 << 60, 16), Err(WireError::RangeOverflow));
    assert_eq!(step(1 << 60, u32::MAX), Err(WireError::RangeOverflow));
}

#[test]
fn what_would_be_refused_is_not_sent() {
    fn check(message: MxnMessage) {
        let mut out = b"before".to_vec();
        assert!(message.encode(&mut out).is_err(), "{message:?}");
        assert_eq!(out, b"before");
    }
    check(MxnMessage::Skip { ranges: vec![Range { offset: u64::MAX, len: 1 }] });
    let piece = Piece { offset: 0, len: 2, address: u64::MAX - 1, window: None };
    check(MxnMessage::Here { id: 1, pieces: vec![piece] });
    check(MxnMessage::Here { id: 1, pieces: vec![Piece { address: 0, window: Some(u64::MAX), ..piece }] });
    check(MxnMessage::Attach { contacts: Vec::new(), policy: Policy::Every(0), once: false });
    let two_much = Step { start: 0, lengths: vec![(0, u32::MAX), (0, 1)] };
    check(MxnMessage::Steps { id: 1, steps: vec![two_much], ordered: true, end: None });
    check(MxnMessage::Skip { ranges: vec![Range { offset: 0, len: 1 }; MAX_BODY / 16] });
}

#[test]
fn max_ranges_fit_one_frame() {
    let piece = Piece { offset: 1, len: 2, address: 3, window: Some(4) };
    let here = MxnMessage::Here { id: 1, pieces: vec![piece; MAX_RANGES] };
    assert!(frame(&here).len() <= HEADER_BYTES + MAX_BODY);
}

#[test]
fn every_rank_of_a_large_machine_fits_one_frame() {
    let MxnMessage::Introduce { contact, .. } = &samples::mxn()[0] else {
        panic!("the first sample has changed")
    };
    let crowded = Contact { tcp: vec!["[2001:db8::1]:1".parse().unwrap(); 16], ..contact.clone() };
    frame(&MxnMessage::Attached { reader: 0, contacts: vec![crowded; 56_000] });
    let step = Step { start: 0, lengths: (0..56_000).map(|rank| (rank, 1)).collect() };
    let bytes = step.encoded_bytes();
    let steps = frame(&MxnMessage::Steps { id: 0, steps: vec![step], ordered: true, end: None });
    assert_eq!(steps.len(), HEADER_BYTES + 8 + 4 + bytes + 1 + 1);
}

#[test]
fn impossible_choices_are_refused() {
    fn check(kind: u16, body: &[u8]) {
        let outcome = MxnMessage::decode(kind, body);
        assert!(matches!(outcome, Err(WireError::Impossible { .. })), "{outcome:?}");
    }
    check(0x0002, &[0]);
    check(0x0002, &[5]);
    check(0x8003, &[0, 0, 0, 0, 9, 0]);
    check(0x8003, &[0, 0, 0, 0, 2, 0, 0, 0, 0, 1]);
    check(0x8003, &[0, 0, 0, 0, 1, 2]);
}

#[test]
fn names_are_refused_and_texts_are_cut_when_too_long() {
    let long = "é".repeat(MAX_STRING);
    let mut out = Vec::new();
    let look_up = DirectoryMessage::LookUp { name: long.clone() };
    assert_eq!(look_up.encode(&mut out), Err(WireError::StringTooLong { bytes: long.len() }));

    let refused = frame(&MxnMessage::Refused { kind: 1, text: format!("a{long}") });
    let MxnMessage::Refused { text, .. } = MxnMessage::decode(0x0005, &refused[HEADER_BYTES..]).unwrap()
    else {
        panic!("another message")
    };
    // The last é does not fit completely.
    assert_eq!(text.len(), MAX_STRING - 1);
    assert!(format!("a{long}").starts_with(&text));

    let announced = u16::try_from(MAX_STRING + 1).unwrap().to_le_bytes();
    let body = [&announced[..], &[b'x'; MAX_STRING + 1]].concat();
    let outcome = DirectoryMessage::decode(0x0003, &body);
    assert_eq!(outcome, Err(WireError::StringTooLong { bytes: MAX_STRING + 1 }));
    assert_eq!(DirectoryMessage::decode(0x0003, &[1, 0, 0xff]), Err(WireError::NotUtf8));
}

#[test]
fn random_bytes_are_a_message_or_an_error() {
    let decode = |kind, body: &[u8]| MxnMessage::decode(kind, body).ok();
    random_bytes::check(&every_frame(), decode, |message| frame(message)[HEADER_BYTES..].to_vec());
}

#[test]
fn random_headers_never_announce_more_than_the_limit() {
    let mut random = Rng::with_seed(4);
    for _ in 0..100_000 {
        let bytes = random.u64(..).to_le_bytes();
        if let Ok(header) = decode_header(bytes.first_chunk().unwrap()) {
            assert!(header.body_bytes <= if header.kind & LARGE == 0 { MAX_BODY } else { 64 << 20 });
        }
    }
}

#[test]
fn only_bytes_of_a_channel_follow_a_frame_of_a_trunk() {
    for message in samples::trunk() {
        let expected = if matches!(message, TrunkMessage::Bytes { .. }) { 32 << 10 } else { 0 };
        assert_eq!(message.payload(), expected, "{message:?}");
    }
}

#[test]
fn only_data_has_a_payload() {
    for message in samples::mxn() {
        let expected = if matches!(message, MxnMessage::Data { .. }) { 1 << 60 } else { 0 };
        assert_eq!(message.payload(), expected, "{message:?}");
    }
}

#[test]
fn sides_are_distinguished() {
    let sides = samples::mxn().into_iter().filter_map(|message| match message {
        MxnMessage::Introduce { contact, .. } => Some(contact.side),
        _ => None,
    });
    assert_eq!(sides.collect::<Vec<_>>(), [Side::Writer, Side::Reader]);
}
