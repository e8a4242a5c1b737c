// SPDX-License-Identifier: MIT OR Apache-2.0
//! The index of the file: written last.

use std::io::{self, Write};

use super::column::{BYTE_ARRAY, Column, INT64, PLAIN, RLE, RLE_DICTIONARY};
use super::thrift::Structure;

/// Numbers of the format.
const LZ4_RAW: usize = 7;
const UTF8: usize = 0;
const UINT_64: usize = 14;

/// A writer that knows its offset.
pub(super) struct Position<'w, W> {
    pub(super) target: &'w mut W,
    pub(super) at: u64,
}

impl<W: Write> Position<'_, W> {
    pub(super) fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len() as u64;
        self.target.write_all(bytes)
    }
}

pub(super) struct Footer {
    schema: Vec<Structure>,
    groups: Vec<Structure>,
    rows: u64,
}

impl Footer {
    pub(super) fn new(columns: &[&Column]) -> Self {
        let mut root = Structure::default();
        root.text(4, "calls");
        root.number(5, columns.len());
        let schema = std::iter::once(root).chain(columns.iter().map(|column| element(column))).collect();
        Self { schema, groups: vec![], rows: 0 }
    }

    /// Writes a row group, after which the columns are empty.
    pub(super) fn write_group<W: Write, const N: usize>(
        &mut self,
        columns: [&mut Column; N],
        target: &mut Position<'_, W>,
    ) -> io::Result<()> {
        let rows = columns.first().map_or(0, |column| column.rows()) as u64;
        let mut chunks = vec![];
        let mut all_bytes = 0;
        for column in columns {
            let begin = target.at;
            let pages = column.take_pages();
            target.put(&pages.bytes)?;
            all_bytes += pages.uncompressed as u64;
            let mut about = Structure::default();
            about.number(1, if column.is_text() { BYTE_ARRAY } else { INT64 });
            let encodings: &[u8] =
                if column.is_text() { &[PLAIN, RLE, RLE_DICTIONARY] } else { &[PLAIN, RLE] };
            about.numbers(2, encodings);
            about.texts(3, &[column.name]);
            about.number(4, LZ4_RAW);
            about.long(5, rows);
            about.long(6, pages.uncompressed as u64);
            about.long(7, pages.bytes.len() as u64);
            about.long(9, begin + pages.data_at.unwrap_or(0) as u64);
            if pages.data_at.is_some() {
                about.long(11, begin);
            }
            let mut chunk = Structure::default();
            chunk.long(2, begin);
            chunk.structure(3, about);
            chunks.push(chunk);
        }
        let mut group = Structure::default();
        group.structures(1, chunks);
        group.long(2, all_bytes);
        group.long(3, rows);
        self.groups.push(group);
        self.rows += rows;
        Ok(())
    }

    pub(super) fn write<W: Write>(self, target: &mut Position<'_, W>) -> io::Result<()> {
        let mut all = Structure::default();
        all.number(1, 1);
        all.structures(2, self.schema);
        all.long(3, self.rows);
        all.structures(4, self.groups);
        all.text(6, concat!("seaway version ", env!("CARGO_PKG_VERSION")));
        let bytes = all.finish();
        target.put(&bytes)?;
        let length =
            u32::try_from(bytes.len()).map_err(|_| io::Error::other("too many rows for one table"))?;
        target.put(&length.to_le_bytes())
    }
}

fn element(column: &Column) -> Structure {
    let mut element = Structure::default();
    element.number(1, if column.is_text() { BYTE_ARRAY } else { INT64 });
    element.number(3, column.optional.into());
    element.text(4, column.name);
    element.number(6, if column.is_text() { UTF8 } else { UINT_64 });
    element
}
