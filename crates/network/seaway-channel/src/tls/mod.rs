// SPDX-License-Identifier: MIT OR Apache-2.0
//! TLS 1.3 channels, between sites. The daemon presents a self-signed certificate; the client has recorded it
//! at first use, or was given it.
//!
//! The session's handshake runs inside and is bound to this TLS connection. So even first use is safe from a
//! man in the middle: without the secret it cannot authenticate on two connections at once.

mod certificate;
mod client;
mod fingerprint;
mod known_hosts;
mod server;
mod stream;

pub use self::client::Pin;
pub use self::server::{TlsServer, accept_connection};

/// Label of the keying material that only the two ends of a TLS connection can derive.
const EXPORTER_LABEL: &[u8] = b"EXPORTER-seaway-session";

#[cfg(test)]
mod tests;
