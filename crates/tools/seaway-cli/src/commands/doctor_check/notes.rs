// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Notes`]: what one rank of the check saw, written as it goes, so that they show how far it came if it
//! dies.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

const START: &str = "rank-";

#[derive(Debug)]
pub(crate) struct Notes {
    file: File,
}

/// How far a rank came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Stage {
    #[default]
    Start,
    Load,
    Init,
    Write,
    Read,
    Finalize,
    End,
}

const STAGES: [(Stage, &str); 7] = [
    (Stage::Start, "start"),
    (Stage::Load, "load"),
    (Stage::Init, "init"),
    (Stage::Write, "write"),
    (Stage::Read, "read"),
    (Stage::Finalize, "finalize"),
    (Stage::End, "end"),
];

/// The notes of one rank, read back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct RankNotes {
    pub(crate) stage: Stage,
    /// LD_PRELOAD as the rank had it.
    pub(crate) preload: String,
    /// The object whose MPI_File_open is called.
    pub(crate) provider: String,
    pub(crate) rank: Option<usize>,
    pub(crate) ranks: Option<usize>,
    pub(crate) failure: Option<String>,
}

impl Notes {
    pub(super) fn create(folder: &Path) -> Result<Self> {
        let path = folder.join(format!("{START}{}", std::process::id()));
        let file = File::create_new(&path).with_context(|| format!("cannot make {}", path.display()))?;
        Ok(Self { file })
    }

    pub(super) fn reached(&mut self, stage: Stage) -> Result<()> {
        let word = STAGES.iter().find(|(known, _)| *known == stage).map_or("", |(_, word)| word);
        self.line("stage", word)
    }

    pub(super) fn preload(&mut self, value: Option<&OsStr>) -> Result<()> {
        self.line("preload", &value.unwrap_or_default().to_string_lossy())
    }

    pub(super) fn provider(&mut self, path: Option<&Path>) -> Result<()> {
        self.line("provider", &path.unwrap_or(Path::new("")).to_string_lossy())
    }

    pub(super) fn ranks(&mut self, rank: usize, ranks: usize) -> Result<()> {
        self.line("rank", &rank.to_string())?;
        self.line("ranks", &ranks.to_string())
    }

    pub(super) fn failed(&mut self, sentence: &str) -> Result<()> {
        self.line("failure", sentence)
    }

    fn line(&mut self, key: &str, value: &str) -> Result<()> {
        // In one write: a rank may be killed at any moment.
        let line = format!("{key}={}\n", value.replace('\n', " "));
        self.file.write_all(line.as_bytes()).context("cannot write the notes")
    }

    /// The notes that the ranks left in `folder`.
    pub(crate) fn read_all(folder: &Path) -> Result<Vec<RankNotes>> {
        let mut ranks = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(START) {
                ranks.push(RankNotes::parse(&fs::read_to_string(entry.path())?));
            }
        }
        ranks.sort_by_key(|notes| notes.rank);
        Ok(ranks)
    }
}

impl RankNotes {
    fn parse(text: &str) -> Self {
        let mut notes = Self::default();
        for (key, value) in text.lines().filter_map(|line| line.split_once('=')) {
            match key {
                "stage" => {
                    let known = STAGES.iter().find(|(_, word)| *word == value);
                    notes.stage = known.map_or(notes.stage, |(stage, _)| *stage);
                }
                "preload" => notes.preload = value.to_owned(),
                "provider" => notes.provider = value.to_owned(),
                "rank" => notes.rank = value.parse().ok(),
                "ranks" => notes.ranks = value.parse().ok(),
                "failure" => notes.failure = Some(value.to_owned()),
                _ => {}
            }
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "stage=end").unwrap();
        let mut notes = Notes::create(folder.path()).unwrap();
        notes.preload(Some(OsStr::new("/a.so"))).unwrap();
        notes.reached(Stage::Init).unwrap();
        notes.ranks(1, 2).unwrap();
        notes.reached(Stage::Write).unwrap();
        notes.failed("no\nspace").unwrap();
        let read = Notes::read_all(folder.path()).unwrap();
        let expected = RankNotes {
            stage: Stage::Write,
            preload: "/a.so".into(),
            provider: String::new(),
            rank: Some(1),
            ranks: Some(2),
            failure: Some("no space".into()),
        };
        assert_eq!(read, [expected]);
    }
}
