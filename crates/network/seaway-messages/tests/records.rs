// SPDX-License-Identifier: MIT OR Apache-2.0
//! A record opens, and no altered one does.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use seaway_messages::{
    MAX_RECORD, Opener, RECORD_HEADER_BYTES, RECORD_OVERHEAD, RecordError, RecordKey, Sealer,
};

const KEY: [u8; 32] = [7; 32];

fn ends() -> (Sealer, Opener) {
    (Sealer::new(&RecordKey::new(KEY)), Opener::new(&RecordKey::new(KEY)))
}

fn sealed(sealer: &mut Sealer, bytes: &[u8]) -> Vec<u8> {
    let mut record = vec![0; bytes.len() + RECORD_OVERHEAD];
    record[RECORD_HEADER_BYTES..][..bytes.len()].copy_from_slice(bytes);
    sealer.seal(&mut record).unwrap();
    record
}

fn header(record: &[u8]) -> [u8; RECORD_HEADER_BYTES] {
    *record.first_chunk().unwrap()
}

#[test]
fn records_of_all_lengths_open_in_order() {
    let (mut sealer, mut opener) = ends();
    for len in [1, 2, 15, 16, 17, 1000, 65_536, MAX_RECORD - 1, MAX_RECORD] {
        let bytes: Vec<u8> = (0..len).map(|index| (index % 251).to_le_bytes()[0]).collect();
        let mut record = sealed(&mut sealer, &bytes);
        assert_eq!(Opener::record_bytes(header(&record)), Ok(record.len()));
        assert!(len < 16 || !record.windows(16).any(|window| window == &bytes[..16]), "bytes are encrypted");
        assert!(opener.open(&mut record).unwrap() == bytes, "{len} bytes");
    }
}

/// Computed independently of this code, with OpenSSL's AES-256-GCM.
#[test]
fn bytes_match_an_independent_implementation() {
    let (mut sealer, _) = ends();
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert_eq!(hex(&sealed(&mut sealer, b"first")), FIRST);
    assert_eq!(hex(&sealed(&mut sealer, b"second")), SECOND);
}
const FIRST: &str = "0500000007b1d6c18fc360b99115ec5e7f43b0392147926ac6";
const SECOND: &str = "06000000fc85dde9842b1b8f13550d5f433f086bb8f84ebb1744";

#[test]
fn a_change_of_any_bit_is_noticed() {
    for len in [1, 5, 16, 100] {
        let (mut sealer, _) = ends();
        let record = sealed(&mut sealer, &vec![0x5A; len]);
        for bit in 0..record.len() * 8 {
            let mut changed = record.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let (_, mut opener) = ends();
            assert!(opener.open(&mut changed).is_err(), "bit {bit} of {len} bytes");
            // Not even the unmodified record opens afterwards.
            assert_eq!(opener.open(&mut record.clone()).unwrap_err(), RecordError::Forged);
        }
    }
}

#[test]
fn records_that_are_repeated_left_out_moved_cut_or_of_the_other_direction_do_not_open() {
    let (mut sealer, _) = ends();
    let records: Vec<Vec<u8>> = (0..4_u8).map(|number| sealed(&mut sealer, &[number; 100])).collect();
    let check = |what: &str, order: &[usize], bad: usize| {
        let (_, mut opener) = ends();
        for (at, &number) in order.iter().enumerate() {
            let opened = opener.open(&mut records[number].clone()).map(|bytes| bytes.to_vec());
            match at < bad {
                true => assert_eq!(opened, Ok(vec![number.to_le_bytes()[0]; 100]), "{what}"),
                false => assert_eq!(opened, Err(RecordError::Forged), "{what}"),
            }
        }
    };
    check("in order", &[0, 1, 2, 3], 4);
    check("repeated", &[0, 0, 1], 1);
    check("repeated later", &[0, 1, 0, 2], 2);
    check("left out", &[0, 2, 3], 1);
    check("the first left out", &[1, 2], 0);
    check("moved", &[1, 0], 0);
    for len in 0..records[0].len() {
        let (_, mut opener) = ends();
        assert!(opener.open(&mut records[0][..len].to_vec()).is_err(), "{len} bytes of it");
    }
    let mut others = Opener::new(&RecordKey::new([8; 32]));
    assert_eq!(others.open(&mut records[0].clone()).unwrap_err(), RecordError::Forged);
}

#[test]
fn lengths_that_no_record_has_are_refused_before_anything_is_read() {
    for len in [0, u32::try_from(MAX_RECORD).unwrap() + 1, u32::MAX] {
        assert_eq!(Opener::record_bytes(len.to_le_bytes()), Err(RecordError::Length(len)));
    }
    let (mut sealer, _) = ends();
    for len in [0, 1, RECORD_OVERHEAD, RECORD_OVERHEAD + MAX_RECORD + 1] {
        assert!(sealer.seal(&mut vec![0; len]).is_err(), "{len} bytes");
    }
}

/// Covers the first key changes; each takes a million records.
#[test]
fn keys_change_on_both_sides_at_the_same_record() {
    let (mut sealer, mut opener) = ends();
    let mut record = [0; RECORD_OVERHEAD + 1];
    for number in 0..(2 << 20) + 2_u32 {
        record[RECORD_HEADER_BYTES] = number.to_le_bytes()[0];
        sealer.seal(&mut record).unwrap();
        assert_eq!(opener.open(&mut record).unwrap(), [number.to_le_bytes()[0]], "record {number}");
    }
}

#[test]
fn keys_do_not_get_into_logs() {
    let (sealer, opener) = ends();
    let shown = format!("{sealer:?} {opener:?} {:?}", RecordKey::new(KEY));
    assert!(!shown.contains('7'), "{shown}");
}
