// SPDX-License-Identifier: MIT OR Apache-2.0
//! Small decoders of the formats that traces are exported to.

pub(crate) mod csv;
pub(crate) mod parquet;
pub(crate) mod protobuf;

/// A variable-length number from the front of `bytes`.
fn varint(bytes: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..70).step_by(7) {
        let byte = bytes[0];
        *bytes = &bytes[1..];
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return value;
        }
    }
    panic!("a number without end");
}

fn split<'b>(bytes: &mut &'b [u8], length: usize) -> &'b [u8] {
    let (first, rest) = bytes.split_at(length);
    *bytes = rest;
    first
}
