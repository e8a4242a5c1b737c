// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Delay`]: a line to a server with latency but unlimited bandwidth: everything received is sent on after a
//! delay. The kernel's own means for that are not built everywhere.

use std::io::{Read, Result, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

pub(crate) struct Delay {
    address: SocketAddr,
}

/// Bytes, and when they are to arrive.
type Parcel = (Instant, Vec<u8>);

impl Delay {
    /// A line to `server` with latency `one_way` in each direction. It stays until the process ends.
    pub(crate) fn before(server: SocketAddr, one_way: Duration) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // If the server is gone, the client sees that, too.
                let _ = TcpStream::connect(server).and_then(|server| couple(&client, &server, one_way));
            }
        });
        Ok(Self { address })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }
}

fn couple(client: &TcpStream, server: &TcpStream, one_way: Duration) -> Result<()> {
    for (from, to) in [(client, server), (server, client)] {
        to.set_nodelay(true)?;
        let (from, to) = (from.try_clone()?, to.try_clone()?);
        let (sender, receiver) = channel();
        thread::spawn(move || take_in(from, &sender, one_way));
        thread::spawn(move || give_out(to, &receiver));
    }
    Ok(())
}

fn take_in(mut from: TcpStream, line: &Sender<Parcel>, one_way: Duration) {
    let mut buffer = vec![0; 256 << 10];
    loop {
        let length = from.read(&mut buffer).unwrap_or(0);
        // The end of the stream is delayed like everything else.
        let parcel = (Instant::now() + one_way, buffer[..length].to_vec());
        if line.send(parcel).is_err() || length == 0 {
            return;
        }
    }
}

fn give_out(mut to: TcpStream, line: &Receiver<Parcel>) {
    for (arrival, bytes) in line {
        thread::sleep(arrival.saturating_duration_since(Instant::now()));
        if bytes.is_empty() || to.write_all(&bytes).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}
