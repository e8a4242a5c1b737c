// SPDX-License-Identifier: MIT OR Apache-2.0
//! The handshake: two processes authenticate each other with the shared secret before either trusts the
//! other's messages, and agree on the keys of the records that follow ([`crate::Sealer`], [`crate::Opener`]).
//!
//! Both send a hello (magic, versions, features, service, nonce, X25519 share), then a proof: an HMAC with
//! the secret over the role, the own hello and the peer's. Fresh nonces prevent replays, the hellos in the
//! proof prevent tampering and downgrades, and the role prevents reflection. The keys are derived from the
//! secret and the X25519 shared value, so a recorded connection stays confidential even if the secret leaks
//! later (forward secrecy).

use std::fmt;

use hmac::digest::CtOutput;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::record::{Keys, RecordKey};

/// The newest protocol version that this code supports.
pub const VERSION: u16 = 2;
/// The oldest supported version.
pub const OLDEST_VERSION: u16 = 2;
/// From this version on, hellos contain the oldest version and their length.
const FIRST_NEGOTIATED: u16 = 2;

const MAGIC: [u8; 6] = *b"SEAWAY";
const NONCE_BYTES: usize = 32;
pub const SHARE_BYTES: usize = 32;
/// Magic, newest version (u16), features (u64), service (u8), nonce: the same in every version.
pub const HELLO_HEAD_BYTES: usize = MAGIC.len() + 2 + 8 + 1 + NONCE_BYTES;
/// The head, oldest version (u16), length of the rest (u16).
const FIXED_BYTES: usize = HELLO_HEAD_BYTES + 2 + 2;
/// Identifies a key derived from the secret, for peers that were given that key and not the secret itself.
pub const GRANT_BYTES: usize = 32;
/// The fixed part, the share, and the grant.
pub const HELLO_BYTES: usize = FIXED_BYTES + SHARE_BYTES + GRANT_BYTES;
const OWN_REST_BYTES: u16 = 64;
/// Maximum length of what a newer version may append to its hello. Covered by the proofs, and otherwise
/// ignored.
const MAX_REST_BYTES: usize = 1024;
pub const PROOF_BYTES: usize = 32;
/// Domain separation: first in each proof.
const PURPOSE: &[u8] = b"seaway handshake\0";
/// Domain separation for the keys of grants.
const GRANT_PURPOSE: &[u8] = b"seaway grant\0";
/// Domain separation for the record keys.
const KEY_PURPOSE: &[u8] = b"seaway record key\0";

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HandshakeError {
    #[error("the peer does not speak Seaway's protocol")]
    NotSeaway,
    #[error("{}", no_common_version(*.oldest, *.newest))]
    Version { oldest: u16, newest: u16 },
    #[error("the peer offers another service ({theirs})")]
    Service { theirs: u8 },
    #[error("the peer reflects our own messages")]
    Reflected,
    #[error("the peer does not know this user's secret")]
    WrongSecret,
    #[error("the peer's key share is not valid")]
    BadShare,
    #[error("the peer sent a proof before its hello, or a second hello")]
    OutOfOrder,
}

fn no_common_version(oldest: u16, newest: u16) -> String {
    let older = if newest < OLDEST_VERSION { "where the peer runs" } else { "here" };
    let (ours, theirs) = (versions(OLDEST_VERSION, VERSION), versions(oldest, newest));
    format!("this program speaks protocol {ours}, the peer speaks {theirs}; update Seaway {older}")
}

fn versions(oldest: u16, newest: u16) -> String {
    let range = if oldest < newest { format!("{oldest} to {newest}") } else { newest.to_string() };
    match newest {
        // The releases known to this one.
        1..=VERSION => format!("{range} (Seaway 0.{newest})"),
        _ => range,
    }
}

/// Which end of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The end that connected.
    Client,
    /// The end that accepted.
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

/// The protocol spoken after the handshake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Service {
    Mxn,
    Directory,
    Store,
    Relay,
    Status,
    /// Many links between two hosts, or within one, on one connection.
    Trunk,
    /// Named objects in the memory and on the disks of a space.
    Thing,
    Registry,
    Queue,
    /// Files that travel along nodes.
    Ring,
}

impl Service {
    pub const ALL: [Service; 10] = [
        Service::Mxn,
        Service::Directory,
        Service::Store,
        Service::Relay,
        Service::Status,
        Service::Trunk,
        Service::Thing,
        Service::Registry,
        Service::Queue,
        Service::Ring,
    ];

    fn number(self) -> u8 {
        match self {
            Service::Mxn => 1,
            Service::Directory => 2,
            Service::Store => 3,
            Service::Relay => 4,
            Service::Status => 5,
            Service::Trunk => 6,
            Service::Thing => 7,
            Service::Registry => 8,
            Service::Queue => 9,
            Service::Ring => 10,
        }
    }

    /// The service that a hello asks for, to choose among services before a handshake is created. Nothing is
    /// authenticated yet; the handshake checks the hello again.
    pub fn asked_for(hello: &[u8]) -> Option<Service> {
        let number = Hello::parse(hello)?.service;
        Service::ALL.into_iter().find(|service| service.number() == number)
    }
}

/// What both sides have agreed on, authenticated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    pub version: u16,
    /// The features that both sides support.
    pub features: u64,
}

/// How many bytes are known to be missing from the incomplete `hello`: read that many and call again, until
/// it returns 0. A peer of an older generation is recognised by its first [`HELLO_HEAD_BYTES`].
pub fn hello_bytes_missing(hello: &[u8]) -> Result<usize, HandshakeError> {
    let Some((head, tail)) = hello.split_first_chunk::<HELLO_HEAD_BYTES>() else {
        return Ok(HELLO_HEAD_BYTES - hello.len());
    };
    let (newest, _) = head
        .strip_prefix(&MAGIC)
        .and_then(|rest| rest.split_first_chunk())
        .ok_or(HandshakeError::NotSeaway)?;
    let newest = u16::from_le_bytes(*newest);
    if newest < FIRST_NEGOTIATED {
        return Err(HandshakeError::Version { oldest: newest, newest });
    }
    let Some(&[_, _, low, high]) = tail.first_chunk() else { return Ok(FIXED_BYTES - hello.len()) };
    let rest = usize::from(u16::from_le_bytes([low, high]));
    if !(SHARE_BYTES + GRANT_BYTES..=MAX_REST_BYTES).contains(&rest) {
        return Err(HandshakeError::NotSeaway);
    }
    Ok((FIXED_BYTES + rest).saturating_sub(hello.len()))
}

/// The grant whose key the sender of a hello authenticates with. `None`: the secret.
pub fn granted(hello: &[u8]) -> Option<[u8; GRANT_BYTES]> {
    Hello::parse(hello).map(|hello| hello.grant).filter(|grant| *grant != [0; GRANT_BYTES])
}

/// The key of a grant, derived from the secret.
pub fn grant_key(secret: &[u8; 32], grant: &[u8; GRANT_BYTES]) -> [u8; 32] {
    mac(secret, &[GRANT_PURPOSE, grant]).into_bytes().into()
}

/// Sent to a peer of protocol 1 instead of a hello: it sees version 0, which it cannot speak, and reports
/// that. Authenticates nothing.
pub fn refusal_of_version_1() -> [u8; HELLO_HEAD_BYTES] {
    let mut hello = [0; HELLO_HEAD_BYTES];
    hello[..MAGIC.len()].copy_from_slice(&MAGIC);
    hello
}

/// A decoded hello.
struct Hello {
    oldest: u16,
    newest: u16,
    features: u64,
    service: u8,
    nonce: [u8; NONCE_BYTES],
    share: [u8; SHARE_BYTES],
    grant: [u8; GRANT_BYTES],
}

impl Hello {
    fn parse(hello: &[u8]) -> Option<Self> {
        let (newest, rest) = hello.strip_prefix(&MAGIC)?.split_first_chunk()?;
        let (features, rest) = rest.split_first_chunk()?;
        let ([service], rest) = rest.split_first_chunk()?;
        let (nonce, rest) = rest.split_first_chunk()?;
        let (oldest, rest) = rest.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        if rest.len() != usize::from(u16::from_le_bytes(*length)) {
            return None;
        }
        let (share, rest) = rest.split_first_chunk()?;
        let grant = rest.first_chunk()?;
        Some(Self {
            oldest: u16::from_le_bytes(*oldest),
            newest: u16::from_le_bytes(*newest),
            features: u64::from_le_bytes(*features),
            service: *service,
            nonce: *nonce,
            share: *share,
            grant: *grant,
        })
    }
}

/// One end of a handshake. Send `hello`, pass the peer's to `receive_hello`, send the proof it returns, pass
/// the peer's proof to `receive_proof`.
pub struct Handshake {
    role: Role,
    service: Service,
    secret: [u8; 32],
    nonce: [u8; NONCE_BYTES],
    share: [u8; SHARE_BYTES],
    grant: [u8; GRANT_BYTES],
    features: u64,
    /// Once received.
    peer: Option<Peer>,
}

struct Peer {
    session: Session,
    hello: Vec<u8>,
    share: [u8; SHARE_BYTES],
}

impl Handshake {
    /// `nonce` comes from a cryptographic random number generator, `share` is the public half of an ephemeral
    /// X25519 key; both are used for one handshake only.
    pub fn new(
        role: Role,
        service: Service,
        secret: &[u8; 32],
        nonce: [u8; NONCE_BYTES],
        share: [u8; SHARE_BYTES],
    ) -> Self {
        Handshake {
            role,
            service,
            secret: *secret,
            nonce,
            share,
            grant: [0; GRANT_BYTES],
            features: 0,
            peer: None,
        }
    }

    /// Offers optional features, one bit each.
    #[must_use]
    pub fn offering(self, features: u64) -> Self {
        Handshake { features, ..self }
    }

    /// Declares that this end's secret is the key of a grant, which the peer derives from its own.
    #[must_use]
    pub fn by_grant(self, grant: [u8; GRANT_BYTES]) -> Self {
        Handshake { grant, ..self }
    }

    pub fn hello(&self) -> [u8; HELLO_BYTES] {
        let fields: [&[u8]; 9] = [
            &MAGIC,
            &VERSION.to_le_bytes(),
            &self.features.to_le_bytes(),
            &[self.service.number()],
            &self.nonce,
            &OLDEST_VERSION.to_le_bytes(),
            &OWN_REST_BYTES.to_le_bytes(),
            &self.share,
            &self.grant,
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

    /// Returns the proof to send. Fails before proving anything to a peer that cannot agree.
    pub fn receive_hello(&mut self, hello: &[u8]) -> Result<[u8; PROOF_BYTES], HandshakeError> {
        if self.peer.is_some() {
            return Err(HandshakeError::OutOfOrder);
        }
        let (session, share) = self.agree(hello)?;
        self.peer = Some(Peer { session, hello: hello.to_vec(), share });
        Ok(mac(&self.secret, &[PURPOSE, &[self.role.number()], &self.hello(), hello]).into_bytes().into())
    }

    /// Consumes the handshake: a peer gets one attempt.
    pub fn receive_proof(self, proof: &[u8; PROOF_BYTES]) -> Result<Proven, HandshakeError> {
        let own = self.hello();
        let Peer { session, hello, share } = self.peer.ok_or(HandshakeError::OutOfOrder)?;
        let expected = mac(&self.secret, &[PURPOSE, &[self.role.other().number()], &hello, &own]);
        // Constant-time comparison.
        if expected != CtOutput::new((*proof).into()) {
            return Err(HandshakeError::WrongSecret);
        }
        let own = own.to_vec();
        let hellos = match self.role {
            Role::Client => [own, hello],
            Role::Server => [hello, own],
        };
        Ok(Proven { session, share, role: self.role, secret: self.secret, hellos })
    }

    fn agree(&self, hello: &[u8]) -> Result<(Session, [u8; SHARE_BYTES]), HandshakeError> {
        if hello_bytes_missing(hello)? != 0 {
            return Err(HandshakeError::NotSeaway);
        }
        let Some(Hello { oldest, newest, features, service, nonce, share, .. }) = Hello::parse(hello) else {
            return Err(HandshakeError::NotSeaway);
        };
        let version = newest.min(VERSION);
        if version < oldest.max(OLDEST_VERSION) {
            return Err(HandshakeError::Version { oldest, newest });
        }
        if service != self.service.number() {
            return Err(HandshakeError::Service { theirs: service });
        }
        if nonce == self.nonce || share == self.share {
            return Err(HandshakeError::Reflected);
        }
        Ok((Session { version, features: features & self.features }, share))
    }
}

/// A successful handshake, from which the record keys are derived.
pub struct Proven {
    pub session: Session,
    /// The peer's X25519 share, authenticated by its proof.
    pub share: [u8; SHARE_BYTES],
    role: Role,
    secret: [u8; 32],
    /// The client's and the server's.
    hellos: [Vec<u8>; 2],
}

impl Proven {
    /// `shared` is the X25519 result of the own private key and the peer's share. HKDF (RFC 5869) with
    /// HMAC-SHA256: the secret is the salt; each direction has a key of its own.
    pub fn keys(&self, shared: &[u8; 32]) -> Keys {
        let root = mac(&self.secret, &[shared]).into_bytes().into();
        let key = |sender: Role| {
            let [client, server] = &self.hellos;
            let block = mac(&root, &[KEY_PURPOSE, &[sender.number()], client, server, &[1]]);
            RecordKey::new(block.into_bytes().into())
        };
        Keys { sending: key(self.role), receiving: key(self.role.other()) }
    }
}

/// Without the secret.
impl fmt::Debug for Proven {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Proven").field("session", &self.session).finish_non_exhaustive()
    }
}

/// All parts have a fixed length or contain it, so that their concatenation is unambiguous.
pub(crate) fn mac(key: &[u8; 32], parts: &[&[u8]]) -> CtOutput<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of every length");
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize()
}

/// Without the secret.
impl fmt::Debug for Handshake {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Handshake { role, service, features, peer, .. } = self;
        let mut fields = formatter.debug_struct("Handshake");
        fields.field("role", role).field("service", service).field("features", features);
        fields.field("peer", &peer.as_ref().map(|peer| peer.session)).finish_non_exhaustive()
    }
}
