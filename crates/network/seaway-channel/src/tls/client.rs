// SPDX-License-Identifier: MIT OR Apache-2.0
//! The connecting end: it verifies the daemon's certificate by fingerprint only.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{ClientConfig, Resumption};
use rustls::crypto::{CryptoProvider, ring, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::version::TLS13;
use rustls::{CertificateError, ClientConnection, DigitallySignedStruct, SignatureScheme};
use seaway_device_api::{Error, ErrorKind, Operation, Result};

use super::fingerprint::Fingerprint;
use super::known_hosts::KnownHosts;
use super::stream::{TlsStream, handshake_failed};
use crate::channel::Channel;

/// Which certificate a daemon must present.
#[derive(Debug, Clone)]
pub struct Pin(Expected);

#[derive(Debug, Clone)]
enum Expected {
    /// The one it presented the first time.
    Known(KnownHosts),
    Given(Fingerprint),
}

impl Pin {
    /// The one that it presented the first time, as recorded in `known_hosts` beside the secret.
    pub fn first_use() -> Result<Self> {
        Ok(Self(Expected::Known(KnownHosts::of_user()?)))
    }

    /// As [`Self::first_use`], with another file in place of `known_hosts`.
    pub fn first_use_in(known_hosts: &Path) -> Self {
        Self(Expected::Known(KnownHosts::at(known_hosts.to_owned())))
    }

    /// This one: `sha256:` and the digits of its fingerprint, or a file that holds it (PEM).
    pub fn given(text: &str) -> Result<Self> {
        let fingerprint = match Fingerprint::parse(text) {
            Some(fingerprint) => fingerprint,
            None => of_file(Path::new(text))?,
        };
        Ok(Self(Expected::Given(fingerprint)))
    }
}

impl Channel {
    /// Wraps the channel in TLS. `name` identifies the daemon, `HOST:PORT`. A certificate seen for the first
    /// time is recorded once the daemon has also authenticated with the secret. The channel should have a
    /// deadline.
    pub fn into_tls(self, name: &str, pin: &Pin) -> Result<Self> {
        let known = match &pin.0 {
            Expected::Known(hosts) => hosts.find(name)?,
            Expected::Given(fingerprint) => Some((*fingerprint, 0)),
        };
        let verifier = Arc::new(Verifier::new(known.map(|(fingerprint, _)| fingerprint)));
        let config = config(&verifier)?;
        // The name is checked against `known_hosts`; it is not sent to the server.
        let no_name = ServerName::try_from("seaway").map_err(|error| internal(&error))?;
        let connection = ClientConnection::new(config, no_name).map_err(|error| internal(&error))?;
        let deadline = self.deadline();
        let made =
            self.into_transport().and_then(|carrier| TlsStream::make(carrier, connection.into(), deadline));
        let shown = verifier.shown();
        let (stream, binding) = made.map_err(|error| match (known, shown, &pin.0) {
            (Some((known, line)), Some(shown), Expected::Known(hosts)) if known != shown => {
                hosts.changed(name, known, line, shown)
            }
            (Some((given, _)), Some(shown), Expected::Given(_)) if given != shown => {
                other(name, given, shown)
            }
            _ => handshake_failed(name, error),
        })?;
        let shown = shown.ok_or_else(|| internal(&"the daemon presented no certificate"))?;
        let mut channel = Channel::over(stream, name.to_owned());
        channel.set_deadline(deadline);
        let first = match (known, &pin.0) {
            (None, Expected::Known(hosts)) => Some(hosts.clone()),
            _ => None,
        };
        let name = name.to_owned();
        channel.bind(binding, shown.to_string(), move || {
            first.as_ref().map_or(Ok(()), |hosts| hosts.remember(&name, shown))
        });
        Ok(channel)
    }
}

fn config(verifier: &Arc<Verifier>) -> Result<Arc<ClientConfig>> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_protocol_versions(&[&TLS13]);
    let builder = builder.map_err(|error| internal(&error))?.dangerous();
    let verifier: Arc<dyn ServerCertVerifier> = Arc::<Verifier>::clone(verifier);
    let mut config = builder.with_custom_certificate_verifier(verifier).with_no_client_auth();
    config.resumption = Resumption::disabled();
    config.enable_sni = false;
    Ok(Arc::new(config))
}

/// Accepts exactly one certificate, or the first that it sees.
#[derive(Debug)]
struct Verifier {
    expected: Option<Fingerprint>,
    shown: Mutex<Option<Fingerprint>>,
    provider: CryptoProvider,
}

impl Verifier {
    fn new(expected: Option<Fingerprint>) -> Self {
        Self { expected, shown: Mutex::new(None), provider: ring::default_provider() }
    }

    fn shown(&self) -> Option<Fingerprint> {
        *self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let shown = Fingerprint::of(end_entity);
        *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = Some(shown);
        match self.expected {
            Some(expected) if expected != shown => {
                Err(CertificateError::ApplicationVerificationFailure.into())
            }
            _ => Ok(ServerCertVerified::assertion()),
        }
    }

    fn verify_tls12_signature(
        &self,
        _message: &[u8],
        _certificate: &CertificateDer<'_>,
        _signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Err(rustls::Error::General("TLS 1.2 is not supported".into()))
    }

    /// Proves that the daemon has the key of its certificate.
    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

fn of_file(path: &Path) -> Result<Fingerprint> {
    let refused = |detail: String| {
        Error::new(ErrorKind::Argument, Operation::Open).with_path(path.display().to_string()).with_detail(
            format!("seaway_certificate is sha256:DIGITS or a file with a certificate (PEM): {detail}"),
        )
    };
    let text = fs::read(path).map_err(|error| refused(error.to_string()))?;
    let certificate = CertificateDer::from_pem_slice(&text).map_err(|error| refused(error.to_string()))?;
    Ok(Fingerprint::of(&certificate))
}

fn other(name: &str, given: Fingerprint, shown: Fingerprint) -> Error {
    let detail = format!(
        "{name} presented the certificate {shown} instead of {given}, which seaway_certificate requires; this may be a man-in-the-middle attack"
    );
    Error::new(ErrorKind::AccessDenied, Operation::Open).with_detail(detail)
}

fn internal(error: &dyn std::fmt::Display) -> Error {
    Error::new(ErrorKind::Internal, Operation::Open).with_detail(format!("TLS: {error}"))
}
