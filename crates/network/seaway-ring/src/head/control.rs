// SPDX-License-Identifier: MIT OR Apache-2.0
//! The head's connection to a node, and the first words of its links.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use seaway_channel::{Channel, read_frame};
use seaway_messages::RingMessage;

use super::{CONNECT_WITHIN, NodeAccess};
use crate::receiving::send;

/// What threads tell the head.
#[derive(Debug)]
pub(super) enum Told {
    Connected(usize, Arc<Channel>),
    Unreachable(usize, String),
    /// The connection has ended.
    Gone(usize, String),
    Said(usize, RingMessage),
    LinkEnded(u64, String),
}

/// Opens the run at a node, and passes on what the node says.
pub(super) fn attend(
    access: &dyn NodeAccess,
    node: usize,
    begin: &RingMessage,
    delay: Duration,
    tell: &Sender<Told>,
) {
    std::thread::sleep(delay);
    let control = match open(access, begin) {
        Ok(control) => Arc::new(control),
        Err(text) => {
            let _ = tell.send(Told::Unreachable(node, text));
            return;
        }
    };
    if tell.send(Told::Connected(node, Arc::clone(&control))).is_err() {
        return;
    }
    let text = loop {
        let frame = match read_frame(&mut &*control) {
            Ok(Some(frame)) => frame,
            Ok(None) => break "it has closed the connection; it was killed, or has crashed".to_owned(),
            Err(error) => break error.to_string(),
        };
        match RingMessage::decode(frame.0, &frame.1) {
            Ok(RingMessage::Refused { text, .. }) => break text,
            Ok(message) => {
                if tell.send(Told::Said(node, message)).is_err() {
                    return;
                }
            }
            Err(error) => break error.to_string(),
        }
    };
    let _ = tell.send(Told::Gone(node, text));
}

fn open(access: &dyn NodeAccess, begin: &RingMessage) -> Result<Channel, String> {
    let deadline = Instant::now() + CONNECT_WITHIN;
    let control = access.connect(deadline).map_err(|error| error.reason().to_string())?;
    control.set_deadline(Some(deadline));
    match ask(&control, begin) {
        Ok(RingMessage::Begun) => {
            control.set_deadline(None);
            Ok(control)
        }
        Ok(RingMessage::Refused { text, .. }) => Err(text),
        Ok(_) => Err("it answers something else".into()),
        Err(error) => Err(error.to_string()),
    }
}

fn ask(channel: &Channel, message: &RingMessage) -> io::Result<RingMessage> {
    send(channel, message)?;
    let (kind, body) = read_frame(&mut &*channel)?.ok_or(io::ErrorKind::UnexpectedEof)?;
    Ok(RingMessage::decode(kind, &body)?)
}

/// A new link from here.
pub(super) fn link(access: &dyn NodeAccess, run: [u8; 16], link: u64) -> io::Result<Arc<Channel>> {
    let deadline = Instant::now() + CONNECT_WITHIN;
    let channel = access.connect(deadline).map_err(io::Error::other)?;
    channel.set_deadline(Some(deadline));
    introduce(&channel, run, link)?;
    Ok(Arc::new(channel))
}

/// The first words on a link.
pub fn introduce(channel: &Channel, run: [u8; 16], link: u64) -> io::Result<()> {
    match ask(channel, &RingMessage::Link { run, link })? {
        RingMessage::Linked => Ok(()),
        RingMessage::Refused { text, .. } => Err(io::Error::other(text)),
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}
