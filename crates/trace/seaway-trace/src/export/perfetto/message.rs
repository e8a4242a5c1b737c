// SPDX-License-Identifier: MIT OR Apache-2.0
//! A message in protobuf encoding: consecutive fields, each with its number and wire type.

use std::io::{self, Write};

use crate::pack::varint::put;

const VARINT: u64 = 0;
const EIGHT_BYTES: u64 = 1;
const LENGTH: u64 = 2;

#[derive(Debug, Default, Clone)]
pub(super) struct Message(Vec<u8>);

impl Message {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn number(&mut self, field: u32, value: u64) {
        self.tag(field, VARINT);
        put(value, &mut self.0);
    }

    pub(super) fn double(&mut self, field: u32, value: f64) {
        self.tag(field, EIGHT_BYTES);
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn bytes(&mut self, field: u32, bytes: &[u8]) {
        self.tag(field, LENGTH);
        put(bytes.len() as u64, &mut self.0);
        self.0.extend_from_slice(bytes);
    }

    pub(super) fn put(&mut self, field: u32, message: &Self) {
        self.bytes(field, &message.0);
    }

    pub(super) fn message(&mut self, field: u32, fill: impl FnOnce(&mut Self)) {
        let mut inner = Self::default();
        fill(&mut inner);
        self.put(field, &inner);
    }

    /// As a field of the top-level message.
    pub(super) fn write_framed(&self, field: u32, target: &mut impl Write) -> io::Result<()> {
        let mut head = Self::default();
        head.tag(field, LENGTH);
        put(self.0.len() as u64, &mut head.0);
        target.write_all(&head.0)?;
        target.write_all(&self.0)
    }

    fn tag(&mut self, field: u32, wire_type: u64) {
        put(u64::from(field) << 3 | wire_type, &mut self.0);
    }
}
