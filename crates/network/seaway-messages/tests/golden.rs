// SPDX-License-Identifier: MIT OR Apache-2.0
//! The encodings of all messages are checked in, so that the format cannot change unnoticed. An intended
//! change needs a new version of the protocol; `SEAWAY_WRITE_GOLDEN=1` then rewrites the tables.

mod samples;

use std::collections::BTreeSet;
use std::fmt::{Debug, Write};
use std::{env, fs};

use seaway_messages::{
    DirectoryMessage, HEADER_BYTES, MxnMessage, QueueMessage, QueueRecord, RegistryMessage, RelayMessage,
    RingMessage, StatusMessage, StoreMessage, ThingMessage, TrunkMessage, WireError, decode_header,
};

/// Encodes a message of one service.
type Encode<M> = fn(&M, &mut Vec<u8>) -> Result<(), WireError>;
type Decode<M> = fn(u16, &[u8]) -> Result<M, WireError>;

#[test]
fn mxn_messages_keep_their_bytes() {
    check("mxn", &samples::mxn(), MxnMessage::KINDS, MxnMessage::encode, MxnMessage::decode);
}

#[test]
fn directory_messages_keep_their_bytes() {
    let (kinds, samples) = (DirectoryMessage::KINDS, samples::directory());
    check("directory", &samples, kinds, DirectoryMessage::encode, DirectoryMessage::decode);
}

#[test]
fn trunk_messages_keep_their_bytes() {
    check("trunk", &samples::trunk(), TrunkMessage::KINDS, TrunkMessage::encode, TrunkMessage::decode);
}

#[test]
fn store_messages_keep_their_bytes() {
    let (kinds, samples) = (StoreMessage::KINDS, samples::store());
    check("store", &samples, kinds, StoreMessage::encode, StoreMessage::decode);
}

#[test]
fn relay_messages_keep_their_bytes() {
    let (kinds, samples) = (RelayMessage::KINDS, samples::relay());
    check("relay", &samples, kinds, RelayMessage::encode, RelayMessage::decode);
}

#[test]
fn status_messages_keep_their_bytes() {
    let (kinds, samples) = (StatusMessage::KINDS, samples::status());
    check("status", &samples, kinds, StatusMessage::encode, StatusMessage::decode);
}

#[test]
fn thing_messages_keep_their_bytes() {
    let (kinds, samples) = (ThingMessage::KINDS, samples::thing());
    check("thing", &samples, kinds, ThingMessage::encode, ThingMessage::decode);
}

#[test]
fn registry_messages_keep_their_bytes() {
    let (kinds, samples) = (RegistryMessage::KINDS, samples::registry());
    check("registry", &samples, kinds, RegistryMessage::encode, RegistryMessage::decode);
}

#[test]
fn queue_messages_keep_their_bytes() {
    let (kinds, samples) = (QueueMessage::KINDS, samples::queue());
    check("queue", &samples, kinds, QueueMessage::encode, QueueMessage::decode);
}

#[test]
fn ring_messages_keep_their_bytes() {
    check("ring", &samples::ring(), RingMessage::KINDS, RingMessage::encode, RingMessage::decode);
}

#[test]
fn queue_records_keep_their_bytes() {
    let (kinds, samples) = (QueueRecord::KINDS, samples::queue_records());
    check("queue_records", &samples, kinds, QueueRecord::encode, QueueRecord::decode);
}

/// Each message takes two lines of the table: its debug form and its frame.
fn check<M: Debug + PartialEq>(
    service: &str,
    samples: &[M],
    kinds: &[u16],
    encode: Encode<M>,
    decode: Decode<M>,
) {
    let path = format!("{}/golden/{service}.txt", env!("CARGO_MANIFEST_DIR"));
    if env::var_os("SEAWAY_WRITE_GOLDEN").is_some() {
        fs::write(&path, table(samples, encode)).expect("a writable table");
    }
    let golden = fs::read_to_string(&path).expect("a table");
    let lines: Vec<&str> = golden.lines().collect();
    assert_eq!(lines.len(), 2 * samples.len(), "{path} has other messages than the samples");

    let mut seen = BTreeSet::new();
    for (sample, lines) in samples.iter().zip(lines.chunks(2)) {
        let frame = from_hex(lines[1]);
        let mut encoded = Vec::new();
        encode(sample, &mut encoded).expect("a sound message");
        assert_eq!(format!("{sample:?}"), lines[0]);
        assert_eq!(hex(&encoded), lines[1], "{sample:?}");

        let (header, body) = frame.split_first_chunk::<HEADER_BYTES>().expect("a header");
        let header = decode_header(header).expect("a sound header");
        assert_eq!(header.body_bytes, body.len(), "{sample:?}");
        assert_eq!(decode(header.kind, body).as_ref(), Ok(sample));
        seen.insert(header.kind);
    }
    assert_eq!(seen, kinds.iter().copied().collect(), "a kind of message has no sample");
}

fn table<M: Debug>(samples: &[M], encode: Encode<M>) -> String {
    let mut table = String::new();
    for sample in samples {
        let mut frame = Vec::new();
        encode(sample, &mut frame).expect("a sound message");
        writeln!(table, "{sample:?}\n{}", hex(&frame)).expect("strings take all text");
    }
    table
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

fn from_hex(text: &str) -> Vec<u8> {
    let digits: Vec<char> = text.chars().collect();
    let pairs = digits.chunks(2).map(|pair| pair.iter().collect::<String>());
    pairs.map(|pair| u8::from_str_radix(&pair, 16).expect("hexadecimal digits")).collect()
}
