// SPDX-License-Identifier: MIT OR Apache-2.0
//! A relayed connection under simulation: two peers send bytes through a relay, accept them slowly or not at
//! all for a while, end their halves at any moment, or vanish. Checked: bytes arrive once, in order and all
//! of them before the end; the relay buffers at most one buffer per direction; and it never waits for an
//! event that has already happened.

use std::cell::RefCell;
use std::io;
use std::ops::AddAssign;

use seaway_roles::relay::{Forwarding, Port, Readiness, Round};

use crate::core::{Choices, Violation};

pub const SCENARIO: &str = "relay";
/// Small, so that it is often full.
const BUFFER_BYTES: usize = 16;
const MOST_BYTES: u64 = 200;
/// Far more than any schedule takes.
const MOST_ROUNDS: u32 = 100_000;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Done {
    pub bytes: u64,
    /// Connections that were lost in the middle.
    pub broken: u64,
}

impl AddAssign for Done {
    fn add_assign(&mut self, other: Self) {
        self.bytes += other.bytes;
        self.broken += other.broken;
    }
}

/// Runs the schedule of `seed` to its end.
pub fn run(seed: u64, forwarding: Forwarding) -> Result<Done, Box<Violation>> {
    let mut schedule = Schedule::new(seed, forwarding);
    schedule.run().map_err(|what| {
        let at = schedule.rounds.into();
        Box::new(Violation { scenario: SCENARIO, seed, at, what })
    })
}

struct Schedule {
    choices: Choices,
    forwarding: Forwarding,
    near: Peer,
    far: Peer,
    rounds: u32,
}

impl Schedule {
    fn new(seed: u64, forwarding: Forwarding) -> Self {
        let mut choices = Choices::seeded(seed);
        let near = Peer::new(&mut choices, 1);
        let far = Peer::new(&mut choices, 2);
        Self { choices, forwarding, near, far, rounds: 0 }
    }

    fn run(&mut self) -> Result<Done, String> {
        let mut buffer = [0; BUFFER_BYTES];
        loop {
            self.rounds += 1;
            if self.rounds > MOST_ROUNDS {
                return Err("the relay loops forever".into());
            }
            let round = self.forwarding.forward(&self.near, &self.far, &mut buffer);
            self.check()?;
            match round {
                Err(_) => return self.broken(),
                Ok(Round::Moved) => {
                    if self.choices.once_in(3) {
                        self.something_happens();
                    }
                }
                Ok(Round::Ended) => return self.ended(),
                Ok(Round::Wait { near, far }) => self.wait(near, far)?,
            }
        }
    }

    /// Until one of the two is ready as the relay wants it.
    fn wait(&mut self, near: Readiness, far: Readiness) -> Result<(), String> {
        while !self.near.is_ready(near) && !self.far.is_ready(far) {
            if !self.something_happens() {
                return Err(format!("the relay waits for nothing: {near:?}, {far:?}"));
            }
        }
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        if self.forwarding.kept_bytes() > BUFFER_BYTES {
            return Err(format!("the relay keeps {} bytes", self.forwarding.kept_bytes()));
        }
        for peer in [&self.near, &self.far] {
            if let Some(wrong) = &peer.0.borrow().wrong {
                return Err(wrong.clone());
            }
        }
        Ok(())
    }

    fn broken(&self) -> Result<Done, String> {
        let is_broken = |peer: &Peer| peer.0.borrow().is_broken;
        if !is_broken(&self.near) && !is_broken(&self.far) {
            return Err("the relay cut a connection that was in order".into());
        }
        Ok(Done { bytes: self.bytes(), broken: 1 })
    }

    fn ended(&self) -> Result<Done, String> {
        for (from, to) in [(&self.near, &self.far), (&self.far, &self.near)] {
            let (sent, had) = (from.0.borrow().sent, to.0.borrow().had);
            if sent != had {
                return Err(format!("{sent} bytes were sent and {had} received before the end"));
            }
        }
        Ok(Done { bytes: self.bytes(), broken: 0 })
    }

    fn bytes(&self) -> u64 {
        self.near.0.borrow().had + self.far.0.borrow().had
    }

    /// One of the peers acts. False: there is nothing left to do.
    fn something_happens(&mut self) -> bool {
        let first = self.choices.index(2);
        let mut peers = [&self.near, &self.far];
        peers.rotate_left(first);
        peers.into_iter().any(|peer| peer.0.borrow_mut().act(&mut self.choices))
    }
}

/// A peer of the relay, and the connection to it.
#[derive(Debug)]
struct Peer(RefCell<PeerState>);

#[derive(Debug)]
struct PeerState {
    /// Which of the two: their bytes differ.
    mark: u8,
    to_send: u64,
    /// Arrived at the relay, or in flight.
    sent: u64,
    has_ended: bool,
    /// Read by the relay.
    read: u64,
    /// Bytes that the relay can send before the connection is full.
    room: u64,
    /// Accepted from the relay but not flushed.
    unflushed: u64,
    can_flush: bool,
    /// Arrived from the other end.
    had: u64,
    had_end: bool,
    is_broken: bool,
    breaks: bool,
    wrong: Option<String>,
}

impl Peer {
    fn new(choices: &mut Choices, mark: u8) -> Self {
        Self(RefCell::new(PeerState {
            mark,
            to_send: choices.below(MOST_BYTES),
            sent: 0,
            has_ended: false,
            read: 0,
            room: choices.below(40),
            unflushed: 0,
            can_flush: true,
            had: 0,
            had_end: false,
            is_broken: false,
            breaks: choices.once_in(8),
            wrong: None,
        }))
    }

    fn is_ready(&self, wanted: Readiness) -> bool {
        let state = self.0.borrow();
        let readable = state.sent > state.read || state.has_ended || state.is_broken;
        let writable = (state.room > 0 && state.can_flush) || state.is_broken;
        (wanted.readable && readable) || (wanted.writable && writable)
    }
}

impl PeerState {
    fn act(&mut self, choices: &mut Choices) -> bool {
        let is_stuck = self.room == 0 || !self.can_flush;
        if self.breaks && !self.is_broken && choices.once_in(20) {
            self.is_broken = true;
        } else if is_stuck && choices.once_in(2) {
            self.room += 1 + choices.below(30);
            self.can_flush = true;
        } else if self.to_send > 0 {
            let now = 1 + choices.below(self.to_send.min(24));
            self.to_send -= now;
            self.sent += now;
        } else if !self.has_ended {
            self.has_ended = true;
        } else if is_stuck {
            self.room += MOST_BYTES;
            self.can_flush = true;
        } else {
            return false;
        }
        true
    }

    fn byte(mark: u8, position: u64) -> u8 {
        mark.wrapping_mul(31) ^ position.to_le_bytes()[0].wrapping_mul(7)
    }
}

impl Port for Peer {
    fn receive(&self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        let mut state = self.0.borrow_mut();
        if state.is_broken {
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        let (read, mark) = (state.read, state.mark);
        let count = usize::try_from(state.sent - read).unwrap_or(usize::MAX).min(buffer.len());
        if count == 0 {
            return Ok(state.has_ended.then_some(0));
        }
        for (position, byte) in (read..).zip(&mut buffer[..count]) {
            *byte = PeerState::byte(mark, position);
        }
        state.read += count as u64;
        Ok(Some(count))
    }

    fn send(&self, bytes: &[u8]) -> io::Result<Option<usize>> {
        let mut state = self.0.borrow_mut();
        if state.is_broken {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let count = bytes.len().min(usize::try_from(state.room).unwrap_or(usize::MAX));
        if count == 0 {
            return Ok(None);
        }
        let first = state.had + state.unflushed;
        let from = 3 - state.mark;
        let right = (first..).zip(&bytes[..count]).all(|(at, byte)| PeerState::byte(from, at) == *byte);
        if !right || state.had_end {
            state.wrong =
                Some(format!("bytes {first} to {} are wrong, or after the end", first + count as u64));
        }
        state.room -= count as u64;
        state.unflushed += count as u64;
        // Bytes that do not fit now must be flushed later.
        state.can_flush = state.room > 0;
        Ok(Some(count))
    }

    fn flush(&self) -> io::Result<bool> {
        let mut state = self.0.borrow_mut();
        if state.is_broken {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if state.can_flush {
            state.had += std::mem::take(&mut state.unflushed);
        }
        Ok(state.can_flush)
    }

    fn end_sending(&self) {
        let mut state = self.0.borrow_mut();
        if state.unflushed > 0 {
            state.wrong = Some("the end overtakes bytes that were not flushed".into());
        }
        state.had_end = true;
    }
}
