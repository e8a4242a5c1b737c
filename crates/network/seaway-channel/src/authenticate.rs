// SPDX-License-Identifier: MIT OR Apache-2.0
//! The handshake on a connection: both ends authenticate with the secret before either trusts the other, and
//! agree on the keys of the records that follow.

use std::io::{self, Read, Write};

use ring::agreement::{EphemeralPrivateKey, UnparsedPublicKey, X25519, agree_ephemeral};
use ring::rand::SystemRandom;
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{
    Handshake, HandshakeError, Keys, PROOF_BYTES, Role, SHARE_BYTES, Service, Session, granted,
    hello_bytes_missing, refusal_of_version_1,
};

use crate::random::random_bytes;
use crate::refusal::refusal_in;
use crate::secret::Secret;

/// The result of a handshake.
#[derive(Debug)]
pub struct Agreed {
    pub session: Session,
    /// All later data must be encrypted with these, unless the carrier is authenticated by itself.
    pub keys: Keys,
}

/// Mutual authentication with the secret. Of the peer's earlier messages only the fixed parts of the
/// handshake are evaluated. The stream should have its own deadline. It is not encrypted by this:
/// [`crate::Channel::authenticate`] does that.
pub fn authenticate(
    stream: &mut (impl Read + Write),
    role: Role,
    service: Service,
    secret: &Secret,
) -> Result<Agreed> {
    let (mut handshake, private) = begin(role, service, secret)?;
    stream.write_all(&handshake.hello()).map_err(interrupted)?;
    let hello = receive_hello(stream)?.map_err(refused)?;
    let proof = handshake.receive_hello(&hello).map_err(refused)?;
    exchange_proofs(stream, handshake, private, &proof)
}

fn begin(role: Role, service: Service, secret: &Secret) -> Result<(Handshake, EphemeralPrivateKey)> {
    let failed =
        |_| Error::new(ErrorKind::Internal, Operation::Open).with_detail("no random numbers for a key");
    let private = EphemeralPrivateKey::generate(&X25519, &SystemRandom::new()).map_err(failed)?;
    let public = private.compute_public_key().map_err(failed)?;
    let mut share = [0; SHARE_BYTES];
    share.copy_from_slice(public.as_ref());
    let handshake = Handshake::new(role, service, secret.bytes(), random_bytes()?, share);
    let handshake = if role == Role::Client { handshake.by_grant(secret.grant_bytes()) } else { handshake };
    Ok((handshake, private))
}

/// Reads exactly the hello, and allocates no more than the longest may have. The inner error is an
/// incompatible peer.
fn receive_hello(stream: &mut impl Read) -> Result<Result<Vec<u8>, HandshakeError>> {
    let mut hello = Vec::new();
    loop {
        match hello_bytes_missing(&hello) {
            Ok(0) => return Ok(Ok(hello)),
            Ok(missing) => {
                let received = hello.len();
                hello.resize(received + missing, 0);
                stream.read_exact(&mut hello[received..]).map_err(interrupted)?;
            }
            Err(error) => return refusal_in(&hello).map_or(Ok(Err(error)), Err),
        }
    }
}

fn exchange_proofs(
    stream: &mut (impl Read + Write),
    handshake: Handshake,
    private: EphemeralPrivateKey,
    proof: &[u8; PROOF_BYTES],
) -> Result<Agreed> {
    stream.write_all(proof).map_err(interrupted)?;
    let mut proof = [0; PROOF_BYTES];
    stream.read_exact(&mut proof).map_err(interrupted)?;
    let proven = handshake.receive_proof(&proof).map_err(refused)?;
    let peer = UnparsedPublicKey::new(&X25519, proven.share);
    // Rejects low-order shares, whose result everybody knows.
    let keys =
        agree_ephemeral(private, &peer, |shared| shared.try_into().ok().map(|shared| proven.keys(shared)));
    let keys = keys.ok().flatten().ok_or_else(|| refused(HandshakeError::BadShare))?;
    Ok(Agreed { session: proven.session, keys })
}

/// As [`authenticate`], for the accepting end that offers several services: the peer's hello says which it
/// wants, and whether it authenticates with a grant of `secret` instead. Both are bound to `bound`.
pub fn authenticate_for_any(
    stream: &mut (impl Read + Write),
    services: &[Service],
    secret: &Secret,
    bound: Option<&[u8; 32]>,
) -> Result<(Service, Agreed)> {
    let hello = receive_hello(stream)?.map_err(|error| {
        if matches!(error, HandshakeError::Version { newest: 1, .. }) {
            // So that a program of protocol 1 can report the reason. Errors are ignored: it may be gone
            // already.
            let _ = stream.write_all(&refusal_of_version_1());
        }
        refused(error)
    })?;
    let asked = Service::asked_for(&hello).filter(|asked| services.contains(asked));
    // A peer that wants another service is rejected by the handshake.
    let service = asked.or_else(|| services.first().copied()).ok_or_else(|| {
        Error::new(ErrorKind::Internal, Operation::Open).with_detail("no service is offered")
    })?;
    let secret = match granted(&hello) {
        None => secret.clone(),
        Some(grant) => secret.granted(grant, service).ok_or_else(|| {
            let detail = "the peer's key is valid for another service, or has expired; open the file again";
            Error::new(ErrorKind::AccessDenied, Operation::Open).with_detail(detail)
        })?,
    };
    let secret = bound.map_or_else(|| Ok(secret.clone()), |bound| secret.bound_to(bound))?;
    let (mut handshake, private) = begin(Role::Server, service, &secret)?;
    stream.write_all(&handshake.hello()).map_err(interrupted)?;
    let proof = handshake.receive_hello(&hello).map_err(refused)?;
    Ok((service, exchange_proofs(stream, handshake, private, &proof)?))
}

fn interrupted(error: io::Error) -> Error {
    let detail = format!("the connection ended before the peer authenticated: {error}");
    Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail).with_source(error)
}

fn refused(error: HandshakeError) -> Error {
    let detail = match error {
        HandshakeError::WrongSecret => {
            "the peer does not know this user's secret; set SEAWAY_SECRET_FILE to the same file for both programs".into()
        }
        ref other => other.to_string(),
    };
    Error::new(ErrorKind::AccessDenied, Operation::Open).with_detail(detail).with_source(error)
}
