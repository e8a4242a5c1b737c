// SPDX-License-Identifier: MIT OR Apache-2.0
//! A daemon's authentication: peers without the secret, and those that tamper with messages, get no answer.

use std::sync::OnceLock;

use seaway_messages::{Service, StoreMessage};

use super::{panics, world};
use crate::draw::Draw;
use crate::hostile::{Recording, Stranger};

const MOST_TRIES: usize = 8;

/// Turns `bytes` into connections of unauthenticated peers.
pub fn check_handshake_machine(bytes: &[u8]) {
    panics::none_in(|| {
        let mut draw = Draw::new(bytes);
        let stranger = Stranger { address: world().daemon.address, recording: recording() };
        for _ in 0..MOST_TRIES {
            if draw.is_done() {
                break;
            }
            stranger.try_once(&mut draw).unwrap();
        }
        // Peers with the secret are accepted throughout.
        world().daemon.connect();
    });
}

fn recording() -> &'static Recording {
    static RECORDING: OnceLock<Recording> = OnceLock::new();
    RECORDING.get_or_init(|| {
        let mut question = Vec::new();
        StoreMessage::Ping { number: 4 }.encode(&mut question).unwrap();
        Recording::of(world().daemon.address, Service::Store, &question).unwrap()
    })
}
