// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fortran handles: ints. MPICH's are the same in C. A created handle in other ABIs is the host's, tagged, so
//! if the host's is an int it is that int. For pointers there is a table, whose numbers are never reused, so
//! that the host notices a stale one. Open MPI's predefined handles have fixed numbers.

use std::collections::HashMap;
use std::ffi::c_int;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use seaway_mpi_abi::Library;
use seaway_mpi_abi::abi::{ABSENT, HANDLES, Kind, OPEN_MPI_IN_FORTRAN, Predefined, Word};

use crate::handles::MARK;
use crate::sides::Program;
use crate::tables::tables;

/// The numbers of the table begin here: above those of all predefined handles.
const FIRST: usize = 0x1_0000;
/// They end before this, below all of MPICH's handles.
const FIRST_OF_HOST: usize = 0x100_0000;
const LAST_OF_HOST: usize = u32::MAX as usize;

#[derive(Default)]
struct Numbers {
    words: Vec<usize>,
    numbers: HashMap<(u8, usize), usize>,
}

static NUMBERS: Mutex<Option<Numbers>> = Mutex::new(None);

/// The Fortran form of a C handle.
pub fn to_int<P: Program>(kind: Kind, word: usize) -> c_int {
    if is_int::<P>(kind) || word < 0x1000 {
        return truncated(word);
    }
    let of_host = word & !MARK;
    if word != of_host && (FIRST_OF_HOST..=LAST_OF_HOST).contains(&of_host) {
        return truncated(of_host);
    }
    let is_this = |&row: &usize| {
        let is_numbered = HANDLES[row].0 == kind && OPEN_MPI_IN_FORTRAN[row] != ABSENT;
        is_numbered && predefined::<P>(row) == Some(word)
    };
    if let Some(row) = rows(kind).find(is_this) {
        return OPEN_MPI_IN_FORTRAN[row];
    }
    let mut numbers = NUMBERS.lock().unwrap_or_else(PoisonError::into_inner);
    let Numbers { words, numbers } = numbers.get_or_insert_default();
    let number = *numbers.entry((kind as u8, word)).or_insert_with(|| {
        words.push(word);
        FIRST + words.len() - 1
    });
    c_int::try_from(number).unwrap_or(0)
}

/// The C handle of a Fortran one.
pub fn from_int<P: Program>(kind: Kind, number: c_int) -> usize {
    if is_int::<P>(kind) {
        return number.to_register();
    }
    let number = number.to_register();
    if number >= FIRST_OF_HOST {
        return MARK | number;
    }
    if number >= FIRST {
        let numbers = NUMBERS.lock().unwrap_or_else(PoisonError::into_inner);
        let known = numbers.as_ref().and_then(|numbers| numbers.words.get(number - FIRST).copied());
        return known.unwrap_or(number);
    }
    let row = ROWS[kind as usize].get(number).copied().filter(|&row| row != NO_ROW);
    // An unknown handle is the null handle.
    let row =
        row.map_or_else(|| rows(kind).find(|&row| HANDLES[row].1.ends_with("_NULL")), |row| Some(row.into()));
    row.and_then(predefined::<P>).unwrap_or(number)
}

/// Whether a handle of this kind is also an int in C.
fn is_int<P: Program>(kind: Kind) -> bool {
    size_of::<P::Word>() == size_of::<c_int>() && kind != Kind::File
}

/// A predefined handle of the program, if it has a Fortran number.
fn predefined<P: Program>(row: usize) -> Option<usize> {
    let Predefined::Symbol(symbol) = P::HANDLES[row] else { return None };
    match tables().program_words[row].load(Relaxed) {
        // No function was called yet.
        0 => Some(Library::everybody_s_symbol(symbol)?.addr()),
        word => Some(word),
    }
}

/// The rows that contain those of a kind.
const fn rows(kind: Kind) -> Range<usize> {
    let mut first = 0;
    while HANDLES[first].0 as u8 != kind as u8 {
        first += 1;
    }
    let mut end = HANDLES.len();
    while HANDLES[end - 1].0 as u8 != kind as u8 {
        end -= 1;
    }
    first..end
}

const KINDS: usize = 16;
const NUMBERED: usize = 128;
const NO_ROW: u8 = u8::MAX;

/// The rows of Open MPI's predefined handles, by kind and by number.
static ROWS: [[u8; NUMBERED]; KINDS] = {
    let mut rows = [[NO_ROW; NUMBERED]; KINDS];
    let mut row = 0;
    while row < HANDLES.len() {
        if OPEN_MPI_IN_FORTRAN[row] != ABSENT {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a small number, and a row"
            )]
            {
                rows[HANDLES[row].0 as usize][OPEN_MPI_IN_FORTRAN[row] as usize] = row as u8;
            }
        }
        row += 1;
    }
    rows
};

#[allow(clippy::cast_possible_truncation, reason = "the lower half of the register")]
fn truncated(word: usize) -> c_int {
    (word as u32).cast_signed()
}

pub(crate) mod functions {
    //! MPI_Comm_toint and related functions.
    use std::ffi::c_int;

    use seaway_mpi_abi::abi::{Kind, Word};

    use super::{from_int, to_int};
    use crate::sides::{Host, Program};

    macro_rules! conversions {
        ($($to:ident, $from:ident, $kind:ident;)*) => { $(
            pub(crate) unsafe extern "C" fn $to<P: Program, H: Host>(handle: P::Word) -> c_int {
                to_int::<P>(Kind::$kind, handle.to_register())
            }

            pub(crate) unsafe extern "C" fn $from<P: Program, H: Host>(number: c_int) -> P::Word {
                P::Word::from_register(from_int::<P>(Kind::$kind, number))
            }
        )* };
    }
    conversions! {
        comm_toint, comm_fromint, Comm;
        errhandler_toint, errhandler_fromint, Errhandler;
        group_toint, group_fromint, Group;
        info_toint, info_fromint, Info;
        message_toint, message_fromint, Message;
        op_toint, op_fromint, Op;
        request_toint, request_fromint, Request;
        session_toint, session_fromint, Session;
        type_toint, type_fromint, Datatype;
        win_toint, win_fromint, Win;
    }

    pub(crate) unsafe extern "C" fn file_toint<P: Program, H: Host>(file: usize) -> c_int {
        to_int::<P>(Kind::File, file)
    }

    pub(crate) unsafe extern "C" fn file_fromint<P: Program, H: Host>(number: c_int) -> usize {
        from_int::<P>(Kind::File, number)
    }
}
