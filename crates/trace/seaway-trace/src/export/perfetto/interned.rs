// SPDX-License-Identifier: MIT OR Apache-2.0
//! Events with interned names: each is written once, in the first packet that needs it.

use std::collections::HashSet;

use super::event;
use super::message::Message;
use crate::export::columns::Numbers;
use crate::export::csv::layer_name;
use crate::export::printable;
use crate::{Process, Record, TextId, Trace};

/// Fields of `InternedData`. Each entry has its number as field 1 and its name as field 2.
const CATEGORIES: u32 = 1;
const EVENT_NAMES: u32 = 2;
const ANNOTATION_NAMES: u32 = 3;
const ANNOTATION_STRINGS: u32 = 29;

/// Fields of `DebugAnnotation`.
const ANNOTATION_NAME_IID: u32 = 1;
const ANNOTATION_UINT: u32 = 3;
const ANNOTATION_STRING_IID: u32 = 17;

#[derive(Debug, Default)]
pub(super) struct Interned {
    /// By field and number.
    known: HashSet<(u32, u64)>,
}

/// An annotation of an event.
#[derive(Clone, Copy)]
enum Annotation {
    File = 1,
    Second,
    Offset,
    Length,
    Descriptor,
    Error,
    Datatype,
    Count,
    Strategy,
    Device,
    Request,
    Size,
    SecondDescriptor,
    Ranks,
    Child,
    Barrier,
}

impl Annotation {
    fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Second => "second file",
            Self::Offset => "offset",
            Self::Length => "length",
            Self::Descriptor => "descriptor",
            Self::Error => "error",
            Self::Datatype => "datatype",
            Self::Count => "count",
            Self::Strategy => "way",
            Self::Device => "device",
            Self::Request => "request",
            Self::Size => "size",
            Self::SecondDescriptor => "second descriptor",
            Self::Ranks => "ranks",
            Self::Child => "child",
            Self::Barrier => "barrier",
        }
    }
}

impl Interned {
    /// The beginning of a call, and its new names.
    pub(super) fn event(
        &mut self,
        trace: &Trace,
        process: &Process,
        track: u64,
        record: &Record,
    ) -> (Message, Option<Message>) {
        let mut build =
            Build { interned: self, trace, event: Message::default(), names: Message::default(), any: false };
        let info = record.call.info();
        build.event.number(event::TYPE, event::BEGIN);
        build.event.number(event::TRACK_UUID, track);
        let category = info.layer as u64 + 1;
        build.name(CATEGORIES, category, || layer_name(info.layer).as_bytes().to_vec());
        build.event.number(event::CATEGORY_IIDS, category);
        let name = record.call as u64;
        build.name(EVENT_NAMES, name, || info.name.as_bytes().to_vec());
        build.event.number(event::NAME_IID, name);
        build.annotate(record, &Numbers::of(process, record));
        let Build { event, names, any, .. } = build;
        (event, any.then_some(names))
    }
}

struct Build<'i, 't> {
    interned: &'i mut Interned,
    trace: &'t Trace,
    event: Message,
    names: Message,
    any: bool,
}

impl Build<'_, '_> {
    fn annotate(&mut self, record: &Record, numbers: &Numbers) {
        let trace = self.trace;
        for (annotation, file) in [(Annotation::File, record.file), (Annotation::Second, record.second)] {
            if let Some(file) = file {
                self.text(annotation, 2 * file.index() as u64 + 1, trace.file_name(file));
            }
        }
        self.value(Annotation::Offset, numbers.offset);
        self.value(Annotation::Length, numbers.length);
        self.value(Annotation::Size, numbers.size);
        self.value(Annotation::Descriptor, numbers.descriptor);
        self.value(Annotation::SecondDescriptor, numbers.second_descriptor);
        self.value(Annotation::Ranks, numbers.ranks);
        self.value(Annotation::Child, numbers.child);
        self.value(Annotation::Barrier, numbers.barrier);
        self.value(Annotation::Request, numbers.request);
        self.value(Annotation::Error, Some(record.error.into()).filter(|error| *error != 0));
        let Some(detail) = record.detail else { return };
        let texts = [
            (Annotation::Datatype, detail.datatype),
            (Annotation::Strategy, detail.strategy),
            (Annotation::Device, detail.device),
        ];
        for (annotation, text) in texts {
            if let Some(text) = text {
                self.text(annotation, number_of(text), trace.text(text));
            }
        }
        self.value(Annotation::Count, Some(detail.count));
    }

    fn value(&mut self, annotation: Annotation, value: Option<u64>) {
        let Some(value) = value else { return };
        self.annotation(annotation, ANNOTATION_UINT, value);
    }

    fn text(&mut self, annotation: Annotation, number: u64, text: &[u8]) {
        self.name(ANNOTATION_STRINGS, number, || printable(text).as_bytes().to_vec());
        self.annotation(annotation, ANNOTATION_STRING_IID, number);
    }

    fn annotation(&mut self, annotation: Annotation, field: u32, value: u64) {
        let name = annotation as u64;
        self.name(ANNOTATION_NAMES, name, || annotation.name().as_bytes().to_vec());
        self.event.message(event::DEBUG_ANNOTATIONS, |written| {
            written.number(ANNOTATION_NAME_IID, name);
            written.number(field, value);
        });
    }

    fn name(&mut self, field: u32, number: u64, name: impl FnOnce() -> Vec<u8>) {
        if self.interned.known.insert((field, number)) {
            self.any = true;
            self.names.message(field, |entry| {
                entry.number(1, number);
                entry.bytes(2, &name());
            });
        }
    }
}

/// Files have odd numbers.
fn number_of(text: TextId) -> u64 {
    2 * (text.index() as u64 + 1)
}
