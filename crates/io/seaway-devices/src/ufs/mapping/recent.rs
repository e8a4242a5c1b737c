// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Recent`]: the file that this process opened last, and how often in a row. Libraries for file formats are used that
//! way: open, access an array, close, and in the next step again. The pages of such a file are made once and outlive its
//! closing.
//!
//! A mapping keeps its file alive. One that is deleted after it was closed gives back its space when the process opens
//! another file, deletes one by Seaway, or ends. Hence: one file, not a large one, and only if it was there, with its
//! bytes, several times before.

use std::sync::{Arc, Mutex, PoisonError};

use super::kept::{FileId, KeptMappings};

/// Making pages costs as much as copying to them some times.
const TIMES_BEFORE_KEEPING: u32 = 4;
/// Of a file whose mappings outlive its closing.
const MOST_BYTES: u64 = 128 << 20;

static RECENT: Mutex<Recent> = Mutex::new(Recent(None));

/// Notes that this process has opened a file. True: its mappings will outlive its closing.
pub(in crate::ufs) fn opened(file: FileId, size: u64) -> bool {
    RECENT.lock().unwrap_or_else(PoisonError::into_inner).opened(file, size)
}

/// Notes that it is closed, which has these mappings.
pub(in crate::ufs) fn closed(file: FileId, mappings: Option<Arc<KeptMappings>>) {
    RECENT.lock().unwrap_or_else(PoisonError::into_inner).closed(file, mappings);
}

/// A file was deleted: perhaps the one whose space we hold.
pub(in crate::ufs) fn forget() {
    RECENT.lock().unwrap_or_else(PoisonError::into_inner).0 = None;
}

#[derive(Debug)]
struct Recent(Option<File>);

#[derive(Debug)]
struct File {
    id: FileId,
    /// Ranks of this process that have it open.
    users: usize,
    /// How often it was opened, while no other was.
    times: u32,
    mappings: Option<Arc<KeptMappings>>,
}

impl File {
    fn is_kept(&self) -> bool {
        self.times >= TIMES_BEFORE_KEEPING
    }
}

impl Recent {
    fn opened(&mut self, id: FileId, size: u64) -> bool {
        // An empty file is a new one, which may have the number of one that was deleted.
        let serves = (1..=MOST_BYTES).contains(&size);
        match &mut self.0 {
            Some(file) if file.id == id && (serves || file.users > 0) => {
                file.times += u32::from(file.users == 0);
                file.users += 1;
                file.is_kept() && serves
            }
            other => {
                *other = Some(File { id, users: 1, times: u32::from(serves), mappings: None });
                false
            }
        }
    }

    fn closed(&mut self, id: FileId, mappings: Option<Arc<KeptMappings>>) {
        let Some(file) = self.0.as_mut().filter(|file| file.id == id) else { return };
        file.users = file.users.saturating_sub(1);
        if file.is_kept() && mappings.is_some() {
            file.mappings = mappings;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sys::Pages;
    use super::*;

    const THIS: FileId = (1, 2);
    const OTHER: FileId = (1, 3);

    /// Opens and closes a file; whether its mappings were kept since the last time, and whether they will be.
    fn open_and_close(recent: &mut Recent, id: FileId, size: u64) -> (bool, bool) {
        let is_there =
            |recent: &Recent| recent.0.as_ref().is_some_and(|file| file.id == id && file.mappings.is_some());
        let before = is_there(recent);
        let outlive = recent.opened(id, size);
        recent.closed(id, Some(KeptMappings::of(id, Pages::ToBeWritten)));
        assert_eq!(is_there(recent), before || outlive);
        (before, outlive)
    }

    #[test]
    fn mappings_of_a_file_that_comes_again_and_again_are_kept() {
        let mut recent = Recent(None);
        for _ in 1..TIMES_BEFORE_KEEPING {
            assert_eq!(open_and_close(&mut recent, THIS, 1000), (false, false));
        }
        assert_eq!(open_and_close(&mut recent, THIS, 1000), (false, true));
        assert_eq!(open_and_close(&mut recent, THIS, 1000), (true, true));
        assert_eq!(open_and_close(&mut recent, OTHER, 1000), (false, false));
        assert_eq!(open_and_close(&mut recent, THIS, 1000), (false, false), "another file came between");
    }

    #[test]
    fn new_and_large_files_are_let_go() {
        for size in [0, MOST_BYTES + 1] {
            let mut recent = Recent(None);
            for _ in 0..2 * TIMES_BEFORE_KEEPING {
                assert_eq!(open_and_close(&mut recent, THIS, size), (false, false));
            }
        }
    }

    #[test]
    fn ranks_of_one_process_open_a_file_once() {
        let mut recent = Recent(None);
        for _ in 0..2 * TIMES_BEFORE_KEEPING {
            assert!(!recent.opened(THIS, 1000));
        }
    }
}
