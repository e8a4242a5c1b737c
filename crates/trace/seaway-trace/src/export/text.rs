// SPDX-License-Identifier: MIT OR Apache-2.0
//! A listing like strace's: time, process, the call with its arguments, its result, and its duration.

use std::fmt::Write as _;
use std::io::Write;

use super::columns::Numbers;
use super::{Failure, printable};
use crate::{ArgumentMeaning, Call, Class, Detail, FileId, Layer, Process, Record, Trace};

pub(super) fn write(trace: &Trace, target: &mut impl Write) -> Result<Vec<String>, Failure> {
    let mut records = trace.records();
    let mut line = String::new();
    while let Some((index, record)) = records.next_record()? {
        line.clear();
        let _ = describe(&mut line, trace, &trace.processes()[index], &record);
        line.push('\n');
        target.write_all(line.as_bytes())?;
    }
    Ok(records.notes().to_vec())
}

fn describe(line: &mut String, trace: &Trace, process: &Process, record: &Record) -> std::fmt::Result {
    let (seconds, rest) = (record.start / 1_000_000_000, record.start % 1_000_000_000);
    write!(line, "{seconds}.{rest:09} ")?;
    if let Some(rank) = process.rank {
        write!(line, "rank {rank} ")?;
    }
    write!(line, "{}.{} {}(", process.id, record.thread, record.call.name())?;
    arguments(line, trace, process, record)?;
    line.push(')');
    if let Some(detail) = record.detail {
        describe_detail(line, trace, &detail)?;
    }
    if !process.knows_outcomes() {
        return line.write_str(" = ?");
    }
    let Some(duration) = record.duration else { return line.write_str(" <unfinished ...>") };
    result(line, record)?;
    write!(line, " <{}.{:09}>", duration / 1_000_000_000, duration % 1_000_000_000)
}

fn arguments(line: &mut String, trace: &Trace, process: &Process, record: &Record) -> std::fmt::Result {
    let numbers = Numbers::of(process, record);
    let mut arguments = Arguments { line, any: false };
    let place = record.call.info().place;
    if !matches!(place, ArgumentMeaning::Open)
        && let Some(descriptor) = record.descriptor
    {
        arguments.add(format_args!("{descriptor}"))?;
    }
    let mut name = |file: Option<FileId>| match file {
        Some(file) => arguments.add(format_args!("\"{}\"", printable(trace.file_name(file)))),
        None => Ok(()),
    };
    name(record.file)?;
    name(record.second)?;
    if let Some(opened) = numbers.opened {
        arguments.add(format_args!("{}", opened.text()))?;
    }
    if let Some(ranks) = numbers.ranks {
        let ending = if ranks == 1 { "" } else { "s" };
        arguments.add(format_args!("{ranks} rank{ending}"))?;
    }
    let argument = record.argument;
    match place {
        ArgumentMeaning::Range => arguments.add(format_args!("{}", record.length)),
        ArgumentMeaning::Sequential | ArgumentMeaning::Buffered | ArgumentMeaning::At => {
            match record.offset {
                Some(offset) => arguments.add(format_args!("at {offset}")),
                None => Ok(()),
            }
        }
        ArgumentMeaning::Size => arguments.add(format_args!("{argument}")),
        ArgumentMeaning::Request => arguments.add(format_args!("request {argument}")),
        ArgumentMeaning::Number => arguments.add(format_args!("{argument}")),
        _ => Ok(()),
    }
}

struct Arguments<'l> {
    line: &'l mut String,
    any: bool,
}

impl Arguments<'_> {
    fn add(&mut self, argument: std::fmt::Arguments<'_>) -> std::fmt::Result {
        if std::mem::replace(&mut self.any, true) {
            self.line.push_str(", ");
        }
        self.line.write_fmt(argument)
    }
}

fn describe_detail(line: &mut String, trace: &Trace, detail: &Detail) -> std::fmt::Result {
    let text = |text| printable(trace.text(text));
    write!(line, " {{{}", detail.count)?;
    if let Some(datatype) = detail.datatype {
        write!(line, " x {}", text(datatype))?;
    }
    for part in [detail.strategy, detail.device].into_iter().flatten() {
        write!(line, ", {}", text(part))?;
    }
    if detail.request != 0 {
        write!(line, ", request {}", detail.request)?;
    }
    line.push('}');
    Ok(())
}

fn result(line: &mut String, record: &Record) -> std::fmt::Result {
    let info = record.call.info();
    match (record.error, info.layer) {
        (0, _) => {}
        (error, Layer::MpiIo) => return write!(line, " = error of class {error}"),
        (error, _) => return write!(line, " = -1 {}", error_name(error)),
    }
    let value = match info.place {
        ArgumentMeaning::Seek => record.argument,
        ArgumentMeaning::Open | ArgumentMeaning::Duplicate | ArgumentMeaning::Child => record.length,
        ArgumentMeaning::Sequential
        | ArgumentMeaning::Buffered
        | ArgumentMeaning::At
        | ArgumentMeaning::SecondPath
        | ArgumentMeaning::Request => record.length,
        _ if info.class == Class::Mark || record.call == Call::Exec => return Ok(()),
        _ => 0,
    };
    write!(line, " = {value}")
}

/// By name if it has a common one.
fn error_name(error: u8) -> String {
    const NAMES: &[(u8, &str)] = &[
        (1, "EPERM"),
        (2, "ENOENT"),
        (4, "EINTR"),
        (5, "EIO"),
        (6, "ENXIO"),
        (9, "EBADF"),
        (11, "EAGAIN"),
        (12, "ENOMEM"),
        (13, "EACCES"),
        (14, "EFAULT"),
        (16, "EBUSY"),
        (17, "EEXIST"),
        (18, "EXDEV"),
        (19, "ENODEV"),
        (20, "ENOTDIR"),
        (21, "EISDIR"),
        (22, "EINVAL"),
        (23, "ENFILE"),
        (24, "EMFILE"),
        (25, "ENOTTY"),
        (26, "ETXTBSY"),
        (27, "EFBIG"),
        (28, "ENOSPC"),
        (29, "ESPIPE"),
        (30, "EROFS"),
        (31, "EMLINK"),
        (32, "EPIPE"),
        (36, "ENAMETOOLONG"),
        (38, "ENOSYS"),
        (39, "ENOTEMPTY"),
        (40, "ELOOP"),
        (95, "EOPNOTSUPP"),
        (116, "ESTALE"),
        (122, "EDQUOT"),
    ];
    let name = NAMES.iter().find(|(number, _)| *number == error).map(|(_, name)| (*name).to_owned());
    name.unwrap_or_else(|| format!("errno {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_names() {
        assert_eq!(error_name(2), "ENOENT");
        assert_eq!(error_name(200), "errno 200");
    }
}
