// SPDX-License-Identifier: MIT OR Apache-2.0
//! A peer that knows the secret, and then sends invalid messages.

use std::io::{ErrorKind, IoSlice};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use seaway_channel::Channel;
use seaway_datatype::{Datatype, Named};
use seaway_messages::{Service, StoreMessage};

use super::Lies;
use crate::draw::Draw;
use crate::raw_client::{CREATE, Client, READ, WRITE, authenticated};

/// Far longer than anything takes: a peer silent for this long hangs.
const LONG: Duration = Duration::from_secs(60);

/// How a connection went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The peer has closed the connection or exited; this many frames were sent.
    Ended { frames: u64 },
    /// This end has sent everything and closed its side, and the peer neither ended nor sent anything.
    Hangs,
}

/// One connection to `service` at `address`, of at most `most` frames.
pub fn lie(address: SocketAddr, service: Service, lies: &Lies, draw: &mut Draw<'_>, most: u64) -> Ending {
    match authenticated(address, service) {
        Ok(channel) => send_lies(&channel, lies, draw, most),
        // Rejected: a relay has no store, and a daemon no relay.
        Err(_) => Ending::Ended { frames: 1 },
    }
}

/// The same to the store, with files open in `folder` and a shape, so that invalid messages refer to
/// something.
pub fn lie_to_store(
    address: SocketAddr,
    folder: &Path,
    lies: &Lies,
    draw: &mut Draw<'_>,
    most: u64,
) -> Ending {
    let mut client = Client::connect(address);
    for _ in 0..draw.below(3) {
        let name = format!("liar-{}", draw.byte() % 4);
        let _ = client.open(folder.join(name), READ | WRITE | CREATE);
    }
    if draw.one_in(2) {
        let column = Datatype::vector(1 << 20, 8, 24, &Datatype::named(Named::Byte)).unwrap();
        client.send(&StoreMessage::Shape { shape: 3, displacement: 512, tree: column.encode() });
    }
    send_lies(&client.channel, lies, draw, most)
}

pub(crate) fn send_lies(channel: &Channel, lies: &Lies, draw: &mut Draw<'_>, most: u64) -> Ending {
    channel.set_deadline(Some(Instant::now() + LONG));
    let ended = AtomicBool::new(false);
    thread::scope(|scope| {
        // Some attackers do not read at all; this end then just leaves.
        let reads = !draw.one_in(8);
        let reading = reads.then(|| {
            scope.spawn(|| {
                let outcome = drain(channel);
                ended.store(true, Ordering::Relaxed);
                outcome
            })
        });
        let mut frames = 0;
        while frames < most && !draw.is_done() && !ended.load(Ordering::Relaxed) {
            if !reads {
                channel.set_deadline(Some(Instant::now() + Duration::from_millis(20)));
            }
            let lie = lies.next(draw);
            if channel.write_all_vectored(&[IoSlice::new(&lie.bytes)]).is_err() {
                break;
            }
            frames += 1;
            if lie.is_last {
                break;
            }
        }
        channel.end_sending();
        match reading.map(|thread| thread.join()) {
            Some(Ok(false)) => Ending::Hangs,
            Some(Err(_)) | None | Some(Ok(true)) => {
                channel.shut_down();
                Ending::Ended { frames }
            }
        }
    })
}

/// Until the peer ends. False: it is silent for so long that it hangs.
fn drain(channel: &Channel) -> bool {
    let mut buffer = vec![0; 64 << 10];
    loop {
        match channel.read(&mut buffer) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() != ErrorKind::TimedOut,
        }
    }
}
