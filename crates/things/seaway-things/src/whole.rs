// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things that appear under their names only when they are whole: they are written under another name, which is then
//! changed in one step.

use std::sync::atomic::{AtomicU64, Ordering};

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};
use seaway_device_api::Result;
use seaway_messages::ThingKind;

use crate::space::{Space, path};
use crate::thing::Thing;

/// Names of things that are not whole yet begin with this.
pub const UNFINISHED: &str = ".unfinished/";

impl Space {
    /// A thing of `size` bytes that `fill` writes. Others see it when it is whole, instead of one that had its name before;
    /// without `replace`, `FileExists` if there is one.
    pub fn put(
        &self,
        name: &str,
        kind: ThingKind,
        size: u64,
        replace: bool,
        fill: impl FnOnce(&Thing) -> Result<()>,
    ) -> Result<()> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let unfinished = format!("{}{}/{number}", self.unfinished_here(), std::process::id());
        let thing = self.create(&unfinished, kind, size)?;
        let written = fill(&thing).and_then(|()| thing.close()).and_then(|()| {
            self.rename(&unfinished, name, replace).map_err(|error| error.with_path(path(name)))
        });
        if written.is_err() {
            // The first error is the one to report.
            let _ = self.delete(&unfinished);
        }
        written
    }

    /// Deletes what programs of this node were writing by [`Self::put`] when they were killed.
    pub fn remove_leftovers(&self) -> Result<()> {
        let here = self.unfinished_here();
        for thing in self.list(&here)? {
            let process = thing.name[here.len()..].split('/').next().and_then(|pid| pid.parse().ok());
            let is_alive = process
                .and_then(Pid::from_raw)
                .is_some_and(|process| test_kill_process(process) != Err(Errno::SRCH));
            if !is_alive {
                let _ = self.delete(&thing.name);
            }
        }
        Ok(())
    }

    fn unfinished_here(&self) -> String {
        format!("{UNFINISHED}{}/", self.node())
    }
}
