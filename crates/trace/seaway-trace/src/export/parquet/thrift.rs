// SPDX-License-Identifier: MIT OR Apache-2.0
//! Structures in Thrift's compact protocol, which Parquet uses for its headers.

use crate::pack::varint::{put, zigzag};

const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCTURE: u8 = 12;

/// A structure. Fields come in numerical order.
#[derive(Debug, Default)]
pub(super) struct Structure {
    bytes: Vec<u8>,
    last: u8,
}

impl Structure {
    pub(super) fn number(&mut self, field: u8, value: usize) {
        self.head(field, I32);
        put(zigzag(i64::try_from(value).unwrap_or(i64::MAX)), &mut self.bytes);
    }

    pub(super) fn long(&mut self, field: u8, value: u64) {
        self.head(field, I64);
        put(zigzag(i64::try_from(value).unwrap_or(i64::MAX)), &mut self.bytes);
    }

    pub(super) fn text(&mut self, field: u8, text: &str) {
        self.head(field, BINARY);
        self.put_text(text);
    }

    pub(super) fn structure(&mut self, field: u8, inner: Self) {
        self.head(field, STRUCTURE);
        self.bytes.extend_from_slice(&inner.finish());
    }

    pub(super) fn structures(&mut self, field: u8, inner: Vec<Self>) {
        self.list(field, STRUCTURE, inner.len());
        inner.into_iter().for_each(|inner| self.bytes.extend_from_slice(&inner.finish()));
    }

    pub(super) fn numbers(&mut self, field: u8, values: &[u8]) {
        self.list(field, I32, values.len());
        values.iter().for_each(|value| put(zigzag((*value).into()), &mut self.bytes));
    }

    pub(super) fn texts(&mut self, field: u8, texts: &[&str]) {
        self.list(field, BINARY, texts.len());
        texts.iter().for_each(|text| self.put_text(text));
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }

    fn head(&mut self, field: u8, kind: u8) {
        self.bytes.push((field - self.last) << 4 | kind);
        self.last = field;
    }

    fn list(&mut self, field: u8, kind: u8, length: usize) {
        self.head(field, LIST);
        match u8::try_from(length) {
            Ok(length @ 0..15) => self.bytes.push(length << 4 | kind),
            _ => {
                self.bytes.push(0xf0 | kind);
                put(length as u64, &mut self.bytes);
            }
        }
    }

    fn put_text(&mut self, text: &str) {
        put(text.len() as u64, &mut self.bytes);
        self.bytes.extend_from_slice(text.as_bytes());
    }
}
