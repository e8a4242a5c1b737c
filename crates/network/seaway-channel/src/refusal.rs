// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a daemon sends instead of its hello to peers that it rejects outright. It is not authenticated, and
//! only improves the error message.

use seaway_device_api::{Error, ErrorKind, Operation};
use seaway_messages::HELLO_HEAD_BYTES;

/// This daemon requires TLS. As long as the common head of all hellos, and distinct from all of them.
pub(crate) const TLS_ONLY: [u8; HELLO_HEAD_BYTES] = padded(b"seaway refuses: TLS only");

const fn padded(text: &[u8]) -> [u8; HELLO_HEAD_BYTES] {
    let mut bytes = [b' '; HELLO_HEAD_BYTES];
    let mut index = 0;
    while index < text.len() {
        bytes[index] = text[index];
        index += 1;
    }
    bytes
}

/// The error that a refusal stands for, if it is one.
pub(crate) fn refusal_in(hello: &[u8]) -> Option<Error> {
    let detail = "it accepts TLS connections only; open remote+tls://HOST/PATH instead";
    (hello == TLS_ONLY).then(|| Error::new(ErrorKind::AccessDenied, Operation::Open).with_detail(detail))
}
