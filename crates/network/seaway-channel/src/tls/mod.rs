// SPDX-License-Identifier: MIT OR Apache-2.0
//! Channels inside TLS 1.3, between sites. The daemon shows a certificate of its own making; who connects knows it from
//! the first time, or was given it.
//!
//! The session's handshake runs inside and is bound to this very connection. So even at first use nobody stands in
//! between: who does not know the secret cannot prove it for two connections at once.

mod certificate;
mod client;
mod fingerprint;
mod known_hosts;
mod server;
mod stream;

pub use self::client::Pin;
pub use self::server::{TlsServer, accept_connection};

/// What both ends of a TLS connection can derive, and nobody else.
const EXPORTER_LABEL: &[u8] = b"EXPORTER-seaway-session";

#[cfg(test)]
mod tests;
