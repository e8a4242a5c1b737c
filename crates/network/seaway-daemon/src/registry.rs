// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`RegistryService`]: the embedded registry of this daemon, for other processes. It is answered later: when
//! a change is on the disk, or a watch has seen something.

use std::io::{self, IoSlice};
use std::sync::Arc;

use seaway_channel::Channel;
use seaway_messages::{RegistryMessage, Service as Kind};
use seaway_registry::{Asked, EmbeddedRegistry, RegistryErrorKind};

use crate::conversation::{Answer, Answers, Conversation, Later};
use crate::door::{Admitted, Service};
use crate::lot::{Manners, Waker};

#[derive(Debug)]
pub struct RegistryService {
    registry: Arc<EmbeddedRegistry>,
}

impl RegistryService {
    pub fn new(registry: Arc<EmbeddedRegistry>) -> Self {
        Self { registry }
    }
}

impl Service for RegistryService {
    fn kind(&self) -> Kind {
        Kind::Registry
    }

    fn serve(self: Arc<Self>, admitted: Admitted) {
        let Admitted { channel, lot, counted } = admitted;
        // A client that cannot be served sees the connection end.
        let _ = lot.enter(vec![Arc::clone(&channel)], Manners::CutOff, |waker| {
            let asking = Asking { registry: Arc::clone(&self.registry), waker, asked: None };
            Box::new(Conversation::new(channel, asking, None, counted))
        });
    }

    fn refuse(&self, channel: &Channel, reason: &str) {
        let refused =
            RegistryMessage::Failed { kind: RegistryErrorKind::Unreachable.code(), text: reason.into() };
        let mut frame = Vec::new();
        if refused.encode(&mut frame).is_ok() {
            let _ = channel.write_all_vectored(&[IoSlice::new(&frame)]);
        }
    }
}

/// One connection.
struct Asking {
    registry: Arc<EmbeddedRegistry>,
    waker: Waker,
    /// The last request.
    asked: Option<Asked>,
}

impl Answers for Asking {
    fn answer(&mut self, kind: u16, body: &[u8]) -> io::Result<Answer> {
        let request = RegistryMessage::decode(kind, body)?;
        let (later, reply) = Later::new(self.waker.clone());
        self.asked = Some(self.registry.submit(request, move |answer| {
            let mut frame = Vec::new();
            // An answer that cannot be sent ends the conversation.
            if answer.encode(&mut frame).is_ok() {
                reply.give(frame);
            }
        }));
        Ok(Answer::Later(later))
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        if let Some(asked) = self.asked {
            self.registry.forget(asked);
        }
    }
}
