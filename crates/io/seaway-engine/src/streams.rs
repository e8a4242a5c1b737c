// SPDX-License-Identifier: MIT OR Apache-2.0
//! What differs for files that are streams: ranks open them together, tell them the offset of each rank in an
//! ordered access, and stop waiting for each other once the stream has failed.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use seaway_device_api::{Error, ErrorKind, Operation, Ranks, Result};

use crate::file::Settings;
use crate::pointers::RankOffsets;
use crate::storage::Storage;
use crate::{Communicator, Failed, File};

/// The ranks of a file, for a device whose ranks must know each other.
#[derive(Debug)]
pub(crate) struct OpeningRanks<'a>(pub(crate) &'a dyn Communicator);

impl Ranks for OpeningRanks<'_> {
    fn rank(&self) -> usize {
        self.0.rank()
    }

    fn size(&self) -> usize {
        self.0.size()
    }

    fn all_gather(&self, mine: &[u8]) -> Result<Vec<Vec<u8>>> {
        self.0.all_gather(mine)
    }

    fn give_up_when(&self, is_in_vain: Failed) {
        self.0.give_up_when(is_in_vain);
    }
}

/// Ranks stop waiting for each other once their stream has failed: one of them may be suspended and never
/// arrive.
pub(crate) fn watch(communicator: &dyn Communicator, storage: &Arc<Storage>) {
    if storage.stream().is_none() {
        return;
    }
    // Weak: closing the file must return it to the device at once.
    let storage = Arc::downgrade(storage);
    communicator
        .give_up_when(Arc::new(move || storage.upgrade().is_some_and(|storage| has_failed(&storage))));
}

/// The error that ranks report when they miss each other: on a stream, the reason for it.
pub(crate) fn reason(storage: &Storage, error: Error) -> Error {
    /// A rank may miss another before the stream has learned of their common cause.
    const PATIENCE: Duration = Duration::from_millis(500);
    let Some(stream) = storage.stream().filter(|_| error.kind() == ErrorKind::PeerLost) else {
        return error;
    };
    if stream.failure().is_none() {
        stream.misses_a_rank();
    }
    let since = Instant::now();
    loop {
        if let Some(failure) = stream.failure() {
            return failure;
        }
        if since.elapsed() >= PATIENCE {
            let text = error.detail().unwrap_or("a rank of this program was lost").to_owned();
            return Error::new(ErrorKind::Io, error.operation()).with_detail(text);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

fn has_failed(storage: &Storage) -> bool {
    storage.stream().is_some_and(|stream| stream.failure().is_some())
}

impl File {
    /// Tells a stream which bytes each rank is about to access. Nothing is announced where the ranks' views
    /// differ. All ranks reach the same answer.
    pub(crate) fn announce(
        &self,
        settings: &Settings,
        offsets: &RankOffsets,
        operation: Operation,
    ) -> Result<()> {
        let (Some(stream), Some(from)) = (self.storage.stream(), settings.terms.same_bytes_from) else {
            return Ok(());
        };
        let etype_bytes = settings.view.etype_bytes();
        let too_far = || {
            Error::new(ErrorKind::Argument, operation).with_detail("this ordered access reaches beyond 2^63")
        };
        let bytes = |etypes: u64| etypes.checked_mul(etype_bytes).ok_or_else(too_far);
        let start = bytes(offsets.start())?.checked_add(from).ok_or_else(too_far)?;
        let lengths = offsets.lengths().map(bytes).collect::<Result<Vec<u64>>>()?;
        let end = lengths.iter().try_fold(start, |end, &length| end.checked_add(length));
        end.filter(|&end| i64::try_from(end).is_ok()).ok_or_else(too_far)?;
        if operation == Operation::Read {
            stream.will_read_in_order(start, &lengths, &OpeningRanks(&*self.communicator))
        } else {
            stream.will_write_in_order(start, &lengths)
        }
    }
}
