// SPDX-License-Identifier: MIT OR Apache-2.0
//! Comma-separated values as in RFC 4180. Unknown values are empty.

use std::borrow::Cow;
use std::io::Write;

use super::columns::{Numbers, Opened};
use super::{Failure, printable};
use crate::{Layer, Process, Record, TextId, Trace};

const COLUMNS: &str = "start_ns,duration_ns,rank,host,pid,tid,layer,call,path,second_path,descriptor,offset,length,\
                       error,datatype,count,way,device,request,second_descriptor,size,flags,ranks,child,barrier";

pub(super) fn write(trace: &Trace, target: &mut impl Write) -> Result<Vec<String>, Failure> {
    writeln!(target, "{COLUMNS}")?;
    let mut records = trace.records();
    while let Some((index, record)) = records.next_record()? {
        write_line(trace, &trace.processes()[index], &record, target)?;
    }
    Ok(records.notes().to_vec())
}

fn write_line(
    trace: &Trace,
    process: &Process,
    record: &Record,
    target: &mut impl Write,
) -> Result<(), Failure> {
    let Record { start, call, thread, .. } = *record;
    let numbers = Numbers::of(process, record);
    let (duration, error) = process.outcome(record);
    write!(target, "{start},{},{},", maybe(duration), maybe(process.rank))?;
    let host = quoted(process.host.as_str().into());
    write!(target, "{host},{},{thread},{},", process.id, layer_name(call.info().layer))?;
    let name = |file: Option<_>| file.map_or("".into(), |file| quoted(printable(trace.file_name(file))));
    write!(target, "{},{},{},", quoted(call.name().into()), name(record.file), name(record.second))?;
    let Numbers { descriptor, offset, length, .. } = numbers;
    write!(target, "{},{},{},{},", maybe(descriptor), maybe(offset), maybe(length), maybe(error))?;
    let text = |text: Option<TextId>| text.map_or("".into(), |text| quoted(printable(trace.text(text))));
    let detail = record.detail;
    let datatype = text(detail.and_then(|detail| detail.datatype));
    let (strategy, device) =
        (text(detail.and_then(|detail| detail.strategy)), text(detail.and_then(|detail| detail.device)));
    let count = maybe(detail.map(|detail| detail.count));
    write!(target, "{datatype},{count},{strategy},{device},{},", maybe(numbers.request))?;
    let Numbers { second_descriptor, size, ranks, child, barrier, .. } = numbers;
    let opened = numbers.opened.map_or(String::new(), Opened::text);
    write!(target, "{},{},{opened},{},", maybe(second_descriptor), maybe(size), maybe(ranks))?;
    writeln!(target, "{},{}", maybe(child), maybe(barrier))?;
    Ok(())
}

pub(super) fn layer_name(layer: Layer) -> &'static str {
    match layer {
        Layer::Posix => "posix",
        Layer::Stdio => "stdio",
        Layer::MpiIo => "mpi-io",
        Layer::Device => "device",
        Layer::Trace => "trace",
    }
}

fn maybe(value: Option<impl ToString>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

fn quoted(value: Cow<'_, str>) -> Cow<'_, str> {
    match value.contains([',', '"', '\n', '\r']) {
        true => Cow::Owned(format!("\"{}\"", value.replace('"', "\"\""))),
        false => value,
    }
}
