// SPDX-License-Identifier: MIT OR Apache-2.0
//! The accepting end. One port serves clients with and without TLS: their first bytes differ.

use std::io::{self, IoSlice};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use rustix::event::PollFlags;
use rustix::io::{Errno, retry_on_intr};
use rustix::net::{RecvFlags, recv};
use rustls::ServerConnection;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::ServerConfig;
use rustls::version::TLS13;
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::HELLO_HEAD_BYTES;

use super::certificate;
use super::fingerprint::Fingerprint;
use super::stream::{TlsStream, handshake_failed};
use crate::channel::{Channel, wait_on};
use crate::private_file::{load_or_make, refused, secret_path};
use crate::refusal::TLS_ONLY;

const WHAT: &str = "this daemon's key and certificate";
/// RFC 8446 "Record Layer": the type of a handshake record, with which a TLS connection begins.
const HANDSHAKE_RECORD: u8 = 22;

/// A daemon's TLS configuration.
#[derive(Debug, Clone)]
pub struct TlsServer {
    config: Arc<ServerConfig>,
    fingerprint: Fingerprint,
    required: bool,
}

impl TlsServer {
    /// With the user's own certificate: `certificate.pem`, beside the secret, created on first use.
    pub fn load() -> Result<Self> {
        Self::load_from(&secret_path()?.with_file_name("certificate.pem"))
    }

    /// With the key and the certificate of a private file (PEM). Created if missing.
    pub fn load_from(path: &Path) -> Result<Self> {
        let text = load_or_make(path, WHAT, certificate::make)?;
        Self::from_pem(&text).map_err(|detail| {
            refused(path, format!("the file should hold a private key and its certificate (PEM): {detail}; remove it, and a new one is created"))
        })
    }

    /// With a new certificate that is not stored, for a daemon whose fingerprint is passed on otherwise.
    pub fn fresh() -> Result<Self> {
        Self::from_pem(&certificate::make()?)
            .map_err(|detail| Error::new(ErrorKind::Internal, Operation::Configure).with_detail(detail))
    }

    /// Rejects connections without TLS.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// The certificate, as `sha256:` and 64 digits.
    pub fn fingerprint(&self) -> String {
        self.fingerprint.to_string()
    }

    fn from_pem(text: &str) -> Result<Self, String> {
        let key = PrivateKeyDer::from_pem_slice(text.as_bytes()).map_err(|error| error.to_string())?;
        let certificates: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(text.as_bytes())
            .collect::<Result<_, _>>()
            .map_err(|error| error.to_string())?;
        let first = certificates.first().ok_or("no certificate")?;
        let fingerprint = Fingerprint::of(first);
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_protocol_versions(&[&TLS13])
            .map_err(|error| error.to_string())?
            .with_no_client_auth()
            .with_single_cert(certificates, key);
        let mut config = config.map_err(|error| error.to_string())?;
        // Connections are few and long: sessions are not resumed.
        config.send_tls13_tickets = 0;
        Ok(Self { config: Arc::new(config), fingerprint, required: false })
    }
}

impl Channel {
    /// The accepting end of [`Channel::into_tls`].
    pub fn into_tls_server(self, server: &TlsServer) -> Result<Self> {
        let failed = |error: io::Error| handshake_failed("the peer", error);
        let connection = ServerConnection::new(Arc::clone(&server.config))
            .map_err(|error| failed(io::Error::other(error)))?;
        let (deadline, peer) = (self.deadline(), self.peer().to_owned());
        let (stream, binding) =
            TlsStream::make(self.into_transport().map_err(failed)?, connection.into(), deadline)
                .map_err(failed)?;
        let mut channel = Channel::over(stream, peer);
        channel.set_deadline(deadline);
        channel.bind(binding, server.fingerprint(), || Ok(()));
        Ok(channel)
    }
}

/// The channel of an accepted connection, in TLS if the peer begins that way. It has `deadline` until another
/// is set.
pub fn accept_connection(stream: TcpStream, tls: Option<&TlsServer>, deadline: Instant) -> Result<Channel> {
    let failed = |error: io::Error| {
        let detail = format!("the connection ended before the handshake: {error}");
        Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail).with_source(error)
    };
    let first = first_byte(&stream, deadline).map_err(failed)?;
    let channel = Channel::tcp(stream).map_err(failed)?;
    channel.set_deadline(Some(deadline));
    let refused =
        |detail: &str| Err(Error::new(ErrorKind::AccessDenied, Operation::Open).with_detail(detail));
    match (first == HANDSHAKE_RECORD, tls) {
        (true, Some(tls)) => channel.into_tls_server(tls),
        (true, None) => refused("the peer uses TLS, which this daemon does not offer"),
        (false, Some(tls)) if tls.required => {
            say_tls_only(&channel);
            refused("the peer does not use TLS, which this daemon requires")
        }
        (false, _) => Ok(channel),
    }
}

/// Reads pending input first: closing with unread data would reset the connection and lose the reply.
fn say_tls_only(channel: &Channel) {
    if channel.read_exact(&mut [0; HELLO_HEAD_BYTES]).is_ok() {
        let _ = channel.write_all_vectored(&[IoSlice::new(&TLS_ONLY)]);
        channel.end_sending();
    }
}

/// Peeks at the first byte.
fn first_byte(stream: &TcpStream, deadline: Instant) -> io::Result<u8> {
    let mut byte = [0];
    loop {
        match retry_on_intr(|| recv(stream, &mut byte, RecvFlags::PEEK | RecvFlags::DONTWAIT)) {
            Err(Errno::AGAIN) => wait_on(stream, PollFlags::IN, Some(deadline))?,
            Err(error) => return Err(error.into()),
            Ok((_, 0)) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(_) => return Ok(byte[0]),
        }
    }
}
