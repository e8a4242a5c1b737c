// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fields of the thing service with limits of their own.

pub(super) mod thing_name {
    use super::super::{Body, Field, WireError, impossible, is_thing_name};

    pub(crate) fn put(name: &String, out: &mut Vec<u8>) -> Result<(), WireError> {
        check(name)?;
        name.put(out)
    }

    pub(crate) fn take(body: &mut Body<'_>) -> Result<String, WireError> {
        let name = String::take(body)?;
        check(&name)?;
        Ok(name)
    }

    fn check(name: &str) -> Result<(), WireError> {
        let length = u64::try_from(name.len()).unwrap_or(u64::MAX);
        if is_thing_name(name) {
            Ok(())
        } else {
            Err(impossible("the length or a character of a thing's name", length))
        }
    }
}

pub(super) mod thing_names {
    use super::super::{Body, Field, MAX_LISTED_THINGS, WireError, impossible, is_thing_name};

    pub(crate) fn put(names: &Vec<String>, out: &mut Vec<u8>) -> Result<(), WireError> {
        check(names)?;
        names.put(out)
    }

    pub(crate) fn take(body: &mut Body<'_>) -> Result<Vec<String>, WireError> {
        let names = Vec::take(body)?;
        check(&names)?;
        Ok(names)
    }

    fn check(names: &[String]) -> Result<(), WireError> {
        let (items, limit) = (names.len(), MAX_LISTED_THINGS);
        if items > limit {
            return Err(WireError::ListTooLong { items, limit });
        }
        match names.iter().find(|name| !is_thing_name(name)) {
            Some(name) => {
                let length = u64::try_from(name.len()).unwrap_or(u64::MAX);
                Err(impossible("the length or a character of a thing's name", length))
            }
            None => Ok(()),
        }
    }
}

pub(super) mod open_flags {
    use super::super::{Body, Field, OPEN_FLAGS, WireError, impossible};

    pub(crate) fn put(flags: &u8, out: &mut Vec<u8>) -> Result<(), WireError> {
        check(*flags)?.put(out)
    }

    pub(crate) fn take(body: &mut Body<'_>) -> Result<u8, WireError> {
        check(u8::take(body)?)
    }

    fn check(flags: u8) -> Result<u8, WireError> {
        if flags & !OPEN_FLAGS == 0 { Ok(flags) } else { Err(impossible("the flags of an open", flags)) }
    }
}

pub(super) mod thing_bytes {
    use super::super::{Body, Field, MAX_THING_BYTES, WireError, impossible};

    pub(crate) fn put(count: &u64, out: &mut Vec<u8>) -> Result<(), WireError> {
        check(*count)?.put(out)
    }

    pub(crate) fn take(body: &mut Body<'_>) -> Result<u64, WireError> {
        check(u64::take(body)?)
    }

    fn check(count: u64) -> Result<u64, WireError> {
        if count <= MAX_THING_BYTES { Ok(count) } else { Err(impossible("a number of bytes", count)) }
    }
}

pub(super) mod accumulated {
    use super::super::{Body, Field, MAX_ACCUMULATED_BYTES, WireError};

    pub(crate) fn put(bytes: &Vec<u8>, out: &mut Vec<u8>) -> Result<(), WireError> {
        check(bytes)?;
        bytes.put(out)
    }

    pub(crate) fn take(body: &mut Body<'_>) -> Result<Vec<u8>, WireError> {
        let bytes = Vec::take(body)?;
        check(&bytes)?;
        Ok(bytes)
    }

    fn check(bytes: &[u8]) -> Result<(), WireError> {
        let (items, limit) = (bytes.len(), MAX_ACCUMULATED_BYTES);
        if items <= limit { Ok(()) } else { Err(WireError::ListTooLong { items, limit }) }
    }
}

pub(super) mod reserved_ranges {
    use super::super::{Body, Field, MAX_RESERVED_RANGES, Range, WireError};

    pub(crate) fn put(ranges: &Vec<Range>, out: &mut Vec<u8>) -> Result<(), WireError> {
        check(ranges)?;
        ranges.put(out)
    }

    pub(crate) fn take(body: &mut Body<'_>) -> Result<Vec<Range>, WireError> {
        let ranges = Vec::take(body)?;
        check(&ranges)?;
        Ok(ranges)
    }

    fn check(ranges: &[Range]) -> Result<(), WireError> {
        let (items, limit) = (ranges.len(), MAX_RESERVED_RANGES);
        if items <= limit { Ok(()) } else { Err(WireError::ListTooLong { items, limit }) }
    }
}
