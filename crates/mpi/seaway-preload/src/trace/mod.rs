// SPDX-License-Identifier: MIT OR Apache-2.0
//! What MPI's file functions record in the trace of this process, if it is traced.
//!
//! A [`Span`] surrounds every entry point. While one is open, the functions here (`moved`, `note_offset` ...)
//! add details of the call: they are kept per thread and written when the call returns. If the process is not
//! traced, each of them is a load and a branch.

mod requests;
mod span;
mod strings;

use seaway_datatype::Datatype;
use seaway_device_api::{DeviceName, ErrorKind};
use seaway_devices::{Detail, Ended, Recorder, recorder, traced_name};
use seaway_mpi_host::Standard;
use seaway_mpi_host::error_class::error_class;
use seaway_trace_format::{CALLS, Call, StringKind};

pub(crate) use self::requests::TracedRequest;
pub(crate) use self::span::Span;
pub(crate) use self::strings::{Names, name_foreign};

/// The call of this name, at compile time. Rare ones share a generic call.
pub(crate) const fn call_named(name: &str) -> Call {
    let mut number = 0;
    while number < CALLS.len() {
        if let Some(info) = CALLS[number]
            && is_same(info.name.as_bytes(), name.as_bytes())
        {
            return info.call;
        }
        number += 1;
    }
    Call::MpiOther
}

/// `==` of strings is not const yet.
const fn is_same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut index = 0;
    while index < one.len() {
        if one[index] != other[index] {
            return false;
        }
        index += 1;
    }
    true
}

#[inline]
pub(crate) fn is_on() -> bool {
    recorder().is_some()
}

/// Bytes were read or written.
#[inline]
pub(crate) fn moved(bytes: u64) {
    if is_on() {
        span::note(|state| state.ended.length = bytes);
    }
}

/// Sets the call's offset: a size, a position, a displacement.
#[inline]
pub(crate) fn note_offset(offset: u64) {
    if is_on() {
        span::note(|state| state.ended.offset = offset);
    }
}

/// The mode of an open call, in bits of the standard ABI, and how many ranks make it.
pub(crate) fn note_open(mode: i64, ranks: usize) {
    if is_on() {
        span::note(|state| {
            state.ended.offset = mode.cast_unsigned();
            state.ended.length = ranks as u64;
        });
    }
}

/// The device and path that the file name resolved to.
pub(crate) fn note_name(name: &DeviceName) {
    if let Some(recorder) = recorder() {
        let names = Names::of(recorder, name);
        span::note(|state| {
            state.ended.file = names.file;
            state.detail.device = names.device;
        });
    }
}

/// The filetype of a view.
pub(crate) fn note_filetype(filetype: &Datatype) {
    if let Some(recorder) = recorder() {
        let number = strings::datatype(recorder, filetype);
        span::note(|state| state.detail.datatype = number);
    }
}

/// The call failed.
#[inline]
pub(crate) fn failed(kind: ErrorKind) {
    if is_on() {
        span::note(|state| state.ended.error = class_of(kind));
    }
}

/// MPI's error class, by its number in the standard ABI: one reader for all MPIs.
fn class_of(kind: ErrorKind) -> u8 {
    u8::try_from(error_class::<Standard>(kind)).unwrap_or(u8::MAX)
}

/// A barrier number that this rank proposes; 0 if it is not traced.
pub(crate) fn barrier_number() -> u64 {
    /// The bits that fit into one event.
    const MASK: u64 = (1 << 48) - 1;
    if !is_on() {
        return 0;
    }
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    // The first ranks of no two barriers of a job begin them in the same nanosecond.
    let nanoseconds = u64::try_from(since.as_nanos() & u128::from(MASK)).unwrap_or_default();
    nanoseconds.max(1)
}

/// All ranks with this number have just left a barrier together: used to align the clocks of hosts.
pub(crate) fn mark_barrier(number: u64) {
    if let Some(recorder) = recorder() {
        let event = recorder.begin(Call::MpiBarrier, 0, number, 0);
        recorder.end(event, Ended { offset: number, ..Ended::default() }, Detail::default());
    }
}

/// The trace's number for a file opened by this name.
fn file_number(recorder: &Recorder, name: &DeviceName) -> u32 {
    recorder.string(StringKind::Path, &traced_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_by_their_names() {
        assert_eq!(call_named("MPI_File_read_at"), Call::MpiReadAt);
        assert_eq!(call_named("MPI_File_write_ordered_end"), Call::MpiWriteOrderedEnd);
        assert_eq!(call_named("MPI_File_get_amode"), Call::MpiOther);
    }

    #[test]
    fn a_process_that_is_not_traced_proposes_no_barrier() {
        assert_eq!(barrier_number(), 0);
    }
}
