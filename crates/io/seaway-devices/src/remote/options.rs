// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hints of `remote:`.

use std::time::Duration;

use seaway_device_api::{Hints, Result};

use super::route::RouteOptions;
use super::start::StartOptions;

const TIMEOUT: &str = "seaway_timeout";
const DIRECTORY: &str = "seaway_wdir";
const WRITE_BEHIND: &str = "seaway_write_behind";
const READ_AHEAD: &str = "seaway_read_ahead";
const UNSYNCED: &str = "seaway_unsynced";

const DEFAULT_WRITE_BEHIND: u64 = 4 << 20;
const DEFAULT_READ_AHEAD: u64 = 2 << 20;
const DEFAULT_UNSYNCED: u64 = 64 << 20;
const MOST_BUFFERED: u64 = 1 << 30;

/// The parsed hints.
#[derive(Debug, Clone)]
pub(super) struct RemoteOptions {
    /// How long the daemon may be silent while a call waits for it (`seaway_timeout`, seconds).
    pub(super) timeout: Duration,
    /// The directory on the other host that relative paths start from (`seaway_wdir`); empty: the home
    /// directory.
    pub(super) directory: String,
    pub(super) buffers: Buffers,
    /// Bytes of writes kept until they are durable, for all files of a session (`seaway_unsynced`).
    pub(super) unsynced: u64,
    pub(super) route: RouteOptions,
    pub(super) start: StartOptions,
}

/// Buffer sizes of an open file. 0 disables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Buffers {
    /// Small writes that have not been sent yet (`seaway_write_behind`, bytes).
    pub(super) write_behind: u64,
    /// Prefetched bytes that have not been read yet (`seaway_read_ahead`).
    pub(super) read_ahead: u64,
}

impl RemoteOptions {
    pub(super) fn from_hints(hints: &Hints) -> Result<Self> {
        let seconds = hints.get(TIMEOUT).and_then(|value| value.trim().parse::<f64>().ok()).unwrap_or(30.0);
        let write_behind = bytes(hints, WRITE_BEHIND, DEFAULT_WRITE_BEHIND);
        // Without write-behind, others rely on seeing writes at once, and may overwrite them: resending an
        // old write would undo that.
        let unsynced = if write_behind == 0 { 0 } else { DEFAULT_UNSYNCED };
        Ok(Self {
            timeout: Duration::try_from_secs_f64(seconds.max(0.1)).unwrap_or(Duration::from_secs(30)),
            directory: hints.get(DIRECTORY).unwrap_or_default().trim().to_owned(),
            buffers: Buffers { write_behind, read_ahead: bytes(hints, READ_AHEAD, DEFAULT_READ_AHEAD) },
            unsynced: bytes(hints, UNSYNCED, unsynced),
            route: RouteOptions::from_hints(hints)?,
            start: StartOptions::from_hints(hints)?,
        })
    }

    pub(super) fn in_use(&self) -> Hints {
        let hints = Hints::new()
            .with(TIMEOUT, self.timeout.as_secs_f64().to_string())
            .with(WRITE_BEHIND, self.buffers.write_behind.to_string())
            .with(READ_AHEAD, self.buffers.read_ahead.to_string())
            .with(UNSYNCED, self.unsynced.to_string());
        if self.directory.is_empty() { hints } else { hints.with(DIRECTORY, &*self.directory) }
    }
}

fn bytes(hints: &Hints, key: &str, default: u64) -> u64 {
    // `disable` and `0` mean the same, and `enable` means the default.
    match (hints.number(key), hints.switch(key)) {
        (Some(1) | None, Some(true)) => default,
        (_, Some(false)) => 0,
        (Some(bytes), _) => bytes.min(MOST_BUFFERED),
        (None, None) => default,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_in_use_read_back_as_the_same() {
        let hints = Hints::parse(
            "seaway_timeout=2.5;seaway_wdir=/data;seaway_write_behind=64k;seaway_read_ahead=disable",
        );
        let options = RemoteOptions::from_hints(&hints).unwrap();
        assert_eq!(options.timeout, Duration::from_millis(2500));
        assert_eq!(options.buffers, Buffers { write_behind: 64 << 10, read_ahead: 0 });
        let again = RemoteOptions::from_hints(&options.in_use()).unwrap();
        assert_eq!(format!("{options:?}"), format!("{again:?}"));
    }

    #[test]
    fn unrecognised_values_have_no_effect() {
        let options =
            RemoteOptions::from_hints(&Hints::parse("seaway_timeout=soon;seaway_write_behind=lots")).unwrap();
        let default = RemoteOptions::from_hints(&Hints::new()).unwrap();
        assert_eq!((options.timeout, options.buffers), (default.timeout, default.buffers));
    }
}
