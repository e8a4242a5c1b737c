// SPDX-License-Identifier: MIT OR Apache-2.0
//! Names of files and other texts, interned for the whole trace: processes have their own numbers for them.

use std::collections::HashMap;
use std::num::NonZeroU32;

/// A file, by name: the same in all processes of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(NonZeroU32);

/// The text of a datatype, access method or device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextId(NonZeroU32);

impl FileId {
    /// Counts from 0, without gaps: for tables by file.
    pub fn index(self) -> usize {
        index(self.0)
    }
}

impl TextId {
    pub fn index(self) -> usize {
        index(self.0)
    }
}

fn index(number: NonZeroU32) -> usize {
    number.get() as usize - 1
}

#[derive(Debug, Default)]
pub(crate) struct Names {
    numbers: HashMap<Box<[u8]>, NonZeroU32>,
    names: Vec<Box<[u8]>>,
}

impl Names {
    pub(crate) fn file(&mut self, name: &[u8]) -> Option<FileId> {
        self.number(name).map(FileId)
    }

    pub(crate) fn text(&mut self, text: &[u8]) -> Option<TextId> {
        self.number(text).map(TextId)
    }

    pub(crate) fn all(&self) -> &[Box<[u8]>] {
        &self.names
    }

    /// `None` when there are more than four billion.
    fn number(&mut self, name: &[u8]) -> Option<NonZeroU32> {
        if let Some(number) = self.numbers.get(name) {
            return Some(*number);
        }
        let number = NonZeroU32::new(u32::try_from(self.names.len()).ok()?.checked_add(1)?)?;
        self.numbers.insert(name.into(), number);
        self.names.push(name.into());
        Some(number)
    }
}

/// The numbers of one process. Those of recorders have few gaps; others far outside are invalid.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    files: Vec<Option<FileId>>,
    texts: Vec<Option<TextId>>,
}

impl Numbers {
    /// For numbers up to `largest`.
    pub(crate) fn with_room(largest: usize) -> Self {
        Self { files: vec![None; largest + 1], texts: vec![None; largest + 1] }
    }

    pub(crate) fn set_file(&mut self, number: u32, file: Option<FileId>) {
        if let Some(place) = self.files.get_mut(number as usize) {
            *place = file;
        }
    }

    pub(crate) fn set_text(&mut self, number: u32, text: Option<TextId>) {
        if let Some(place) = self.texts.get_mut(number as usize) {
            *place = text;
        }
    }

    pub(crate) fn file(&self, number: u32) -> Option<FileId> {
        self.files.get(number as usize).copied().flatten()
    }

    pub(crate) fn text(&self, number: u32) -> Option<TextId> {
        self.texts.get(number as usize).copied().flatten()
    }
}
