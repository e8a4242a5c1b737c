// SPDX-License-Identifier: MIT OR Apache-2.0
//! The handshake on a connection: both ends prove that they know the secret, before either believes a word.

use std::io::{self, Read, Write};

use seaway_device::{Error, ErrorKind, Operation, Result};
use seaway_proto::{HELLO_BYTES, Handshake, HandshakeError, PROOF_BYTES, Role, Service, Session};

use crate::random::random_bytes;
use crate::secret::Secret;

/// Proves the secret to the peer, and has it prove the same. Nothing that the peer has said before is looked at but for
/// the fixed form of the handshake itself. The stream should have a deadline of its own.
pub fn authenticate(
    stream: &mut (impl Read + Write),
    role: Role,
    service: Service,
    secret: &Secret,
) -> Result<Session> {
    let mut handshake = Handshake::new(role, service, secret.bytes(), random_bytes()?);
    stream.write_all(&handshake.hello()).map_err(interrupted)?;
    let hello = receive_hello(stream)?;
    let proof = handshake.receive_hello(&hello).map_err(refused)?;
    exchange_proofs(stream, handshake, &proof)
}

fn receive_hello(stream: &mut impl Read) -> Result<[u8; HELLO_BYTES]> {
    let mut hello = [0; HELLO_BYTES];
    stream.read_exact(&mut hello).map_err(interrupted)?;
    Ok(hello)
}

fn exchange_proofs(
    stream: &mut (impl Read + Write),
    handshake: Handshake,
    proof: &[u8; PROOF_BYTES],
) -> Result<Session> {
    stream.write_all(proof).map_err(interrupted)?;
    let mut proof = [0; PROOF_BYTES];
    stream.read_exact(&mut proof).map_err(interrupted)?;
    handshake.receive_proof(&proof).map_err(refused)
}

/// As [`authenticate`], by one who accepts and offers several services: the peer's hello says which it wants.
pub fn authenticate_for_any(
    stream: &mut (impl Read + Write),
    services: &[Service],
    secret: &Secret,
) -> Result<(Service, Session)> {
    let hello = receive_hello(stream)?;
    let asked = Service::asked_for(&hello).filter(|asked| services.contains(asked));
    // A peer that wants something else is told so by the handshake.
    let service = asked.or_else(|| services.first().copied()).ok_or_else(|| {
        Error::new(ErrorKind::Internal, Operation::Open).with_detail("no service is offered")
    })?;
    let mut handshake = Handshake::new(Role::Server, service, secret.bytes(), random_bytes()?);
    stream.write_all(&handshake.hello()).map_err(interrupted)?;
    let proof = handshake.receive_hello(&hello).map_err(refused)?;
    Ok((service, exchange_proofs(stream, handshake, &proof)?))
}

fn interrupted(error: io::Error) -> Error {
    let detail = format!("the connection ended before the peer had proved that it knows the secret: {error}");
    Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail).with_source(error)
}

fn refused(error: HandshakeError) -> Error {
    let detail = match error {
        HandshakeError::WrongSecret => {
            "the peer does not know this user's secret; give both programs the same file by SEAWAY_SECRET_FILE".into()
        }
        ref other => other.to_string(),
    };
    Error::new(ErrorKind::AccessDenied, Operation::Open).with_detail(detail).with_source(error)
}
