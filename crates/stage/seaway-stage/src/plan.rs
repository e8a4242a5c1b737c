// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Plan`]: what has to be done on the server so that it has what the mirror has. Found by comparing the
//! mirror with what is known of the server; so a file that was made and removed again is not in it.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use seaway_stage_format::{UNFETCHED, UNLISTED};

use crate::agent::Agent;
use crate::back::Failure;
use crate::known;
use crate::mirror::Found;
use crate::mounted_changes::extended;
use crate::server::{Kind, Status};

#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// New folders, from the top. What has the name on the server and is no folder goes first.
    pub(crate) makes: Vec<PathBuf>,
    /// Files of the server that got another name and are otherwise the same.
    pub(crate) moves: Vec<Move>,
    /// Files and links that are new or changed.
    pub(crate) puts: Vec<PathBuf>,
    /// Files of which only mode or times have changed.
    pub(crate) attributes: Vec<PathBuf>,
    /// What programs have removed. Below a folder, everything that is known.
    pub(crate) removals: Vec<PathBuf>,
    /// All folders that programs have looked at, from the top.
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) failures: Vec<Failure>,
}

#[derive(Debug)]
pub(crate) struct Move {
    pub(crate) from: PathBuf,
    pub(crate) path: PathBuf,
}

impl Plan {
    pub(crate) fn new(agent: &Agent) -> Self {
        let mut plan = Self::default();
        for rule in agent.settings.rules.iter().filter(|rule| rule.writable) {
            plan.visit_or_fail(agent, &rule.prefix);
        }
        plan.fetch_what_gives_way(agent);
        plan
    }

    fn visit_or_fail(&mut self, agent: &Agent, path: &Path) {
        if let Err(error) = self.visit(agent, path) {
            self.failures.push(Failure::new(path, error));
        }
    }

    fn visit(&mut self, agent: &Agent, path: &Path) -> io::Result<()> {
        let base = agent.known().status(path).cloned();
        let place = agent.mirror.at(path);
        let metadata = match fs::symlink_metadata(&place) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.removals.extend(base.is_some().then(|| path.to_owned()));
                return Ok(());
            }
            other => other?,
        };
        let origin = agent.known().origin(metadata.ino()).map(Path::to_owned);
        let is_in_place = origin.as_deref() == Some(path);
        match agent.mirror.find(path)? {
            Found::Nothing => Err(io::Error::other("it was removed while the run ended")),
            Found::Folder { listed: false } if is_in_place => Ok(()),
            Found::Folder { listed } => {
                // Moved: its entries are needed under their new names.
                if !listed {
                    agent.list_all(path)?;
                }
                self.visit_folder(agent, path, base.as_ref())
            }
            Found::Link(target) => {
                let is_same = is_in_place && base.is_some_and(|base| base.kind == Kind::Link(target));
                self.puts.extend((!is_same).then(|| path.to_owned()));
                Ok(())
            }
            Found::File { fetched } => {
                let file = Local { path, metadata: &metadata, fetched, origin: origin.as_deref() };
                self.visit_file(agent, &file, base.as_ref())
            }
            Found::Other => Err(io::Error::other("pipes, sockets and devices stay on this node")),
        }
    }

    fn visit_folder(&mut self, agent: &Agent, path: &Path, base: Option<&Status>) -> io::Result<()> {
        if base.is_none_or(|base| base.kind != Kind::Folder) {
            self.makes.push(path.to_owned());
        }
        self.folders.push(path.to_owned());
        let mut names: BTreeSet<OsString> = agent.known().names(path).into_iter().collect();
        for entry in fs::read_dir(agent.mirror.at(path))? {
            names.insert(entry?.file_name());
        }
        for name in names {
            self.visit_or_fail(agent, &path.join(name));
        }
        Ok(())
    }

    fn visit_file(&mut self, agent: &Agent, file: &Local<'_>, base: Option<&Status>) -> io::Result<()> {
        let path = file.path.to_owned();
        let is_in_place = file.origin == Some(file.path);
        let source = file.origin.and_then(|origin| agent.known().status(origin).cloned());
        let has_same_attributes =
            source.as_ref().is_some_and(|source| has_same_attributes(source, file.metadata));
        // Two names of one file, here and there.
        let is_named_twice =
            base.zip(source.as_ref()).is_some_and(|(base, source)| base.inode == source.inode);
        match (file.origin, file.has_same_bytes(agent)?) {
            (Some(_), true) if is_in_place || is_named_twice => {
                self.attributes.extend((!has_same_attributes).then_some(path));
            }
            (Some(origin), true) if has_same_attributes => {
                self.moves.push(Move { from: origin.to_owned(), path });
            }
            (Some(_), false) if is_in_place && base.is_some_and(|base| base.links > 1) => {
                return Err(io::Error::other("on the server it has several names, which would be separated"));
            }
            _ => self.puts.push(path),
        }
        Ok(())
    }

    /// A second name is enough for a file that is removed under its first one in the end. If something else takes
    /// that name, its bytes must be here before: the agent may die at any time.
    fn fetch_what_gives_way(&mut self, agent: &Agent) {
        let (away, moves): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.moves).into_iter().partition(|one| gives_way(agent, one));
        self.moves = moves;
        for Move { path, .. } in away {
            match agent.fetch(&path) {
                Ok(()) => self.puts.push(path),
                Err(error) => self.failures.push(Failure::new(&path, error)),
            }
        }
    }
}

/// Whether a file's old name, or that of a folder above, belongs to something else now.
fn gives_way(agent: &Agent, one: &Move) -> bool {
    let status = |path: &Path| fs::symlink_metadata(agent.mirror.at(path)).ok();
    let above = one.from.ancestors().skip(1).filter(|folder| agent.rule_of(folder).is_some());
    let is_taken = match (status(&one.from), status(&one.path)) {
        (Some(there), Some(here)) => there.ino() != here.ino(),
        _ => false,
    };
    is_taken || above.filter_map(status).any(|folder| !folder.is_dir())
}

struct Local<'a> {
    path: &'a Path,
    metadata: &'a Metadata,
    fetched: bool,
    origin: Option<&'a Path>,
}

impl Local<'_> {
    /// Whether the server's file, which this one was copied from, has the same bytes. By a sum: times have
    /// the resolution of the kernel's clock, and programs set them.
    fn has_same_bytes(&self, agent: &Agent) -> io::Result<bool> {
        if !self.fetched {
            return Ok(true);
        }
        let Some(sum) = agent.known().sum(self.metadata.ino()) else { return Ok(false) };
        let source = self.origin.and_then(|origin| agent.known().status(origin).cloned());
        if source.is_none_or(|source| source.bytes != self.metadata.len()) {
            return Ok(false);
        }
        let mut file = open(agent, self.path)?;
        Ok(known::sum_of(&mut file)? == sum && extended(&file)?.is_empty())
    }
}

/// A local file, even if its mode forbids that.
pub(crate) fn open(agent: &Agent, path: &Path) -> io::Result<File> {
    use std::os::unix::fs::PermissionsExt;
    let place = agent.mirror.at(path);
    match File::open(&place) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            let permissions = fs::symlink_metadata(&place)?.permissions();
            fs::set_permissions(&place, fs::Permissions::from_mode(permissions.mode() | 0o400))?;
            let file = File::open(&place);
            fs::set_permissions(&place, permissions)?;
            file
        }
        other => other,
    }
}

/// The permissions of a local file or folder, without marks.
pub(crate) fn mode_of(metadata: &Metadata) -> u32 {
    let mark = if metadata.is_dir() { UNLISTED } else { UNFETCHED };
    metadata.mode() & 0o7777 & !mark
}

pub(crate) fn has_same_attributes(status: &Status, metadata: &Metadata) -> bool {
    let mark = if metadata.is_dir() { UNLISTED } else { UNFETCHED };
    // Other users' files belong to this user in the mirror, unless that is root.
    let is_root = rustix::process::geteuid().is_root();
    status.mode & !mark == mode_of(metadata)
        && status.modified == (metadata.mtime(), metadata.mtime_nsec())
        && (!is_root || (status.user, status.group) == (metadata.uid(), metadata.gid()))
}
