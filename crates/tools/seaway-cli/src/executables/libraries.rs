// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`LibrarySearch`]: finds libraries by name in the order of the loader: RPATH, LD_LIBRARY_PATH, RUNPATH, the cache,
//! the default folders.

use std::env;
use std::path::{Path, PathBuf};

use super::elf::Elf;
use super::loader_cache::LoaderCache;

#[derive(Debug)]
pub(crate) struct LibrarySearch {
    library_path: Vec<PathBuf>,
    cache: LoaderCache,
}

/// A program or library whose dependencies are to be found.
#[derive(Debug, Clone)]
pub(super) struct Object {
    pub(super) path: PathBuf,
    pub(super) elf: Elf,
    /// RPATHs of the objects that caused it to be loaded; they apply to it too.
    inherited: Vec<PathBuf>,
}

impl Object {
    pub(super) fn program(path: &Path, elf: Elf) -> Self {
        Self { path: path.to_owned(), elf, inherited: Vec::new() }
    }
}

impl LibrarySearch {
    pub(crate) fn from_environment() -> Self {
        let library_path = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        let library_path = env::split_paths(&library_path).filter(|folder| folder != Path::new("")).collect();
        Self { library_path, cache: LoaderCache::of_this_machine() }
    }

    /// Where the loader would find `name` for a program without RPATH and RUNPATH.
    pub(crate) fn find(&self, name: &str, machine: (u8, u16)) -> Option<PathBuf> {
        let mut candidates = self.candidates(name, &[], &[]);
        candidates.find_map(|path| fitting(path, machine)).map(|(path, _)| path)
    }

    /// Folders that the environment adds.
    pub(crate) fn library_path(&self) -> &[PathBuf] {
        &self.library_path
    }

    pub(super) fn needed_by(&self, user: &Object, name: &str) -> Option<Object> {
        // A RUNPATH switches off all RPATHs.
        let rpath = if user.elf.runpath.is_empty() { user.rpath() } else { Vec::new() };
        let runpath = user.expanded(&user.elf.runpath);
        let mut candidates = self.candidates(name, &rpath, &runpath);
        let (path, elf) = candidates.find_map(|path| fitting(path, user.elf.machine))?;
        Some(Object { path, elf, inherited: user.rpath() })
    }

    fn candidates(
        &self,
        name: &str,
        rpath: &[PathBuf],
        runpath: &[PathBuf],
    ) -> impl Iterator<Item = PathBuf> {
        let machine_folder = format!("/lib/{}-linux-gnu", env::consts::ARCH);
        let defaults = ["/lib64", "/usr/lib64", "/lib", "/usr/lib", &machine_folder].map(PathBuf::from);
        let before = rpath.iter().chain(&self.library_path).chain(runpath).map(|folder| folder.join(name));
        let cached = self.cache.places_of(name).map(Path::to_owned);
        let after = defaults.iter().map(|folder| folder.join(name));
        before.chain(cached).chain(after).collect::<Vec<_>>().into_iter()
    }
}

impl Object {
    fn rpath(&self) -> Vec<PathBuf> {
        let own = if self.elf.runpath.is_empty() { self.expanded(&self.elf.rpath) } else { Vec::new() };
        own.into_iter().chain(self.inherited.iter().cloned()).collect()
    }

    fn expanded(&self, folders: &[String]) -> Vec<PathBuf> {
        let real = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        let origin = real.parent().unwrap_or(Path::new("/")).to_string_lossy().into_owned();
        let expand = |folder: &String| folder.replace("${ORIGIN}", &origin).replace("$ORIGIN", &origin);
        folders.iter().map(|folder| PathBuf::from(expand(folder))).collect()
    }
}

/// The loader skips files for other processors.
fn fitting(path: PathBuf, machine: (u8, u16)) -> Option<(PathBuf, Elf)> {
    let elf = Elf::read(&path).ok().flatten()?;
    (elf.machine == machine).then_some((path, elf))
}
