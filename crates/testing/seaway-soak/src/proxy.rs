// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Proxy`]: a link that can fail. It forwards TCP connections, cuts them, drops their bytes, or holds these
//! back and delivers them later, when the ends may have other connections already.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How often a connection checks its fate.
const TICK: Duration = Duration::from_millis(3);
/// Bytes that one direction holds back; then the sender blocks, as with a full queue.
const MOST_HELD: usize = 32 << 20;
/// Bytes of the first conversation that are recorded: more than any handshake has.
const MOST_NOTED: usize = 64 << 10;

/// Forwards connections until dropped.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    to: SocketAddr,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    closed: bool,
    /// New connections are refused.
    refuses: bool,
    /// The initial state of new connections.
    fate: Fate,
    connections: Vec<Fate>,
    /// The beginning of what the first client has sent, and how much it received.
    said: Vec<u8>,
    told: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Fate {
    #[default]
    Pass,
    /// Bytes and ends are held back, in both directions.
    Hold,
    /// Bytes are dropped silently.
    Swallow,
    Cut,
}

impl Proxy {
    pub fn to(to: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared { to, state: Mutex::default() });
        let serving = Arc::clone(&shared);
        thread::spawn(move || serving.accept_all(&listener));
        Ok(Self { address, shared })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends all connections, and refuses new ones until [`Self::mend`].
    pub fn cut(&self) {
        let mut state = self.shared.lock();
        state.refuses = true;
        state.connections.fill(Fate::Cut);
    }

    /// Holds back the data of all connections, including new ones, until [`Self::mend`].
    pub fn hold(&self) {
        let mut state = self.shared.lock();
        state.fate = Fate::Hold;
        state.all_but_cut(Fate::Hold);
    }

    /// The same, except for new connections, which are forwarded.
    pub fn hold_old(&self) {
        self.shared.lock().all_but_cut(Fate::Hold);
    }

    /// Drops the data of all connections. They are useless afterwards; [`Self::mend`] is for new ones.
    pub fn swallow(&self) {
        let mut state = self.shared.lock();
        state.fate = Fate::Swallow;
        state.all_but_cut(Fate::Swallow);
    }

    /// New connections are forwarded, and what was held back is delivered.
    pub fn mend(&self) {
        let mut state = self.shared.lock();
        (state.refuses, state.fate) = (false, Fate::Pass);
        for fate in &mut state.connections {
            // After dropped bytes nothing can follow.
            *fate = if *fate == Fate::Hold { Fate::Pass } else { *fate };
            *fate = if *fate == Fate::Swallow { Fate::Cut } else { *fate };
        }
    }

    /// How many connections there were.
    pub fn connections(&self) -> usize {
        self.shared.lock().connections.len()
    }

    /// What the client of the first connection has sent so far, and how many bytes it received.
    pub fn first_conversation(&self) -> (Vec<u8>, usize) {
        let state = self.shared.lock();
        (state.said.clone(), state.told)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.closed = true;
        state.connections.fill(Fate::Cut);
        drop(state);
        // Wakes the thread in `accept`.
        let _ = TcpStream::connect(self.address);
    }
}

impl State {
    fn all_but_cut(&mut self, fate: Fate) {
        self.connections.iter_mut().filter(|now| **now != Fate::Cut).for_each(|now| *now = fate);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn accept_all(self: Arc<Self>, listener: &TcpListener) {
        for client in listener.incoming().map_while(Result::ok) {
            let mut state = self.lock();
            if state.closed {
                return;
            }
            if state.refuses {
                continue;
            }
            let (index, fate) = (state.connections.len(), state.fate);
            state.connections.push(fate);
            drop(state);
            let shared = Arc::clone(&self);
            thread::spawn(move || shared.carry(index, client));
        }
    }

    /// One connection, to its end.
    fn carry(self: Arc<Self>, index: usize, client: TcpStream) {
        let Ok(server) = TcpStream::connect(self.to) else { return };
        let ready = [&client, &server]
            .iter()
            .all(|stream| stream.set_nodelay(true).is_ok() && stream.set_read_timeout(Some(TICK)).is_ok());
        let copies = (client.try_clone(), server.try_clone());
        let (true, (Ok(from_client), Ok(from_server))) = (ready, copies) else { return };
        let other = Arc::clone(&self);
        let back = thread::spawn(move || {
            other.pump(index, from_server, client, |state, bytes| state.told += bytes.len())
        });
        self.pump(index, from_client, server, |state, bytes| {
            let room = MOST_NOTED.saturating_sub(state.said.len());
            state.said.extend_from_slice(&bytes[..bytes.len().min(room)]);
        });
        let _ = back.join();
    }

    /// One direction of a connection. `note` gets the bytes of the first one.
    fn pump(&self, index: usize, mut from: TcpStream, mut to: TcpStream, note: fn(&mut State, &[u8])) {
        let (mut held, mut buffer, mut ended) = (Vec::new(), vec![0; 64 << 10], false);
        loop {
            if !ended && held.len() < MOST_HELD {
                match from.read(&mut buffer) {
                    Ok(0) => ended = true,
                    Ok(bytes) => {
                        held.extend_from_slice(&buffer[..bytes]);
                        if index == 0 {
                            note(&mut self.lock(), &buffer[..bytes]);
                        }
                    }
                    Err(error) if is_early(&error) => {}
                    Err(_) => ended = true,
                }
            } else {
                thread::sleep(TICK);
            }
            let fate = self.lock().connections[index];
            match fate {
                Fate::Hold => continue,
                Fate::Swallow => held.clear(),
                Fate::Pass => {
                    let passed = to.write_all(&held);
                    held.clear();
                    if passed.is_err() || ended {
                        break;
                    }
                }
                Fate::Cut => {
                    let _ = from.shutdown(Shutdown::Both);
                    let _ = to.shutdown(Shutdown::Both);
                    return;
                }
            }
        }
        let _ = to.shutdown(Shutdown::Write);
    }
}

fn is_early(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), Interrupted | TimedOut | WouldBlock)
}
