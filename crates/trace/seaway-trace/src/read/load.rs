// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds the files of a trace and reads their contents except for events.

use std::fs;
use std::path::{Path, PathBuf};

use seaway_trace_format::FILE_ENDING;

use super::contents::{Contents, Unreadable};
use super::source::Source;
use crate::{Error, Result, parallel};

/// Suffix of packed files.
pub(crate) const PACKED_ENDING: &str = "seapack";

#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) path: PathBuf,
    pub(crate) source: Source,
    pub(crate) contents: Contents,
}

/// One bad file of many is a note; if no file can be read, it is an error.
pub(crate) fn load(path: &Path, notes: &mut Vec<String>) -> Result<Vec<Loaded>> {
    if !fs::metadata(path).map_err(Error::read(path))?.is_dir() {
        return load_source(path, Source::File(path.into()));
    }
    let files = files_of(path)?;
    let mut failure = None;
    let mut loaded = vec![];
    for outcome in parallel::map(&files, |_| 0, |path| load_source(path, Source::File(path.clone()))) {
        match outcome {
            Ok(processes) => loaded.extend(processes),
            Err(error) => {
                notes.push(with_source(&error));
                failure = Some(error);
            }
        }
    }
    match failure {
        Some(error) if loaded.is_empty() => Err(error),
        None if loaded.is_empty() => Err(Error::Empty { path: path.into() }),
        _ => Ok(loaded),
    }
}

/// One file: of one process, or of many if it is packed.
pub(crate) fn load_source(path: &Path, source: Source) -> Result<Vec<Loaded>> {
    let reader = source.open().map_err(Error::read(path))?;
    let contents = match crate::pack::is_packed(&reader) {
        true => crate::pack::read(&reader),
        false => Contents::read(&reader).map(|contents| vec![contents]),
    };
    let contents = contents.map_err(|why| match why {
        Unreadable::Io(error) => Error::read(path)(error),
        Unreadable::Not(what) => Error::NoTrace { path: path.into(), what },
    })?;
    let loaded =
        contents.into_iter().map(|contents| Loaded { path: path.into(), source: source.clone(), contents });
    Ok(loaded.collect())
}

/// Those of recorders, or if there are none, packed ones: a directory may have been packed into itself.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut all = vec![];
    for entry in fs::read_dir(folder).map_err(Error::read(folder))? {
        all.push(entry.map_err(Error::read(folder))?.path());
    }
    all.sort();
    let ends = |ending: &str| -> Vec<PathBuf> {
        all.iter().filter(|path| path.extension().is_some_and(|end| end == ending)).cloned().collect()
    };
    let files = ends(FILE_ENDING);
    Ok(if files.is_empty() { ends(PACKED_ENDING) } else { files })
}

fn with_source(error: &Error) -> String {
    match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}
