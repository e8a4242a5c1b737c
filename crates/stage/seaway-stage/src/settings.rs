// SPDX-License-Identifier: MIT OR Apache-2.0
//! What an agent is told when it starts.

use std::path::PathBuf;
use std::time::Duration;

use crate::rules::Rule;

#[derive(Debug, Clone)]
pub struct Settings {
    /// The folder of this job on the local disk. The agent makes it, for its user alone.
    pub folder: PathBuf,
    /// Part of the name of the agent's socket.
    pub job: String,
    pub rules: Vec<Rule>,
    /// Bytes that local copies may take; 0: no limit but the disk's.
    pub quota: u64,
    /// For how long a missing name is known to be missing.
    pub absence: Duration,
    /// For how long a program waits for a file.
    pub limit: Duration,
}

impl Settings {
    /// The abstract name, which both ends check the owner of.
    #[must_use]
    pub fn socket(&self) -> String {
        socket(&self.job)
    }

    /// What programs get as `SEAWAY_STAGE`.
    #[must_use]
    pub fn table(&self) -> PathBuf {
        self.folder.join("table")
    }
}

pub(crate) fn socket(job: &str) -> String {
    format!("seaway-stage/{}/{job}", rustix::process::getuid().as_raw())
}
