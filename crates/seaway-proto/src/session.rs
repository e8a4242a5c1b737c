// SPDX-License-Identifier: MIT OR Apache-2.0
//! How two processes prove to each other that they know the secret, before either believes a word of the other.
//!
//! Both send a hello (magic, version, features, service, nonce), then a proof: an HMAC with the secret over the role,
//! the own hello and the other's. Fresh nonces make an old handshake worthless, the hellos in the proof make a changed
//! or downgraded one fail, and the role makes a proof worthless to whom it was sent. Nothing is encrypted.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The newest version of the protocol that this code speaks.
pub const VERSION: u16 = 1;
/// The oldest that it still speaks.
const OLDEST_VERSION: u16 = 1;

const MAGIC: [u8; 6] = *b"SEAWAY";
const NONCE_BYTES: usize = 32;
/// Magic, version (u16), features (u64), service (u8), nonce.
pub const HELLO_BYTES: usize = MAGIC.len() + 2 + 8 + 1 + NONCE_BYTES;
pub const PROOF_BYTES: usize = 32;
/// First in each proof, so that the secret proves nothing else than a handshake.
const PURPOSE: &[u8] = b"seaway handshake\0";

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HandshakeError {
    #[error("the peer does not speak Seaway's protocol")]
    NotSeaway,
    #[error(
        "the peer speaks version {theirs} of the protocol; this program speaks {OLDEST_VERSION} to {VERSION}"
    )]
    Version { theirs: u16 },
    #[error("the peer offers another service ({theirs})")]
    Service { theirs: u8 },
    #[error("the peer repeats what it was sent")]
    Reflected,
    #[error("the peer does not know this user's secret")]
    WrongSecret,
    #[error("a proof before the hello, or a second hello")]
    OutOfOrder,
}

/// Which end of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Connected.
    Client,
    /// Accepted.
    Server,
}

impl Role {
    fn other(self) -> Role {
        match self {
            Role::Client => Role::Server,
            Role::Server => Role::Client,
        }
    }

    fn number(self) -> u8 {
        match self {
            Role::Client => 1,
            Role::Server => 2,
        }
    }
}

/// What is spoken after the handshake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Service {
    Mxn,
    Directory,
    Store,
    Relay,
    Status,
    /// Many links between two hosts, or within one, on one connection.
    Trunk,
}

impl Service {
    pub const ALL: [Service; 6] =
        [Service::Mxn, Service::Directory, Service::Store, Service::Relay, Service::Status, Service::Trunk];

    fn number(self) -> u8 {
        match self {
            Service::Mxn => 1,
            Service::Directory => 2,
            Service::Store => 3,
            Service::Relay => 4,
            Service::Status => 5,
            Service::Trunk => 6,
        }
    }

    /// What the sender of a hello asks for, to choose among services before a handshake is made for one. Nothing is
    /// proven yet; the handshake looks at the hello again.
    pub fn asked_for(hello: &[u8; HELLO_BYTES]) -> Option<Service> {
        let (_, _, number, _) = parse(hello)?;
        Service::ALL.into_iter().find(|service| service.number() == number)
    }
}

/// What both sides have agreed on, proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    pub version: u16,
    /// The features that both sides have.
    pub features: u64,
}

/// One end of a handshake. Send `hello`, give the peer's to `receive_hello`, send what that returns, give the peer's
/// proof to `receive_proof`.
pub struct Handshake {
    role: Role,
    service: Service,
    secret: [u8; 32],
    nonce: [u8; NONCE_BYTES],
    features: u64,
    /// The peer's hello, once received.
    peer: Option<(Session, [u8; HELLO_BYTES])>,
}

impl Handshake {
    /// `nonce` is fresh from a good source of random numbers and used for one handshake only.
    pub fn new(role: Role, service: Service, secret: &[u8; 32], nonce: [u8; NONCE_BYTES]) -> Self {
        Handshake { role, service, secret: *secret, nonce, features: 0, peer: None }
    }

    /// Offers optional features, one bit each.
    #[must_use]
    pub fn offering(self, features: u64) -> Self {
        Handshake { features, ..self }
    }

    pub fn hello(&self) -> [u8; HELLO_BYTES] {
        let fields: [&[u8]; 5] = [
            &MAGIC,
            &VERSION.to_le_bytes(),
            &self.features.to_le_bytes(),
            &[self.service.number()],
            &self.nonce,
        ];
        let mut hello = [0; HELLO_BYTES];
        let mut rest = hello.as_mut_slice();
        for field in fields {
            let (place, behind) = rest.split_at_mut(field.len());
            place.copy_from_slice(field);
            rest = behind;
        }
        hello
    }

    /// Returns the proof to send. Fails before anything is proven to a peer that means something else.
    pub fn receive_hello(&mut self, hello: &[u8; HELLO_BYTES]) -> Result<[u8; PROOF_BYTES], HandshakeError> {
        if self.peer.is_some() {
            return Err(HandshakeError::OutOfOrder);
        }
        let session = self.agree(hello)?;
        self.peer = Some((session, *hello));
        Ok(mac(&self.secret, self.role, &self.hello(), hello).finalize().into_bytes().into())
    }

    /// Consumes the handshake: a peer has one guess.
    pub fn receive_proof(self, proof: &[u8; PROOF_BYTES]) -> Result<Session, HandshakeError> {
        let (session, hello) = self.peer.ok_or(HandshakeError::OutOfOrder)?;
        let expected = mac(&self.secret, self.role.other(), &hello, &self.hello());
        // In constant time.
        expected.verify_slice(proof).map_err(|_| HandshakeError::WrongSecret)?;
        Ok(session)
    }

    fn agree(&self, hello: &[u8; HELLO_BYTES]) -> Result<Session, HandshakeError> {
        let Some((version, features, service, nonce)) = parse(hello) else {
            return Err(HandshakeError::NotSeaway);
        };
        if version < OLDEST_VERSION {
            return Err(HandshakeError::Version { theirs: version });
        }
        if service != self.service.number() {
            return Err(HandshakeError::Service { theirs: service });
        }
        if nonce == self.nonce {
            return Err(HandshakeError::Reflected);
        }
        Ok(Session { version: version.min(VERSION), features: features & self.features })
    }
}

fn parse(hello: &[u8; HELLO_BYTES]) -> Option<(u16, u64, u8, [u8; NONCE_BYTES])> {
    let (version, rest) = hello.strip_prefix(&MAGIC)?.split_first_chunk()?;
    let (features, rest) = rest.split_first_chunk()?;
    let (service, nonce) = rest.split_first()?;
    Some((u16::from_le_bytes(*version), u64::from_le_bytes(*features), *service, nonce.try_into().ok()?))
}

/// All parts have a fixed length, so that their joint has one reading.
fn mac(secret: &[u8; 32], role: Role, own: &[u8; HELLO_BYTES], other: &[u8; HELLO_BYTES]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of every length");
    for part in [PURPOSE, &[role.number()], own, other] {
        mac.update(part);
    }
    mac
}

/// Without the secret.
impl fmt::Debug for Handshake {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Handshake { role, service, features, peer, .. } = self;
        let mut fields = formatter.debug_struct("Handshake");
        fields.field("role", role).field("service", service).field("features", features);
        fields.field("peer", &peer.map(|(session, _)| session)).finish_non_exhaustive()
    }
}
