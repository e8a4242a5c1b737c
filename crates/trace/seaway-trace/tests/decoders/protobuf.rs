// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages in protobuf's encoding.

use super::{split, varint};

#[derive(Debug, Clone)]
pub(crate) enum Field {
    Number(u64),
    Double(f64),
    Bytes(Vec<u8>),
}

pub(crate) fn fields(mut bytes: &[u8]) -> Vec<(u64, Field)> {
    let mut fields = vec![];
    while !bytes.is_empty() {
        let tag = varint(&mut bytes);
        let field = match tag & 7 {
            0 => Field::Number(varint(&mut bytes)),
            1 => Field::Double(f64::from_le_bytes(split(&mut bytes, 8).try_into().unwrap())),
            2 => {
                let length = usize::try_from(varint(&mut bytes)).unwrap();
                Field::Bytes(split(&mut bytes, length).to_vec())
            }
            other => panic!("a field of type {other}"),
        };
        fields.push((tag >> 3, field));
    }
    fields
}

impl Field {
    pub(crate) fn number(&self) -> u64 {
        match self {
            Self::Number(number) => *number,
            other => panic!("{other:?} is no number"),
        }
    }

    pub(crate) fn double(&self) -> f64 {
        match self {
            Self::Double(double) => *double,
            other => panic!("{other:?} is no double"),
        }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Bytes(bytes) => bytes.clone(),
            other => panic!("{other:?} are no bytes"),
        }
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.bytes()).unwrap()
    }

    pub(crate) fn message(&self) -> Vec<(u64, Self)> {
        fields(&self.bytes())
    }
}
