// SPDX-License-Identifier: MIT OR Apache-2.0
//! What programs have changed goes back to the server. First what is new, each file complete under its final
//! name or not at all; then what was removed, and only if everything new has arrived, so that the server never has
//! less than before or after.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::agent::Agent;
use crate::known::{self, Sum};
use crate::mirror::Found;
use crate::plan::{self, Move, Plan};
use crate::server::{Attributes, Content, Kind, Status};

/// For how long processes that the command left behind may keep files open.
const GRACE: Duration = Duration::from_secs(5);

/// What has gone back.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Files and links that are new or changed, and their bytes.
    pub files: u64,
    pub bytes: u64,
    /// Files that only got another name.
    pub moved: u64,
    /// New folders.
    pub folders: u64,
    /// Files and folders removed.
    pub removed: u64,
    /// What has not arrived.
    pub failures: Vec<Failure>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Failure {
    pub path: PathBuf,
    pub reason: String,
}

impl Failure {
    pub(crate) fn new(path: &Path, error: impl fmt::Display) -> Self {
        Self { path: path.to_owned(), reason: error.to_string() }
    }
}

impl Agent {
    /// Makes the server's folders what programs have made of the mirror. They must have ended.
    pub fn bring_back(&self) -> Report {
        self.begin_back(false)
    }

    /// The same after the agent died in the middle: what has arrived already is accepted.
    pub fn bring_back_again(&self) -> Report {
        for folder in self.known().folders() {
            // A folder may have been removed before.
            let _none = self.server.remove_unfinished(&folder);
        }
        self.begin_back(true)
    }

    fn begin_back(&self, is_again: bool) -> Report {
        let open = self.still_written();
        let mut plan = Plan::new(self);
        if is_again {
            for folder in &plan.makes {
                let _none = self.server.remove_unfinished(folder);
            }
        }
        let report = Report { failures: std::mem::take(&mut plan.failures), ..Report::default() };
        let (touched, named) = (BTreeSet::new(), HashMap::new());
        Back { agent: self, report, touched, named, is_again }.carry_out(plan, &open)
    }

    /// Files that processes still have open for writing, and one of the processes of each.
    fn still_written(&self) -> HashMap<PathBuf, u32> {
        let begin = Instant::now();
        loop {
            let open = self.written_now();
            if open.is_empty() || begin.elapsed() > GRACE {
                return open;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn written_now(&self) -> HashMap<PathBuf, u32> {
        let mut open = HashMap::new();
        for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let Some(number) = process.file_name().to_str().and_then(|name| name.parse().ok()) else {
                continue;
            };
            // Other users' processes cannot be looked at, and have no access to the mirror.
            for descriptor in fs::read_dir(process.path().join("fd")).into_iter().flatten().flatten() {
                let Ok(place) = fs::read_link(descriptor.path()) else { continue };
                let information = process.path().join("fdinfo").join(descriptor.file_name());
                if let Some(path) = self.mirror.original(&place).filter(|_| is_for_writing(&information)) {
                    open.insert(path, number);
                }
            }
        }
        open
    }
}

/// By the flags that the kernel shows.
fn is_for_writing(information: &Path) -> bool {
    let text = fs::read_to_string(information).unwrap_or_default();
    let flags = text.lines().find_map(|line| line.strip_prefix("flags:"));
    let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
    flags.is_some_and(|flags| flags & 0o3 != 0)
}

struct Back<'a> {
    agent: &'a Agent,
    report: Report,
    /// Folders of the server whose entries have changed.
    touched: BTreeSet<PathBuf>,
    /// Local files with several names: the first that arrived.
    named: HashMap<u64, (PathBuf, Sum)>,
    is_again: bool,
}

impl Back<'_> {
    fn carry_out(mut self, plan: Plan, open: &HashMap<PathBuf, u32>) -> Report {
        for path in &plan.makes {
            self.attempt(path, |back| back.make(path));
        }
        // Second names first: the files may be replaced under their first.
        let mut puts = plan.puts;
        let mut renames = Vec::new();
        for Move { from, path } in plan.moves {
            match self.agent.server.link(&from, &path) {
                Ok(second) if self.is_as_known(&from) => renames.push((second, path)),
                Ok(second) => {
                    let _left = fs::remove_file(second);
                    self.report.failures.push(Failure::new(&path, changed(&from)));
                }
                Err(_) => match self.agent.fetch(&path) {
                    Ok(()) => puts.push(path),
                    Err(error) => self.report.failures.push(Failure::new(&path, error)),
                },
            }
        }
        for path in &puts {
            match open.get(path) {
                Some(process) => {
                    let reason = format!("process {process} still has it open for writing");
                    self.report.failures.push(Failure::new(path, reason));
                }
                None => self.attempt(path, |back| back.put(path)),
            }
        }
        for (second, path) in &renames {
            self.attempt(path, |back| back.rename(second, path));
        }
        for path in &plan.attributes {
            self.attempt(path, |back| back.set_attributes(path));
        }
        let complete = self.report.failures.is_empty();
        for path in &plan.removals {
            if complete {
                self.attempt(path, |back| back.remove(path));
            } else {
                let reason = "it is removed only when everything else has arrived";
                self.report.failures.push(Failure::new(path, reason));
            }
        }
        for path in plan.folders.iter().rev() {
            self.attempt(path, |back| back.finish_folder(path));
        }
        for path in std::mem::take(&mut self.touched) {
            // A folder that was removed itself.
            if self.agent.known().status(&path).is_some() {
                self.attempt(&path, |back| back.agent.server.sync_folder(&path));
            }
        }
        self.report
    }

    fn attempt(&mut self, path: &Path, step: impl FnOnce(&mut Self) -> io::Result<()>) {
        if let Err(error) = step(self) {
            self.report.failures.push(Failure::new(path, error));
        }
    }

    fn make(&mut self, path: &Path) -> io::Result<()> {
        if self.agent.known().status(path).is_some() {
            self.must_be_as_known(path)?;
            self.agent.server.remove(path)?;
            self.agent.known().remove(path)?;
        }
        let metadata = fs::symlink_metadata(self.agent.mirror.at(path))?;
        let attributes = self.attributes(path, &metadata, None)?;
        let status = self.agent.server.make_folder(path, &attributes)?;
        self.agent.known().add(metadata.ino(), path, &status)?;
        self.report.folders += 1;
        self.touch(path);
        self.touched.insert(path.to_owned());
        Ok(())
    }

    fn put(&mut self, path: &Path) -> io::Result<()> {
        let metadata = fs::symlink_metadata(self.agent.mirror.at(path))?;
        let base = self.agent.known().status(path).cloned();
        if base.as_ref().is_some_and(|base| base.kind == Kind::Folder) {
            self.remove(path)?;
        }
        let is_in_place = self.agent.known().origin(metadata.ino()) == Some(path);
        let base = base.filter(|base| is_in_place && base.kind == Kind::File);
        let attributes = self.attributes(path, &metadata, base.as_ref())?;
        if !self.has_arrived(path, &metadata) {
            self.must_be_as_known(path)?;
        }
        if let Found::Link(target) = self.agent.mirror.find(path)? {
            let status = self.agent.server.put(path, Content::Link(&target), &attributes, None)?;
            return self.arrived(path, &metadata, &status, None);
        }
        if let Some((second, sum)) = self.second_name(path, &metadata) {
            let status = self.agent.server.rename(&second, path)?;
            return self.arrived(path, &metadata, &status, Some(sum));
        }
        let mut file = plan::open(self.agent, path)?;
        let like = base.is_some().then_some(path);
        let status = self.agent.server.put(path, Content::File(&file), &attributes, like)?;
        let sum = known::sum_of(&mut file)?;
        let after = file.metadata()?;
        if status.bytes != after.len() || !is_same_version(&metadata, &after) {
            return Err(io::Error::other("it was changed while it was copied"));
        }
        self.named.insert(metadata.ino(), (path.to_owned(), sum));
        self.arrived(path, &metadata, &status, Some(sum))
    }

    /// A name for a file that has arrived under another.
    fn second_name(&self, path: &Path, metadata: &Metadata) -> Option<(PathBuf, Sum)> {
        let (first, sum) = self.named.get(&metadata.ino()).filter(|_| metadata.nlink() > 1)?;
        Some((self.agent.server.link(first, path).ok()?, *sum))
    }

    fn arrived(
        &mut self,
        path: &Path,
        metadata: &Metadata,
        status: &Status,
        sum: Option<Sum>,
    ) -> io::Result<()> {
        self.report.files += 1;
        self.report.bytes += if status.kind == Kind::File { status.bytes } else { 0 };
        self.touch(path);
        match sum {
            Some(sum) => self.agent.known().fetched(metadata.ino(), path, status, sum),
            None => self.agent.known().add(metadata.ino(), path, status),
        }
    }

    fn rename(&mut self, second: &Path, path: &Path) -> io::Result<()> {
        let base = self.agent.known().status(path).cloned();
        let prepared = match base {
            Some(base) if base.kind == Kind::Folder => self.remove(path),
            _ if self.is_again => Ok(()),
            _ => self.must_be_as_known(path),
        };
        if let Err(error) = prepared {
            let _left = fs::remove_file(second);
            return Err(error);
        }
        let status = self.agent.server.rename(second, path)?;
        let inode = fs::symlink_metadata(self.agent.mirror.at(path))?.ino();
        let sum = self.agent.known().sum(inode);
        match sum {
            Some(sum) => self.agent.known().fetched(inode, path, &status, sum)?,
            None => self.agent.known().add(inode, path, &status)?,
        }
        self.report.moved += 1;
        self.touch(path);
        Ok(())
    }

    fn set_attributes(&mut self, path: &Path) -> io::Result<()> {
        let metadata = fs::symlink_metadata(self.agent.mirror.at(path))?;
        if !self.has_arrived(path, &metadata) {
            self.must_be_as_known(path)?;
        }
        let base = self.agent.known().status(path).cloned();
        let attributes = self.attributes(path, &metadata, base.as_ref())?;
        let status = self.agent.server.set_attributes(path, &attributes)?;
        let sum = self.agent.known().sum(metadata.ino());
        self.report.files += 1;
        match sum {
            Some(sum) => self.agent.known().fetched(metadata.ino(), path, &status, sum),
            None => self.agent.known().add(metadata.ino(), path, &status),
        }
    }

    /// What is known below a folder goes first. What somebody else has added stays, and so does the folder.
    fn remove(&mut self, path: &Path) -> io::Result<()> {
        let Some(base) = self.agent.known().status(path).cloned() else { return Ok(()) };
        let removed = if base.kind == Kind::Folder {
            let names = self.agent.known().names(path);
            for name in names {
                self.remove(&path.join(name))?;
            }
            self.agent.server.remove_folder(path)
        } else if self.exists(path) {
            self.must_be_as_known(path)?;
            self.agent.server.remove(path)
        } else {
            Ok(())
        };
        match removed {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            other => other?,
        }
        self.agent.known().remove(path)?;
        self.report.removed += 1;
        self.touch(path);
        Ok(())
    }

    /// Mode and times, after everything in it has been done.
    fn finish_folder(&mut self, path: &Path) -> io::Result<()> {
        let metadata = fs::symlink_metadata(self.agent.mirror.at(path))?;
        let base = self.agent.known().status(path).cloned();
        // It could not be made.
        let Some(base) = base.filter(|base| base.kind == Kind::Folder) else { return Ok(()) };
        if !self.touched.contains(path) && plan::has_same_attributes(&base, &metadata) {
            return Ok(());
        }
        let attributes = self.attributes(path, &metadata, Some(&base))?;
        let status = self.agent.server.set_attributes(path, &attributes)?;
        self.agent.known().add(metadata.ino(), path, &status)
    }

    /// `base`: what is changed on the server, unless it is new.
    fn attributes(&self, path: &Path, metadata: &Metadata, base: Option<&Status>) -> io::Result<Attributes> {
        let user = rustix::process::geteuid();
        let owner = match base {
            _ if user.is_root() => Some((metadata.uid(), metadata.gid())),
            Some(base) if base.user != user.as_raw() && base.kind == Kind::Folder => None,
            Some(base) if base.user != user.as_raw() => {
                let shown = path.display();
                return Err(io::Error::other(format!("{shown} belongs to another user on the server")));
            }
            Some(base) => Some((base.user, base.group)),
            None => None,
        };
        let modified = (metadata.mtime(), metadata.mtime_nsec());
        Ok(Attributes { mode: plan::mode_of(metadata), modified, owner })
    }

    fn touch(&mut self, path: &Path) {
        let parent = path.parent().filter(|parent| self.agent.rule_of(parent).is_some());
        self.touched.extend(parent.map(Path::to_owned));
    }

    fn exists(&self, path: &Path) -> bool {
        self.agent.server.status(path).is_ok()
    }

    /// An earlier attempt has put it there, and died before it could note that.
    fn has_arrived(&self, path: &Path, metadata: &Metadata) -> bool {
        let status = self.agent.server.status(path).ok();
        self.is_again
            && status.is_some_and(|status| {
                status.bytes == metadata.len() && plan::has_same_attributes(&status, metadata)
            })
    }

    /// Nobody else has changed it: neither version may overwrite the other.
    fn must_be_as_known(&self, path: &Path) -> io::Result<()> {
        if self.is_as_known(path) { Ok(()) } else { Err(io::Error::other(changed(path))) }
    }

    fn is_as_known(&self, path: &Path) -> bool {
        let known = self.agent.known().status(path).cloned();
        match (known, self.agent.server.status(path)) {
            (None, Err(error)) => error.kind() == io::ErrorKind::NotFound,
            (Some(known), Ok(found)) => {
                let identity = |status: &Status| {
                    (status.kind.clone(), status.bytes, status.modified, status.inode, status.mode)
                };
                identity(&known) == identity(&found)
            }
            _ => false,
        }
    }
}

fn changed(path: &Path) -> String {
    format!("{} was changed on the server meanwhile", path.display())
}

fn is_same_version(before: &Metadata, after: &Metadata) -> bool {
    let version = |metadata: &Metadata| (metadata.len(), metadata.mtime(), metadata.mtime_nsec());
    version(before) == version(after)
}
