// SPDX-License-Identifier: MIT OR Apache-2.0
//! Errors of the agent that end in a sentence; those of requests are error numbers.

use std::io;
use std::path::PathBuf;

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{what} {}: {source}", path.display())]
    File { what: &'static str, path: PathBuf, source: io::Error },
    #[error("{0}")]
    Rule(String),
    #[error("cannot listen for programs on this node: {0}")]
    Socket(io::Error),
}

impl Error {
    pub(crate) fn file(what: &'static str, path: &std::path::Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { what, path, source }
    }
}
