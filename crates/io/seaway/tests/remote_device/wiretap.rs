// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Wiretap`]: forwards bytes, counts them, and cuts connections on demand.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// Between programs and a daemon.
pub(crate) struct Wiretap {
    pub(crate) address: SocketAddr,
    counted: Arc<Counted>,
}

#[derive(Default)]
struct Counted {
    connections: AtomicU64,
    there: AtomicU64,
    back: AtomicU64,
    /// For future connections, in turn: how many bytes they carry there and back before they are cut.
    cuts: Mutex<VecDeque<(u64, u64)>>,
}

impl Wiretap {
    pub(crate) fn before(daemon: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let counted = Arc::<Counted>::default();
        let counts = Arc::clone(&counted);
        // Ends with the process.
        thread::spawn(move || {
            for client in listener.incoming() {
                let (client, server) = (client.unwrap(), TcpStream::connect(daemon).unwrap());
                counts.connections.fetch_add(1, Ordering::Relaxed);
                let cut = counts.cuts.lock().unwrap().pop_front().unwrap_or((u64::MAX, u64::MAX));
                for stream in [&client, &server] {
                    stream.set_nodelay(true).unwrap();
                }
                let (to_server, from_server) = (server.try_clone().unwrap(), client.try_clone().unwrap());
                let (there, back) = (Arc::clone(&counts), Arc::clone(&counts));
                thread::spawn(move || pass(client, to_server, &there.there, cut.0));
                thread::spawn(move || pass(server, from_server, &back.back, cut.1));
            }
        });
        Self { address, counted }
    }

    /// Future connections are cut when they have carried this much.
    pub(crate) fn cut(&self, cuts: impl IntoIterator<Item = (u64, u64)>) {
        self.counted.cuts.lock().unwrap().extend(cuts);
    }

    pub(crate) fn connections(&self) -> u64 {
        self.counted.connections.load(Ordering::Relaxed)
    }

    /// Bytes to the daemon so far.
    pub(crate) fn there(&self) -> u64 {
        self.counted.there.load(Ordering::Relaxed)
    }

    /// Bytes from it.
    pub(crate) fn back(&self) -> u64 {
        self.counted.back.load(Ordering::Relaxed)
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream, count: &AtomicU64, mut left: u64) {
    let mut buffer = vec![0; 64 << 10];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        // Before it is forwarded: a client that has an answer finds its request counted.
        count.fetch_add(read as u64, Ordering::Relaxed);
        let passed = read.min(usize::try_from(left).unwrap_or(usize::MAX));
        left -= passed as u64;
        if to.write_all(&buffer[..passed]).is_err() || passed < read {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}
