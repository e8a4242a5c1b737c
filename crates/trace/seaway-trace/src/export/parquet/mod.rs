// SPDX-License-Identifier: MIT OR Apache-2.0
//! A table in Apache Parquet's format, data pages of version 1: plain numbers, texts with a dictionary,
//! compressed with LZ4. The columns are those of the CSV export.
//!
//! The small part of the format that this needs is implemented here; ARCHITECTURE.md compares it with the
//! crate that implements all of it.

mod column;
mod footer;
mod levels;
mod thrift;

use std::io::Write;

use super::columns::{Numbers, Opened};
use super::csv::layer_name;
use super::{Failure, printable};
use crate::{Process, Record, TextId, Trace};
use column::Column;
use footer::{Footer, Position};

const MAGIC: &[u8] = b"PAR1";

/// Rows that are in memory at a time.
const GROUP_ROWS: usize = 1 << 17;

/// The names, in the order of [`Row::columns`].
struct Row {
    start: Column,
    duration: Column,
    rank: Column,
    host: Column,
    pid: Column,
    tid: Column,
    layer: Column,
    call: Column,
    path: Column,
    second_path: Column,
    descriptor: Column,
    offset: Column,
    length: Column,
    error: Column,
    datatype: Column,
    count: Column,
    strategy: Column,
    device: Column,
    request: Column,
    second_descriptor: Column,
    size: Column,
    flags: Column,
    ranks: Column,
    child: Column,
    barrier: Column,
}

pub(super) fn write(trace: &Trace, target: &mut impl Write) -> Result<Vec<String>, Failure> {
    let mut target = Position { target, at: 0 };
    target.put(MAGIC)?;
    let mut row = Row::new();
    let mut footer = Footer::new(&row.columns().map(|column| &*column));
    let mut records = trace.records();
    while let Some((index, record)) = records.next_record()? {
        row.push(trace, index, &trace.processes()[index], &record);
        if row.start.rows() == GROUP_ROWS {
            footer.write_group(row.columns(), &mut target)?;
        }
    }
    if row.start.rows() > 0 {
        footer.write_group(row.columns(), &mut target)?;
    }
    footer.write(&mut target)?;
    target.put(MAGIC)?;
    Ok(records.notes().to_vec())
}

impl Row {
    fn new() -> Self {
        Self {
            start: Column::number("start_ns", false),
            duration: Column::number("duration_ns", true),
            rank: Column::number("rank", true),
            host: Column::text("host"),
            pid: Column::number("pid", false),
            tid: Column::number("tid", false),
            layer: Column::text("layer"),
            call: Column::text("call"),
            path: Column::text("path"),
            second_path: Column::text("second_path"),
            descriptor: Column::number("descriptor", true),
            offset: Column::number("offset", true),
            length: Column::number("length", true),
            error: Column::number("error", true),
            datatype: Column::text("datatype"),
            count: Column::number("count", true),
            strategy: Column::text("way"),
            device: Column::text("device"),
            request: Column::number("request", true),
            second_descriptor: Column::number("second_descriptor", true),
            size: Column::number("size", true),
            flags: Column::text("flags"),
            ranks: Column::number("ranks", true),
            child: Column::number("child", true),
            barrier: Column::number("barrier", true),
        }
    }

    fn columns(&mut self) -> [&mut Column; 25] {
        [
            &mut self.start,
            &mut self.duration,
            &mut self.rank,
            &mut self.host,
            &mut self.pid,
            &mut self.tid,
            &mut self.layer,
            &mut self.call,
            &mut self.path,
            &mut self.second_path,
            &mut self.descriptor,
            &mut self.offset,
            &mut self.length,
            &mut self.error,
            &mut self.datatype,
            &mut self.count,
            &mut self.strategy,
            &mut self.device,
            &mut self.request,
            &mut self.second_descriptor,
            &mut self.size,
            &mut self.flags,
            &mut self.ranks,
            &mut self.child,
            &mut self.barrier,
        ]
    }

    fn push(&mut self, trace: &Trace, index: usize, process: &Process, record: &Record) {
        let info = record.call.info();
        self.start.push_number(Some(record.start));
        let (duration, error) = process.outcome(record);
        self.duration.push_number(duration);
        self.rank.push_number(process.rank.map(u64::from));
        self.host.push_text(Some(index), |_| process.host.as_str().into());
        self.pid.push_number(Some(process.id.into()));
        self.tid.push_number(Some(record.thread.into()));
        self.layer.push_text(Some(info.layer as usize), |_| layer_name(info.layer).into());
        self.call.push_text(Some(record.call as usize), |_| info.name.into());
        self.path.push_text(record.file, |file| printable(trace.file_name(file)));
        self.second_path.push_text(record.second, |file| printable(trace.file_name(file)));
        let numbers = Numbers::of(process, record);
        self.descriptor.push_number(numbers.descriptor);
        self.offset.push_number(numbers.offset);
        self.length.push_number(numbers.length);
        self.error.push_number(error.map(u64::from));
        let detail = record.detail;
        let text = |text: TextId| printable(trace.text(text));
        self.datatype.push_text(detail.and_then(|detail| detail.datatype), text);
        self.count.push_number(detail.map(|detail| detail.count));
        self.strategy.push_text(detail.and_then(|detail| detail.strategy), text);
        self.device.push_text(detail.and_then(|detail| detail.device), text);
        self.request.push_number(numbers.request);
        self.second_descriptor.push_number(numbers.second_descriptor);
        self.size.push_number(numbers.size);
        let opened = numbers.opened;
        self.flags.push_text(opened.map(Opened::key), |_| opened.map_or(String::new(), Opened::text).into());
        self.ranks.push_number(numbers.ranks);
        self.child.push_number(numbers.child);
        self.barrier.push_number(numbers.barrier);
    }
}
