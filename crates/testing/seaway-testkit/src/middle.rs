// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Middle`]: a man in the middle that owns the port that a client connects to, forwards the handshake to
//! the real daemon, and then manipulates records as a test wants. It knows the format, but not the secret.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use seaway_messages::{Opener, PROOF_BYTES, RECORD_HEADER_BYTES, hello_bytes_missing};

/// Direction of the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Going {
    ToServer,
    ToClient,
}

/// A record in transit.
#[derive(Debug)]
pub struct Passing {
    pub going: Going,
    /// Which connection, and which record of this direction, both from 0.
    pub connection: usize,
    pub number: usize,
    pub record: Vec<u8>,
}

type Tamper = dyn FnMut(Passing) -> Vec<Vec<u8>> + Send;

/// Lives as long as the test.
#[derive(Debug)]
pub struct Middle {
    pub address: SocketAddr,
    seen: Arc<Mutex<Vec<u8>>>,
}

impl Middle {
    /// In front of `server`. Each record is passed to `tamper`, and its result is forwarded instead.
    pub fn start(server: SocketAddr, tamper: impl FnMut(Passing) -> Vec<Vec<u8>> + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let seen = Arc::new(Mutex::new(Vec::new()));
        let tamper: Arc<Mutex<Box<Tamper>>> = Arc::new(Mutex::new(Box::new(tamper)));
        let all = Arc::clone(&seen);
        thread::spawn(move || {
            for (connection, client) in listener.incoming().enumerate() {
                let (Ok(client), Ok(server)) = (client, TcpStream::connect(server)) else { return };
                for (from, to, going) in
                    [(&client, &server, Going::ToServer), (&server, &client, Going::ToClient)]
                {
                    let (Ok(from), Ok(to)) = (from.try_clone(), to.try_clone()) else { return };
                    let (tamper, seen) = (Arc::clone(&tamper), Arc::clone(&all));
                    thread::spawn(move || {
                        let _ = pass(&from, &to, going, connection, &tamper, &seen);
                        let _ = from.shutdown(Shutdown::Both);
                        let _ = to.shutdown(Shutdown::Both);
                    });
                }
            }
        });
        Self { address, seen }
    }

    /// Whether these bytes were seen in clear text.
    pub fn has_seen(&self, bytes: &[u8]) -> bool {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.windows(bytes.len()).any(|window| window == bytes)
    }

    /// Total bytes seen, in both directions.
    pub fn seen_bytes(&self) -> usize {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

fn pass(
    mut from: &TcpStream,
    mut to: &TcpStream,
    going: Going,
    connection: usize,
    tamper: &Mutex<Box<Tamper>>,
    seen: &Mutex<Vec<u8>>,
) -> io::Result<()> {
    let note = |bytes: &[u8]| seen.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
    let mut handshake = Vec::new();
    while let missing @ 1.. = hello_bytes_missing(&handshake).map_err(io::Error::other)? {
        grow(&mut from, &mut handshake, missing)?;
    }
    to.write_all(&handshake)?;
    let mut proof = Vec::new();
    grow(&mut from, &mut proof, PROOF_BYTES)?;
    to.write_all(&proof)?;
    for number in 0.. {
        let mut record = Vec::new();
        grow(&mut from, &mut record, RECORD_HEADER_BYTES)?;
        let header = *record.first_chunk().ok_or(io::ErrorKind::UnexpectedEof)?;
        let len = Opener::record_bytes(header).map_err(io::Error::other)?;
        grow(&mut from, &mut record, len - RECORD_HEADER_BYTES)?;
        note(&record);
        let passing = Passing { going, connection, number, record };
        let instead = tamper.lock().unwrap_or_else(PoisonError::into_inner)(passing);
        instead.iter().try_for_each(|bytes| to.write_all(bytes))?;
    }
    Ok(())
}

fn grow(from: &mut impl Read, bytes: &mut Vec<u8>, more: usize) -> io::Result<()> {
    let len = bytes.len();
    bytes.resize(len + more, 0);
    from.read_exact(&mut bytes[len..])
}
