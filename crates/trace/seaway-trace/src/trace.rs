// SPDX-License-Identifier: MIT OR Apache-2.0
//! A whole trace: all processes on one time line.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::names::Names;
use crate::parallel;
use crate::process::Process;
use crate::read::load::{self, Loaded};
use crate::read::source::Source;
use crate::read::{align, assemble};
use crate::{FileId, Result, TextId, Together, unseen};

pub struct Trace {
    processes: Vec<Process>,
    files: Names,
    texts: Names,
    notes: Vec<String>,
    began_real_nanoseconds: u64,
    unseen: OnceLock<Vec<String>>,
}

impl Trace {
    /// Opens a directory of files written by recorders, one such file, or a packed one. Files of running
    /// processes are read as they are now.
    pub fn open(path: &Path) -> Result<Self> {
        Self::open_all(&[path])
    }

    /// Several of them as one trace, for example of several nodes.
    pub fn open_all<P: AsRef<Path>>(paths: &[P]) -> Result<Self> {
        let mut loaded = vec![];
        let mut notes = vec![];
        for path in paths {
            loaded.extend(load::load(path.as_ref(), &mut notes)?);
        }
        Ok(Self::of_loaded(loaded, notes))
    }

    /// From files in memory.
    pub fn from_bytes(files: Vec<(PathBuf, Vec<u8>)>) -> Result<Self> {
        let mut loaded = vec![];
        for (path, bytes) in files {
            loaded.extend(load::load_source(&path, Source::Memory(Arc::from(bytes)))?);
        }
        Ok(Self::of_loaded(loaded, vec![]))
    }

    fn of_loaded(loaded: Vec<Loaded>, mut notes: Vec<String>) -> Self {
        let alignment = align::align(&loaded, &mut notes);
        let (mut files, mut texts) = (Names::default(), Names::default());
        let mut processes: Vec<Process> = loaded
            .into_iter()
            .zip(&alignment.lines)
            .map(|(loaded, line)| assemble::process(loaded, *line, &mut files, &mut texts, &mut notes))
            .collect();
        processes.sort_by(|a, b| (a.rank, a.began, &a.host, a.id).cmp(&(b.rank, b.began, &b.host, b.id)));
        let began_real_nanoseconds = alignment.began_real_nanoseconds;
        Self { processes, files, texts, notes, began_real_nanoseconds, unseen: OnceLock::new() }
    }

    /// By rank, then by the time at which they began.
    pub fn processes(&self) -> &[Process] {
        &self.processes
    }

    /// How many [`FileId`]s there are.
    pub fn file_count(&self) -> usize {
        self.files.all().len()
    }

    /// The full path of a file, or a name with a scheme. Any bytes, as for paths.
    pub fn file_name(&self, file: FileId) -> &[u8] {
        self.files.all().get(file.index()).map_or(b"?", |name| name)
    }

    /// All files, by [`FileId::index`].
    pub fn file_names(&self) -> &[Box<[u8]>] {
        self.files.all()
    }

    pub fn text(&self, text: TextId) -> &[u8] {
        self.texts.all().get(text.index()).map_or(b"?", |text| text)
    }

    /// Irregularities of the files that were read, in sentences.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// When its time line begins, in nanoseconds since 1970.
    pub fn began_real_nanoseconds(&self) -> u64 {
        self.began_real_nanoseconds
    }

    /// What was not recorded, in sentences: as noted by recorders, and programs that were started and left no
    /// file. The first call goes through all events.
    pub fn unseen(&self) -> &[String] {
        self.unseen.get_or_init(|| unseen::sentences(self))
    }

    /// The calls of all processes, by time.
    pub fn records(&self) -> Together<'_> {
        Together::new(self)
    }

    /// Calls `work` for all processes on all cores, and returns the results in order.
    pub fn map_processes<T: Send>(&self, work: impl Fn(&Process) -> T + Sync) -> Vec<T> {
        parallel::map(&self.processes, Process::event_room, work)
    }
}

impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trace")
            .field("processes", &self.processes.len())
            .field("files", &self.file_count())
            .field("notes", &self.notes)
            .finish_non_exhaustive()
    }
}
