// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Agent`]: answers programs. One request to the server serves all processes of the node that wait for the
//! same folder or file.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Component, Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rustix::io::Errno;
use seaway_stage_format::Request;

use crate::error::{Error, Result};
use crate::known::{self, Known};
use crate::mirror::{Found, Mirror};
use crate::rules::Rule;
use crate::server::{Kind, Server};
use crate::settings::Settings;
use crate::table;

/// The kernel's limit.
const MOST_LINKS: usize = 40;

#[derive(Debug)]
pub struct Agent {
    pub(crate) settings: Settings,
    pub(crate) server: Box<dyn Server>,
    pub(crate) mirror: Mirror,
    /// What the server had in folders that programs may change.
    known: Mutex<Known>,
    state: Mutex<State>,
    /// Something that others wait for has ended.
    done: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// When each folder was listed.
    listed: HashMap<PathBuf, Instant>,
    /// Folders and files that a thread is occupied with.
    busy: HashSet<PathBuf>,
    /// Files with bytes that can be fetched again, oldest first.
    evictable: VecDeque<(PathBuf, u64)>,
    counts: Counts,
}

/// What the agent has done so far.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Folders listed at the server.
    pub lists: u64,
    /// Files fetched, and their bytes.
    pub fetches: u64,
    pub fetched_bytes: u64,
    /// Bytes that copies take on the local disk.
    pub local_bytes: u64,
    pub evictions: u64,
}

impl Agent {
    /// Makes the folder of the job, with a table and an empty mirror.
    pub fn new(settings: Settings, server: Box<dyn Server>) -> Result<Self> {
        let folder = settings.folder.clone();
        let made = DirBuilder::new().mode(0o700).recursive(true).create(&folder);
        made.map_err(Error::file("cannot create", &folder))?;
        must_be_private(&folder)?;
        let mirror = Mirror::new(&folder).map_err(Error::file("cannot use", &folder))?;
        let mut known = Known::new(&folder).map_err(Error::file("cannot write to", &folder))?;
        for Rule { prefix, writable } in &settings.rules {
            let status = server.status(prefix).map_err(Error::file("the server does not show", prefix))?;
            if status.kind != Kind::Folder {
                let shown = prefix.display();
                return Err(Error::Rule(format!(
                    "{shown} is not a folder of the server: stage the folder above it"
                )));
            }
            if *writable {
                server.may_change(prefix).map_err(Error::file("this user cannot write to", prefix))?;
            }
            let begun = mirror.begin(prefix, &status).and_then(|()| {
                let inode = fs::symlink_metadata(mirror.at(prefix))?.ino();
                if *writable { known.add(inode, prefix, &status) } else { Ok(()) }
            });
            begun.map_err(Error::file("cannot make the copy of", prefix))?;
        }
        table::write(&settings, &mirror.root)?;
        Ok(Self::with(settings, server, mirror, known))
    }

    /// For the folder of an agent that died: nothing is served, but its changes can be brought back.
    pub fn recover(settings: Settings, server: Box<dyn Server>) -> Result<Self> {
        let folder = settings.folder.clone();
        must_be_private(&folder)?;
        let mirror = Mirror::new(&folder).map_err(Error::file("cannot use", &folder))?;
        let known = Known::read(&folder).map_err(Error::file("cannot read the journal in", &folder))?;
        Ok(Self::with(settings, server, mirror, known))
    }

    fn with(settings: Settings, server: Box<dyn Server>, mirror: Mirror, known: Known) -> Self {
        let (known, state) = (Mutex::new(known), Mutex::default());
        Self { settings, server, mirror, known, state, done: Condvar::new() }
    }

    #[must_use]
    pub fn counts(&self) -> Counts {
        self.state().counts
    }

    /// Carries out a request of a program; the answer is an error number.
    pub(crate) fn answer(&self, request: Request, path: &Path) -> i32 {
        let result = match request {
            Request::Find => self.resolve(path).map(|_| ()),
            Request::List => self.resolve(path).and_then(|folder| self.list(&folder)),
            Request::ListAll => self.resolve(path).and_then(|folder| self.list_all(&folder)),
            Request::Fetch => self.resolve(path).and_then(|file| self.fetch(&file)),
            Request::Empty => {
                self.resolve(path).and_then(|file| self.alone(&file, |agent| agent.mirror.set_empty(&file)))
            }
            Request::Room => Ok(()),
        };
        result.map_or_else(|error| error.raw_os_error().unwrap_or(libc_eio()), |()| 0)
    }

    /// The file that a path leads to, through links; its entry is in the mirror.
    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        let mut rest: Vec<OsString> = parts(path);
        let mut at = PathBuf::from("/");
        let mut links = 0;
        while let Some(part) = rest.pop() {
            if part == ".." {
                at.pop();
                continue;
            }
            if self.rule_of(&at).is_some() {
                self.list(&at)?;
            }
            let next = at.join(part);
            match self.entry(&at, &next)? {
                Found::Nothing => return Err(Errno::NOENT.into()),
                Found::Link(target) => {
                    links += 1;
                    if links > MOST_LINKS {
                        return Err(Errno::LOOP.into());
                    }
                    if target.is_absolute() {
                        at = PathBuf::from("/");
                    }
                    rest.extend(parts(&target));
                }
                _ => at = next,
            }
        }
        Ok(at)
    }

    /// What is at a path whose folder is listed. A folder that was listed some time ago is listed again if
    /// the name is missing.
    fn entry(&self, folder: &Path, path: &Path) -> io::Result<Found> {
        if self.rule_of(path).is_none() {
            return Ok(Found::Folder { listed: true });
        }
        let found = self.mirror.find(path)?;
        let is_old =
            self.state().listed.get(folder).is_some_and(|time| time.elapsed() > self.settings.absence);
        if found != Found::Nothing || !is_old {
            return Ok(found);
        }
        self.alone(folder, |agent| {
            let is_old =
                agent.state().listed.get(folder).is_some_and(|time| time.elapsed() > agent.settings.absence);
            if is_old { agent.list_now(folder, false) } else { Ok(()) }
        })?;
        self.mirror.find(path)
    }

    pub(crate) fn rule_of(&self, path: &Path) -> Option<&Rule> {
        let matching = self.settings.rules.iter().filter(|rule| path.starts_with(&rule.prefix));
        matching.max_by_key(|rule| rule.prefix.as_os_str().len())
    }

    /// Makes sure that all entries of a folder are in the mirror.
    fn list(&self, folder: &Path) -> io::Result<()> {
        if self.mirror.find(folder)? != (Found::Folder { listed: false }) {
            return Ok(());
        }
        self.alone(folder, |agent| match agent.mirror.find(folder)? {
            Found::Folder { listed: false } => agent.list_now(folder, true),
            _ => Ok(()),
        })
    }

    fn list_now(&self, folder: &Path, is_first: bool) -> io::Result<()> {
        let source = self.source_of(folder)?;
        if !is_first && source != folder {
            return Ok(());
        }
        let writable = self.is_writable(folder);
        // Attributes first: an entry that appears meanwhile makes the folder newer than they say.
        let status = self.server.status(&source)?;
        let entries = self.server.list(&source)?;
        for entry in entries {
            let (path, origin) = (folder.join(&entry.name), source.join(&entry.name));
            // Known before: if it is not here any more, a program has removed or moved it.
            if writable && self.known().status(&origin).is_some() {
                continue;
            }
            let note =
                |inode| if writable { self.known().add(inode, &origin, &entry.status) } else { Ok(()) };
            self.mirror.add(&path, &entry.status, &|target| self.rule_of(target).is_some(), &note)?;
        }
        if is_first {
            self.mirror.set_listed(folder, &status)?;
        }
        let mut state = self.state();
        state.counts.lists += 1;
        state.listed.insert(folder.to_owned(), Instant::now());
        Ok(())
    }

    /// Where the server has what is at this path of the mirror: programs may have moved it.
    fn source_of(&self, path: &Path) -> io::Result<PathBuf> {
        if !self.is_writable(path) {
            return Ok(path.to_owned());
        }
        let inode = fs::symlink_metadata(self.mirror.at(path))?.ino();
        Ok(self.known().origin(inode).map_or_else(|| path.to_owned(), Path::to_owned))
    }

    fn is_writable(&self, path: &Path) -> bool {
        self.rule_of(path).is_some_and(|rule| rule.writable)
    }

    pub(crate) fn list_all(&self, folder: &Path) -> io::Result<()> {
        self.list(folder)?;
        for entry in fs::read_dir(self.mirror.at(folder))? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                self.list_all(&folder.join(entry.file_name()))?;
            }
        }
        Ok(())
    }

    /// Makes sure that the bytes of a file are here.
    pub(crate) fn fetch(&self, path: &Path) -> io::Result<()> {
        self.alone(path, |agent| match agent.mirror.find(path)? {
            Found::File { fetched: false } => agent.fetch_now(path),
            Found::Folder { listed: false } => agent.list_now(path, true),
            _ => Ok(()),
        })
    }

    fn fetch_now(&self, path: &Path) -> io::Result<()> {
        let expected = fs::symlink_metadata(self.mirror.at(path))?.len();
        self.make_room(expected)?;
        let source = self.source_of(path)?;
        let mut file = self.mirror.open(path)?;
        let status = match self.server.fetch(&source, &file) {
            // The disk is full: what can be fetched again makes room, once.
            Err(error) if error.raw_os_error() == Some(Errno::NOSPC.raw_os_error()) => {
                self.evict(expected)?;
                self.server.fetch(&source, &file)?
            }
            other => other?,
        };
        let metadata = file.metadata()?;
        if self.is_writable(path) {
            let sum = known::sum_of(&mut file)?;
            self.known().fetched(metadata.ino(), &source, &status, sum)?;
        }
        Mirror::set_fetched(&file, &status)?;
        let bytes = metadata.blocks() * 512;
        let mut state = self.state();
        state.counts.fetches += 1;
        state.counts.fetched_bytes += status.bytes;
        state.counts.local_bytes += bytes;
        if self.rule_of(path).is_some_and(|rule| !rule.writable) {
            state.evictable.push_back((path.to_owned(), bytes));
        }
        Ok(())
    }

    /// Keeps to the quota.
    fn make_room(&self, bytes: u64) -> io::Result<()> {
        let quota = self.settings.quota;
        let over = (self.state().counts.local_bytes + bytes).saturating_sub(quota);
        if quota == 0 || over == 0 {
            return Ok(());
        }
        self.evict(over)
    }

    /// Discards bytes of files that can be fetched again, the oldest first. An error if that is not enough.
    pub(crate) fn evict(&self, mut bytes: u64) -> io::Result<()> {
        while bytes > 0 {
            let Some((path, size)) = self.state().evictable.pop_front() else {
                return Err(Errno::NOSPC.into());
            };
            match self.mirror.evict(&path) {
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
            bytes = bytes.saturating_sub(size);
            let mut state = self.state();
            state.counts.local_bytes = state.counts.local_bytes.saturating_sub(size);
            state.counts.evictions += 1;
        }
        Ok(())
    }

    /// One thread at a time works on a path; others wait, and then find it done.
    fn alone<R>(&self, path: &Path, work: impl FnOnce(&Self) -> io::Result<R>) -> io::Result<R> {
        let mut state = self.state();
        while !state.busy.insert(path.to_owned()) {
            let (woken, timeout) =
                self.done.wait_timeout(state, self.settings.limit).unwrap_or_else(PoisonError::into_inner);
            if timeout.timed_out() {
                return Err(Errno::TIMEDOUT.into());
            }
            state = woken;
        }
        drop(state);
        let result = work(self);
        self.state().busy.remove(path);
        self.done.notify_all();
        result
    }

    pub(crate) fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn libc_eio() -> i32 {
    Errno::IO.raw_os_error()
}

/// Components in reverse, `..` included.
fn parts(path: &Path) -> Vec<OsString> {
    let parts = path.components().rev().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        _ => None,
    });
    parts.collect()
}

/// Others must neither read copies nor make a table.
fn must_be_private(folder: &Path) -> Result<()> {
    let metadata = fs::symlink_metadata(folder).map_err(Error::file("cannot use", folder))?;
    let own = metadata.uid() == rustix::process::geteuid().as_raw() && metadata.mode() & 0o077 == 0;
    if metadata.is_dir() && own {
        return Ok(());
    }
    let shown = folder.display();
    Err(Error::Rule(format!("{shown} is not a private folder of this user: use another --local")))
}
