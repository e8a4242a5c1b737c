// SPDX-License-Identifier: MIT OR Apache-2.0
//! What MPI's file functions tell the trace of this process, if it is traced.
//!
//! A [`Span`] stands around every entry point. While one is open, whoever learns something about the call says so by the
//! functions here (`moved`, `note_offset` ...): it is kept for the thread and written when the call returns. Where the
//! process is not traced, each of them is a load and a branch.

mod requests;
mod span;
mod strings;

use seaway_datatype::Datatype;
use seaway_device::{DeviceName, ErrorKind};
use seaway_devices::{Detail, Ended, Recorder, recorder, traced_name};
use seaway_mpi::Standard;
use seaway_mpi::error_class::error_class;
use seaway_trace_format::{CALLS, Call, StringKind};

pub(crate) use self::requests::TracedRequest;
pub(crate) use self::span::Span;
pub(crate) use self::strings::{Names, name_foreign};

/// The call that has this name, when the library is compiled. Rare ones have none of their own.
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

/// `==` of strings is no constant function yet.
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

/// So many bytes were read or written.
#[inline]
pub(crate) fn moved(bytes: u64) {
    if is_on() {
        span::note(|state| state.ended.length = bytes);
    }
}

/// What the call's offset shall be: a size, a position, a displacement.
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

/// What the name of the file has led to.
pub(crate) fn note_name(name: &DeviceName) {
    if let Some(recorder) = recorder() {
        let names = Names::of(recorder, name);
        span::note(|state| {
            state.ended.file = names.file;
            state.detail.device = names.device;
        });
    }
}

/// What a view shows of the file.
pub(crate) fn note_filetype(filetype: &Datatype) {
    if let Some(recorder) = recorder() {
        let number = strings::datatype(recorder, filetype);
        span::note(|state| state.detail.datatype = number);
    }
}

/// The call fails.
#[inline]
pub(crate) fn failed(kind: ErrorKind) {
    if is_on() {
        span::note(|state| state.ended.error = class_of(kind));
    }
}

/// The class of MPI's errors, by its number in the standard ABI: one reader for all MPIs.
fn class_of(kind: ErrorKind) -> u8 {
    u8::try_from(error_class::<Standard>(kind)).unwrap_or(u8::MAX)
}

/// A number for a barrier that this rank proposes; 0 if it is not traced.
pub(crate) fn barrier_number() -> u64 {
    /// What fits into one event.
    const MASK: u64 = (1 << 48) - 1;
    if !is_on() {
        return 0;
    }
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    // No two barriers of a job are begun in the same nanosecond by their first ranks.
    let nanoseconds = u64::try_from(since.as_nanos() & u128::from(MASK)).unwrap_or_default();
    nanoseconds.max(1)
}

/// All ranks that propose a number have just left a barrier together: by that, clocks of hosts are aligned.
pub(crate) fn mark_barrier(number: u64) {
    if let Some(recorder) = recorder() {
        let event = recorder.begin(Call::MpiBarrier, 0, number, 0);
        recorder.end(event, Ended { offset: number, ..Ended::default() }, Detail::default());
    }
}

/// How the trace calls a file that is opened by this name.
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
