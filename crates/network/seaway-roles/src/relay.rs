// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Forwarding`]: how a relay forwards the bytes of one connection, in both directions. Bytes that one end
//! does not accept are buffered, up to one buffer, and nothing more is read from the other end until they are
//! sent.

use std::io;

/// One end of a relayed connection. No method waits.
pub trait Port {
    /// `None`: nothing has arrived. 0: the peer sends no more.
    fn receive(&self, buffer: &mut [u8]) -> io::Result<Option<usize>>;
    /// How many bytes were accepted; `None`: none at present.
    fn send(&self, bytes: &[u8]) -> io::Result<Option<usize>>;
    /// Whether everything accepted has been passed to the network.
    fn flush(&self) -> io::Result<bool>;
    /// Tells the peer that no more bytes follow.
    fn end_sending(&self);
}

/// What to wait for at one end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Readiness {
    pub readable: bool,
    pub writable: bool,
}

/// The result of one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Round {
    /// Some bytes have moved; there may be more.
    Moved,
    /// Nothing moves until one of these conditions holds.
    Wait { near: Readiness, far: Readiness },
    /// Both peers have ended, and everything has been forwarded.
    Ended,
}

#[derive(Debug, Default)]
pub struct Forwarding {
    there: Direction,
    back: Direction,
}

impl Forwarding {
    /// With a defect that the simulation must find: bytes that were accepted but not flushed are forgotten.
    #[must_use]
    pub fn forgetting_to_flush() -> Self {
        let direction = || Direction { never_flushes: true, ..Direction::default() };
        Self { there: direction(), back: direction() }
    }

    /// Moves what can be moved now, through `buffer`. After an error the connection is unusable.
    pub fn forward(&mut self, near: &impl Port, far: &impl Port, buffer: &mut [u8]) -> io::Result<Round> {
        let there = self.there.forward(near, far, buffer)?;
        let back = self.back.forward(far, near, buffer)?;
        Ok(match (there, back) {
            (State::Ended, State::Ended) => Round::Ended,
            (State::Moved, _) | (_, State::Moved) => Round::Moved,
            _ => Round::Wait {
                near: Readiness {
                    readable: there == State::NothingCame,
                    writable: back == State::NothingTaken,
                },
                far: Readiness {
                    readable: back == State::NothingCame,
                    writable: there == State::NothingTaken,
                },
            },
        })
    }

    /// Bytes buffered for the slower end.
    pub fn kept_bytes(&self) -> usize {
        self.there.kept.len().max(self.back.kept.len())
    }
}

#[derive(Debug, Default)]
struct Direction {
    /// Bytes that have arrived and were not accepted by the other end yet.
    kept: Vec<u8>,
    is_unflushed: bool,
    has_ended: bool,
    never_flushes: bool,
}

/// What a direction waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Moved,
    NothingCame,
    NothingTaken,
    Ended,
}

impl Direction {
    fn forward(&mut self, from: &impl Port, to: &impl Port, buffer: &mut [u8]) -> io::Result<State> {
        if !self.kept.is_empty() {
            let sent = send(to, &self.kept)?;
            self.is_unflushed |= sent > 0;
            self.kept.drain(..sent);
            if !self.kept.is_empty() {
                return Ok(State::NothingTaken);
            }
            // Thousands of idle connections need no buffers.
            self.kept = Vec::new();
        }
        if self.is_unflushed && !self.never_flushes {
            if !to.flush()? {
                return Ok(State::NothingTaken);
            }
            self.is_unflushed = false;
        }
        if self.has_ended {
            return Ok(State::Ended);
        }
        match from.receive(buffer)? {
            None => Ok(State::NothingCame),
            Some(0) => {
                to.end_sending();
                self.has_ended = true;
                Ok(State::Moved)
            }
            Some(received) => {
                let sent = send(to, &buffer[..received])?;
                self.is_unflushed = true;
                self.kept.extend_from_slice(&buffer[sent..received]);
                Ok(State::Moved)
            }
        }
    }
}

/// As much as is accepted without waiting.
fn send(to: &impl Port, bytes: &[u8]) -> io::Result<usize> {
    let mut gone = 0;
    while gone < bytes.len() {
        match to.send(&bytes[gone..])? {
            Some(0) => return Err(io::ErrorKind::WriteZero.into()),
            Some(sent) => gone += sent,
            None => break,
        }
    }
    Ok(gone)
}
