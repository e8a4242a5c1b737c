// SPDX-License-Identifier: MIT OR Apache-2.0
//! How a connection becomes a trunk: both ends authenticate with the secret and identify themselves.

use std::io::{self, Write};
use std::time::Instant;

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{Contact, Role, Service, TrunkMessage};

use super::trunks::Refusal;
use crate::link::descriptor::Descriptor;
use crate::link::socket::{Socket, Timed};
use seaway_channel::Secret;
use seaway_channel::authenticate;
use seaway_channel::read_frame;

/// Sets up a connection that this side has made. `FileInUse` if there is a trunk between the two, or if the peer is
/// connecting one.
pub(super) fn introduce_as_client(
    connection: Descriptor,
    me: &Contact,
    secret: &Secret,
    deadline: Instant,
) -> Result<(Descriptor, Contact)> {
    let socket = Socket::Descriptor(connection);
    let mut timed = Timed { socket: &socket, deadline };
    socket.seal(&authenticate(&mut timed, Role::Client, Service::Trunk, secret)?.keys);
    send(&mut timed, &TrunkMessage::Introduce { contact: me.clone() })?;
    let peer = match receive(&mut timed)? {
        TrunkMessage::Introduce { contact } => contact,
        TrunkMessage::Refused { kind, text, .. } => {
            let kind = ErrorKind::from_code(kind).unwrap_or(ErrorKind::PeerLost);
            return Err(Error::new(kind, Operation::Open).with_detail(text));
        }
        _ => return Err(not_introduced()),
    };
    Ok((descriptor(socket)?, peer))
}

/// Sets up an accepted and authenticated connection, which `admit` may refuse.
pub(super) fn introduce_as_server(
    connection: Descriptor,
    me: &Contact,
    deadline: Instant,
    admit: impl FnOnce(&Contact) -> Result<(), Refusal>,
) -> Result<(Descriptor, Contact)> {
    let socket = Socket::Descriptor(connection);
    let mut timed = Timed { socket: &socket, deadline };
    let TrunkMessage::Introduce { contact: peer } = receive(&mut timed)? else {
        return Err(not_introduced());
    };
    if let Err(Refusal { kind, text }) = admit(&peer) {
        send(&mut timed, &TrunkMessage::Refused { channel: 0, kind: kind.code(), text: text.clone() })?;
        return Err(Error::new(kind, Operation::Open).with_detail(text));
    }
    let told = send(&mut timed, &TrunkMessage::Introduce { contact: me.clone() });
    told.and_then(|()| Ok((descriptor(socket)?, peer)))
}

fn send(timed: &mut Timed<'_>, message: &TrunkMessage) -> Result<()> {
    let mut frame = Vec::new();
    message.encode(&mut frame).map_err(|error| not_introduced().with_source(error))?;
    timed.write_all(&frame).map_err(interrupted)
}

fn receive(timed: &mut Timed<'_>) -> Result<TrunkMessage> {
    let (kind, body) = read_frame(timed).map_err(interrupted)?.ok_or_else(not_introduced)?;
    TrunkMessage::decode(kind, &body).map_err(|error| not_introduced().with_source(error))
}

fn descriptor(socket: Socket) -> Result<Descriptor> {
    match socket {
        Socket::Descriptor(connection) => Ok(connection),
        Socket::Channel(_) => Err(not_introduced()),
    }
}

fn not_introduced() -> Error {
    Error::new(ErrorKind::PeerLost, Operation::Open).with_detail("the peer did not introduce itself")
}

fn interrupted(error: io::Error) -> Error {
    let detail = format!("the connection ended before it was set up: {error}");
    Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail).with_source(error)
}
