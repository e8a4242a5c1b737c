// SPDX-License-Identifier: MIT OR Apache-2.0
//! Translates handles: predefined ones by tables, created ones by tagging or through the slab.

use std::marker::PhantomData;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicPtr, AtomicUsize};

use seaway_mpi_abi::abi::{HANDLES, Kind, Word};

use crate::sides::{Host, NO_ROW, Program, for_each_row};
use crate::tables::{ROWS, tables};

/// Tags a host handle for the program such that it is not an address: pointers of this machine have 47 bits.
pub(crate) const MARK: usize = 0x5ea0_0000_0000_0000;

const NO_FILE: usize = row_of("MPI_FILE_NULL");
pub(crate) const NO_REQUEST: usize = row_of("MPI_REQUEST_NULL");

/// # Safety
/// `word` is a handle that a program of this ABI may hold.
#[inline(always)]
pub(crate) unsafe fn to_host<P: Program, H: Host>(kind: Kind, word: P::Word) -> H::Word {
    // SAFETY: the caller's contract.
    H::Word::from_register(unsafe { P::to_host(kind, word) })
}

#[inline(always)]
pub(crate) fn from_host<P: Program, H: Host>(kind: Kind, word: H::Word) -> P::Word {
    let register = word.to_register();
    // There are many requests, and only one is predefined.
    if kind == Kind::Request {
        let is_null = word == host_handle::<H>(NO_REQUEST);
        return if is_null { program_handle::<P>(NO_REQUEST) } else { P::created(kind, register) };
    }
    let row = H::row(kind, register);
    if row == NO_ROW { P::created(kind, register) } else { P::predefined(row.into()) }
}

/// Not a handle of any host: marks a variable that the host has not written.
pub(crate) const UNWRITTEN: usize = !1;

#[inline(always)]
pub(crate) fn unwritten<H: Host>() -> H::Word {
    H::Word::from_register(UNWRITTEN)
}

/// What a failed function has left in its output: nothing, or a null handle, which for Open MPI may also be a
/// null pointer.
///
/// # Safety
/// `place` can be written, or is null.
#[cold]
pub(crate) unsafe fn left<P: Program, H: Host>(kind: Kind, written: H::Word, place: *mut P::Word) {
    if place.is_null() || written == unwritten::<H>() {
        return;
    }
    let is_null = written == H::Word::default();
    let handle = if is_null { program_handle::<P>(null_row(kind)) } else { from_host::<P, H>(kind, written) };
    // SAFETY: the caller's contract.
    unsafe { place.write(handle) };
}

/// # Safety
/// As above.
#[cold]
pub(crate) unsafe fn file_left<P: Program, H: Host>(written: usize, place: *mut usize) {
    if place.is_null() || written == UNWRITTEN {
        return;
    }
    let null = tables().program_words[NO_FILE].load(Relaxed);
    let file = if written == 0 { null } else { file_from_host::<P, H>(written) };
    // SAFETY: as above.
    unsafe { place.write(file) };
}

/// A handle that the host lacks becomes its null handle: an error of the host, and never another object.
pub(crate) fn null_row(kind: Kind) -> usize {
    match kind {
        Kind::Comm => row_of("MPI_COMM_NULL"),
        Kind::Group => row_of("MPI_GROUP_NULL"),
        Kind::Datatype => row_of("MPI_DATATYPE_NULL"),
        Kind::File => row_of("MPI_FILE_NULL"),
        Kind::Errhandler => row_of("MPI_ERRHANDLER_NULL"),
        Kind::Op => row_of("MPI_OP_NULL"),
        Kind::Info => row_of("MPI_INFO_NULL"),
        Kind::Win => row_of("MPI_WIN_NULL"),
        Kind::Request => row_of("MPI_REQUEST_NULL"),
        Kind::Message => row_of("MPI_MESSAGE_NULL"),
        Kind::Session => row_of("MPI_SESSION_NULL"),
    }
}

/// MPI_File is a pointer in every ABI, so only the null handle differs.
#[inline(always)]
pub(crate) fn file_to_host<P: Program, H: Host>(file: usize) -> usize {
    let (program, host) =
        (tables().program_words[NO_FILE].load(Relaxed), tables().host_words[NO_FILE].load(Relaxed));
    if file == program { host } else { file }
}

#[inline(always)]
pub(crate) fn file_from_host<P: Program, H: Host>(file: usize) -> usize {
    let (program, host) =
        (tables().program_words[NO_FILE].load(Relaxed), tables().host_words[NO_FILE].load(Relaxed));
    if file == host { program } else { file }
}

/// The row of a handle, by name. For constants: at run time it would be a search.
pub(crate) const fn row_of(name: &str) -> usize {
    let mut row = 0;
    while row < ROWS {
        if equal(HANDLES[row].1, name) {
            return row;
        }
        row += 1;
    }
    panic!("no such handle");
}

const fn equal(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut index = 0;
    while index < left.len() && index < right.len() && left[index] == right[index] {
        index += 1;
    }
    left.len() == right.len() && index == left.len()
}

/// A predefined handle of the host. For constant rows: where handles are numbers, this is one.
#[inline(always)]
pub(crate) fn host_handle<H: Host>(row: usize) -> H::Word {
    let known = H::HANDLES[row].number();
    H::Word::from_register(known.unwrap_or_else(|| tables().host_words[row].load(Relaxed)))
}

/// A predefined handle of the program's, for rows that are constants.
#[inline(always)]
pub(crate) fn program_handle<P: Program>(row: usize) -> P::Word {
    P::HANDLES[row].number().map_or_else(|| P::predefined(row), P::Word::from_register)
}

/// A handle in the program's memory that a call may release or replace. The host gets the address of a
/// separate word, so that the compiler knows that the host changes nothing else.
#[derive(Clone, Copy)]
pub(crate) struct HeldHandle<P: Program, H: Host> {
    kind: Kind,
    place: *mut u8,
    register: usize,
    pair: PhantomData<(P, H)>,
}

impl<P: Program, H: Host> HeldHandle<P, H> {
    /// # Safety
    /// `place` points to a handle of the program, and stays valid until `store`.
    #[inline(always)]
    pub(crate) unsafe fn of(kind: Kind, place: *mut u8) -> Self {
        // SAFETY: the caller's contract.
        let register = unsafe {
            if kind == Kind::File {
                file_to_host::<P, H>(place.cast::<usize>().read())
            } else {
                P::to_host(kind, place.cast::<P::Word>().read())
            }
        };
        Self { kind, place, register, pair: PhantomData }
    }

    /// The host's handle. Files are pointers in every ABI, so the register is used unchanged.
    #[inline(always)]
    pub(crate) fn word<W: Word>(&self) -> W {
        W::from_register(self.register)
    }

    /// Shows the program what became of its handle.
    ///
    /// # Safety
    /// As for `of`.
    #[inline(always)]
    pub(crate) unsafe fn store(self, now: impl Word) {
        let now = now.to_register();
        if now == self.register {
            return;
        }
        // SAFETY: the caller's contract.
        unsafe {
            if self.kind == Kind::File {
                self.place.cast::<usize>().write(file_from_host::<P, H>(now));
            } else {
                if self.kind == Kind::Request {
                    crate::calls::forget(self.register);
                }
                let place = self.place.cast::<P::Word>();
                P::released(self.kind, place.read());
                place.write(from_host::<P, H>(self.kind, H::Word::from_register(now)));
            }
        }
    }
}

/// The rows of predefined handles that are addresses within one library: a byte for each possible address.
struct RowsByAddress {
    lowest: AtomicUsize,
    places: AtomicUsize,
    rows: AtomicPtr<u8>,
}

/// Objects of a library lie at multiples of this.
const GRAIN: usize = 8;

static BY_ADDRESS: RowsByAddress = RowsByAddress {
    lowest: AtomicUsize::new(0),
    places: AtomicUsize::new(0),
    rows: AtomicPtr::new(std::ptr::null_mut()),
};

/// Makes `row_of_address` work. Its table is never freed.
pub(crate) fn index_addresses() {
    let addresses: Vec<usize> =
        tables().host_words.iter().map(|word| word.load(Relaxed)).filter(|&word| word != 0).collect();
    let (Some(&lowest), Some(&highest)) = (addresses.iter().min(), addresses.iter().max()) else { return };
    let mut rows = vec![NO_ROW; (highest - lowest) / GRAIN + 1];
    for_each_row(|row, _, address| {
        if address != 0 {
            rows[(address - lowest) / GRAIN] = row;
        }
    });
    let rows = rows.leak();
    BY_ADDRESS.lowest.store(lowest, Relaxed);
    BY_ADDRESS.rows.store(rows.as_mut_ptr(), Relaxed);
    BY_ADDRESS.places.store(rows.len(), Release);
}

#[inline(always)]
pub(crate) fn row_of_address(address: usize) -> u8 {
    let place = address.wrapping_sub(BY_ADDRESS.lowest.load(Relaxed)) / GRAIN;
    if place >= BY_ADDRESS.places.load(Acquire) {
        return NO_ROW;
    }
    // SAFETY: there are as many entries, and the table is never freed.
    unsafe { BY_ADDRESS.rows.load(Relaxed).add(place).read() }
}
