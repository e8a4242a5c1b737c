// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI_Status in its three layouts. What a program can see or query (source, tag, error, bytes, cancelled) is
//! translated; nothing else is in it.

use std::ffi::{c_int, c_void};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

use seaway_mpi_abi::abi::Abi;

use crate::errors::code;
use crate::generated::functions::index;
use crate::handles::{host_handle, row_of};
use crate::host_library::function;
use crate::numbers::{rank_to_host, rank_to_program, tag_to_host, tag_to_program};
use crate::sides::{Host, Program};

const BYTE: usize = row_of("MPI_BYTE");

/// Room for the largest status.
pub(crate) type Raw = [c_int; 8];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Parts {
    source: c_int,
    tag: c_int,
    error: c_int,
    bytes: u64,
    is_cancelled: bool,
}

/// Where an ABI keeps the fields, in ints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Layout {
    /// Not known yet.
    Unknown,
    /// Count (low, then high with the flag in its lowest bit), source, tag, error.
    Mpich,
    /// Source, tag, error, flag, count.
    OpenMpi,
    /// Source, tag, error, count as in MPICH.
    StandardOfMpich,
    /// Source, tag, error, and words that only the library understands.
    Opaque,
}

/// How many ints a status of `A` is.
pub(crate) const fn words<A: Abi>() -> usize {
    size_of::<A::Status>() / size_of::<c_int>()
}

#[inline(always)]
fn program_layout<P: Program>() -> Layout {
    match words::<P>() {
        5 => Layout::Mpich,
        6 => Layout::OpenMpi,
        // The inner words are the adapter's, if the program is not the host's.
        _ => Layout::StandardOfMpich,
    }
}

static STANDARD: AtomicU8 = AtomicU8::new(Layout::Unknown as u8);

#[inline(always)]
fn host_layout<H: Host>() -> Layout {
    match words::<H>() {
        5 => Layout::Mpich,
        6 => Layout::OpenMpi,
        _ if STANDARD.load(Relaxed) == Layout::StandardOfMpich as u8 => Layout::StandardOfMpich,
        _ if STANDARD.load(Relaxed) == Layout::Opaque as u8 => Layout::Opaque,
        _ => probe::<H>(),
    }
}

/// The standard does not say where an implementation keeps the count: determined by trial.
#[cold]
fn probe<H: Host>() -> Layout {
    let probe = Parts { bytes: 0x12_3456_789a, is_cancelled: false, ..Parts::default() };
    let (mut asked, mut expected): (Raw, Raw) = ([0; 8], [0; 8]);
    // SAFETY: both are local statuses.
    unsafe {
        store_opaque::<H>(asked.as_mut_ptr(), probe);
        store(Layout::StandardOfMpich, expected.as_mut_ptr(), probe);
    }
    let layout = if asked[3..5] == expected[3..5] { Layout::StandardOfMpich } else { Layout::Opaque };
    STANDARD.store(layout as u8, Relaxed);
    layout
}

/// # Safety
/// `status` points to a status of this layout.
#[inline(always)]
#[allow(clippy::cast_sign_loss, reason = "counts are taken apart into halves")]
unsafe fn load(layout: Layout, status: *const c_int) -> Parts {
    let word = |index: usize| {
        // SAFETY: the caller's contract.
        unsafe { status.add(index).read() }
    };
    let count = |low: usize| {
        let (low, high) = (word(low) as u32, word(low + 1) as u32);
        (u64::from(high >> 1) << 32 | u64::from(low), high & 1 != 0)
    };
    match layout {
        Layout::Mpich => {
            let (bytes, is_cancelled) = count(0);
            Parts { source: word(2), tag: word(3), error: word(4), bytes, is_cancelled }
        }
        Layout::OpenMpi => {
            let bytes = u64::from(word(4) as u32) | u64::from(word(5) as u32) << 32;
            Parts { source: word(0), tag: word(1), error: word(2), bytes, is_cancelled: word(3) != 0 }
        }
        _ => {
            let (bytes, is_cancelled) = count(3);
            Parts { source: word(0), tag: word(1), error: word(2), bytes, is_cancelled }
        }
    }
}

/// # Safety
/// `status` points to a status of this layout that may be written.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "counts are taken apart into halves")]
unsafe fn store(layout: Layout, status: *mut c_int, parts: Parts) {
    let set = |index: usize, word: c_int| {
        // SAFETY: the caller's contract.
        unsafe { status.add(index).write(word) };
    };
    let (low, high) = (parts.bytes as u32, (parts.bytes >> 32) as u32);
    let (source, error, count) = match layout {
        Layout::Mpich => (2, 4, 0),
        Layout::OpenMpi => (0, 2, 4),
        _ => (0, 2, 3),
    };
    set(source, parts.source);
    set(source + 1, parts.tag);
    set(error, parts.error);
    set(count, low.cast_signed());
    if layout == Layout::OpenMpi {
        set(3, parts.is_cancelled.into());
        set(5, high.cast_signed());
    } else {
        set(count + 1, (high << 1 | u32::from(parts.is_cancelled)).cast_signed());
    }
}

/// Lets the host fill in the inner words.
///
/// # Safety
/// `status` points to a status of the host.
unsafe fn store_opaque<H: Host>(status: *mut c_int, parts: Parts) {
    // SAFETY: the caller's contract; these functions have these arguments.
    unsafe {
        status.write(parts.source);
        status.add(1).write(parts.tag);
        status.add(2).write(parts.error);
        let set_elements: unsafe extern "C" fn(*mut c_int, H::Word, i64) -> c_int =
            std::mem::transmute(function(index::STATUS_SET_ELEMENTS_X));
        let set_cancelled: unsafe extern "C" fn(*mut c_int, c_int) -> c_int =
            std::mem::transmute(function(index::STATUS_SET_CANCELLED));
        set_elements(status, host_handle::<H>(BYTE), i64::try_from(parts.bytes).unwrap_or(i64::MAX));
        set_cancelled(status, parts.is_cancelled.into());
    }
}

/// # Safety
/// `status` points to a status of the host's.
unsafe fn load_opaque<H: Host>(status: *const c_int) -> Parts {
    let (mut bytes, mut is_cancelled): (i64, c_int) = (0, 0);
    // SAFETY: the caller's contract; these functions have these arguments.
    unsafe {
        let get_elements: unsafe extern "C" fn(*const c_int, H::Word, *mut i64) -> c_int =
            std::mem::transmute(function(index::GET_ELEMENTS_X));
        let test_cancelled: unsafe extern "C" fn(*const c_int, *mut c_int) -> c_int =
            std::mem::transmute(function(index::TEST_CANCELLED));
        get_elements(status, host_handle::<H>(BYTE), &raw mut bytes);
        test_cancelled(status, &raw mut is_cancelled);
        Parts {
            source: status.read(),
            tag: status.add(1).read(),
            error: status.add(2).read(),
            bytes: u64::try_from(bytes).unwrap_or(0),
            is_cancelled: is_cancelled != 0,
        }
    }
}

/// Copies a host status to the program, including the error.
///
/// # Safety
/// Both point to a status of their side.
#[inline(always)]
pub(crate) unsafe fn to_program<P: Program, H: Host>(host: *const c_int, program: *mut c_int) {
    // SAFETY: the caller's contract.
    unsafe {
        let parts = read_host::<H>(host);
        let error = code::<P, H>(parts.error);
        store(program_layout::<P>(), program, translated_to_program::<P, H>(Parts { error, ..parts }));
    }
}

/// The same without the error, which calls that complete one operation do not set.
///
/// # Safety
/// Both point to a status of their side.
#[inline(always)]
pub(crate) unsafe fn to_program_but_error<P: Program, H: Host>(host: *const c_int, program: *mut c_int) {
    // SAFETY: the caller's contract.
    unsafe {
        let layout = program_layout::<P>();
        let error = program.add(if layout == Layout::Mpich { 4 } else { 2 }).read();
        store(layout, program, translated_to_program::<P, H>(Parts { error, ..read_host::<H>(host) }));
    }
}

#[inline(always)]
unsafe fn read_host<H: Host>(host: *const c_int) -> Parts {
    // SAFETY: the caller's contract.
    unsafe {
        match host_layout::<H>() {
            Layout::Opaque => load_opaque::<H>(host),
            layout => load(layout, host),
        }
    }
}

#[inline(always)]
fn translated_to_program<P: Program, H: Host>(parts: Parts) -> Parts {
    Parts { source: rank_to_program::<P, H>(parts.source), tag: tag_to_program::<P, H>(parts.tag), ..parts }
}

/// A program status in the host's layout.
///
/// # Safety
/// `program` points to a status.
pub(crate) unsafe fn status_in<P: Program, H: Host>(program: *const c_void) -> Raw {
    let mut raw: Raw = [0; 8];
    if P::ignores(program) {
        return raw;
    }
    // SAFETY: the caller's contract.
    unsafe {
        let parts = load(program_layout::<P>(), program.cast());
        let parts = Parts {
            source: rank_to_host::<P, H>(parts.source),
            tag: tag_to_host::<P, H>(parts.tag),
            error: crate::errors::code_to_host::<P, H>(parts.error),
            ..parts
        };
        match host_layout::<H>() {
            Layout::Opaque => store_opaque::<H>(raw.as_mut_ptr(), parts),
            layout => store(layout, raw.as_mut_ptr(), parts),
        }
    }
    raw
}

/// The status of one operation, which the host writes and the program may want.
#[derive(Clone, Copy)]
pub(crate) struct StatusOut<P: Program, H: Host> {
    program: *mut c_void,
    host: *mut c_void,
    pair: PhantomData<(P, H)>,
}

/// Where the host writes it.
pub(crate) type RoomForStatus = MaybeUninit<Raw>;

impl<P: Program, H: Host> StatusOut<P, H> {
    #[inline(always)]
    pub(crate) fn new(program: *mut c_void, room: &mut RoomForStatus) -> Self {
        let host = if P::ignores(program) {
            ptr::without_provenance_mut(H::STATUS_IGNORE)
        } else {
            // Hosts leave out what does not apply.
            ptr::from_mut(room.write([0; 8])).cast()
        };
        Self { program, host, pair: PhantomData }
    }

    /// One that the host also reads.
    ///
    /// # Safety
    /// `program` points to a status.
    pub(crate) unsafe fn with(program: *mut c_void, room: &mut RoomForStatus) -> Self {
        if P::ignores(program) {
            return Self::new(program, room);
        }
        // SAFETY: the caller's contract.
        let host = ptr::from_mut(room.write(unsafe { status_in::<P, H>(program) })).cast();
        Self { program, host, pair: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn pointer(self) -> *mut c_void {
        self.host
    }

    /// # Safety
    /// The program's status can be written, or is to be ignored; the buffer is still valid.
    #[inline(always)]
    pub(crate) unsafe fn store(self) {
        if !P::ignores(self.program) {
            // SAFETY: the caller's contract.
            unsafe { store_one::<P, H>(self.host.cast(), self.program.cast()) };
        }
    }
}

/// Out of line, so that calls with an ignored status spill no registers for it.
///
/// # Safety
/// Both point to a status of their side.
#[inline(never)]
unsafe fn store_one<P: Program, H: Host>(host: *const c_int, program: *mut c_int) {
    // SAFETY: the caller's contract.
    unsafe { to_program_but_error::<P, H>(host, program) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_survive_every_layout() {
        let parts = Parts { source: 3, tag: 7, error: 15, bytes: 0x5_0000_0003, is_cancelled: true };
        for layout in [Layout::Mpich, Layout::OpenMpi, Layout::StandardOfMpich] {
            let mut raw: Raw = [0; 8];
            // SAFETY: a status of our own.
            let back = unsafe {
                store(layout, raw.as_mut_ptr(), parts);
                load(layout, raw.as_ptr())
            };
            assert_eq!(back, parts, "{layout:?}");
        }
    }
}
