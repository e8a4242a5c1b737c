// SPDX-License-Identifier: MIT OR Apache-2.0
//! Exchanges between the ranks of one program. Errors are exchanged too, so that no rank waits for one that has failed.

use seaway_device_api::{Error, ErrorKind, Operation, Ranks, Result};
use seaway_messages::MxnMessage;

/// Collective: the message of every rank, in rank order; `None` from ranks without one.
pub(super) fn exchange(
    ranks: &dyn Ranks,
    operation: Operation,
    mine: std::result::Result<Option<MxnMessage>, &Error>,
) -> Result<Vec<Vec<u8>>> {
    let refused = |error: &Error| MxnMessage::Refused { kind: error.kind().code(), text: error.reason() };
    let mut bytes = Vec::new();
    if let Some(message) = mine.unwrap_or_else(|error| Some(refused(error))) {
        message.encode(&mut bytes).map_err(|error| not_understood(operation).with_source(error))?;
    }
    ranks.all_gather(&bytes)
}

/// The message of a rank, or its error.
pub(super) fn told(rank: usize, bytes: &[u8], operation: Operation) -> Result<MxnMessage> {
    let unclear = || not_understood(operation).with_rank(rank);
    let (header, body) = bytes.split_first_chunk().ok_or_else(unclear)?;
    let header = seaway_messages::decode_header(header).map_err(|error| unclear().with_source(error))?;
    match MxnMessage::decode(header.kind, body).map_err(|error| unclear().with_source(error))? {
        MxnMessage::Refused { kind, text } => {
            let kind = ErrorKind::from_code(kind).unwrap_or(ErrorKind::Io);
            Err(Error::new(kind, operation).with_detail(text).with_rank(rank))
        }
        message => Ok(message),
    }
}

/// Collective: rank 0's message, or its error, on every rank.
pub(super) fn share(ranks: &dyn Ranks, mine: Result<Option<MxnMessage>>) -> Result<MxnMessage> {
    let message = match &mine {
        Ok(message) => Ok(message.clone()),
        Err(error) => Err(error),
    };
    let all = exchange(ranks, Operation::Read, message)?;
    mine?;
    told(0, all.first().map_or(&[], Vec::as_slice), Operation::Read)
}

fn not_understood(operation: Operation) -> Error {
    Error::new(ErrorKind::Internal, operation).with_detail("a rank sent data that cannot be decoded")
}
