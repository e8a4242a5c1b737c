// SPDX-License-Identifier: MIT OR Apache-2.0
//! Values of one column, until there are enough for a row group.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::Hash;

use super::levels;
use super::thrift::Structure;
use crate::{FileId, TextId};

/// Numbers of the format.
pub(super) const INT64: usize = 2;
pub(super) const BYTE_ARRAY: usize = 6;
pub(super) const PLAIN: u8 = 0;
pub(super) const RLE: u8 = 3;
pub(super) const RLE_DICTIONARY: u8 = 8;
const DATA_PAGE: usize = 0;
const DICTIONARY_PAGE: usize = 2;

#[derive(Debug)]
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) optional: bool,
    /// 1 for each row with a value, 0 for others.
    present: Vec<u32>,
    values: Values,
}

#[derive(Debug)]
enum Values {
    Numbers(Vec<u64>),
    Texts(Texts),
}

/// Indices into a dictionary, and the dictionary: each text preceded by its length.
#[derive(Debug, Default)]
struct Texts {
    places: Vec<u32>,
    known: HashMap<usize, u32>,
    dictionary: Vec<u8>,
}

/// What distinguishes texts.
pub(super) trait Key: Copy + Hash {
    fn key(self) -> usize;
}

impl Key for usize {
    fn key(self) -> usize {
        self
    }
}

impl Key for FileId {
    fn key(self) -> usize {
        self.index()
    }
}

impl Key for TextId {
    fn key(self) -> usize {
        self.index()
    }
}

/// A column as stored in the file.
#[derive(Debug)]
pub(super) struct Pages {
    pub(super) bytes: Vec<u8>,
    /// Before compression, including headers.
    pub(super) uncompressed: usize,
    /// Offset of the data page, if a dictionary precedes it.
    pub(super) data_at: Option<usize>,
}

impl Column {
    pub(super) fn number(name: &'static str, optional: bool) -> Self {
        Self { name, optional, present: vec![], values: Values::Numbers(vec![]) }
    }

    /// All texts may be missing.
    pub(super) fn text(name: &'static str) -> Self {
        Self { name, optional: true, present: vec![], values: Values::Texts(Texts::default()) }
    }

    pub(super) fn is_text(&self) -> bool {
        matches!(self.values, Values::Texts(_))
    }

    pub(super) fn rows(&self) -> usize {
        self.present.len()
    }

    pub(super) fn push_number(&mut self, value: Option<u64>) {
        self.present.push(value.is_some().into());
        if let Values::Numbers(numbers) = &mut self.values {
            numbers.extend(value);
        }
    }

    pub(super) fn push_text<'t, K: Key>(&mut self, key: Option<K>, text: impl FnOnce(K) -> Cow<'t, str>) {
        self.present.push(key.is_some().into());
        if let (Values::Texts(texts), Some(key)) = (&mut self.values, key) {
            texts.push(key.key(), || text(key));
        }
    }

    /// Returns its pages, after which it is empty.
    pub(super) fn take_pages(&mut self) -> Pages {
        let rows = self.present.len();
        let mut pages = Pages { bytes: vec![], uncompressed: 0, data_at: None };
        let mut data = vec![];
        if self.optional {
            let mut present = vec![];
            levels::pack(&self.present, 1, &mut present);
            data.extend_from_slice(&u32::try_from(present.len()).expect("a group is small").to_le_bytes());
            data.append(&mut present);
        }
        self.present.clear();
        let encoding = match &mut self.values {
            Values::Numbers(numbers) => {
                numbers.drain(..).for_each(|number| data.extend_from_slice(&number.to_le_bytes()));
                PLAIN
            }
            Values::Texts(texts) => {
                let count = texts.known.len();
                pages.put(DICTIONARY_PAGE, dictionary_head(count), &texts.dictionary);
                let width = levels::width(count);
                data.push(u8::try_from(width).expect("at most 32"));
                levels::pack(&texts.places, width, &mut data);
                *texts = Texts::default();
                RLE_DICTIONARY
            }
        };
        pages.data_at = self.is_text().then_some(pages.bytes.len());
        pages.put(DATA_PAGE, data_head(rows, encoding), &data);
        pages
    }
}

impl Texts {
    fn push<'t>(&mut self, key: usize, text: impl FnOnce() -> Cow<'t, str>) {
        let next = u32::try_from(self.known.len()).expect("not more than rows of a group");
        let place = *self.known.entry(key).or_insert_with(|| {
            let text = text();
            let length = u32::try_from(text.len()).expect("as long as it was in a file");
            self.dictionary.extend_from_slice(&length.to_le_bytes());
            self.dictionary.extend_from_slice(text.as_bytes());
            next
        });
        self.places.push(place);
    }
}

impl Pages {
    fn put(&mut self, kind: usize, (field, own): (u8, Structure), data: &[u8]) {
        let compressed = lz4_flex::block::compress(data);
        let mut head = Structure::default();
        head.number(1, kind);
        head.number(2, data.len());
        head.number(3, compressed.len());
        head.structure(field, own);
        let head = head.finish();
        self.uncompressed += head.len() + data.len();
        self.bytes.extend_from_slice(&head);
        self.bytes.extend_from_slice(&compressed);
    }
}

fn dictionary_head(values: usize) -> (u8, Structure) {
    let mut head = Structure::default();
    head.number(1, values);
    head.number(2, PLAIN.into());
    (7, head)
}

fn data_head(values: usize, encoding: u8) -> (u8, Structure) {
    let mut head = Structure::default();
    head.number(1, values);
    head.number(2, encoding.into());
    head.number(3, RLE.into());
    head.number(4, RLE.into());
    (5, head)
}
