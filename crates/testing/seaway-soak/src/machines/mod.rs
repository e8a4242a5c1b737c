// SPDX-License-Identifier: MIT OR Apache-2.0
//! Invariants of live state machines under arbitrary input: a daemon's store and authentication, a stream's
//! writer, reader and trunk. Each check turns any bytes into a conversation. The fuzz targets under `fuzz/`
//! call these with generated input; the tests of this crate with the seed corpora and with random bytes.

mod handshake;
mod panics;
mod store;
mod stream;

use std::sync::OnceLock;

pub use handshake::check_handshake_machine;
pub use store::check_store_machine;
pub use stream::{check_stream_reader, check_stream_writer, check_trunk_machine};

use crate::raw_client::Daemon;

/// A daemon in this process, for all checks.
#[derive(Debug)]
struct World {
    folder: tempfile::TempDir,
    daemon: Daemon,
}

impl std::fmt::Debug for Daemon {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Daemon").field("address", &self.address).finish_non_exhaustive()
    }
}

fn world() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let daemon = Daemon::exporting(&[folder.path()], false);
        World { folder, daemon }
    })
}
