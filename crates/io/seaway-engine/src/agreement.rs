// SPDX-License-Identifier: MIT OR Apache-2.0
//! Collective calls agree on their outcome: if one rank fails, all fail with the same error class. Otherwise
//! a rank could continue alone into a collective call that the others never enter.

use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result};

use crate::Communicator;

/// Returns `mine` if every rank succeeded. Otherwise every rank gets an error: its own, or that of the lowest
/// rank that has one.
pub fn agree<T>(communicator: &dyn Communicator, operation: Operation, mine: Result<T>) -> Result<T> {
    if communicator.size() == 1 {
        return mine;
    }
    let code = mine.as_ref().err().map_or(0, |error| u64::from(error.kind().code()));
    let mut codes = vec![0; communicator.size()];
    communicator.all_gather_words(&[code], &mut codes)?;
    if codes.iter().all(|&code| code == 0) {
        return mine;
    }
    let errors = communicator.all_gather(&mine.as_ref().err().map_or_else(Vec::new, encode))?;
    let first = errors.iter().position(|text| !text.is_empty()).unwrap_or(0);
    match mine {
        Err(error) => Err(error.with_rank(communicator.rank())),
        Ok(_) => Err(decode(&errors[first], operation).with_rank(first)),
    }
}

/// Fails on all ranks with `NotSame` unless all pass the same words.
pub fn agree_on_arguments(
    communicator: &dyn Communicator,
    operation: Operation,
    argument: &str,
    words: &[u64],
) -> Result<()> {
    let mut all = vec![0; words.len() * communicator.size()];
    communicator.all_gather_words(words, &mut all)?;
    let different = all.chunks_exact(words.len().max(1)).position(|theirs| theirs != &all[..words.len()]);
    match different {
        None => Ok(()),
        Some(rank) => Err(Error::new(ErrorKind::NotSame, operation)
            .with_detail(format!("{argument} on rank {rank} differs from rank 0"))),
    }
}

/// Kind, extent, path and detail, in this order: what the other ranks learn about an error.
fn encode(error: &Error) -> Vec<u8> {
    let mut bytes = error.kind().code().to_le_bytes().to_vec();
    let extent = error.extent().unwrap_or(Extent::new(u64::MAX, 0));
    bytes.extend(extent.offset.to_le_bytes());
    bytes.extend(extent.len.to_le_bytes());
    let source = std::error::Error::source(error).map(ToString::to_string);
    let detail = error.detail().map(str::to_owned).or(source).unwrap_or_default();
    let path = error.path().unwrap_or_default();
    bytes.extend((path.len() as u64).to_le_bytes());
    bytes.extend(path.bytes());
    bytes.extend(detail.bytes());
    bytes
}

fn decode(bytes: &[u8], operation: Operation) -> Error {
    let parsed = || -> Option<Error> {
        let (code, rest) = bytes.split_first_chunk::<2>()?;
        let (offset, rest) = rest.split_first_chunk::<8>()?;
        let (len, rest) = rest.split_first_chunk::<8>()?;
        let (path_len, rest) = rest.split_first_chunk::<8>()?;
        let path_len = usize::try_from(u64::from_le_bytes(*path_len)).ok()?;
        let (path, detail) = rest.split_at_checked(path_len)?;
        let mut error = Error::new(ErrorKind::from_code(u16::from_le_bytes(*code))?, operation);
        if u64::from_le_bytes(*offset) != u64::MAX {
            error = error.with_extent(Extent::new(u64::from_le_bytes(*offset), u64::from_le_bytes(*len)));
        }
        if !path.is_empty() {
            error = error.with_path(String::from_utf8_lossy(path));
        }
        if !detail.is_empty() {
            error = error.with_detail(String::from_utf8_lossy(detail));
        }
        Some(error)
    };
    parsed().unwrap_or_else(|| {
        Error::new(ErrorKind::Internal, operation).with_detail("another rank failed and sent no reason")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoded_round_trip_to_other_ranks() {
        let error = Error::new(ErrorKind::NoSpace, Operation::Write)
            .with_path("/scratch/a")
            .with_extent(Extent::new(4, 8))
            .with_detail("disk 3");
        let decoded = decode(&encode(&error), Operation::Write);
        assert_eq!(decoded.to_string(), error.to_string());
        assert_eq!(decode(&[1, 2, 3], Operation::Read).kind(), ErrorKind::Internal);
    }
}
