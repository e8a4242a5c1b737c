// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Seal`]: the records that a TCP connection between ranks consists of after the handshake, in both directions. How bytes
//! come and go is the descriptor's business, which does not wait while it sends.

use std::io::{self, IoSlice, IoSliceMut};
use std::sync::{Mutex, MutexGuard, PoisonError};

use seaway_channel::{IncomingRecords, RecordBuffer};
use seaway_messages::{Keys, Opener, Sealer};

#[derive(Debug)]
pub(super) struct Seal {
    /// Of the thread that reads.
    incoming: Mutex<Incoming>,
    /// Of the sender.
    outgoing: Mutex<Outgoing>,
}

#[derive(Debug)]
struct Incoming {
    opener: Opener,
    records: IncomingRecords,
}

#[derive(Debug)]
struct Outgoing {
    sealer: Sealer,
    records: RecordBuffer,
}

impl Seal {
    pub(super) fn new(keys: &Keys) -> Self {
        let incoming = Incoming { opener: Opener::new(&keys.receiving), records: IncomingRecords::default() };
        let outgoing = Outgoing { sealer: Sealer::new(&keys.sending), records: RecordBuffer::default() };
        Self { incoming: Mutex::new(incoming), outgoing: Mutex::new(outgoing) }
    }

    /// Sends some of `slices` as records, by `send`. After `WouldBlock`, the caller retries with the same bytes, or with
    /// more behind them: a part of their record may have gone.
    pub(super) fn send(
        &self,
        slices: &[IoSlice<'_>],
        mut send: impl FnMut(&[u8]) -> io::Result<usize>,
    ) -> io::Result<usize> {
        let mut outgoing = self.outgoing.lock().unwrap_or_else(PoisonError::into_inner);
        let Outgoing { sealer, records } = &mut *outgoing;
        if records.unsent().is_empty() && !records.seal(sealer, &mut &*slices, &mut 0)? {
            return Ok(0);
        }
        while !records.unsent().is_empty() {
            let sent = send(records.unsent())?;
            records.sent(sent);
        }
        Ok(records.carried())
    }

    /// Takes bytes out of a verified record, for which `receive` is called as often as necessary. 0 is the end.
    pub(super) fn receive(
        &self,
        into: &mut [IoSliceMut<'_>],
        mut receive: impl FnMut(&mut [u8]) -> io::Result<usize>,
    ) -> io::Result<usize> {
        if into.iter().all(|slice| slice.is_empty()) {
            return Ok(0);
        }
        let mut incoming = self.lock_incoming();
        while !incoming.has_some()? {
            if !incoming.records.fill(&mut receive)? {
                return Ok(0);
            }
        }
        Ok(incoming.records.take(into))
    }

    /// Whether bytes can be had without another call to the kernel. For the thread that reads.
    pub(super) fn has_some(&self) -> io::Result<bool> {
        self.lock_incoming().has_some()
    }

    fn lock_incoming(&self) -> MutexGuard<'_, Incoming> {
        self.incoming.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Incoming {
    fn has_some(&mut self) -> io::Result<bool> {
        Ok(!self.records.plain().is_empty() || self.records.open(&mut self.opener)?)
    }
}

#[cfg(test)]
mod tests {
    use seaway_messages::RecordKey;

    use super::*;

    fn ends() -> (Seal, Seal) {
        let (one, other) = (RecordKey::new([1; 32]), RecordKey::new([2; 32]));
        let there = Keys { sending: one.clone(), receiving: other.clone() };
        (Seal::new(&there), Seal::new(&Keys { sending: other, receiving: one }))
    }

    fn receive(seal: &Seal, wire: &mut &[u8]) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; 1 << 20];
        let received =
            seal.receive(&mut [IoSliceMut::new(&mut bytes)], |space| io::Read::read(wire, space))?;
        bytes.truncate(received);
        Ok(bytes)
    }

    /// The kernel takes a few bytes at a time, and often none: what was accepted for sending arrives, once.
    #[test]
    fn bytes_that_go_in_parts_arrive_once() {
        let (one, other) = ends();
        let message: Vec<u8> = (0..700_000_u32).map(|number| (number % 251).to_le_bytes()[0]).collect();
        let (mut wire, mut told, mut calls) = (Vec::new(), 0, 0);
        while told < message.len() {
            // More and more of the message is there; what was there stays.
            let end = message.len().min(told + 100_000 + calls);
            let sent = one.send(&[IoSlice::new(&message[told..end])], |bytes| {
                calls += 1;
                if calls.is_multiple_of(3) {
                    return Err(io::ErrorKind::WouldBlock.into());
                }
                let some = bytes.len().min(7001);
                wire.extend_from_slice(&bytes[..some]);
                Ok(some)
            });
            match sent {
                Ok(sent) => told += sent,
                Err(error) => assert_eq!(error.kind(), io::ErrorKind::WouldBlock),
            }
        }
        let (mut left, mut received) = (wire.as_slice(), Vec::new());
        while received.len() < message.len() {
            received.extend(receive(&other, &mut left).unwrap());
        }
        assert!(received == message && left.is_empty());
        assert!(receive(&other, &mut left).unwrap().is_empty(), "and then the end");
    }

    #[test]
    fn changed_byte_is_an_error_and_so_is_all_behind_it() {
        let (one, other) = ends();
        let mut wire = Vec::new();
        for message in [b"one", b"two", b"six"] {
            one.send(&[IoSlice::new(message)], |bytes| {
                wire.extend_from_slice(bytes);
                Ok(bytes.len())
            })
            .unwrap();
        }
        wire[30] ^= 1;
        let mut left = wire.as_slice();
        assert_eq!(receive(&other, &mut left).unwrap(), b"one");
        for _ in 0..2 {
            let error = receive(&other, &mut left).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{error}");
        }
    }
}
