// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tables of Parquet: plain numbers and dictionaries of texts, in pages of version 1, compressed with LZ4.

use std::collections::BTreeMap;

use super::{split, varint};

/// By the number of the field.
type Structure = BTreeMap<u64, Value>;

#[derive(Debug)]
enum Value {
    Number(i64),
    Bytes(Vec<u8>),
    List(Vec<Value>),
    Structure(Structure),
}

/// Columns with their names; `None` for missing values.
pub(crate) fn read(file: &[u8]) -> Vec<(String, Vec<Option<String>>)> {
    assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
    let end = file.len() - 8;
    let length = u32::from_le_bytes(file[end..end + 4].try_into().unwrap()) as usize;
    let footer = structure(&mut &file[end - length..end]);
    let schema = &footer[&2].list()[1..];
    let mut columns: Vec<(String, Vec<Option<String>>)> =
        schema.iter().map(|element| (element.structure()[&4].text(), vec![])).collect();
    for group in footer[&4].list() {
        let chunks = group.structure()[&1].list();
        assert_eq!(chunks.len(), columns.len());
        for ((chunk, element), (_, values)) in chunks.iter().zip(schema).zip(&mut columns) {
            let about = chunk.structure()[&3].structure();
            let optional = element.structure()[&3].number() == 1;
            values.extend(read_chunk(file, about, optional));
        }
    }
    let rows = usize::try_from(footer[&3].number()).unwrap();
    assert!(columns.iter().all(|(_, values)| values.len() == rows));
    columns
}

fn read_chunk(file: &[u8], about: &Structure, optional: bool) -> Vec<Option<String>> {
    assert_eq!(about[&4].number(), 7, "LZ4_RAW");
    let begin = |field| usize::try_from(about.get(&field).unwrap().number()).unwrap();
    let dictionary = about.contains_key(&11).then(|| dictionary(&page(file, begin(11)).1));
    let (head, data) = page(file, begin(9));
    let own = head[&5].structure();
    let rows = usize::try_from(own[&1].number()).unwrap();
    let mut data = data.as_slice();
    let present = match optional {
        true => {
            let length = u32::from_le_bytes(split(&mut data, 4).try_into().unwrap()) as usize;
            levels(split(&mut data, length), 1, rows)
        }
        false => vec![1; rows],
    };
    let count = present.iter().filter(|present| **present == 1).count();
    let values: Vec<String> = match &dictionary {
        Some(dictionary) => {
            assert_eq!(own[&2].number(), 8, "places in the dictionary");
            let width = split(&mut data, 1)[0];
            levels(data, width.into(), count)
                .iter()
                .map(|place| dictionary[*place as usize].clone())
                .collect()
        }
        None => {
            data.chunks(8).map(|value| u64::from_le_bytes(value.try_into().unwrap()).to_string()).collect()
        }
    };
    assert_eq!(values.len(), count);
    let mut values = values.into_iter();
    present.iter().map(|present| (*present == 1).then(|| values.next().unwrap())).collect()
}

fn page(file: &[u8], at: usize) -> (Structure, Vec<u8>) {
    let mut bytes = &file[at..];
    let head = structure(&mut bytes);
    let size = |field: u64| usize::try_from(head[&field].number()).unwrap();
    let mut data = vec![0; size(2)];
    let length = lz4_flex::block::decompress_into(&bytes[..size(3)], &mut data).unwrap();
    assert_eq!(length, data.len());
    (head, data)
}

fn dictionary(mut data: &[u8]) -> Vec<String> {
    let mut texts = vec![];
    while !data.is_empty() {
        let length = u32::from_le_bytes(split(&mut data, 4).try_into().unwrap()) as usize;
        texts.push(String::from_utf8(split(&mut data, length).to_vec()).unwrap());
    }
    texts
}

/// The hybrid of runs and groups of eight.
fn levels(mut data: &[u8], width: usize, count: usize) -> Vec<u32> {
    let mut values = vec![];
    while values.len() < count {
        let head = varint(&mut data);
        let runs = usize::try_from(head >> 1).unwrap();
        if head & 1 == 0 {
            let mut value = [0; 4];
            let bytes = split(&mut data, width.div_ceil(8));
            value[..bytes.len()].copy_from_slice(bytes);
            values.extend(std::iter::repeat_n(u32::from_le_bytes(value), runs));
            continue;
        }
        let packed = split(&mut data, runs * width);
        for index in 0..runs * 8 {
            let bit =
                |bit: usize| u32::from(packed[(index * width + bit) / 8] >> ((index * width + bit) % 8) & 1);
            values.push((0..width).map(|place| bit(place) << place).sum());
        }
    }
    values.truncate(count);
    values
}

/// Thrift's compact protocol.
fn structure(bytes: &mut &[u8]) -> Structure {
    let mut fields = BTreeMap::new();
    let mut number = 0;
    loop {
        let head = split(bytes, 1)[0];
        if head == 0 {
            return fields;
        }
        number += u64::from(head >> 4);
        fields.insert(number, value(bytes, head & 15));
    }
}

fn value(bytes: &mut &[u8], kind: u8) -> Value {
    match kind {
        5 | 6 => {
            let zigzag = varint(bytes);
            Value::Number((zigzag >> 1).cast_signed() ^ -(zigzag & 1).cast_signed())
        }
        8 => {
            let length = usize::try_from(varint(bytes)).unwrap();
            Value::Bytes(split(bytes, length).to_vec())
        }
        9 => {
            let head = split(bytes, 1)[0];
            let count = if head >> 4 == 15 { varint(bytes) } else { u64::from(head >> 4) };
            Value::List((0..count).map(|_| value(bytes, head & 15)).collect())
        }
        12 => Value::Structure(structure(bytes)),
        other => panic!("a value of type {other}"),
    }
}

impl Value {
    fn number(&self) -> i64 {
        match self {
            Self::Number(number) => *number,
            other => panic!("{other:?} is no number"),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Bytes(bytes) => String::from_utf8(bytes.clone()).unwrap(),
            other => panic!("{other:?} is no text"),
        }
    }

    fn list(&self) -> &[Self] {
        match self {
            Self::List(values) => values,
            other => panic!("{other:?} is no list"),
        }
    }

    fn structure(&self) -> &Structure {
        match self {
            Self::Structure(fields) => fields,
            other => panic!("{other:?} is no structure"),
        }
    }
}
