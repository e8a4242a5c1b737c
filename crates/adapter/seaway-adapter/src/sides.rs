// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Program`] and [`Host`]: what the adapter needs to know about an ABI, on the program's side and on the
//! host's.

use std::ffi::{CStr, c_int};
use std::hint::cold_path;
use std::sync::atomic::Ordering::Relaxed;

use seaway_mpi_abi::Library;
use seaway_mpi_abi::abi::{Abi, Constants, HANDLES, Kind, Predefined, Word};
use seaway_mpi_abi::{Mpich, OpenMpi, Standard};

use crate::handles::{MARK, row_of, row_of_address};
use crate::sentinels::Sentinels;
use crate::slab;
use crate::tables::{SLOTS, tables};

/// No predefined handle.
pub(crate) const NO_ROW: u8 = u8::MAX;

/// The ABI that the program was built for.
pub trait Program: Abi + Sentinels {
    /// The two other ABIs. An adapter from an ABI to itself is not needed, and each pair is a library's worth
    /// of code.
    type OneHost: Host;
    type OtherHost: Host;

    /// Whether a program may compare a return code with an error class.
    const CODES_ARE_CLASSES: bool;

    /// The host's handle, as a register.
    ///
    /// # Safety
    /// `word` is a handle that a program of this ABI may hold.
    unsafe fn to_host(kind: Kind, word: Self::Word) -> usize;

    /// A handle for an object that the host created or found: the existing one, if the program has one.
    fn created(kind: Kind, register: usize) -> Self::Word;

    /// The same without taking a reference.
    #[inline(always)]
    fn seen(kind: Kind, register: usize) -> Self::Word {
        Self::created(kind, register)
    }

    /// The program releases this handle.
    fn released(kind: Kind, word: Self::Word);

    /// The host's handles of an array of requests, each passed to `store` with its index.
    ///
    /// # Safety
    /// `words` points to as many requests that a program of this ABI may hold.
    #[inline(always)]
    unsafe fn requests_to_host(length: usize, words: *const Self::Word, mut store: impl FnMut(usize, usize)) {
        for place in 0..length {
            // SAFETY: the caller's contract.
            store(place, unsafe { Self::to_host(Kind::Request, words.add(place).read()) });
        }
    }

    /// The program releases all requests of an array.
    #[inline(always)]
    fn released_requests(_: &[Self::Word]) {}

    /// The predefined handle in this row of `HANDLES`.
    #[inline(always)]
    fn predefined(row: usize) -> Self::Word {
        Self::Word::from_register(tables().program_words[row].load(Relaxed))
    }

    /// Publishes the host's handle in each row of `HANDLES`.
    fn prepare();
}

/// The ABI of the host's MPI.
pub trait Host: Abi + Sentinels {
    /// The row of a predefined handle in `HANDLES`, or `NO_ROW`.
    fn row(kind: Kind, register: usize) -> u8;

    /// Makes `row` work, once the handles are known.
    fn prepare();
}

/// The slot of a predefined MPICH handle in a table: its kind, its number, and the two bits that distinguish
/// null handles, others, and pairs of a value and an index, which are numbered separately.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "an int is the lower half of a register")]
fn mpich_slot(kind: Kind, register: usize) -> usize {
    (kind as usize) << 10 | ((register as u32).rotate_left(2) & 0x3ff) as usize
}

/// Indices of created handles below this are MPICH's own pair types.
const PAIR_TYPES: usize = 16;

/// A created handle, as MPICH itself would make it.
fn mpich_handle(kind: Kind, index: u32) -> c_int {
    (1 << 31 | u32::from(kind as u8) << 26 | index).cast_signed()
}

/// Whether none of these is predefined: created handles have their highest bit set. The compiler vectorises
/// this.
#[inline(always)]
fn are_created(words: &[c_int]) -> bool {
    words.iter().fold(-1, |all, word| all & word) < 0
}

impl Program for Mpich {
    type OneHost = OpenMpi;
    type OtherHost = Standard;

    const CODES_ARE_CLASSES: bool = false;

    #[inline(always)]
    unsafe fn to_host(kind: Kind, word: c_int) -> usize {
        if word < 0 {
            slab::get(kind, word.cast_unsigned())
        } else {
            tables().forward[mpich_slot(kind, word.to_register())].load(Relaxed)
        }
    }

    #[inline(always)]
    fn created(kind: Kind, register: usize) -> c_int {
        let index = match kind {
            Kind::Request | Kind::Message => slab::insert(kind, register),
            _ => slab::insert_once(kind, register),
        };
        mpich_handle(kind, index)
    }

    #[inline(never)]
    fn seen(kind: Kind, register: usize) -> c_int {
        slab::find(kind, register)
            .map_or_else(|| Self::created(kind, register), |index| mpich_handle(kind, index))
    }

    #[inline(always)]
    fn released(kind: Kind, word: c_int) {
        let index = word.cast_unsigned() & slab::INDEX;
        if word < 0 && !(kind == Kind::Datatype && (index as usize) < PAIR_TYPES) {
            match kind {
                Kind::Request | Kind::Message => slab::remove(kind, index),
                _ => slab::remove_once(kind, index),
            }
        }
    }

    #[inline(always)]
    unsafe fn requests_to_host(length: usize, words: *const c_int, mut store: impl FnMut(usize, usize)) {
        if length == 0 {
            return;
        }
        // SAFETY: the caller's contract.
        let words = unsafe { std::slice::from_raw_parts(words, length) };
        if !are_created(words) {
            cold_path();
            return words.iter().enumerate().for_each(|(place, &word)| {
                // SAFETY: the caller's contract.
                store(place, unsafe { Self::to_host(Kind::Request, word) });
            });
        }
        let region = slab::region(Kind::Request);
        for (place, word) in words.iter().enumerate() {
            store(place, region.get(word.cast_unsigned()));
        }
    }

    #[inline(always)]
    fn released_requests(words: &[c_int]) {
        if are_created(words) {
            slab::remove_all(Kind::Request, words);
        } else {
            words.iter().for_each(|&word| Self::released(Kind::Request, word));
        }
    }

    fn prepare() {
        slab::reserve();
        for (row, &(kind, _)) in HANDLES.iter().enumerate() {
            let Some(register) = Self::HANDLES[row].register(|_| None) else { continue };
            tables().program_words[row].store(register, Relaxed);
            if kind == Kind::File {
                continue;
            }
            let (word, host) = (c_int::from_register(register), tables().host_words[row].load(Relaxed));
            tables().forward[mpich_slot(kind, register)].store(host, Relaxed);
            if word < 0 {
                slab::set(kind, word.cast_unsigned() & slab::INDEX, host);
            }
        }
    }
}

/// Datatypes that no other ABI has.
const ONLY_OPEN_MPI: [&CStr; 4] =
    [c"ompi_mpi_2cplex", c"ompi_mpi_2dblcplex", c"ompi_mpi_c_short_float_complex", c"ompi_mpi_cxx_sfltcplex"];

impl Program for OpenMpi {
    type OneHost = Mpich;
    type OtherHost = Standard;

    const CODES_ARE_CLASSES: bool = true;

    #[inline(always)]
    unsafe fn to_host(_: Kind, word: usize) -> usize {
        if word >> 47 != 0 {
            word ^ MARK
        } else if word == 0 {
            cold_path();
            0
        } else {
            // SAFETY: an untagged handle is the address of one of the adapter's objects, which begins with
            // the host's handle.
            unsafe { *(word as *const usize) }
        }
    }

    #[inline(always)]
    fn created(_: Kind, register: usize) -> usize {
        register ^ MARK
    }

    #[inline(always)]
    fn released(_: Kind, _: usize) {}

    fn prepare() {
        for (row, value) in Self::HANDLES.iter().enumerate() {
            let Predefined::Symbol(name) = value else { continue };
            // The linker may have put a copy into the program: that one is used.
            let Some(object) = Library::everybody_s_symbol(name) else { continue };
            tables().program_words[row].store(object.addr(), Relaxed);
            // SAFETY: the adapter's object, or the program's copy of it, is writable and larger than a word.
            unsafe { object.cast::<usize>().write(tables().host_words[row].load(Relaxed)) };
        }
        let null = tables().host_words[row_of("MPI_DATATYPE_NULL")].load(Relaxed);
        for object in ONLY_OPEN_MPI.into_iter().filter_map(Library::everybody_s_symbol) {
            // SAFETY: as above.
            unsafe { object.cast::<usize>().write(null) };
        }
    }
}

impl Program for Standard {
    type OneHost = Mpich;
    type OtherHost = OpenMpi;

    // MPI_ERR_LASTCODE leaves no room.
    const CODES_ARE_CLASSES: bool = true;

    #[inline(always)]
    unsafe fn to_host(_: Kind, word: usize) -> usize {
        if word < 0x1000 { tables().forward[word].load(Relaxed) } else { word }
    }

    #[inline(always)]
    fn created(_: Kind, register: usize) -> usize {
        register
    }

    #[inline(always)]
    fn released(_: Kind, _: usize) {}

    fn prepare() {
        for (row, handle) in Self::HANDLES.iter().enumerate() {
            let Some(word) = handle.register(|_| None) else { continue };
            tables().program_words[row].store(word, Relaxed);
            tables().forward[word % SLOTS].store(tables().host_words[row].load(Relaxed), Relaxed);
        }
    }
}

impl Host for Mpich {
    #[inline(always)]
    fn row(kind: Kind, register: usize) -> u8 {
        if register & 0x8000_0000 == 0 {
            tables().reverse[mpich_slot(kind, register)].load(Relaxed)
        } else if kind == Kind::Datatype && register & 0xffff_fff0 == 0x8c00_0000 {
            // A pair of a value and an index.
            tables().reverse[mpich_slot(kind, register)].load(Relaxed)
        } else {
            NO_ROW
        }
    }

    fn prepare() {
        for_each_row(|row, kind, register| {
            tables().reverse[mpich_slot(kind, register)].store(row, Relaxed);
        });
    }
}

impl Host for OpenMpi {
    #[inline(always)]
    fn row(_: Kind, register: usize) -> u8 {
        row_of_address(register)
    }

    fn prepare() {
        crate::handles::index_addresses();
    }
}

impl Host for Standard {
    #[inline(always)]
    fn row(_: Kind, register: usize) -> u8 {
        if register < 0x1000 { tables().reverse[register].load(Relaxed) } else { NO_ROW }
    }

    fn prepare() {
        for_each_row(|row, _, register| tables().reverse[register % SLOTS].store(row, Relaxed));
    }
}

/// The first of several names for the same handle wins.
pub(crate) fn for_each_row(mut each: impl FnMut(u8, Kind, usize)) {
    for (row, (kind, _)) in HANDLES.iter().enumerate().rev() {
        let register = tables().host_words[row].load(Relaxed);
        if tables().program_words[row].load(Relaxed) != 0 || *kind == Kind::File {
            each(u8::try_from(row).unwrap_or(NO_ROW), *kind, register);
        }
    }
}
