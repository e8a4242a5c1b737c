// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Workspace`]: where the repository is, its files, and commands that run in it.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

/// Directories without sources: build results, version control.
const NOT_OURS: &[&str] = &["target", ".git"];

pub(crate) struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// The repository that this xtask belongs to, regardless of the working directory.
    pub(crate) fn find() -> Result<Self> {
        // The variable first: a shared target directory may hold an xtask that was built for another clone.
        let manifest_folder =
            env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| OsString::from(env!("CARGO_MANIFEST_DIR")));
        let root =
            Path::new(&manifest_folder).parent().context("xtask is not in a repository")?.to_path_buf();
        Ok(Self { root })
    }

    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// Text of a file, by its path from the root.
    pub(crate) fn read(&self, relative: &str) -> Result<String> {
        fs::read_to_string(self.path(relative)).with_context(|| format!("cannot read {relative}"))
    }

    /// A command that runs at the root.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root);
        command
    }

    /// The cargo that runs this xtask, at the root.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = self.command(&env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
        command.args(arguments);
        command
    }

    /// Paths relative to the root, sorted, of all files below `folders` whose name ends in `ending`.
    pub(crate) fn files(&self, folders: &[&str], ending: &str) -> Result<Vec<String>> {
        let mut found = Vec::new();
        for folder in folders.iter().filter(|folder| self.path(folder).exists()) {
            self.collect(Path::new(folder), ending, &mut found)?;
        }
        found.sort();
        Ok(found)
    }

    fn collect(&self, folder: &Path, ending: &str, found: &mut Vec<String>) -> Result<()> {
        let entries = fs::read_dir(self.root.join(folder))
            .with_context(|| format!("cannot list {}", folder.display()))?;
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = folder.join(&name);
            if entry.file_type()?.is_dir() {
                if !NOT_OURS.contains(&name.as_str()) {
                    self.collect(&path, ending, found)?;
                }
            } else if name.ends_with(ending) {
                found.push(path.to_string_lossy().into_owned());
            }
        }
        Ok(())
    }
}
