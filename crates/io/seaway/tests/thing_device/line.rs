// SPDX-License-Identifier: MIT OR Apache-2.0
//! A line between two nodes that can be cut.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// Passes connections on to another address.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) address: SocketAddr,
    connections: Arc<Mutex<Vec<TcpStream>>>,
}

impl Line {
    pub(crate) fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let connections: Arc<Mutex<Vec<TcpStream>>> = Arc::default();
        let kept = Arc::clone(&connections);
        // Ends with its target, or with the process.
        thread::spawn(move || {
            for incoming in listener.incoming().flatten() {
                // Nobody is there any more: later connections are refused here, as they would be there.
                let Ok(outgoing) = TcpStream::connect(target) else { return };
                let both = [incoming.try_clone().unwrap(), outgoing.try_clone().unwrap()];
                kept.lock().unwrap().extend(both);
                let back = (outgoing.try_clone().unwrap(), incoming.try_clone().unwrap());
                thread::spawn(move || pass(incoming, outgoing));
                thread::spawn(move || pass(back.0, back.1));
            }
        });
        Self { address, connections }
    }

    /// Cuts all connections; later ones are passed on again.
    pub(crate) fn cut(&self) {
        for connection in self.connections.lock().unwrap().drain(..) {
            let _ = connection.shutdown(Shutdown::Both);
        }
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream) {
    let mut buffer = [0; 64 << 10];
    let outcome: io::Result<()> = (|| {
        loop {
            match from.read(&mut buffer)? {
                0 => return Ok(()),
                read => to.write_all(&buffer[..read])?,
            }
        }
    })();
    let _ = outcome;
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}
