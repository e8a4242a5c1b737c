// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Commands`]: requests of clients that have authenticated, carried out on the things of a space.

use std::sync::{Mutex, PoisonError};

use seaway_things::{Error, ErrorKind, Kind, Result, Space, Thing, UNFINISHED};

use crate::cursors::Cursors;
use crate::glob;
use crate::wire::{Limits, Reply};

/// Names that a SCAN without COUNT looks at.
const SCANNED: usize = 100;

/// Opens the space; called again when its agent has ended.
pub(crate) type Enter = Box<dyn Fn() -> Result<Space> + Send + Sync>;

pub(crate) struct Commands {
    enter: Enter,
    space: Mutex<Space>,
    /// Of things that are created.
    kind: Kind,
    cursors: Cursors,
}

impl std::fmt::Debug for Commands {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Commands")
            .field("space", &self.space)
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

impl Commands {
    pub(crate) fn new(enter: Enter, kind: Kind) -> Result<Self> {
        let space = enter()?;
        space.remove_leftovers()?;
        Ok(Self { enter, space: Mutex::new(space), kind, cursors: Cursors::default() })
    }

    pub(crate) fn carry_out(&self, command: &str, words: &[Vec<u8>]) -> Reply {
        let outcome = match (command, words) {
            ("GET", [key]) => self.get(key),
            ("SET", [key, value, options @ ..]) => self.set(key, value, options),
            ("SETNX", [key, value]) => self.set_new(key, value),
            ("GETRANGE" | "SUBSTR", [key, start, end]) => self.get_range(key, start, end),
            ("SETRANGE", [key, offset, value]) => self.set_range(key, offset, value),
            ("STRLEN", [key]) => self.length(key),
            ("TYPE", [key]) => self.exists(key).map(|is| Reply::Simple(if is { "string" } else { "none" })),
            ("DEL" | "UNLINK", [_, ..]) => self.delete(words),
            ("EXISTS", [_, ..]) => self.count_existing(words),
            ("SCAN", [cursor, options @ ..]) => self.scan(cursor, options),
            (
                "GET" | "SET" | "SETNX" | "GETRANGE" | "SUBSTR" | "SETRANGE" | "STRLEN" | "TYPE" | "DEL"
                | "UNLINK" | "EXISTS" | "SCAN",
                _,
            ) => Ok(Reply::error(format!(
                "wrong number of arguments for '{}' command",
                command.to_lowercase()
            ))),
            _ => Ok(Reply::error(format!(
                "unknown command '{}'; things are strings: GET, SET, GETRANGE, SETRANGE, STRLEN, DEL, EXISTS, SCAN",
                command.escape_default()
            ))),
        };
        outcome.unwrap_or_else(Reply::error)
    }

    fn get(&self, key: &[u8]) -> Result<Reply> {
        let Some(thing) = self.open(key)? else { return Ok(Reply::Null) };
        let size = thing.size()?;
        read(&thing, 0, size)
    }

    fn get_range(&self, key: &[u8], start: &[u8], end: &[u8]) -> Result<Reply> {
        let (Some(start), Some(end)) = (integer(start), integer(end)) else { return Ok(not_an_integer()) };
        let Some(thing) = self.open(key)? else { return Ok(Reply::Bulk(Vec::new())) };
        let (first, bytes) = range(start, end, thing.size()?);
        read(&thing, first, bytes)
    }

    /// Others see the old value or the new one, never a part.
    fn set(&self, key: &[u8], value: &[u8], options: &[Vec<u8>]) -> Result<Reply> {
        let name = name(key)?;
        let words: Vec<String> = options.iter().map(|word| command_name(word)).collect();
        let replace = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [] => true,
            ["NX"] => false,
            ["XX"] if !self.space()?.exists(name)? => return Ok(Reply::Null),
            ["XX"] => true,
            _ => return Ok(Reply::error("syntax error: SET takes NX or XX; things do not expire")),
        };
        let is_set = self.write_new(name, value, replace)?;
        Ok(if is_set { Reply::Simple("OK") } else { Reply::Null })
    }

    fn set_new(&self, key: &[u8], value: &[u8]) -> Result<Reply> {
        Ok(Reply::Integer(self.write_new(name(key)?, value, false)?.into()))
    }

    /// Whether it was written: without `replace`, only if there is no thing of this name.
    fn write_new(&self, name: &str, value: &[u8], replace: bool) -> Result<bool> {
        let fill = |thing: &Thing| thing.write_at(value, 0);
        match self.space()?.put(name, self.kind, value.len() as u64, replace, fill) {
            Err(error) if error.kind() == ErrorKind::FileExists && !replace => Ok(false),
            other => other.map(|()| true),
        }
    }

    fn set_range(&self, key: &[u8], offset: &[u8], value: &[u8]) -> Result<Reply> {
        let name = name(key)?;
        let Some(offset) = integer(offset) else { return Ok(not_an_integer()) };
        let Ok(offset) = u64::try_from(offset) else { return Ok(Reply::error("offset is out of range")) };
        if value.is_empty() {
            return self.length(key);
        }
        let thing = self.space()?.open_or_create(name, self.kind, 0)?;
        thing.write_at(value, offset)?;
        let size = thing.size()?;
        thing.close()?;
        Ok(Reply::count(size))
    }

    fn length(&self, key: &[u8]) -> Result<Reply> {
        match self.space()?.stat(name(key)?) {
            Ok(status) => Ok(Reply::count(status.size)),
            Err(error) if error.kind() == ErrorKind::NoSuchFile => Ok(Reply::Integer(0)),
            Err(error) => Err(error),
        }
    }

    fn exists(&self, key: &[u8]) -> Result<bool> {
        self.space()?.exists(name(key)?)
    }

    fn delete(&self, keys: &[Vec<u8>]) -> Result<Reply> {
        let mut deleted = 0;
        for key in keys {
            match self.space()?.delete(name(key)?) {
                Ok(()) => deleted += 1,
                Err(error) if error.kind() == ErrorKind::NoSuchFile => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Reply::Integer(deleted))
    }

    /// A key that is given twice counts twice.
    fn count_existing(&self, keys: &[Vec<u8>]) -> Result<Reply> {
        let found = keys.iter().map(|key| self.exists(key).map(i64::from)).sum::<Result<i64>>()?;
        Ok(Reply::Integer(found))
    }

    fn scan(&self, cursor: &[u8], options: &[Vec<u8>]) -> Result<Reply> {
        let cursor = std::str::from_utf8(cursor).ok().and_then(|text| text.parse().ok());
        let Some(behind) = cursor.and_then(|cursor| self.cursors.find(cursor)) else {
            return Ok(Reply::error("invalid cursor: begin again at 0"));
        };
        let Some(wanted) = ScanOptions::parse(options) else { return Ok(Reply::error("syntax error")) };
        let listing = self.space()?.list_behind("", &behind)?;
        let seen = listing.things.len().min(wanted.count);
        let has_more = listing.more || seen < listing.things.len();
        let names = listing.things[..seen].iter().map(|thing| thing.name.as_str());
        let next = names.clone().next_back().filter(|_| has_more).map_or(0, |last| self.cursors.store(last));
        let fits = |name: &&str| {
            !name.starts_with(UNFINISHED)
                && wanted.pattern.as_ref().is_none_or(|pattern| glob::matches(pattern, name.as_bytes()))
        };
        let found = names.filter(fits).filter(|_| wanted.of_strings);
        let found = found.map(|name| Reply::Bulk(name.as_bytes().to_vec())).collect();
        Ok(Reply::Array(vec![Reply::Bulk(next.to_string().into_bytes()), Reply::Array(found)]))
    }

    /// `None`: there is no such thing.
    fn open(&self, key: &[u8]) -> Result<Option<Thing>> {
        match self.space()?.open_to_read(name(key)?) {
            Ok(thing) => Ok(Some(thing)),
            Err(error) if error.kind() == ErrorKind::NoSuchFile => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn space(&self) -> Result<Space> {
        let mut space = self.space.lock().unwrap_or_else(PoisonError::into_inner);
        if space.is_lost() {
            *space = (self.enter)()?;
        }
        Ok(space.clone())
    }
}

struct ScanOptions {
    pattern: Option<Vec<u8>>,
    count: usize,
    of_strings: bool,
}

impl ScanOptions {
    fn parse(words: &[Vec<u8>]) -> Option<Self> {
        let mut options = Self { pattern: None, count: SCANNED, of_strings: true };
        for pair in words.chunks(2) {
            let [option, value] = pair else { return None };
            match command_name(option).as_str() {
                "MATCH" => options.pattern = Some(value.clone()),
                "COUNT" => {
                    options.count = usize::try_from(integer(value)?).ok().filter(|&count| count > 0)?
                }
                "TYPE" => options.of_strings = value.eq_ignore_ascii_case(b"string"),
                _ => return None,
            }
        }
        Some(options)
    }
}

/// Commands and options in capital letters; what is not text matches none.
pub(crate) fn command_name(word: &[u8]) -> String {
    String::from_utf8_lossy(word).to_ascii_uppercase()
}

fn name(key: &[u8]) -> Result<&str> {
    let wrong = |what| Error::new(ErrorKind::BadFileName, seaway_things::Operation::Open).with_detail(what);
    let name = std::str::from_utf8(key).map_err(|_| wrong("names of things are UTF-8 text"))?;
    if name.starts_with(UNFINISHED) {
        return Err(wrong("names that begin with .unfinished/ are reserved"));
    }
    Ok(name)
}

fn read(thing: &Thing, first: u64, bytes: u64) -> Result<Reply> {
    let bytes = match usize::try_from(bytes) {
        Ok(bytes) if bytes <= Limits::CLIENT.bytes => bytes,
        _ => return Ok(Reply::error("the value is longer than 512 MiB: read it in parts by GETRANGE")),
    };
    let mut value = vec![0; bytes];
    let read = thing.read_at(&mut value, first)?;
    value.truncate(read);
    Ok(Reply::Bulk(value))
}

/// First byte and number of bytes from `start` to `end`, which count from the end if they are negative.
fn range(start: i64, end: i64, size: u64) -> (u64, u64) {
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    let from_begin = |index: i64| if index < 0 { index.saturating_add(size) } else { index };
    let (start, end) = (from_begin(start).max(0), from_begin(end).min(size - 1));
    let bytes = end.saturating_sub(start).saturating_add(1).max(0);
    (u64::try_from(start).unwrap_or(0), u64::try_from(bytes).unwrap_or(0))
}

fn integer(word: &[u8]) -> Option<i64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

fn not_an_integer() -> Reply {
    Reply::error("value is not an integer or out of range")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_those_of_redis() {
        let check = |start, end, size, expected| {
            assert_eq!(range(start, end, size), expected, "{start} {end} {size}")
        };
        check(0, 3, 10, (0, 4));
        check(-3, -1, 10, (7, 3));
        check(0, -1, 10, (0, 10));
        check(10, 100, 10, (10, 0));
        check(5, 3, 10, (5, 0));
        check(-100, 2, 10, (0, 3));
        check(0, -1, 0, (0, 0));
        check(i64::MIN, i64::MAX, 10, (0, 10));
        check(i64::MAX, i64::MAX, 10, (i64::MAX.unsigned_abs(), 0));
    }
}
