// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which folders of the server are staged.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::error::{Error, Result};

/// A folder of the server, with everything below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    pub prefix: PathBuf,
    /// Programs may change it.
    pub writable: bool,
}

impl Rule {
    /// `/data/**` or `/data`.
    pub fn parse(pattern: &str, writable: bool) -> Result<Self> {
        let folder = pattern.strip_suffix("/**").unwrap_or(pattern);
        let folder = if folder.is_empty() { "/" } else { folder.trim_end_matches('/') };
        let path = Path::new(folder);
        let refuse = |reason: &str| {
            Err(Error::Rule(format!("{pattern:?} {reason}: write the folder and /**, as in '/data/**'")))
        };
        if folder.contains(['*', '?', '[']) {
            return refuse("selects files by wildcards, but whole folders are staged");
        }
        if !path.is_absolute() {
            return refuse("is not an absolute path");
        }
        if path.components().any(|part| matches!(part, Component::ParentDir | Component::CurDir)) {
            return refuse("contains . or ..");
        }
        match path.components().count() {
            0 | 1 => refuse("is the whole file system"),
            _ => Ok(Self { prefix: path.to_owned(), writable }),
        }
    }

    /// The highest folder above that this node lacks: programs must find it, to come to the staged one.
    pub(crate) fn passage(&self) -> Option<PathBuf> {
        let above = self.prefix.ancestors().skip(1);
        above.filter(|folder| fs::symlink_metadata(folder).is_err()).last().map(Path::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_folders() {
        let parse = |pattern| Rule::parse(pattern, false);
        assert_eq!(parse("/data/**").unwrap().prefix, Path::new("/data"));
        assert_eq!(parse("/srv/data/").unwrap().prefix, Path::new("/srv/data"));
        for (pattern, reason) in [
            ("/data/*.nc", "wildcards"),
            ("data/**", "not an absolute path"),
            ("/**", "whole file system"),
            ("/data/../etc", "contains . or .."),
        ] {
            let sentence = parse(pattern).unwrap_err().to_string();
            assert!(sentence.contains(reason) && sentence.contains("'/data/**'"), "{sentence}");
        }
    }

    #[test]
    fn missing_folders_above_are_a_passage() {
        let folder = tempfile::tempdir().unwrap();
        let rule = Rule { prefix: folder.path().join("a/b/c"), writable: false };
        assert_eq!(rule.passage(), Some(folder.path().join("a")));
        let rule = Rule { prefix: folder.path().join("a"), writable: false };
        assert_eq!(rule.passage(), None);
    }
}
