// SPDX-License-Identifier: MIT OR Apache-2.0
//! Frames and handshakes, which come from whoever can connect.

use seaway_proto::{
    DirectoryMessage, HEADER_BYTES, HELLO_BYTES, Handshake, MxnMessage, PROOF_BYTES, RelayMessage, Role,
    Service, StatusMessage, StoreMessage, TrunkMessage, decode_header,
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
    /// A frame is refused, or is a message that has exactly these bytes.
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
}

/// A hello and a proof of somebody who does not know the secret: never a session.
pub fn check_handshake(bytes: &[u8]) {
    let Some((hello, rest)) = bytes.split_first_chunk::<HELLO_BYTES>() else { return };
    let mut proof = [0; PROOF_BYTES];
    let length = rest.len().min(PROOF_BYTES);
    proof[..length].copy_from_slice(&rest[..length]);
    for role in [Role::Client, Role::Server] {
        for service in Service::ALL {
            let mut handshake = Handshake::new(role, service, &[0x5E; 32], [0xA0; 32]).offering(u64::MAX);
            let answered = handshake.receive_hello(hello);
            let session = handshake.receive_proof(&proof);
            assert!(session.is_err(), "{role:?} {service:?}: answered {answered:?}, agreed on {session:?}");
        }
    }
}

/// The kind and the bytes of the first frame, if it is whole.
fn frame(bytes: &[u8]) -> Option<(u16, &[u8])> {
    let header = decode_header(bytes.first_chunk()?).ok()?;
    Some((header.kind, bytes.get(..HEADER_BYTES + header.body_bytes)?))
}
