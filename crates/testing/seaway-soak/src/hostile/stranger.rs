// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Stranger`]: a peer without the secret. It has recorded a legitimate client's messages.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use seaway_channel::{Channel, Secret};
use seaway_messages::{Role, Service};

use crate::draw::Draw;
use crate::proxy::Proxy;
use crate::raw_client::authenticated;

const LONG: Duration = Duration::from_secs(60);

/// What a legitimate client has sent, from its first byte to an answered request.
#[derive(Debug, Clone)]
pub struct Recording {
    said: Vec<u8>,
    /// Bytes that it received before its first request: an unauthenticated peer must not receive more.
    told: usize,
}

impl Recording {
    /// Of a client of `service` at `address`.
    pub fn of(address: SocketAddr, service: Service, question: &[u8]) -> io::Result<Self> {
        let proxy = Proxy::to(address)?;
        let channel = authenticated(proxy.address(), service).map_err(io::Error::other)?;
        let (_, told) = proxy.first_conversation();
        channel.write_all_vectored(&[io::IoSlice::new(question)])?;
        channel.read(&mut [0; 64])?;
        Ok(Self { said: proxy.first_conversation().0, told })
    }
}

/// What strangers try.
#[derive(Debug)]
pub struct Stranger<'a> {
    pub address: SocketAddr,
    pub recording: &'a Recording,
}

impl Stranger<'_> {
    /// One connection. The error says what should not have happened.
    pub fn try_once(&self, draw: &mut Draw<'_>) -> Result<(), String> {
        let said = match draw.byte() % 8 {
            0 => Vec::new(),
            1 => draw.bytes(600),
            // Half of what a legitimate client sends, and all of it.
            2 => self.recording.said[..draw.below(self.recording.said.len())].to_vec(),
            3 => self.recording.said.clone(),
            4 | 5 => self.changed(draw),
            // Data that looks like TLS.
            6 => [&[0x16, 3, 1][..], &draw.bytes(400)].concat(),
            _ => return self.wrong_secret(draw),
        };
        self.say(&said)
    }

    fn changed(&self, draw: &mut Draw<'_>) -> Vec<u8> {
        let mut said = self.recording.said.clone();
        for _ in 0..=draw.below(3) {
            let at = draw.below(said.len());
            said[at] = said[at].wrapping_add(draw.byte() | 1);
        }
        said
    }

    fn say(&self, bytes: &[u8]) -> Result<(), String> {
        let Ok(mut stream) = TcpStream::connect(self.address) else {
            return Err("nothing listens any more".into());
        };
        let _ = stream.set_read_timeout(Some(LONG));
        // It is fine if the peer has ended already.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut told = Vec::new();
        match stream.read_to_end(&mut told) {
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                Err("a stranger's connection was not ended".into())
            }
            _ if told.len() > self.recording.told => Err(format!(
                "a stranger received {} bytes; a handshake has {}",
                told.len(),
                self.recording.told
            )),
            _ => Ok(()),
        }
    }

    fn wrong_secret(&self, draw: &mut Draw<'_>) -> Result<(), String> {
        let mut secret = [0x5a; 32];
        secret[draw.below(32)] ^= draw.byte() | 1;
        let channel = TcpStream::connect(self.address).and_then(Channel::tcp);
        let Ok(channel) = channel else { return Err("nothing listens any more".into()) };
        channel.set_deadline(Some(Instant::now() + LONG));
        match channel.authenticate(Role::Client, Service::Store, &Secret::from_bytes(secret)) {
            Ok(_) => Err("a wrong secret was accepted".into()),
            Err(_) => Ok(()),
        }
    }
}
