// SPDX-License-Identifier: MIT OR Apache-2.0
//! Offsets of calls that use the file position: found by following a process's operations on its descriptors.

use std::collections::HashMap;

use seaway_trace_format::{ArgumentMeaning, Class};

use crate::{FileId, Record};

/// No process has more descriptors; larger numbers are invalid.
const DESCRIPTORS: u32 = 1 << 20;

const O_APPEND: u64 = 0o2000;

#[derive(Debug, Default)]
pub(super) struct Replay {
    /// By descriptor: its open file description, which duplicates share.
    descriptors: Vec<Option<u32>>,
    opened: Vec<Opened>,
    free: Vec<u32>,
    /// The known ends of files: where appends continue.
    ends: HashMap<FileId, u64>,
}

#[derive(Debug, Clone, Copy)]
struct Opened {
    position: u64,
    appends: bool,
    copies: u32,
}

impl Replay {
    /// Fills in the offset of a call that uses the file position.
    pub(super) fn follow(&mut self, record: &mut Record) {
        let info = record.call.info();
        match info.place {
            // `aio_return` reports bytes at an offset of their own.
            ArgumentMeaning::Sequential if info.class == Class::Wait => {}
            ArgumentMeaning::Sequential | ArgumentMeaning::Buffered => {
                self.move_on(record, info.class == Class::Write)
            }
            ArgumentMeaning::Open if record.error == 0 => self.open(record),
            ArgumentMeaning::Seek if record.error == 0 => {
                if let Some(opened) = self.opened(record.descriptor) {
                    opened.position = record.argument;
                }
            }
            ArgumentMeaning::Duplicate if record.error == 0 => self.duplicate(record),
            ArgumentMeaning::Descriptor if info.class == Class::Close => self.close(record.descriptor),
            ArgumentMeaning::Range if record.error == 0 => {
                let last = u32::try_from(record.length).unwrap_or(u32::MAX);
                let known = u32::try_from(self.descriptors.len()).unwrap_or(u32::MAX);
                let first = record.descriptor.unwrap_or(u32::MAX);
                (first..known.min(last.saturating_add(1))).for_each(|number| self.close(Some(number)));
            }
            _ => {}
        }
    }

    fn move_on(&mut self, record: &mut Record, writes: bool) {
        let end = record.file.and_then(|file| self.ends.get(&file).copied());
        let Some(opened) = self.opened(record.descriptor) else { return };
        if writes && opened.appends {
            opened.position = opened.position.max(end.unwrap_or(0));
        }
        record.offset = Some(opened.position);
        opened.position = opened.position.saturating_add(record.length);
        let (position, appends) = (opened.position, opened.appends);
        if let Some(file) = record.file.filter(|_| writes && appends) {
            self.ends.insert(file, position);
        }
    }

    fn open(&mut self, record: &Record) {
        // Its descriptor is not known until it returns.
        if record.duration.is_none() {
            return;
        }
        let opened = Opened { position: 0, appends: record.argument & O_APPEND != 0, copies: 0 };
        let number = match self.free.pop() {
            Some(number) => {
                self.opened[number as usize] = opened;
                number
            }
            None => {
                self.opened.push(opened);
                u32::try_from(self.opened.len() - 1).expect("no more than descriptors")
            }
        };
        self.set(record.descriptor, number);
    }

    fn duplicate(&mut self, record: &Record) {
        let old = record.descriptor.and_then(|old| self.number(old));
        let new = u32::try_from(record.length).ok();
        match old {
            Some(_) if record.descriptor == new => {}
            Some(number) => self.set(new, number),
            None => self.close(new),
        }
    }

    fn set(&mut self, descriptor: Option<u32>, number: u32) {
        self.opened[number as usize].copies += 1;
        self.close(descriptor);
        match descriptor.filter(|descriptor| *descriptor < DESCRIPTORS) {
            Some(descriptor) => {
                let index = descriptor as usize;
                if self.descriptors.len() <= index {
                    self.descriptors.resize(index + 1, None);
                }
                self.descriptors[index] = Some(number);
            }
            None => self.release(number),
        }
    }

    fn close(&mut self, descriptor: Option<u32>) {
        let place = descriptor.and_then(|descriptor| self.descriptors.get_mut(descriptor as usize));
        if let Some(number) = place.and_then(Option::take) {
            self.release(number);
        }
    }

    fn release(&mut self, number: u32) {
        let opened = &mut self.opened[number as usize];
        opened.copies -= 1;
        if opened.copies == 0 {
            self.free.push(number);
        }
    }

    fn number(&self, descriptor: u32) -> Option<u32> {
        self.descriptors.get(descriptor as usize).copied().flatten()
    }

    fn opened(&mut self, descriptor: Option<u32>) -> Option<&mut Opened> {
        let number = self.number(descriptor?)?;
        self.opened.get_mut(number as usize)
    }
}
