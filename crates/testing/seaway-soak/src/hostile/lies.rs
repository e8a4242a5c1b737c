// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Lies`]: frames that are almost messages of a service. They are derived from one sample of every message,
//! by changing numbers, lengths and kinds, so that they follow the protocol when it changes.

use seaway_messages::{
    DirectoryMessage, HEADER_BYTES, MxnMessage, QueueMessage, RegistryMessage, RelayMessage, RingMessage,
    Service, StatusMessage, StoreMessage, ThingMessage, TrunkMessage, WireError,
};

use crate::draw::Draw;
use crate::samples;

/// Maximum payload after a frame that announces more: the peer then waits for the rest, or is cut off.
const MOST_PAYLOAD: u64 = 8 << 10;
/// Sizes that an authorised peer must not request in a test: they would fill the disk.
const PREALLOCATE: std::ops::Range<u64> = 1 << 20..1 << 60;

/// Of one service.
#[derive(Debug, Clone)]
pub struct Lies {
    samples: Vec<Vec<u8>>,
    judge: fn(u16, &[u8]) -> Option<Judged>,
}

/// A frame, and the bytes that follow it.
#[derive(Debug, Clone)]
pub struct Lie {
    pub bytes: Vec<u8>,
    /// Nothing after it can be parsed.
    pub is_last: bool,
}

/// Of a frame that is a message.
#[derive(Debug, Clone, Copy)]
struct Judged {
    payload: u64,
    is_harmful: bool,
    /// The id of a write, and its bytes, which should follow.
    write: Option<(u64, u64)>,
}

impl Lies {
    pub fn of(service: Service) -> Self {
        match service {
            Service::Store => Self::from(&store_samples(), StoreMessage::encode, |kind, body| {
                let message = StoreMessage::decode(kind, body).ok()?;
                let is_harmful =
                    matches!(message, StoreMessage::Preallocate { size, .. } if PREALLOCATE.contains(&size));
                let write = match &message {
                    StoreMessage::Write { id, place, .. } => Some((*id, place.bytes())),
                    _ => None,
                };
                Some(Judged { payload: message.payload(), is_harmful, write })
            }),
            Service::Mxn => Self::from(&samples::mxn(), MxnMessage::encode, |kind, body| {
                MxnMessage::decode(kind, body).ok().map(|message| harmless(message.payload()))
            }),
            Service::Trunk => Self::from(&samples::trunk(), TrunkMessage::encode, |kind, body| {
                TrunkMessage::decode(kind, body).ok().map(|message| harmless(message.payload().into()))
            }),
            Service::Directory => {
                Self::from(&samples::directory(), DirectoryMessage::encode, |kind, body| {
                    DirectoryMessage::decode(kind, body).ok().map(|_| harmless(0))
                })
            }
            Service::Relay => Self::from(&samples::relay(), RelayMessage::encode, |kind, body| {
                RelayMessage::decode(kind, body).ok().map(|_| harmless(0))
            }),
            Service::Thing => Self::from(&samples::thing(), ThingMessage::encode, |kind, body| {
                ThingMessage::decode(kind, body).ok().map(|_| harmless(0))
            }),
            Service::Queue => Self::from(&samples::queue(), QueueMessage::encode, |kind, body| {
                QueueMessage::decode(kind, body).ok().map(|_| harmless(0))
            }),
            Service::Registry => Self::from(&samples::registry(), RegistryMessage::encode, |kind, body| {
                RegistryMessage::decode(kind, body).ok().map(|_| harmless(0))
            }),
            Service::Ring => Self::from(&samples::ring(), RingMessage::encode, |kind, body| {
                RingMessage::decode(kind, body).ok().map(|message| harmless(message.payload().into()))
            }),
            Service::Status => Self::from(&samples::status(), StatusMessage::encode, |kind, body| {
                StatusMessage::decode(kind, body).ok().map(|_| harmless(0))
            }),
        }
    }

    fn from<M>(
        samples: &[M],
        encode: fn(&M, &mut Vec<u8>) -> Result<(), WireError>,
        judge: fn(u16, &[u8]) -> Option<Judged>,
    ) -> Self {
        let encoded = |message: &M| {
            let mut frame = Vec::new();
            encode(message, &mut frame).unwrap();
            frame
        };
        Self { samples: samples.iter().map(encoded).collect(), judge }
    }

    pub fn next(&self, draw: &mut Draw<'_>) -> Lie {
        let mut frame = draw.pick(&self.samples).clone();
        for _ in 0..draw.below(3) {
            change_number(draw, &mut frame);
        }
        if draw.one_in(64) {
            break_form(draw, &mut frame);
            return Lie { bytes: frame, is_last: true };
        }
        let kind = u16::from_le_bytes([frame[4], frame[5]]);
        match (self.judge)(kind, &frame[HEADER_BYTES..]) {
            None => Lie { bytes: frame, is_last: true },
            Some(Judged { is_harmful: true, .. }) => self.plain(),
            Some(Judged { write: Some((id, bytes)), .. }) if !draw.one_in(16) => {
                write_some(draw, id, bytes, &mut frame);
                Lie { bytes: frame, is_last: false }
            }
            Some(Judged { payload, .. }) => {
                let follows = usize::try_from(payload.min(MOST_PAYLOAD)).unwrap_or(0);
                frame.resize(frame.len() + follows, 0x6c);
                Lie { bytes: frame, is_last: payload > MOST_PAYLOAD }
            }
        }
    }

    /// A valid frame, in place of one that must not be sent.
    fn plain(&self) -> Lie {
        let shortest = self.samples.iter().min_by_key(|sample| sample.len()).unwrap_or(&self.samples[0]);
        Lie { bytes: shortest.clone(), is_last: false }
    }
}

/// Some bytes of a write, and no more: the write stays pending, and so does the connection.
fn write_some(draw: &mut Draw<'_>, id: u64, bytes: u64, out: &mut Vec<u8>) {
    let len = bytes.min(1 + draw.below(5000) as u64);
    if len > 0 {
        StoreMessage::Chunk { id, len }.encode(out).unwrap();
        out.resize(out.len() + usize::try_from(len).unwrap_or(0), 0x6c);
    }
    if len < bytes {
        StoreMessage::Cancel { id }.encode(out).unwrap();
    }
}

/// Mostly what a client may send: the rest ends the connection.
fn store_samples() -> Vec<StoreMessage> {
    const MORE: usize = 12;
    let ends = |message: &StoreMessage| {
        (0x40..0x50).contains(&message.kind())
            || matches!(message, StoreMessage::Bye | StoreMessage::Chunk { .. })
    };
    let times = |message: StoreMessage| {
        let count = if ends(&message) { 1 } else { MORE };
        std::iter::repeat_n(message, count)
    };
    samples::store().into_iter().flat_map(times).collect()
}

fn harmless(payload: u64) -> Judged {
    Judged { payload, is_harmful: false, write: None }
}

/// Changes a number in the body, or bytes that may be one.
fn change_number(draw: &mut Draw<'_>, frame: &mut [u8]) {
    let body = frame.get_mut(HEADER_BYTES..).unwrap_or_default();
    let width = *draw.pick(&[1_usize, 2, 4, 8, 8]);
    if body.len() < width {
        return;
    }
    // Fields are not aligned, and most messages begin with a few numbers.
    let at = if draw.one_in(2) {
        draw.below(body.len() - width + 1)
    } else {
        (draw.below(4) * 4).min(body.len() - width)
    };
    body[at..at + width].copy_from_slice(&draw.number().to_le_bytes()[..width]);
}

/// Invalid lengths, kinds and ends.
fn break_form(draw: &mut Draw<'_>, frame: &mut Vec<u8>) {
    match draw.byte() % 5 {
        0 => frame.truncate(draw.below(frame.len())),
        1 => frame[..4].copy_from_slice(&draw.number().to_le_bytes()[..4]),
        2 => frame[4..6].copy_from_slice(&draw.number().to_le_bytes()[..2]),
        3 => frame.extend(draw.bytes(40)),
        _ => *frame = draw.bytes(200),
    }
}
