// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is different for files that are streams: ranks open them together, tell them who comes where in an access in rank
//! order, and wait for each other only as long as the stream can go on.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use seaway_device::{Error, ErrorKind, Operation, Ranks, Result};

use crate::file::Settings;
use crate::pointers::Turns;
use crate::storage::Storage;
use crate::{Communicator, File};

/// The ranks of a file, for a device that wants them to know each other.
#[derive(Debug)]
pub(crate) struct Together<'a>(pub(crate) &'a dyn Communicator);

impl Ranks for Together<'_> {
    fn rank(&self) -> usize {
        self.0.rank()
    }

    fn size(&self) -> usize {
        self.0.size()
    }

    fn all_gather(&self, mine: &[u8]) -> Result<Vec<Vec<u8>>> {
        self.0.all_gather(mine)
    }
}

/// Ranks of a stream that has failed wait for each other no longer: one of them may be stopped, and never come.
pub(crate) fn watch(communicator: &dyn Communicator, storage: &Arc<Storage>) {
    if !storage.is_stream {
        return;
    }
    // Weak: whoever closes the file gives it back to the device at once.
    let storage = Arc::downgrade(storage);
    communicator
        .give_up_when(Arc::new(move || storage.upgrade().is_some_and(|storage| failure(&storage).is_some())));
}

/// What ranks that miss each other tell the program: on a stream, why that is so.
pub(crate) fn reason(storage: &Storage, error: Error) -> Error {
    /// A rank may miss another before the stream has heard of what both suffer from.
    const PATIENCE: Duration = Duration::from_millis(500);
    if error.kind() != ErrorKind::PeerLost || !storage.is_stream {
        return error;
    }
    if let Some(stream) = storage.stream().filter(|_| failure(storage).is_none()) {
        stream.misses_a_rank();
    }
    let since = Instant::now();
    loop {
        if let Some(failure) = failure(storage) {
            return failure;
        }
        if since.elapsed() >= PATIENCE {
            let told = error.detail().unwrap_or("a rank of this program is gone").to_owned();
            return Error::new(ErrorKind::Io, error.operation()).with_detail(told);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

fn failure(storage: &Storage) -> Option<Error> {
    storage.stream()?.failure()
}

impl File {
    /// Tells a stream which bytes each rank is about to access. Where the ranks see different bytes there is nothing to
    /// tell. All ranks come to the same answer.
    pub(crate) fn announce(&self, settings: &Settings, turns: &Turns, operation: Operation) -> Result<()> {
        let (Some(stream), Some(from)) = (self.storage.stream(), settings.terms.same_bytes_from) else {
            return Ok(());
        };
        let etype_bytes = settings.view.etype_bytes();
        let too_far = || {
            Error::new(ErrorKind::Argument, operation).with_detail("this ordered access reaches beyond 2^63")
        };
        let bytes = |etypes: u64| etypes.checked_mul(etype_bytes).ok_or_else(too_far);
        let start = bytes(turns.start())?.checked_add(from).ok_or_else(too_far)?;
        let lengths = turns.lengths().map(bytes).collect::<Result<Vec<u64>>>()?;
        let end = lengths.iter().try_fold(start, |end, &length| end.checked_add(length));
        end.filter(|&end| i64::try_from(end).is_ok()).ok_or_else(too_far)?;
        if operation == Operation::Read {
            stream.will_read_in_order(start, &lengths, &Together(&*self.communicator))
        } else {
            stream.will_write_in_order(start, &lengths)
        }
    }
}
