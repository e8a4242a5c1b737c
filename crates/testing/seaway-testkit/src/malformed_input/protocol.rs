// SPDX-License-Identifier: MIT OR Apache-2.0
//! Frames and handshakes, which any client can send.

use seaway_messages::{
    DirectoryMessage, HEADER_BYTES, Handshake, MxnMessage, Opener, PROOF_BYTES, QueueMessage, RecordKey,
    RegistryMessage, RelayMessage, RingMessage, Role, Sealer, Service, StatusMessage, StoreMessage,
    ThingMessage, TrunkMessage, decode_header, hello_bytes_missing,
};

macro_rules! checks {
    ($($(#[$about:meta])* $check:ident: $message:ident,)*) => { $(
        $(#[$about])*
        pub fn $check(bytes: &[u8]) {
            let Some((kind, frame)) = frame(bytes) else { return };
            if let Ok(message) = $message::decode(kind, &frame[HEADER_BYTES..]) {
                let mut encoded = Vec::new();
                message.encode(&mut encoded).unwrap();
                assert_eq!(encoded, frame, "{message:?}");
            }
        }
    )* };
}

checks! {
    /// A frame is rejected, or is a message that encodes to exactly these bytes.
    check_mxn_message: MxnMessage,
    /// The same for the directory service.
    check_directory_message: DirectoryMessage,
    /// The same for the store service.
    check_store_message: StoreMessage,
    /// The same for the relay service.
    check_relay_message: RelayMessage,
    /// The same for the status service.
    check_status_message: StatusMessage,
    /// The same for trunks.
    check_trunk_message: TrunkMessage,
    /// The same for the thing service.
    check_thing_message: ThingMessage,
    /// The same for the registry service.
    check_registry_message: RegistryMessage,
    /// The same for the queue service.
    check_queue_message: QueueMessage,
    /// The same for the ring service.
    check_ring_message: RingMessage,
}

/// A hello and a proof without the secret: never a session.
pub fn check_handshake(bytes: &[u8]) {
    let mut len = 0;
    while let Ok(missing @ 1..) = hello_bytes_missing(&bytes[..len]) {
        len += missing;
        if len > bytes.len() {
            return;
        }
    }
    let (hello, rest) = bytes.split_at(len);
    let mut proof = [0; PROOF_BYTES];
    let length = rest.len().min(PROOF_BYTES);
    proof[..length].copy_from_slice(&rest[..length]);
    for role in [Role::Client, Role::Server] {
        for service in Service::ALL {
            let handshake = Handshake::new(role, service, &[0x5E; 32], [0xA0; 32], [0xA1; 32]);
            let mut handshake = handshake.offering(u64::MAX);
            let answered = handshake.receive_hello(hello);
            let session = handshake.receive_proof(&proof);
            assert!(session.is_err(), "{role:?} {service:?}: answered {answered:?}, agreed on {session:?}");
        }
    }
}

/// The key of the records in the corpus.
const RECORD_KEY: [u8; 32] = [0x5E; 32];

/// A connection's bytes after the handshake: whatever opens is bit for bit the record of this number that the
/// peer would have sent, and nothing opens after a record that does not.
pub fn check_records(bytes: &[u8]) {
    let key = RecordKey::new(RECORD_KEY);
    let (mut opener, mut sealer) = (Opener::new(&key), Sealer::new(&key));
    let mut rest = bytes;
    let mut failed = false;
    while let Some(header) = rest.first_chunk() {
        let Ok(len) = Opener::record_bytes(*header) else { return };
        let Some((record, behind)) = rest.split_at_checked(len) else { return };
        rest = behind;
        let mut opened = record.to_vec();
        match opener.open(&mut opened) {
            Err(_) => failed = true,
            Ok(_) => {
                assert!(!failed, "a record was accepted after one that was not");
                sealer.seal(&mut opened).expect("it has a record's length");
                assert!(opened == record, "a record opened that was never sealed");
            }
        }
    }
}

/// The kind and the bytes of the first frame, if it is complete.
fn frame(bytes: &[u8]) -> Option<(u16, &[u8])> {
    let header = decode_header(bytes.first_chunk()?).ok()?;
    Some((header.kind, bytes.get(..HEADER_BYTES + header.body_bytes)?))
}
