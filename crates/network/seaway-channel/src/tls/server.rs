// SPDX-License-Identifier: MIT OR Apache-2.0
//! The end that accepts. One port serves those who come inside TLS and those who do not: their first bytes differ.

use std::io;
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
use seaway_device::{Error, ErrorKind, Operation, Result};

use super::certificate;
use super::fingerprint::Fingerprint;
use super::stream::{TlsStream, handshake_failed};
use crate::channel::{Channel, wait_on};
use crate::private_file::{load_or_make, refused, secret_path};

const WHAT: &str = "the key and the certificate that this daemon shows";
/// RFC 8446 "Record Layer": the type of a record with a handshake, which a connection begins with.
const HANDSHAKE_RECORD: u8 = 22;

/// What a daemon needs to speak TLS.
#[derive(Debug, Clone)]
pub struct TlsServer {
    config: Arc<ServerConfig>,
    fingerprint: Fingerprint,
    required: bool,
}

impl TlsServer {
    /// With the user's own certificate: `certificate.pem`, beside the secret, made on first use.
    pub fn load() -> Result<Self> {
        Self::load_from(&secret_path()?.with_file_name("certificate.pem"))
    }

    /// With the key and the certificate of a file (PEM), which nobody else may read. Made where there is none.
    pub fn load_from(path: &Path) -> Result<Self> {
        let text = load_or_make(path, WHAT, certificate::make)?;
        Self::from_pem(&text).map_err(|detail| {
            refused(path, format!("the file should hold a private key and its certificate (PEM): {detail}; remove it, and a new one is made"))
        })
    }

    /// With a certificate that is made now and kept nowhere, for a daemon whose fingerprint is told otherwise.
    pub fn fresh() -> Result<Self> {
        Self::from_pem(&certificate::make()?)
            .map_err(|detail| Error::new(ErrorKind::Internal, Operation::Configure).with_detail(detail))
    }

    /// Those who come without TLS are refused.
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
        // Connections are few and long: none is resumed.
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
            TlsStream::make(self.into_transport(), connection.into(), deadline).map_err(failed)?;
        let mut channel = Channel::over(stream, peer);
        channel.set_deadline(deadline);
        channel.bind(binding, server.fingerprint(), || Ok(()));
        Ok(channel)
    }
}

/// The channel of an accepted connection, inside TLS if that is how the peer begins. It has `deadline`, until somebody
/// sets another.
pub fn accept_connection(stream: TcpStream, tls: Option<&TlsServer>, deadline: Instant) -> Result<Channel> {
    let failed = |error: io::Error| {
        let detail = format!("the connection ended before it had begun: {error}");
        Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail).with_source(error)
    };
    let first = first_byte(&stream, deadline).map_err(failed)?;
    let channel = Channel::tcp(stream).map_err(failed)?;
    channel.set_deadline(Some(deadline));
    let refused =
        |detail: &str| Err(Error::new(ErrorKind::AccessDenied, Operation::Open).with_detail(detail));
    match (first == HANDSHAKE_RECORD, tls) {
        (true, Some(tls)) => channel.into_tls_server(tls),
        (true, None) => refused("the peer speaks TLS, which this daemon does not"),
        (false, Some(tls)) if tls.required => refused("the peer does not speak TLS, which this daemon wants"),
        (false, _) => Ok(channel),
    }
}

/// Left in its place.
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
