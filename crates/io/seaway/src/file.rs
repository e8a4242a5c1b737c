// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`File`]: the engine's file, opened by name. `seaway-devices` selects the device for a name; all
//! operations on an open file are the engine's.

use std::ops::Deref;
use std::sync::Arc;

use seaway_device_api::{Device, DeviceName, Hints, Result};
use seaway_devices::{Configuration, Resolved, resolve};
use seaway_engine::AccessMode;

use crate::Rank;

/// One rank's handle of an open file. It dereferences to [`seaway_engine::File`].
///
/// ```
/// use seaway::{AccessMode, File, Group, Hints};
///
/// let read = Group::run(2, |rank| -> seaway::Result<Vec<i32>> {
///     let mode = AccessMode::CREATE | AccessMode::READ_WRITE;
///     let file = File::open(&rank, "mem:numbers", mode, &Hints::new())?;
///     let mine = [10, 20].map(|number| number + rank.rank() as i32);
///     file.write_ordered(&mine)?;
///     file.sync()?;
///     rank.barrier()?;
///     let mut all = vec![0; 4];
///     file.read_at_all(0, &mut all)?;
///     file.close()?;
///     Ok(all)
/// })?;
/// for all in read {
///     assert_eq!(all?, [10, 20, 11, 21]);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct File(seaway_engine::File);

impl File {
    /// Collective. Opens `name` on all ranks: `scheme:rest`, or the name of a file.
    ///
    /// Names and hints pass through the configuration of the environment (SEAWAY_MAP, SEAWAY_HINTS,
    /// `seaway.toml`); `hints` take precedence over it.
    pub fn open(rank: &Rank, name: &str, mode: AccessMode, hints: &Hints) -> Result<Self> {
        let (resolved, hints) = find(name, hints)?;
        Self::open_on(rank, resolved.device, &resolved.name, mode, &hints)
    }

    /// Collective. As [`open`](File::open), on a device provided by the caller.
    pub fn open_on(
        rank: &Rank,
        device: Arc<dyn Device>,
        name: &DeviceName,
        mode: AccessMode,
        hints: &Hints,
    ) -> Result<Self> {
        seaway_engine::File::open(&**rank.communicator(), device, name, mode, hints).map(Self)
    }

    /// Deletes a file that is not open. Not collective: one rank does it. A missing file is `NoSuchFile`.
    pub fn delete(name: &str, hints: &Hints) -> Result<()> {
        let (Resolved { device, name, .. }, _) = find(name, hints)?;
        device.delete(name.path()).map_err(|error| error.with_path(name.to_string()))
    }

    /// Collective. Makes all writes visible to later opens of the file, and deletes it if it was opened with
    /// `DELETE_ON_CLOSE`. Dropping a file instead of closing it discards errors.
    pub fn close(self) -> Result<()> {
        self.0.close()
    }
}

impl Deref for File {
    type Target = seaway_engine::File;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

/// The device for `name`, and the hints in effect.
fn find(name: &str, hints: &Hints) -> Result<(Resolved, Hints)> {
    let configuration = Configuration::from_environment()?;
    let hints = hints.clone().over(&configuration.hints);
    Ok((resolve(name, &configuration.map, &hints)?, hints))
}
