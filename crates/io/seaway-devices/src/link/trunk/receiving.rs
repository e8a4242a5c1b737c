// SPDX-License-Identifier: MIT OR Apache-2.0
//! The thread that reads a trunk. It waits for nothing but the connection: bytes go into the buffer of a channel that ends
//! here, or into the queue of another trunk. Both always have room for what a window allows.

use std::io::{self, BufReader, Read};
use std::sync::Arc;

use seaway_device_api::ErrorKind;
use seaway_messages::{MAX_CHANNEL_BYTES, TrunkMessage, WireError};

use super::connection::{Route, Trunk, Violation, bytes_header};
use super::end::Opening;
use super::trunks::Trunks;
use crate::link::descriptor::Descriptor;
use seaway_channel::read_frame;

const BUFFER_BYTES: usize = 64 << 10;

#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Wire(#[from] WireError),
    #[error(transparent)]
    Violation(#[from] Violation),
    #[error("a second introduction")]
    Introduction,
}

impl Trunk {
    /// Reads until the connection ends. Returns the reason, for the owners of its channels.
    pub(super) fn receive_all(self: &Arc<Self>, trunks: &Arc<Trunks>) -> String {
        match self.receive(trunks) {
            Ok(()) => "it has left".to_owned(),
            Err(fault) => fault.to_string(),
        }
    }

    fn receive(self: &Arc<Self>, trunks: &Arc<Trunks>) -> Result<(), Fault> {
        let mut reader = BufReader::with_capacity(BUFFER_BYTES, Reading(&self.descriptor));
        while let Some((kind, body)) = read_frame(&mut reader)? {
            match TrunkMessage::decode(kind, &body)? {
                TrunkMessage::Bytes { channel, len } => self.bytes(channel, len, &mut reader)?,
                message => self.react(message, trunks)?,
            }
        }
        Ok(())
    }

    fn bytes(&self, channel: u32, len: u32, reader: &mut impl Read) -> Result<(), Fault> {
        if len == 0 || len > MAX_CHANNEL_BYTES {
            return Err(Violation::Length(len).into());
        }
        match self.route(channel)? {
            Some(Route::Here(end)) => {
                let mut bytes = vec![0; len as usize];
                reader.read_exact(&mut bytes)?;
                end.push(bytes)?;
            }
            Some(Route::Onward(onward)) => {
                onward.relay.bytes(onward.half, len)?;
                let mut frame = bytes_header(onward.channel, len);
                let start = frame.len();
                frame.resize(start + len as usize, 0);
                reader.read_exact(&mut frame[start..])?;
                onward.trunk.send_frame(frame);
            }
            Some(Route::Coming) => return Err(Violation::Order(channel).into()),
            // Sent before the peer knew that this side no longer reads.
            None => drop(io::copy(&mut reader.take(len.into()), &mut io::sink())?),
        }
        Ok(())
    }

    fn react(self: &Arc<Self>, message: TrunkMessage, trunks: &Arc<Trunks>) -> Result<(), Fault> {
        match message {
            TrunkMessage::Introduce { .. } => return Err(Fault::Introduction),
            TrunkMessage::Open { channel, to, porter } => {
                self.admit(channel)?;
                trunks.pass_on(self, channel, to, porter);
            }
            TrunkMessage::Opened { channel } => self.settled(channel, None)?,
            TrunkMessage::Refused { channel, kind, text } => self.settled(channel, Some((kind, text)))?,
            TrunkMessage::Bytes { .. } => {}
            TrunkMessage::Credit { channel, bytes } => self.credit(channel, bytes)?,
            TrunkMessage::End { channel } => self.end(channel)?,
            TrunkMessage::Cut { channel, text } => {
                match self.route(channel)? {
                    Some(Route::Here(end)) => drop(end.cut(&text)),
                    Some(Route::Onward(onward)) => onward.cut(&text),
                    Some(Route::Coming) | None => {}
                }
                self.forget(channel);
            }
        }
        Ok(())
    }

    /// The peer has opened the requested channel, or has refused to.
    fn settled(&self, channel: u32, refusal: Option<(u16, String)>) -> Result<(), Violation> {
        if !self.is_own(channel) {
            return Err(Violation::Number(channel));
        }
        match (self.route(channel)?, refusal) {
            (Some(Route::Here(end)), None) => end.settle(Opening::Open),
            (Some(Route::Onward(onward)), None) => {
                onward.trunk.send(&TrunkMessage::Opened { channel: onward.channel });
            }
            (Some(Route::Here(end)), Some((kind, text))) => {
                self.forget(channel);
                let kind = ErrorKind::from_code(kind).unwrap_or(ErrorKind::PeerLost);
                end.settle(Opening::Refused(kind, text));
            }
            (Some(Route::Onward(onward)), Some((kind, text))) => {
                self.forget(channel);
                onward.trunk.send(&TrunkMessage::Refused { channel: onward.channel, kind, text });
                onward.trunk.forget(onward.channel);
            }
            (Some(Route::Coming), _) => return Err(Violation::Order(channel)),
            (None, _) => {}
        }
        Ok(())
    }

    fn credit(&self, channel: u32, bytes: u32) -> Result<(), Violation> {
        match self.route(channel)? {
            Some(Route::Here(end)) => end.add_credit(bytes),
            Some(Route::Onward(onward)) => {
                onward.relay.credit(onward.half, bytes)?;
                onward.trunk.send(&TrunkMessage::Credit { channel: onward.channel, bytes });
                Ok(())
            }
            Some(Route::Coming) => Err(Violation::Order(channel)),
            None => Ok(()),
        }
    }

    fn end(&self, channel: u32) -> Result<(), Violation> {
        match self.route(channel)? {
            Some(Route::Here(end)) => {
                let is_over = end.end_other();
                if is_over {
                    self.forget(channel);
                }
            }
            Some(Route::Onward(onward)) => {
                onward.trunk.send(&TrunkMessage::End { channel: onward.channel });
                if onward.relay.end(onward.half) {
                    self.forget(channel);
                    onward.trunk.forget(onward.channel);
                }
            }
            Some(Route::Coming) => return Err(Violation::Order(channel)),
            None => {}
        }
        Ok(())
    }
}

/// Waits for bytes.
struct Reading<'a>(&'a Descriptor);

impl Read for Reading<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.0.receive(into)
    }
}
